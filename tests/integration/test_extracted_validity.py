"""What an episode's text says of time becomes the validity of the facts that are extracted from it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import rows

from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.adapters.extractors import make_extractor
from memgraph_svc.bootstrap import build_memory

if TYPE_CHECKING:
    from memgraph_svc.adapters.clock import FixedClock
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

SINCE_MARCH = "Ingrid has worked at Norsk Data since March 2024."
SINCE_YESTERDAY = "Ingrid has worked at Norsk Data since yesterday."
OPEN_PAST_MS = -(2**53) + 1


@pytest.fixture(params=["heuristic", "spacy"])
def extracting(
    request: pytest.FixtureRequest, graph: Graph, server: Settings, clock: FixedClock, namespace: str
) -> MemoryService:
    """The service with either extractor."""
    return build_memory(
        graph, server.model_copy(update={"namespace": namespace}), embedder=HashingEmbedder(),
        extractor=make_extractor(request.param), clock=clock,
    )  # fmt: skip


def facts(graph: Graph, namespace: str) -> dict[str, tuple[Any, Any, int]]:
    """Validity and integer beginning of each believed fact by its object."""
    found = rows(
        graph,
        "MATCH (:Entity {namespace: $n})-[r:RELATES_TO]->(o:Entity) WHERE r.invalidated_at IS NULL "
        "RETURN o.name AS object, r.valid_from AS valid_from, r.valid_to AS valid_to, r.valid_from_ms AS ms",
        n=namespace,
    )
    assert len({row["object"] for row in found}) == len(found)
    return {
        row["object"]: (_native(row["valid_from"]), _native(row["valid_to"]), row["ms"])
        for row in found
    }  # fmt: skip


def _native(value: Any) -> datetime | None:
    return None if value is None else value.to_native()


def day(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)


def row(content: str, occurred_at: str | None = "2026-04-10T09:00:00Z", **more: Any) -> dict[str, Any]:
    return {"id": "e", "content": content, **({"occurred_at": occurred_at} if occurred_at else {}), **more}


def test_a_fact_holds_since_when_the_text_says(extracting: MemoryService, graph: Graph, namespace: str) -> None:
    extracting.episodes.insert(row(SINCE_MARCH), namespace=namespace)
    start = day(2024, 3, 1)
    assert facts(graph, namespace) == {"Norsk Data": (start, None, int(start.timestamp() * 1000))}


def test_a_relative_time_counts_from_when_it_was_said(extracting: MemoryService, graph: Graph, namespace: str) -> None:
    extracting.episodes.insert(row(SINCE_YESTERDAY, "2026-04-10T23:30:00-05:00"), namespace=namespace)
    assert facts(graph, namespace)["Norsk Data"][:2] == (day(2026, 4, 10), None)


def test_without_a_time_of_its_own_it_counts_from_now(extracting: MemoryService, graph: Graph, namespace: str) -> None:
    extracting.episodes.insert(row(SINCE_YESTERDAY, None), namespace=namespace)
    assert facts(graph, namespace)["Norsk Data"][:2] == (day(2026, 4, 30), None)


def test_both_ends_are_kept(extracting: MemoryService, graph: Graph, namespace: str) -> None:
    text = "Ingrid worked at Norsk Data from May 2019 through June 2021, and Bob Ray lives in Oslo."
    extracting.episodes.insert(row(text), namespace=namespace)
    assert facts(graph, namespace) == {
        "Norsk Data": (day(2019, 5, 1), day(2021, 7, 1), int(day(2019, 5, 1).timestamp() * 1000)),
        "Oslo": (None, None, OPEN_PAST_MS),
    }


def test_what_is_unclear_is_open_at_both_ends(extracting: MemoryService, graph: Graph, namespace: str) -> None:
    extracting.episodes.insert(row("Ingrid had worked at Norsk Data since March 2024."), namespace=namespace)
    assert facts(graph, namespace) == {"Norsk Data": (None, None, OPEN_PAST_MS)}


def test_given_facts_are_as_they_were_given(extracting: MemoryService, graph: Graph, namespace: str) -> None:
    given = {"subject": "Ingrid", "predicate": "works at", "object": "Norsk Data"}
    extracting.episodes.insert(row(SINCE_MARCH, facts=[given]), namespace=namespace)
    assert facts(graph, namespace) == {"Norsk Data": (None, None, OPEN_PAST_MS)}


def test_another_text_has_another_validity(
    extracting: MemoryService, graph: Graph, namespace: str, clock: FixedClock
) -> None:
    extracting.episodes.insert(row(SINCE_MARCH, None), namespace=namespace)
    clock.advance(timedelta(days=30))
    extracting.episodes.update("e", {"content": SINCE_YESTERDAY}, namespace=namespace)
    assert facts(graph, namespace)["Norsk Data"][:2] == (day(2026, 4, 30), None)


def test_another_day_of_the_episode_moves_what_was_relative(
    extracting: MemoryService, graph: Graph, namespace: str
) -> None:
    extracting.episodes.insert(row(SINCE_YESTERDAY), namespace=namespace)
    extracting.episodes.update("e", {"occurred_at": "2026-04-20T09:00:00Z"}, namespace=namespace)
    assert facts(graph, namespace)["Norsk Data"][:2] == (day(2026, 4, 19), None)


@pytest.mark.parametrize("supersede", ["never", "functional"])
def test_another_day_changes_nothing_of_what_the_text_may_end(
    extracting: MemoryService, graph: Graph, namespace: str, supersede: str
) -> None:
    day = datetime(2024, 5, 1, tzinfo=UTC)
    extracting.remember({"id": "e1", "content": SINCE_MARCH, "occurred_at": day}, supersede=supersede)
    extracting.episodes.update("e1", {"occurred_at": day + timedelta(days=1)}, namespace=namespace)
    found = rows(graph, "MATCH ()-[c:CLAIMS {namespace: $n}]->() RETURN c.firm AS firm", n=namespace)
    assert [row["firm"] for row in found] == [supersede == "functional"]
