"""``entities`` and ``merge``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cli_support import Run


@pytest.fixture
def names(cli: Run) -> None:
    for subject, obj in (("Graph Data Science", "Neo4j"), ("GDS", "Java"), ("databases", "disks")):
        assert cli("assert", subject, "runs on", obj).code == 0
    assert cli("assert", "database", "runs on", "disks").code == 0


@pytest.mark.usefixtures("names")
def test_entities_are_listed_and_looked_up(cli: Run) -> None:
    answer = cli("entities", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert [e["name"] for e in answer.document["entities"]] == [
        "database", "databases", "disks", "GDS", "Graph Data Science", "Java", "Neo4j",
    ]  # fmt: skip
    page = cli("entities", "--limit", "2", "--after", "Databases", "--json").document["entities"]
    assert [e["name"] for e in page] == ["disks", "GDS"]
    assert [e["name"] for e in cli("entities", "--like", "DATA", "--json").document["entities"]] == [
        "database", "databases", "Graph Data Science",
    ]  # fmt: skip
    (one,) = cli("entities", "gds", "--json").document["entities"]
    assert one.items() >= {"name": "GDS", "type": "entity", "aliases": [], "facts": 1, "mentions": 0}.items()
    shown = cli("entities", "gds").out
    assert "GDS" in shown
    assert one["entity_id"] in shown


@pytest.mark.usefixtures("names")
def test_candidates_are_proposed_merged_and_taken_apart(cli: Run) -> None:
    linked = cli("entities", "--link", "--candidates", "--json").document
    assert linked["synonyms"]["entities"] == 7
    reasons = {(c["source"], c["target"]): c["reason"] for c in linked["candidates"]}
    assert reasons["GDS", "Graph Data Science"] == "abbreviation"
    assert reasons["database", "databases"] == "plural"
    assert cli("entities", "--link").out.startswith("7 names compared")
    assert "abbreviation" in cli("entities", "GDS", "--candidates").out
    merged = cli("merge", "GDS", "graph data science", "--json")
    assert (merged.code, merged.err) == (0, "")
    assert merged.document.items() >= {"source": "GDS", "changed": True, "facts": 1, "between": 0}.items()
    facts = cli("facts", "--subject", "GDS", "--json").document["facts"]
    assert {(f["subject"], f["object"]) for f in facts} == {
        ("Graph Data Science", "Neo4j"), ("Graph Data Science", "Java"),
    }  # fmt: skip
    assert cli("merge", "GDS", "graph data science").out == "GDS: both stand for the same entity already\n"
    undone = cli("merge", "--undo", "gds")
    assert undone.out == "GDS does not stand for Graph Data Science any more: 0 episodes, 1 facts\n"
    assert [e["aliases"] for e in cli("entities", "--like", "graph", "--json").document["entities"]] == [[]]


@pytest.mark.usefixtures("names")
def test_an_alias_may_be_new(cli: Run) -> None:
    answer = cli("merge", "Graph Lib", "gds", "--alias")
    assert answer.out == "Graph Lib stands for GDS now: 0 episodes, 0 facts\n"
    assert cli("entities", "graph lib", "--json").document["entities"][0]["aliases"] == ["Graph Lib"]


@pytest.mark.usefixtures("names")
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("merge", "GDS"), 2, "TARGET"), (("merge",), 2, "SOURCE"), (("merge", "GDS", "--undo", "x"), 2, "--undo"),
        (("merge", "nobody", "GDS"), 1, "source: entity 'nobody'"), (("merge", "--undo", "nobody"), 1, "'nobody'"),
        (("merge", "GDS", "nobody"), 1, "target: entity 'nobody'"), (("entities", "nobody"), 1, "'nobody'"),
        (("entities", "--limit", "0"), 2, "limit"), (("entities", "gds", "--like", "x"), 2, "--like"),
        (("entities", "--candidates", "--after", "x"), 2, "--after"), (("entities", "--like", " "), 2, "like"),
        (("merge", "GDS", "--alias", "nobody"), 1, "entity: entity 'nobody'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_one_line(cli: Run, arguments: tuple[str, ...], code: int, said: str) -> None:
    answer = cli(*arguments, "--json")
    assert (answer.code, answer.out) == (code, "")
    assert said in answer.error


def test_a_circle_is_refused_by_its_way(cli: Run) -> None:
    for name in ("one", "two"):
        cli("assert", name, "is", "three")
    cli("merge", "one", "two")
    answer = cli("merge", "two", "one")
    assert answer.code == 2
    assert "'one' -> 'two' -> 'one'" in answer.error


def test_an_empty_namespace_has_no_entities(cli: Run) -> None:
    assert cli("entities", "--json").document == {"entities": []}
    assert cli("entities").out == "no entities\n"
    assert cli("entities", "--candidates").out.startswith("no candidates")
