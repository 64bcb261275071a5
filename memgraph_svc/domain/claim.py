"""Claims: what one source said of a fact. Facts are what is believed of all claims."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memgraph_svc.domain.instant import OPEN_END_MS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Claim", "ClaimDraft", "ClaimKey"]

ClaimKey = tuple[str, str, int]
"""Fact id as spelled, source (empty for none) and end of a claim; one claim that is not retracted has it."""


@dataclass(frozen=True, slots=True)
class _Statement:
    """What a source says.

    Attributes:
        fact_id: Hash of the ends as spelled, the predicate and the beginning.
        subject: Canonical name.
        object: Canonical name.
        predicate: Predicate.
        text: The fact as a sentence.
        from_ms: First millisecond, or the open past.
        to_ms: First millisecond after the end; the open end means that no end is known.
        source: Id of the episode, or empty text.
        said_ms: When it was said: event time of the episode; the open end for one that no episode said.
        confidence: 0..1.
        firm: May end other facts; what was extracted may not, unless the caller allowed it.
        functional: The subject has one value of the predicate at a time.
    """

    fact_id: str
    subject: str
    object: str
    predicate: str
    text: str
    from_ms: int
    to_ms: int
    source: str
    said_ms: int
    confidence: float
    firm: bool
    functional: bool

    @property
    def key(self) -> ClaimKey:
        """What tells it from the other claims that are not retracted."""
        return (self.fact_id, self.source, self.to_ms)


@dataclass(frozen=True, slots=True)
class Claim(_Statement):
    """One source's statement of a fact, as it is stored; its ends are the entities that the spelled ones stand for.

    Attributes:
        recorded_ms: When the store learned of it.
        retracted_ms: When it was taken back, or the open end.
    """

    recorded_ms: int
    retracted_ms: int = OPEN_END_MS

    def known_at(self, ms: int) -> bool:
        """Whether it was known and not taken back at an instant."""
        return self.recorded_ms <= ms < self.retracted_ms


@dataclass(frozen=True, slots=True)
class ClaimDraft(_Statement):
    """A claim to be made, with its ends as spelled and, if its text is new, the vector of it.

    Attributes:
        asserted: It was made apart from the text of its episode, and stays whatever that says later.
        embedding: (dimension,) float32 of norm 1.
    """

    asserted: bool = False
    embedding: NDArray[np.float32] | None = field(default=None, compare=False)
