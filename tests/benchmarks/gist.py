"""What a gist keeps of a session, and what it costs: reduction and retention together, by budget.

    python tests/benchmarks/gist.py [--size ci|full] [--json] [--trajectories FILE]

Reduction is 1 - tokens of the gist / tokens of the plain ``role: text`` lines; retention is the share of probe
questions with an accepted answer in the gist, alone and with the one page of the source that its words choose. Needs no
server.
FILE has the form of ``trajectories.json`` beside this script: ``{id, turns: [{role, text, tool?}], qa: [[question,
[answers]]]}``. A quarter of the written questions ask for what stands in tool output only, about twice as many as were
found in other sessions of this kind, so that the target of retention is a hard one here.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import numpy as np
from figures import Figure, show
from notations import compared
from trajectories import WRITTEN, Trajectory, plain, read_trajectories

from memgraph_svc.adapters.gisters.extractive import ExtractiveGister
from memgraph_svc.adapters.tokenizers.tiktoken_pure import O200kTokenizer
from memgraph_svc.scoring.page_relevance import page_relevance
from memgraph_svc.scoring.paging import paginate
from memgraph_svc.scoring.retention import holds_answer

if TYPE_CHECKING:
    from memgraph_svc.ports.gister import Turn
    from memgraph_svc.ports.tokenizer import Tokenizer

BUDGETS = (0.1, 0.15, 0.2, 0.25, 0.3)
BUDGET = 0.2
LEAST_REDUCTION = 0.75
LEAST_RETENTION = 0.88
LEAST_WITH_PAGE = 0.97
MOST_MS = 2.0
MOST_GROWTH = 2.0


@dataclass(frozen=True, slots=True)
class Size:
    """Turns of the sessions whose time is measured."""

    short: int
    long: int


SIZES = {"ci": Size(100, 400), "full": Size(400, 3_200)}


class TimedTokenizer:
    """Counts tokens and the processor time of counting, which is not the gister's."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self.seconds = 0.0

    @property
    def name(self) -> str:
        return self._tokenizer.name

    def count(self, text: str) -> int:
        started = process_time()
        tokens = self._tokenizer.count(text)
        self.seconds += process_time() - started
        return tokens


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what gists keep.")
    parser.add_argument("--size", choices=sorted(SIZES), default="ci", help="turns of the sessions that are timed")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--trajectories", type=Path, default=WRITTEN, help="sessions to measure")
    chosen = parser.parse_args()
    started, tokenizer = perf_counter(), TimedTokenizer(O200kTokenizer())
    sessions = read_trajectories(chosen.trajectories)
    by_budget = [measured(sessions, budget, tokenizer) for budget in BUDGETS]
    figures = [figure for row in by_budget for figure in figures_of(row)]
    figures += times(sessions, SIZES[chosen.size], tokenizer)
    notations = compared(sessions, BUDGET, tokenizer)
    details = {
        "by_budget": by_budget,
        "notations": notations,
        "size": chosen.size,
        "seconds": round(perf_counter() - started, 1),
    }
    show(figures, details, as_json=chosen.json)
    return 0


def measured(sessions: list[Trajectory], budget: float, tokenizer: Tokenizer) -> dict[str, Any]:
    """Reduction and retention of all sessions at one budget."""
    gister = ExtractiveGister(tokenizer)
    reductions: list[float] = []
    alone: list[tuple[bool, bool]] = []
    with_page: list[bool] = []
    for session in sessions:
        tokens = tokenizer.count(session.source)
        gist = "\n".join(line.text for line in gister.gist(session.turns, max(1, int(budget * tokens))))
        reductions.append(1.0 - tokenizer.count(gist) / tokens)
        pages = [plain(session.turns[place] for place in page) for page in paginate([t.kind for t in session.turns])]
        for probe in session.probes:
            best = pages[int(np.argmax(page_relevance(probe.question, pages)))]
            alone.append((probe.said, holds_answer(gist, probe.answers)))
            with_page.append(holds_answer(f"{gist}\n{best}", probe.answers))
    return {
        "budget": budget,
        "reduction": round(fmean(reductions), 4),
        "retention": _share([kept for _, kept in alone]),
        "retention_with_one_page": _share(with_page),
        "retention_said": _share([kept for said, kept in alone if said]),
        "retention_tools_only": _share([kept for said, kept in alone if not said]),
        "questions": len(alone),
        "questions_tools_only": sum(not said for said, _ in alone),
    }


def _share(kept: list[bool]) -> float:
    return round(fmean(kept), 4) if kept else 1.0


def figures_of(row: dict[str, Any]) -> list[Figure]:
    """The three figures of a budget; only the budget of the target has targets."""
    targets = (LEAST_REDUCTION, LEAST_RETENTION, LEAST_WITH_PAGE)
    wanted = targets if row["budget"] == BUDGET else (None, None, None)
    names = ("reduction", "retention", "retention_with_one_page")
    detail = (
        f"reduction {row['reduction']:.3f} with retention {row['retention']:.3f} (said {row['retention_said']:.3f}, "
        f"tools only {row['retention_tools_only']:.3f})"
    )
    return [
        Figure(
            f"{name.replace('_', ' ')} at budget {row['budget']:g}",
            "" if least is None else f">= {least:g}",
            row[name],
            least is None or row[name] >= least,
            detail=detail,
        )
        for name, least in zip(names, wanted, strict=True)
    ]


def times(sessions: list[Trajectory], size: Size, tokenizer: TimedTokenizer) -> list[Figure]:
    """Processor time a turn without that of counting tokens, and how it grows with the session."""
    turns = [turn for session in sessions for turn in session.turns]
    short, long = (_ms_a_turn(turns, count, tokenizer) for count in (size.short, size.long))
    return [
        Figure(f"own time a turn, {size.long} turns (ms)", f"<= {MOST_MS:g}", round(long, 3), long <= MOST_MS, True),
        Figure(
            f"growth of it from {size.short} turns (x time)",
            f"<= {MOST_GROWTH:g}", round(long / short, 2), long <= MOST_GROWTH * short, True,
        ),
    ]  # fmt: skip


def _ms_a_turn(turns: list[Turn], count: int, tokenizer: TimedTokenizer) -> float:
    session = [turns[place % len(turns)] for place in range(count)]
    gister, tokens = ExtractiveGister(tokenizer), tokenizer.count(plain(session))
    gister.gist(session, int(BUDGET * tokens))
    counted, started = tokenizer.seconds, process_time()
    gister.gist(session, int(BUDGET * tokens))
    return 1_000 * (process_time() - started - (tokenizer.seconds - counted)) / count


if __name__ == "__main__":
    sys.exit(main())
