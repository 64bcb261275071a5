"""Rows that are stored already: what they share with the row they repeat, and what is completed of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memgraph_svc.services.episode_writer import PARTS, unconnected

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memgraph_svc.domain.report import InsertReport, Refusal
    from memgraph_svc.repositories.store import Repositories, Store
    from memgraph_svc.services.preparer import NumberedDraft

__all__ = ["complete_causes", "joined"]


def complete_causes(
    store: Store, namespace: str, repeats: Sequence[NumberedDraft], now: datetime
) -> tuple[Refusal, ...]:
    """Connect repeated rows to causes that were not stored yet when they were written; name those that still are not.

    Args:
        store: The store.
        namespace: Tenant.
        repeats: Rows whose episodes are stored.
        now: Recorded time of new edges.
    """
    rows = [(line, draft.identity(namespace), draft.caused_by) for line, draft in repeats if draft.caused_by]
    if not rows:
        return ()
    pairs = [(episode_id, cause) for _, episode_id, causes in rows for cause in causes]

    def work(repositories: Repositories) -> set[tuple[str, str]]:
        repositories.episodes.lock(namespace, {end for pair in pairs for end in pair})
        return repositories.causes.create(namespace, pairs, now)

    made = store.write(work, name="causes")
    return tuple(r for line, episode_id, causes in rows for r in unconnected(line, episode_id, causes, made))


def joined(
    rows: Sequence[tuple[int, str]], known: InsertReport, written: InsertReport, left_out: Sequence[Refusal]
) -> InsertReport:
    """Report on a group of rows, given as (line, id), in their order.

    A row that repeats a new one of the same group shares its fate: it is not reused where that one was refused.
    """
    lost = {refusal.id: refusal for refusal in written.refused if refusal.id not in written.episode_ids}
    refused = [*known.refused, *written.refused, *(part for part in left_out if part.id not in lost)]
    lines = {refusal.line for refusal in refused if refusal.field not in PARTS}
    refused += [lost[key].model_copy(update={"line": line}) for line, key in rows if key in lost and line not in lines]
    lines |= {refusal.line for refusal in refused if refusal.field not in PARTS}
    landed = tuple(key for line, key in rows if line not in lines)
    changes = {
        "episode_ids": landed,
        "reused": len(landed) - written.created,
        "refused": tuple(sorted(refused, key=lambda refusal: refusal.line or 0)),
    }
    return written.model_copy(update=changes)
