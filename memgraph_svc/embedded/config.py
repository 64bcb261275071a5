"""Configuration files of the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from memgraph_svc.embedded.ports import LOOPBACK

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["ServerConfig", "conf_text", "log_text"]

_FIXED: Final = {
    "server.default_listen_address": LOOPBACK,
    "server.default_advertised_address": LOOPBACK,
    "server.https.enabled": "false",
    "dbms.security.auth_enabled": "true",
    "dbms.security.procedures.unrestricted": "gds.*",
    # Nothing leaves the machine: no usage report, no fleet manager, no discovery broadcasts, no telemetry.
    "dbms.usage_report.enabled": "false",
    "dbms.fleet_manager.enabled": "false",
    "server.fleet_discovery.enabled": "false",
    "server.bolt.telemetry.enabled": "false",
    "client.allow_telemetry": "false",
    "browser.remote_content_hostname_whitelist": "localhost",
    # Queries and their parameters are content.
    "db.logs.query.enabled": "OFF",
    # Else each of the two databases takes 256 MiB for an empty transaction log.
    "db.tx_log.preallocate": "false",
    # Else every stop waits for ten seconds of silence on the network.
    "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
}

_LOG_XML: Final = """<?xml version="1.0" encoding="UTF-8"?>
<Configuration status="ERROR">
  <Appenders>
    <RollingRandomAccessFile name="File" fileName="${config:server.directories.logs}/@NAME@.log"
                             filePattern="$${config:server.directories.logs}/@NAME@.log.%i">
      <PatternLayout pattern="%d{yyyy-MM-dd HH:mm:ss.SSSZ}{GMT+0} %-5p @CLASS@%m%n"/>
      <Policies><SizeBasedTriggeringPolicy size="5 MB"/></Policies>
      <DefaultRolloverStrategy fileIndex="min" max="3"/>
    </RollingRandomAccessFile>
  </Appenders>
  <Loggers><Root level="INFO"><AppenderRef ref="File"/></Root></Loggers>
</Configuration>
"""


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """What differs from server to server.

    Attributes:
        plugins: Folder with the procedure jars; may lie outside the home.
        http_port: None keeps HTTP, and with it Browser, off.
        pagecache: In the form ``128m``.
    """

    plugins: Path
    bolt_port: int
    http_port: int | None
    pagecache: str


def conf_text(config: ServerConfig) -> str:
    """Contents of ``neo4j.conf``."""
    settings = {
        **_FIXED,
        "server.directories.plugins": config.plugins.as_posix(),
        "server.bolt.listen_address": f":{config.bolt_port}",
        "server.bolt.advertised_address": f":{config.bolt_port}",
        "server.memory.pagecache.size": config.pagecache,
        "server.http.enabled": "false",
    }
    if config.http_port is not None:
        settings |= {
            "server.http.enabled": "true",
            "server.http.listen_address": f":{config.http_port}",
            "server.http.advertised_address": f":{config.http_port}",
            # Browser's page asks for fonts, statistics and a feedback form from outside; this keeps all of it at home.
            "dbms.security.http_static_content_security_policy_header": _page_policy(config.bolt_port),
            "dbms.security.http_access_control_allow_origin": f"http://{LOOPBACK}:{config.http_port}",
        }
    return "".join(f"{key}={value}\n" for key, value in sorted(settings.items()))


def log_text(name: str, *, with_class: bool) -> str:
    """Configuration of one log of the server: four files of 5 MB at most.

    Args:
        name: Name of the log file, without its suffix.
        with_class: Whether a line names the part of the server that wrote it.
    """
    return _LOG_XML.replace("@NAME@", name).replace("@CLASS@", "[%c{1.}] " if with_class else "")


def _page_policy(bolt_port: int) -> str:
    hosts = (LOOPBACK, "localhost")
    bolt = " ".join(f"{scheme}://{host}:{bolt_port}" for host in hosts for scheme in ("ws", "http"))
    return (
        "default-src 'self'; script-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        f"font-src 'self' data:; connect-src 'self' {bolt}; worker-src 'self' blob:; "
        "base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
    )
