"""The contracts of Concept Relational Language, each as a check of one generated case."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

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
    grown = dictionary.extended(later.names)
    if len(grown.names) > 1:
        grown = grown.merged(grown.names[0], grown.names[-1])
    assert decode(written, grown) == lines
    assert grown.names[: len(dictionary.names)] == dictionary.names
    assert encode(lines, dictionary=Dictionary(grown.names[: len(dictionary.names)])) == written


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
    "damage is refused or read whole": (damage_is_refused_or_read, (crl_lines.damaged,)),
}
"""Check and generated arguments of each contract."""
