"""Cut prose into sentences."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["clauses", "sentences"]

_END: Final = re.compile(r"[.!?…][\"')\]”’]?(?=[ \t])|[。！？؟]")
_NEXT: Final = re.compile(r"[ \t]*[\"'(\[“‘]?\S")
_SHORT: Final = frozenset(
    "e.g i.e etc vs cf no nr st mr mrs ms dr prof dept approx fig vol pp env qual jr sr al".split()
)
_LAST_WORD: Final = re.compile(r"[\w.]{1,12}\Z")
_LOOK_BACK: Final = 16
_CLAUSE_END: Final = re.compile(r";\s|,\s(?=(?:but|so)\b)", re.IGNORECASE)


def sentences(text: str) -> list[str]:
    """Split at the ends of sentences and of lines; blanks around a sentence are dropped, empty ones too.

    A full stop ends none after a single letter or a common short form, nor before a lower-case word.
    """
    return [sentence for line in text.splitlines() for sentence in _of_line(line)]


def clauses(sentence: str) -> list[str]:
    """Split a sentence after a semicolon, and before ``but`` and ``so``: clauses that are understood by themselves.

    The sign at the end of a clause stays; joined by blanks, the clauses are the sentence.
    """
    starts = [0, *(match.end() for match in _CLAUSE_END.finditer(sentence))]
    return [sentence[start:end].strip() for start, end in zip(starts, [*starts[1:], len(sentence)], strict=True)]


def _of_line(line: str) -> list[str]:
    found: list[str] = []
    start = 0
    for match in _END.finditer(line):
        if match[0][0] == "." and not _ends(line, match):
            continue
        found.append(line[start : match.end()].strip())
        start = match.end()
    found.append(line[start:].strip())
    return [sentence for sentence in found if sentence]


def _ends(line: str, match: re.Match[str]) -> bool:
    last = _LAST_WORD.search(line[max(0, match.start() - _LOOK_BACK) : match.start()])
    if last is not None:
        word = last[0].rpartition("..")[2].casefold()
        if word in _SHORT or (len(word) == 1 and word.isalpha()):
            return False
    following = _NEXT.match(line, match.end())
    return following is None or not following[0][-1].islower()
