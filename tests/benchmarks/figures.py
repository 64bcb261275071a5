"""What a benchmark answers: figures beside their targets."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the answer; ``timing`` says that it depends on the machine's mood."""

    name: str
    target: str
    figure: float
    met: bool
    timing: bool = False
    detail: str = ""


def ratio(name: str, target: str, found: tuple[float, float, float]) -> Figure:
    middle, low, high = found
    sign, bound = target.split()
    met = middle <= float(bound) if sign == "<=" else middle >= float(bound)
    return Figure(name, target, round(middle, 2), met, timing=True, detail=f"rounds {low:.2f} to {high:.2f}")


def exactly(name: str, target: int, value: int, detail: str = "") -> Figure:
    return Figure(name, str(target), value, value == target, detail=detail)


def show(figures: list[Figure], details: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps({"figures": [asdict(f) for f in figures], **details}) + "\n")
        return
    table = Table("figure", "target", "measured", "met", "detail")
    for figure in figures:
        table.add_row(figure.name, figure.target, f"{figure.figure:g}", "yes" if figure.met else "no", figure.detail)
    console = Console(width=150)
    console.print(table)
    for name, value in details.items():
        console.print(f"{name}: {value}", highlight=False)
