"""All repositories over one runner, and units of work over them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from memgraph_svc.repositories.admin import AdminRepository
from memgraph_svc.repositories.aliases import AliasRepository
from memgraph_svc.repositories.causes import CauseRepository
from memgraph_svc.repositories.claims import ClaimRepository
from memgraph_svc.repositories.dictionary import DictionaryRepository
from memgraph_svc.repositories.entities import EntityRepository
from memgraph_svc.repositories.episodes import EpisodeRepository
from memgraph_svc.repositories.facts import FactRepository
from memgraph_svc.repositories.gist_search import GistSearchRepository
from memgraph_svc.repositories.gists import GistRepository
from memgraph_svc.repositories.links import LinkRepository
from memgraph_svc.repositories.predicates import PredicateRepository
from memgraph_svc.repositories.search import SearchRepository
from memgraph_svc.repositories.synonyms import SynonymRepository

if TYPE_CHECKING:
    from collections.abc import Callable

    from memgraph_svc.graph.graph import Graph, Runner

__all__ = ["Repositories", "Store"]

_T = TypeVar("_T")


class Repositories:
    """Every repository over one runner."""

    def __init__(self, runner: Runner) -> None:
        self.admin = AdminRepository(runner)
        self.aliases = AliasRepository(runner)
        self.causes = CauseRepository(runner)
        self.claims = ClaimRepository(runner)
        self.dictionary = DictionaryRepository(runner)
        self.entities = EntityRepository(runner)
        self.episodes = EpisodeRepository(runner)
        self.facts = FactRepository(runner)
        self.gist_search = GistSearchRepository(runner)
        self.gists = GistRepository(runner)
        self.links = LinkRepository(runner)
        self.predicates = PredicateRepository(runner)
        self.search = SearchRepository(runner)
        self.synonyms = SynonymRepository(runner)


class Store(Repositories):
    """Repositories whose calls are a transaction each, and units of work that are one for all their calls."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph)
        self._graph = graph

    def write(self, work: Callable[[Repositories], _T], *, name: str) -> _T:
        """Run a unit of work: all of it, or nothing. It may run twice and has no other side effects."""
        return self._graph.write(lambda transaction: work(Repositories(transaction)), name=name)
