"""The claims of one group while they change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memgraph_svc.domain.claim import Claim
from memgraph_svc.domain.instant import OPEN_END_MS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memgraph_svc.domain.claim import ClaimDraft
    from memgraph_svc.domain.spelling import Spellings
    from memgraph_svc.repositories.claims import ClaimRow, StoredClaim
    from memgraph_svc.repositories.facts import FactVersion
    from memgraph_svc.services.fact_groups import FactGroup

__all__ = ["ClaimLedger"]


class ClaimLedger:
    """Claims as they are after the change, and what has to be written for it.

    Attributes:
        claims: Every claim by its key in the store, or the one that it will have.
        changes: Properties of stored claims that change.
        lost: Stored claims that go.
        new: Claims that are made.
        reused: How many were known already.
        since: Moments from which on something may differ.
    """

    def __init__(self, group: FactGroup, now: int) -> None:
        self._now = now
        self.claims: dict[ClaimRow, Claim] = {stored.row: stored.claim for stored in group.claims}
        self._asserted = {stored.row for stored in group.claims if stored.asserted}
        self.changes: dict[ClaimRow, dict[str, object]] = {}
        self.lost: list[ClaimRow] = []
        self.new: list[tuple[ClaimDraft, Claim]] = []
        self.reused = 0
        self.since: list[int] = []

    def replay(self, versions: Iterable[FactVersion]) -> None:
        """Work out everything anew, stored versions that no claim is behind any more too."""
        self.since += [claim.recorded_ms for claim in self.claims.values()]
        self.since += [version.recorded_ms for version in versions]

    def withdraw(self, stored: StoredClaim) -> None:
        """Remove a claim as if it had never been made."""
        if self.claims.pop(stored.row, None) is not None:
            self.lost.append(stored.row)
            self.since.append(stored.claim.recorded_ms)

    def retract(self, row: ClaimRow) -> None:
        """Stop believing a claim."""
        if row in self.claims:
            self.claims[row] = replace(self.claims[row], retracted_ms=self._now)
            self.changes[row] = {"retracted_at_ms": self._now}
            self.since.append(self._now)

    def state(self, draft: ClaimDraft, spellings: Spellings) -> None:
        """Make a claim, unless it is known."""
        row = (*draft.key, OPEN_END_MS)
        known = self.claims.get(row)
        if known is None:
            if not draft.asserted and any(claim.key == draft.key for claim in self.claims.values()):
                self.reused += 1  # it was retracted, and the same source says nothing new
            else:
                self._make(row, draft, spellings)
        elif draft.asserted:
            self._assert_again(row, known, draft, spellings)
        else:
            self.reused += 1
            if row not in self._asserted:  # an assertion stands whatever the text of its episode says
                self._restate(row, known, draft)

    def _assert_again(self, row: ClaimRow, known: Claim, draft: ClaimDraft, spellings: Spellings) -> None:
        """An assertion only adds to what was said; what follows from that was not known before."""
        confidence, functional = max(draft.confidence, known.confidence), draft.functional or known.functional
        more = replace(draft, confidence=confidence, functional=functional)
        if (known.confidence, known.functional, known.firm, known.said_ms) == (
            more.confidence, more.functional, more.firm, more.said_ms,
        ):  # fmt: skip
            self.reused += 1
        else:
            self.retract(row)
            self._make((*draft.key, self._now), more, spellings)

    def _make(self, row: ClaimRow, draft: ClaimDraft, spellings: Spellings) -> None:
        claim = Claim(
            fact_id=draft.fact_id,
            subject=spellings.entity(draft.subject),
            object=spellings.entity(draft.object),
            predicate=draft.predicate,
            text=draft.text,
            from_ms=draft.from_ms,
            to_ms=draft.to_ms,
            source=draft.source,
            said_ms=draft.said_ms,
            confidence=draft.confidence,
            firm=draft.firm,
            functional=draft.functional,
            recorded_ms=self._now,
        )
        self.claims[row] = claim
        self.new.append((draft, claim))
        self.since.append(self._now)

    def _restate(self, row: ClaimRow, known: Claim, draft: ClaimDraft) -> None:
        """An episode's claim counts as it is said now."""
        said = replace(
            known, confidence=draft.confidence, said_ms=draft.said_ms, firm=draft.firm, functional=draft.functional
        )
        if said == known:
            return
        self.claims[row] = said
        self.changes[row] = {
            "confidence": said.confidence,
            "said_at_ms": said.said_ms,
            "firm": said.firm,
            "functional": said.functional,
            "functional_of": draft.subject if said.functional else None,
        }
        self.since.append(known.recorded_ms)
