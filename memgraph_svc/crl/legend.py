"""The legend of a document: two capitals that stand for a name wherever they are a word of their own."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from string import ascii_uppercase
from typing import TYPE_CHECKING, Final

from memgraph_svc.crl.names import WORD_SIGNS, NameIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

__all__ = ["SYMBOL", "choose_legend"]

SYMBOL: Final = re.compile(f"(?<![{WORD_SIGNS}])[A-Z]{{2}}(?![{WORD_SIGNS}])")

_PAIR: Final = re.compile(r"(?=([A-Z]{2}))")
_WORD: Final = re.compile(f"[{WORD_SIGNS}]+")
_WORDS: Final = 6
"""Most words of a name that is looked for."""
_SHORTEST: Final = 5
_LONGEST: Final = 200
_LINE_TOKENS: Final = 3
"""Tokens of a line of the legend besides its name."""
_COUNTED: Final = 1_000
"""Most names whose tokens are counted."""
_ROUNDS: Final = 3


def choose_legend(texts: Sequence[str], body: str, count: Callable[[str], int]) -> dict[str, str]:
    """Choose names whose symbols save tokens: a name of c tokens from more than (c + 3) / (c - 1) uses.

    Args:
        texts: Every text of the document that is shown.
        body: The body as it would be without a legend; no symbol is in it.
        count: Counts the tokens of a text.

    Returns:
        Symbol of each name, the names that save most first; empty where none saves any.
    """
    uses = _repeated(texts)
    likely = sorted(uses, key=lambda name: (-uses[name] * len(name), name))[:_COUNTED]
    tokens = {name: count(f" {name}") for name in likely}
    symbols = list(_symbols(body, count))
    chosen = likely
    for _ in range(_ROUNDS):
        saved = {name: uses[name] * (tokens[name] - 1) - (tokens[name] + _LINE_TOKENS) for name in chosen}
        paying = sorted((name for name in chosen if saved[name] > 0), key=lambda name: (-saved[name], name))
        chosen = paying[: len(symbols)]
        # a longer name takes uses from the names within it
        uses = NameIndex(dict.fromkeys(chosen, "")).uses(texts)
    kept = [name for name in chosen if uses[name] * (tokens[name] - 1) > tokens[name] + _LINE_TOKENS]
    return dict(zip(kept, symbols, strict=False))


def _symbols(body: str, count: Callable[[str], int]) -> Iterator[str]:
    taken: set[str] = {found[1] for found in _PAIR.finditer(body)}
    for letters in product(ascii_uppercase, repeat=2):
        symbol = "".join(letters)
        if symbol not in taken and count(f" {symbol}") == 1:
            yield symbol


def _repeated(texts: Sequence[str]) -> Mapping[str, int]:
    """Runs of one to six words that occur more than once, and how often.

    A run can only repeat where the run without its last word does, so each length looks at what the one before left.
    """
    found: dict[str, int] = {}
    words = [[(word.start(), word.end()) for word in _WORD.finditer(text)] for text in texts]
    places = [(text, place) for text, spans in enumerate(words) for place in range(len(spans))]
    for length in range(_WORDS):
        places = [(text, place) for text, place in places if place + length < len(words[text])]
        runs = [texts[text][words[text][place][0] : words[text][place + length][1]] for text, place in places]
        counts = Counter(run for run in runs if len(run) <= _LONGEST)
        places = [where for where, run in zip(places, runs, strict=True) if counts[run] > 1]
        found |= {run: uses for run, uses in counts.items() if uses > 1 and len(run) >= _SHORTEST}
    return found
