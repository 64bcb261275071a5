"""One start of a server: everything from the jars to the first answer."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.artifacts import browser_jar, server_jars, verify_server_jars
from memgraph_svc.artifacts.space import require_free_space
from memgraph_svc.embedded.auth import require_new_store, write_initial_user
from memgraph_svc.embedded.class_archive import class_archive, forget_class_archive
from memgraph_svc.embedded.config import ServerConfig, conf_text
from memgraph_svc.embedded.control import running_from
from memgraph_svc.embedded.failure import start_failure
from memgraph_svc.embedded.java import java_executable, memory_size, server_command
from memgraph_svc.embedded.logs import ServerLog, write_log_configuration
from memgraph_svc.embedded.ports import choose_port
from memgraph_svc.embedded.process import end_process, exit_code, find_server, spawn
from memgraph_svc.embedded.profile import PROFILES
from memgraph_svc.embedded.readiness import answers, wait_until_ready
from memgraph_svc.embedded.state import ServerState, load_state, new_password, save_state
from memgraph_svc.errors import EmbeddedServerError, PortTakenError

if TYPE_CHECKING:
    from pathlib import Path

    from memgraph_svc.artifacts import Progress, ServerJars
    from memgraph_svc.embedded.options import ServerOptions
    from memgraph_svc.embedded.running import Running

__all__ = ["ServerFiles", "launch", "provide_files", "wait_for"]

_STORE_BYTES: Final = 300_000_000
_LISTENING: Final = "Bolt enabled on"


@dataclass(frozen=True, slots=True)
class ServerFiles:
    """What a start needs from the cache."""

    java: Path
    jars: ServerJars
    browser: Path | None
    class_archive: Path | None


def provide_files(cache: Path, options: ServerOptions, progress: Progress | None) -> ServerFiles:
    """Bring into the cache what is missing there; errors as those of ``fetch``.

    Raises:
        PlatformUnsupportedError: There is no Java; nothing was fetched then.
    """
    java = java_executable()
    jars = server_jars(cache, progress)
    browser = browser_jar(cache, progress) if options.browser else None
    return ServerFiles(java, jars, browser, class_archive(cache, java))


def launch(home: Path, cache: Path, options: ServerOptions, files: ServerFiles) -> Running:
    """Start a server on a prepared home on which none runs; the caller holds the lock of the home.

    Raises:
        ArtifactDamagedError: The start failed, and a jar turned out to be damaged.
        DiskFullError: There is too little space.
        EmbeddedServerError: Any other failure; HomeInUseError and PortTakenError where it is one of these.
    """
    require_free_space(home, _STORE_BYTES, purpose="data and logs")
    try:
        return _launch_once(home, cache, options, files)
    except PortTakenError:
        if options.has_fixed_port:
            raise
        # A free port that was chosen by us got taken before the server came to it.
        return _launch_once(home, cache, options, files)


def wait_for(
    home: Path, state: ServerState, pid: int, timeout_seconds: float, *, log: ServerLog | None = None
) -> Running | None:
    """Wait for the first answer; None when the server ended or the time is over.

    The log is that of a start by this process, and none where another process started the server.
    """
    running = running_from(home, state, pid)

    def ask() -> bool:
        # A port that answers before this server listens is that of another one.
        may_ask = log is None or log.has(_LISTENING)
        return may_ask and answers(running.uri, running.user, running.password)

    def is_alive() -> bool:
        return find_server(home, pid) is not None

    return running if wait_until_ready(is_alive, ask, timeout_seconds) else None


def _launch_once(home: Path, cache: Path, options: ServerOptions, files: ServerFiles) -> Running:
    profile = PROFILES[options.profile]
    command = server_command(
        files.java,
        home,
        [files.jars.lib, files.jars.plugins, *([files.browser] if files.browser else [])],
        profile,
        heap=memory_size("heap", options.heap, profile.heap),
        class_archive=files.class_archive,
    )
    pagecache = memory_size("pagecache", options.pagecache, profile.pagecache)
    state = _new_state(home, options)
    _write_configuration(home, state, files, pagecache)
    log = ServerLog(home)
    log.begin()
    pid = spawn(command, log.console)
    running, ended = None, False
    try:
        # Recorded at once, so that the server can be found when this process is killed before it is ready.
        save_state(home, state.model_copy(update={"pid": pid}))
        running = wait_for(home, state, pid, options.start_timeout, log=log)
    finally:
        if running is None:
            process = find_server(home, pid)
            ended = process is None
            if process:
                end_process(process, timeout_seconds=10)
            with suppress(OSError):
                save_state(home, state)
    if running:
        return running
    seen = f"ended with exit code {exit_code(pid)}" if ended else f"did not answer in {options.start_timeout:.0f} s"
    failure = start_failure(home, log, f"the server {seen}")
    if ended and type(failure) is EmbeddedServerError:  # no cause that is known, so it may be a damaged file
        forget_class_archive(cache)
        verify_server_jars(cache)
    raise failure


def _new_state(home: Path, options: ServerOptions) -> ServerState:
    latest = load_state(home)
    if latest is None:
        require_new_store(home)
    http_port = latest.http_port if latest else None
    state = ServerState(
        password=latest.password if latest else new_password(),
        bolt_port=choose_port("bolt_port", options.bolt_port, latest.bolt_port if latest else None),
        http_port=choose_port("http_port", options.http_port, http_port) if options.browser else http_port,
        browser=options.browser,
        profile=options.profile,
    )
    save_state(home, state)
    return state


def _write_configuration(home: Path, state: ServerState, files: ServerFiles, pagecache: str) -> None:
    write_initial_user(home, state.user, state.password)
    write_log_configuration(home)
    config = ServerConfig(
        plugins=files.jars.plugins,
        bolt_port=state.bolt_port,
        http_port=state.http_port if state.browser else None,
        pagecache=pagecache,
    )
    (home / "conf" / "neo4j.conf").write_text(conf_text(config), encoding="utf-8")
