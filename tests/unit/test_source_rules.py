"""Rules of the source that no linter knows."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

from memgraph_svc.graph.catalog import load_catalog

ROOT = Path(__file__).parents[2]
LONGEST = 300
MOST_SUPPRESSIONS = 40
CYPHER = re.compile(
    r"\b(MATCH|MERGE|CREATE|UNWIND)\s*(\(\w*[:){\s]|\[|\$)|\bDETACH DELETE\b|\bCALL\s+[\w.]+\("
    r"|\bRETURN\s+\w+\.\w+|\bSHOW\s+[A-Z]+\s+YIELD"
)
SUPPRESSION = re.compile(r"#\s*(noqa|pyright: ignore|type: ignore|pylint|pragma)(.*)")
CODED = re.compile(r": [A-Z]+\d+(?:, ?[A-Z]+\d+)*\b|\[\w+(?:, ?\w+)*\]")
USED_TWICE = {
    "admin.list_indexes": "the migration compares indexes, the health check shows their states",
}
NEEDS_NO_CATALOG = {"memgraph_svc/embedded/readiness.py": "asks a server that is still starting"}
RUNNERS = {"execute_read", "execute_write", "execute_query", "begin_transaction"}


@cache
def _sources(folder: str = "memgraph_svc") -> dict[str, str]:
    return {
        str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in sorted((ROOT / folder).rglob("*.py"))
    }


@cache
def _texts() -> list[tuple[str, str]]:
    """Every string constant of the package with the file it stands in."""
    return [
        (path, node.value)
        for path, source in _sources().items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def test_no_file_is_long() -> None:
    files = [*ROOT.glob("memgraph_svc/**/*.py"), *ROOT.glob("tests/**/*.py"), *ROOT.glob("cypher/**/*.cypher")]
    long = {str(file): lines for file in files if (lines := len(file.read_text().splitlines())) > LONGEST}
    assert long == {}


def test_queries_live_in_files_only() -> None:
    found = {path for path, text in _texts() if CYPHER.search(text)}
    assert found == NEEDS_NO_CATALOG.keys()


def test_text_becomes_a_query_in_one_place() -> None:
    places = [path for path, source in _sources().items() for _ in range(source.count('cast("LiteralString"'))]
    assert places == ["memgraph_svc/graph/named_query.py"]


def test_one_module_runs_queries() -> None:
    callers = set()
    for path, source in _sources().items():
        if "from neo4j import" not in source and "import neo4j" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Attribute):
                owner = node.value.id if isinstance(node.value, ast.Name) else ""
                if node.attr in RUNNERS or (node.attr == "run" and owner in ("session", "transaction", "tx", "driver")):
                    callers.add(path)
    assert callers == {"memgraph_svc/graph/graph.py", *NEEDS_NO_CATALOG}


def test_each_query_is_called_from_one_place() -> None:
    uses = Counter(text for _, text in _texts() if text in load_catalog())
    expected = {name: 2 if name in USED_TWICE else 1 for name in load_catalog()}
    assert dict(sorted(uses.items())) == expected


def test_repositories_are_called_from_one_method_each() -> None:
    called = Counter(text for path, text in _texts() if "/repositories/" in path and text in load_catalog())
    assert {name: count for name, count in called.items() if count > 1} == {}


def test_each_suppression_names_its_rule_and_there_are_few() -> None:
    found = [
        (f"{path}:{number}", match[2])
        for path, source in _sources().items()
        for number, line in enumerate(source.splitlines(), 1)
        if (match := SUPPRESSION.search(line))
    ]
    assert [place for place, rest in found if not CODED.match(rest)] == []
    assert len(found) <= MOST_SUPPRESSIONS


def test_nothing_is_printed_outside_the_command_line() -> None:
    printing = [
        path
        for path, source in _sources().items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("print", "pprint")
    ]
    assert [path for path in printing if "/interfaces/cli/" not in path] == []


def test_imports_are_absolute() -> None:
    relative = [
        path
        for path, source in _sources().items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


def test_nothing_is_left_to_do_and_no_test_is_left_out() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX)\b|NotImplementedError|mark\.skip\b|pytest\.skip|importorskip|mark\.xfail")
    here = str(Path(__file__).relative_to(ROOT))
    sources = _sources() | {path: text for path, text in _sources("tests").items() if path != here}
    assert [path for path, text in sources.items() if marks.search(text)] == []


def test_no_machine_of_ours_is_named() -> None:
    own = re.compile(r"/(root|home|work|tmp)/[a-z]|https?://(?!127\.0\.0\.1|localhost)\S+\.\S+/")
    assert [(path, text) for path, text in _texts() if own.search(text)] == []
