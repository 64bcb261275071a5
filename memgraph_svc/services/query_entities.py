"""Finding the entities of the graph that a question names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.text import canonical_name
from memgraph_svc.scoring.english import STOP_WORDS

if TYPE_CHECKING:
    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.ports.extractor import Extractor
    from memgraph_svc.repositories.entities import EntityMatch
    from memgraph_svc.repositories.store import Store

__all__ = ["NamedEntity", "QueryEntities"]

_WORDS: Final = 64
_LONGEST: Final = 8
_IGNORED: Final = STOP_WORDS.union(
    "who whom whose what when where which why how did do does done has have had i me my we us our you".split(),
    "your he him his she her its them were been being can could should would may might must shall about".split(),
    "after before from than too all any both each few more most other some same so very just also only".split(),
    "own over under again once".split(),
)
_PUNCTUATION: Final = ".,;:!?()[]{}\"'`“”‘’«»…"


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity that a question names: by its exact name, or by one that is near in meaning."""

    canonical_name: str
    name: str
    passages: int
    score: float
    exact: bool


class QueryEntities:
    """Looks up what a question names: exact names first, longest first, then what the extractor sees, by vector."""

    def __init__(self, store: Store, embedder: Embedder, extractor: Extractor) -> None:
        self._store = store
        self._embedder = embedder
        self._extractor = extractor

    def find(self, query: str, namespace: str, *, limit: int) -> list[NamedEntity]:
        """Entities named in a question, exact ones first, at most ``limit``."""
        words = [word.strip(_PUNCTUATION) for word in query.split()[:_WORDS]]
        exact, covered = self._exact(words, namespace)
        found = {match.canonical_name: NamedEntity(match.canonical_name, match.name, match.passages, 1.0, exact=True)
                 for match in exact}  # fmt: skip
        names = [m.name for m in self._extractor.extract([query])[0].entities]
        open_names = [name for name in dict.fromkeys(names) if canonical_name(name) not in covered]
        if open_names and len(found) < limit:
            vectors = self._embedder.embed_documents(open_names)
            for matches in self._store.entities.nearest(namespace, vectors, limit=1):
                for match in matches:
                    if match.cosine >= self._embedder.link_threshold:
                        found.setdefault(
                            match.canonical_name,
                            NamedEntity(match.canonical_name, match.name, match.passages, match.cosine, exact=False),
                        )
        ranked = sorted(found.values(), key=lambda n: (not n.exact, -n.score, -len(n.canonical_name), n.canonical_name))
        return ranked[:limit]

    def _exact(self, words: list[str], namespace: str) -> tuple[list[EntityMatch], set[str]]:
        """Runs of words that are names of entities, the longer one where two overlap; and all names they cover."""
        spans: dict[tuple[int, int], str] = {}
        for start in range(len(words)):
            for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
                run = words[start:end]
                if all(word.lower() in _IGNORED for word in run):
                    continue
                spans[start, end] = canonical_name(" ".join(run))
        matches = self._store.entities.match_names(namespace, sorted(set(spans.values()))) if spans else {}
        taken: set[int] = set()
        chosen: dict[str, EntityMatch] = {}
        covered: set[str] = set()
        for (start, end), name in sorted(spans.items(), key=lambda item: (item[0][0] - item[0][1], item[0])):
            if taken.intersection(range(start, end)) and name not in chosen:
                if taken.issuperset(range(start, end)):
                    covered.add(name)
                continue
            if name in matches:
                chosen[name] = matches[name]
                taken.update(range(start, end))
                covered.add(name)
        return list(chosen.values()), covered
