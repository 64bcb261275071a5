"""Subject, predicate and object from the dependencies of a parsed text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.extractors.clause_times import ClauseTimes
from memgraph_svc.domain.extraction import Triple
from memgraph_svc.domain.text import canonical_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Token

    from memgraph_svc.adapters.extractors.frame import Frame
    from memgraph_svc.adapters.extractors.masked import Masked
    from memgraph_svc.adapters.extractors.phrases import Phrase

__all__ = ["find_triples"]

_SUBJECTS: Final = frozenset({"nsubj", "nsubjpass"})
_OBJECTS: Final = frozenset({"dobj", "attr", "oprd", "dative", "npadvmod"})
_INHERITS: Final = frozenset({"conj", "xcomp", "advcl", "pcomp", "ccomp"})
_RELATIVE: Final = frozenset({"WP", "WDT"})
_THIRD_PERSON: Final = frozenset({"he", "she", "it", "they", "his", "her", "its", "their", "him", "them"})
_FIRST_PERSON: Final = frozenset({"i", "my", "me"})
_MODALS: Final = frozenset({"may", "might", "could", "would", "should", "will", "must", "can"})
_BE: Final = frozenset({"is", "are", "was", "were", "be", "been", "being", "'s", "’s"})
_LONG_FORMS: Final = {
    "'s": "is",
    "’s": "is",
    "am": "is",
    "'m": "is",
    "’m": "is",
    "'re": "are",
    "’re": "are",
    "'ll": "will",
}
_MOST_STEPS: Final = 4
_CONFIDENCE: Final = 0.6


@dataclass(frozen=True, slots=True)
class _Ends:
    """Turns a token into the name it stands for."""

    masked: Masked
    phrases: dict[int, Phrase]
    frame: Frame

    def name(self, token: Token) -> str | None:
        word = token.lower_
        if token.tag_ in {"PRP", "PRP$"}:
            return self.frame.title if word in _THIRD_PERSON else self.frame.speaker if word in _FIRST_PERSON else None
        if self._means_title(token):
            return self.frame.title
        phrase = self.phrases.get(token.i)
        return phrase.name if phrase and not phrase.general else None

    def role(self, token: Token) -> str | None:
        phrase = self.phrases.get(token.i)
        return phrase.name if phrase else None

    def text(self, token: Token) -> str:
        return self.masked.surface[token.i]

    def word(self, token: Token) -> str:
        text = self.text(token).lower()
        return _LONG_FORMS.get(text.replace("’", "'"), text)

    def named(self, token: Token) -> bool:
        phrase = self.phrases.get(token.i)
        return bool(phrase and phrase.named)

    def _means_title(self, token: Token) -> bool:
        # "the journal", after the title "Journal of Mathematical Physics"
        if (
            not self.frame.title
            or token.tag_ != "NN"
            or not any(child.lower_ in {"the", "this"} for child in token.lefts)
        ):
            return False
        return token.lower_ in self.frame.title.casefold().split() and sum(1 for _ in token.children) == 1


def find_triples(masked: Masked, phrases: list[Phrase], frame: Frame) -> Iterator[Triple]:
    """Yield triples, each once, in the order of their verbs."""
    ends = _Ends(masked, _by_token(phrases), frame)
    times = ClauseTimes(masked)
    seen: set[tuple[str, str, str]] = set()
    for (subject, predicate, object_), word in _raw(ends):
        key = (canonical_name(subject), predicate.casefold(), canonical_name(object_))
        if key[0] != key[2] and predicate and key not in seen:
            seen.add(key)
            yield Triple(
                subject=subject, predicate=predicate, object=object_, confidence=_CONFIDENCE, when=times.of(word)
            )


def _by_token(phrases: list[Phrase]) -> dict[int, Phrase]:
    # "the capital of Norway" is told of by its parts, "the battle of aros" as a whole
    ends = [phrase for phrase in phrases if phrase.named or not phrase.joined]
    longest = sorted(ends, key=lambda phrase: phrase.first - phrase.last)
    owners: dict[int, Phrase] = {}
    for phrase in longest:
        for index in range(phrase.first, phrase.last):
            owners.setdefault(index, phrase)
    return owners


def _raw(ends: _Ends) -> Iterator[tuple[tuple[str, str, str], Token]]:
    """Yield triples with the word that they were found by."""
    asked = {
        index
        for sent in ends.masked.doc.sents
        if sent.text.rstrip().endswith("?")
        for index in range(sent.start, sent.end)
    }
    for token in ends.masked.doc:
        if token.i in asked:
            continue  # a question states nothing
        if token.pos_ in {"VERB", "AUX"}:
            found = _of_verb(ends, token)
        elif token.dep_ == "appos" and _describes(token):
            found = _of_apposition(ends, token)
        elif token.dep_ == "prep" and ends.named(token.head):
            found = _between_names(ends, token)
        else:
            continue
        for triple in found:
            yield triple, token


def _of_verb(ends: _Ends, verb: Token) -> Iterator[tuple[str, str, str]]:
    subjects = list(_subjects(ends, verb))
    objects = list(_objects(ends, verb))
    for subject in subjects:
        for predicate, object_ in objects:
            name, other = ends.name(subject), ends.name(object_)
            if name and other:
                yield name, predicate, other
        yield from _of_subject_phrase(ends, verb, subject)


def _subjects(ends: _Ends, verb: Token, steps: int = 0) -> Iterator[Token]:
    own = [child for child in verb.children if child.dep_ in _SUBJECTS]
    if verb.dep_ in {"relcl", "acl"} and (not own or own[0].tag_ in _RELATIVE):
        if verb.head.dep_ == "attr" and steps < _MOST_STEPS:  # "X is a journal published by Y" tells of X
            yield from _subjects(ends, verb.head.head, steps + 1)
        else:
            yield from _with_conjuncts(verb.head)
    elif own:
        for subject in own:
            yield from _with_conjuncts(subject)
    elif verb.dep_ in _INHERITS and steps < _MOST_STEPS:
        head = verb.head.head if verb.dep_ == "pcomp" else verb.head
        if head.pos_ in {"VERB", "AUX"} and head.i != verb.i:
            yield from _subjects(ends, head, steps + 1)


def _with_conjuncts(token: Token) -> Iterator[Token]:
    yield token
    yield from token.conjuncts if token.dep_ != "conj" else ()


def _objects(ends: _Ends, verb: Token) -> Iterator[tuple[str, Token]]:
    predicate = _predicate(ends, verb)
    if verb.dep_ == "relcl" and any(c.dep_ in _SUBJECTS and c.tag_ not in _RELATIVE for c in verb.children):
        yield predicate, verb.head  # "the book that Bowden wrote"
    for child in verb.children:
        if child.dep_ in _OBJECTS:
            yield from _object(ends, predicate, child)
        elif child.dep_ in {"prep", "agent"}:
            yield from _prepositional(ends, predicate, child)
        elif child.dep_ == "acomp":
            for prep in child.children:
                if prep.dep_ == "prep":
                    yield from _prepositional(ends, f"{predicate} {ends.text(child)}", prep)


def _object(ends: _Ends, predicate: str, child: Token) -> Iterator[tuple[str, Token]]:
    deeper = [
        (f"{predicate} {ends.text(child)} {ends.word(prep)}", end)
        for prep in child.children
        if prep.dep_ == "prep"
        for end in _ends_of(prep)
        if (ends.word(prep) == "of" or ends.named(end)) and not ends.named(child)
    ]
    yield from deeper
    if not (deeper and child.dep_ == "attr" and not ends.named(child)):
        for one in _with_conjuncts(child):
            yield predicate, one


def _prepositional(ends: _Ends, predicate: str, prep: Token) -> Iterator[tuple[str, Token]]:
    for end in _ends_of(prep):
        yield f"{predicate} {ends.word(prep)}", end
        for inner in end.children:  # "shot down in the battle of Mogadishu": in, then of
            if inner.dep_ == "prep" and inner.lower_ in {"in", "on", "at", "from"}:
                yield from ((f"{predicate} {ends.word(inner)}", deep) for deep in _ends_of(inner))


def _ends_of(prep: Token) -> Iterator[Token]:
    for child in prep.children:
        if child.dep_ == "pobj":
            yield from _with_conjuncts(child)
        elif child.dep_ == "prep":
            yield from _ends_of(child)


def _of_subject_phrase(ends: _Ends, verb: Token, subject: Token) -> Iterator[tuple[str, str, str]]:
    """Yield from ``the capital of France is Paris`` and ``its editor is Jan``."""
    if verb.lower_ not in _BE:
        return
    for attribute in (child for child in verb.children if child.dep_ == "attr"):
        name = ends.name(attribute)
        if not name:
            continue
        if ends.frame.title and _definite(subject) and (role := ends.role(subject)) and role != ends.frame.title:
            yield ends.frame.title, f"{role} {ends.word(verb)}", name  # "the current editor is Jan", below a title
        for child in subject.children:
            if child.dep_ == "poss" and (owner := ends.name(child)):
                yield owner, f"{ends.text(subject)} {ends.word(verb)}", name
            elif child.dep_ == "prep" and child.lower_ in {"of", "for"}:
                for end in _ends_of(child):
                    if of := ends.name(end):
                        yield name, f"{ends.word(verb)} {ends.text(subject)} {ends.word(child)}", of


def _describes(token: Token) -> bool:
    # "Jan Solovej, the editor" and "author of the book", but not the next item of a list
    return any(child.dep_ == "det" or child.lower_ == "of" for child in token.children)


def _definite(subject: Token) -> bool:
    words = [child.dep_ for child in subject.children]
    return subject.tag_ == "NN" and any(child.lower_ == "the" for child in subject.lefts) and "prep" not in words


def _of_apposition(ends: _Ends, token: Token) -> Iterator[tuple[str, str, str]]:
    subject = ends.name(token.head)
    if not subject:
        return
    for predicate, end in _object(ends, "is", token):
        if name := ends.name(end):
            yield subject, predicate, name


def _between_names(ends: _Ends, prep: Token) -> Iterator[tuple[str, str, str]]:
    """Yield from ``Jan from Copenhagen``."""
    for end in _ends_of(prep):
        subject, object_ = ends.name(prep.head), ends.name(end)
        if subject and object_ and ends.named(end):
            yield subject, ends.word(prep), object_


def _predicate(ends: _Ends, verb: Token, steps: int = 0) -> str:
    words: list[Token] = [verb]
    negated = False
    for child in verb.children:
        if child.dep_ == "neg":
            negated = True
        elif child.dep_ in {"auxpass", "prt"} or (child.dep_ == "aux" and child.lower_ in _MODALS):
            words.append(child)
    texts = [ends.word(word) for word in sorted(words, key=lambda word: word.i)]
    if negated:
        texts.insert(1 if texts[0] in _MODALS | _BE else 0, "not")
    if verb.dep_ == "xcomp" and verb.head.pos_ == "VERB" and steps < _MOST_STEPS:
        to = ["to"] if any(child.lower_ == "to" for child in verb.lefts) else []
        texts = [_predicate(ends, verb.head, steps + 1), *to, *texts]  # "wants to buy", "loved reading"
    return " ".join(texts)
