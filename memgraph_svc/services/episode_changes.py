"""Changing and deleting an episode, with everything that rests on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.episode import EpisodeDraft
from memgraph_svc.domain.fact import Supersede
from memgraph_svc.domain.instant import to_ms
from memgraph_svc.domain.report import DeleteReport, InsertReport, Refusal
from memgraph_svc.errors import InvalidInputError, NotFoundError
from memgraph_svc.services.episode_writer import mention, refused_causes, refused_facts, upsert
from memgraph_svc.services.fact_change import FactChange, FactCounts
from memgraph_svc.services.fact_writer import change_facts
from memgraph_svc.services.stale import ATTEMPTS, StaleError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from memgraph_svc.domain.claim import ClaimDraft
    from memgraph_svc.domain.prepared import NewLink, PreparedEpisode
    from memgraph_svc.ports.embedder import Embed
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
    facts: bool
    causes: bool

    @classmethod
    def between(cls, old: StoredDraft, new: EpisodeDraft) -> _Change:
        text = new.content != old.draft.content
        graph = text or (new.entities, new.facts) != (old.draft.entities, old.draft.facts)
        moved = (new.occurred_at or old.occurred_at) != old.occurred_at
        return cls(text=text, graph=graph, facts=graph or moved, causes=new.caused_by != old.draft.caused_by or moved)


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
    supersede: Supersede = Supersede.NEVER,
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
        prepared, left_out = preparer.prepare(namespace, numbered, stored.occurred_at, supersede=supersede)
        episode = replace(
            prepared[0],
            draft=draft,
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
            return _update(
                repositories, namespace, stored, episode,
                links=links, change=change, model=model, now=now, embed=preparer.embed,
            )  # fmt: skip

        try:
            report = store.write(work, name="update")
        except StaleError:
            if attempt == ATTEMPTS:
                raise
            continue
        return report.model_copy(update={"refused": (*(left_out if change.facts else ()), *report.refused)})
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
    embed: Embed,
) -> InsertReport:
    key = episode.episode_id
    others = [*(link.target for link in links), *episode.draft.caused_by]
    entities = episode.entities if change.facts else ()
    old = _lock(repositories, namespace, key, entities=entities, others=others, gist=change.text)
    if repositories.episodes.find_hashes(namespace, [key]).get(key) != stored.payload_hash:
        raise StaleError(f"episode {key!r} is being changed by other writers", hint="try again")
    mentions = linked = 0
    refused: list[Refusal] = []
    facts = FactCounts()
    repositories.episodes.update(namespace, episode, stored.turn, model=model)
    if change.facts:
        spellings = upsert(repositories, namespace, episode.entities, episode.entity_vectors, now)
        if change.graph:
            repositories.entities.unmention(namespace, key)
            mentions = mention(repositories, namespace, [episode], spellings)
            repositories.aliases.total(namespace, [(key, name) for name in old.entities])
        stated = episode.facts if change.graph else _as_firm_as_before(repositories, namespace, key, episode.facts)
        facts = _restate(repositories, namespace, key, stated, now=now, embed=embed)
        refused += refused_facts([episode], spellings)
        repositories.entities.delete_orphans(namespace, old.entities)
    if change.text:
        _forget_gist(repositories, namespace, old)
        repositories.links.delete_of(namespace, key)
        linked = repositories.links.create(namespace, links, model=model, linked_at=now)
    if change.causes:
        repositories.causes.delete_of(namespace, key)
        causes = repositories.causes.create(namespace, [(key, cause) for cause in episode.draft.caused_by], now)
        refused += refused_causes([episode], causes)
        refused += _lost_effects(episode, repositories.causes.delete_later(namespace, key))
    return InsertReport(
        episode_ids=(key,), updated=1, linked=linked, facts=facts.made, ended=facts.ended,
        mentions=mentions, refused=tuple(refused),
    )  # fmt: skip


def _as_firm_as_before(
    repositories: Repositories, namespace: str, episode_id: str, stated: Sequence[ClaimDraft]
) -> list[ClaimDraft]:
    """Claims of a text that stays the same: what it was once allowed to end, it still may."""
    firm = {c.claim.key for c in repositories.claims.of_source(namespace, episode_id) if c.claim.firm}
    return [replace(draft, firm=draft.firm or draft.key in firm) for draft in stated]


def _restate(
    repositories: Repositories,
    namespace: str,
    episode_id: str,
    stated: Sequence[ClaimDraft] | None,
    *,
    now: datetime,
    embed: Embed,
) -> FactCounts:
    """Withdraw what an episode does not say any more, and state what it says; None is an episode that goes."""
    said = {claim.key for claim in stated or ()}
    withdrawn = [
        claim
        for claim in repositories.claims.of_source(namespace, episode_id)
        if stated is None or not (claim.asserted or claim.claim.key in said)
    ]
    names = {name for c in withdrawn for name in (c.claim.subject, c.claim.object)}
    names |= {name for claim in stated or () for name in (claim.subject, claim.object)}
    change = FactChange(stated=stated or (), withdrawn=withdrawn)
    spellings = repositories.entities.spellings(namespace, names)
    return change_facts(repositories, namespace, change, spellings=spellings, now_ms=to_ms(now), embed=embed)


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


def _forget_gist(repositories: Repositories, namespace: str, old: Dependents) -> None:
    """Delete the gist of the session with the text that it may quote; the session is locked."""
    if old.session_id is not None:
        repositories.gists.delete(namespace, old.session_id)


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
    gist: bool = True,
) -> Dependents:
    """Lock an episode and all around it in the order of all writers (session, entities, episodes).

    With ``gist`` the episodes that the gist of its session covers are locked too: the store does so when the gist is
    deleted, in an order of its own.
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
        spelled = repositories.entities.spellings(namespace, entities)
        repositories.entities.lock(namespace, {*old.entities, *spelled.locked(entities)})
        around = {i for i in (old.previous, old.following) if i is not None}
        around.update(old.gisted if gist else ())
        repositories.episodes.lock(namespace, {episode_id, *around, *old.neighbors, *others})


def delete_episode(store: Store, namespace: str, episode_id: str, *, now: datetime, embed: Embed) -> DeleteReport:
    """Delete an episode in one transaction.

    Raises:
        NotFoundError: It is not in this namespace.
    """

    def work(repositories: Repositories) -> DeleteReport:
        old = _lock(repositories, namespace, episode_id)
        facts = _restate(repositories, namespace, episode_id, None, now=now, embed=embed).deleted
        _forget_gist(repositories, namespace, old)
        episodes = repositories.episodes.delete(namespace, episode_id)
        if old.previous is not None and old.following is not None:
            repositories.episodes.chain(namespace, [(old.previous, old.following)])
        entities = repositories.entities.delete_orphans(namespace, old.entities)
        sessions = repositories.episodes.delete_empty_session(namespace, old.session_id) if old.session_id else 0
        return DeleteReport(episodes=episodes, facts=facts, entities=entities, links=old.links, sessions=sessions)

    return store.write(work, name="delete")
