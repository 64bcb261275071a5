"""Deterministic ids: the same thing gets the same id in every process, so that a repeated write changes nothing."""

from __future__ import annotations

import hashlib
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from memgraph_svc.domain.instant import OPEN_PAST_MS, to_ms

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["content_hash", "digest", "entity_id", "fact_id", "gist_id", "namespace_token", "page_id"]


def digest(parts: Iterable[str | int | float | datetime | None], size: int = 16) -> str:
    """Hash length-prefixed parts, so that no two different lists collide by concatenation.

    Args:
        parts: Parts in order; None differs from empty text.
        size: Bytes of the digest; the result has twice as many characters.
    """
    h = hashlib.blake2b(digest_size=size)
    for part in parts:
        if part is None:
            h.update(b"-;")
            continue
        data = str(to_ms(part) if isinstance(part, datetime) else part).encode()
        h.update(f"{len(data)}:".encode())
        h.update(data)
    return h.hexdigest()


def content_hash(text: str) -> str:
    """Hash of a text."""
    return digest([text])


def entity_id(namespace: str, canonical: str) -> str:
    """Id of the entity with this canonical name."""
    return "en_" + digest([namespace, canonical])


def fact_id(namespace: str, subject: str, predicate: str, obj: str, valid_from: datetime | int | None) -> str:
    """Id of a fact between two canonical names; a fact true again from another instant is another one.

    The beginning is an instant or its milliseconds; the open past is None.
    """
    return "fa_" + digest([namespace, subject, predicate, obj, None if valid_from == OPEN_PAST_MS else valid_from])


def gist_id(namespace: str, session_id: str) -> str:
    """Id of the gist of a session."""
    return "gi_" + digest([namespace, session_id])


def page_id(namespace: str, session_id: str, first_turn: int) -> str:
    """Id of the page of a session that begins with this turn."""
    return "pg_" + digest([namespace, session_id, first_turn])


@lru_cache(maxsize=1024)
def namespace_token(namespace: str) -> str:
    """Return the word that stands for a namespace in a full-text index; it survives the English analyzer unchanged."""
    return f"n{digest([namespace])}0"
