"""What the store has already: equal things are accepted, others stop the migration with their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from memgraph_svc.errors import ConfigurationError, MigrationError, QueryFailedError
from memgraph_svc.graph.versions import NEEDED_GDS, NEEDED_SERVER, check_versions
from memgraph_svc.migrations.files import packaged_migrations
from memgraph_svc.migrations.indexes import declared_indexes
from memgraph_svc.migrations.runner import migrate, schema_version

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph, Row

MODEL = {"model": "hashing-64", "dimension": 64}
LINES = {
    "another label": ("episode_vector", "CREATE INDEX episode_vector FOR (x:Other) ON (x.name)"),
    "part of our label": ("episode_turn", "CREATE INDEX episode_turn FOR (e:E) ON (e.namespace, e.session_id, e.turn)"),
    "fewer properties": ("episode_turn", "CREATE INDEX episode_turn FOR (e:Episode) ON (e.namespace)"),
    "another order": (
        "episode_turn",
        "CREATE INDEX episode_turn FOR (e:Episode) ON (e.turn, e.session_id, e.namespace)",
    ),
    "another kind": ("episode_fulltext", "CREATE TEXT INDEX episode_fulltext FOR (e:Episode) ON (e.content)"),
    "no uniqueness": ("episode_key", "CREATE INDEX episode_key FOR (e:Episode) ON (e.namespace, e.episode_id)"),
    "another key": ("episode_key", "CREATE CONSTRAINT episode_key FOR (e:Episode) REQUIRE e.episode_id IS UNIQUE"),
    "nodes for relationships": (
        "fact_fulltext",
        "CREATE FULLTEXT INDEX fact_fulltext FOR (f:Fact) ON EACH [f.ns_token, f.text]",
    ),
    "another analyzer": (
        "episode_fulltext",
        "CREATE FULLTEXT INDEX episode_fulltext FOR (e:Episode) ON EACH [e.ns_token, e.content] "
        "OPTIONS {indexConfig: {`fulltext.analyzer`: 'german'}}",
    ),
    "another dimension": (
        "entity_vector",
        "CYPHER 25 CREATE VECTOR INDEX entity_vector FOR (n:Entity) ON (n.embedding) WITH [n.namespace] OPTIONS "
        "{indexConfig: {`vector.dimensions`: 32, `vector.similarity_function`: 'cosine', "
        "`vector.quantization.enabled`: false}}",
    ),
    "quantized": (
        "entity_vector",
        "CYPHER 25 CREATE VECTOR INDEX entity_vector FOR (n:Entity) ON (n.embedding) WITH [n.namespace] OPTIONS "
        "{indexConfig: {`vector.dimensions`: 64, `vector.similarity_function`: 'cosine', "
        "`vector.quantization.enabled`: true}}",
    ),
}


@pytest.mark.parametrize(("name", "statement"), LINES.values(), ids=LINES)
def test_a_foreign_index_under_our_name_stops_the_start(empty: Graph, name: str, statement: str) -> None:
    empty.driver.execute_query(statement)
    with pytest.raises(MigrationError) as caught:
        migrate(empty, **MODEL)
    assert f"[{name!r}]" in caught.value.message
    assert "migrate again" in caught.value.hint
    assert schema_version(empty) == 0


def test_all_foreign_indexes_are_listed_and_once_dropped_the_migration_goes_through(empty: Graph) -> None:
    for name in ("episode_turn", "gist_key"):
        empty.driver.execute_query(f"CREATE INDEX {name} FOR (x:Other) ON (x.{name})")
    with pytest.raises(MigrationError, match=r"\['gist_key', 'episode_turn'\]"):
        migrate(empty, **MODEL)
    for name in ("episode_turn", "gist_key"):
        empty.driver.execute_query(f"DROP INDEX {name}")
    assert migrate(empty, **MODEL).current == len(packaged_migrations())


def test_an_equal_schema_is_accepted_also_under_another_name(empty: Graph) -> None:
    for statement in (
        "CREATE CONSTRAINT mine FOR (e:Episode) REQUIRE (e.namespace, e.episode_id) IS UNIQUE",
        "CREATE INDEX my_turns FOR (e:Episode) ON (e.namespace, e.session_id, e.turn)",
        "CREATE CONSTRAINT session_key FOR (s:Session) REQUIRE (s.namespace, s.session_id) IS UNIQUE",
    ):
        empty.driver.execute_query(statement)
    assert migrate(empty, **MODEL).current == len(packaged_migrations())
    assert migrate(empty, **MODEL).applied == ()


def test_an_equal_index_under_another_name_that_search_cannot_use_is_named(empty: Graph) -> None:
    migrate(empty, **MODEL)
    empty.driver.execute_query("DROP INDEX fact_fulltext")
    empty.driver.execute_query(
        "CREATE FULLTEXT INDEX mine FOR ()-[f:RELATES_TO]-() ON EACH [f.ns_token, f.text] "
        "OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}"
    )
    with pytest.raises(MigrationError, match="fact_fulltext"):
        migrate(empty, **MODEL)


def test_data_that_breaks_a_key_stops_the_start_and_can_be_repaired(empty: Graph) -> None:
    empty.driver.execute_query("UNWIND [1, 2] AS i CREATE (:Entity {namespace: 'n', canonical_name: 'hunter2', i: i})")
    with pytest.raises(MigrationError, match="migration 2 'entity_key' could not be applied") as caught:
        migrate(empty, **MODEL)
    assert "hunter2" not in str(caught.value)
    assert schema_version(empty) == 1
    empty.driver.execute_query("MATCH (n:Entity {i: 2}) DELETE n")
    assert migrate(empty, **MODEL).applied[0] == "0002_entity_key"


def test_the_statements_are_read_as_the_server_reads_them(empty: Graph) -> None:
    migrate(empty, **MODEL)
    rows = {row["name"]: row for row in empty.run("admin.list_indexes")}
    for index in declared_indexes(packaged_migrations()):
        row = rows[index.name]
        assert (row["type"], row["unique"], row["covers"]) == (index.kind, index.unique, [index.target])
        assert tuple(row["properties"]) == index.properties
    assert len(declared_indexes(packaged_migrations())) == 43


class _Answers:
    """Runs nothing and answers what it was told."""

    def __init__(self, server: str | None, gds: str | None) -> None:
        self._server, self._gds = server, gds

    def run(self, name: str, /, **_: Any) -> list[Row]:
        if name == "admin.server_components":
            return [{"name": "Neo4j Kernel", "version": self._server, "edition": "community"}] if self._server else []
        if self._gds is None:
            raise QueryFailedError("there is no such function")
        return [{"version": self._gds}]


@pytest.mark.parametrize(
    ("server", "gds", "found", "needed"),
    [
        ("5.26.0", "2.26.0", "5.26.0", NEEDED_SERVER),
        ("2026.07.3", "2.26.0", "2026.07.3", NEEDED_SERVER),
        (None, "2.26.0", "unknown", NEEDED_SERVER),
        ("2026.08.1", "2.25.1", "2.25.1", NEEDED_GDS),
        ("2026.08.1", None, "not installed", NEEDED_GDS),
    ],
)
def test_a_version_too_old_is_named_with_the_one_needed(
    server: str | None, gds: str | None, found: str, needed: str
) -> None:
    with pytest.raises(ConfigurationError) as caught:
        check_versions(_Answers(server, gds))  # pyright: ignore[reportArgumentType]
    assert found in caught.value.message
    assert needed in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(("server", "gds"), [("2026.08.1", "2.26.0"), ("2026.10.0", "2.30.0"), ("2027.01.0", "3.0.0")])
def test_the_needed_version_and_newer_ones_are_fine(server: str, gds: str) -> None:
    assert check_versions(_Answers(server, gds)) == (server, gds)  # pyright: ignore[reportArgumentType]


def test_the_server_of_this_package_is_new_enough(own_graph: Graph) -> None:
    server, gds = check_versions(own_graph)
    assert server.startswith("2026.")
    assert gds
