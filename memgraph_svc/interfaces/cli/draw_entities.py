"""Entities for a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memgraph_svc.interfaces.cli.draw import table
from memgraph_svc.interfaces.cli.text import one_line, plain

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from memgraph_svc.domain.entity import EntitySummary
    from memgraph_svc.domain.merge import MergeCandidate, MergeReport, SynonymReport

__all__ = ["candidate_table", "entity_table", "merge_line", "synonym_line"]


def entity_table(entities: Sequence[EntitySummary]) -> Table | Text:
    """A table of entities with their other names."""
    if not entities:
        return plain("no entities")
    rows = [
        (one_line(e.name), e.type, e.mentions, e.facts, one_line(", ".join(e.aliases)), e.entity_id) for e in entities
    ]
    return table(["name", "type", "mentions", "facts", "other names", "id"], rows)


def candidate_table(candidates: Sequence[MergeCandidate]) -> Table | Text:
    """A table of pairs that may be one."""
    if not candidates:
        return plain("no candidates; memgraph-svc entities --link compares all names first")
    rows = [
        (
            one_line(c.source),
            one_line(c.target),
            f"{c.score:.2f}",
            c.reason,
            f"{c.source_mentions}/{c.source_facts}",
            f"{c.target_mentions}/{c.target_facts}",
        )
        for c in candidates
    ]
    return table(["source", "target", "score", "reason", "source mentions/facts", "target mentions/facts"], rows)


def synonym_line(report: SynonymReport) -> Text:
    """What linking did, in one line."""
    pairs = f"{report.created:,} new, {report.kept:,} known, {report.removed:,} removed"
    return plain(f"{report.entities:,} names compared; pairs near in meaning: {pairs}")


def merge_line(report: MergeReport, *, undone: bool) -> Text:
    """What a merge, or undoing it, did, in one line."""
    source, target = one_line(report.source), one_line(report.target)
    if not report.changed:
        return plain(f"{source}: {report.note}")
    counts = f"{report.mentions:,} episodes, {report.facts:,} facts"
    if report.between:
        counts += f", {report.between:,} facts between the two"
    if undone:
        gone = f"; {report.deleted:,} deleted, as nothing speaks of them" if report.deleted else ""
        return plain(f"{source} does not stand for {target} any more: {counts}{gone}")
    return plain(f"{source} stands for {target} now: {counts}")
