"""What is to happen to claims, and what happened to facts."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.domain.claim import ClaimDraft
    from memgraph_svc.domain.spelling import Spellings
    from memgraph_svc.repositories.claims import StoredClaim
    from memgraph_svc.services.fact_groups import FactKey

__all__ = ["FactChange", "FactCounts", "FactPart"]


@dataclass(frozen=True, slots=True)
class FactChange:
    """What is to happen to claims.

    Attributes:
        stated: Claims that are made; one that is known already changes nothing but its confidence.
        withdrawn: Claims whose source is gone: as if they had never been made.
        retracted: Claims that are not believed from now on.
        replayed: Facts whose whole history is worked out anew.
        vectors: Vectors of sentences that are at hand, by sentence.
    """

    stated: Sequence[ClaimDraft] = ()
    withdrawn: Sequence[StoredClaim] = ()
    retracted: Sequence[StoredClaim] = ()
    replayed: Sequence[FactKey] = ()
    vectors: Mapping[str, NDArray[np.float32]] = field(default_factory=dict[str, "NDArray[np.float32]"])

    def by_fact(self, spellings: Spellings) -> dict[FactKey, FactPart]:
        """Return the parts of it that concern each fact."""
        parts: dict[FactKey, FactPart] = defaultdict(FactPart)
        for draft in self.stated:
            parts[spellings.entity(draft.subject), draft.predicate, spellings.entity(draft.object)].stated.append(draft)
        for lost in self.withdrawn:
            parts[lost.fact].withdrawn.append(lost)
        for taken in self.retracted:
            parts[taken.fact].retracted.append(taken)
        for key in self.replayed:
            parts[key].replayed = True
        return parts


@dataclass(slots=True)
class FactPart:
    """What is to happen to the claims of one group."""

    stated: list[ClaimDraft] = field(default_factory=list["ClaimDraft"])
    withdrawn: list[StoredClaim] = field(default_factory=list["StoredClaim"])
    retracted: list[StoredClaim] = field(default_factory=list["StoredClaim"])
    replayed: bool = False

    def __iadd__(self, other: FactPart) -> Self:
        self.stated += other.stated
        self.withdrawn += other.withdrawn
        self.retracted += other.retracted
        self.replayed |= other.replayed
        return self


@dataclass(slots=True)
class FactCounts:
    """What happened: facts made, ended (not believed any more), deleted; claims that were known; ids contradicted."""

    made: int = 0
    ended: int = 0
    deleted: int = 0
    reused: int = 0
    contradicted: tuple[str, ...] = ()
