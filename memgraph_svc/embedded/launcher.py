"""Start a real Neo4j with GDS as a process of its own."""

from __future__ import annotations

import atexit
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from memgraph_svc.embedded.control import down
from memgraph_svc.embedded.home import home_lock, normal_home, prepare_home
from memgraph_svc.embedded.launch import launch, provide_files, wait_for
from memgraph_svc.embedded.options import ServerOptions
from memgraph_svc.embedded.process import find_server
from memgraph_svc.embedded.profile import Profile
from memgraph_svc.embedded.state import load_state
from memgraph_svc.errors import EmbeddedServerError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from memgraph_svc.artifacts import Progress
    from memgraph_svc.embedded.running import Running
    from memgraph_svc.embedded.state import ServerState

__all__ = ["EmbeddedServer", "temporary_server"]

_LOCK_EXTRA_SECONDS: Final = 60.0
_STOP_HINT: Final = "stop it with 'memgraph-svc down', then run this again"


class EmbeddedServer:
    """The server of one home; as a context manager it stops at the end what it started.

    Args:
        home: Data folder; made when it is missing. One server at a time runs on it.
        cache: Folder for jars, shared by all homes.
        bolt_port: None takes the port of the start before when it is free, else any free one.
        http_port: As ``bolt_port``; only with ``browser``.
        heap: Largest heap, in the form ``1g``; None takes that of the profile.
        pagecache: In the form ``128m``; None takes that of the profile.
        progress: Called while jars are fetched.
        start_timeout: Seconds until a start that has not succeeded is given up.
    """

    def __init__(
        self,
        home: Path,
        cache: Path,
        *,
        profile: Profile = Profile.FAST,
        browser: bool = False,
        bolt_port: int | None = None,
        http_port: int | None = None,
        heap: str | None = None,
        pagecache: str | None = None,
        progress: Progress | None = None,
        start_timeout: float = 300.0,
    ) -> None:
        self.home = home
        self.cache = cache
        self.options = ServerOptions(profile, browser, bolt_port, http_port, heap, pagecache, start_timeout)
        self.progress = progress
        self._started = False

    def start(self) -> Running:
        """Start the server, or find the running one, and wait for its first answer; it outlives this process.

        Raises:
            ArtifactError: A jar cannot be had or is damaged.
            DiskFullError: There is too little space.
            HomeInUseError: A server that is not known here runs on the home.
            PlatformUnsupportedError: There is no Java for this machine.
            PortTakenError: An asked port is taken.
            EmbeddedServerError: Any other failure, with the reason from the log.
        """
        home = normal_home(self.home)
        prepare_home(home)
        if _find(home) is None:
            # Before the lock: it can take minutes, and has a lock of its own.
            provide_files(self.cache, self.options, self.progress)
        with home_lock(home, self.options.start_timeout + _LOCK_EXTRA_SECONDS):
            found = _find(home)
            running = self._join(home, *found) if found is not None else None
            if running is not None:
                return running
            files = provide_files(self.cache, self.options, self.progress)
            running = launch(home, self.cache, self.options, files)
            self._started = True
            return running

    def stop(self) -> None:
        """Stop the server if this object started it."""
        if self._started:
            self._started = False
            down(self.home)

    def __enter__(self) -> Running:
        running = self.start()
        atexit.register(self.stop)
        return running

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        atexit.unregister(self.stop)
        self.stop()

    def _join(self, home: Path, state: ServerState, pid: int) -> Running | None:
        asked, has = self.options, f"a server runs on {str(home)!r} already, "
        if asked.bolt_port is not None and asked.bolt_port != state.bolt_port:
            raise EmbeddedServerError(f"{has}on port {state.bolt_port}", hint=_STOP_HINT)
        if asked.browser and not state.browser:
            raise EmbeddedServerError(f"{has}without Browser", hint=_STOP_HINT)
        if asked.browser and asked.http_port is not None and asked.http_port != state.http_port:
            raise EmbeddedServerError(f"{has}with Browser on port {state.http_port}", hint=_STOP_HINT)
        running = wait_for(home, state, pid, asked.start_timeout)
        if running is None and find_server(home, pid) is not None:
            raise EmbeddedServerError(f"{has}but does not answer", hint=_STOP_HINT)
        return running  # none: it was about to end


@contextmanager
def temporary_server(
    cache: Path, *, profile: Profile = Profile.FAST, progress: Progress | None = None
) -> Iterator[Running]:
    """A server on an empty store in a folder of its own; both are gone afterwards."""
    with (
        tempfile.TemporaryDirectory(prefix="memgraph-svc-", ignore_cleanup_errors=True) as folder,
        EmbeddedServer(Path(folder), cache, profile=profile, progress=progress) as running,
    ):
        yield running


def _find(home: Path) -> tuple[ServerState, int] | None:
    state = load_state(home)
    process = find_server(home, state.pid) if state is not None else None
    return (state, process.pid) if state is not None and process is not None else None
