"""Text from the store, made harmless for a terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["clipped", "one_line", "plain"]

_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters but tab and line feed, and those that turn the direction of writing."""


def one_line(text: str) -> str:
    """The text without control characters, every run of blanks one blank."""
    return _CONTROLS.sub("", " ".join(text.split()))


def clipped(text: str, length: int) -> str:
    """One line of at most ``length`` characters, with a mark where it was cut."""
    line = one_line(text)
    return line if len(line) <= length else line[: length - 1] + "…"


def plain(text: str) -> Text:
    """Text for rich that is shown as it is: no markup, no terminal commands."""
    from rich.text import Text

    return Text(_CONTROLS.sub("", text))
