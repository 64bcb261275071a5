"""Writing documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memgraph_svc.crl.head import Head, write_head
from memgraph_svc.crl.legend import choose_legend
from memgraph_svc.crl.lines import SIGNS, Line, Statement, Verbatim
from memgraph_svc.crl.names import NameIndex
from memgraph_svc.crl.predicates import write_predicate
from memgraph_svc.crl.reader import Document, read_document
from memgraph_svc.crl.terms import write_object, write_subject, write_text
from memgraph_svc.crl.words import write_qualifiers
from memgraph_svc.errors import CRLError, InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from memgraph_svc.crl.dictionary import Dictionary

__all__ = ["encode"]


def encode(
    lines: Sequence[Line],
    *,
    dictionary: Dictionary | None = None,
    count_tokens: Callable[[str], int] | None = None,
    lossy: bool = False,
) -> str:
    """Write lines as a document. What is returned was read back and is the same.

    Args:
        lines: What it says, in order.
        dictionary: Names to write as codes; the document pins how many names it has.
        count_tokens: Counts the tokens of a text; where given, the document has a legend if that makes it shorter.
        lossy: Mark the document as a gist.

    Returns:
        The document, without a line feed at its end. Should it not read back with the legend or with the codes, it has
        none.

    Raises:
        InvalidInputError: What is given is no statement and no text.
        CRLError: It does not read back even in the plain form.
    """
    wanted = tuple(lines)
    for number, line in enumerate(wanted, 1):
        if not isinstance(line, Statement | Verbatim):
            raise InvalidInputError(f"lines.{number}", "must be a statement or a text")
    for pinned in [None] if dictionary is None else [dictionary, None]:
        head = Head(names=None if pinned is None else len(pinned.names), lossy=lossy)
        names = NameIndex({}) if pinned is None else pinned.index()
        plain = _written(head, wanted, names, {})
        if count_tokens is not None:
            legend = choose_legend(list(_texts(wanted, names)), plain.partition("\n")[2], count_tokens)
            shorter = _written(head, wanted, names, legend)
            if legend and count_tokens(shorter) < count_tokens(plain) and _reads_back(shorter, pinned, head, wanted):
                return shorter
        if _reads_back(plain, pinned, head, wanted):
            return plain
    raise CRLError("the lines could not be written so that they read back unchanged")


def _reads_back(document: str, dictionary: Dictionary | None, head: Head, lines: tuple[Line, ...]) -> bool:
    try:
        return read_document(document, dictionary) == Document(head, lines)
    except CRLError:
        return False


def _written(head: Head, lines: tuple[Line, ...], names: NameIndex, legend: dict[str, str]) -> str:
    symbols = NameIndex(legend)

    def short(text: str) -> str:
        coded = names.replace(text)
        return symbols.replace(coded) if legend else coded

    written = [write_head(head), *(f"%{symbol}={write_object(name)}" for name, symbol in legend.items())]
    above: str | None = None
    for line in lines:
        if isinstance(line, Verbatim):
            written.append(write_text(short(line.text)))
            continue
        subject = "" if line.subject == above else f"{write_subject(short(line.subject))} "
        above = line.subject
        sign = line.relation if line.relation in SIGNS else f":{write_predicate(short(line.predicate))}"
        relation = f"{'!' if line.negated else ''}{sign} {'&' if line.concept else ''}"
        qualifiers = write_qualifiers(line.when, line.confidence, line.turn)
        written.append(f"{subject}{relation}{write_object(short(line.object))}{qualifiers}")
    return "\n".join(written) if lines else written[0] + "\n"


def _texts(lines: tuple[Line, ...], names: NameIndex) -> Iterator[str]:
    """Every text of a document that is shown, with codes."""
    above: str | None = None
    for line in lines:
        if isinstance(line, Verbatim):
            yield names.replace(line.text)
            continue
        if line.subject != above:
            above = line.subject
            yield names.replace(line.subject)
        yield names.replace(line.object)
