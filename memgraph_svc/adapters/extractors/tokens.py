"""Words, marks and found spans of a text, for the extractor that has no grammar, and runs of capitalised words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.extractors.words import COMMON_VERBS, NAME_LINKS, STOP_WORDS, is_short_form

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.adapters.extractors.patterns import Span

__all__ = ["Token", "capitalised_runs", "tokenize"]

_TOKEN: Final = re.compile(
    r"(?:[A-Z]\.){2,}|[A-Z]\.(?=\s?[A-Z])"
    r"|(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Prof|Gen|Col|Lt|Sgt|Capt|Rev|Hon|Mt|Ft|No|Inc|Ltd|Co|Corp)\.(?=\s)"
    r"|[^\W_]+(?:['’.&+-][^\W_]+)*(?:['’](?=\s)|\+\+|#(?=\W))?|\n\s*\n|\n(?=[ \t]*[^\sa-z])|[^\w\s]|_+"
)
_SENTENCE_ENDS: Final = frozenset(".!?:;\n•*")
_MOST_RUN_WORDS: Final = 12
_MOST_LINKS: Final = 2
_IN_TIME: Final = frozenset("in since of by from until till during to on and before after".split())


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a mark, or a whole span.

    Attributes:
        text: As it is written.
        start: Offset of its first character.
        kind: ``word``, ``mark`` or the kind of the span.
        opens: It is the first word of a sentence.
    """

    text: str
    start: int
    kind: str
    opens: bool

    @property
    def end(self) -> int:
        """Offset after its last character."""
        return self.start + len(self.text)

    @property
    def capital(self) -> bool:
        """It is a word with a capital letter at its front, neither ``I`` nor a short form such as ``I'm``."""
        return self.kind == "word" and self.text[0].isupper() and not is_short_form(self.text)


def tokenize(text: str, spans: Sequence[Span]) -> list[Token]:
    """Cut a text into tokens; each span is one."""
    tokens: list[Token] = []
    opens, position = True, 0
    for start, end, kind in [*((span.start, span.end, span.kind) for span in spans), (len(text), len(text), "")]:
        for match in _TOKEN.finditer(text, position, start):
            piece = match.group()
            word = piece[0].isalnum()
            tokens.append(Token(piece, match.start(), "word" if word else "mark", opens and word))
            opens = (opens and not word) or piece[0] in _SENTENCE_ENDS
        if kind:
            tokens.append(Token(text[start:end], start, kind, opens))
            opens = False
        position = end
    return tokens


def capitalised_runs(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Return the index ranges ``[first, last)`` of names: capitalised words, also with ``of the`` and the like inside.

    A number may follow (``Apollo 11``) and a year may precede (``2018 Impact Factor``).
    """
    runs: list[tuple[int, int]] = []
    index = 0
    while index < len(tokens):
        end = _run_end(tokens, index)
        first = index
        while first < end and tokens[first].opens and tokens[first].text.casefold() in STOP_WORDS:
            first += 1
        if first < end <= first + _MOST_RUN_WORDS:
            runs.append((_with_year(tokens, first), end))
        index = max(end, index + 1)
    return runs


def _run_end(tokens: Sequence[Token], first: int) -> int:
    """Return the end of the run that begins at a token; the index itself where none does."""
    if not tokens[first].capital:
        return first
    end = first + 1
    while end < len(tokens) and not tokens[end].opens:
        token = tokens[end]
        step = 1 if token.capital or _numeral(tokens, end) else _over_links(tokens, end)
        if not step:
            break
        end += step
    return end


def _numeral(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a number follows a name, as in ``Apollo 11`` or ``World War I``."""
    token, before = tokens[index], tokens[index - 1].text.casefold()
    if token.text == "I":
        return before not in STOP_WORDS and before not in COMMON_VERBS
    return token.kind == "word" and token.text.isdigit()


def _over_links(tokens: Sequence[Token], index: int) -> int:
    for links in range(1, _MOST_LINKS + 1):
        after = index + links
        if after >= len(tokens) or tokens[after - 1].text not in NAME_LINKS:
            return 0
        if tokens[after].capital and not tokens[after].opens:
            return links + 1
    return 0


def _with_year(tokens: Sequence[Token], first: int) -> int:
    before = first - 1
    if before < 0 or tokens[before].kind != "date" or not tokens[before].text.isdigit():
        return first
    if before and tokens[before - 1].text.casefold() in _IN_TIME:
        return first
    return first if tokens[before].opens else before
