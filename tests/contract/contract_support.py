"""Models to write, and ways to write and to read them."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.domain.entity import EntityMention
from memgraph_svc.domain.episode import EpisodeDraft, EpisodeKind
from memgraph_svc.domain.fact import FactDraft
from memgraph_svc.domain.note import Note
from memgraph_svc.domain.prepared import PreparedEpisode
from memgraph_svc.domain.text import canonical_name, check_text

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.repositories.store import Repositories, Store

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
DIMENSION = HashingEmbedder().dimension
MODEL = HashingEmbedder().model_id

on_the_server = settings(
    max_examples=25,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def _storable(text: str) -> bool:
    try:
        return check_text(text) == text
    except ValueError:
        return False


LINE = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp")), min_size=1, max_size=20)
NAMES = LINE.filter(_storable)
TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60).filter(_storable)
IDS = st.text("abcXYZ019._:/@-", min_size=1, max_size=20)
INSTANTS = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.timezones() | st.just(UTC))
SHARES = st.floats(0, 1, exclude_min=True) | st.sampled_from([5e-324, 1e-17, 2**-53, 1 - 2**-53, 0.1 + 0.2, 1.0])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
METADATA = st.dictionaries(TEXTS, SCALARS | st.lists(SCALARS, max_size=2) | st.dictionaries(TEXTS, SCALARS, max_size=2))
FACTS = st.builds(
    FactDraft,
    subject=NAMES, predicate=NAMES, object=NAMES, confidence=SHARES, functional=st.booleans(),
    valid_from=st.none() | st.datetimes(datetime(1, 1, 2), datetime(2000, 1, 1), timezones=st.just(UTC)),
    valid_to=st.none() | st.datetimes(datetime(2000, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC)),
)  # fmt: skip
DRAFTS = st.builds(
    EpisodeDraft,
    content=TEXTS, episode_id=IDS, kind=st.sampled_from(EpisodeKind), role=st.none() | NAMES,
    session_id=st.none() | IDS, conversation_id=st.none() | IDS, occurred_at=st.none() | INSTANTS,
    importance=st.floats(1, 10) | st.sampled_from([1.0, 1 + 2**-52, 10 - 2**-49, 10.0]),
    entities=st.none() | st.lists(NAMES, max_size=2), facts=st.none() | st.lists(FACTS, max_size=2),
    caused_by=st.lists(IDS, max_size=2), metadata=METADATA,
)  # fmt: skip
NOTES = st.builds(
    Note, keywords=st.lists(NAMES, max_size=3), tags=st.lists(NAMES, max_size=3), context=st.just("") | TEXTS,
    statements=st.lists(TEXTS, max_size=2),
)  # fmt: skip


def own_namespace() -> str:
    """One for each example, so that none sees another's data."""
    return f"t-{uuid.uuid4().hex[:12]}"


def prepared(draft: EpisodeDraft, note: Note | None = None, **changes: Any) -> PreparedEpisode:
    values = {
        "line": 1, "draft": draft, "episode_id": draft.episode_id or "e", "payload_hash": draft.payload_hash(),
        "occurred_at": draft.occurred_at or NOW, "recorded_at": NOW, "windows": 2, "word_count": 3,
        "embedding": HashingEmbedder().embed_query(draft.content), "note": note or Note(), "entities": {}, "facts": (),
    }  # fmt: skip
    return PreparedEpisode(**values | changes)


def create(store: Store, namespace: str, *episodes: PreparedEpisode, turn: int | None = None) -> None:
    def work(repositories: Repositories) -> None:
        sessions = {e.draft.session_id: e.occurred_at for e in episodes if e.draft.session_id}
        if sessions:
            repositories.episodes.upsert_sessions(namespace, sessions.items())
        repositories.episodes.create(
            namespace, [(e, turn if e.draft.session_id else None) for e in episodes], model=MODEL
        )

    store.write(work, name="test")


def named(store: Store, namespace: str, *names: str) -> None:
    entities = {canonical_name(name): EntityMention(name=name) for name in names}
    store.write(lambda repositories: repositories.entities.upsert(namespace, entities, {}, NOW), name="test")


def rows(graph: Graph, text: str, **parameters: Any) -> list[dict[str, Any]]:
    records, _, _ = graph.driver.execute_query(text, parameters, database_=graph.database)
    return [record.data() for record in records]
