"""The extractive gister: what it keeps, that it invents nothing, and that no text stops it."""

from __future__ import annotations

import json
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memgraph_svc.adapters.gisters.extractive import ExtractiveGister
from memgraph_svc.adapters.tokenizers.tiktoken_pure import O200kTokenizer
from memgraph_svc.domain.episode import EpisodeKind
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.ports.gister import GistLine, Turn
from memgraph_svc.scoring.unsupported import unsupported

TOKENIZER = O200kTokenizer()
GISTER = ExtractiveGister(TOKENIZER)
HOSTILE = (
    *("", " \n\t", "x" * 3_000, "a,b;c " * 600, "[" * 2_000, "[]", "{}", "[1, 2]", "NaN", "\ufffd" * 50, "🚀🚀 v2.0"),
    *('{"a": [[[[1, {"b": null}]]]]}', '{"a": 1', '[{"n": 1}, {"n": 2}, 3]', '{"id": 1}\n{"id": 2}', '{"x": NaN}'),
    *("\x00\x07\x1b[31mred\x1b[0m 7", "مرحبا بالعالم رقم 42. نعم", "東京は12度。", "\u2028line 5\u2029line 6"),
    *("1\n2\n3\n4\n5\n6", "a |  | b\n--|--|--\n1 | 2 | 3"),
)
TURNS = st.lists(
    st.builds(
        Turn,
        st.sampled_from(list(EpisodeKind)),
        st.sampled_from(HOSTILE) | st.text(max_size=80) | st.text(alphabet='aB1 .,:{}[]"\n|=-', max_size=80),
        st.sampled_from(["user", "assistant", ""]),
        st.sampled_from(["", "readFile", "mcp__db__query"]),
    ),
    max_size=8,
)


def said(text: str, role: str = "user") -> Turn:
    return Turn(EpisodeKind.MESSAGE, text, role)


def answered(text: str) -> Turn:
    return Turn(EpisodeKind.TOOL_RESULT, text)


def joined(lines: list[GistLine]) -> str:
    return "\n".join(line.text for line in lines)


@settings(max_examples=60, deadline=None)
@given(TURNS, st.integers(1, 120))
def test_any_turns_give_readable_lines_in_order_within_the_budget(turns: list[Turn], budget: int) -> None:
    lines = GISTER.gist(turns, budget)
    assert TOKENIZER.count(joined(lines)) <= budget
    places = [line.turn for line in lines]
    assert places == sorted(places)
    assert set(places) <= set(range(len(turns)))
    assert all(line.text.strip() and len(line.text.splitlines()) == 1 for line in lines)
    assert lines == GISTER.gist(turns, budget)


def test_a_budget_of_nothing_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="budget_tokens"):
        GISTER.gist([said("Hello Ghent")], 0)


def test_numbers_are_written_as_in_the_source_and_nothing_is_invented() -> None:
    source = '{"total": 417.00, "rows": [{"name": "Øre", "kg": 0.50}], "big": 12345678901234567890, "ok": true}'
    gist = joined(GISTER.gist([answered(source)], 80))
    assert all(number in gist for number in ("417.00", "0.50", "12345678901234567890"))
    assert unsupported(gist, source) == []


def test_the_request_and_the_report_come_before_talk() -> None:
    turns = [
        said("Move the archive of the Bremen office to the cellar, but never unplug server K2."),
        said("I'll look around first.", "assistant"),
        said("Sounds good to me, go ahead then."),
        said("The archive is in the cellar, server K2 ran all the time.", "assistant"),
    ]
    lines = GISTER.gist(turns, 32)
    assert {0, 3} <= {line.turn for line in lines} <= {0, 1, 3}
    assert "never unplug server K2" in lines[0].text


def test_clauses_are_joined_again_and_a_link_to_what_is_left_out_goes() -> None:
    turn = said(
        "The old barn smells of hay and everything in it is dusty, but bay 12 holds the Fendt 313 of Ulla Voss."
    )
    assert joined(GISTER.gist([turn], 60)).endswith("dusty, but bay 12 holds Fendt 313 of Ulla Voss")
    assert joined(GISTER.gist([turn], 14)) == "bay 12 holds Fendt 313 of Ulla Voss"


def test_a_log_is_reduced_to_the_line_that_differs() -> None:
    log = [f"2026-03-01T10:00:{n:02d}Z INFO pump.ctl pressure ok value={n}" for n in range(40)]
    log.insert(23, "2026-03-01T10:00:23Z ERROR pump.ctl valve V9 stuck, bypass opened")
    gist = joined(GISTER.gist([answered("\n".join(log))], 20))
    assert "ERROR pump.ctl valve V9 stuck" in gist
    assert "2026" not in gist


def test_a_row_that_was_spoken_of_is_kept_before_the_others() -> None:
    rows = [{"tent": f"Tarn {n}", "kg": n / 10, "beds": n % 3} for n in range(11, 40)]
    gist = joined(GISTER.gist([said("Take the Tarn 27."), answered(json.dumps(rows))], 26))
    assert "Tarn 27: kg 2.7" in gist


def test_a_spoken_row_is_found_among_very_many() -> None:
    rows = "\n".join(f"crate-{n} {n * 7 % 1000} bay{n % 13}" for n in range(3_000))
    gist = joined(GISTER.gist([said("Where is crate-2718?"), answered(rows)], 400))
    assert "crate-2718" in gist.split("\n", 1)[1]


def test_a_table_keeps_its_heading_and_a_call_the_name_of_its_tool() -> None:
    table = "wood      | price | stock\noak       | 48    | 3\nlarch     | 31    | 77\nspruce    | 19    | 250"
    call = Turn(EpisodeKind.TOOL_CALL, '{"kind": "larch", "metres": 12}', "assistant", "order_planks")
    lines = GISTER.gist([answered(table), call], 60)
    assert lines[0].text.startswith("wood price stock: ")
    assert lines[1].text == "order planks: larch, 12"


def test_what_was_said_twice_is_kept_once() -> None:
    turns = [said("The lease of Dock 4 ends on 9 May.") for _ in range(5)] + [said("Mira pays the gas bill.")]
    assert [line.turn for line in GISTER.gist(turns, 24)] == [0, 5]


@pytest.mark.parametrize(
    "text",
    [
        "word7 alpha " * 9_000,
        "x" * 100_000,
        "a. " * 33_000,
        "1,000" * 20_000,
        " " * 100_000 + "|",
        "\n".join(f"{n} item {n * 31 % 997} at {n % 60}:{n % 7}" for n in range(5_000)),
        json.dumps([{"name": f"n{n}", "value": n} for n in range(3_000)]),
    ],
)
def test_very_long_texts_take_no_more_than_a_moment(text: str) -> None:
    for turn in (said(text), answered(text), Turn(EpisodeKind.TOOL_CALL, text, tool="run")):
        started = process_time()
        GISTER.gist([turn], 300)
        assert process_time() - started < 3.0
