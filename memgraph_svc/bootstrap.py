"""The one place that builds the object graph."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memgraph_svc.adapters.clock import SystemClock
from memgraph_svc.adapters.embedders import make_embedder
from memgraph_svc.adapters.extractors import make_extractor
from memgraph_svc.adapters.gisters.extractive import ExtractiveGister
from memgraph_svc.adapters.tokenizers.tiktoken_pure import O200kTokenizer
from memgraph_svc.artifacts import model_jar
from memgraph_svc.embedded import status
from memgraph_svc.errors import ConfigurationError
from memgraph_svc.graph.driver import open_driver
from memgraph_svc.graph.graph import Graph
from memgraph_svc.graph.versions import check_versions
from memgraph_svc.migrations.runner import check_schema, check_store, migrate
from memgraph_svc.projection.leftovers import find_leftovers
from memgraph_svc.projection.memory_graph import MemoryGraph
from memgraph_svc.projection.page_rank import PageRank
from memgraph_svc.projection.seed_paths import SeedPaths
from memgraph_svc.repositories.store import Store
from memgraph_svc.services.candidates import Candidates
from memgraph_svc.services.causal_graph import CausalGraph
from memgraph_svc.services.context_builder import ContextBuilder
from memgraph_svc.services.crl_dictionary import CRLDictionary
from memgraph_svc.services.crl_memory_store import CRLMemoryStore
from memgraph_svc.services.entity_graph import EntityGraph
from memgraph_svc.services.entity_merger import EntityMerger
from memgraph_svc.services.episode_store import EpisodeStore
from memgraph_svc.services.fact_asserter import FactAsserter
from memgraph_svc.services.gist_compressor import GistCompressor
from memgraph_svc.services.gist_maker import GistMaker
from memgraph_svc.services.gist_search import GistSearch
from memgraph_svc.services.health import HealthCheck
from memgraph_svc.services.linker import Linker
from memgraph_svc.services.memory import MemoryService
from memgraph_svc.services.ppr_retrieval import PPRRetrieval
from memgraph_svc.services.preparer import EpisodePreparer
from memgraph_svc.services.query_entities import QueryEntities
from memgraph_svc.services.searcher import Searcher
from memgraph_svc.services.synonyms import Synonyms
from memgraph_svc.services.temporal_graph import TemporalGraph
from memgraph_svc.services.zettelkasten import Zettelkasten
from memgraph_svc.settings import Settings

if TYPE_CHECKING:
    from memgraph_svc.migrations.runner import MigrationReport
    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.ports.extractor import Extractor
    from memgraph_svc.ports.gister import Gister

__all__ = ["build_embedder", "build_memory", "migrate_store", "open_graph", "open_memory"]


def open_graph(settings: Settings, *, warn: bool = False) -> Graph:
    """Connect to the server of the settings, or to the running embedded one. The caller closes ``graph.driver``.

    Raises:
        ConfigurationError: No server is named and none runs, or the sign-in is refused.
        GraphUnavailableError: It does not answer.
    """
    if settings.neo4j_uri is not None:
        if settings.neo4j_password is None:
            raise ConfigurationError("MEMGRAPH_NEO4J_URI is set without a password", hint="set MEMGRAPH_NEO4J_PASSWORD")
        uri, user, password = settings.neo4j_uri, settings.neo4j_user, settings.neo4j_password.get_secret_value()
    else:
        running = status(settings.home)
        if running is None:
            raise ConfigurationError(
                "no server runs", hint="start one with memgraph-svc up, or set MEMGRAPH_NEO4J_URI and _PASSWORD"
            )
        uri, user, password = running.uri, running.user, running.password
    driver = open_driver(uri, user, password, pool_size=settings.pool_size, warn=warn)
    return Graph(driver, database=settings.neo4j_database, timeout_seconds=settings.query_timeout_seconds)


def build_embedder(settings: Settings, *, keep_vectors: bool = False) -> Embedder:
    """Make the embedder of the settings; its model is fetched and loaded at the first call.

    Args:
        settings: Which model, and where it is kept.
        keep_vectors: Keep vectors in the cache folder by hashes of texts. For measuring the same corpus again and
            again; a memory that can forget keeps no second copy.
    """
    kept = settings.cache if keep_vectors else None
    return make_embedder(settings.embedder, kept, settings.threads, partial(model_jar, settings.cache))


def migrate_store(graph: Graph, settings: Settings, *, embedder: Embedder | None = None) -> MigrationReport:
    """Bring the store to the schema of this package; safe to repeat and to run at the same time.

    Raises:
        ConfigurationError: The server is too old, or the store was made with another embedder.
        MigrationError: The schema is newer or changed.
    """
    check_versions(graph)
    used = embedder or build_embedder(settings)
    return migrate(graph, model=used.model_id, dimension=used.dimension)


def open_memory(settings: Settings | None = None, *, warn: bool = False, keep_vectors: bool = False) -> MemoryService:
    """Connect, check versions, schema and model, and build the service.

    Args:
        settings: Settings; those of the environment if not given.
        warn: Turn notifications of the server into Python warnings.
        keep_vectors: As of :func:`build_embedder`.

    Raises:
        ConfigurationError: No server, a server too old, or another embedder than the store was made with.
        MigrationError: The schema is not the one of this package; run ``memgraph-svc migrate``.
        GraphUnavailableError: The server does not answer.
    """
    used = settings or Settings()
    graph = open_graph(used, warn=warn)
    try:
        embedder = build_embedder(used, keep_vectors=keep_vectors)
        check_versions(graph)
        check_schema(graph)
        check_store(graph, model=embedder.model_id, dimension=embedder.dimension)
    except BaseException:
        graph.driver.close()
        raise
    return build_memory(graph, used, embedder=embedder)


def build_memory(
    graph: Graph,
    settings: Settings,
    *,
    embedder: Embedder | None = None,
    extractor: Extractor | None = None,
    clock: Clock | None = None,
    gister: Gister | None = None,
) -> MemoryService:
    """Build the service over an open graph; parts that are not given come from the settings. Does no I/O.

    A gister that is given has the extractive one behind it, for when its model fails.
    """
    embedder = embedder or build_embedder(settings)
    extractor = extractor or make_extractor(settings.extractor)
    clock = clock or SystemClock()
    store = Store(graph)
    linker = Linker(store, embedder, settings.link)
    preparer = EpisodePreparer(store, embedder, extractor)
    memory_graph = MemoryGraph(graph, hot_bytes=settings.projection.hot_bytes)

    def close() -> None:
        memory_graph.close()
        graph.driver.close()

    candidates = Candidates(store, settings.blend)
    ppr = PPRRetrieval(
        store=store,
        memory_graph=memory_graph,
        page_rank=PageRank(graph),
        seed_paths=SeedPaths(graph),
        embedder=embedder,
        entities=QueryEntities(store, embedder, extractor),
        candidates=candidates,
        clock=clock,
        config=settings.ppr,
    )
    searcher = Searcher(
        store=store,
        embedder=embedder,
        ppr=ppr,
        candidates=candidates,
        gists=GistSearch(store, settings.blend),
        clock=clock,
        weights=settings.ranking,
    )
    merger = EntityMerger(store, preparer.embed, clock)
    entities = EntityGraph(store, merger, Synonyms(store, embedder, clock), clock)
    temporal = TemporalGraph(store, preparer, FactAsserter(store, preparer, clock), entities, clock)
    episodes = EpisodeStore(
        store=store, embedder=embedder, preparer=preparer, linker=linker, searcher=searcher, clock=clock
    )
    tokenizer = O200kTokenizer()
    extractive = ExtractiveGister(tokenizer)
    maker = GistMaker(gister or extractive, tokenizer, settings.gist, fallback=extractive if gister else None)
    gists = GistCompressor(store, maker, clock)
    return MemoryService(
        episodes=episodes,
        zettelkasten=Zettelkasten(store, embedder, linker, clock),
        temporal=temporal,
        ppr=ppr,
        causes=CausalGraph(store, clock),
        gists=gists,
        crl=CRLMemoryStore(
            store=store,
            compressor=gists,
            episodes=episodes,
            temporal=temporal,
            dictionary=CRLDictionary(store),
            config=settings.gist,
        ),
        context_builder=ContextBuilder(searcher, ppr, temporal, store, tokenizer),
        health_check=HealthCheck(
            store,
            embedder,
            check_versions=lambda: check_versions(graph),
            check_schema=lambda: check_schema(graph),
            check_model=lambda: check_store(graph, model=embedder.model_id, dimension=embedder.dimension),
            leftovers=lambda: find_leftovers(graph),
        ),
        close=close,
        namespace=settings.namespace,
    )
