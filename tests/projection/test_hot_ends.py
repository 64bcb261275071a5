"""What is kept between searches goes: for room, at the end, and when nobody closed it."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from projection_support import kept
from support.worlds import NOW, plain

from memgraph_svc.domain.query import SearchFilter
from memgraph_svc.projection.builder import Size
from memgraph_svc.projection.leftovers import find_leftovers
from memgraph_svc.projection.memory_graph import MemoryGraph
from memgraph_svc.projection.names import hot_name, is_leftover
from memgraph_svc.settings import PPRConfig

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

DAY = timedelta(days=1)
ROOM = 10**9
ALIKE = PPRConfig(damping_factor=0.5, tolerance=0.0, similar_weight=1.0, synonym_weight=1.0, cause_weight=1.0)


def test_memory_is_bounded_and_freed(graph: Graph, memory: MemoryService, namespace: str) -> None:
    spaces = [f"{namespace}-{number}" for number in range(4)]
    for space in spaces:
        memory.episodes.insert(plain("one", id="one", entities=["Ann"]), namespace=space)
    small = MemoryGraph(graph, hot_bytes=1)
    with small.project(SearchFilter(namespace=spaces[0]), ALIKE, NOW) as name:
        assert name in kept(graph, name)
    assert kept(graph, name) == []
    assert small.hot is not None
    assert small.hot.made == 0

    with MemoryGraph(graph, hot_bytes=ROOM).project(SearchFilter(namespace=spaces[0]), ALIKE, NOW) as name:
        (row,) = graph.run("projection.memory", graph_name=name)
    bound = Size(2, 1, {}).bytes(types=6, threads=1) + int(row["bytes"] * 1.5)
    hot = MemoryGraph(graph, hot_bytes=bound)
    assert hot.hot is not None
    names: list[str] = []
    for space in (*spaces, spaces[-1]):
        with hot.project(SearchFilter(namespace=space), ALIKE, NOW) as name:
            names.append(name)
        assert hot.hot.bytes <= bound
    there = [name for name in dict.fromkeys(names) if kept(graph, name)]
    assert 1 <= len(there) < 4
    assert there == names[4 - len(there) : 4] == hot.hot.names()
    assert hot.hot.made == 4
    hot.close()
    assert [name for name in names if kept(graph, name)] == []
    with hot.project(SearchFilter(namespace=spaces[0]), ALIKE, NOW) as name:
        assert kept(graph, name) == [name]
    assert kept(graph, name) == []


def test_what_nobody_closed_is_dropped_by_the_next_one(graph: Graph, memory: MemoryService, namespace: str) -> None:
    memory.episodes.insert(plain("one", id="one", entities=["Ann"]), namespace=namespace)
    asked = SearchFilter(namespace=namespace)
    lost = MemoryGraph(graph, hot_bytes=ROOM)
    with lost.project(asked, ALIKE, NOW) as name:
        pass
    del lost
    gc.collect()
    following = MemoryGraph(graph, hot_bytes=ROOM)
    with following.project(asked, ALIKE, NOW):
        assert kept(graph, name) == []
    following.close()


_PROGRAM = """
import os, sys
from memgraph_svc.bootstrap import open_memory
memory = open_memory()
for text in ("Where is Ann?", "Who is Ann?"):
    assert [hit.id for hit in memory.recall(text, namespace=sys.argv[1], mode="ppr").hits] == ["one"]
print(os.getpid(), memory.health().ok)
if sys.argv[2] == "killed":
    sys.stdout.flush()
    os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("end", ["ended", "killed"])
def test_a_process_leaves_nothing_but_when_it_is_killed_which_is_found(
    graph: Graph, server: Settings, memory: MemoryService, namespace: str, end: str
) -> None:
    memory.episodes.insert(plain("one", id="one", entities=["Ann"]), namespace=namespace)
    assert server.neo4j_password is not None
    environment = os.environ | {
        "MEMGRAPH_NEO4J_URI": str(server.neo4j_uri), "MEMGRAPH_NEO4J_USER": server.neo4j_user,
        "MEMGRAPH_NEO4J_PASSWORD": server.neo4j_password.get_secret_value(), "MEMGRAPH_EMBEDDER": "hashing",
    }  # fmt: skip
    run = subprocess.run(
        [sys.executable, "-c", _PROGRAM, namespace, end], env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == (0 if end == "ended" else -9), run.stderr
    pid, _ = run.stdout.split()
    left = kept(graph, f"_{pid}_")
    assert len(left) == (1 if end == "killed" else 0)
    assert set(left) <= set(find_leftovers(graph))
    graph.run("projection.drop", graph_names=left)


def test_leftovers_are_told_from_what_is_used() -> None:
    mine = hot_name()
    _, _, machine, pid, began, rest = mine.split("_")
    for second in range(-2, 3):  # the clock was set since
        shifted = "_".join(("memgraph_hot", machine, pid, str(int(began) + second), rest))
        assert not is_leftover(shifted, 23 * DAY / 24)
    assert is_leftover(mine, 2 * DAY)
    assert is_leftover("_".join(("memgraph_hot", machine, pid, str(int(began) - 9), rest)), 0 * DAY)
    assert not is_leftover("_".join(("memgraph_hot", "0000", pid, "1", rest)), 23 * DAY / 24)
    assert is_leftover("memgraph_0123", DAY)
    assert not is_leftover("memgraph_0123", DAY / 1000)
    assert not is_leftover("somebody_else", 9 * DAY)
