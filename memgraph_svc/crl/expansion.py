"""Reading short forms: symbols of the legend, then codes of the dictionary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.crl.dictionary import CODE
from memgraph_svc.crl.legend import SYMBOL
from memgraph_svc.errors import CRLError

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence

__all__ = ["Expansion"]

_GROWTH: Final = 64
_ALLOWANCE: Final = 65_536


class Expansion:
    """Writes out the short forms of one document.

    What it writes is bounded by 64 times the document and 64 KB, so that a small document cannot fill the memory; the
    encoder writes names out where it would exceed that.

    Args:
        legend: Name of each symbol.
        names: Names of the dictionary as the document pins it, None for each that is gone; None in place of all for a
            document without codes.
        size: Characters of the document.
    """

    def __init__(self, legend: Mapping[str, str], names: Sequence[str | None] | None, size: int) -> None:
        self._legend = legend
        self._names = names
        self._left = _GROWTH * size + _ALLOWANCE

    def expand(self, text: str, line: int, column: int) -> str:
        """Write out the short forms of a term or a text that stands at a place.

        Raises:
            CRLError: A dollar sign that is neither doubled nor a code of the dictionary, the code of a name that is
                gone, or too much text.
        """
        if self._legend:
            text = SYMBOL.sub(lambda found: self._symbol(found, line, column), text)
        if self._names is not None and "$" in text:
            text = CODE.sub(lambda found: self._code(found, line, column), text)
        return text

    def _symbol(self, found: re.Match[str], line: int, column: int) -> str:
        name = self._legend.get(found[0])
        return found[0] if name is None else self._counted(name, line, column)

    def _code(self, found: re.Match[str], line: int, column: int) -> str:
        if found[1]:
            return "$"
        if not found[2]:
            raise CRLError("a dollar sign must be doubled or begin a code such as $12", line=line, column=column)
        names = self._names or ()
        if int(found[2]) >= len(names):
            rule = f"a code must be below the {len(names)} names that the document was written with"
            raise CRLError(rule, line=line, column=column)
        name = names[int(found[2])]
        if name is None:
            rule = f"code ${found[2]} is retired: what it named was deleted"
            raise CRLError(rule, line=line, column=column, hint="the document cannot be read any more")
        return self._counted(name, line, column)

    def _counted(self, name: str, line: int, column: int) -> str:
        self._left -= len(name)
        if self._left < 0:
            raise CRLError("names written out must not exceed 64 times the document", line=line, column=column)
        return name
