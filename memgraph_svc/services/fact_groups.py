"""Facts that can end each other: their claims and versions, read together."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from memgraph_svc.domain.claim import Claim
    from memgraph_svc.domain.spelling import Spellings
    from memgraph_svc.repositories.claims import StoredClaim
    from memgraph_svc.repositories.facts import FactVersion
    from memgraph_svc.repositories.store import Repositories

__all__ = ["FactGroup", "FactKey", "read_groups"]

FactKey = tuple[str, str, str]
"""Subject, predicate and object; the ends are canonical names of entities."""


@dataclass(slots=True)
class FactGroup:
    """Claims and versions of one fact, or of all facts of a subject and predicate that has one value at a time.

    ``switches`` are the moments at which the predicate was declared single-valued and not, in turn.
    """

    subject: str
    predicate: str
    switches: tuple[int, ...] = ()
    claims: list[StoredClaim] = field(default_factory=list["StoredClaim"])
    versions: list[FactVersion] = field(default_factory=list["FactVersion"])

    def single(self, moment: int, known: Sequence[Claim]) -> bool:
        """Whether the predicate has one value at a time at a moment: declared so, or marked by a claim."""
        declared = sum(switch <= moment for switch in self.switches) % 2 == 1
        return declared or any(claim.functional for claim in known)


def read_groups(
    repositories: Repositories,
    namespace: str,
    facts: Iterable[FactKey],
    spellings: Spellings,
    *,
    marked: Iterable[tuple[str, str]] = (),
) -> dict[FactKey, FactGroup]:
    """Read the groups of facts, under locks of their subjects.

    Args:
        repositories: Those of the transaction.
        namespace: Tenant.
        facts: Facts that change.
        spellings: Names of their ends.
        marked: (subject, predicate) that have one value at a time from now on.

    Returns:
        The group of each fact; facts of one group share it.
    """
    keys = sorted(set(facts))
    pairs = sorted({(subject, predicate) for subject, predicate, _ in keys})
    declared = repositories.claims.find_single(namespace, [(s, spellings.all_names(s), p) for s, p in pairs])
    single = {*declared, *marked}
    whole = {pair: FactGroup(*pair, declared.get(pair, ())) for pair in pairs if pair in single}
    alone = {key: FactGroup(key[0], key[1]) for key in keys if key[:2] not in whole}
    _read_whole(repositories, namespace, whole, spellings)
    _read_alone(repositories, namespace, alone, spellings)
    return {key: alone[key] if key in alone else whole[key[:2]] for key in keys}


def _read_whole(
    repositories: Repositories, namespace: str, groups: Mapping[tuple[str, str], FactGroup], spellings: Spellings
) -> None:
    spelled = [(pair, (name, pair[1])) for pair in groups for name in spellings.all_names(pair[0])]
    for row, claim in repositories.claims.of_subjects(namespace, [ends for _, ends in spelled]):
        groups[spelled[row][0]].claims.append(claim)
    pairs = list(groups)
    for row, version in repositories.facts.versions_of_subjects(namespace, pairs):
        groups[pairs[row]].versions.append(version)


def _read_alone(
    repositories: Repositories, namespace: str, groups: Mapping[FactKey, FactGroup], spellings: Spellings
) -> None:
    spelled: dict[FactKey, list[FactKey]] = defaultdict(list)
    for key in groups:
        for subject in spellings.all_names(key[0]):
            spelled[key] += [(subject, key[1], obj) for obj in spellings.all_names(key[2])]
    owners = [(key, ends) for key, names in spelled.items() for ends in names]
    for row, claim in repositories.claims.of_facts(namespace, [ends for _, ends in owners]):
        groups[owners[row][0]].claims.append(claim)
    keys = list(groups)
    for row, version in repositories.facts.versions_of_facts(namespace, keys):
        groups[keys[row]].versions.append(version)
