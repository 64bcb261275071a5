"""The dictionary of a store: names of entities and predicates, written as ``$0``, ``$1``, ... in documents."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from memgraph_svc.crl.lines import Verbatim
from memgraph_svc.crl.names import NameIndex
from memgraph_svc.errors import InvalidInputError, NotFoundError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["CODE", "Dictionary"]

CODE: Final = re.compile(r"\$(?:(\$)|(0|[1-9][0-9]{0,8})(?![0-9])|)")
"""A doubled sign, a code, or a sign that is neither."""


@dataclass(frozen=True, slots=True)
class Dictionary:
    """Append-only list of names; the code of one is its position and is never given to another.

    A document holds the number of names that it was written with, and reads only these: later names change nothing in
    it. Names stay as they were when they were added; what an entity is called now is for the graph to say. A name that
    was taken away leaves a hole: its code is counted, and is never written nor given to another name.

    Attributes:
        names: Distinct and not empty; None for a hole.
        aliases: Pairs of the code of a merged entity and the code of the one that it was merged into.
    """

    names: tuple[str | None, ...] = ()
    aliases: tuple[tuple[int, int], ...] = ()
    _positions: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        held = [(code, name) for code, name in enumerate(self.names) if name is not None]
        for _, name in held:
            Verbatim(name)  # text, and storable
        positions = {name: code for code, name in held}
        if "" in positions or len(positions) != len(held):
            raise InvalidInputError("names", "must be distinct and not empty")
        codes = {*positions.values()}
        if len({*dict(self.aliases)}) != len(self.aliases) or any(
            code not in codes or into not in codes for code, into in self.aliases
        ):
            raise InvalidInputError("aliases", "must be pairs of codes with names, one for each merged entity")
        object.__setattr__(self, "_positions", positions)
        _check_no_circle(dict(self.aliases))

    def extended(self, names: Iterable[str]) -> Dictionary:
        """Return the dictionary with new names at its end; those that it holds keep their codes."""
        new = [name for name in dict.fromkeys(names) if name not in self._positions]
        return Dictionary((*self.names, *new), self.aliases)

    def code(self, name: str) -> int:
        """Code of a name.

        Raises:
            NotFoundError: The dictionary does not hold it.
        """
        if name not in self._positions:
            raise NotFoundError("the name is not in the dictionary", hint="extend the dictionary by it")
        return self._positions[name]

    def merged(self, name: str, into: str) -> Dictionary:
        """Return the dictionary after one entity became another: the code of the first stays, as an alias.

        Raises:
            NotFoundError: The dictionary does not hold one of the names.
            InvalidInputError: The second one was merged into the first.
        """
        code, target = self.code(name), self.code(into)
        kept = tuple(pair for pair in self.aliases if pair[0] != code)
        return Dictionary(self.names, (*kept, (code, target)))

    def retired(self, name: str) -> Dictionary:
        """Return the dictionary without a name: its code becomes a hole, and whatever was merged into it stands alone.

        Raises:
            NotFoundError: The dictionary does not hold it.
        """
        hole = self.code(name)
        names = tuple(None if code == hole else held for code, held in enumerate(self.names))
        return Dictionary(names, tuple(pair for pair in self.aliases if hole not in pair))

    def current(self, code: int) -> int:
        """Code of the entity that the entity of a code is part of now."""
        into = dict(self.aliases)
        while code in into:
            code = into[code]
        return code

    def index(self) -> NameIndex:
        """What writes names as codes, where a code is shorter, and doubles the literal sign."""
        codes = {name: f"${code}" for name, code in self._positions.items()}
        return NameIndex({name: code for name, code in codes.items() if len(code) < len(name)}, {"$": "$$"})


def _check_no_circle(into: dict[int, int]) -> None:
    ended: set[int] = set()
    for first in into:
        code, seen = first, {first}
        while code in into and code not in ended:
            code = into[code]
            if code in seen:
                raise InvalidInputError("aliases", "must not lead back to where they began")
            seen.add(code)
        ended |= seen
