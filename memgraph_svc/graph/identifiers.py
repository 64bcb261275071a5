"""The closed list of names that the graph uses. Nothing else becomes a label, a type or a property key.

But for one label a namespace, made of a hash: native projections select by label.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from memgraph_svc.domain.identity import namespace_token

__all__ = ["PROJECTED_PROPERTIES", "Index", "Label", "RelationshipType", "namespace_label"]


class Label(StrEnum):
    """Node labels."""

    EPISODE = "Episode"
    ENTITY = "Entity"
    ALIAS = "Alias"
    PREDICATE = "Predicate"
    SESSION = "Session"
    GIST = "Gist"
    PAGE = "Page"
    VERSION = "Version"
    MIGRATION = "Migration"
    MIGRATION_LOCK = "MigrationLock"
    STORE = "Store"
    COMMIT_COUNT = "CommitCount"
    CODED = "Coded"
    DICTIONARY = "Dictionary"


class RelationshipType(StrEnum):
    """Relationship types."""

    RELATES_TO = "RELATES_TO"
    CLAIMS = "CLAIMS"
    ALIAS_OF = "ALIAS_OF"
    MENTIONS = "MENTIONS"
    SIMILAR_TO = "SIMILAR_TO"
    CAUSED_BY = "CAUSED_BY"
    NEXT = "NEXT"
    HAS_EPISODE = "HAS_EPISODE"
    SUMMARIZES = "SUMMARIZES"
    HAS_PAGE = "HAS_PAGE"
    COVERS = "COVERS"
    VERSION_OF = "VERSION_OF"
    SYNONYM_OF = "SYNONYM_OF"


class Index(StrEnum):
    """Indexes that search names."""

    EPISODE_VECTOR = "episode_vector"
    ENTITY_VECTOR = "entity_vector"
    ALIAS_VECTOR = "alias_vector"
    FACT_VECTOR = "fact_vector"
    EPISODE_FULLTEXT = "episode_fulltext"
    ENTITY_FULLTEXT = "entity_fulltext"
    FACT_FULLTEXT = "fact_fulltext"
    GIST_VECTOR = "gist_vector"
    PAGE_VECTOR = "page_vector"
    GIST_FULLTEXT = "gist_fulltext"
    PAGE_FULLTEXT = "page_fulltext"


PROJECTED_PROPERTIES: Final = (
    "weight", "score", "count", "confidence", "valid_from_ms", "valid_to_ms", "recorded_at_ms", "invalidated_at_ms",
    "occurred_at_ms", "archived",
)  # fmt: skip
"""Property keys that a native projection may name; it fails on keys that no node or relationship ever had."""


def namespace_label(namespace: str) -> str:
    """Label of what a projection of a namespace holds: its entities and its episodes that are not archived."""
    return f"Ns_{namespace_token(namespace)}"
