"""Which names may be those of one entity, and why."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.merge import MergeReason
from memgraph_svc.domain.name_forms import initials, is_abbreviation, letters, number_forms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["LikePair", "like_names"]

_SAME_LETTERS: Final = 1.0
_OTHER_NUMBER: Final = 0.98
_ONE_SLIP: Final = 0.95
_INITIALS: Final = 0.9
_FEWEST_LETTERS: Final = 3
_FEWEST_TO_SLIP: Final = 6


@dataclass(frozen=True, slots=True)
class LikePair:
    """Two canonical names, ``low`` before ``high``, how surely they are one (0..1), and why."""

    low: str
    high: str
    score: float
    reason: MergeReason


def like_names(names: Mapping[str, str], near: Mapping[tuple[str, str], float]) -> list[LikePair]:
    """Compare the names of a namespace; each pair once, with its strongest reason. Time is linear in the names.

    Args:
        names: Canonical name to name as spelled.
        near: Cosine of pairs whose names are near in meaning.
    """
    found: dict[tuple[str, str], LikePair] = {}
    for a, b, score, reason in (*_by_form(names), *_by_vector(near)):
        low, high = sorted((a, b))
        found.setdefault((low, high), LikePair(low, high, score, reason))
    return list(found.values())


def _by_form(names: Mapping[str, str]) -> Iterator[tuple[str, str, float, MergeReason]]:
    for same in _groups((letters(name), name) for name in names):
        if len(letters(same[0])) >= _FEWEST_LETTERS:
            yield from ((same[0], other, _SAME_LETTERS, MergeReason.SPELLING) for other in same[1:])
    for name in names:
        forms = [form for form in number_forms(name) if form in names]
        yield from ((name, form, _OTHER_NUMBER, MergeReason.PLURAL) for form in forms)
    long = _by_initials(names)
    for name, spelled in names.items():
        meant = long.get(letters(name), [])
        if is_abbreviation(spelled) and len(meant) == 1:
            yield name, meant[0], _INITIALS, MergeReason.ABBREVIATION


def _by_vector(near: Mapping[tuple[str, str], float]) -> Iterator[tuple[str, str, float, MergeReason]]:
    for (a, b), cosine in near.items():
        if _is_slip(letters(a), letters(b)):
            yield a, b, max(cosine, _ONE_SLIP), MergeReason.SPELLING
        else:
            yield a, b, cosine, MergeReason.SIMILAR


def _by_initials(names: Iterable[str]) -> dict[str, list[str]]:
    by: dict[str, list[str]] = defaultdict(list)
    for name in names:
        if short := initials(name):
            by[short].append(name)
    return by


def _groups(items: Iterable[tuple[str, str]]) -> list[list[str]]:
    by: dict[str, list[str]] = defaultdict(list)
    for key, name in items:
        by[key].append(name)
    return [sorted(same) for same in by.values() if len(same) > 1]


def _is_slip(a: str, b: str) -> bool:
    """Whether two long names differ by one letter that is wrong, missing or too many; another digit is no slip."""
    short, long = sorted((a, b), key=len)
    if len(short) < _FEWEST_TO_SLIP or len(long) - len(short) > 1:
        return False
    start = next((i for i, c in enumerate(short) if c != long[i]), len(short))
    differ = short[start : start + (len(long) == len(short))] + long[start]
    return short[start + (len(long) == len(short)) :] == long[start + 1 :] and not any(c.isdigit() for c in differ)
