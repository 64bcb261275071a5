"""``search --queries``: many questions, one a line, and an answer for each."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.interfaces.cli.documents import search_document
from memgraph_svc.interfaces.cli.draw import search_hits
from memgraph_svc.interfaces.cli.ingest import STDIN
from memgraph_svc.interfaces.cli.text import plain
from memgraph_svc.services.ingest import read_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rich.console import Console

    from memgraph_svc.domain.hit import SearchResult
    from memgraph_svc.interfaces.cli.call import Call
    from memgraph_svc.services.memory import MemoryService

__all__ = ["answer_lines", "check_readable"]

_BATCH: Final = 100


def check_readable(path: Path) -> None:
    """Refuse what cannot be read before anything is done.

    Raises:
        InvalidInputError: There is no such file.
    """
    if path != STDIN and not path.is_file():
        raise InvalidInputError("--queries", f"{str(path)!r} is no file")


def answer_lines(call: Call, memory: MemoryService, path: Path, namespace: str, chosen: dict[str, Any]) -> None:
    """Answer the questions of a file, a hundred at a time and in their order: a document a line, or tables.

    Raises:
        InvalidInputError: A line holds no question; what was asked before it is answered.
    """
    with nullcontext(sys.stdin.buffer) if path == STDIN else path.open("rb") as stream:
        questions = _questions(read_lines(stream))
        while batch := list(islice(questions, _BATCH)):
            try:
                results = memory.episodes.search_many([text for _, text in batch], namespace=namespace, **chosen)
            except InvalidInputError as error:
                field, _, place = error.field.partition(".")
                if field != "queries":
                    raise
                raise InvalidInputError(f"line {batch[int(place)][0]}", error.rule) from None
            for result in results:
                call.emit(search_document(result), _drawn(result))


def _drawn(result: SearchResult) -> Any:  # noqa: ANN401
    def show(console: Console) -> None:
        console.print(plain(f"\n{result.query}"), soft_wrap=True)
        search_hits(console, result)

    return show


def _questions(lines: Iterator[bytes]) -> Iterator[tuple[int, str]]:
    """Number of a line, and its question: JSON text, or an object with it under ``query``; blank lines are skipped."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value: Any = json.loads(line)
        except (ValueError, RecursionError):
            raise InvalidInputError(f"line {number}", "must be JSON") from None
        question = value.get("query") if isinstance(value, dict) else value
        if not isinstance(question, str):
            raise InvalidInputError(f"line {number}", 'must be a text, or an object with a text under "query"')
        yield number, question
