"""The wheel holds all that the package needs, and works away from the source tree."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from memgraph_svc.graph.catalog import query_files
from memgraph_svc.migrations.files import packaged_migrations

ROOT = Path(__file__).parents[2]
CHECK = """
import json, pathlib, memgraph_svc
from memgraph_svc.demo import load_history, load_questions
from memgraph_svc.graph.catalog import load_catalog, query_directory, query_files
from memgraph_svc.migrations.files import packaged_migrations
print(json.dumps({
    "package": str(pathlib.Path(memgraph_svc.__file__).parent),
    "queries": str(query_directory()),
    "names": list(query_files()),
    "catalog": len(load_catalog()),
    "migrations": [migration.checksum for migration in packaged_migrations()],
    "demo": [len(load_history()), len(load_questions())],
}))
"""


def _run(*arguments: str | Path, cwd: Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MEMGRAPH_"))}
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd, env=environment, capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    built = _run("-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    assert built.returncode == 0, built.stderr
    (found,) = folder.glob("memgraph_svc-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    done = _run("-m", "pip", "install", "--no-deps", "--no-index", "--quiet", "--target", target, wheel, cwd=target)
    assert done.returncode == 0, done.stderr
    return target


def test_the_wheel_holds_queries_data_types_and_licence(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    queries = {f"memgraph_svc/_cypher/{file.relative_to(ROOT / 'cypher')}" for file in ROOT.glob("cypher/**/*.cypher")}
    assert {name for name in names if name.endswith(".cypher")} == queries
    package = ROOT / "memgraph_svc"
    kept = {str(file.relative_to(ROOT)) for file in package.rglob("*") if file.suffix not in ("", ".pyc")}
    assert kept <= names
    data = {"py.typed", "demo/history.jsonl", "demo/questions.json", "artifacts/locks/neo4j-gds.lock"}
    assert {f"memgraph_svc/{name}" for name in data} <= names
    assert [name for name in names if name.endswith("licenses/LICENSE")] != []


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    folders = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {folder for folder in folders if not folder.endswith(".dist-info")} == {"memgraph_svc"}
    assert not any("__pycache__" in name for name in zipfile.ZipFile(wheel).namelist())


def test_the_installed_package_reads_its_own_files(installed: Path, tmp_path: Path) -> None:
    done = _run("-c", CHECK, cwd=tmp_path, path=installed)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert Path(seen["package"]) == installed / "memgraph_svc"
    assert Path(seen["queries"]) == installed / "memgraph_svc" / "_cypher"
    assert seen["names"] == list(query_files())
    assert seen["catalog"] > 40
    assert seen["migrations"] == [migration.checksum for migration in packaged_migrations()]
    assert all(seen["demo"])


def test_the_command_line_answers(installed: Path, tmp_path: Path) -> None:
    done = _run("-m", "memgraph_svc", "--help", cwd=tmp_path, path=installed)
    assert done.returncode == 0, done.stderr
    for command in ("demo", "up", "migrate", "search", "ingest", "eval"):
        assert command in done.stdout
    assert done.stderr == ""


def test_importing_the_package_is_quiet_and_pulls_in_nothing_heavy(installed: Path, tmp_path: Path) -> None:
    check = (
        "import sys, memgraph_svc.bootstrap; "
        "print(sorted({'graphdatascience', 'onnxruntime', 'spacy', 'jgo'} & sys.modules.keys()))"
    )
    done = _run("-W", "error", "-c", check, cwd=tmp_path, path=installed)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[]\n", "")
