"""Bringing a real store to our schema: fresh, again, at the same time, and where something is in the way."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from memgraph_svc.errors import ConfigurationError, MigrationDriftError, MigrationError, MigrationLockedError
from memgraph_svc.graph.identifiers import PROJECTED_PROPERTIES, Label, RelationshipType
from memgraph_svc.migrations.files import packaged_migrations
from memgraph_svc.migrations.runner import MigrationReport, check_schema, check_store, migrate, schema_version

if TYPE_CHECKING:
    from collections.abc import Callable

    from memgraph_svc.graph.graph import Graph

PACKAGED = packaged_migrations()
NAMES = tuple(f"{m.version:04}_{m.name}" for m in PACKAGED)
MODEL = {"model": "hashing-64", "dimension": 64}


def _query(graph: Graph, text: str, **parameters: Any) -> list[dict[str, Any]]:
    return [record.data() for record in graph.driver.execute_query(text, parameters).records]


def _schema(graph: Graph) -> list[dict[str, Any]]:
    return _query(graph, "SHOW INDEXES YIELD name, type, labelsOrTypes, properties, owningConstraint")


def test_a_fresh_store_gets_everything_and_a_second_run_nothing(empty: Graph) -> None:
    assert migrate(empty, **MODEL) == MigrationReport(NAMES, len(NAMES))
    before, nodes = _schema(empty), _query(empty, "MATCH (n) RETURN labels(n) AS l, n {.*} AS n ORDER BY n.version")
    assert migrate(empty, **MODEL) == MigrationReport((), len(NAMES))
    assert _schema(empty) == before
    after = _query(empty, "MATCH (n) RETURN labels(n) AS l, n {.*} AS n ORDER BY n.version")
    assert _without_lock(after) == _without_lock(nodes)
    assert check_schema(empty) == schema_version(empty) == len(NAMES)
    check_store(empty, **MODEL)


def _without_lock(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [node for node in nodes if node["l"] != ["MigrationLock"]]


def test_an_empty_store_can_be_projected_by_every_name(empty: Graph) -> None:
    migrate(empty, **MODEL)
    properties = {key: {"property": key, "defaultValue": 0.0} for key in PROJECTED_PROPERTIES}
    made = _query(
        empty,
        "CALL gds.graph.project('empty', $labels, $types) YIELD relationshipCount AS n",
        labels={label: {"properties": properties} for label in Label},
        types={kind: {"properties": properties} for kind in RelationshipType},
    )
    assert made == [{"n": 0}]
    _query(empty, "CALL gds.graph.drop('empty') YIELD graphName")


def test_looking_at_a_store_changes_nothing(empty: Graph) -> None:
    assert schema_version(empty) == 0
    check_store(empty, model="any", dimension=1)
    with pytest.raises(MigrationError, match=f"has schema 0, this package needs {len(NAMES)}") as caught:
        check_schema(empty)
    assert caught.value.hint == "memgraph-svc migrate"
    assert [index for index in _schema(empty) if index["type"] != "LOOKUP"] == []
    assert _query(empty, "MATCH (n) RETURN count(*) AS nodes") == [{"nodes": 0}]


def test_four_processes_at_once_all_succeed_and_apply_each_migration_once(
    empty: Graph, connect: Callable[[], Graph]
) -> None:
    graphs = [connect() for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        reports = list(threads.map(lambda graph: migrate(graph, **MODEL), graphs))
    assert sorted(name for report in reports for name in report.applied) == sorted(NAMES)
    assert {report.current for report in reports} == {len(NAMES)}
    recorded = _query(empty, "MATCH (m:Migration) RETURN m.version AS v ORDER BY v")
    assert [row["v"] for row in recorded] == [m.version for m in PACKAGED]
    assert _query(empty, "MATCH (s:Store) RETURN count(*) AS n") == [{"n": 1}]


def test_an_interrupted_run_is_completed(empty: Graph) -> None:
    migrate(empty, **MODEL)
    _query(empty, "MATCH (m:Migration) WHERE m.version > 5 DELETE m")
    _query(empty, "DROP INDEX episode_vector")
    with pytest.raises(MigrationError, match="has schema 5"):
        check_schema(empty)
    assert migrate(empty, **MODEL).applied == NAMES[5:]


@pytest.mark.parametrize("name", ["episode_vector", "fact_fulltext", "episode_turn"])
def test_an_index_that_was_dropped_comes_back(empty: Graph, name: str) -> None:
    migrate(empty, **MODEL)
    _query(empty, f"DROP INDEX {name}")
    assert [applied.split("_", 1)[1] for applied in migrate(empty, **MODEL).applied] == [name]
    assert name in {index["name"] for index in _schema(empty)}
    assert migrate(empty, **MODEL).applied == ()


def test_a_changed_migration_is_drift_and_stops_everything(empty: Graph) -> None:
    migrate(empty, **MODEL)
    _query(empty, "MATCH (m:Migration {version: 3}) SET m.checksum = 'other'")
    for act in (lambda: migrate(empty, **MODEL), lambda: check_schema(empty), lambda: schema_version(empty)):
        with pytest.raises(MigrationDriftError, match="migration 3 'entity_id_key' was applied with another text"):
            act()


def test_a_missing_record_in_between_is_drift(empty: Graph) -> None:
    migrate(empty, **MODEL)
    _query(empty, "MATCH (m:Migration {version: 3}) DELETE m")
    with pytest.raises(MigrationDriftError, match="migration 3"):
        migrate(empty, **MODEL)


def test_a_newer_store_is_left_alone(empty: Graph) -> None:
    migrate(empty, **MODEL)
    _query(empty, "CREATE (:Migration {version: 99, name: 'future', checksum: 'x'})")
    for act in (lambda: migrate(empty, **MODEL), lambda: check_schema(empty)):
        with pytest.raises(MigrationError, match=f"has schema 99, this package knows {len(NAMES)}") as caught:
            act()
        assert "newer memgraph-svc" in caught.value.hint


@pytest.mark.parametrize("other", [{"model": "bge-small", "dimension": 64}, {"model": "hashing-64", "dimension": 384}])
def test_another_embedder_is_refused_with_both_named(empty: Graph, other: dict[str, Any]) -> None:
    migrate(empty, **MODEL)
    for act in (lambda: migrate(empty, **other), lambda: check_store(empty, **other)):
        with pytest.raises(ConfigurationError) as caught:
            act()
        text = str(caught.value)
        assert "'hashing-64' (64 numbers)" in text
        assert f"{other['model']!r} ({other['dimension']} numbers)" in text
        assert "MEMGRAPH_EMBEDDER" in caught.value.hint


def test_a_lock_of_another_process_is_waited_for_and_then_refused(empty: Graph) -> None:
    empty.run("admin.create_lock_key")
    assert empty.run("admin.acquire_lock", owner="other", seconds=60) == [{"acquired": True}]
    with pytest.raises(MigrationLockedError) as caught:
        migrate(empty, **MODEL, wait_seconds=0.5)
    assert caught.value.retryable
    assert schema_version(empty) == 0
    empty.run("admin.release_lock", owner="other")
    assert migrate(empty, **MODEL, wait_seconds=0.5).applied == NAMES


def test_the_lock_of_a_dead_process_is_taken(empty: Graph) -> None:
    empty.run("admin.create_lock_key")
    assert empty.run("admin.acquire_lock", owner="dead", seconds=0) == [{"acquired": True}]
    assert migrate(empty, **MODEL, wait_seconds=1).applied == NAMES
    assert empty.run("admin.release_lock", owner="dead") == [{"released": 0}]


def test_the_lock_is_free_again_after_a_failure(empty: Graph) -> None:
    _query(empty, "CREATE INDEX episode_vector FOR (x:Other) ON (x.name)")
    with pytest.raises(MigrationError):
        migrate(empty, **MODEL)
    assert empty.run("admin.acquire_lock", owner="next", seconds=60) == [{"acquired": True}]
