"""Find what looks like an identifier, an address, a path, a date or a quantity, before any grammar is applied."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from memgraph_svc.adapters.extractors.words import MONTHS

__all__ = ["Span", "find_spans"]

_UNITS: Final = (
    r"%|percent|ms|milliseconds?|µs|us|ns|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?|months?|years?|"
    r"[kKMGT]i?B(?:/s)?|bytes?|bits?|[kMG]?Hz|km|kilometres?|kilometers?|miles?|metres?|meters?|cm|mm|m|feet|ft|inches|"
    r"kg|g|mg|lbs?|pounds?|tons?|tonnes?|dollars?|euros?|usd|eur|rps|qps|req/s|requests/s|acres?|"
    r"people|inhabitants|million|billion|thousand|°[CF]|degrees"
)
_DAY: Final = r"(?:[0-3]?\d)(?:st|nd|rd|th)?"
_CLOCK: Final = r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?"

_PATTERNS: Final = (
    ("url", r"\b[A-Za-z][A-Za-z0-9+.-]{1,15}://[^\s<>\"'`\])}]*[^\s<>\"'`\])}.,;:!?]"),
    ("email", r"\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b"),
    ("code", r"`[^`\n]{1,120}`"),
    ("path", r"(?<![\w/])(?:~|\.{1,2})?/(?:[\w.@+-]+/)*[\w.@+-]*[\w@+-]/?(?![\w/])"),
    ("path", r"\b[A-Za-z]:\\(?:[\w.+-]+\\){0,20}[\w.+-]+"),
    ("path", r"\b(?:[\w.+-]+/)+[\w+-]+\.[A-Za-z]\w{0,7}\b"),
    ("date", rf"\b\d{{4}}-\d{{2}}-\d{{2}}(?:[T ]{_CLOCK}(?:Z|[+-]\d{{2}}:?\d{{2}})?)?(?![\w-])"),
    ("date", rf"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s(?:{MONTHS})\s+{_DAY}\s{_CLOCK}\s\d{{4}}(?:\s[+-]\d{{4}})?\b"),
    ("date", rf"\b(?:{MONTHS})\.?\s+{_DAY},?\s+\d{{4}}\b"),
    ("date", rf"\b{_DAY}\s+(?:of\s+)?(?:{MONTHS})\.?,?\s+\d{{4}}\b"),
    ("date", rf"\b(?:{MONTHS})\.?,?\s+\d{{4}}\b"),
    ("date", rf"\b(?:{MONTHS})\s+{_DAY}\b(?!\s*[%\w])"),
    ("date", rf"\b{_DAY}\s+(?:{MONTHS})\b"),
    ("date", r"\b\d{1,2}/\d{1,2}/\d{4}\b"),
    ("identifier", r"\b[A-Za-z_][\w.]*\(\)"),
    ("identifier", r"\b[A-Z][A-Z0-9]{1,9}-\d{1,6}\b"),
    ("identifier", r"\b[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+(?:\.\w+)*\b|\b_{1,2}[a-z]\w+\b"),
    ("identifier", r"\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|\b(?:[A-Z][a-z0-9]+){2,}(?=[.(:]|\b)(?<=[a-z0-9])"),
    ("identifier", r"\b[a-z]\w*(?:\.[a-z]\w+)+\b(?!\.)"),
    ("identifier", r"\bv?\d+(?:\.\d+){2,3}(?:-[\w.]+)?\b|\bv\d+(?:\.\d+)?\b"),
    ("identifier", r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b"),
    ("identifier", r"(?<![\w&#])[#@][A-Za-z][\w-]{1,60}\b"),
    ("identifier", r"(?<!\S)--?[a-z][a-z0-9-]{2,40}\b"),
    ("quantity", rf"(?<![\w.])[$€£]?\d[\d,]*(?:\.\d+)?(?:\s|-)?(?:{_UNITS})(?!\w)"),
    ("quantity", r"(?<![\w.])[$€£]\d[\d,]*(?:\.\d+)?(?:\s(?:million|billion|thousand))?(?!\w)"),
    ("date", r"(?<![\w.,$-])(?:1\d|20)\d{2}(?![\w%]|[.,-]\d)"),
)
_COMPILED: Final = tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)
_PREFIXED: Final = frozenset({"Mc", "Mac", "De", "Di", "La", "Le", "Van", "Von", "Fitz", "Du", "El", "O"})
_FIRST_HUMP: Final = re.compile(r"[A-Z][a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Span:
    """A piece ``text[start:end]`` and what it looks like."""

    start: int
    end: int
    kind: str


def find_spans(text: str) -> list[Span]:
    """Return the spans in order, without overlaps; an earlier pattern wins over a later one."""
    taken: list[Span] = []
    claimed = bytearray(len(text))
    for kind, pattern in _COMPILED:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(claimed[start:end]) or _is_surname(match.group()):
                continue
            claimed[start:end] = b"\1" * (end - start)
            taken.append(Span(start, end, kind))
    return sorted(taken, key=lambda span: span.start)


def _is_surname(word: str) -> bool:
    # McDonald and DeVito look like class names
    hump = _FIRST_HUMP.match(word)
    return hump is not None and hump.group() in _PREFIXED and word.isalpha()
