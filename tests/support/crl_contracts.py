"""The contracts of Concept Relational Language, each as a check of one generated case."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from memgraph_svc.crl import Dictionary, Head, decode, encode, from_turns, read_document, to_turns
from memgraph_svc.errors import CRLError
from tests.support import crl_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from memgraph_svc.crl import Line, Turn

NAMES = Dictionary(crl_lines.NAMES)
SAFE = re.compile(r"[^\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]*")


def count(text: str) -> int:
    """A stand-in for a tokenizer: words and signs, so that a symbol is one token."""
    return len(re.findall(r"\w+|[^\w ]", text))


def held(dictionary: Dictionary) -> list[str]:
    """Names that are not gone."""
    return [name for name in dictionary.names if name is not None]


def statements_read_back(lines: list[Line], dictionary: Dictionary, lossy: bool) -> None:
    """R1, in the plain form, with codes, with a legend, and with both."""
    for names in (None, dictionary):
        for counter in (None, count):
            written = encode(lines, dictionary=names, count_tokens=counter, lossy=lossy)
            read = read_document(written, names)
            assert decode(written, names) == list(read.lines) == lines
            assert read.head == Head(
                None if names is None else len(names.names), lossy
            )  # never given up for the plain form
            assert SAFE.fullmatch(written)


def turns_read_back(turns: list[Turn]) -> None:
    """R2: role and text."""
    for counter in (None, count):
        assert to_turns(decode(encode(from_turns(turns), count_tokens=counter))) == turns


def growth_changes_nothing(lines: list[Line], dictionary: Dictionary, later: Dictionary) -> None:
    """A document means the same, and is written the same, whatever names come later."""
    written = encode(lines, dictionary=dictionary)
    grown = dictionary.extended(held(later))
    if len(held(grown)) > 1:
        grown = grown.merged(held(grown)[0], held(grown)[-1])
    assert decode(written, grown) == lines
    assert grown.names[: len(dictionary.names)] == dictionary.names
    assert encode(lines, dictionary=Dictionary(grown.names[: len(dictionary.names)])) == written


def retired_is_refused_where_used(lines: list[Line], dictionary: Dictionary, later: Dictionary) -> None:
    """The code of a name that is gone is never written or given again, and a document that has it is refused."""
    written = encode(lines, dictionary=dictionary)
    unlike = "".join(held(dictionary)) + "~"
    for code, name in enumerate(dictionary.names):
        before, after = dictionary.names[:code], dictionary.names[code + 1 :]
        uses_it = decode(written, Dictionary((*before, unlike, *after))) != lines
        if name is None:
            assert not uses_it
            continue
        left = dictionary.retired(name).extended([*held(later), name])
        assert left.names[: len(dictionary.names)] == (*before, None, *after)
        assert left.code(name) >= len(dictionary.names)
        assert decode(encode(lines, dictionary=left), left) == lines
        if not uses_it:
            assert decode(written, left) == lines
            continue
        with pytest.raises(CRLError, match=rf"code \${code} is retired") as refused:
            decode(written, left)
        assert f"${code}" in written.split("\n")[(refused.value.line or 0) - 1]


def damage_is_refused_or_read(document: str) -> None:
    """Reading returns or raises the one error, with a place in the document; what is read is written again the same."""
    refused: CRLError | None = None
    try:
        lines = decode(document, NAMES)
    except CRLError as error:
        refused = error
    if refused is None:
        assert decode(encode(lines)) == lines
        return
    raw = document.split("\n")
    assert refused.line in range(1, len(raw) + 1)
    assert 1 <= refused.column <= len(raw[refused.line - 1]) + 1


_CASES = (crl_lines.documents, crl_lines.dictionaries)
CONTRACTS: dict[str, tuple[Callable[..., None], tuple[Any, ...]]] = {
    "R1: statements and texts read back": (statements_read_back, (*_CASES, crl_lines.st.booleans())),
    "R2: turns read back": (turns_read_back, (crl_lines.turns,)),
    "growth of the dictionary changes nothing": (growth_changes_nothing, (*_CASES, crl_lines.dictionaries)),
    "what is retired is refused where it was used": (retired_is_refused_where_used, (*_CASES, crl_lines.dictionaries)),
    "damage is refused or read whole": (damage_is_refused_or_read, (crl_lines.damaged,)),
}
"""Check and generated arguments of each contract."""
