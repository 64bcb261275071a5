"""The extractive gister: what it keeps of messages, calls, values and lines, each in a file."""

from __future__ import annotations

from memgraph_svc.adapters.gisters.extractive.gister import ExtractiveGister

__all__ = ["ExtractiveGister"]
