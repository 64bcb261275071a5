"""MemoryService: the facade that agents and interfaces use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from memgraph_svc.domain.fact import Supersede
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

    from memgraph_svc.domain.context import Context
    from memgraph_svc.domain.episode import EpisodeDraft
    from memgraph_svc.domain.health import Health
    from memgraph_svc.domain.hit import SearchResult
    from memgraph_svc.domain.report import InsertReport
    from memgraph_svc.services.causal_graph import CausalGraph
    from memgraph_svc.services.context_builder import ContextBuilder
    from memgraph_svc.services.crl_memory_store import CRLMemoryStore
    from memgraph_svc.services.episode_store import EpisodeStore
    from memgraph_svc.services.gist_compressor import GistCompressor
    from memgraph_svc.services.health import HealthCheck
    from memgraph_svc.services.ppr_retrieval import PPRRetrieval
    from memgraph_svc.services.temporal_graph import TemporalGraph
    from memgraph_svc.services.zettelkasten import Zettelkasten

__all__ = ["MemoryService"]


class MemoryService:
    """One of each memory system over one store. A context manager: leaving it closes the connection.

    Attributes:
        episodes: Episodes: insert, get, update, delete, search.
        zettelkasten: Similarity links.
        temporal: Entities and facts.
        ppr: Personalized PageRank retrieval, step by step.
        causes: Causes between episodes.
        gists: Gists of long sessions, and the pages behind them.
        crl: Gists in step with the episodes, and documents to and from the graph.
    """

    def __init__(
        self,
        *,
        episodes: EpisodeStore,
        zettelkasten: Zettelkasten,
        temporal: TemporalGraph,
        ppr: PPRRetrieval,
        causes: CausalGraph,
        gists: GistCompressor,
        crl: CRLMemoryStore,
        context_builder: ContextBuilder,
        health_check: HealthCheck,
        close: Callable[[], None],
        namespace: str,
    ) -> None:
        self.episodes = episodes
        self.zettelkasten = zettelkasten
        self.temporal = temporal
        self.ppr = ppr
        self.causes = causes
        self.gists = gists
        self.crl = crl
        self._context_builder = context_builder
        self._health_check = health_check
        self._close = close
        self._namespace = namespace

    def remember(
        self,
        episode: EpisodeDraft | Mapping[str, Any] | str,
        *,
        namespace: str | None = None,
        supersede: Supersede | str = Supersede.NEVER,
    ) -> InsertReport:
        """Keep an episode: its text, its fields or a draft. Links, entities and facts come with it.

        Args:
            episode: What happened.
            namespace: Tenant; that of the settings if not given.
            supersede: Which facts those that are extracted from the text may end: ``never`` or ``functional``.

        Raises:
            InvalidInputError: A field breaks a rule; nothing was written.
            ConflictError: The id holds another episode, or the turn is taken; nothing was written.
        """
        return self.episodes.insert(episode, namespace=self._chosen(namespace), supersede=supersede)

    def recall(self, query: str, *, namespace: str | None = None, **options: Any) -> SearchResult:  # noqa: ANN401
        """Find episodes; options as of :meth:`EpisodeStore.search`. Never writes.

        Raises:
            InvalidInputError: An option is unknown or breaks a rule.
        """
        return self.episodes.search(query, namespace=self._chosen(namespace), **options)

    def context(
        self,
        query: str,
        *,
        token_budget: int = LIMITS.context_default,
        namespace: str | None = None,
        **options: Any,  # noqa: ANN401
    ) -> Context:
        """Put what an agent should read about a question into a text; options as of :meth:`recall`. Never writes.

        Args:
            query: Question.
            token_budget: Tokens at most.
            namespace: Tenant; that of the settings if not given.
            **options: Options of a search.

        Raises:
            InvalidInputError: An option is unknown or breaks a rule.
        """
        chosen = self._chosen(namespace)
        return self._context_builder.build(query, namespace=chosen, token_budget=token_budget, **options)

    def stats(self, *, namespace: str | None = None) -> dict[str, int]:
        """Counts of a namespace: episodes, entities, facts, similar_to, caused_by, gists, sessions."""
        return self._health_check.stats(self._chosen(namespace))

    def health(self) -> Health:
        """Check server, plugin, schema, indexes and model, and say what to do about what is wrong."""
        return self._health_check.run()

    def _chosen(self, namespace: str | None) -> str:
        # an empty text is a mistake, not the wish for the default
        return self._namespace if namespace is None else namespace

    def close(self) -> None:
        """Close the connection; closing twice is fine."""
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
