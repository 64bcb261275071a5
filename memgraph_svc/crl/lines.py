"""What a document says: statements, and texts that are kept word for word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from memgraph_svc.errors import InvalidInputError

__all__ = ["SIGNS", "Line", "Statement", "Verbatim", "When"]

SIGNS: Final = {"=": "is", "<": "caused by", ">": "leads to", "+": "has", "^": "states"}
"""The reserved relations and what they mean."""

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_MOMENT: Final = re.compile("[^\\s@\x00-\x1f\x7f-\x9f\ud800-\udfff]*")
_MOST_TURNS: Final = 999_999_999


@dataclass(frozen=True, slots=True)
class When:
    """A moment, or a span of time; its ends are words such as ``2026-03-01`` and are kept as they are.

    Attributes:
        start: The moment, or the beginning of the span; empty where only its end is known.
        end: None for a moment; the end of a span, which is left out of it; empty where none is known.
    """

    start: str
    end: str | None = None

    def __post_init__(self) -> None:
        for field, word in (("start", self.start), ("end", self.end or "")):
            _check_text(field, word)
            if not _MOMENT.fullmatch(word) or ".." in word:
                raise InvalidInputError(field, "must have no blank, @, control character, or two dots in a row")
        if self.start.endswith("."):
            raise InvalidInputError("start", "must not end with a dot")
        if not self.start and not self.end:
            raise InvalidInputError("start", "must not be empty where no end is given")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a subject.

    Attributes:
        subject: Any text.
        relation: ``=``, ``<``, ``>``, ``+``, ``^``, or a colon and a predicate of the graph such as ``:sits on``.
        object: Any text.
        negated: It says that this is not so.
        concept: The object is an entity, not a value.
        when: When it holds; None where it does not say.
        confidence: 0..1 with at most two decimals; None where it does not say.
        turn: Number of the turn that it comes from, 0 to 999,999,999; None where it does not say.
    """

    subject: str
    relation: str
    object: str
    negated: bool = False
    concept: bool = False
    when: When | None = None
    confidence: float | None = None
    turn: int | None = None

    def __post_init__(self) -> None:
        for field, given in (("subject", self.subject), ("relation", self.relation), ("object", self.object)):
            _check_text(field, given)
        if self.relation not in SIGNS and not (self.relation[:1] == ":" and self.relation[1:]):
            raise InvalidInputError("relation", "must be one of = < > + ^, or a colon and a predicate")
        for field, flag in (("negated", self.negated), ("concept", self.concept)):
            if not isinstance(flag, bool):
                raise InvalidInputError(field, "must be true or false")
        if self.when is not None and not isinstance(self.when, When):
            raise InvalidInputError("when", "must be a moment or a span")
        _check_confidence(self.confidence)
        if self.turn is not None and not (type(self.turn) is int and 0 <= self.turn <= _MOST_TURNS):
            raise InvalidInputError("turn", f"must be a whole number of 0-{_MOST_TURNS:,}")

    @property
    def predicate(self) -> str:
        """Name of the relation in words."""
        return SIGNS.get(self.relation) or self.relation[1:]


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Any text, of any number of lines, kept as it is."""

    text: str

    def __post_init__(self) -> None:
        _check_text("text", self.text)


Line = Statement | Verbatim
"""One line of a document."""


def _check_text(field: str, given: Any) -> None:  # noqa: ANN401  # anything may come from outside
    if not isinstance(given, str):
        raise InvalidInputError(field, "must be text")
    if not given.isascii() and _SURROGATE.search(given):
        raise InvalidInputError(field, "lone surrogates are not allowed")


def _check_confidence(given: Any) -> None:  # noqa: ANN401
    if given is None:
        return
    number = not isinstance(given, bool) and isinstance(given, int | float)
    if not number or not 0 <= given <= 1 or round(given, 2) != given:
        raise InvalidInputError("confidence", "must be a number of 0-1 with at most two decimals")
