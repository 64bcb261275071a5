"""Whether Concept Relational Language keeps its contracts, how many tokens it takes, and how long it takes.

    python tests/benchmarks/crl.py [--size ci|full] [--json]

Each contract runs on generated cases. Tokens are those of the project's tokenizer, for the same statements in the
notation, in compact JSON with keys of one or two letters, and in plain English. Needs no server.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from figures import Figure, show
from hypothesis import HealthCheck, Phase, given, settings

from memgraph_svc.adapters.tokenizers.tiktoken_pure import O200kTokenizer
from memgraph_svc.crl import Statement, decode, encode, render, to_record
from tests.support.crl_contracts import CONTRACTS
from tests.support.crl_statements import STATEMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memgraph_svc.crl import Line


@dataclass(frozen=True, slots=True)
class Size:
    """Cases of each contract, and characters of the long document."""

    examples: int
    characters: int


SIZES = {"ci": Size(20, 100_000), "full": Size(2_000, 1_000_000)}
SLOW = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)
MOST_OF_JSON = 0.75
MOST_GROWTH = 3.0
"""Of the time of a document twice as long; a quadratic way takes four times as long."""
SHORT_KEYS = {
    "subject": "s", "relation": "r", "object": "o", "negated": "n", "concept": "e", "at": "at", "from": "f", "to": "t",
    "confidence": "c", "turn": "#", "text": "x",
}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure Concept Relational Language.")
    parser.add_argument(
        "--size", choices=sorted(SIZES), default="ci", help="cases of each contract: ci: 20; full: 2,000"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    chosen = parser.parse_args()
    started, size = perf_counter(), SIZES[chosen.size]
    figures = [*contracts(size.examples), *tokens(), *times(size.characters)]
    details = {"size": chosen.size, "seconds": round(perf_counter() - started, 1)}
    show(figures, details, as_json=chosen.json)
    return 0


def contracts(examples: int) -> Iterator[Figure]:
    """Cases that broke each contract; generation stops at the first one, which is told."""
    quiet = settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=SLOW,
        phases=(Phase.generate, Phase.shrink),
    )  # fmt: skip
    for name, (check, arguments) in CONTRACTS.items():
        told = ""
        try:
            quiet(given(*arguments)(check))()
        except Exception as error:  # noqa: BLE001  # any failure is one of the contract
            told = f"{type(error).__name__}: {error}"[:300]
        yield Figure(f"broken: {name}", "0", int(bool(told)), not told, detail=told or f"{examples:,} cases")


def tokens() -> Iterator[Figure]:
    """Tokens of the statements, over those of the same statements in other forms."""
    count = O200kTokenizer().count
    statements = [line for line in STATEMENTS if isinstance(line, Statement)]
    written = count(encode(statements))
    compact = count(json.dumps([short(line) for line in statements], ensure_ascii=False, separators=(",", ":")))
    english = count(render(statements))
    legend = count(encode(statements, count_tokens=count))
    of_json, what = round(written / compact, 3), f"{written:,} and {compact:,} tokens, {len(statements)} statements"
    yield Figure("tokens / compact JSON", f"<= {MOST_OF_JSON}", of_json, of_json <= MOST_OF_JSON, detail=what)
    of_english = round(written / english, 3)
    yield Figure("tokens / plain English", "shown", of_english, met=True, detail=f"{english:,} tokens")
    yield Figure("tokens with a legend / without", "<= 1", round(legend / written, 3), legend <= written)


def short(line: Line) -> dict[str, Any]:
    return {SHORT_KEYS[name]: value for name, value in to_record(line).items()}


def times(characters: int) -> Iterator[Figure]:
    """Time of reading and writing a long document, over that of one half as long; the best of three."""
    for name, unit in (("statements", STATEMENTS), ("hostile words", decode("%crl1\n" + HOSTILE_LINES))):
        once = len(encode(unit))
        seconds = []
        for length in (characters // 2, characters):
            lines = [*unit] * (length // once)
            document = encode(lines)
            seconds.append(min(timed(lines, document) for _ in range(3)))
        growth = round(seconds[1] / seconds[0], 2)
        detail = f"{seconds[1]:.2f} s to write, check and read {characters:,} characters"
        yield Figure(
            f"time of twice the {name}",
            f"<= {MOST_GROWTH:g}",
            growth,
            growth <= MOST_GROWTH,
            timing=True,
            detail=detail,
        )


HOSTILE_LINES = "\n".join(
    [
        "a" * 500 + " :" + "b" * 500 + " c" + " ?x" * 200,
        "|" + r"\\\n\u0041" * 200,
        '"' + r"\u0041\\" * 200 + '" = "' + r"\"" * 200 + '"',
        ":" * 900,
        " ".join(["!"] * 400),
    ]
)


def timed(lines: list[Line], document: str) -> float:
    started = perf_counter()
    assert encode(lines) == document
    assert len(decode(document)) == len(lines)
    return perf_counter() - started


if __name__ == "__main__":
    sys.exit(main())
