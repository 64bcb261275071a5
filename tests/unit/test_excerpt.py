"""Cutting texts at words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memgraph_svc.adapters.tokenizers.tiktoken_pure import O200kTokenizer
from memgraph_svc.services.excerpt import CUT, cut_at_word


@pytest.mark.parametrize(
    ("text", "length", "cut"),
    [
        ("one two three", 13, "one two three"), ("one two three", 12, "one two …"), ("one two three", 9, "one two …"),
        ("one two three", 8, "one …"), ("one two three", 4, "on …"), ("one two three", 2, ""),
        ("onetwothree", 7, "onetw …"),
        ("one\n\ntwo three", 10, "one\n\ntwo …"), ("", 0, ""),
    ],
)  # fmt: skip
def test_by_characters(text: str, length: int, cut: str) -> None:
    assert cut_at_word(text, lambda shown: len(shown) <= length) == cut


@settings(deadline=None)  # the vocabulary is read at the first use
@given(st.text(max_size=60), st.integers(0, 12))
def test_by_tokens_it_always_fits_and_is_a_beginning(text: str, budget: int) -> None:
    tokenizer = O200kTokenizer()
    cut = cut_at_word(text, lambda shown: tokenizer.count(shown) <= budget)
    assert tokenizer.count(cut) <= budget
    assert cut == text or not cut or (cut.endswith(CUT) and text.startswith(cut.removesuffix(CUT)))
