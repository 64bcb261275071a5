"""What the dictionary of a namespace makes of names that were read while others write."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from memgraph_svc.crl import Dictionary
from memgraph_svc.repositories.dictionary import CodedName
from memgraph_svc.services.crl_dictionary import CRLDictionary

if TYPE_CHECKING:
    from memgraph_svc.repositories.store import Store


class StoredNames:
    """A repository with names that stand still."""

    def __init__(self, size: int, names: list[CodedName]) -> None:
        self._size = size
        self._names = names

    def size(self, _namespace: str) -> int:
        return self._size

    def list(self, _namespace: str, codes: int) -> list[CodedName]:
        return [held for held in self._names if held.code < codes]

    def list_new(self, _namespace: str, **_options: int) -> list[Any]:
        return []


@pytest.mark.parametrize(
    ("size", "held", "wanted"),
    [
        (0, [], Dictionary()),
        (3, [(1, "b", None)], Dictionary((None, "b", None))),
        (2, [(0, "a", None), (1, "b", None), (2, "later", None)], Dictionary(("a", "b"))),
        (3, [(0, "a", "c"), (1, "b", "c"), (2, "c", None)], Dictionary(("a", "b", "c"), ((0, 2), (1, 2)))),
        (2, [(0, "a", "later"), (1, "b", None)], Dictionary(("a", "b"))),
        (2, [(0, "a", "b"), (1, "b", "a")], Dictionary(("a", "b"))),  # two merges while the names were read
        (3, [(0, "x", None), (1, "x", None), (2, "y", "x")], Dictionary(("x", None, "y"), ((2, 0),))),
        (3, [(0, "x", None), (1, "x", "y"), (2, "y", None)], Dictionary(("x", None, "y"))),
    ],
)
def test_names_holes_and_merges(size: int, held: list[tuple[int, str, str | None]], wanted: Dictionary) -> None:
    stored = SimpleNamespace(dictionary=StoredNames(size, [CodedName(*row) for row in held]))
    made = CRLDictionary(cast("Store", stored))
    assert made.dictionary(namespace="n") == wanted
    document = f"%crl1 dict={size}\n$$"
    assert made.decode(document, namespace="n") == made.decode("%crl1\n$", namespace="n")
