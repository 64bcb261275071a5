"""Statements and facts of the graph, one from the other, with a list of what has no place on the other side."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.crl.lines import SIGNS, Line, Statement, Verbatim, When
from memgraph_svc.domain._model import validated
from memgraph_svc.domain.fact import Fact, FactDraft
from memgraph_svc.domain.instant import parse_instant
from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["FactsRead", "StatementsMade", "Unplaced", "from_facts", "to_facts"]

_RELATIONS: Final = {word: sign for sign, word in SIGNS.items()}
_LEAST_CONFIDENCE: Final = 0.01


@dataclass(frozen=True, slots=True)
class Unplaced:
    """Something that the other side cannot hold.

    Attributes:
        place: Index of the line or fact that it belongs to.
        field: What of it: ``line`` for all of it, else the name of a field.
        rule: Why.
    """

    place: int
    field: str
    rule: str


@dataclass(frozen=True, slots=True)
class FactsRead:
    """Facts, each with the index of its line, and what has no place in them."""

    facts: tuple[FactDraft, ...]
    places: tuple[int, ...]
    unplaced: tuple[Unplaced, ...]


@dataclass(frozen=True, slots=True)
class StatementsMade:
    """One statement for each fact, and what has no place in them."""

    statements: tuple[Statement, ...]
    unplaced: tuple[Unplaced, ...]


def to_facts(lines: Iterable[Line]) -> FactsRead:
    """Read facts out of lines.

    Times without zone are UTC, and a day is its first instant. A moment is taken as the beginning of a span without a
    known end, and a value as an entity; both are told. A text, a denial, and a statement that breaks a rule of facts
    make no fact.
    """
    facts: list[FactDraft] = []
    places: list[int] = []
    unplaced: list[Unplaced] = []
    for place, line in enumerate(lines):
        refusal = _refusal(line)
        if isinstance(line, Verbatim) or refusal:
            unplaced.append(Unplaced(place, "line", refusal))
            continue
        try:
            fact = _fact(line)
        except InvalidInputError as error:
            unplaced.append(Unplaced(place, "line", f"{error.field}: {error.rule}"))
            continue
        facts.append(fact)
        places.append(place)
        if not line.concept:
            unplaced.append(Unplaced(place, "object", "a value becomes an entity"))
        if line.when is not None and line.when.end is None:
            unplaced.append(Unplaced(place, "when", "a moment becomes the beginning of a span without a known end"))
        if line.turn is not None:
            unplaced.append(Unplaced(place, "turn", "a fact has no turn"))
    return FactsRead(tuple(facts), tuple(places), tuple(unplaced))


def _refusal(line: Line) -> str:
    if isinstance(line, Verbatim):
        return "a text is no fact"
    if line.negated:
        return "a fact cannot say that something is not so"
    return ""


def _fact(line: Statement) -> FactDraft:
    given: dict[str, Any] = {"subject": line.subject, "predicate": line.predicate, "object": line.object}
    if line.confidence is not None:
        given["confidence"] = line.confidence
    if line.when is not None:
        for field, word in (("valid_from", line.when.start), ("valid_to", line.when.end)):
            if word:
                given[field] = _instant(field, word)
    return validated(FactDraft, given)


def _instant(field: str, word: str) -> datetime:
    try:
        return parse_instant(word, assume_utc=True)
    except ValueError as error:
        raise InvalidInputError(field, str(error)) from None


def from_facts(facts: Iterable[FactDraft]) -> StatementsMade:
    """Make a statement of each fact; a confidence of 1 is left out, others are rounded to two decimals."""
    statements: list[Statement] = []
    unplaced: list[Unplaced] = []
    for place, fact in enumerate(facts):
        confidence = max(round(fact.confidence, 2), _LEAST_CONFIDENCE)
        statements.append(
            Statement(
                subject=fact.subject,
                relation=_RELATIONS.get(fact.predicate, f":{fact.predicate}"),
                object=fact.object,
                concept=True,
                when=_when(fact),
                confidence=None if fact.confidence == 1 else confidence,
            )
        )
        if confidence != fact.confidence:
            unplaced.append(Unplaced(place, "confidence", "is rounded to two decimals"))
        if fact.functional:
            unplaced.append(Unplaced(place, "functional", "a statement does not say how many values there are"))
        if isinstance(fact, Fact):
            unplaced += [Unplaced(place, field, "a statement has no such field") for field in _own_fields(fact)]
    return StatementsMade(tuple(statements), tuple(unplaced))


def _own_fields(fact: Fact) -> list[str]:
    given = fact.model_dump()
    own = ("fact_id", "recorded_at", "invalidated_at", "invalidated_by", "sources")
    return [field for field in own if given[field] not in (None, ())]


def _when(fact: FactDraft) -> When | None:
    if fact.valid_from is None and fact.valid_to is None:
        return None
    return When(_word(fact.valid_from), _word(fact.valid_to))


def _word(instant: datetime | None) -> str:
    """An instant in its shortest form: midnight as its day."""
    if instant is None:
        return ""
    local = instant.astimezone(UTC)
    if local.time() == time():
        return local.date().isoformat()
    whole = "minutes" if not local.second and not local.microsecond else "auto"
    text = local.replace(tzinfo=None).isoformat(timespec="milliseconds" if local.microsecond else whole)
    return f"{text}Z"
