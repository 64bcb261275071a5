"""``eval`` on a corpus of a few lines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from memgraph_svc.interfaces.cli.eval_args import expanded

if TYPE_CHECKING:
    from pathlib import Path

    from cli_support import Run

CORPUS = [
    {"id": "p1", "title": "Backstep", "text": "Backstep is maintained by Tove Brannigan.",
     "triples": [["Backstep", "maintained by", "Tove Brannigan"]]},
    {"id": "p2", "title": "Tove Brannigan", "text": "Tove Brannigan lives in Gdynia.",
     "triples": [["Tove Brannigan", "lives in", "Gdynia"]]},
    {"id": "p3", "title": "Weather", "text": "It rained all day."},
]  # fmt: skip
QUESTIONS = [
    {"id": "q1", "question": "Where does the maintainer of Backstep live?", "gold_ids": ["p1", "p2"], "hard": True},
    {"id": "q2", "question": "How was the weather?", "gold_ids": ["p3"], "hard": False},
]


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name, rows in (("corpus", CORPUS), ("queries", QUESTIONS)):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    return ["--corpus", str(tmp_path / "corpus.jsonl"), "--queries", str(tmp_path / "queries.jsonl")]


@pytest.mark.parametrize(
    ("args", "meaning"),
    [
        ("-k 2 5 10 --mode ppr", "-k 2 -k 5 -k 10 --mode ppr"),
        ("-k 2 -k 5", "-k 2 -k 5"),
        ("--json", "--json -"),
        ("--json --reuse", "--json - --reuse"),
        ("--json out.json -k 3", "--json out.json -k 3"),
        ("--json -", "--json -"),
        ("-k 2 --json out.json 5", "-k 2 --json out.json 5"),
        ("-k", "-k"),
        ("--where 5", "--where 5"),
        ("", ""),
    ],
)
def test_short_forms(args: str, meaning: str) -> None:
    assert expanded(args.split()) == meaning.split()


def test_the_document(program: Run, files: list[str], namespace: str) -> None:
    answer = program("eval", *files, "--mode", "ppr", "-k", "1", "2", "--json", "--baseline")
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    expected = "namespace mode n recall all_gold p50_ms p95_ms ingest_s per_query baseline".split()
    assert set(expected) <= set(document)
    assert (document["namespace"], document["mode"], document["n"]) == (namespace, "ppr", 2)
    assert list(document["recall"]) == ["1", "2"]
    assert document["recall"]["2"] == 100.0
    assert [query["id"] for query in document["per_query"]] == ["q1", "q2"]


def test_the_table_and_the_file(cli: Run, files: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    answer = cli("eval", *files, "--mode", "hybrid", "--json", str(out), "--baseline", "-k", "2")
    assert (answer.code, answer.err) == (0, "")
    assert "recall@2" in answer.out
    assert "exact dense" in answer.out
    document = json.loads(out.read_text("utf-8"))
    assert f"{document['recall']['2']:.2f}" in answer.out
    again = cli("eval", *files, "--mode", "relevance", "--reuse", "--json", "--where", "hard=true").document
    assert (again["reused"], again["n"]) == (True, 1)
    assert list(again["recall"]) == ["2", "5", "10"]


def test_without_a_namespace_the_corpus_gets_its_own(program: Run, files: list[str]) -> None:
    unset = {"MEMGRAPH_NAMESPACE": None}
    first = program("eval", *files, "--mode", "relevance", "--json", **unset).document
    assert first["namespace"].startswith("eval-given-")
    extracted = program("eval", *files, "--mode", "relevance", "--graph", "extracted", "--json", **unset).document
    assert extracted["namespace"].startswith("eval-extracted-")
    assert first["episodes"] == extracted["episodes"] == {"corpus": 3, "namespace": 3}


def test_refused_lines_are_named(cli: Run, files: list[str], tmp_path: Path) -> None:
    with (tmp_path / "corpus.jsonl").open("a") as corpus:
        corpus.write('\n{"id": "p4", "text": " "}\n')
    answer = cli("eval", *files, "--mode", "relevance")
    assert answer.code == 3
    assert answer.err == "line 4: content: must not be blank\n"
    assert "recall@2" in answer.out


@pytest.mark.parametrize(
    "options",
    [
        ["--mode", "wild"],
        ["--mode", "ppr", "--rank", "wild"],
        ["--mode", "ppr", "--graph", "wild"],
        ["--mode", "ppr", "-k", "0"],
        ["--mode", "ppr", "-k", "two"],
        ["--mode", "ppr", "-k"],
        ["--mode", "ppr", "--where", "hard"],
        ["--mode", "ppr", "--where", "hard=maybe"],
        ["--mode", "ppr", "--namespace", "a b"],
    ],
    ids=" ".join,
)
def test_wrong_use_is_one_line_and_loads_nothing(cli: Run, files: list[str], options: list[str]) -> None:
    answer = cli("eval", *files, *options)
    assert (answer.code, answer.out) == (2, "")
    assert answer.error
    assert cli("stats", "--json").document["episodes"] == 0


def test_a_broken_file_is_named(cli: Run, files: list[str], tmp_path: Path) -> None:
    (tmp_path / "queries.jsonl").write_text('{"id": "q1"}\nnot json\n')
    answer = cli("eval", *files, "--mode", "ppr")
    assert answer.code == 2
    assert "queries.jsonl, line 2" in answer.error
