"""Finding the entities of the graph that a question names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.text import canonical_name
from memgraph_svc.scoring.english import STOP_WORDS
from memgraph_svc.services.checked_models import embed_texts, extract
from memgraph_svc.services.name_run import NameRun
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from memgraph_svc.domain.query import SearchQuery
    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.ports.extractor import Extractor
    from memgraph_svc.repositories.entities import EntityMatch
    from memgraph_svc.repositories.store import Store

__all__ = ["NamedEntity", "QueryEntities"]

_WORDS: Final = 64
_LONGEST: Final = 8
_SIGNS: Final = 8
_IGNORED: Final = STOP_WORDS.union(
    "who whom whose what when where which why how did do does done has have had i me my we us our you".split(),
    "your he him his she her its them were been being can could should would may might must shall about".split(),
    "after before from than too all any both each few more most other some same so very just also only".split(),
    "own over under again once".split(),
)
_PROPER: Final = 1.0
_PLAIN_PHRASE: Final = 0.25
_PLAIN_WORD: Final = 0.1
_ALONE: Final = 5.0
_PUNCTUATION: Final = ".,;:!?()[]{}\"'`“”‘’«»…"


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity that a question names, by its exact name or by one that is near in meaning.

    ``score`` in 0..1 says how surely the question means it: a proper name counts fully, a plain word hardly, since a
    question is full of words ("city", "president") that some episode made an entity of. Where a question has no proper
    name, its plain words are all there is and count five times as much. Chosen on development questions.
    """

    canonical_name: str
    name: str
    passages: int
    score: float
    exact: bool


@dataclass(frozen=True, slots=True)
class _Span:
    words: int
    proper: bool


class QueryEntities:
    """Looks up what a question names.

    Exact names and aliases come first, the longest first; then other numbers ("databases") and initials ("GDS") of
    names; then what the extractor sees, by vector.
    """

    def __init__(self, store: Store, embedder: Embedder, extractor: Extractor) -> None:
        self._store = store
        self._embedder = embedder
        self._extractor = extractor

    def find(self, asked: SearchQuery, *, limit: int) -> list[NamedEntity]:
        """Entities named in a question, the surest first, at most ``limit``."""
        query = asked.query
        spelled = query.split()[:_WORDS]
        words = [word.strip(_PUNCTUATION) for word in spelled]
        matches, covered = self._named(spelled, words, asked)
        found = {match.canonical_name: (match, span, exact) for match, span, exact in matches}
        names = dict.fromkeys(mention.name for mention in extract(self._extractor, [query])[0].entities)
        open_names = [name for name in names if canonical_name(name) not in covered]
        if open_names:
            vectors = embed_texts(self._embedder, open_names)
            for name, nearest in zip(open_names, self._store.entities.nearest(asked, vectors), strict=True):
                for match in nearest:
                    if match.cosine >= self._embedder.link_threshold:
                        parts = name.split()
                        first = bool(words) and words[0] == parts[0]
                        span = _Span(len(parts), any(_is_proper(w, i or not first) for i, w in enumerate(parts)))
                        found.setdefault(match.canonical_name, (match, span, False))
        alone = not any(span.proper for _, span, _ in found.values())
        named = [
            NamedEntity(match.canonical_name, match.name, match.passages, _score(match, span, alone=alone), exact)
            for match, span, exact in found.values()
        ]
        return sorted(named, key=lambda n: (-n.score, -len(n.canonical_name), n.canonical_name))[:limit]

    def _named(
        self, spelled: list[str], words: list[str], asked: SearchQuery
    ) -> tuple[list[tuple[EntityMatch, _Span, bool]], set[str]]:
        """Runs of words that name entities, the longer one where two overlap; and all names they cover.

        Exact names and aliases come first, then, among the words left, other numbers and initials of names.
        """
        runs = _runs(spelled, words)
        shortened = {run.initials for run in runs.values() if run.initials}
        names = shortened.union(*((*run.forms, *run.numbers) for run in runs.values()))
        named, abbreviated = self._store.entities.match_names(asked, sorted(names), sorted(shortened))
        taken: set[int] = set()
        chosen: dict[str, tuple[EntityMatch, _Span, bool]] = {}
        covered: set[str] = set()
        for exact in (True, False):
            for (start, end), run in sorted(runs.items(), key=lambda item: (item[0][0] - item[0][1], item[0])):
                place = range(start, end)
                if taken.intersection(place):
                    if taken.issuperset(place):
                        covered.update(run.forms)
                    continue
                match = run.exact(named) if exact else run.near(named, abbreviated)
                if match is not None:
                    proper = any(_is_proper(words[i], i) for i in place)
                    chosen.setdefault(match.canonical_name, (match, _Span(end - start, proper), exact))
                    taken.update(place)
                    covered.update(run.forms)
        return list(chosen.values()), covered


def _runs(spelled: list[str], words: list[str]) -> dict[tuple[int, int], NameRun]:
    """Runs of words, by their first and the one after their last, that may name something."""
    runs: dict[tuple[int, int], NameRun] = {}
    for start in range(len(words)):
        for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
            if not all(word.lower() in _IGNORED for word in words[start:end]):
                closed = not {words[start].lower(), words[end - 1].lower()} & _IGNORED
                runs[start, end] = NameRun.of(words[start:end], _forms(" ".join(spelled[start:end])), whole=closed)
    # who asks for nothing but a name means it, whatever its words
    runs[0, len(words)] = NameRun.of(words, _forms(" ".join(spelled)), whole=True)
    return runs


def _forms(text: str) -> list[str]:
    """Canonical names that a run of words may stand for: as it is, and without the signs of the sentence around it."""
    bare = text.rstrip(_PUNCTUATION)
    forms = [text, *(text[:-cut] for cut in range(1, min(len(text) - len(bare), _SIGNS))), bare]
    forms += [form.lstrip(_PUNCTUATION) for form in forms]
    forms += [form[:-2] for form in forms if form.endswith(("'s", "’s"))]
    short = [form for form in forms if 0 < len(form.strip()) <= LIMITS.name_characters]
    return list(dict.fromkeys(canonical_name(form) for form in short))


def _is_proper(word: str, place: int | bool) -> bool:
    """Whether a word looks like a name: a capital that does not just open a sentence, a digit, or an identifier."""
    return any(c.isupper() for c in (word if place else word[1:])) or any(c.isdigit() or c in "_./:@" for c in word)


def _score(match: EntityMatch, span: _Span, *, alone: bool) -> float:
    kind = _PROPER if span.proper else _PLAIN_PHRASE if span.words > 1 else _PLAIN_WORD
    return min(1.0, match.cosine * kind * (_ALONE if alone else 1.0))
