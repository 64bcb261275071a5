"""What may be asked of a search, and the form in which it reaches a query."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.episode import EpisodeKind
from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS, to_ms
from memgraph_svc.domain.query import Combine, Rank, SearchFilter, SearchMode, SearchQuery
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.graph.filters import filter_parameters, optional_parameters
from memgraph_svc.settings import LIMITS, RankingWeights

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def _query(**options: Any) -> SearchQuery:
    return validated(SearchQuery, {"query": "who uses redis", "namespace": "n"} | options)


def test_defaults() -> None:
    query = _query()
    assert (query.mode, query.rank, query.combine) == (SearchMode.AUTO, Rank.MEMORY, Combine.SUM)
    assert query.limit == LIMITS.search_default
    assert query.kinds == tuple(EpisodeKind)
    assert not query.include_archived
    assert query.weights is None


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"query": " \n"}, "query"),
        ({"query": "x" * (LIMITS.query_characters + 1)}, "query"),
        ({"namespace": ""}, "namespace"),
        ({"namespace": None}, "namespace"),
        ({"limit": 0}, "limit"),
        ({"limit": -1}, "limit"),
        ({"limit": LIMITS.search_limit + 1}, "limit"),
        ({"limit": 2.5}, "limit"),
        ({"limit": True}, "limit"),
        ({"limit": "5"}, "limit"),
        ({"mode": "magic"}, "mode"),
        ({"rank": "magic"}, "rank"),
        ({"combine": "max"}, "combine"),
        ({"kinds": []}, "kinds"),
        ({"kinds": ["message", "song"]}, "kinds.1"),
        ({"kinds": ["message", "gist"]}, "kinds"),
        ({"kinds": ["page"]}, "kinds"),
        ({"session_id": "a b"}, "session_id"),
        ({"conversation_id": ""}, "conversation_id"),
        ({"as_of": "2026-01-01"}, "as_of"),
        ({"known_at": "soon"}, "known_at"),
        ({"occurred_from": NOW, "occurred_to": NOW}, "occurred_to"),
        ({"occurred_from": NOW, "occurred_to": NOW - DAY}, "occurred_to"),
        ({"weights": {"recency": -1}}, "weights.recency"),
        ({"weights": {"speed": 1}}, "weights.speed"),
        ({"filter": {}}, "filter"),
        ({"k": 5}, "k"),
    ],
)
def test_an_unusable_option_is_an_error_that_names_it(options: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        _query(**options)
    assert caught.value.field == field


def test_any_text_is_a_legal_query() -> None:
    for text in ('"', "AND OR NOT", "a:b^2 (c~ [d TO e]", "\\", "*:*", "東京", "🙂", "' OR 1=1 --"):
        assert _query(query=text).query == text


def test_limits_and_weights_are_taken() -> None:
    assert _query(limit=LIMITS.search_limit).limit == LIMITS.search_limit
    assert _query(weights={"recency": 1}).weights == RankingWeights(recency=1)
    assert _query(kinds=None).kinds == tuple(EpisodeKind)
    assert _query(kinds=["document"]).kinds == (EpisodeKind.DOCUMENT,)


def test_an_open_filter_is_the_whole_of_time() -> None:
    everything = SearchFilter(namespace="n")
    assert (everything.from_ms, everything.to_ms, everything.walk_to_ms) == (OPEN_PAST_MS, OPEN_END_MS, OPEN_END_MS)
    assert everything.at_ms(NOW) == to_ms(NOW)
    assert OPEN_END_MS > everything.known_ms > to_ms(datetime.max.replace(tzinfo=UTC))


def test_nothing_after_as_of_is_in_the_window() -> None:
    now = to_ms(NOW)
    assert SearchFilter(namespace="n", as_of=NOW).to_ms == now + 1
    assert SearchFilter(namespace="n", as_of=NOW, occurred_to=NOW + DAY).to_ms == now + 1
    assert SearchFilter(namespace="n", as_of=NOW, occurred_to=NOW - DAY).to_ms == to_ms(NOW - DAY)
    past = SearchFilter(namespace="n", as_of=NOW - DAY, known_at=NOW - 2 * DAY)
    assert (past.at_ms(NOW), past.known_ms) == (to_ms(NOW - DAY), to_ms(NOW - 2 * DAY))
    assert SearchFilter(namespace="n", as_of=NOW, occurred_to=NOW - DAY).walk_to_ms == now + 1


def test_the_parameters_of_a_query_are_plain_and_never_null() -> None:
    parameters = filter_parameters(_query(kinds=["message"], session_id="s", known_at=NOW))
    assert parameters == {
        "namespace": "n",
        "kinds": ["message"],
        "archived": [False],
        "from_ms": OPEN_PAST_MS,
        "to_ms": OPEN_END_MS,
        "known_ms": to_ms(NOW),
    }
    assert type(parameters["kinds"][0]) is str
    assert filter_parameters(_query(include_archived=True))["archived"] == [False, True]
    assert optional_parameters(_query(session_id="s")) == {"session_id": "s", "conversation_id": None}
