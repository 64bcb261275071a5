"""Changing and deleting an episode, with everything that rests on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.episode import EpisodeDraft
from memgraph_svc.domain.report import DeleteReport, InsertReport
from memgraph_svc.errors import InvalidInputError, NotFoundError
from memgraph_svc.services.episode_writer import refused_causes

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from memgraph_svc.repositories.episodes import StoredDraft
    from memgraph_svc.repositories.store import Repositories, Store
    from memgraph_svc.services.linker import Linker
    from memgraph_svc.services.preparer import EpisodePreparer

__all__ = ["delete_episode", "update_episode"]

_FIXED: Final = ("episode_id", "id", "session_id", "session", "turn")


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
    """
    stored = store.episodes.get_draft(namespace, episode_id)
    draft = _merged(stored, changes)
    if draft.payload_hash() == stored.draft.payload_hash():
        return InsertReport(episode_ids=(episode_id,), reused=1)
    dated = draft if draft.occurred_at is not None else draft.model_copy(update={"occurred_at": stored.occurred_at})
    prepared, left_out = preparer.prepare(namespace, [(1, dated.model_copy(update={"episode_id": episode_id}))], now)
    episode = prepared[0]
    links = linker.links_of(namespace, [(episode_id, episode.embedding)])

    def work(repositories: Repositories) -> InsertReport:
        old = repositories.episodes.find_dependents(namespace, episode_id)
        if old is None:
            raise NotFoundError(f"episode {episode_id!r} is not in namespace {namespace!r}")
        ends = {episode_id, *old.neighbors, *(link.target for link in links), *draft.caused_by}
        repositories.entities.lock(namespace, {*old.entities, *episode.entities})
        repositories.entities.upsert(namespace, episode.entities, episode.entity_vectors, now)
        repositories.episodes.lock(namespace, ends)
        repositories.facts.withdraw(namespace, episode_id, old.entities)
        repositories.entities.unmention(namespace, episode_id)
        repositories.links.delete_of(namespace, episode_id)
        repositories.causes.delete_of(namespace, episode_id)
        repositories.episodes.update(namespace, episode, stored.turn, model=model)
        mentions = repositories.entities.mention(
            namespace, [(episode_id, name, m.count) for name, m in episode.entities.items()]
        )
        facts = repositories.facts.state(namespace, episode.facts, now)
        linked = repositories.links.create(namespace, links, model=model, linked_at=now)
        causes = repositories.causes.create(namespace, [(episode_id, cause) for cause in draft.caused_by], now)
        repositories.entities.delete_orphans(namespace, old.entities)
        return InsertReport(
            episode_ids=(episode_id,),
            updated=1,
            linked=linked,
            facts=facts,
            mentions=mentions,
            refused=(*left_out, *refused_causes([episode], causes)),
        )

    return store.write(work, name="update")


def _merged(stored: StoredDraft, changes: Mapping[str, Any]) -> EpisodeDraft:
    for name in _FIXED:
        if name in changes:
            raise InvalidInputError(name, "cannot be changed; delete the episode and insert it again")
    aliases = {"conversation": "conversation_id"}
    given = {aliases.get(name, name): value for name, value in changes.items()}
    # what was extracted from the old content does not outlive it: only what was given stays
    return validated(EpisodeDraft, stored.draft.model_dump() | given)


def delete_episode(store: Store, namespace: str, episode_id: str) -> DeleteReport:
    """Delete an episode in one transaction.

    Raises:
        NotFoundError: It is not in this namespace.
    """

    def work(repositories: Repositories) -> DeleteReport:
        old = repositories.episodes.find_dependents(namespace, episode_id)
        if old is None:
            raise NotFoundError(f"episode {episode_id!r} is not in namespace {namespace!r}")
        around = [i for i in (old.previous, old.following) if i is not None]
        repositories.entities.lock(namespace, old.entities)
        repositories.episodes.lock(namespace, {episode_id, *around, *old.neighbors})
        facts = repositories.facts.withdraw(namespace, episode_id, old.entities)
        episodes = repositories.episodes.delete(namespace, episode_id)
        if old.previous is not None and old.following is not None:
            repositories.episodes.chain(namespace, [(old.previous, old.following)])
        entities = repositories.entities.delete_orphans(namespace, old.entities)
        sessions = repositories.episodes.delete_empty_session(namespace, old.session_id) if old.session_id else 0
        return DeleteReport(episodes=episodes, facts=facts, entities=entities, links=old.links, sessions=sessions)

    return store.write(work, name="delete")
