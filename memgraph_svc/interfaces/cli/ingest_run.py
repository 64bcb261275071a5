"""One run of ``ingest`` over several files: progress, refusals and the summary."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from memgraph_svc.domain.report import InsertReport
from memgraph_svc.interfaces.cli.documents import refusal_documents, report_document
from memgraph_svc.interfaces.cli.draw import report_line
from memgraph_svc.interfaces.cli.ingest import STDIN
from memgraph_svc.interfaces.cli.progress import bar
from memgraph_svc.interfaces.cli.text import plain
from memgraph_svc.services.ingest import Convert, IngestStep, ingest_lines, read_lines
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from memgraph_svc.domain.fact import Supersede
    from memgraph_svc.interfaces.cli.call import Call
    from memgraph_svc.interfaces.cli.interrupt import Interrupt
    from memgraph_svc.interfaces.cli.progress import Advance
    from memgraph_svc.services.memory import MemoryService

__all__ = ["IngestRun"]


class IngestRun:
    """Reads files into a namespace, and tells what became of them."""

    def __init__(
        self,
        call: Call,
        memory: MemoryService,
        namespace: str,
        *,
        convert: Convert | None,
        assume_utc: bool,
        link: bool,
        supersede: Supersede,
    ) -> None:
        self._call = call
        self._memory = memory
        self._options: dict[str, Any] = {
            "namespace": namespace, "convert": convert, "assume_utc": assume_utc, "link": link,
            "supersede": supersede,
        }  # fmt: skip
        self._counts = InsertReport()
        self._lines = self._size = 0
        self.refused: list[dict[str, Any]] = []

    def read(self, files: Sequence[Path], interrupt: Interrupt) -> None:
        """Read the files until their end or the interrupt, and write the summary, also when it fails half way."""
        started = perf_counter()
        total = sum(path.stat().st_size for path in files) if all(path.is_file() for path in files) else None
        try:
            with bar(self._call, "ingesting", unit="rows" if total is None else "bytes") as advance:
                for path in files:
                    if not interrupt.asked:
                        self._read_file(path, interrupt, advance, total, named=len(files) > 1)
            if self._options["link"] and not interrupt.asked:
                self._complete_links()
        except BaseException:
            if self._lines:
                self._summarize(perf_counter() - started)
            raise
        self._summarize(perf_counter() - started)

    def _read_file(self, path: Path, interrupt: Interrupt, advance: Advance, total: int | None, *, named: bool) -> None:
        with nullcontext(sys.stdin.buffer) if path == STDIN else path.open("rb") as stream:
            lines = interrupt.until_asked(read_lines(stream))
            for step in ingest_lines(self._memory.episodes, lines, **self._options):
                self._add(step, path if named else None)
                done = self._lines if total is None else min(self._size, total)
                advance(done, total, f"{self._lines:,} rows")

    def _complete_links(self) -> None:
        """Run the repair pass, so that the links do not depend on batches, order or interruptions."""
        namespace = self._options["namespace"]
        if self._memory.stats(namespace=namespace)["episodes"] > LIMITS.compared_episodes:
            self._call.note("links of later arrivals were not completed: the namespace is too large to compare here")
            return
        with bar(self._call, "completing links") as advance:
            report = self._memory.zettelkasten.batch_link(
                namespace=namespace, progress=lambda done, total: advance(done, total, f"{done:,} links")
            )
        linked = max(0, self._counts.linked + report.created - report.removed)
        self._counts = self._counts.model_copy(update={"linked": linked})

    def _add(self, step: IngestStep, path: Path | None) -> None:
        self._lines += step.lines
        self._size += step.size
        self._counts += step.report.model_copy(update={"episode_ids": (), "refused": ()})
        for refusal in refusal_documents(step.report):
            place = "" if path is None else f"{path}, "
            self._call.note(f"{place}line {refusal['line']}: {refusal['field']}: {refusal['rule']}")
            self.refused.append(refusal if path is None else refusal | {"file": str(path)})

    def _summarize(self, seconds: float) -> None:
        document = report_document(self._counts) | {"refused": self.refused}
        line = report_line(self._counts, refused=len(self.refused), seconds=seconds)
        self._call.emit(document, lambda console: console.print(plain(line), soft_wrap=True))
