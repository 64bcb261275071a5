"""Concept Relational Language: hand-written documents, what they say, and where damaged ones break which rule."""

from __future__ import annotations

import pytest

from memgraph_svc.crl import Dictionary, Head, Statement, Verbatim, When, decode, encode, read_document, render
from memgraph_svc.crl import writer as crl_writer
from memgraph_svc.errors import CRLError, InvalidInputError
from tests.support.crl_contracts import count

EXAMPLE = """%crl1
checkout-api :error 502 @2026-02-26T14:05.. #3
< conntrack table full on node-7 ?0.9
log forwarder :opens a connection a line @2026-02-24..
checkout-api !+ &rate limit"""
SAID = [
    Statement("checkout-api", ":error", "502", when=When("2026-02-26T14:05", ""), turn=3),
    Statement("checkout-api", "<", "conntrack table full on node-7", confidence=0.9),
    Statement("log forwarder", ":opens", "a connection a line", when=When("2026-02-24", "")),
    Statement("checkout-api", "+", "rate limit", negated=True, concept=True),
]
LINES = {
    "a = b": Statement("a", "=", "b"),
    '"a = b" :x = c': Statement("a = b", ":x", "= c"),
    "a = b = c": Statement("a", "=", "b = c"),
    'a = ""': Statement("a", "=", ""),
    '"" = x': Statement("", "=", "x"),
    "a !:sits_on%3A &b": Statement("a", ":sits on:", "b", negated=True, concept=True),
    "a :b%5Fc d": Statement("a", ":b_c", "d"),
    'a = "&b"': Statement("a", "=", "&b"),
    'a = &"#3" #3': Statement("a", "=", "#3", concept=True, turn=3),
    'a = "b ?0.5" ?0.25': Statement("a", "=", "b ?0.5", confidence=0.25),
    "a = b @..2026 ?1 #0": Statement("a", "=", "b", when=When("", "2026"), confidence=1.0, turn=0),
    "a = b @2026-01-01": Statement("a", "=", "b", when=When("2026-01-01")),
    "a = b @x..y": Statement("a", "=", "b", when=When("x", "y")),
    "a = why ?": Statement("a", "=", "why ?"),
    "a = at @ home": Statement("a", "=", "at @ home"),
    'a = "x\\ny\\u2028\\u0000\\u0085"': Statement("a", "=", "x\ny\u2028\0\x85"),
    "a ^ café 漢字 🚀": Statement("a", "^", "café 漢字 🚀"),
    "A plain sentence, with: signs; a=b and $1.": Verbatim("A plain sentence, with: signs; a=b and $1."),
    "|a = b": Verbatim("a = b"),
    "|": Verbatim(""),
    "|%AB": Verbatim("%AB"),
    "|# note": Verbatim("# note"),
    "|||": Verbatim("||"),
    r'|"x" \\ \n \r\n \t \u0000\u2028\u0085': Verbatim('"x" \\ \n \r\n \t \0\u2028\x85'),
    "| two  blanks ": Verbatim(" two  blanks "),
    "|👩\\u200d🔧": Verbatim("👩\u200d🔧"),
}
"""Lines as the encoder writes them."""
READ_TOO = {
    '"a" = "b"': Statement("a", "=", "b"),
    "a = b ?0.50": Statement("a", "=", "b", confidence=0.5),
    "a = b #3 ?0.5 @x": Statement("a", "=", "b", turn=3, confidence=0.5, when=When("x")),
    r'a = "\ud83d\ude80"': Statement("a", "=", "🚀"),
    r"|\ud83d\ude80": Verbatim("🚀"),
    " leading and  double": Verbatim(" leading and  double"),
    "tab\there": Verbatim("tab\there"),
}
"""Lines that are read as well."""
DAMAGED = {
    "": (1, 1), "crl1": (1, 1), "\ufeff%crl1": (1, 1), "%crl2\na": (1, 1), "%crl1 \na": (1, 7),
    "%crl1  lossy=1": (1, 7),
    "%crl1 lossy=0": (1, 13), "%crl1 lossy=1 lossy=1": (1, 15), "%crl1 dict=x": (1, 12), "%crl1 dict=01": (1, 12),
    "%crl1 dict=9999999999": (1, 12), "%crl1 mood=1": (1, 7), "%crl1 dict=2\n": (1, 1),
    "%crl1\r\na": (1, 6), "%crl1\na\u2028b": (2, 2), "%crl1\na\x00": (2, 2), "%crl1\n\ud800": (2, 1),
    "%crl1\n%AB": (2, 1), "%crl1\n%ab=x": (2, 1), "%crl1\n%AB=": (2, 5),
    '%crl1\n%AB=""': (2, 5), '%crl1\n%AB="x"y': (2, 8),
    "%crl1\n%AB=x\n%AB=y": (3, 1), "%crl1\na\n%AB=x": (3, 1), "%crl1\n%AB=a  b": (2, 5), "%crl1\n%AB='\n%ABC=x": (3, 1),
    "%crl1\n= b": (2, 1), "%crl1\na =": (2, 4), "%crl1\na = ": (2, 4), "%crl1\na = &": (2, 6), "%crl1\n =  b": (2, 1),
    "%crl1\na  = b": (2, 1), "%crl1\n&a = b": (2, 1), "%crl1\na = %b": (2, 5), "%crl1\na = b ": (2, 5),
    "%crl1\na = &&b": (2, 6), "%crl1\n# a": (2, 1), '%crl1\n"a': (2, 1), '%crl1\n"a"= b': (2, 4),
    '%crl1\n"a" b': (2, 5),
    '%crl1\na = "b': (2, 5), '%crl1\na = "b"c': (2, 8), '%crl1\na = "b" c': (2, 9), '%crl1\na = "b"  #3': (2, 9),
    "%crl1\na = #3": (2, 5), "%crl1\na = b #3 #4": (2, 10), "%crl1\na = b ?1.5": (2, 7), "%crl1\na = b ?0.123": (2, 7),
    "%crl1\na = b #03": (2, 7), "%crl1\na = b #1234567890": (2, 7), "%crl1\na = b @x..y..z": (2, 7),
    "%crl1\na = b @..": (2, 7), "%crl1\na = b @x@y": (2, 7), "%crl1\na :x%zz b": (2, 5), "%crl1\na :x%FF b": (2, 5),
    "%crl1\n|\\x": (2, 2), "%crl1\n|a\\": (2, 3), "%crl1\n|\\ud800": (2, 1), '%crl1\na = "\\ud800"': (2, 5),
    '%crl1\na = b\n"c': (3, 1), "%crl1\na = b ?0.5 #3 @x ?0.5 #3 @x": (2, 15),
}  # fmt: skip
"""Damaged documents, and line and column of the damage."""


def test_the_example_reads_and_writes_as_it_stands() -> None:
    assert decode(EXAMPLE) == SAID
    assert encode(SAID) == EXAMPLE
    assert decode(EXAMPLE + "\n") == SAID


@pytest.mark.parametrize(("line", "said"), LINES.items())
def test_a_line_has_one_written_form(line: str, said: Statement | Verbatim) -> None:
    assert decode(f"%crl1\n{line}") == [said]
    assert encode([said]) == f"%crl1\n{line}"


@pytest.mark.parametrize(("line", "said"), READ_TOO.items())
def test_other_forms_of_a_line_are_read(line: str, said: Statement | Verbatim) -> None:
    assert decode(f"%crl1\n{line}") == [said] == decode(encode([said]))


@pytest.mark.parametrize(("document", "place"), DAMAGED.items())
def test_damage_is_refused_with_its_place(document: str, place: tuple[int, int]) -> None:
    with pytest.raises(CRLError) as caught:
        decode(document)
    assert (caught.value.line, caught.value.column) == place
    assert caught.value.rule in str(caught.value)
    assert str(caught.value).startswith(f"line {place[0]}, column {place[1]}: ")


def test_qualifiers_alone_are_no_object() -> None:
    with pytest.raises(CRLError, match="line 2, column 6: an object must stand before the qualifiers"):
        decode("%crl1\na = &?0.5 #3")
    with pytest.raises(CRLError, match="column 6: an object must stand before the qualifiers"):
        decode("%crl1\na = &#3")


def test_a_subject_is_left_out_below_its_own_and_texts_do_not_change_it() -> None:
    lines = [Statement("a", "=", "b"), Verbatim("a text"), Statement("a", "+", "c"), Statement("d", "=", "e")]
    assert encode(lines) == "%crl1\na = b\na text\n+ c\nd = e"


@pytest.mark.parametrize(
    ("body", "texts"), [("", []), ("\n", [""]), ("a\n", ["a"]), ("a\n\n", ["a", ""]), ("\na", ["", "a"])]
)
def test_one_line_feed_may_end_the_last_line(body: str, texts: list[str]) -> None:
    assert decode(f"%crl1\n{body}") == [Verbatim(text) for text in texts]
    assert decode("%crl1") == []
    assert encode([]) == "%crl1\n"


def test_a_gist_says_so() -> None:
    document = encode(SAID, lossy=True)
    assert document.startswith("%crl1 lossy=1\n")
    assert read_document(document).head == Head(lossy=True)
    assert not read_document(encode(SAID)).head.lossy


def test_a_legend_is_written_where_it_saves_and_reads_back() -> None:
    lines = [Verbatim(f"the conntrack table of node-{n} was full, AB said") for n in range(9)]
    document = encode(lines, count_tokens=count)
    assert document.startswith("%crl1\n%AA=the conntrack table of node\n%AC=was full, AB said\nAA-0 AC\n")
    assert count(document) < count(encode(lines))
    assert decode(document) == lines
    assert encode(lines[:1], count_tokens=count) == encode(lines[:1])


def test_a_symbol_is_read_as_a_word_only() -> None:
    assert decode("%crl1\n%AB=x y\nAB CAB AB2 AB-AB\nAB = AB") == [
        Verbatim("x y CAB AB2 x y-x y"), Statement("x y", "=", "x y"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["AB", "checkout"])
def test_a_legend_that_would_not_read_back_is_given_up(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    lines = [Verbatim("AB checkout checkout checkout")]
    monkeypatch.setattr(crl_writer, "choose_legend", lambda *_: {name: "AB"})
    assert encode(lines, count_tokens=len) == encode(lines)


def test_names_that_grow_beyond_bounds_are_written_out_and_refused_when_read() -> None:
    dictionary = Dictionary(("x" * 500,))
    lines = [Verbatim(" ".join(["x" * 500] * 5_000))]
    assert encode(lines, dictionary=dictionary).startswith("%crl1\nxxx")
    with pytest.raises(CRLError, match="64 times"):
        decode("%crl1 dict=1\n" + "$0 " * 5_000, dictionary)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"subject": "\ud800"}, "subject"), ({"object": "x\udfff"}, "object"), ({"subject": 3}, "subject"),
        ({"relation": ":"}, "relation"), ({"relation": "is"}, "relation"), ({"relation": ":\ud800"}, "relation"),
        ({"confidence": 1.1}, "confidence"), ({"confidence": 0.123}, "confidence"),
        ({"confidence": True}, "confidence"),
        ({"confidence": float("nan")}, "confidence"), ({"turn": -1}, "turn"), ({"turn": True}, "turn"),
        ({"turn": 10**9}, "turn"), ({"negated": 1}, "negated"), ({"concept": None}, "concept"), ({"when": "x"}, "when"),
    ],
)  # fmt: skip
def test_what_no_statement_can_say_is_refused(fields: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        Statement(**{"subject": "a", "relation": "=", "object": "b", **fields})  # type: ignore[arg-type]
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("", None),
        ("", ""),
        ("a b", None),
        ("a@", None),
        ("a..b", None),
        ("a.", ""),
        ("a", "b..c"),
        ("a", "\n"),
        ("\ud800", ""),
    ],
)
def test_what_no_time_can_be_is_refused(start: str, end: str | None) -> None:
    with pytest.raises(InvalidInputError):
        When(start, end)


def test_only_lines_are_encoded() -> None:
    with pytest.raises(InvalidInputError, match=r"lines\.2"):
        encode([Verbatim("a"), "b"])  # type: ignore[list-item]
    with pytest.raises(InvalidInputError):
        Verbatim("\ud800")


def test_plain_english() -> None:
    assert render(decode(EXAMPLE + "\na !:b c @..x\n|d = e\na = b @x\na !< b @x..y ?0.5 #1")).split("\n") == [
        "checkout-api error 502 since 2026-02-26T14:05 (turn 3).",
        "checkout-api is caused by conntrack table full on node-7 (confidence 0.9).",
        "log forwarder opens a connection a line since 2026-02-24.",
        "checkout-api does not have rate limit.",
        "It is not so that a b c until x.",
        "d = e",
        "a is b at x.",
        "a is not caused by b from x until y (confidence 0.5, turn 1).",
    ]
