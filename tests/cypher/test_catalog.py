"""Every query file against the real server: what its header promises is what the server says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from memgraph_svc.graph.catalog import load_catalog, query_files
from memgraph_svc.graph.identifiers import Index, Label, RelationshipType
from memgraph_svc.graph.named_query import NamedQuery, QueryMode, parse_query
from memgraph_svc.migrations.files import packaged_migrations

if TYPE_CHECKING:
    from neo4j import ResultSummary

    from memgraph_svc.graph.graph import Graph

EXAMPLES: dict[str, Any] = {
    "STRING": "x", "INTEGER": 1, "FLOAT": 0.5, "BOOLEAN": True, "DATETIME": None, "MAP": {}, "STRING | NULL": None,
}  # fmt: skip
FILES = query_files()
DRAWINGS = query_files("inspect")
EXPLAINED = [name for name, query in load_catalog().items() if query.mode is not QueryMode.SCHEMA]


def example(kind: str) -> Any:
    """A value of a declared type; every declared type must be one that we know."""
    return [] if re.fullmatch(r"LIST<[A-Z<>]+>", kind) else EXAMPLES[kind]


def explain(graph: Graph, text: str, parameters: dict[str, Any]) -> tuple[list[str], ResultSummary]:
    with graph.driver.session(database=graph.database) as session:
        result = session.run(re.sub(r"\A(CYPHER \d+\s)?", r"\1EXPLAIN ", text), parameters)
        return list(result.keys()), result.consume()


def notices(summary: ResultSummary) -> list[str]:
    return [status.status_description for status in summary.gql_status_objects if status.is_notification]


@pytest.mark.parametrize("name", [name for name in FILES if name not in DRAWINGS])
def test_the_header_agrees_with_path_and_text(name: str) -> None:
    query = parse_query(name, FILES[name])
    assert query.name == name
    assert not query.purpose.endswith(".")
    assert all(len(line) <= 140 for line in query.text.splitlines())


@pytest.mark.parametrize("name", EXPLAINED)
def test_the_server_accepts_it_and_returns_the_declared_columns(graph: Graph, name: str) -> None:
    query = load_catalog()[name]
    keys, summary = explain(graph, query.text, {param: example(kind) for param, kind in query.params.items()})
    assert keys == list(query.columns)
    assert notices(summary) == []
    assert (summary.query_type, query.mode) in {("r", "read"), ("rw", "write"), ("w", "write"), ODD.get(name)}


ODD = {
    "admin.list_indexes": ("s", "read"),
    "admin.server_components": ("s", "read"),
    "episodes.find_dependents": ("r", "write"),  # read inside a write, whose outcome depends on it
    "episodes.find_turns": ("r", "write"),
}
"""Kinds of the server that differ from our mode."""


CHANGES_DATA = {
    "stated_facts": "WHERE f.live_to_ms IS NULL",
    "initials": "WHERE n.initials IS NULL",
    "episode_labels": "AND NOT e:$('Ns_' + coalesce(e.ns_token, ''))",
    "entity_labels": "AND NOT n:$('Ns_' + coalesce(n.ns_token, ''))",
    "ended_weights": "WHERE f.weight IS NULL",
}
"""Migrations of data; the condition that ends when they are done."""


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_server_accepts_a_drawing_and_has_nothing_to_say_about_it(graph: Graph, name: str) -> None:
    text = DRAWINGS[name].partition("\n")[2]
    given = dict.fromkeys(re.findall(r"\$(\w+)", text), "x") | {"seeds": ["x"], "path": ["x"], "archived": [False]}
    _, summary = explain(graph, text, given)
    assert notices(summary) == []
    assert summary.query_type == "r"


@pytest.mark.parametrize("migration", packaged_migrations(), ids=lambda migration: migration.name)
def test_migrations_can_be_repeated_and_make_what_they_are_named_after(migration: Any) -> None:
    query: NamedQuery = migration.query
    assert query.mode is QueryMode.SCHEMA
    if migration.name in CHANGES_DATA:
        assert CHANGES_DATA[migration.name] in query.text
    elif "DROP" in query.text:
        assert re.fullmatch(r"DROP (CONSTRAINT|INDEX) \w+ IF EXISTS", query.text)
    elif "CREATE" in query.text:
        assert re.search(rf"CREATE (\w+ )?(INDEX|CONSTRAINT) {migration.name} IF NOT EXISTS", query.text)
    else:
        assert "db.create" in query.text


def test_labels_types_and_indexes_of_the_queries_are_in_the_closed_list() -> None:
    text = "\n".join(re.sub(r"//.*|'[^'\n]*'", "", source) for source in FILES.values())
    labels = set(re.findall(r"(?<=[(\w ]):([A-Z][A-Za-z]+)\b(?![A-Z_])", text)) - set(RelationshipType)
    types = set(re.findall(r"[:|]([A-Z][A-Z_]+)\b", text))
    assert labels <= set(Label)
    assert types <= set(RelationshipType)
    assert set(re.findall(r"VECTOR INDEX (\w+) FOR \$", text)) <= set(Index)


def test_every_index_that_search_names_is_made_by_a_migration() -> None:
    assert set(Index) <= {migration.name for migration in packaged_migrations()}


def test_every_query_of_data_is_bound_to_a_namespace() -> None:
    unbound = {name for name, query in load_catalog().items() if "namespace" not in query.params}
    assert {name for name in unbound if not name.startswith("admin.")} == {
        "projection.drop",
        "projection.memory",
        "projection.project_native",
        "search.word_frequencies",  # its words are queries that ask for the token of the namespace
    }
    assert "namespace" in load_catalog()["admin.stats"].params


def test_no_query_shows_an_internal_id() -> None:
    assert [name for name, text in FILES.items() if re.search(r"\b(elementId|id)\s*\(", text)] == []
