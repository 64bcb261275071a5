"""A run of words of a question and the names it may stand for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from memgraph_svc.domain.name_forms import initials, is_abbreviation, letters, number_forms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memgraph_svc.repositories.entities import EntityMatch

__all__ = ["NameRun"]

_SURE: Final = 3
"""Letters from which on initials of words without capitals count."""


@dataclass(frozen=True, slots=True)
class NameRun:
    """Canonical names: as it is, in the other number, and the initials that it has or is."""

    forms: tuple[str, ...]
    numbers: tuple[str, ...] = ()
    initials: str = ""
    abbreviated: bool = False

    @classmethod
    def of(cls, words: Sequence[str], forms: Sequence[str], *, whole: bool) -> Self:
        """Look at words without the signs around them; ``forms`` are all their canonical names, the barest last.

        Only a ``whole`` run, that neither begins nor ends with a word of the question itself, has other forms.
        """
        if not whole or not forms:
            return cls(tuple(forms))
        bare = forms[-1]
        numbers = tuple(form for form in number_forms(bare) if form not in forms)
        if len(words) == 1 and is_abbreviation(words[0]):
            return cls(tuple(forms), numbers, letters(bare), abbreviated=True)
        short = initials(bare) or ""
        capitals = all(word[:1].isupper() for word in words)
        return cls(tuple(forms), numbers, short if capitals or len(short) >= _SURE else "")

    def exact(self, named: Mapping[str, EntityMatch]) -> EntityMatch | None:
        """The entity that it names as it is."""
        return next((named[form] for form in self.forms if form in named), None)

    def near(
        self, named: Mapping[str, EntityMatch], by_initials: Mapping[str, Sequence[EntityMatch]]
    ) -> EntityMatch | None:
        """The entity of the other number, or the only one that its initials may mean."""
        number = next((named[form] for form in self.numbers if form in named), None)
        if number is not None or not self.initials:
            return number
        long, short = by_initials.get(self.initials, ()), named.get(self.initials)
        if self.abbreviated:
            return long[0] if len(long) == 1 else None
        if short is None or not is_abbreviation(short.name):
            return None
        return short if all(match.canonical_name == short.canonical_name for match in long) else None
