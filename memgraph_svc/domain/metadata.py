"""Metadata: a JSON object that comes back exactly as it was given."""

from __future__ import annotations

import json
import math
from typing import Annotated, Any

from pydantic import AfterValidator

from memgraph_svc.settings import LIMITS

__all__ = ["Metadata", "dump_metadata", "load_metadata"]


def _check(value: object, path: str, depth: int) -> None:
    if depth > LIMITS.metadata_depth:
        raise ValueError(f"must be nested at most {LIMITS.metadata_depth} deep (at {path})")
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise ValueError(f"keys must be text (at {path})")  # for pydantic
            _check(item, f"{path}.{key}", depth + 1)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _check(item, f"{path}[{index}]", depth + 1)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"numbers must be finite (at {path})")
    elif not (value is None or isinstance(value, str | bool | int)):
        raise ValueError(f"{type(value).__name__} cannot be stored as JSON (at {path})")


def _valid(value: dict[str, Any]) -> dict[str, Any]:
    _check(value, "metadata", 0)
    try:
        size = len(dump_metadata(value).encode())
    except UnicodeEncodeError:
        raise ValueError("lone surrogates are not allowed") from None
    if size > LIMITS.metadata_bytes:
        raise ValueError(f"must be at most {LIMITS.metadata_bytes} bytes as JSON")
    return value


Metadata = Annotated[dict[str, Any], AfterValidator(_valid)]
"""A JSON object of bounded depth and size with finite numbers."""


def dump_metadata(value: dict[str, Any]) -> str:
    """JSON text as it is stored; the order of keys is kept."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def load_metadata(text: str) -> dict[str, Any]:
    """Read what :func:`dump_metadata` wrote."""
    return json.loads(text)
