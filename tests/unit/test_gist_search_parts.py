"""What is asked of gists, how their words are scored, and which lines of one are taken."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.gist import GistKind
from memgraph_svc.domain.gist_query import GistQuery, asks_for_gists
from memgraph_svc.domain.query import Rank, SearchMode
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.repositories.gist_search import Summary
from memgraph_svc.scoring.english import query_terms
from memgraph_svc.services.context_gist import gist_text, relevant_lines
from memgraph_svc.services.gist_search import word_scores

QUESTION = "the crane"
LINES = ["Asha repaired the crane.\n", "Bram paid.\n", "The crane, the only crane, stands.\n", "It rains.\n"]


def count(text: str) -> int:
    """Words as tokens."""
    return len(text.split())


def summary(text: str, *turns: int) -> Summary:
    first, last = turns or (None, None)
    return Summary("gi_1", "s1", text, first, last)


@pytest.mark.parametrize(
    ("kinds", "asked"),
    [
        (["gist"], True), ({"gist"}, True), (("page", GistKind.GIST), True), (["gist", "message"], False),
        (["message"], False), ([], False), (None, False), ("gist", False), ([["gist"]], False), ([None], False),
        (3, False),
    ],
)  # fmt: skip
def test_only_gists_and_pages_alone_are_a_search_of_them(kinds: Any, asked: bool) -> None:
    assert asks_for_gists({"kinds": kinds}) == asked


def test_a_search_of_gists_has_the_defaults_of_every_search() -> None:
    query = validated(GistQuery, {"query": "crane", "namespace": "n", "kinds": ["page"], "include_archived": False})
    assert (query.mode, query.rank, query.limit, query.kinds) == (SearchMode.AUTO, Rank.MEMORY, 10, (GistKind.PAGE,))
    assert not asks_for_gists({})
    with pytest.raises(InvalidInputError, match="ppr finds episodes") as caught:
        validated(GistQuery, {"query": "crane", "namespace": "n", "kinds": ["page"], "mode": "ppr"})
    assert caught.value.field == "mode"


def test_words_are_scored_over_what_was_found() -> None:
    terms, _ = query_terms("crane archive")
    scores = word_scores(terms, {"a": "The crane", "b": "the crane and the archive", "c": "cranes", "d": "nothing"})
    assert scores["b"] > scores["a"] == scores["c"] > scores["d"] == 0
    assert word_scores(terms, {}) == {}
    assert word_scores((), {"a": "crane"}) == {"a": 0.0}


def test_lines_that_matter_come_in_first_and_keep_their_order() -> None:
    assert relevant_lines(QUESTION, LINES, count, 100) == [LINES[0], LINES[2]]
    assert relevant_lines(QUESTION, LINES, count, 6) == [LINES[2]]
    assert relevant_lines(QUESTION, LINES, count, 5) == [LINES[0]]
    assert relevant_lines(QUESTION, LINES, count, 1) == []
    assert relevant_lines("xylophone", LINES, count, 7) == LINES[:2]
    assert relevant_lines(QUESTION, [], count, 7) == []


def test_a_gist_stands_under_its_head() -> None:
    whole = summary("Asha repaired the crane.\n\nBram paid for it.", 1, 9)
    assert gist_text(QUESTION, whole, count, 15) == (
        "[gist of s1, turns 1 to 9]\nAsha repaired the crane.\nBram paid for it.\n"
    )
    assert gist_text(QUESTION, whole, count, 13) == "[from the gist of s1, turns 1 to 9]\nAsha repaired the crane.\n"
    assert gist_text(QUESTION, whole, count, 9) == ""
    assert gist_text(QUESTION, summary("Bram paid."), count, 5) == "[gist of s1]\nBram paid.\n"
    assert gist_text(QUESTION, summary(" \n"), count, 100) == ""


@given(st.lists(st.sampled_from(LINES)), st.integers(-5, 60), st.sampled_from([QUESTION, "Bram", "?"]))
def test_a_gist_fits_its_room_and_holds_lines_of_its_own_in_order(lines: list[str], room: int, question: str) -> None:
    text = gist_text(question, summary("".join(lines), 0, 3), count, room)
    assert count(text) <= max(0, room)
    kept = iter(lines)
    assert all(line in kept for line in text.splitlines(keepends=True)[1:])
