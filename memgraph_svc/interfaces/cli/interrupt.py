"""Ctrl-C while lines are read and written: what is being written is finished first."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable, Iterator
from types import FrameType, TracebackType
from typing import Any, Self

__all__ = ["Interrupt"]


class Interrupt:
    """Turns the first Ctrl-C into an early end of the lines, the second one into ``KeyboardInterrupt``.

    While a line is waited for, as on standard input, the wait ends at once.
    """

    def __init__(self) -> None:
        self.asked = False
        self._waiting = False
        self._before: Any = None

    def until_asked(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """Pass lines on until the interrupt comes."""
        source = iter(lines)
        while not self.asked:
            try:
                self._waiting = True
                line = next(source)
            except (StopIteration, KeyboardInterrupt):
                return
            finally:
                self._waiting = False
            yield line

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        again, self.asked = self.asked, True
        if again or self._waiting:
            raise KeyboardInterrupt
