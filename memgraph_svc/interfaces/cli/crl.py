"""``crl``: documents of Concept Relational Language from and to JSON lines; needs no server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from memgraph_svc.errors import CRLError, InvalidInputError
from memgraph_svc.interfaces.cli.call import Call
from memgraph_svc.interfaces.cli.crl_files import given_text, lines_of, names_of
from memgraph_svc.interfaces.cli.group import FAILED
from memgraph_svc.interfaces.cli.options import command

if TYPE_CHECKING:
    from rich.console import Console

    from memgraph_svc.crl import Dictionary

__all__ = ["crl"]

_ACTIONS: Final = ("encode", "decode", "check")


@command
def crl(
    call: Call,
    action: Annotated[str, typer.Argument(metavar="ACTION", show_default=False, help="encode, decode or check.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False, help="File; - is standard input.")],
    text: Annotated[bool, typer.Option("--text", help="encode: read plain text, not JSON lines.")] = False,
    legend: Annotated[
        bool, typer.Option("--legend", help="encode: write repeated names as two capitals where that is shorter.")
    ] = False,
    lossy: Annotated[bool, typer.Option("--lossy", help="encode: mark the document as a gist.")] = False,
    dictionary: Annotated[
        Path | None, typer.Option(metavar="FILE", help="JSON list of names to write and read as codes.")
    ] = None,
) -> None:
    """Write lines as a document (encode), read one (decode), or say what is wrong with one (check).

    A JSON line is {"subject", "relation", "object"} with any of negated, concept, at or from and to, confidence and
    turn, or {"text"} alone. Columns are counted in Unicode code points, from 1.
    """
    if action not in _ACTIONS:
        raise InvalidInputError("ACTION", f"must be one of {', '.join(_ACTIONS)}")
    if action != "encode" and (text or legend or lossy):
        raise InvalidInputError("--text, --legend and --lossy", "go with encode only")
    given = given_text(file)
    names = None if dictionary is None else names_of(dictionary)
    if action == "encode":
        _encode(call, given, names, text=text, legend=legend, lossy=lossy)
    elif action == "decode":
        _decode(call, given, names)
    else:
        _check(call, given, names)


def _encode(call: Call, given: str, names: Dictionary | None, *, text: bool, legend: bool, lossy: bool) -> None:
    from memgraph_svc.adapters.tokenizers.tiktoken_pure import O200kTokenizer
    from memgraph_svc.crl import encode, from_text

    lines = from_text(given) if text else lines_of(given)
    count = O200kTokenizer().count if legend else None
    document = encode(lines, dictionary=names, count_tokens=count, lossy=lossy)
    if call.as_json:
        call.emit({"crl": document, "lines": len(lines), "lossy": lossy}, _nothing)
    else:
        # as bytes: no platform may change a character or the end of a line
        typer.echo((document if document.endswith("\n") else f"{document}\n").encode(), nl=False)


def _decode(call: Call, given: str, names: Dictionary | None) -> None:
    import json

    from memgraph_svc.crl import read_document, to_record

    document = read_document(given, names)
    records = [to_record(line) for line in document.lines]
    if call.as_json:
        call.emit({"lossy": document.head.lossy, "lines": records}, _nothing)
        return
    for record in records:
        row = json.dumps(record, ensure_ascii=False, allow_nan=False)
        # what no terminal shows and some readers take for the end of a line is escaped
        typer.echo(((row if row.isprintable() else json.dumps(record)) + "\n").encode(), nl=False)


def _check(call: Call, given: str, names: Dictionary | None) -> None:
    from memgraph_svc.crl import Statement, read_document

    try:
        document = read_document(given, names)
    except CRLError as error:
        told = {"ok": False, "line": error.line, "column": error.column, "rule": error.rule}
        message = str(error)
        call.emit(told, lambda console: console.print(message, markup=False, soft_wrap=True))
        raise typer.Exit(FAILED) from None
    statements = sum(isinstance(line, Statement) for line in document.lines)
    told = {"ok": True, "statements": statements, "texts": len(document.lines) - statements}
    told["lossy"] = document.head.lossy
    call.emit(told, lambda console: console.print(f"ok: {statements:,} statements, {told['texts']:,} texts"))


def _nothing(_console: Console) -> None: ...
