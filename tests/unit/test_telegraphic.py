"""Sentences, and sentences as in a telegram."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.scoring.sentences import clauses, sentences
from memgraph_svc.scoring.telegraphic import telegraphic

WORDS = "the a an Please is was it there that not ok, Berlin 4.7 P-12 over under. A and so".split()


@pytest.mark.parametrize(
    ("sentence", "short"),
    [
        ("The valve is open.", "valve open"),
        ("Please also close the valve before 9 am.", "close valve before 9 am"),
        ("Okay, there are 12 of them in a box", "12 of them in box"),
        ("A report of leaks was sent to the mayor!", "report of leaks sent to mayor!"),
        ("That is the cause.", "That is cause"),
        ("It was not me", "not me"),
        ("Take plan A to the site, please.", "Take plan A to site"),
        ("Wir sind an der Wand.", "Wir sind an der Wand"),
        ("Vamos a Madrid", "Vamos a Madrid"),
        ("Done.", "Done"),
        ("", ""),
    ],
)
def test_only_what_carries_nothing_goes(sentence: str, short: str) -> None:
    assert telegraphic(sentence) == short


@given(st.lists(st.sampled_from(WORDS), max_size=15).map(" ".join) | st.text(max_size=40))
def test_the_rest_stays_in_order(sentence: str) -> None:
    rest = iter(re.findall(r"\w+", sentence))
    assert all(word in rest for word in re.findall(r"\w+", telegraphic(sentence)))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three? four", ["One.", "Two!", "Three?", "four"]),
        ("It costs 4.7 m. Dr. Ito of A. B. Corp. knows, e.g. today.\nNext", 2),
        ("東京は大きい。人も多い。", ["東京は大きい。", "人も多い。"]),
        ("هل وصل القطار؟ نعم.", ["هل وصل القطار؟", "نعم."]),
        ("  \n\n ", []),
    ],
)
def test_sentences_end_where_they_end(text: str, parts: list[str] | int) -> None:
    found = sentences(text)
    assert (len(found) if isinstance(parts, int) else found) == parts


@given(st.text(max_size=80) | st.text(alphabet="aB.!? \n\"')", max_size=80))
def test_no_sign_of_a_sentence_is_lost(text: str) -> None:
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("The ferry left; we wait.", ["The ferry left;", "we wait."]),
        ("It is cheap, but slow, so take it.", ["It is cheap,", "but slow,", "so take it."]),
        ("Butter, soap and 4,500 buts.", ["Butter, soap and 4,500 buts."]),
        ("", [""]),
    ],
)
def test_clauses_begin_where_they_are_understood(sentence: str, parts: list[str]) -> None:
    assert clauses(sentence) == parts


def test_within_a_sentence_no_opening_is_dropped() -> None:
    assert telegraphic("so the ferry is late", opens=False) == "so ferry late"
