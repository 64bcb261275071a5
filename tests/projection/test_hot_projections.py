"""Projections that are kept between searches, on the server: they hold what a private one would, after any write."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from projection_support import held, is_native, kept
from support.graph_state import archive
from support.worlds import NOW, FixedEmbedder, make_memory, plain, vector

from memgraph_svc.adapters.clock import FixedClock
from memgraph_svc.domain.hit import Seed
from memgraph_svc.domain.query import SearchFilter
from memgraph_svc.errors import QueryFailedError
from memgraph_svc.graph.catalog import load_catalog
from memgraph_svc.graph.named_query import QueryMode
from memgraph_svc.projection.memory_graph import MemoryGraph
from memgraph_svc.projection.names import hot_name
from memgraph_svc.projection.page_rank import PageRank
from memgraph_svc.scoring.ppr import gds_equivalent
from memgraph_svc.settings import PPRConfig

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memgraph_svc.graph.graph import Graph, Work
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

DAY = timedelta(days=1)
ROOM = 10**9
ALIKE = PPRConfig(damping_factor=0.5, tolerance=0.0, similar_weight=1.0, synonym_weight=1.0, cause_weight=1.0)
"""Weights that the server takes as they are stored."""

UNLIKE = PPRConfig(tolerance=0.0, similar_weight=0.3, synonym_weight=1.0, cause_weight=0.7)
"""Weights that need a query."""


@pytest.fixture
def hot(graph: Graph) -> Iterator[MemoryGraph]:
    kept_between = MemoryGraph(graph, hot_bytes=ROOM)
    yield kept_between
    kept_between.close()


def made(memory_graph: MemoryGraph) -> int:
    assert memory_graph.hot is not None
    return memory_graph.hot.made


def entity(name: str) -> Seed:
    return Seed(kind="entity", key=name, name=name, weight=1.0, origin="query")


def fact(subject: str, obj: str, **fields: Any) -> dict[str, Any]:
    return {"subject": subject, "predicate": "knows", "object": obj, **fields}


def test_every_query_that_writes_is_counted(graph: Graph, namespace: str) -> None:
    values: dict[str, Any] = {
        "STRING": "x", "INTEGER": 1, "FLOAT": 0.5, "BOOLEAN": True, "MAP": {}, "DATETIME": NOW, "STRING | NULL": None,
    }  # fmt: skip

    def commits() -> int:
        return graph.run("projection.freshness", namespace=namespace, graph_name="none")[0]["commits"]

    writes = [query for query in load_catalog().values() if query.mode is QueryMode.WRITE]
    assert {query.name for query in writes if "namespace" not in query.params} == {
        "admin.acquire_lock", "admin.record_migration", "admin.record_store", "admin.release_lock",
    }  # fmt: skip
    seen = commits()
    for query in writes:
        if "namespace" in query.params:
            given = {name: [] if kind.startswith("LIST") else values[kind] for name, kind in query.params.items()}
            graph.run(query.name, **given | {"namespace": namespace})
            assert commits() > seen, query.name
            seen = commits()


def test_counts_are_not_lost_when_writers_meet(graph: Graph, namespace: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda _: graph.run("commits.count", namespace=namespace, shard=3), range(60)))
    # each of them is a write, which is counted too
    assert graph.run("projection.freshness", namespace=namespace, graph_name="none")[0]["commits"] == 120


def test_a_write_that_is_undone_is_not_counted(graph: Graph, namespace: str) -> None:
    def fail(work: Work) -> None:
        work.run("episodes.lock", namespace=namespace, episode_ids=["a"])
        raise ValueError("undone")

    with pytest.raises(ValueError, match="undone"):
        graph.write(fail, name="fail")
    assert graph.run("projection.freshness", namespace=namespace, graph_name="none")[0]["commits"] == 0


@pytest.mark.parametrize("config", [ALIKE, UNLIKE], ids=["native", "query"])
def test_the_next_search_sees_every_change(
    graph: Graph, server: Settings, namespace: str, hot: MemoryGraph, config: PPRConfig
) -> None:
    vectors = {"one": vector(1), "two": vector(1, 0.1), "three": vector(1, 0.2), "Ann": vector(0, 1)}
    vectors["Anne"] = vector(0, 1, 0.1)
    memory = make_memory(graph, server, namespace, embedder=FixedEmbedder(vectors))
    state: dict[str, Any] = {"namespace": namespace}
    one = plain("one", id="one", session="s", entities=["Ann", "Ben"], facts=[fact("Ann", "Ben")])
    two = plain("two", id="two", session="s", entities=["Anne", "Cem"], caused_by=["one"])
    steps = {
        "insert": lambda: memory.episodes.insert(one, **state),
        "more": lambda: memory.episodes.insert_many([two, plain("three", id="three", entities=["Ben"])], **state),
        "synonyms": lambda: memory.temporal.link_synonyms(**state),
        "update": lambda: memory.episodes.update("three", plain("three", entities=["Cem"]), **state),
        "node": lambda: memory.temporal.add_node("Dan", **state),
        "state": lambda: memory.temporal.assert_fact("Dan", "knows", "Ben", **state),
        "merge": lambda: memory.temporal.merge_entities("Anne", "Ann", **state),
        "unmerge": lambda: memory.temporal.unmerge("Anne", **state),
        "alias": lambda: memory.temporal.add_alias("Cem", "Jim", **state),
        "declare": lambda: memory.temporal.declare_predicate("knows", functional=True, **state),
        "archive": lambda: archive(graph, namespace, "two"),
        "delete": lambda: memory.episodes.delete("one", **state),
    }
    asked, private, seen = SearchFilter(namespace=namespace), MemoryGraph(graph), [{}]
    everything = SearchFilter(namespace=namespace, include_archived=True)
    for number, (step, change) in enumerate(steps.items()):
        change()
        for filters in (asked, everything) if step in ("archive", "delete") else (asked,):
            with hot.project(filters, config, NOW) as name, private.project(filters, config, NOW) as true:
                assert held(graph, name) == pytest.approx(held(graph, true), abs=1e-5), step
                if filters is asked:
                    seen.append(held(graph, true))
                    assert made(hot) >= number + 1
                    assert is_native(graph, name) is (config is ALIKE and step not in ("archive", "delete"))
        before = made(hot)
        with hot.project(asked, config, NOW) as again:
            assert again in kept(graph, "hot")
        assert made(hot) == before, step
    assert seen[1] != seen[2] != seen[3] != seen[4]
    assert ("Ann", "Anne") in seen[3]
    assert not any("two" in pair for pair in seen[-1])
    assert len(kept(graph, f"hot_{hot_name().split('_')[2]}_{os.getpid()}_")) >= 2


def test_facts_count_as_long_as_they_hold(graph: Graph, server: Settings, namespace: str, hot: MemoryGraph) -> None:
    clock = FixedClock(NOW)
    memory = make_memory(graph, server, namespace, clock=clock)
    times: dict[str, tuple[int | None, int | None]] = {
        "always": (None, None), "since": (-9, None), "ended": (-9, -5), "ending": (-9, 3), "later": (5, None),
        "awhile": (4, 8),
    }  # fmt: skip

    def when(days: int | None) -> Any:
        return None if days is None else NOW + days * DAY

    rows_ = [
        plain(
            f"text {name}", id=name, entities=[name],
            facts=[fact("hub", name, valid_from=when(since), valid_to=when(until))],
        )
        for name, (since, until) in times.items()
    ]  # fmt: skip
    report = memory.episodes.insert_many(rows_, namespace=namespace, link=False)
    assert report.refused == ()
    asked, private = SearchFilter(namespace=namespace), MemoryGraph(graph)
    natives: list[bool] = []
    for days in (0, 1, 3, 4, 5, 7, 8, 20, 6, 0):
        now = NOW + days * DAY
        holding = [
            name for name, (since, until) in times.items()
            if (since is None or since <= days) and (until is None or until > days)
        ]  # fmt: skip
        with hot.project(asked, ALIKE, now) as name, private.project(asked, ALIKE, now) as true:
            assert held(graph, name) == pytest.approx(held(graph, true), abs=1e-5)
            natives.append(is_native(graph, name))
            found = PageRank(graph).rank(name, asked, [entity("hub")], ALIKE, limit=100)
        wanted = expected(list(times), holding)
        assert found == {key: pytest.approx(score, abs=1e-6) for key, score in wanted.items() if score > 0}
    # natively only when nothing ends or begins later; when the clock is put back, what it had is made again
    assert natives == [False] * 6 + [True, True] + [False] * 2
    assert made(hot) == 7
    with hot.project(asked, ALIKE, NOW + 20 * DAY) as name:
        assert PageRank(graph).rank(name, asked, [entity("ended")], ALIKE, limit=9).keys() == set(
            expected(list(times), ["always", "since", "later"])
        )


def expected(names: list[str], holding: list[str]) -> dict[str, float]:
    """Scores of the episodes from the hub, by the reference: each mentions it and its own name."""
    places = {name: 1 + number for number, name in enumerate(names)}
    episodes = {name: 1 + len(names) + number for number, name in enumerate(names)}
    edges = [(0, places[name]) for name in holding]
    edges += [pair for name in names for pair in ((episodes[name], places[name]), (episodes[name], 0))]
    seeds = [1.0] + [0.0] * (2 * len(names))
    scores = gds_equivalent(
        edges, [1.0] * len(edges), seeds, ALIKE.damping_factor, iterations=ALIKE.max_iterations, tolerance=0.0
    )
    return {name: float(scores[place]) for name, place in episodes.items()}


def test_a_node_whose_edges_all_weigh_nothing_is_a_dead_end(
    graph: Graph, memory: MemoryService, namespace: str, hot: MemoryGraph
) -> None:
    memory.episodes.insert(plain("one", id="one", entities=["Ann"]), namespace=namespace)
    memory.temporal.assert_fact(
        "Ann", "knows", "Ben", valid_from=NOW - 9 * DAY, valid_to=NOW - DAY, namespace=namespace
    )
    asked = SearchFilter(namespace=namespace)
    with hot.project(asked, ALIKE, NOW) as name, MemoryGraph(graph).project(asked, ALIKE, NOW) as true:
        assert is_native(graph, name)
        for seed in ("ann", "ben"):
            found = PageRank(graph).rank(name, asked, [entity(seed)], ALIKE, limit=9)
            assert found == pytest.approx(PageRank(graph).rank(true, asked, [entity(seed)], ALIKE, limit=9), abs=1e-6)
            assert (found == {}) is (seed == "ben")


def test_neither_a_namespace_nor_its_writes_touch_another_one(
    graph: Graph, memory: MemoryService, namespace: str, hot: MemoryGraph
) -> None:
    other = f"{namespace}-other"
    for space in (namespace, other):
        memory.episodes.insert(plain("text", id=f"in-{space}", entities=["Ann"]), namespace=space)
    asked = SearchFilter(namespace=namespace)
    for _ in range(3):
        memory.episodes.insert(plain("more", entities=["Ann"]), namespace=other)
        with hot.project(asked, ALIKE, NOW) as name:
            assert set(held(graph, name)) == {("Ann", f"in-{namespace}"), (f"in-{namespace}", "Ann")}
    assert made(hot) == 1


def test_what_was_dropped_from_outside_is_made_again(
    graph: Graph, memory: MemoryService, namespace: str, hot: MemoryGraph
) -> None:
    memory.episodes.insert(plain("one", id="one", entities=["Ann"]), namespace=namespace)
    asked, ranks = SearchFilter(namespace=namespace), PageRank(graph)

    def rank(name: str) -> dict[str, float]:
        if made(hot) == 2:  # while it is used
            graph.run("projection.drop", graph_names=[name])
            hot_again.append(name)
        return ranks.rank(name, asked, [entity("ann")], ALIKE, limit=9)

    hot_again: list[str] = []
    assert list(hot.apply(asked, ALIKE, NOW, rank)) == ["one"]
    graph.run("projection.drop", graph_names=kept(graph, f"_{os.getpid()}_"))
    assert list(hot.apply(asked, ALIKE, NOW, rank)) == ["one"]
    assert len(hot_again) == 1
    assert made(hot) == 3

    def fail(name: str) -> None:
        graph.run("projection.memory", graph_name=name)
        graph.run("no.such")

    with pytest.raises(QueryFailedError, match="there is no query"):
        hot.apply(asked, ALIKE, NOW, fail)
    assert made(hot) == 3
