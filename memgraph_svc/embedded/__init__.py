"""A real Neo4j with GDS as a process of its own, from a packaged Java and locked jars."""

from __future__ import annotations

from memgraph_svc.embedded.control import down, status
from memgraph_svc.embedded.launcher import EmbeddedServer, temporary_server
from memgraph_svc.embedded.profile import Profile
from memgraph_svc.embedded.running import Running

__all__ = ["EmbeddedServer", "Profile", "Running", "down", "status", "temporary_server"]
