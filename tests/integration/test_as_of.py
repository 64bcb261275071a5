"""Two instants give two different, right answers on the same question, on every path that reads."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from memgraph_svc.adapters.clock import FixedClock
from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.adapters.extractors.heuristic import HeuristicExtractor
from memgraph_svc.bootstrap import build_memory

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

HIRED, MOVED = datetime(2020, 3, 1, tzinfo=UTC), datetime(2023, 3, 1, tzinfo=UTC)
TOLD, CORRECTED = datetime(2024, 1, 1, tzinfo=UTC), datetime(2025, 1, 1, tzinfo=UTC)
NOW = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
QUESTION = "Where does Ingrid Falkenberg work?"
ONLY_FACTS = {"passage_weight": 0.0, "similar_weight": 0.0}
"""Settings with which only what was stated leads from one episode to another."""
BY_TIME = [(HIRED - DAY, set()), (HIRED, {"norsk"}), (MOVED - DAY, {"norsk"}), (MOVED, {"gdynia"}), (NOW, {"gdynia"})]


def employer(name: str, since: datetime) -> dict[str, Any]:
    return {
        "subject": "Ingrid Falkenberg", "predicate": "works at", "object": name, "valid_from": since,
        "functional": True,
    }  # fmt: skip


def rows(*filler: str) -> list[dict[str, Any]]:
    """Each firm is told of by an episode that only the fact of the employment leads to."""
    firms = [("norsk", "Norsk Data"), ("gdynia", "Gdynia Lines")]
    told = [
        {"id": key, "content": f"The office of {name} opens at nine.", "entities": [name], "facts": [],
         "occurred_at": HIRED - 2 * DAY}
        for key, name in firms
    ]  # fmt: skip
    told += [{"id": key, "content": f"Nothing about {key}.", "entities": [key], "facts": [],
              "occurred_at": HIRED - 3 * DAY} for key in filler]  # fmt: skip
    return told


@pytest.fixture
def told(graph: Graph, server: Settings, namespace: str) -> MemoryService:
    """Told in 2024 that Ingrid is at Norsk Data since 2020, and in 2025 that she moved in 2023."""
    clock = FixedClock(TOLD)
    settings = server.model_copy(update={"namespace": namespace})
    memory = build_memory(graph, settings, embedder=HashingEmbedder(), extractor=HeuristicExtractor(), clock=clock)
    filler = [f"filler{number}" for number in range(12)]
    seen = {"id": "seen", "content": "Ingrid Falkenberg was seen.", "entities": ["Ingrid Falkenberg"], "facts": []}
    memory.episodes.insert_many([*rows(*filler), seen | {"occurred_at": HIRED - 4 * DAY}], namespace=namespace)
    # no episode states it: then only the fact leads to the firm
    memory.temporal.assert_fact(**employer("Norsk Data", HIRED), namespace=namespace)
    clock.set(CORRECTED)
    memory.temporal.assert_fact(**employer("Gdynia Lines", MOVED), namespace=namespace)
    moved = {"id": "moved", "content": "The office of Norsk Data moved.", "entities": [], "facts": []}
    memory.episodes.insert(moved | {"occurred_at": HIRED - 4 * DAY}, namespace=namespace)
    clock.set(NOW)
    return memory


def firms(ids: list[str]) -> set[str]:
    return set(ids) & {"norsk", "gdynia"}


@pytest.mark.parametrize(("as_of", "wanted"), BY_TIME)
def test_page_rank_walks_over_what_held(told: MemoryService, namespace: str, as_of: datetime, wanted: set[str]) -> None:
    answer = told.ppr.retrieve(QUESTION, namespace=namespace, as_of=as_of, limit=50, config=told.ppr.config.model_copy(
        update=ONLY_FACTS))  # fmt: skip
    assert firms(list(answer.scores)) == wanted
    found = told.episodes.search(QUESTION, mode="ppr", namespace=namespace, as_of=as_of, limit=50)
    through = {step.target for hit in found.hits for step in hit.path if step.relation == "works at"}
    assert through == {"Norsk Data" if name == "norsk" else "Gdynia Lines" for name in wanted}


@pytest.mark.parametrize(("as_of", "wanted"), BY_TIME)
def test_facts_and_contexts_tell_what_held(
    told: MemoryService, namespace: str, as_of: datetime, wanted: set[str]
) -> None:
    names = {"Norsk Data" if name == "norsk" else "Gdynia Lines" for name in wanted}
    assert {f.object for f in told.temporal.facts("Ingrid Falkenberg", namespace=namespace, as_of=as_of)} == names
    text = told.context(QUESTION, namespace=namespace, as_of=as_of, token_budget=1000).text
    assert {name for name in ("Norsk Data", "Gdynia Lines") if f"works at {name}" in text} == names


def test_what_was_known_decides_what_is_walked_over(told: MemoryService, namespace: str) -> None:
    config = told.ppr.config.model_copy(update=ONLY_FACTS)
    for known_at, wanted in ((TOLD - DAY, set()), (CORRECTED - DAY, {"norsk"}), (CORRECTED + DAY, {"gdynia"})):
        answer = told.ppr.retrieve(
            QUESTION, namespace=namespace, as_of=MOVED + DAY, known_at=known_at, limit=50, config=config
        )
        assert firms(list(answer.scores)) == wanted
        facts = told.temporal.facts(predicate="works at", namespace=namespace, as_of=MOVED + DAY, known_at=known_at)
        assert len(facts) == len(wanted)


@pytest.mark.parametrize("mode", ["relevance", "fulltext", "hybrid", "ppr", "auto"])
def test_no_mode_finds_what_had_not_happened_or_was_not_known(told: MemoryService, namespace: str, mode: str) -> None:
    def found(**instants: datetime) -> set[str]:
        result = told.episodes.search("office Norsk Data opens", mode=mode, namespace=namespace, limit=50, **instants)
        return {hit.id for hit in result.hits}

    assert "norsk" in found() & found(as_of=HIRED) & found(known_at=TOLD)
    assert found(as_of=HIRED - 5 * DAY) == found(known_at=TOLD - DAY) == set()
    assert "moved" not in found(known_at=CORRECTED - DAY)


def test_links_and_causes_are_known_since_they_were_made(told: MemoryService, namespace: str) -> None:
    text = "The deploy of the parcel service failed at noon."
    told.episodes.insert({"id": "x", "content": text, "occurred_at": HIRED}, namespace=namespace)
    later = {"id": "y", "content": f"{text} Again.", "occurred_at": MOVED, "caused_by": ["x"]}
    told.episodes.insert(later, namespace=namespace)

    def neighbors(**instants: datetime) -> list[str]:
        return [n.episode_id for n in told.zettelkasten.find_neighbors("x", namespace=namespace, **instants)]

    assert neighbors() == neighbors(known_at=NOW) == neighbors(as_of=MOVED) == ["y"]
    assert neighbors(known_at=NOW - DAY) == neighbors(as_of=MOVED - DAY) == []
    assert [p.score for p in told.causes.why("y", namespace=namespace).paths]
    assert not told.causes.why("y", namespace=namespace, known_at=NOW - DAY).paths
