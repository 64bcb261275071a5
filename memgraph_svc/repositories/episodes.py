"""Episodes and sessions, to and from the graph."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgraph_svc.domain.episode import Episode, EpisodeDraft
from memgraph_svc.domain.identity import content_hash, namespace_token
from memgraph_svc.domain.instant import from_ms
from memgraph_svc.domain.metadata import dump_metadata, load_metadata
from memgraph_svc.domain.note import Note
from memgraph_svc.errors import NotFoundError
from memgraph_svc.graph.codec import decode_instant, encode_instant
from memgraph_svc.graph.identifiers import namespace_label

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from memgraph_svc.domain.prepared import PreparedEpisode
    from memgraph_svc.graph.graph import Row, Runner

__all__ = ["Dependents", "EpisodeRepository", "SessionState", "StoredDraft", "TurnContext"]


@dataclass(frozen=True, slots=True)
class SessionState:
    """A locked session."""

    session_id: str
    conversation_id: str | None
    last_turn: int


@dataclass(frozen=True, slots=True)
class TurnContext:
    """Neighbours of a turn in its session; ``taken`` is the episode that holds the turn already."""

    session_id: str
    turn: int
    taken: str | None
    previous: str | None
    following: str | None


@dataclass(frozen=True, slots=True)
class Dependents:
    """What is connected to an episode; ``gisted`` are the episodes that the gist of its session covers."""

    session_id: str | None
    previous: str | None
    following: str | None
    links: int
    entities: tuple[str, ...]
    neighbors: tuple[str, ...]
    gisted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """What an episode was given at its last write, with the times and the place that were decided then."""

    draft: EpisodeDraft
    payload_hash: str
    occurred_at: datetime
    recorded_at: datetime
    turn: int | None
    conversation_id: str | None


@dataclass(frozen=True, slots=True)
class EpisodeRepository:
    """Episodes of one graph or unit of work."""

    runner: Runner

    def find_hashes(self, namespace: str, episode_ids: Sequence[str]) -> dict[str, str]:
        """Payload hashes of those ids that exist."""
        rows = self.runner.run("episodes.find_hashes", namespace=namespace, episode_ids=list(episode_ids))
        return {row["episode_id"]: row["payload_hash"] for row in rows}

    def find(self, namespace: str, episode_ids: Sequence[str]) -> list[Episode]:
        """Episodes of those ids that exist, in the order asked for."""
        rows = self.runner.run("episodes.get", namespace=namespace, episode_ids=list(episode_ids))
        return [_episode(row) for row in rows]

    def get(self, namespace: str, episode_id: str) -> Episode:
        """Return one episode.

        Raises:
            NotFoundError: It is not in this namespace.
        """
        found = self.find(namespace, [episode_id])
        if not found:
            raise NotFoundError(f"episode {episode_id!r} is not in namespace {namespace!r}")
        return found[0]

    def get_draft(self, namespace: str, episode_id: str) -> StoredDraft:
        """What the episode was given.

        Raises:
            NotFoundError: It is not in this namespace.
        """
        rows = self.runner.run("episodes.get_payload", namespace=namespace, episode_id=episode_id)
        if not rows:
            raise NotFoundError(f"episode {episode_id!r} is not in namespace {namespace!r}")
        row = rows[0]
        draft = EpisodeDraft.model_validate(json.loads(row["payload"]) | {"content": row["content"]})
        return StoredDraft(
            draft, row["payload_hash"], from_ms(row["occurred_at_ms"]), from_ms(row["recorded_at_ms"]), row["turn"],
            row["conversation_id"],
        )  # fmt: skip

    def upsert_sessions(self, namespace: str, sessions: Iterable[tuple[str, datetime]]) -> dict[str, SessionState]:
        """Create or lock sessions, given as (session_id, first instant)."""
        rows = [
            {"session_id": session, **encode_instant("started_at", started)} for session, started in sorted(sessions)
        ]
        found = self.runner.run("episodes.upsert_sessions", namespace=namespace, rows=rows)
        return {
            row["session_id"]: SessionState(row["session_id"], row["conversation_id"], row["last_turn"])
            for row in found
        }

    def lock_session(self, namespace: str, session_id: str) -> None:
        """Lock a session, if it exists."""
        self.runner.run("episodes.lock_session", namespace=namespace, session_id=session_id)

    def find_turns(self, namespace: str, turns: Iterable[tuple[str, int]]) -> dict[tuple[str, int], TurnContext]:
        """Who holds these turns of sessions, and who stands before and after them."""
        rows = [{"session_id": session, "turn": turn} for session, turn in turns]
        found = self.runner.run("episodes.find_turns", namespace=namespace, rows=rows)
        return {(row["session_id"], row["turn"]): TurnContext(**row) for row in found}

    def lock(self, namespace: str, episode_ids: Iterable[str]) -> None:
        """Lock existing episodes in the order of their ids."""
        self.runner.run("episodes.lock", namespace=namespace, episode_ids=sorted(set(episode_ids)))

    def create(self, namespace: str, episodes: Sequence[tuple[PreparedEpisode, int | None]], *, model: str) -> None:
        """Create episodes, each with its turn.

        Raises:
            ConflictError: An id exists already.
        """
        rows = [
            {
                "episode_id": episode.episode_id,
                "session_id": episode.draft.session_id,
                "props": _properties(namespace, episode, turn, model) | {"uses": 0, "archived": False},
                "embedding": episode.embedding.tolist(),
            }
            for episode, turn in sorted(episodes, key=lambda pair: pair[0].episode_id)
        ]
        self.runner.run("episodes.create", namespace=namespace, label=namespace_label(namespace), rows=rows)

    def update(self, namespace: str, episode: PreparedEpisode, turn: int | None, *, model: str) -> None:
        """Replace the properties and the vector of an episode."""
        self.runner.run(
            "episodes.update",
            namespace=namespace,
            episode_id=episode.episode_id,
            props=_properties(namespace, episode, turn, model),
            embedding=episode.embedding.tolist(),
        )

    def chain(self, namespace: str, edges: Iterable[tuple[str, str]]) -> None:
        """Make each (source, target) the only NEXT of its source."""
        rows = [{"source": source, "target": target} for source, target in edges]
        self.runner.run("episodes.chain", namespace=namespace, rows=rows)

    def find_dependents(self, namespace: str, episode_id: str) -> Dependents | None:
        """What is connected to an episode; None when it does not exist."""
        rows = self.runner.run("episodes.find_dependents", namespace=namespace, episode_id=episode_id)
        if not rows:
            return None
        row = rows[0]
        return Dependents(
            row["session_id"], row["previous"], row["following"], row["links"],
            tuple(row["entities"]), tuple(row["neighbors"]), tuple(row["gisted"]),
        )  # fmt: skip

    def delete(self, namespace: str, episode_id: str) -> int:
        """Delete an episode with its relationships; 0 when there is none."""
        return self.runner.run("episodes.delete", namespace=namespace, episode_id=episode_id)[0]["deleted"]

    def delete_empty_session(self, namespace: str, session_id: str) -> int:
        """Delete a session that holds nothing."""
        return self.runner.run("episodes.delete_empty_session", namespace=namespace, session_id=session_id)[0][
            "deleted"
        ]


def _properties(namespace: str, episode: PreparedEpisode, turn: int | None, model: str) -> Row:
    draft, note = episode.draft, episode.note
    payload = draft.model_dump_json(exclude_defaults=True, exclude={"content"})
    return {
        "ns_token": namespace_token(namespace),
        "session_id": draft.session_id,
        "conversation_id": draft.conversation_id or episode.session_conversation,
        "turn": turn,
        "kind": draft.kind.value,
        "role": draft.role,
        "content": draft.content,
        "content_hash": content_hash(draft.content),
        "payload": payload,
        "payload_hash": episode.payload_hash,
        "importance": draft.importance,
        **encode_instant("occurred_at", episode.occurred_at),
        **encode_instant("recorded_at", episode.recorded_at),
        "embedding_model": model,
        "windows": episode.windows,
        "word_count": episode.word_count,
        "metadata": dump_metadata(draft.metadata),
        "keywords": list(note.keywords),
        "tags": list(note.tags),
        "context": note.context,
        "statements": list(note.statements),
        "note_version": 1,
        "support": 1,
    }


def _episode(row: Row) -> Episode:
    note = Note(
        keywords=tuple(row["keywords"]),
        tags=tuple(row["tags"]),
        context=row["context"],
        statements=tuple(row["statements"]),
    )
    plain = {name: row[name] for name in (
        "episode_id", "content", "kind", "role", "session_id", "conversation_id", "turn", "uses", "importance",
        "archived", "embedding_model", "windows",
    )}  # fmt: skip
    return Episode(
        **plain,
        occurred_at=from_ms(row["occurred_at_ms"]),
        recorded_at=from_ms(row["recorded_at_ms"]),
        last_accessed_at=decode_instant(row["last_accessed_at_ms"]),
        note=note,
        metadata=load_metadata(row["metadata"]),
    )
