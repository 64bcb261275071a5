"""Pages of a session: of about equal length, nothing torn that belongs together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.domain.episode import EpisodeKind
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.paging import paginate

KINDS = st.lists(st.sampled_from(list(EpisodeKind)), max_size=90)
MESSAGE, CALL, RESULT = EpisodeKind.MESSAGE, EpisodeKind.TOOL_CALL, EpisodeKind.TOOL_RESULT


@given(KINDS, st.integers(2, 15))
def test_pages_cover_every_turn_once_and_none_has_a_single_turn(kinds: list[EpisodeKind], size: int) -> None:
    pages = paginate(kinds, size)
    assert [place for page in pages for place in page] == list(range(len(kinds)))
    assert all(len(page) >= min(2, len(kinds)) for page in pages)


@given(KINDS, st.integers(4, 15))
def test_pages_are_of_about_equal_length(kinds: list[EpisodeKind], size: int) -> None:
    assert all(len(page) <= 2.5 * size + 1 for page in paginate(kinds, size))


def test_sessions_of_a_page_and_a_half_are_cut_in_the_middle() -> None:
    assert [len(page) for page in paginate([MESSAGE] * 11)] == [11]
    assert [len(page) for page in paginate([MESSAGE] * 16)] == [8, 8]
    assert [len(page) for page in paginate([MESSAGE] * 40)] == [10, 10, 10, 10]
    assert paginate([]) == []
    assert paginate([MESSAGE]) == [range(1)]


def test_a_result_stays_with_its_call_and_calls_made_at_once_stay_together() -> None:
    kinds = [MESSAGE] * 8 + [CALL, CALL, RESULT, RESULT] + [MESSAGE] * 8
    assert [page.start for page in paginate(kinds)] in ([0, 8], [0, 12])
    kinds = [MESSAGE] * 9 + [CALL, RESULT] + [MESSAGE] * 9
    assert [page.start for page in paginate(kinds)] == [0, 9]


def test_an_endless_run_of_results_is_cut_all_the_same() -> None:
    assert [len(page) for page in paginate([CALL] + [RESULT] * 59)] == [10] * 6


def test_pages_of_one_turn_are_refused() -> None:
    with pytest.raises(InvalidInputError, match="size"):
        paginate([MESSAGE], 1)
