"""PPRRetrieval: a question leads to entities, those to the graph, and Personalized PageRank to episodes (HippoRAG)."""

from __future__ import annotations

from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.hit import Explanation, Seed
from memgraph_svc.domain.query import SearchQuery
from memgraph_svc.domain.scope import check_identifier
from memgraph_svc.projection.shared_projection import SharedProjection
from memgraph_svc.scoring.blend import between, certainty
from memgraph_svc.scoring.seeds import combine_seeds, entity_seeds, fact_seeds, passage_seeds
from memgraph_svc.services.checked_models import embed_question
from memgraph_svc.services.evidence import evidence_query
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.projection.memory_graph import MemoryGraph
    from memgraph_svc.projection.page_rank import PageRank
    from memgraph_svc.projection.seed_paths import SeedPath, SeedPaths
    from memgraph_svc.repositories.facts import FactMatch
    from memgraph_svc.repositories.store import Store
    from memgraph_svc.services.candidates import Candidates
    from memgraph_svc.services.query_entities import NamedEntity, QueryEntities
    from memgraph_svc.settings import PPRConfig

__all__ = ["PPRAnswer", "PPRRetrieval", "ReadQuestion"]

_FACTS_COMPARED: Final = 50
_SEEDS_EXPLAINED: Final = 5


@dataclass(frozen=True, slots=True)
class PPRAnswer:
    """Scores of episodes, best first, the seeds they come from, and the reason when there are none."""

    scores: dict[str, float]
    seeds: tuple[Seed, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class ReadQuestion:
    """A question as the graph reads it: what it names, and the facts nearest to it."""

    named: tuple[NamedEntity, ...]
    facts: tuple[FactMatch, ...]

    @property
    def sure(self) -> float:
        """How surely it names something specific, 0..1."""
        named = {entity.canonical_name: entity for entity in self.named}
        return certainty(
            {key: entity.score for key, entity in named.items()},
            {key: entity.passages for key, entity in named.items()},
        )


class PPRRetrieval:
    """Retrieval by Personalized PageRank inside the database, limited to a namespace and to what holds."""

    def __init__(
        self,
        *,
        store: Store,
        memory_graph: MemoryGraph,
        page_rank: PageRank,
        seed_paths: SeedPaths,
        embedder: Embedder,
        entities: QueryEntities,
        candidates: Candidates,
        clock: Clock,
        config: PPRConfig,
    ) -> None:
        self._store = store
        self._memory_graph = memory_graph
        self._projections: MemoryGraph | SharedProjection = memory_graph
        self._page_rank = page_rank
        self._seed_paths = seed_paths
        self._embedder = embedder
        self._entities = entities
        self._candidates = candidates
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
        now = self._clock.now()
        vector = embed_question(self._embedder, asked.query)
        question = self.read(asked, vector, now, config=config)
        limit = max(LIMITS.candidates, asked.limit)
        gathered = self._candidates.gather(asked, vector, limit=limit)
        found = self._candidates.blend(asked, gathered, limit=limit, facts=question.facts, sure=question.sure)
        return self.rank(asked, question, found.scores, limit=asked.limit, now=now, config=config)

    def read(
        self, asked: SearchQuery, vector: NDArray[np.float32], now: datetime, *, config: PPRConfig | None = None
    ) -> ReadQuestion:
        """Find what a validated question names, and the facts nearest to it."""
        used = config or self.config
        named = self._entities.find(asked, limit=used.entity_seeds)
        facts: list[FactMatch] = []
        if used.fact_seeds:
            facts = self._store.facts.nearest(asked, vector, now=now, limit=max(_FACTS_COMPARED, used.fact_seeds))
        return ReadQuestion(tuple(named), tuple(facts))

    def rank(
        self,
        asked: SearchQuery,
        question: ReadQuestion,
        passages: Mapping[str, float],
        *,
        limit: int,
        now: datetime,
        config: PPRConfig | None = None,
    ) -> PPRAnswer:
        """Rank episodes from seeds; no entity that seeds gives an empty answer and the reason, never a global rank.

        Args:
            asked: Filters.
            question: What the question names.
            passages: Candidates with their scores, best first; the first ones seed.
            limit: Most episodes.
            now: Present.
            config: Settings of this call.
        """
        used = config or self.config
        seeds = _seeds(question, passages, used)
        if not any(seed.kind == "entity" for seed in seeds):
            return PPRAnswer({}, seeds, "no entity or fact of the graph is near the question")
        scores = self._projections.apply(
            asked, used, now, lambda name: self._page_rank.rank(name, asked, seeds, used, limit=limit)
        )
        return PPRAnswer(
            scores, seeds, "" if scores else "no episode that passes the filters is reached from the seeds"
        )

    @contextmanager
    def sharing(self) -> Iterator[PPRRetrieval]:
        """Yield the same retrieval for many searches of one filter and instant, which share one projection."""
        with SharedProjection(self._memory_graph) as shared:
            retrieval = copy(self)
            retrieval._projections = shared
            yield retrieval

    def paths(
        self, asked: SearchQuery, seeds: Sequence[Seed], episode_ids: Sequence[str], now: datetime
    ) -> dict[str, SeedPath]:
        """Return for each episode the strongest path from a seed; what no seed leads to in four hops has none."""
        return self._seed_paths.find(asked, seeds, episode_ids, self.config, now)

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
        path = self.paths(asked, answer.seeds, [target], now).get(target) if target else None
        seeds = [seed.key for seed in named[:_SEEDS_EXPLAINED]]
        cypher, params = evidence_query(asked, seeds, target, now, path.nodes if path else ())
        steps = path.steps if path else ()
        return Explanation(query=asked.query, id=target, cypher=cypher, params=params, path=steps)


def _seeds(question: ReadQuestion, candidates: Mapping[str, float], config: PPRConfig) -> tuple[Seed, ...]:
    passages = {entity.canonical_name: entity.passages for entity in question.named}
    names = {entity.canonical_name: entity.name for entity in question.named}
    from_names = entity_seeds({entity.canonical_name: entity.score for entity in question.named}, passages)
    facts = question.facts
    for fact in facts:
        passages |= {fact.subject: fact.subject_passages, fact.object: fact.object_passages}
        names |= {fact.subject: fact.subject_name, fact.object: fact.object_name}
    from_facts = fact_seeds(
        [f.cosine for f in facts], [f.subject for f in facts], [f.object for f in facts], passages,
        keep=config.entity_seeds, facts=config.fact_seeds, power=config.fact_power,
    ) if facts else {}  # fmt: skip
    from_passages = passage_seeds(
        dict(list(candidates.items())[: config.passage_seeds]),
        between(config.passage_weight_unnamed, config.passage_weight, question.sure),
        power=between(config.passage_power_unnamed, config.passage_power, question.sure),
    )
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
