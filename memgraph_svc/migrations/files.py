"""The packaged migrations: one statement a file, numbered, never changed once released."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgraph_svc.errors import ConfigurationError
from memgraph_svc.graph.catalog import query_files
from memgraph_svc.graph.named_query import parse_query

if TYPE_CHECKING:
    from memgraph_svc.graph.named_query import NamedQuery

__all__ = ["Migration", "packaged_migrations"]


@dataclass(frozen=True, slots=True)
class Migration:
    """A numbered schema statement."""

    version: int
    name: str
    checksum: str
    query: NamedQuery


def packaged_migrations() -> list[Migration]:
    """Read the migrations of this version of the package, in order.

    Raises:
        ConfigurationError: Numbers are missing or doubled, or a header is wrong.
    """
    found: list[Migration] = []
    for path, source in query_files("migrations").items():
        number, name = path.removeprefix("migrations.").split("_", 1)
        query = parse_query(path, source)
        checksum = hashlib.sha256(query.text.encode()).hexdigest()[:16]
        found.append(Migration(int(number), name, checksum, query))
    if [m.version for m in found] != list(range(1, len(found) + 1)):
        raise ConfigurationError("the packaged migrations are not numbered 1, 2, 3, ...", hint="install it again")
    return found
