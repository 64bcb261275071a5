"""Every setting and limit, in one place.

Precedence, highest first: arguments, environment (``MEMGRAPH_...``), defaults.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from platformdirs import user_cache_path, user_data_path
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

__all__ = [
    "LIMITS",
    "BlendConfig",
    "GistConfig",
    "Limits",
    "LinkConfig",
    "PPRConfig",
    "ProjectionConfig",
    "RankingWeights",
    "Settings",
]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Limits(_Frozen):
    """Limits that input is checked against."""

    id_characters: int = Field(default=128, description="longest namespace or id, of [A-Za-z0-9._:/@-]")
    content_characters: int = Field(default=1_000_000, description="longest content after trimming")
    name_characters: int = Field(default=512, description="longest entity name, alias, type or predicate, one line")
    metadata_depth: int = Field(default=8, description="deepest nesting of a metadata object")
    metadata_bytes: int = Field(default=65_536, description="largest metadata object as UTF-8 JSON text")
    importance_min: float = Field(default=1.0, description="lowest importance")
    importance_max: float = Field(default=10.0, description="highest importance")
    importance_default: float = Field(default=5.0, description="importance where none is given")
    search_limit: int = Field(default=1_000, description="most hits of one search")
    search_default: int = Field(default=10, description="hits of one search where no limit is given")
    batch_rows: int = Field(default=10_000, description="most rows of one insert_many call")
    transaction_rows: int = Field(default=100, description="episodes written in one transaction")
    compared_episodes: int = Field(
        default=50_000,
        description="largest namespace whose episodes are compared pair by pair, not by the vector index",
    )
    compared_names: int = Field(
        default=50_000, description="largest namespace whose entity names are compared pair by pair likewise"
    )
    batch_searches: int = Field(default=1_000, description="most queries of one search_many call")
    query_characters: int = Field(default=10_000, description="longest search query")
    query_words: int = Field(default=64, description="words of a query that the full-text arm uses")
    candidates: int = Field(default=200, description="hits that an arm hands to ranking")
    context_tokens: int = Field(default=1_000_000, description="most tokens of a context")
    context_default: int = Field(default=2_000, description="tokens of a context where no budget is given")
    entities_per_episode: int = Field(default=256, description="most entities given with one episode")
    facts_per_episode: int = Field(default=256, description="most facts given with one episode")
    causes_per_episode: int = Field(default=64, description="most causes given with one episode")


LIMITS: Final = Limits()


class LinkConfig(_Frozen):
    """The Zettelkasten link rule."""

    k: int = Field(default=5, ge=1, le=100, description="nearest neighbours that an episode is linked to")
    threshold: float | None = Field(
        default=None, gt=0, le=1, description="least cosine of a link; None takes the value calibrated for the embedder"
    )
    overfetch: int = Field(
        default=50,
        ge=1,
        le=1000,
        description="neighbours looked at on insert to find those for which the new one is nearest",
    )


def _no_trifle(weight: float) -> float:
    if 0 < weight < _LEAST_WEIGHT:
        raise ValueError(f"must be 0 or at least {_LEAST_WEIGHT}")
    return weight


_LEAST_WEIGHT: Final = 1e-6
_EdgeWeight = Annotated[float, Field(ge=0), AfterValidator(_no_trifle)]


class PPRConfig(_Frozen):
    """Personalized PageRank; damping is the chance to follow an edge."""

    damping_factor: float = Field(
        default=0.75, gt=0, lt=1, description="chance to follow an edge instead of going back to a seed"
    )
    max_iterations: int = Field(default=20, ge=1, le=500, description="bound on iterations")
    tolerance: float = Field(
        default=0.001,
        ge=0,
        description="share of the tenth hit's score, estimated from the seeds, below which a gain is not passed on; "
        "0 passes all on",
    )
    entity_seeds: int = Field(default=5, ge=1, le=100, description="most entities of the question that seed")
    fact_seeds: int = Field(default=5, ge=0, le=100, description="facts nearest to the question whose entities seed")
    fact_power: float = Field(default=2.0, gt=0, le=16, description="power of a fact's scaled cosine as a seed")
    passage_seeds: int = Field(default=200, ge=0, le=1000, description="episodes that seed, the best by the blend")
    passage_weight: float = Field(
        default=0.5,
        ge=0,
        description="weight of the best episode seed where the question names something specific",
    )
    passage_weight_unnamed: float = Field(default=1.0, ge=0, description="the same where it names nothing specific")
    passage_power: float = Field(
        default=4.0, gt=0, le=16, description="power of an episode's score as a seed where it names something specific"
    )
    passage_power_unnamed: float = Field(
        default=2.0, gt=0, le=16, description="the same where it names nothing specific"
    )
    mention_weight: _EdgeWeight = Field(default=1.0, description="weight of MENTIONS")
    fact_weight: _EdgeWeight = Field(default=1.0, description="weight of each fact between two entities")
    similar_weight: _EdgeWeight = Field(default=0.0, description="weight of SIMILAR_TO, times its cosine")
    next_weight: _EdgeWeight = Field(default=0.1, description="weight of NEXT")
    cause_weight: _EdgeWeight = Field(default=1.0, description="weight of CAUSED_BY, times its confidence")
    synonym_weight: _EdgeWeight = Field(default=0.0, description="weight of SYNONYM_OF, times its cosine")
    max_relationships: int = Field(
        default=5_000_000, ge=1, description="a namespace with more is refused instead of filling the server's memory"
    )
    concurrency: int = Field(default=2, ge=1, le=4, description="threads of the algorithm on the server")

    @property
    def edge_weights(self) -> dict[str, float]:
        """Weight of each kind of relationship, by the name that queries have for it."""
        return {
            "mentions": self.mention_weight,
            "facts": self.fact_weight,
            "similar": self.similar_weight,
            "next": self.next_weight,
            "causes": self.cause_weight,
            "synonyms": self.synonym_weight,
        }

    @classmethod
    def classic(cls) -> PPRConfig:
        """The classic PageRank setting, damping 0.85 and 20 iterations."""
        return cls(damping_factor=0.85, max_iterations=20)


class ProjectionConfig(_Frozen):
    """What is kept in the memory of the server between PageRank searches."""

    hot_bytes: int = Field(
        default=384 * 2**20,
        ge=0,
        description="memory of all projections that a process keeps, in bytes; with 0 each search makes its own",
    )


class BlendConfig(_Frozen):
    """What each sign counts beside the cosine in a hybrid search, and in the episode seeds of PageRank.

    Chosen on development questions of documents and of conversations, one setting for all.
    """

    words: float = Field(default=0.85, ge=0, description="BM25, where the question names nothing specific")
    words_named: float = Field(default=0.3, ge=0, description="BM25, where it surely names something specific")
    facts: float = Field(default=0.25, ge=0, description="cosine of the nearest fact that an episode states")
    role: float = Field(default=0.4, ge=0, description="the question names who speaks")
    session: float = Field(default=0.2, ge=0, description="best score in the same session")
    window: float = Field(default=0.75, ge=0, le=1, description="what a word counts that stands in the turn beside")


class GistConfig(_Frozen):
    """Gists of sessions (ReadAgent, arXiv 2402.09727)."""

    budget: float = Field(default=0.2, gt=0, le=1, description="tokens of a gist at most, as a share of its session")
    fewest_turns: int = Field(default=11, ge=2, description="turns from which a session gets a gist")
    page_turns: int = Field(default=10, ge=2, le=1000, description="turns of a page, more or less")


class RankingWeights(_Frozen):
    """Weights of the triple factor (Generative Agents, section 4.1); only their ratio counts."""

    recency: float = Field(default=0.02, ge=0, description="weight of 0.995 ** hours since last access")
    importance: float = Field(default=0.02, ge=0, description="weight of importance")
    relevance: float = Field(default=1.0, ge=0, description="weight of the mode's own score")


class Settings(BaseSettings):
    """Effective settings of one process."""

    model_config = SettingsConfigDict(
        env_prefix="MEMGRAPH_", env_nested_delimiter="__", env_ignore_empty=True, extra="ignore", frozen=True
    )

    neo4j_uri: str | None = Field(default=None, description="server to use; none: the running embedded server")
    neo4j_user: str = Field(default="neo4j", description="user of that server")
    neo4j_password: SecretStr | None = Field(default=None, description="password of that user")
    neo4j_database: str = Field(default="neo4j", description="database that every call uses")
    query_timeout_seconds: float = Field(default=120.0, gt=0, description="bound on one transaction on the server")
    pool_size: int = Field(default=20, ge=1, le=1000, description="connections of the driver at most")
    home: Path = Field(
        default_factory=lambda: user_data_path("memgraph-svc", appauthor=False),
        description="data folder of the embedded server",
    )
    cache: Path = Field(
        default_factory=lambda: user_cache_path("memgraph-svc", appauthor=False),
        description="cache of server jars, models and embeddings",
    )
    namespace: str = Field(default="default", description="namespace where none is given")
    embedder: str = Field(
        default="bge-small-en-v1.5-int8",
        description="embedder: bge-small-en-v1.5-int8, all-minilm-l6-v2-int8 or hashing",
    )
    extractor: Literal["auto", "spacy", "heuristic"] = Field(
        default="auto", description="extractor: auto (spaCy where installed), spacy or heuristic"
    )
    threads: int = Field(default=2, ge=1, le=64, description="threads of the embedder")
    link: LinkConfig = Field(default_factory=LinkConfig, description="link rule")
    ppr: PPRConfig = Field(default_factory=PPRConfig, description="PageRank")
    blend: BlendConfig = Field(default_factory=BlendConfig, description="signs of a hybrid search")
    projection: ProjectionConfig = Field(
        default_factory=ProjectionConfig, description="projections kept between searches"
    )
    gist: GistConfig = Field(default_factory=GistConfig, description="gists of sessions")
    ranking: RankingWeights = Field(
        default_factory=RankingWeights,
        description="weights of the triple factor",
    )
