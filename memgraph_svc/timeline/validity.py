"""When a statement of a text holds, as far as the text says so plainly."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.interval import Interval
from memgraph_svc.timeline.expressions import find_expressions, without_expressions
from memgraph_svc.timeline.hedges import is_plain
from memgraph_svc.timeline.verbs import lasts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memgraph_svc.domain.extraction import Triple
    from memgraph_svc.timeline.expressions import Expression

__all__ = ["read_validity", "validity_of"]

_LONGEST: Final = 2_000
_LEFT_OVER: Final = re.compile(  # another time, or one that could not be read
    r"\b(?:since|until|till)\b|\b(?:from|between)\s{1,3}\d"
    r"|\b(?:in|on|during|before|after|by|around)\s{1,3}(?:the\s{1,3}|early\s{1,3}|late\s{1,3}|mid-?\s?)?"
    r"(?:[a-z]{3,9}\.?,?\s{1,3})?(?:\d{1,2}(?:st|nd|rd|th)?,?\s{1,3})?(?:1\d{3}|20\d\d)\b",
    re.IGNORECASE,
)
_PLUPERFECT: Final = re.compile(r"(?<!has )(?<!have )(?<!['’]ve )(?<!['’]s )\bhad\b", re.IGNORECASE)
_WAS: Final = re.compile(r"\b(?:was|were|did)\b", re.IGNORECASE)
_PAST: Final = re.compile(r"\b(?:was|were|had|did)\b|(?<!is )(?<!are )(?<!been )(?<!be )\b[a-z]{2,30}ed\b")
# "the first title since 1992"
_COUNTED: Final = re.compile(
    r"\b(?:first|second|third|fourth|fifth|only|most|least|best|worst|oldest|youngest|largest|biggest|smallest|longest|"
    r"shortest|highest|lowest|fastest|greatest|latest|earliest|newest|richest|strongest|hottest|coldest|deadliest)\b"
)
# what is so on a day, rather than from that day on: "as of 2018 the amount is"
_SNAPSHOT: Final = re.compile(r"\b(?:is|are|has|have|remains?)\b|['’](?:s|re|ve)\b", re.IGNORECASE)
_UP_TO_NOW: Final = frozenset({"since", "for"})


def validity_of(triple: Triple, reference: datetime) -> Interval:
    """Return when a triple holds: what its clause says, if its predicate tells of a state; else open at both ends.

    Args:
        triple: An extracted triple.
        reference: When the text was written, with a zone.
    """
    return read_validity(triple.when, reference) if triple.when and lasts(triple.predicate) else Interval()


def read_validity(text: str, reference: datetime) -> Interval:
    """Return the validity that a clause or a plain sentence states; open at both ends where it is not plain.

    The rules for the expressions stand in :mod:`memgraph_svc.timeline.expressions`. Several expressions count together
    only if one says since when and the other until when. Ambiguous means nothing: another time beside it, a word of
    doubt, an end that is not after its beginning, a beginning of ``since`` after the reference, an instant outside the
    years 1-9999, or a text of more than 2,000 characters.

    Args:
        text: As it was written.
        reference: When it was written, with a zone; ``yesterday`` is the day before its day in UTC.
    """
    if len(text) > _LONGEST:
        return Interval()
    found = find_expressions(text)
    rest = without_expressions(text, found)
    if not found or not is_plain(text) or _LEFT_OVER.search(rest) or _tense_differs(found, rest):
        return Interval()
    begins = [one.begins for one in found if one.begins]
    ends = [one.ends for one in found if one.ends]
    if len(begins) > 1 or len(ends) > 1 or (found[0].kind == "for" and ends):
        return Interval()
    valid_from = begins[0].instant(reference) if begins else None
    valid_to = ends[0].instant(reference) if ends else None
    missing = bool(begins and valid_from is None) or bool(ends and valid_to is None)
    reversed_ = valid_from is not None and valid_to is not None and valid_from >= valid_to
    ahead = valid_from is not None and found[0].kind in _UP_TO_NOW and valid_from > reference
    seen = valid_from is not None and found[0].kind == "as_of" and valid_from <= reference and _SNAPSHOT.search(rest)
    if missing or reversed_ or ahead or seen:
        return Interval()
    return Interval(valid_from=valid_from, valid_to=valid_to)


def _tense_differs(found: Sequence[Expression], rest: str) -> bool:
    """Tell whether the wording leaves open if it holds since then: ``had worked since``, ``as of 2020 it was``."""
    kinds = {one.kind for one in found}
    if kinds & _UP_TO_NOW:
        return bool(_PLUPERFECT.search(rest) or _WAS.search(rest) or _COUNTED.search(rest))
    return bool("as_of" in kinds and _PAST.search(rest))
