"""How much of what was asked still stands in a text."""

from __future__ import annotations

from memgraph_svc.scoring.retention import holds_answer, retention


def test_case_articles_and_blanks_do_not_matter() -> None:
    assert holds_answer("Approved by the  Board\nof a Trust", ["the board of trust"])
    assert holds_answer("board of THE trust", ["nothing", "Board of Trust"])
    assert not holds_answer("the board", ["a board trust"])


def test_words_that_begin_like_articles_stay() -> None:
    assert not holds_answer("theory of anchors", ["ory of chors"])
    assert holds_answer("plan A-7 and plan a 7", ["plan 7"])


def test_an_answer_of_articles_alone_occurs_nowhere() -> None:
    assert not holds_answer("the text", ["the", " ", ""])


def test_the_share_of_the_questions_that_are_answered() -> None:
    assert retention("seven red boats", [["7", "seven"], ["blue"], ["red boats"], ["boats red"]]) == 0.5
    assert retention("", []) == 1.0
