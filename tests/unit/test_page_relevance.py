"""Which page a question is about."""

from __future__ import annotations

from memgraph_svc.scoring.page_relevance import page_relevance

PAGES = (
    "The boiler room was inspected, the valves too.",
    'Costs: {"labour_hours": 14, "material": 310}',
    "Inspection of the roof, nothing found.",
)


def test_the_page_with_the_words_of_the_question_is_best() -> None:
    assert page_relevance("Which valve did they inspect in the boiler room?", PAGES).argmax() == 0
    assert page_relevance("How many labour hours?", PAGES).argmax() == 1
    assert page_relevance("labour_hours", PAGES).argmax() == 1


def test_a_question_without_known_words_scores_nothing() -> None:
    assert page_relevance("xyzzy", PAGES).tolist() == [0.0, 0.0, 0.0]
    assert page_relevance("", PAGES).tolist() == [0.0, 0.0, 0.0]
    assert page_relevance("roof", []).tolist() == []
