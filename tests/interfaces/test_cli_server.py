"""``up``, ``status`` and ``down`` with a real server in a folder of the test's own."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from cli_support import Run


def test_nothing_runs_in_a_new_folder(cli: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    status = cli("status", "--json", MEMGRAPH_HOME=str(home))
    assert (status.code, status.err) == (0, "")
    assert status.document == {"running": False, "uri": None, "home": str(home), "user": None}
    assert "memgraph-svc up" in cli("status", MEMGRAPH_HOME=str(home)).out
    down = cli("down", "--json", MEMGRAPH_HOME=str(home))
    assert (down.code, down.document["running"], down.document["stopped"]) == (0, False, False)
    assert not home.exists()


def test_the_life_of_an_embedded_server(program: Run, tmp_path: Path) -> None:
    # the address of the test server stays in the environment: `up` must not migrate that one
    home = {"MEMGRAPH_HOME": str(tmp_path / "home")}
    embedded = home | {"MEMGRAPH_NEO4J_URI": None}
    up = program("up", "--json", **home)
    try:
        assert (up.code, up.err) == (0, "")
        assert set(up.document) == {"running", "uri", "home", "user"}
        assert up.document["running"] is True
        assert up.document["uri"].startswith("bolt://127.0.0.1:")
        secret = tmp_path / "home" / "server.json"
        assert stat.S_IMODE(secret.stat().st_mode) == 0o600
        shown = program("up", **home)
        assert str(secret) in shown.out
        assert "memgraph-svc down" in shown.out
        password = program("up", "--show-password", "--json", **home).document["password"]
        assert password in secret.read_text()
        assert password not in shown.out
        assert program("status", "--json", **home).document == up.document
        assert program("add", "a thought", "--id", "x", **embedded).code == 0
        assert program("get", "x", "--json", **embedded).document["content"] == "a thought"
        assert program("up", "--port", "1", **home).code == 1
    finally:
        down = program("down", "--json", **home)
    assert (down.code, down.document["running"], down.document["stopped"]) == (0, False, True)
    answer = program("get", "x", **embedded)
    assert answer.code == 1
    assert "memgraph-svc up" in answer.error
