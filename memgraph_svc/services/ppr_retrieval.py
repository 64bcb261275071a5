"""PPRRetrieval: a question leads to entities, those to the graph, and Personalized PageRank to episodes (HippoRAG)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.hit import Explanation, PathStep, Seed
from memgraph_svc.domain.query import SearchQuery
from memgraph_svc.domain.scope import check_identifier
from memgraph_svc.scoring.seeds import combine_seeds, entity_seeds, fact_seeds, passage_seeds
from memgraph_svc.services.checked_models import embed_question
from memgraph_svc.services.evidence import evidence_query

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.projection.memory_graph import MemoryGraph
    from memgraph_svc.projection.page_rank import PageRank, SeedPath
    from memgraph_svc.repositories.store import Store
    from memgraph_svc.services.query_entities import NamedEntity, QueryEntities
    from memgraph_svc.settings import PPRConfig

__all__ = ["PPRAnswer", "PPRRetrieval"]

_FACTS_COMPARED: Final = 50
_SEEDS_EXPLAINED: Final = 5


@dataclass(frozen=True, slots=True)
class PPRAnswer:
    """Scores of episodes, best first, the seeds they come from, and the reason when there are none."""

    scores: dict[str, float]
    seeds: tuple[Seed, ...]
    reason: str


class PPRRetrieval:
    """Retrieval by Personalized PageRank inside the database, limited to a namespace and to what holds."""

    def __init__(
        self,
        *,
        store: Store,
        memory_graph: MemoryGraph,
        page_rank: PageRank,
        embedder: Embedder,
        entities: QueryEntities,
        clock: Clock,
        config: PPRConfig,
    ) -> None:
        self._store = store
        self._memory_graph = memory_graph
        self._page_rank = page_rank
        self._embedder = embedder
        self._entities = entities
        self._clock = clock
        self.config = config

    def extract_query_entities(self, query: str, *, namespace: str) -> list[NamedEntity]:
        """Entities of the graph that a question names, exact names first.

        Raises:
            InvalidInputError: The question or the namespace breaks a rule.
        """
        asked = validated(SearchQuery, {"query": query, "namespace": namespace})
        return self._entities.find(asked, limit=self.config.entity_seeds)

    def retrieve(self, query: str, *, namespace: str, config: PPRConfig | None = None, **options: Any) -> PPRAnswer:  # noqa: ANN401
        """Run the whole chain and return the scores of episodes; options as of a search.

        Args:
            query: Question.
            namespace: Tenant.
            config: Settings of this call, such as ``PPRConfig.classic()``.
            **options: Filters and the limit.

        Raises:
            InvalidInputError: An option is unknown or breaks a rule.
            ProjectionError: The namespace is too large, or the server could not project it.
        """
        asked = validated(SearchQuery, {"query": query, "namespace": namespace, **options})
        used, now = config or self.config, self._clock.now()
        vector = embed_question(self._embedder, asked.query)
        named = self._entities.find(asked, limit=used.entity_seeds)
        dense = self._store.search.nearest(asked, vector, limit=max(used.passage_seeds, 1))
        return self.rank(asked, vector, named, dense, limit=asked.limit, now=now, config=used)

    def find_named(self, asked: SearchQuery) -> list[NamedEntity]:
        """Entities that a validated question names."""
        return self._entities.find(asked, limit=self.config.entity_seeds)

    def rank(
        self,
        asked: SearchQuery,
        vector: NDArray[np.float32],
        named: Sequence[NamedEntity],
        dense: Mapping[str, float],
        *,
        limit: int,
        now: datetime,
        config: PPRConfig | None = None,
    ) -> PPRAnswer:
        """Rank episodes from seeds; no seed gives an empty answer and the reason, never a global rank."""
        used = config or self.config
        seeds = self._seeds(asked, vector, named, dense, now=now, config=used)
        if not any(seed.kind == "entity" for seed in seeds):
            return PPRAnswer({}, seeds, "no entity or fact of the graph is near the question")
        with self._memory_graph.project(asked, used, now) as projection:
            scores = self._page_rank.rank(projection, asked, seeds, used, limit=limit)
        return PPRAnswer(
            scores, seeds, "" if scores else "no episode that passes the filters is reached from the seeds"
        )

    def paths(
        self, asked: SearchQuery, seeds: Sequence[Seed], episode_ids: Sequence[str], now: datetime
    ) -> dict[str, tuple[PathStep, ...]]:
        """For each episode the shortest path from a seed that the question names, else from one of a fact near it.

        Among paths as short, that of the heaviest seed.
        """
        strongest = sorted((s for s in seeds if s.kind == "entity"), key=_first_explained)
        strongest = strongest[:_SEEDS_EXPLAINED]
        if not strongest or not episode_ids:
            return {}
        order = {seed.key: (seed.origin != "query", place) for place, seed in enumerate(strongest)}
        pairs = [(seed, episode_id) for episode_id in episode_ids for seed in strongest]
        best: dict[str, tuple[tuple[bool, int, int], SeedPath]] = {}
        for path in self._page_rank.paths(asked, pairs, now):
            unnamed, place = order[path.seed_key]
            rank = (unnamed, len(path.relations), place)
            if path.hit not in best or rank < best[path.hit][0]:
                best[path.hit] = (rank, path)
        return {hit: _steps(path) for hit, (_, path) in best.items()}

    def explain(self, query: str, *, namespace: str, episode_id: str | None = None, **options: Any) -> Explanation:  # noqa: ANN401
        """Return one Cypher statement that draws how a question leads to an episode, to paste into Neo4j Browser.

        Args:
            query: Question.
            namespace: Tenant.
            episode_id: Episode to explain; the best hit of the question if not given.
            **options: Filters, as of a search.

        Raises:
            InvalidInputError: An option is unknown or breaks a rule.
            NotFoundError: The episode is not in this namespace.
        """
        asked = validated(SearchQuery, {"query": query, "namespace": namespace, **options})
        answer = self.retrieve(query, namespace=namespace, **options)
        target = next(iter(answer.scores), None)
        if episode_id is not None:
            target = self._store.episodes.get(asked.namespace, check_identifier("episode_id", episode_id)).episode_id
        named = sorted((s for s in answer.seeds if s.kind == "entity"), key=_first_explained)
        now = self._clock.now()
        path = self.paths(asked, answer.seeds, [target], now).get(target, ()) if target else ()
        cypher, params = evidence_query(asked, [s.key for s in named[:_SEEDS_EXPLAINED]], target, now)
        return Explanation(query=asked.query, id=target, cypher=cypher, params=params, path=path)

    def _seeds(
        self,
        asked: SearchQuery,
        vector: NDArray[np.float32],
        named: Sequence[NamedEntity],
        dense: Mapping[str, float],
        *,
        now: datetime,
        config: PPRConfig,
    ) -> tuple[Seed, ...]:
        passages = {entity.canonical_name: entity.passages for entity in named}
        names = {entity.canonical_name: entity.name for entity in named}
        from_names = entity_seeds({entity.canonical_name: entity.score for entity in named}, passages)
        facts = []
        if config.fact_seeds:
            facts = self._store.facts.nearest(asked, vector, now=now, limit=max(_FACTS_COMPARED, config.fact_seeds))
        for fact in facts:
            passages |= {fact.subject: fact.subject_passages, fact.object: fact.object_passages}
            names |= {fact.subject: fact.subject_name, fact.object: fact.object_name}
        from_facts = fact_seeds(
            [f.cosine for f in facts], [f.subject for f in facts], [f.object for f in facts], passages,
            keep=config.entity_seeds, facts=config.fact_seeds,
        ) if facts else {}  # fmt: skip
        from_passages = passage_seeds(dict(list(dense.items())[: config.passage_seeds]), config.passage_weight)
        return (
            *(
                Seed(kind="entity", key=key, name=names[key], weight=weight,
                     origin="query" if key in from_names else "fact")
                for key, weight in combine_seeds(from_names, from_facts).items()
            ),
            *(
                Seed(kind="episode", key=key, name=key, weight=weight, origin="passage")
                for key, weight in combine_seeds(from_passages).items()
            ),
        )  # fmt: skip


def _first_explained(seed: Seed) -> tuple[bool, float, str]:
    return (seed.origin != "query", -seed.weight, seed.key)


def _steps(path: SeedPath) -> tuple[PathStep, ...]:
    """Hops in the direction in which the relation reads."""
    hops: list[PathStep] = []
    for here, there, relation, start in zip(path.names, path.names[1:], path.relations, path.starts, strict=False):
        source, target = (here, there) if start == here else (there, here)
        hops.append(PathStep(source=source, relation=relation, target=target))
    return tuple(hops)
