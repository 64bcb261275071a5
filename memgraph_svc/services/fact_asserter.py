"""Stating, retracting and declaring facts: a transaction each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.entity import EntityMention
from memgraph_svc.domain.fact import FactReport
from memgraph_svc.domain.instant import OPEN_END_MS, to_ms
from memgraph_svc.errors import InvalidInputError, NotFoundError
from memgraph_svc.services.episode_writer import assert_mentions, upsert
from memgraph_svc.services.fact_change import FactChange
from memgraph_svc.services.fact_groups import read_groups
from memgraph_svc.services.fact_writer import change_facts
from memgraph_svc.services.preparer import claim_of
from memgraph_svc.services.stale import StaleError, write_again
from memgraph_svc.timeline.undated import counted_from

if TYPE_CHECKING:
    from memgraph_svc.domain.claim import Claim
    from memgraph_svc.domain.fact import FactDraft
    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.repositories.claims import StoredClaim
    from memgraph_svc.repositories.store import Repositories, Store
    from memgraph_svc.services.fact_change import FactCounts
    from memgraph_svc.services.fact_groups import FactGroup, FactKey
    from memgraph_svc.services.preparer import EpisodePreparer

__all__ = ["FactAsserter"]

_PASSES: Final = 5
_SUBJECTS_PER_TRANSACTION: Final = 100


class FactAsserter:
    """Changes facts apart from episodes."""

    def __init__(self, store: Store, preparer: EpisodePreparer, clock: Clock) -> None:
        self._store = store
        self._preparer = preparer
        self._clock = clock

    def state(self, namespace: str, fact: FactDraft, source_episode: str | None) -> FactReport:
        """State a fact; with a source episode, also that it mentions both ends.

        Raises:
            InvalidInputError: Both ends are the same entity.
            NotFoundError: The source episode is not in this namespace.
        """
        if fact.is_loop:
            raise InvalidInputError("object", "subject and object must be different entities")
        claim = claim_of(namespace, fact, source_episode or "", OPEN_END_MS, asserted=True)
        mentions = {claim.subject: EntityMention(name=fact.subject), claim.object: EntityMention(name=fact.object)}
        vectors = dict(zip(mentions, self._preparer.embed([m.name for m in mentions.values()]), strict=True))

        def work(repositories: Repositories) -> FactReport:
            now = self._clock.now()
            spellings = upsert(repositories, namespace, mentions, vectors, now)
            if spellings.entity(claim.subject) == spellings.entity(claim.object):
                raise InvalidInputError("object", "subject and object are names of the same entity")
            if source_episode is not None:
                assert_mentions(repositories, namespace, source_episode, mentions, spellings)
            change = FactChange(stated=[claim])
            counts = change_facts(
                repositories, namespace, change, spellings=spellings, now_ms=to_ms(now), embed=self._preparer.embed
            )
            return _report(claim.fact_id, counts)

        return write_again(self._store, work, name="assert_fact")

    def retract(self, namespace: str, fact_id: str) -> FactReport:
        """Take back every claim behind a fact, whoever made it; what was believed before stays readable.

        Raises:
            NotFoundError: No fact or claim of this namespace has the id.
        """

        def work(repositories: Repositories) -> FactReport:
            ends = _ends(repositories, namespace, fact_id)
            if not ends:
                raise NotFoundError(f"fact {fact_id!r} is not in namespace {namespace!r}")
            names = {name for subject, _, obj in ends for name in (subject, obj)}
            repositories.entities.lock(namespace, names)
            # read again under the locks: a merge may have come between
            if _ends(repositories, namespace, fact_id) != ends:
                raise StaleError("an entity was merged by another writer", hint="try again")
            spellings = repositories.entities.spellings(namespace, names)
            groups = read_groups(repositories, namespace, ends, spellings)
            behind = {
                claim.row: claim for group in groups.values() for claim in _behind(group, fact_id)
            }  # a group may stand for several facts
            counts = change_facts(
                repositories, namespace, FactChange(retracted=list(behind.values())),
                spellings=spellings, now_ms=to_ms(self._clock.now()), embed=self._preparer.embed,
            )  # fmt: skip
            return _report(fact_id, counts)

        return write_again(self._store, work, name="retract_fact")

    def declare(self, namespace: str, predicate: str, *, functional: bool) -> FactReport:
        """Declare that subjects have one value of a predicate at a time, or that they may have several.

        The facts are brought to it a hundred subjects at a time; when that is interrupted, the same call completes it.
        """

        def note(repositories: Repositories) -> tuple[int, ...]:
            switches = repositories.predicates.get(namespace, predicate)
            if (len(switches) % 2 == 1) is not functional:
                now = max(to_ms(self._clock.now()), switches[-1] + 1 if switches else -OPEN_END_MS)
                switches = (*switches, now)
                repositories.predicates.declare(namespace, predicate, switches)
            return switches

        switches = self._store.write(note, name="declare_predicate")
        total = FactReport()
        for _ in range(_PASSES if switches else 0):
            done = self._settle_all(namespace, predicate)
            total = FactReport(facts=total.facts + done.facts, ended=total.ended + done.ended)
            if not (done.facts or done.ended):
                break  # a writer that had read the predicate before may have come in between, until a pass is quiet
        return total

    def _settle_all(self, namespace: str, predicate: str) -> FactReport:
        total, after = FactReport(), ""
        while page := self._store.predicates.subjects(
            namespace, predicate, after=after, limit=_SUBJECTS_PER_TRANSACTION
        ):
            done = self._store.write(
                lambda repositories, page=page: self._settle(repositories, namespace, predicate, page), name="settle"
            )
            total = FactReport(facts=total.facts + done.facts, ended=total.ended + done.ended)
            after = page[-1]
        return total

    def _settle(self, repositories: Repositories, namespace: str, predicate: str, subjects: list[str]) -> FactReport:
        repositories.entities.lock(namespace, subjects)
        spellings = repositories.entities.spellings(namespace, subjects)
        versions = repositories.facts.versions_of_subjects(namespace, [(s, predicate) for s in subjects])
        objects = {version.subject: version.object for _, version in versions}  # one fact stands for its group
        change = FactChange(replayed=[(subject, predicate, obj) for subject, obj in sorted(objects.items())])
        counts = change_facts(
            repositories, namespace, change,
            spellings=spellings, now_ms=to_ms(self._clock.now()), embed=self._preparer.embed,
        )  # fmt: skip
        return _report(None, counts)


def _ends(repositories: Repositories, namespace: str, fact_id: str) -> set[FactKey]:
    """Subject, predicate and object of everything that has the id: of one fact, or of claims of other spellings."""
    versions = repositories.facts.get(namespace, [fact_id])
    claims = repositories.claims.get(namespace, fact_id)
    return {(subject, fact.predicate, obj) for fact, subject, obj in versions} | {claim.fact for claim in claims}


def _behind(group: FactGroup, fact_id: str) -> list[StoredClaim]:
    """Claims of a group that stand and are the fact, begin within its period, or were extracted and overlap it."""
    standing = [stored for stored in group.claims if stored.claim.retracted_ms == OPEN_END_MS]
    claims = [stored.claim for stored in standing]
    beginning = {claim.key: claim.from_ms for claim in claims}
    if group.single(OPEN_END_MS, claims):
        beginning |= {claim.key: claim.from_ms for claim in counted_from([claim for claim in claims if claim.firm])}
    live = [v for v in group.versions if v.fact_id == fact_id and v.invalidated_ms == OPEN_END_MS]

    def is_behind(claim: Claim) -> bool:
        same = [v for v in live if v.object == claim.object]
        within = any(v.from_ms <= beginning[claim.key] < v.to_ms for v in same)
        beside = not claim.firm and any(claim.from_ms < v.to_ms and claim.to_ms > v.from_ms for v in same)
        stated = claim.fact_id == fact_id and (not live or beginning[claim.key] == claim.from_ms)
        return stated or within or beside

    return [stored for stored in standing if is_behind(stored.claim)]


def _report(fact_id: str | None, counts: FactCounts) -> FactReport:
    return FactReport(
        fact_id=fact_id, facts=counts.made, ended=counts.ended, reused=counts.reused, contradicted=counts.contradicted
    )
