"""All packaged queries by name."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from memgraph_svc.errors import ConfigurationError
from memgraph_svc.graph.named_query import NamedQuery, parse_query

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["load_catalog", "query_directory", "query_files"]


def query_directory() -> Traversable:
    """Return the folder of the queries: inside the installed package, or beside it in a source tree."""
    packaged = files("memgraph_svc") / "_cypher"
    if packaged.is_dir():
        return packaged
    beside = Path(__file__).parents[2] / "cypher"
    if beside.is_dir():
        return beside
    raise ConfigurationError("the query files are missing", hint="install the package again")


def query_files(folder: str = "") -> dict[str, str]:
    """Source texts of the query files by name, sorted; ``folder`` keeps one folder only."""
    found: dict[str, str] = {}
    for directory in query_directory().iterdir():
        if directory.is_dir() and folder in ("", directory.name):
            for file in directory.iterdir():
                if file.name.endswith(".cypher"):
                    found[f"{directory.name}.{file.name.removesuffix('.cypher')}"] = file.read_text(encoding="utf-8")
    return dict(sorted(found.items()))


@cache
def load_catalog() -> dict[str, NamedQuery]:
    """Read and check every query but the migrations and the ones for Neo4j Browser.

    Raises:
        ConfigurationError: A header disagrees with its query.
    """
    sources = query_files()
    return {
        name: parse_query(name, source)
        for name, source in sources.items()
        if not name.startswith(("migrations.", "inspect."))
    }
