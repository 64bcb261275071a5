"""Writing prepared episodes: one transaction for a batch, all of it or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.instant import to_ms
from memgraph_svc.domain.report import InsertReport, Refusal
from memgraph_svc.domain.spelling import Spellings
from memgraph_svc.errors import NotFoundError
from memgraph_svc.services.fact_change import FactChange
from memgraph_svc.services.fact_writer import change_facts
from memgraph_svc.services.stale import StaleError
from memgraph_svc.services.turns import Placement, place

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.domain.entity import EntityMention
    from memgraph_svc.domain.prepared import NewLink, PreparedEpisode
    from memgraph_svc.ports.embedder import Embed
    from memgraph_svc.repositories.store import Repositories

__all__ = [
    "PARTS",
    "assert_mentions",
    "mention",
    "mention_names",
    "refused_causes",
    "refused_facts",
    "unconnected",
    "upsert",
    "write_batch",
]

PARTS: Final = frozenset({"facts", "caused_by"})
"""What may be refused of a row that lands."""


def write_batch(
    repositories: Repositories, namespace: str, episodes: Sequence[PreparedEpisode], links: Sequence[NewLink], *,
    model: str, embed: Embed,
) -> InsertReport:  # fmt: skip
    """Write a batch inside a transaction.

    Locks are taken in one order by every writer (sessions, entities, stored episodes, each sorted), so that writers
    wait for each other and never deadlock.

    Args:
        repositories: Those of the transaction.
        namespace: Tenant.
        episodes: Prepared episodes whose ids are new.
        links: Links of these episodes; those of episodes that are refused are left out.
        model: Name of the embedder.
        embed: Makes vectors of sentences that turn out to have none.

    Raises:
        ConflictError: Another writer created one of the ids meanwhile.
        StaleError: Another writer deleted or merged an entity that was known when the rows were prepared.
    """
    placement = place(repositories, namespace, episodes)
    written = [episode for episode, _ in placement.placed]
    if not written:
        return InsertReport(refused=tuple(placement.refused))
    now = written[0].recorded_at
    position = {episode.episode_id: number for number, episode in enumerate(written)}
    linked = [link for link in links if link.source in position]
    # as if inserted one by one: what comes later in the rows is not there yet
    causes = [
        (e.episode_id, cause) for e in written for cause in e.draft.caused_by
        if position.get(cause, -1) < position[e.episode_id]
    ]  # fmt: skip

    entities, vectors = _entities(written)
    spellings = upsert(repositories, namespace, entities, vectors, now)
    _lock_stored(repositories, namespace, placement, linked, causes, new=set(position))
    repositories.episodes.create(namespace, placement.placed, model=model)
    made_mentions = mention(repositories, namespace, written, spellings)
    stated = FactChange(stated=[fact for episode in written for fact in episode.facts])
    facts = change_facts(repositories, namespace, stated, spellings=spellings, now_ms=to_ms(now), embed=embed)
    made_links = repositories.links.create(namespace, linked, model=model, linked_at=now) if linked else 0
    if placement.edges:
        repositories.episodes.chain(namespace, placement.edges)
    made_causes = repositories.causes.create(namespace, causes, now) if causes else set()
    return InsertReport(
        episode_ids=tuple(e.episode_id for e in written),
        created=len(written),
        linked=made_links,
        facts=facts.made,
        ended=facts.ended,
        contradicted=len(facts.contradicted),
        mentions=made_mentions,
        refused=(*placement.refused, *refused_facts(written, spellings), *refused_causes(written, made_causes)),
    )


def upsert(
    repositories: Repositories,
    namespace: str,
    entities: Mapping[str, EntityMention],
    vectors: Mapping[str, NDArray[np.float32]],
    now: datetime,
    *,
    asserted: bool = False,
) -> Spellings:
    """Create or lock the entities of spelled names; returns what the names stand for.

    ``asserted`` ones were added for their own sake and stay when nothing mentions them any more.

    Raises:
        StaleError: One of them was known when it was prepared, and was deleted or merged.
    """
    if not entities:
        return Spellings()
    spellings = repositories.entities.spellings(namespace, entities)
    aliases = {name: mention for name, mention in entities.items() if spellings.is_alias(name)}
    # the lock is that of the entity; what is said of an alias is kept with the alias
    meant = {spellings.entity(name): mention.model_copy(update={"type": "entity"}) for name, mention in aliases.items()}
    own = {name: mention for name, mention in entities.items() if name not in aliases}
    unknown = repositories.entities.upsert(
        namespace, meant | own, vectors, now, asserted=own.keys() if asserted else ()
    )
    if unknown:
        raise StaleError("an entity was deleted by another writer", hint="try again")
    # read again under the locks: a merge may have come between
    if repositories.entities.spellings(namespace, entities) != spellings:
        raise StaleError("an entity was merged by another writer", hint="try again")
    described = [(name, mention.type, asserted) for name, mention in aliases.items()]
    if changed := repositories.aliases.describe(namespace, described):
        repositories.aliases.refresh(namespace, changed)
    return spellings


def mention(
    repositories: Repositories, namespace: str, episodes: Sequence[PreparedEpisode], spellings: Spellings
) -> int:
    """Connect episodes to the names they mention, and to the entities those stand for; returns how many are new."""
    rows = [(e.episode_id, name, found.count) for e in episodes for name, found in e.entities.items()]
    return mention_names(repositories, namespace, rows, spellings) if rows else 0


def mention_names(
    repositories: Repositories,
    namespace: str,
    mentions: Sequence[tuple[str, str, int]],
    spellings: Spellings,
    *,
    asserted: bool = False,
) -> int:
    """Connect episodes to names, (episode id, canonical name, count) each; returns how many entities are new to them.

    An entity with aliases is mentioned as often as all its names together.
    """
    made = repositories.entities.mention(namespace, mentions, asserted=asserted)
    shared = [
        (episode_id, spellings.entity(name))
        for episode_id, name, _ in mentions
        if len(spellings.all_names(spellings.entity(name))) > 1
    ]
    return made + repositories.aliases.total(namespace, shared)


def assert_mentions(
    repositories: Repositories, namespace: str, episode_id: str, names: Iterable[str], spellings: Spellings
) -> None:
    """Connect an episode to names for good, whatever it says later.

    Raises:
        NotFoundError: It is not in this namespace.
    """
    repositories.episodes.lock(namespace, [episode_id])
    if not repositories.episodes.find_hashes(namespace, [episode_id]):
        raise NotFoundError(f"episode {episode_id!r} is not in namespace {namespace!r}")
    mention_names(repositories, namespace, [(episode_id, name, 1) for name in names], spellings, asserted=True)


def refused_facts(episodes: Sequence[PreparedEpisode], spellings: Spellings) -> list[Refusal]:
    """Name the given facts that are not believed, as a merge made their two ends one; what is extracted may be so."""
    rule = "subject and object are names of the same entity; the fact counts when they are taken apart"
    return [
        Refusal(line=e.line, id=e.episode_id, field="facts", rule=rule)
        for e in episodes
        if e.draft.facts is not None
        for fact in e.facts
        if spellings.entity(fact.subject) == spellings.entity(fact.object)
    ]


def refused_causes(episodes: Sequence[PreparedEpisode], made: set[tuple[str, str]]) -> list[Refusal]:
    """Name the causes that could not be connected."""
    return [r for e in episodes for r in unconnected(e.line, e.episode_id, e.draft.caused_by, made)]


def unconnected(line: int, episode_id: str, causes: Sequence[str], made: set[tuple[str, str]]) -> list[Refusal]:
    """Name the causes of one row that could not be connected."""
    rule = "episode {!r} is not in this namespace yet, or happened later, or is the episode itself"
    return [
        Refusal(line=line, id=episode_id, field="caused_by", rule=rule.format(cause))
        for cause in dict.fromkeys(causes)
        if (episode_id, cause) not in made
    ]


def _entities(episodes: Sequence[PreparedEpisode]) -> tuple[dict[str, EntityMention], dict[str, NDArray[np.float32]]]:
    entities: dict[str, EntityMention] = {}
    vectors: dict[str, NDArray[np.float32]] = {}
    for episode in episodes:
        for name, mention in episode.entities.items():
            known = entities.get(name)
            if known is None or known.type == "entity":
                entities[name] = mention if known is None else known.model_copy(update={"type": mention.type})
        vectors |= episode.entity_vectors
    return entities, vectors


def _lock_stored(
    repositories: Repositories,
    namespace: str,
    placement: Placement,
    links: Sequence[NewLink],
    causes: Sequence[tuple[str, str]],
    *,
    new: set[str],
) -> None:
    stored = placement.touched | {link.target for link in links} | {cause for _, cause in causes}
    if stored - new:
        repositories.episodes.lock(namespace, stored - new)
