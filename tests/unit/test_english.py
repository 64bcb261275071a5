"""Words, stems and terms, against what the server's analyzer was seen to give."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.english import STOP_WORDS, document_length, english_terms, query_terms, stem, words

SEEN_IN_THE_ANALYZER = {
    "caresses": "caress",
    "ponies": "poni",
    "timeouts": "timeout",
    "relational": "relat",
    "conditional": "condit",
    "sensibility": "sensibl",
    "possibly": "possibl",
    "humbly": "humbl",
    "nobly": "nobli",
    "capably": "capabl",
    "biology": "biologi",
    "biological": "biolog",
    "psychology": "psycholog",
    "psychological": "psycholog",
    "apologies": "apolog",
    "trekked": "trek",
    "trekking": "trek",
    "revving": "rev",
    "hopping": "hop",
    "hoping": "hope",
    "falling": "fall",
    "controlled": "control",
    "agreed": "agre",
    "sky": "sky",
    "happy": "happi",
    "js": "js",
    "ls": "ls",
    "us": "us",
    "bus": "bu",
    "ing": "ing",
    "ies": "i",
    "redis": "redi",
    "haßt": "haßt",
}


@pytest.mark.parametrize(("word", "expected"), SEEN_IN_THE_ANALYZER.items())
def test_a_stem_is_the_one_of_the_server(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_stems_do_not_mix_between_threads() -> None:
    unseen = [
        f"{consonant}{n}ational{ending}" for n in range(200) for consonant in "bcd" for ending in ("ly", "ing", "s")
    ]
    expected = [stem.__wrapped__(word) for word in unseen]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(stem, unseen)) == expected


def test_words_are_lower_case_runs_without_possessive() -> None:
    assert words("The user's Redis-7 can't see O'Neill’s \t foo_bar()") == [
        *("the", "user", "redis", "7", "can", "t", "see", "o", "neill", "foo_bar")
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("東京タワー", ["東", "京", "タワー"]),
        ("らく", ["ら", "く"]),
        ("한국어 단어", ["한국어", "단어"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("cafe\u0301 naïve", ["cafe\u0301", "naïve"]),
        ("İstanbul ΟΔΟΣ", ["istanbul", "οδοσ"]),
        ("10 m² x²y", ["10", "m", "x", "y"]),
        ("می\u200cخواهم", ["می\u200cخواهم"]),
    ],
)
def test_scripts_break_into_words_as_in_the_index(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize("text", ["", " \n\t", "🚀 ❤️", "_ __ ___", "²½", "!?&|", "\u0301", "\u200b\ufeff", "\x00"])
def test_what_has_neither_letter_nor_digit_is_no_word(text: str) -> None:
    assert words(text) == []
    assert english_terms(text) == []
    assert document_length(text) == 0


def test_stop_words_are_no_terms_and_do_not_count() -> None:
    text = "It's the cat that was not to be seen; the cats' CATS."
    assert english_terms(text) == ["cat", "seen", "cat", "cat"]
    assert document_length(text) == 4
    assert len(STOP_WORDS) == 33


def test_query_terms_are_distinct_in_order_and_a_cut_shows() -> None:
    assert query_terms("runs and running: retries, a run") == (("run", "retri"), False)
    text = " ".join(f"w{n}" for n in range(65))
    assert query_terms(text) == (tuple(f"w{n}" for n in range(64)), True)
    assert query_terms(text, 65)[1] is False
    with pytest.raises(InvalidInputError):
        query_terms(text, 0)


@given(st.text())
def test_any_text_gives_words_that_are_words_again(text: str) -> None:
    for word in words(text):
        assert any(sign.isalnum() for sign in word)
        assert words(word) == [word]
        assert stem(word)


def test_a_long_run_of_one_sign_takes_no_time_to_speak_of() -> None:
    for sign in ("_", "'", "a", "東", "\u0301", "'s"):
        assert len(words(sign * 200_000)) <= 200_000
    assert re.fullmatch("a+", words("a" * 200_000)[0])
