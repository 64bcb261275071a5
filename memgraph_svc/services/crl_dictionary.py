"""CRLDictionary: the dictionary of Concept Relational Language that a namespace keeps in its graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.crl.dictionary import Dictionary
from memgraph_svc.crl.head import read_head
from memgraph_svc.crl.reader import decode
from memgraph_svc.crl.writer import encode
from memgraph_svc.domain.scope import check_namespace
from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.crl.lines import Line
    from memgraph_svc.repositories.dictionary import CodedName
    from memgraph_svc.repositories.store import Repositories, Store

__all__ = ["CRLDictionary"]

_GIVEN_AT_ONCE: Final = 10_000
"""Codes of a transaction."""


class CRLDictionary:
    """Gives codes to entities and declared predicates, and writes and reads documents with them.

    A code is given once and stays with its node: an entity that becomes an alias keeps its own, and what is deleted
    takes its name with it, so that its code is never read nor given again. Predicates that were never declared have no
    node and no code; their names stand in documents as they are.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def dictionary(self, *, namespace: str) -> Dictionary:
        """Give codes to what has none, in the order in which it became known, and return all names by code.

        Repeating changes nothing. Time grows with the entities of the namespace.

        Raises:
            InvalidInputError: The namespace breaks a rule.
        """
        check_namespace(namespace)
        more = bool(self._store.dictionary.list_new(namespace, limit=1))
        while more:
            more = self._store.write(lambda repositories: _give(repositories, namespace), name="give_codes")
        return self._read(namespace)

    def encode(self, lines: Sequence[Line], *, namespace: str) -> str:
        """Write lines as a document with the codes of the namespace, as :func:`memgraph_svc.crl.encode`.

        What has no code gets one. The document can be read as long as nothing that it names is deleted.

        Raises:
            InvalidInputError: What is given is no statement and no text, or the namespace breaks a rule.
        """
        return encode(lines, dictionary=self.dictionary(namespace=namespace))

    def decode(self, document: str, *, namespace: str) -> list[Line]:
        """Return the lines of a document, with the names that it was written with; writes nothing.

        Raises:
            CRLError: The document is damaged, needs more codes than the namespace gave, or has the code of something
                that was deleted.
            InvalidInputError: The document is no text, or the namespace breaks a rule.
        """
        check_namespace(namespace)
        if not isinstance(document, str):
            raise InvalidInputError("document", "must be text")
        names = read_head(document.partition("\n")[0]).names
        return decode(document, self._read(namespace, names) if names else Dictionary())

    def _read(self, namespace: str, most: int | None = None) -> Dictionary:
        """Read the names of the codes that were given, or of the first of them."""
        size = self._store.dictionary.size(namespace)  # first: codes that come meanwhile are those of a later one
        if most is not None:
            size = min(size, most)
        shown: dict[str, CodedName] = {}
        for held in self._store.dictionary.list(namespace, size):
            shown.setdefault(held.name, held)  # an entity and a predicate may have one name: the first code is used
        names: list[str | None] = [None] * size
        for held in shown.values():
            names[held.code] = held.name
        # a merge that comes while names are read may show both of its entities as part of the other one
        whole = {name: held.code for name, held in shown.items() if held.into is None}
        merged = tuple((held.code, whole[held.into]) for held in shown.values() if held.into in whole)
        return Dictionary(tuple(names), merged)


def _give(repositories: Repositories, namespace: str) -> bool:
    """Give codes under the locks, in the order of all writers that lock entities; returns whether more may be left."""
    repositories.dictionary.lock(namespace)
    new = repositories.dictionary.list_new(namespace, limit=_GIVEN_AT_ONCE)
    repositories.entities.lock(namespace, [found.name for found in new if found.kind == "entity"])
    repositories.dictionary.give(namespace, new)
    return len(new) == _GIVEN_AT_ONCE
