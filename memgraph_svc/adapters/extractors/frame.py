"""What stands around a text: the title on its first line, or the name of who speaks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from memgraph_svc.adapters.extractors.names import clean_name
from memgraph_svc.adapters.extractors.words import STOP_WORDS

__all__ = ["Frame", "find_frame"]

_TITLE: Final = re.compile(r"\s*(?:#{1,6}\s+)?(?P<title>[^\n]{2,120})\n")
_SPEAKER: Final = re.compile(r"\s*(?P<name>[A-Z][\w'’.-]{0,30}(?: [A-Z][\w'’.-]{0,30}){0,3}):\s+(?=\S)")
_NO_SPEAKERS: Final = frozenset(
    """
    user assistant system tool human ai agent bot note warning error info debug question answer summary update todo
    result output input example title subject date time re fw fwd ps p.s step action observation thought plan
    """.split()
)
_WORD: Final = re.compile(r"[^\W_]{3,}")
_QUALIFIER: Final = re.compile(r"\s*\([^()]*\)$")
_MOST_TITLE_WORDS: Final = 14
_OPENING: Final = 300


@dataclass(frozen=True, slots=True)
class Frame:
    """Who or what a text is about.

    Attributes:
        title: The first line where it is a heading of the rest; None otherwise.
        speaker: The name before a first colon; None where there is none or it is a mere role.
        body: Where the rest begins.
    """

    title: str | None
    speaker: str | None
    body: int

    @property
    def names(self) -> tuple[str, ...]:
        """Names that the frame gives: the title, also without a qualifier in brackets, and the speaker."""
        plain = _QUALIFIER.sub("", self.title) if self.title else None
        return tuple(dict.fromkeys(name for name in (self.title, plain, self.speaker) if name))


def find_frame(text: str) -> Frame:
    """Look at the beginning of a text.

    A first line is a title only if the opening of what follows takes up one of its words, as in an article; so the
    first line of a letter or a message is none.
    """
    line = _TITLE.match(text)
    if line and (title := _title(line["title"], text[line.end() : line.end() + _OPENING])):
        return Frame(title, None, line.end())
    said = _SPEAKER.match(text)
    if said and said["name"].casefold() not in _NO_SPEAKERS | STOP_WORDS and (name := clean_name(said["name"])):
        return Frame(None, name, said.end())
    return Frame(None, None, 0)


def _title(line: str, opening: str) -> str | None:
    line = line.strip()
    if line.endswith((".", "!", "?", ":", ";", ",")) or len(line.split()) > _MOST_TITLE_WORDS:
        return None
    words = {word.casefold() for word in _WORD.findall(line)} - STOP_WORDS
    taken_up = words & {word.casefold() for word in _WORD.findall(opening)}
    return clean_name(line) if taken_up else None
