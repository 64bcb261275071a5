"""The same gists in other notations: what each takes in tokens, and what it keeps."""

from __future__ import annotations

import csv
import io
import json
from statistics import fmean
from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.gisters.extractive import ExtractiveGister
from memgraph_svc.crl import Statement, encode, from_text, render, to_record
from memgraph_svc.scoring.retention import holds_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trajectories import Trajectory

    from memgraph_svc.crl import Line
    from memgraph_svc.ports.tokenizer import Tokenizer

__all__ = ["compared"]

_COLUMNS: Final = ("subject", "relation", "object")


def compared(sessions: Sequence[Trajectory], budget: float, tokenizer: Tokenizer) -> dict[str, dict[str, float]]:
    """Tokens of each notation as a share of the sessions, and the retention at which that is."""
    forms: dict[str, Callable[[list[Line]], str]] = {
        "gist sentences": render,
        "CRL": lambda lines: encode(lines, lossy=True),
        "CRL with a legend": lambda lines: encode(lines, lossy=True, count_tokens=tokenizer.count),
        "compact JSON": _compact_json,
        "table with a head (TOON-like)": _table,
    }
    kept: dict[str, list[tuple[float, float]]] = {"raw": [], **{name: [] for name in forms}}
    for session in sessions:
        tokens = tokenizer.count(session.source)
        gist = ExtractiveGister(tokenizer).gist(session.turns, max(1, int(budget * tokens)))
        lines = [made for line in gist for made in from_text(line.text)]
        for name, text in {"raw": session.source, **{name: form(lines) for name, form in forms.items()}}.items():
            held = fmean(holds_answer(text, probe.answers) for probe in session.probes)
            kept[name].append((tokenizer.count(text) / tokens, held))
    return {
        name: {
            "share_of_raw_tokens": round(fmean(share for share, _ in rows), 3),
            "retention": round(fmean(held for _, held in rows), 3),
        }
        for name, rows in kept.items()
    }


def _compact_json(lines: list[Line]) -> str:
    return json.dumps([to_record(line) for line in lines], ensure_ascii=False, separators=(",", ":"))


def _table(lines: list[Line]) -> str:
    """Statements as rows under one head, texts as a list below."""
    written = io.StringIO()
    statements = [line for line in lines if isinstance(line, Statement)]
    texts = [line for line in lines if not isinstance(line, Statement)]
    rows = csv.writer(written, lineterminator="\n")
    written.write(f"statements[{len(statements)}]{{{','.join(_COLUMNS)}}}:\n")
    rows.writerows([line.subject, line.predicate, line.object] for line in statements)
    written.write(f"texts[{len(texts)}]:\n")
    rows.writerows([line.text] for line in texts)
    return written.getvalue().rstrip("\n")
