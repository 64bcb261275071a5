"""Random statements about one subject and predicate, as the model knows them and as claims."""

from __future__ import annotations

from hypothesis import strategies as st
from support.bitemporal_model import OPEN, PAST, Statement

from memgraph_svc.domain.claim import Claim

INSTANTS = (PAST, PAST + 1, *range(12), 10_000, OPEN - 1)
"""Every instant at which something may change, and both sides of it."""

_STARTS = (PAST, 1, 2, 3, 5, 7)
_ENDS = (OPEN, OPEN, 2, 3, 4, 6, 9)
_SOURCES = ("", "e1", "e2", "e3")


@st.composite
def statements(draw: st.DrawFn, *, functional: bool = False) -> Statement:
    """One statement; confidences are dyadic, so that united ones do not depend on the order of the product."""
    start = draw(st.sampled_from(_STARTS))
    source = draw(st.sampled_from(_SOURCES))
    return Statement(
        object=draw(st.sampled_from("ABC")),
        start=start,
        end=draw(st.sampled_from([end for end in _ENDS if end > start])),
        source=source,
        said=draw(st.sampled_from((1, 4))) if source else OPEN,
        confidence=draw(st.sampled_from((0.5, 0.75, 1.0))),
        firm=draw(st.booleans()) or draw(st.booleans()),
        functional=functional and draw(st.integers(0, 5)) == 0,
        spelling=draw(st.sampled_from(("", "", "x"))),
    )


def histories(*, functional: bool = False) -> st.SearchStrategy[list[Statement]]:
    """Up to eight statements; what one source says of one fact with one end is said once."""
    return st.lists(statements(functional=functional), max_size=8, unique_by=lambda s: claim(s).key)


def claim(told: Statement) -> Claim:
    """A statement as the code knows it."""
    return Claim(
        fact_id=f"{told.object}{told.spelling}@{told.start:020}", subject=told.subject, object=told.object,
        predicate=told.predicate, text=f"{told.subject} {told.predicate} {told.object}", from_ms=told.start,
        to_ms=told.end, source=told.source, said_ms=told.said, confidence=told.confidence, firm=told.firm,
        functional=told.functional, recorded_ms=told.known, retracted_ms=told.taken_back,
    )  # fmt: skip
