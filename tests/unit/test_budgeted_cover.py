"""Choosing texts that say the most within a budget."""

from __future__ import annotations

from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.scoring.budgeted_cover import Candidate, choose

CANDIDATES = st.lists(
    st.builds(
        Candidate,
        st.dictionaries(st.sampled_from("abcdef"), st.floats(0, 2), max_size=4),
        st.integers(0, 9),
        st.integers(-1, 2),
        st.integers(0, 4),
    ),
    max_size=20,
)


@given(CANDIDATES, st.integers(0, 40))
def test_the_budget_is_kept_and_nothing_is_chosen_twice_or_for_nothing(found: list[Candidate], budget: int) -> None:
    chosen = choose(found, budget)
    openings = {found[place].group: found[place].opening_cost for place in reversed(chosen) if found[place].group >= 0}
    first = {found[place].group for place in chosen if found[place].group >= 0}
    assert sum(found[place].cost for place in chosen) + sum(openings[group] for group in first) <= budget
    assert len(set(chosen)) == len(chosen)
    assert all(any(worth > 0 for worth in found[place].terms.values()) for place in chosen)
    assert chosen == choose(found, budget)


def test_what_was_said_already_gives_way_to_what_was_not() -> None:
    again = Candidate({"price": 1.0, "date": 0.9}, 5)
    assert choose([again, again, Candidate({"name": 0.6}, 5)], 10) == [0, 2]
    assert choose([again, again], 10) == [0, 1]


def test_more_for_less_comes_first() -> None:
    assert choose([Candidate({"a": 1.0}, 20), Candidate({"b": 1.0}, 4), Candidate({"c": 3.0}, 8)], 12) == [2, 1]


def test_an_opening_is_paid_once() -> None:
    rows = [Candidate({word: 1.0}, 3, 7, 5) for word in "abc"]
    assert choose(rows, 14) == [0, 1, 2]
    assert choose(rows, 7) == []


def test_many_alike_do_not_take_long() -> None:
    terms = {f"t{n}": 1.0 for n in range(12)}
    crowd = [Candidate(terms | {f"own{n}": 0.01}, 10) for n in range(4_000)]
    started = process_time()
    choose(crowd, 20_000)
    assert process_time() - started < 5.0
