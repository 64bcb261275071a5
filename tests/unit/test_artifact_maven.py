"""The Maven client against a registry of our own on loopback."""

from __future__ import annotations

import hashlib
import shutil
import socket
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from memgraph_svc.artifacts.bundle import Bundle
from memgraph_svc.artifacts.fetch import fetch, verify
from memgraph_svc.artifacts.lock import LockedFile
from memgraph_svc.artifacts.maven import maven_resolver
from memgraph_svc.errors import ArtifactUnreachableError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CONTENTS = {"proc": b"p" * 3000, "proc-sysinfo": b"s" * 10, "core": b"c" * 5000, "net": b""}


def entry_of(artifact: str, data: bytes) -> LockedFile:
    return LockedFile("org.neo4j.gds", artifact, "1.0", "", hashlib.sha256(data).hexdigest())


BUNDLE = Bundle("server", tuple(entry_of(*item) for item in CONTENTS.items()), about_bytes=8010, plugins=True)


class Registry(ThreadingHTTPServer):
    """A registry on loopback."""

    daemon_threads = True
    requests = 0
    answer = ""


class RegistryHandler(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        registry = self.server
        assert isinstance(registry, Registry)
        registry.requests += 1
        if registry.answer == "busy" and registry.requests == 1:
            self.send_error(503)
        elif registry.answer == "cut" and registry.requests == 1:
            self.send_response(200)
            self.send_header("Content-Length", "5000")
            self.end_headers()
            self.wfile.write(b"c" * 10)
            self.close_connection = True
        else:
            super().do_GET()

    def log_message(self, *_args: object) -> None:
        """Keep the output of the tests clean."""


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[Registry]:
    for artifact, data in CONTENTS.items():
        folder = tmp_path / "served" / "org" / "neo4j" / "gds" / artifact / "1.0"
        folder.mkdir(parents=True)
        (folder / f"{artifact}-1.0.jar").write_bytes(data)
    server = Registry(("127.0.0.1", 0), lambda *args: RegistryHandler(*args, directory=str(tmp_path / "served")))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def address(registry: Registry) -> dict[str, str]:
    return {"local": f"http://127.0.0.1:{registry.server_port}"}


@pytest.mark.parametrize("answer", ["", "busy", "cut"])
def test_the_maven_client_fetches_also_when_the_registry_stumbles(
    tmp_path: Path, registry: Registry, answer: str
) -> None:
    registry.answer = answer
    with maven_resolver(address(registry), local_repository=tmp_path / "m2") as resolver:
        fetch(BUNDLE, tmp_path / "cache", threads=1, resolver=resolver)
    verify(BUNDLE, tmp_path / "cache")
    assert registry.requests == 4 + (answer != "")


def test_a_file_that_the_registry_lacks_is_said_at_once(tmp_path: Path, registry: Registry) -> None:
    shutil.rmtree(tmp_path / "served")
    with (
        maven_resolver(address(registry), local_repository=tmp_path / "m2") as resolver,
        pytest.raises(ArtifactUnreachableError, match="the registry does not have it"),
    ):
        fetch(BUNDLE, tmp_path / "cache", threads=1, resolver=resolver)
    assert registry.requests <= 2


def test_without_a_network_the_error_comes_soon_and_says_what_to_do(tmp_path: Path) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        dead = {"dead": f"http://127.0.0.1:{nobody.getsockname()[1]}"}
        began = time.monotonic()
        with (
            maven_resolver(dead, local_repository=tmp_path / "m2") as resolver,
            pytest.raises(ArtifactUnreachableError) as caught,
        ):
            fetch(BUNDLE, tmp_path / "cache", resolver=resolver)
    assert time.monotonic() - began < 20
    assert "check the network" in caught.value.hint
    assert caught.value.retryable
    assert caught.value.__cause__ is not None


def test_a_local_maven_repository_serves_without_a_network_if_its_file_is_good(
    tmp_path: Path, registry: Registry
) -> None:
    local = tmp_path / "m2"
    shutil.copytree(tmp_path / "served", local)
    (local / "org/neo4j/gds/core/1.0/core-1.0.jar").write_bytes(b"broken")
    with maven_resolver(address(registry), local_repository=local) as resolver:
        fetch(BUNDLE, tmp_path / "cache", resolver=resolver)
    verify(BUNDLE, tmp_path / "cache")
    assert registry.requests == 1
    assert (local / "org/neo4j/gds/proc/1.0/proc-1.0.jar").exists()
