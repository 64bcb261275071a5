"""The header of a query file is a contract: each way to break it is an error that names the query."""

from __future__ import annotations

import pytest

from memgraph_svc.errors import ConfigurationError, QueryFailedError
from memgraph_svc.graph.catalog import load_catalog, query_files
from memgraph_svc.graph.graph import Graph
from memgraph_svc.graph.named_query import QueryMode, parse_query

GOOD = """\
// things.find: find a thing
// mode: read
// param namespace STRING - tenant
// param rows LIST<MAP> - id, weight
// param at STRING | NULL - instant
// column id STRING
// column score FLOAT - 0..1
CYPHER 25
MATCH (t:Thing {namespace: $namespace, at: $at}) // $comment
WHERE t.price <> '$text' AND t.other <> "it's \\"$quoted\\"" AND t.`$odd` IS NULL /* $block
 $more */
UNWIND $rows AS row
RETURN t.id AS id, row.weight AS score
"""


def test_a_file_that_keeps_the_contract() -> None:
    query = parse_query("things.find", GOOD)
    assert (query.name, query.purpose, query.mode) == ("things.find", "find a thing", QueryMode.READ)
    assert query.params == {"namespace": "STRING", "rows": "LIST<MAP>", "at": "STRING | NULL"}
    assert query.columns == {"id": "STRING", "score": "FLOAT"}
    assert query.text.startswith("CYPHER 25\nMATCH")
    assert "// mode" not in query.text


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("// things.find: find a thing\n", "", "first line must be"),
        ("// things.find: find", "// things.search: find", "first line must be"),
        ("// things.find: find a thing", "// things.find:", "first line must be"),
        ("// things.find: find a thing", "// find a thing", "first line must be"),
        ("// mode: read\n", "", "one '// mode:' must be given, of read, write, schema"),
        ("// mode: read", "// mode: admin", "one '// mode:' must be given"),
        ("// mode: read", "// mode: write\n// mode: read", "one '// mode:' must be given"),
        ("// param namespace STRING - tenant\n", "", r"undeclared parameters \['namespace'\]"),
        ("// mode: read\n", "// mode: read\n// param limit INTEGER - hits\n", r"unused parameters \['limit'\]"),
        ("// mode: read\n", "// mode: read\n// param comment STRING - only in a comment\n", r"unused .*\['comment'\]"),
        ("// mode: read\n", "// mode: read\n// param text STRING - only in a text\n", r"unused .*\['text'\]"),
        ("STRING - tenant", "STRING", "is not understood"),
        ("namespace STRING - tenant", "namespace string - tenant", "is not understood"),
        ("// column id STRING\n", "// column id\n", "is not understood"),
        ("// column id STRING\n", "// returns id\n", "is not understood"),
        ("// column id STRING\n", "// column id STRING\n// column id STRING\n", "more than once"),
        ("// mode: read\n", "// mode: read\n// param at STRING - one\n", "more than once"),
    ],
)
def test_each_breach_names_the_query(old: str, new: str, complaint: str) -> None:
    assert old in GOOD
    with pytest.raises(ConfigurationError, match=complaint) as caught:
        parse_query("things.find", GOOD.replace(old, new, 1))
    assert "'things.find'" in str(caught.value)


def test_a_remark_below_the_header_is_for_readers_only() -> None:
    remarked = parse_query("things.find", GOOD.replace("UNWIND", "// param is $not_used here\nUNWIND"))
    assert remarked == parse_query("things.find", GOOD)


@pytest.mark.parametrize("source", ["", "\n", "RETURN 1", "// \nRETURN 1"])
def test_a_file_without_header_is_refused(source: str) -> None:
    with pytest.raises(ConfigurationError, match="first line must be"):
        parse_query("things.find", source)


def test_a_header_without_statement_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="no statement"):
        parse_query("things.find", "// things.find: find a thing\n// mode: read\n")


def test_the_catalog_holds_every_file_but_migrations_and_drawings() -> None:
    names = {name for name in query_files() if not name.startswith(("migrations.", "inspect."))}
    assert load_catalog().keys() == names
    assert list(query_files()) == sorted(query_files())
    assert query_files("episodes").keys() == {name for name in names if name.startswith("episodes.")}
    assert query_files("nothing") == {}


def test_unknown_queries_and_wrong_parameters_never_reach_the_server() -> None:
    graph = Graph(driver=None, database="neo4j")  # pyright: ignore[reportArgumentType]  # nothing may use it
    with pytest.raises(QueryFailedError, match=r"no query 'episodes.drop_all'"):
        graph.run("episodes.drop_all")
    with pytest.raises(QueryFailedError, match=r"takes the parameters \['namespace'\], not \['database_'") as caught:
        graph.run("search.any", namespace="hunter2", database_="other")
    assert "hunter2" not in str(caught.value)
    with pytest.raises(QueryFailedError, match=r"not \[\]"):
        graph.run("search.any")
