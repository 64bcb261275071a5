"""Ingest: JSON lines into the episode store, a transaction at a time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn

from memgraph_svc.domain.fact import Supersede
from memgraph_svc.domain.instant import parse_instant
from memgraph_svc.domain.report import InsertReport, Refusal
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from memgraph_svc.services.episode_store import EpisodeStore

__all__ = ["LINE_BYTES", "Convert", "IngestStep", "ingest_lines", "read_lines"]

LINE_BYTES: Final = 16 * 2**20
"""Longest line; the longest content has room in it even when each character is escaped."""

Convert = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the object of a line into the fields of an episode; raises ``InvalidInputError`` for a line that it refuses."""

_LINES_PER_STEP: Final = 1_000
_BOM: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class IngestStep:
    """What one transaction did, and the lines and bytes read for it. Refusals bear the line numbers of the source."""

    lines: int
    size: int
    report: InsertReport


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Lines of a stream; of an over-long one only the beginning, which :func:`ingest_lines` refuses."""
    while line := stream.readline(LINE_BYTES + 1):
        if len(line) > LINE_BYTES and not line.endswith(b"\n"):
            while (rest := stream.readline(LINE_BYTES)) and not rest.endswith(b"\n"):
                pass
        yield line


def ingest_lines(
    episodes: EpisodeStore,
    lines: Iterable[bytes],
    *,
    namespace: str,
    convert: Convert | None = None,
    assume_utc: bool = False,
    link: bool = True,
    supersede: Supersede = Supersede.NEVER,
) -> Iterator[IngestStep]:
    """Insert episodes from lines of JSON. A bad line spoils only itself; a repeat changes nothing.

    Args:
        episodes: The store.
        lines: One JSON object a line; blank lines are skipped, but counted.
        namespace: Tenant.
        convert: For lines of another format.
        assume_utc: Take times without zone as UTC.
        link: Make similarity links; without, ``batch_link`` makes them later.
        supersede: Which facts those that are extracted from content may end.

    Yields:
        One step a transaction; what a step tells of has been committed.

    Raises:
        InvalidInputError: The namespace breaks a rule.
    """
    rows: list[dict[str, Any]] = []
    numbers: list[int] = []
    refused: list[Refusal] = []
    read = size = 0

    def write() -> IngestStep:
        report = InsertReport()
        if rows:
            report = episodes.insert_many(rows, namespace=namespace, link=link, first_line=0, supersede=supersede)
        renumbered = [
            refusal if refusal.line is None else refusal.model_copy(update={"line": numbers[refusal.line]})
            for refusal in report.refused
        ]
        together = sorted([*refused, *renumbered], key=lambda refusal: refusal.line or 0)
        return IngestStep(read, size, report.model_copy(update={"refused": tuple(together)}))

    for number, line in enumerate(lines, 1):
        read, size = read + 1, size + len(line)
        try:
            row = _row(line.removeprefix(_BOM) if number == 1 else line, convert, assume_utc=assume_utc)
        except InvalidInputError as error:
            refused.append(Refusal(line=number, field=error.field, rule=error.rule))
        else:
            if row is not None:
                rows.append(row)
                numbers.append(number)
        if len(rows) == LIMITS.transaction_rows or read == _LINES_PER_STEP:
            yield write()
            rows, numbers, refused, read, size = [], [], [], 0, 0
    if read:
        yield write()


def _row(line: bytes, convert: Convert | None, *, assume_utc: bool) -> dict[str, Any] | None:
    """Fields of a line; None for a blank one."""
    if len(line) > LINE_BYTES:
        raise InvalidInputError("line", f"must be at most {LINE_BYTES} bytes")
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise InvalidInputError("line", f"must be UTF-8, byte {error.start + 1} is not") from None
    if not text.strip():
        return None
    row = _object(text)
    if convert is not None:
        row = convert(row)
    return _with_zones(row) if assume_utc else row


def _object(text: str) -> dict[str, Any]:
    try:
        row = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise InvalidInputError("line", f"must be JSON: {error.msg.lower()} at column {error.colno}") from None
    except RecursionError:
        raise InvalidInputError("line", "is nested too deeply") from None
    except ValueError:
        raise InvalidInputError("line", "must be JSON, with numbers of a sensible length") from None
    if not isinstance(row, dict):
        raise InvalidInputError("line", "must be a JSON object")
    return row


def _no_constant(name: str) -> NoReturn:
    raise InvalidInputError("line", f"must be JSON, which has no {name}")


def _with_zones(row: dict[str, Any]) -> dict[str, Any]:
    """The row with UTC for each time without a zone; what is no time stays and is refused later."""
    zoned = row | {name: _zoned(row[name]) for name in ("occurred_at",) if name in row}
    if isinstance(facts := row.get("facts"), list):
        zoned["facts"] = [
            fact | {name: _zoned(fact[name]) for name in ("valid_from", "valid_to") if name in fact}
            if isinstance(fact, dict)
            else fact
            for fact in facts
        ]
    return zoned


def _zoned(value: object) -> object:
    try:
        return parse_instant(value, assume_utc=True)
    except ValueError:
        return value
