"""Passes over a whole namespace, exact and by the vector index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.graph_state import archive, links
from support.link_rule import THRESHOLD, exact_links, give
from support.worlds import FixedEmbedder, make_memory, vector

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.settings import LIMITS, LinkConfig

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings


@pytest.fixture
def embedder() -> FixedEmbedder:
    return FixedEmbedder(threshold=THRESHOLD)


@pytest.fixture
def memory(graph: Graph, server: Settings, namespace: str, embedder: FixedEmbedder) -> MemoryService:
    return make_memory(graph, server, namespace, embedder=embedder)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A namespace of six counts as large, and is read by pages of five."""
    limits = LIMITS.model_copy(update={"compared_episodes": 5})
    monkeypatch.setattr("memgraph_svc.services.link_passes.LIMITS", limits)
    monkeypatch.setattr("memgraph_svc.repositories.links._PAGE", 5)


def crowd(embedder: FixedEmbedder, size: int) -> list[dict[str, Any]]:
    noise = np.random.default_rng(size)
    centres = noise.normal(size=(3, 8))
    return give(
        embedder, **{f"v{n:02d}": vector(*(centres[n % 3] + noise.normal(scale=0.4, size=8))) for n in range(size)}
    )


@pytest.mark.usefixtures("small")
def test_a_large_namespace_is_linked_by_pages_and_goes_on_where_it_stopped(
    memory: MemoryService, graph: Graph, namespace: str, embedder: FixedEmbedder
) -> None:
    memory.episodes.insert_many(crowd(embedder, 23), namespace=namespace, link=False)
    told: list[tuple[int, int]] = []
    link = memory.zettelkasten.batch_link
    first = link(namespace=namespace, progress=lambda *step: told.append(step), stop=lambda: len(told) == 2)
    assert (first.episodes, first.stopped_after, told) == (10, "v09", [(5, 23), (10, 23)])
    assert first.created == len(links(graph, namespace)) > 0
    rest = link(namespace=namespace, after="v09")
    assert (rest.episodes, rest.stopped_after) == (13, None)
    found = links(graph, namespace)
    assert found.keys() == exact_links(graph, namespace).keys()
    assert first.created + rest.created == len(found)
    again = link(namespace=namespace)
    assert (again.created, again.removed, again.kept) == (0, 0, len(found))
    with pytest.raises(InvalidInputError, match="after"):
        link(namespace=namespace, after="\ud800")


@pytest.mark.parametrize("way", ["exact", "by_index"])
def test_every_pair_that_is_alike_is_told_once(
    request: pytest.FixtureRequest, graph: Graph, namespace: str, embedder: FixedEmbedder, way: str
) -> None:
    if way == "by_index":
        request.getfixturevalue("small")
    memory: MemoryService = request.getfixturevalue("memory")
    memory.episodes.insert_many(crowd(embedder, 23), namespace=namespace, link=False)
    archive(graph, namespace, "v05")
    found = list(memory.zettelkasten.iterate_near(namespace=namespace, threshold=0.5))
    wanted = exact_links(graph, namespace, k=22, threshold=0.5)
    assert len(found) == len(wanted)
    assert {(pair.low, pair.high): pair.score for pair in found} == pytest.approx(wanted, abs=1e-6)
    default = memory.zettelkasten.iterate_near(namespace=namespace)
    assert {(pair.low, pair.high) for pair in default} == exact_links(graph, namespace, k=22).keys()
    assert links(graph, namespace) == {}
    assert list(memory.zettelkasten.iterate_near(namespace=f"{namespace}-none")) == []
    for wrong in (1.5, "0.5", True):
        with pytest.raises(InvalidInputError, match="threshold"):
            memory.zettelkasten.iterate_near(namespace=namespace, threshold=wrong)  # pyright: ignore[reportArgumentType]


@pytest.mark.usefixtures("small")
def test_a_full_list_of_the_index_hides_no_pair(graph: Graph, server: Settings, namespace: str) -> None:
    """Each of the crowd has the hub in its short list, the hub has room for few of them."""
    embedder = FixedEmbedder(threshold=0.6)
    memory = make_memory(graph, server, namespace, embedder=embedder, link=LinkConfig(k=2, overfetch=2))
    away = {f"b{n}": vector(1.0, *([0.0] * n), 0.8) for n in range(9)}
    memory.episodes.insert_many(give(embedder, a=vector(1.0), **away), namespace=namespace, link=False)
    found = [(pair.low, pair.high) for pair in memory.zettelkasten.iterate_near(namespace=namespace, threshold=0.7)]
    assert sorted(found) == [("a", f"b{n}") for n in range(9)]
