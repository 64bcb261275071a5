"""The embedded server through its whole life. Each start costs seconds, so the tests share one home, in order."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import time
import urllib.error
import urllib.request
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import neo4j
import psutil
import pytest

from memgraph_svc.artifacts import server_jars
from memgraph_svc.domain.query import SearchFilter
from memgraph_svc.embedded import EmbeddedServer, Running, down, status
from memgraph_svc.embedded.state import load_state, save_state
from memgraph_svc.errors import ArtifactDamagedError, EmbeddedServerError, HomeInUseError, PortTakenError
from memgraph_svc.graph.driver import open_driver
from memgraph_svc.graph.graph import Graph
from memgraph_svc.projection.memory_graph import MemoryGraph
from memgraph_svc.settings import PPRConfig, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CACHE = Settings().cache


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with a blank and a letter outside ASCII in its path."""
    home = tmp_path_factory.mktemp("ho me Zoë")
    yield home
    down(home)


@pytest.fixture(scope="module")
def running(home: Path) -> Running:
    """The server of that home, started by two processes at once, which both have ended."""
    context = multiprocessing.get_context("spawn")
    found = context.Queue()
    processes = [context.Process(target=start_and_tell, args=(home, found)) for _ in range(2)]
    for process in processes:
        process.start()
    answers = [found.get(timeout=300) for _ in processes]
    for process in processes:
        process.join(60)
        assert process.exitcode == 0
    assert answers[0] == answers[1]
    return answers[0]


def start_and_tell(home: Path, found: multiprocessing.Queue[Running]) -> None:
    found.put(EmbeddedServer(home, CACHE).start())


def query(running: Running, text: str, **parameters: object) -> list[object]:
    with neo4j.GraphDatabase.driver(running.uri, auth=(running.user, running.password)) as driver:
        records, _, _ = driver.execute_query(neo4j.Query(text), parameters, database_="neo4j")
    return [record[0] for record in records]


def test_two_processes_that_start_at_once_get_one_server_that_outlives_them(home: Path, running: Running) -> None:
    assert status(home) == running
    assert psutil.pid_exists(running.pid)
    assert query(running, "RETURN gds.version()") == ["2.26.0"]
    assert running.browser is None
    assert running.password not in repr(running)


def test_a_later_start_finds_the_running_server_and_leaves_it(home: Path, running: Running) -> None:
    with EmbeddedServer(home, CACHE) as joined:
        assert joined == running
    assert status(home) == running


def test_the_server_refuses_others(running: Running) -> None:
    for auth in (None, ("neo4j", "neo4j")):
        with neo4j.GraphDatabase.driver(running.uri, auth=auth) as driver, pytest.raises(neo4j.exceptions.AuthError):
            driver.verify_connectivity()
    listening = {
        connection.laddr.ip.removeprefix("::ffff:")
        for connection in psutil.Process(running.pid).net_connections("inet")
        if connection.status == psutil.CONN_LISTEN or not connection.raddr
    }
    assert listening == {"127.0.0.1"}


def test_what_the_running_server_lacks_cannot_be_asked_for(home: Path, running: Running) -> None:
    for options in ({"browser": True}, {"bolt_port": 1}):
        with pytest.raises(EmbeddedServerError, match=r"already.*memgraph-svc down"):
            EmbeddedServer(home, CACHE, **options).start()
    assert status(home) == running


def test_an_asked_port_that_is_taken_is_refused(tmp_path: Path, running: Running) -> None:
    port = int(running.uri.rsplit(":", 1)[1])
    with pytest.raises(PortTakenError, match=str(port)):
        EmbeddedServer(tmp_path / "other", CACHE, bolt_port=port).start()
    assert status(tmp_path / "other") is None


def test_a_start_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    home = tmp_path / "slow"
    with pytest.raises(EmbeddedServerError, match="did not answer in 1 s") as caught:
        EmbeddedServer(home, CACHE, start_timeout=1).start()
    assert str(home) in caught.value.hint
    assert not [p for p in psutil.process_iter() if p.pid and f"--home-dir={home}" in command_line(p)]


def command_line(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def test_a_damaged_jar_is_named(tmp_path: Path) -> None:
    jars = server_jars(CACHE)
    root = tmp_path / "cache" / "neo4j" / jars.tag
    shutil.copytree(jars.lib.parent, root, copy_function=os.link)
    damaged = root / "lib" / "neo4j-server-2026.08.1.jar"
    size = damaged.stat().st_size
    damaged.unlink()
    damaged.write_bytes(b"\0" * size)
    with pytest.raises(ArtifactDamagedError) as caught:
        EmbeddedServer(tmp_path / "home", tmp_path / "cache").start()
    assert str(damaged) in caught.value.message
    assert "delete" in caught.value.hint


def test_a_home_with_a_server_that_is_not_on_record_is_in_use(home: Path, running: Running) -> None:
    state = load_state(home)
    assert state is not None
    save_state(home, state.model_copy(update={"pid": None}))
    try:
        assert status(home) is None
        with pytest.raises(HomeInUseError, match="MEMGRAPH_HOME"):
            EmbeddedServer(home, CACHE).start()
    finally:
        save_state(home, state)
    assert status(home) == running


def test_committed_data_survives_a_kill_and_the_restart_keeps_address_and_password(
    home: Path, running: Running
) -> None:
    query(running, "UNWIND range(1, 100) AS i CREATE (:Kept {i: i})")
    query(running, "CREATE (:Entity {namespace: 'kept', canonical_name: 'a'})")
    driver = open_driver(running.uri, running.user, running.password)
    projections, asked = MemoryGraph(Graph(driver, database="neo4j"), hot_bytes=10**9), SearchFilter(namespace="kept")

    def project() -> list[str]:
        with projections.project(asked, PPRConfig(), datetime.now(UTC)) as name:
            return [name]

    before = project()
    assert project() == before
    psutil.Process(running.pid).kill()
    deadline = time.monotonic() + 30
    while status(home) is not None and time.monotonic() < deadline:
        time.sleep(0.05)
    assert status(home) is None

    server = EmbeddedServer(home, CACHE, browser=True)
    restarted = server.start()
    assert (restarted.uri, restarted.user, restarted.password) == (running.uri, running.user, running.password)
    assert restarted.pid != running.pid
    assert query(restarted, "MATCH (n:Kept) RETURN sum(n.i)") == [5050]
    # projections went with the old server, and are made again
    assert (again := project()) != before
    assert query(restarted, "CALL gds.graph.list() YIELD graphName RETURN graphName") == again
    projections.close()
    driver.close()
    assert restarted.browser is not None
    with urllib.request.urlopen(restarted.browser, timeout=30) as page:
        assert b"Neo4j Browser" in page.read()
        assert "connect-src 'self' ws://127.0.0.1:" in page.headers["Content-Security-Policy"]

    began = time.monotonic()
    server.stop()
    assert time.monotonic() - began < 30
    assert status(home) is None
    assert not psutil.pid_exists(restarted.pid)
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(restarted.browser, timeout=5)
    assert down(home) is False
