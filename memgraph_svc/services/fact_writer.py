"""Stating, withdrawing and retracting claims, and bringing the facts to what is then believed, in one transaction."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memgraph_svc.domain.identity import fact_id
from memgraph_svc.domain.instant import OPEN_END_MS
from memgraph_svc.repositories.facts import FactVersion
from memgraph_svc.services.claim_ledger import ClaimLedger
from memgraph_svc.services.fact_change import FactCounts, FactPart
from memgraph_svc.services.fact_groups import read_groups
from memgraph_svc.timeline.replay import replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memgraph_svc.domain.claim import Claim, ClaimDraft
    from memgraph_svc.domain.spelling import Spellings
    from memgraph_svc.ports.embedder import Embed
    from memgraph_svc.repositories.claims import ClaimRow
    from memgraph_svc.repositories.store import Repositories
    from memgraph_svc.services.fact_change import FactChange
    from memgraph_svc.services.fact_groups import FactGroup
    from memgraph_svc.timeline.replay import History

__all__ = ["change_facts"]


class _Plan:
    """What is written for all groups, kind by kind."""

    def __init__(self) -> None:
        self.new_claims: list[tuple[ClaimDraft, int, str | None]] = []
        self.changed_claims: list[tuple[ClaimRow, dict[str, object]]] = []
        self.lost_claims: list[ClaimRow] = []
        self.new: list[tuple[FactVersion, FactGroup]] = []
        self.changed: list[FactVersion] = []
        self.lost: list[FactVersion] = []
        self.counts = FactCounts()


def change_facts(
    repositories: Repositories,
    namespace: str,
    change: FactChange,
    *,
    spellings: Spellings,
    now_ms: int,
    embed: Embed,
) -> FactCounts:
    """Change claims, and bring the facts to what is believed of them.

    The entities that the names stand for must exist and be locked.

    Args:
        repositories: Those of the transaction.
        namespace: Tenant.
        change: What is to happen.
        spellings: What the names of the claims stand for.
        now_ms: Recorded time; moved on where the store has something as late.
        embed: Makes the vectors of sentences for which neither the change nor the store has one.
    """
    parts = change.by_fact(spellings)
    if not parts:
        return FactCounts()
    marked = {(spellings.entity(d.subject), d.predicate) for d in change.stated if d.functional}
    groups = read_groups(repositories, namespace, parts, spellings, marked=marked)
    together: dict[int, tuple[FactGroup, FactPart]] = {}
    for key, part in parts.items():
        _, whole = together.setdefault(id(groups[key]), (groups[key], FactPart()))
        whole += part
    plan = _Plan()
    for group, part in together.values():
        _plan_group(plan, namespace, group, part, spellings=spellings, now=max(now_ms, _latest(group) + 1))
    _write(repositories, namespace, plan, change, embed)
    return plan.counts


def _plan_group(
    plan: _Plan, namespace: str, group: FactGroup, part: FactPart, *, spellings: Spellings, now: int
) -> None:
    ledger = ClaimLedger(group, now)
    if part.replayed:
        ledger.replay(group.versions)
    for lost in part.withdrawn:
        ledger.withdraw(lost)
    for taken in part.retracted:
        ledger.retract(taken.row)
    for draft in part.stated:
        ledger.state(draft, spellings)
    plan.counts.reused += ledger.reused
    if ledger.since:
        since = min(ledger.since)
        history = _replayed(group, list(ledger.claims.values()), since)
        _plan_versions(plan, namespace, group, history, since)
        _plan_claims(plan, namespace, group, ledger, history)


def _replayed(group: FactGroup, claims: list[Claim], since: int) -> History:
    before = {
        (v.object, v.from_ms, v.to_ms): v.recorded_ms
        for v in group.versions
        if v.recorded_ms < since <= v.invalidated_ms
    }
    # a claim between names that were merged says nothing of the entity that they are
    sound = [claim for claim in claims if claim.object != group.subject]
    return replay(sound, before, since=since, single=group.single, switches=group.switches)


def _plan_versions(plan: _Plan, namespace: str, group: FactGroup, history: History, since: int) -> None:
    stored = {(v.fact_id, v.recorded_ms, v.to_ms): v for v in group.versions if v.invalidated_ms >= since}
    wanted: dict[tuple[str, int, int], FactVersion] = {}
    for version in history.versions:
        obj, start, end = version.period
        key = (fact_id(namespace, group.subject, group.predicate, obj, start), version.recorded_ms, end)
        by = version.replaced_by and fact_id(namespace, group.subject, group.predicate, *version.replaced_by)
        found, belief = stored.get(key), version.belief
        if belief is None and found is not None:
            wanted[key] = replace(found, invalidated_ms=version.invalidated_ms, invalidated_by=by)
        elif belief is not None:
            wanted[key] = FactVersion(
                subject=group.subject, predicate=group.predicate, object=obj, fact_id=key[0], from_ms=start, to_ms=end,
                recorded_ms=version.recorded_ms, invalidated_ms=version.invalidated_ms, invalidated_by=by,
                sources={source: c for source, c in belief.sources.items() if source}, confidence=belief.confidence,
                functional=any(c.functional for c in belief.claims),
                text=_first_said(belief.claims).text,
            )  # fmt: skip
    _count(plan.counts, list(stored.values()), list(wanted.values()))
    for key, version in wanted.items():
        found = stored.pop(key, None)
        if found is None or found.text != version.text:
            plan.new.append((version, group))
            plan.lost += [found] if found else []
        elif found != version:
            plan.changed.append(version)
    plan.lost += stored.values()


def _count(counts: FactCounts, before: Sequence[FactVersion], after: Sequence[FactVersion]) -> None:
    """Count what is believed now and was not, is not any more or for a shorter time, and what is gone altogether."""
    live = [v for v in before if v.invalidated_ms == OPEN_END_MS]
    still = [v for v in after if v.invalidated_ms == OPEN_END_MS]
    kept = {v.fact_id for v in after}
    counts.made += len({v.fact_id for v in still} - {v.fact_id for v in live})
    counts.deleted += len({v.fact_id for v in live} - kept)
    counts.ended += sum(
        v.fact_id in kept
        and not any(o.object == v.object and o.from_ms <= v.from_ms and o.to_ms >= v.to_ms for o in still)
        for v in live
    )


def _first_said(claims: Iterable[Claim]) -> Claim:
    """The claim whose wording a fact has, whatever was said since or between: the first that the store learned of."""
    return min(claims, key=lambda c: (c.recorded_ms, c.from_ms, c.to_ms, c.fact_id, c.source))


def _plan_claims(plan: _Plan, namespace: str, group: FactGroup, ledger: ClaimLedger, history: History) -> None:
    won = {
        key: fact_id(namespace, group.subject, group.predicate, obj, start)
        for key, (obj, start) in history.contradicted.items()
    }
    for stored in group.claims:
        now = ledger.claims.get(stored.row)
        if now is not None:
            wanted = won.get(now.key) if now.retracted_ms == OPEN_END_MS else None
            if wanted != stored.contradicts:
                ledger.changes.setdefault(stored.row, {})["contradicts"] = wanted
    plan.changed_claims += ledger.changes.items()
    plan.lost_claims += ledger.lost
    plan.new_claims += [(draft, claim.recorded_ms, won.get(draft.key)) for draft, claim in ledger.new]
    contradicted = {draft.fact_id for draft, _ in ledger.new if draft.key in won}
    plan.counts.contradicted = (*plan.counts.contradicted, *sorted(contradicted))


def _write(
    repositories: Repositories,
    namespace: str,
    plan: _Plan,
    change: FactChange,
    embed: Embed,
) -> None:
    vectors = dict(change.vectors) | {d.text: d.embedding for d in change.stated if d.embedding is not None}
    missing = {version.text: group for version, group in plan.new if version.text not in vectors}
    if missing:
        same = (next((v for v in group.versions if v.text == text), None) for text, group in missing.items())
        known = [version for version in same if version is not None]
        vectors |= repositories.facts.find_vectors(namespace, known)
        texts = sorted(missing.keys() - vectors.keys())
        vectors |= dict(zip(texts, embed(texts), strict=True)) if texts else {}
    repositories.claims.delete(namespace, sorted(plan.lost_claims))
    repositories.claims.change(namespace, sorted(plan.changed_claims, key=lambda item: item[0]))
    repositories.claims.create(namespace, sorted(plan.new_claims, key=lambda item: (item[0].subject, item[0].key)))
    repositories.facts.delete(namespace, sorted(plan.lost, key=_order))
    repositories.facts.change(namespace, sorted(plan.changed, key=_order))
    repositories.facts.create(namespace, [(v, vectors[v.text]) for v in sorted((v for v, _ in plan.new), key=_order)])


def _order(version: FactVersion) -> tuple[str, str, str, int]:
    return (version.subject, version.object, version.fact_id, version.recorded_ms)


def _latest(group: FactGroup) -> int:
    moments = [ms for c in group.claims for ms in (c.claim.recorded_ms, c.claim.retracted_ms)]
    moments += [ms for v in group.versions for ms in (v.recorded_ms, v.invalidated_ms)]
    return max((ms for ms in (*moments, *group.switches) if ms < OPEN_END_MS), default=-OPEN_END_MS)
