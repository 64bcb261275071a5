"""Changing and deleting an episode, with everything that rests on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.episode import EpisodeDraft
from memgraph_svc.domain.report import DeleteReport, InsertReport, Refusal
from memgraph_svc.errors import InvalidInputError, NotFoundError
from memgraph_svc.services.episode_writer import ATTEMPTS, StaleError, refused_causes, state, upsert

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from memgraph_svc.domain.prepared import NewLink, PreparedEpisode
    from memgraph_svc.repositories.episodes import Dependents, StoredDraft
    from memgraph_svc.repositories.store import Repositories, Store
    from memgraph_svc.services.linker import Linker
    from memgraph_svc.services.preparer import EpisodePreparer

__all__ = ["delete_episode", "update_episode"]

_FIXED: Final = ("episode_id", "id", "session_id", "session", "turn")
_ALIASES: Final = {"conversation": "conversation_id"}


@dataclass(frozen=True, slots=True)
class _Change:
    """What an update touches; the rest of the episode stays as it is."""

    text: bool
    graph: bool
    causes: bool

    @classmethod
    def between(cls, old: StoredDraft, new: EpisodeDraft) -> _Change:
        text = new.content != old.draft.content
        return cls(
            text=text,
            graph=text or (new.entities, new.facts) != (old.draft.entities, old.draft.facts),
            causes=new.caused_by != old.draft.caused_by or (new.occurred_at or old.occurred_at) != old.occurred_at,
        )


def update_episode(
    store: Store,
    namespace: str,
    episode_id: str,
    changes: Mapping[str, Any],
    *,
    preparer: EpisodePreparer,
    linker: Linker,
    now: datetime,
    model: str,
) -> InsertReport:
    """Apply changes to an episode in one transaction.

    Raises:
        NotFoundError: It is not in this namespace.
        InvalidInputError: A field breaks a rule or may not be changed.
        ConflictError: Other writers keep changing it.
    """
    for attempt in range(1, ATTEMPTS + 1):
        stored = store.episodes.get_draft(namespace, episode_id)
        draft = _merged(stored, changes)
        if draft.payload_hash() == stored.draft.payload_hash():
            return InsertReport(episode_ids=(episode_id,), reused=1)
        change = _Change.between(stored, draft)
        numbered = [(1, draft.model_copy(update={"episode_id": episode_id}))]
        prepared, left_out = preparer.prepare(namespace, numbered, now)
        episode = replace(
            prepared[0],
            draft=draft,
            occurred_at=draft.occurred_at or stored.occurred_at,
            recorded_at=now if change.graph else stored.recorded_at,
            session_conversation=stored.conversation_id if draft.session_id is not None else None,
        )
        links = linker.links_of(namespace, [(episode_id, episode.embedding)]) if change.text else []

        def work(
            repositories: Repositories,
            stored: StoredDraft = stored,
            episode: PreparedEpisode = episode,
            links: Sequence[NewLink] = links,
            change: _Change = change,
        ) -> InsertReport:
            return _update(repositories, namespace, stored, episode, links=links, change=change, model=model, now=now)

        try:
            report = store.write(work, name="update")
        except StaleError:
            if attempt == ATTEMPTS:
                raise
            continue
        return report.model_copy(update={"refused": (*(left_out if change.graph else ()), *report.refused)})
    raise AssertionError("unreachable")


def _update(
    repositories: Repositories,
    namespace: str,
    stored: StoredDraft,
    episode: PreparedEpisode,
    *,
    links: Sequence[NewLink],
    change: _Change,
    model: str,
    now: datetime,
) -> InsertReport:
    key = episode.episode_id
    others = [*(link.target for link in links), *episode.draft.caused_by]
    old = _lock(repositories, namespace, key, entities=episode.entities if change.graph else (), others=others)
    if repositories.episodes.find_hashes(namespace, [key]).get(key) != stored.payload_hash:
        raise StaleError(f"episode {key!r} is being changed by other writers", hint="try again")
    mentions = facts = linked = 0
    refused: list[Refusal] = []
    repositories.episodes.update(namespace, episode, stored.turn, model=model)
    if change.graph:
        upsert(repositories, namespace, episode.entities, episode.entity_vectors, now)
        kept = [fact.fact_id for fact in episode.facts]
        repositories.facts.withdraw(namespace, key, old.entities, keep=kept)
        repositories.entities.unmention(namespace, key)
        mentions = repositories.entities.mention(namespace, [(key, n, m.count) for n, m in episode.entities.items()])
        facts, refused = state(repositories, namespace, [episode], now)
        repositories.entities.delete_orphans(namespace, old.entities)
    if change.text:
        repositories.links.delete_of(namespace, key)
        linked = repositories.links.create(namespace, links, model=model, linked_at=now)
    if change.causes:
        repositories.causes.delete_of(namespace, key)
        causes = repositories.causes.create(namespace, [(key, cause) for cause in episode.draft.caused_by], now)
        refused += refused_causes([episode], causes)
        refused += _lost_effects(episode, repositories.causes.delete_later(namespace, key))
    return InsertReport(
        episode_ids=(key,), updated=1, linked=linked, facts=facts, mentions=mentions, refused=tuple(refused)
    )


def _merged(stored: StoredDraft, changes: Mapping[str, Any]) -> EpisodeDraft:
    if not isinstance(changes, Mapping):
        raise InvalidInputError("changes", "must map names of fields to values")
    for name in _FIXED:
        if name in changes:
            raise InvalidInputError(name, "cannot be changed; delete the episode and insert it again")
    given = {_ALIASES.get(name, name): value for name, value in changes.items()}
    # what was extracted from the old content does not outlive it: only what was given stays
    draft = validated(EpisodeDraft, stored.draft.model_dump() | given)
    if draft.session_id is None:
        return draft
    if draft.conversation_id not in (stored.draft.conversation_id, stored.conversation_id):
        raise InvalidInputError("conversation", "cannot be changed for an episode of a session")
    return draft.model_copy(update={"conversation_id": stored.draft.conversation_id})


def _lost_effects(episode: PreparedEpisode, effects: Iterable[str]) -> list[Refusal]:
    return [
        Refusal(
            line=episode.line,
            id=episode.episode_id,
            field="caused_by",
            rule=f"episode {effect!r} happened earlier now, and is not caused by this one any more",
        )
        for effect in effects
    ]


def _lock(
    repositories: Repositories,
    namespace: str,
    episode_id: str,
    *,
    entities: Iterable[str] = (),
    others: Iterable[str] = (),
) -> Dependents:
    """Lock an episode and all around it in the order of all writers (session, entities, episodes).

    What is around it was read without locks, so it is read again under them, until it is the same.

    Raises:
        NotFoundError: It is not in this namespace.
    """
    old: Dependents | None = None
    while True:
        found = repositories.episodes.find_dependents(namespace, episode_id)
        if found is None:
            raise NotFoundError(f"episode {episode_id!r} is not in namespace {namespace!r}")
        if found == old:
            return found
        old = found
        if old.session_id is not None:
            repositories.episodes.lock_session(namespace, old.session_id)
        repositories.entities.lock(namespace, {*old.entities, *entities})
        around = {i for i in (old.previous, old.following) if i is not None}
        repositories.episodes.lock(namespace, {episode_id, *around, *old.neighbors, *others})


def delete_episode(store: Store, namespace: str, episode_id: str) -> DeleteReport:
    """Delete an episode in one transaction.

    Raises:
        NotFoundError: It is not in this namespace.
    """

    def work(repositories: Repositories) -> DeleteReport:
        old = _lock(repositories, namespace, episode_id)
        facts = repositories.facts.withdraw(namespace, episode_id, old.entities)
        episodes = repositories.episodes.delete(namespace, episode_id)
        if old.previous is not None and old.following is not None:
            repositories.episodes.chain(namespace, [(old.previous, old.following)])
        entities = repositories.entities.delete_orphans(namespace, old.entities)
        sessions = repositories.episodes.delete_empty_session(namespace, old.session_id) if old.session_id else 0
        return DeleteReport(episodes=episodes, facts=facts, entities=entities, links=old.links, sessions=sessions)

    return store.write(work, name="delete")
