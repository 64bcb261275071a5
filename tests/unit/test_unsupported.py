"""What a gist may not say: numbers, identifiers and names that its source does not hold."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.scoring.unsupported import unsupported

SOURCE = """user: The pump P-17 in Ghent stopped at 06:40, please ask Nele Claes.
call: {"unit": "P-17", "since": "2026-02-03T06:40"}
tool: {"state": "tripped", "current_a": 41.50, "limit_a": 1,200, "note": "caf\\u00e9 side\\nValve V2.1.4 shut"}
assistant: Nele Claes says the breaker tripped at 41.50 A; see logs/pump/p17.log."""


@pytest.mark.parametrize(
    "gist",
    [
        "",
        "Pump P-17 in Ghent tripped at 41.5 A",
        "nele claes: breaker tripped; Limit 1200",
        "Stopped 06:40 on 2026-02-03, log p17.log",
        "Café side, Valve 2.1.4 shut",
        "Checked quickly. Investigated pump/p17.log and the breaker",
        "It stopped. The pump stopped. There was no leak",
    ],
)
def test_what_the_source_says_is_supported(gist: str) -> None:
    assert unsupported(gist, SOURCE) == []


@pytest.mark.parametrize(
    ("gist", "missing"),
    [
        ("Pump P-18 tripped", ["P-18"]),
        ("41.55 A at 06:41", ["41.55", "06:41"]),
        ("Ask Nele Peeters or Tom", ["Peeters", "Tom"]),
        ("Pieter called", ["Pieter"]),
        ("limit 200, valve 2.1", ["200", "2.1"]),
        ("see logs/pump/p18.log", ["logs/pump/p18.log"]),
        ("see claes/pump", ["claes/pump"]),
        ("on 2026-03-02", ["2026-03-02"]),
        ("P-18 P-18 P-19", ["P-18", "P-19"]),
    ],
)
def test_what_it_does_not_say_is_named_in_order_and_once(gist: str, missing: list[str]) -> None:
    assert unsupported(gist, SOURCE) == missing


@given(st.text(max_size=60) | st.text(alphabet="aA1.,-_/\\ \nu0é", max_size=60))
def test_a_text_supports_itself(text: str) -> None:
    assert unsupported(text, text) == []


def test_long_texts_take_no_more_than_a_moment() -> None:
    gist = " ".join(f"1-{n}" for n in range(300))
    started = process_time()
    assert len(unsupported(gist, "1-" * 100_000)) == 299
    assert process_time() - started < 5.0
