"""Words of a turn and of those beside it."""

from __future__ import annotations

import numpy as np

from memgraph_svc.scoring.windows import Window, window_counts

COUNTS = np.asarray([[2, 0], [0, 1]], dtype=np.int32)
ROWS = {"a": 0, "b": 1}


def test_a_turn_alone_counts_as_it_is() -> None:
    counts, lengths = window_counts(COUNTS, ROWS, [("a", Window(10, (), 0)), ("b", Window(4, (), 0))], share=0.5)
    assert counts.tolist() == [[2, 0], [0, 1]]
    assert lengths.tolist() == [10, 4]


def test_words_beside_count_by_their_share_and_the_length_stays_that_of_a_turn() -> None:
    windows = [("a", Window(10, ("b",), 4)), ("quiet", Window(6, ("a", "b"), 14)), ("far", Window(6, ("gone",), 3))]
    counts, lengths = window_counts(COUNTS, ROWS, windows, share=0.5)
    assert counts.tolist() == [[2, 0.5], [1, 0.5], [0, 0]]
    assert lengths.tolist() == [12 / 1.5, 13 / 2, 7.5 / 1.5]


def test_nothing_is_counted_of_nothing() -> None:
    counts, lengths = window_counts(np.zeros((0, 2), np.int32), {}, [("a", Window(3, ("b",), 2))], share=1.0)
    assert counts.tolist() == [[0, 0]]
    assert lengths.tolist() == [2.5]
    assert window_counts(COUNTS, ROWS, [], share=1.0)[0].shape == (0, 2)
