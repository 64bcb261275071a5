"""Codes of the dictionary, and the legend of a document."""

from __future__ import annotations

import pytest

from memgraph_svc.crl import Dictionary, Statement, Verbatim, decode, encode
from memgraph_svc.crl.legend import choose_legend
from memgraph_svc.errors import CRLError, InvalidInputError, NotFoundError
from tests.support.crl_contracts import count

NAMES = Dictionary(("checkout-api", "conntrack table", "sits on", "checkout-api gateway", "$1", "x"))


@pytest.mark.parametrize(
    ("text", "coded"),
    [
        ("checkout-api", "$0"), ("the checkout-api.", "the $0."), ("checkout-api gateway", "$3"),
        ("checkout-api gateways", "$0 gateways"), ("checkout-api2 xcheckout-api", "checkout-api2 xcheckout-api"),
        ("checkout-apiconntrack table", "checkout-apiconntrack table"), ("checkout-api/conntrack table", "$0/$1"),
        ("$", "$$"), ("$0", "$$0"),
        ("é checkout-apié", "é checkout-apié"), ("$$checkout-api", "$$$$$0"), ("$1", "$$1"), ("x", "x"),
        ("Checkout-api", "Checkout-api"),
    ],
)  # fmt: skip
def test_names_are_written_as_codes_the_longest_first_and_the_sign_is_doubled(text: str, coded: str) -> None:
    assert encode([Verbatim(text)], dictionary=NAMES) == f"%crl1 dict=6\n{coded}"
    assert decode(f"%crl1 dict=6\n{coded}", NAMES) == [Verbatim(text)]


def test_a_name_may_hold_the_sign() -> None:
    dictionary = Dictionary(("cost in $", "$ of $ x"))
    assert encode([Verbatim("the cost in $, $ of $ x")], dictionary=dictionary) == "%crl1 dict=2\nthe $0, $1"


def test_codes_stand_in_every_part_of_a_statement() -> None:
    said = Statement("checkout-api", ":sits on", "conntrack table", concept=True)
    assert encode([said], dictionary=NAMES) == "%crl1 dict=6\n$0 :$2 &$1"
    assert encode([said]) == "%crl1\ncheckout-api :sits_on &conntrack table"
    assert encode([Verbatim("$0")]) == "%crl1\n$0"


@pytest.mark.parametrize(
    "text", ["$", "a $ b", "$x", "$6", "$01", "$9999999999", "$$$", "a = $", "$ = b", "a :$ b", '"$" = b']
)
def test_a_sign_that_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(CRLError, match=r"line 2, column \d: a (dollar sign|code)"):
        decode(f"%crl1 dict=6\n{text}", NAMES)


@pytest.mark.parametrize("dictionary", [None, Dictionary(), Dictionary(("a", "b", "c", "d", "e"))])
def test_a_document_needs_the_names_that_it_was_written_with(dictionary: Dictionary | None) -> None:
    with pytest.raises(CRLError, match="6 names"):
        decode("%crl1 dict=6\na", dictionary)


def test_a_code_of_a_later_name_is_refused() -> None:
    assert decode("%crl1 dict=1\n$0", NAMES) == [Verbatim("checkout-api")]
    with pytest.raises(CRLError, match="below the 1 names"):
        decode("%crl1 dict=1\n$1", NAMES)


def test_later_names_change_nothing_and_get_later_codes() -> None:
    lines = [Verbatim("the gateway of checkout-api")]
    written = encode(lines, dictionary=NAMES)
    grown = NAMES.extended(["gateway", "checkout-api", "gateway", "the gateway of"])
    assert grown.names == (*NAMES.names, "gateway", "the gateway of")
    assert decode(written, grown) == lines
    assert encode(lines, dictionary=grown) == "%crl1 dict=8\n$7 $0"


def test_a_merged_entity_keeps_its_code_as_an_alias() -> None:
    lines = [Verbatim("conntrack table")]
    written = encode(lines, dictionary=NAMES)
    merged = NAMES.merged("conntrack table", "x").merged("x", "checkout-api")
    assert decode(written, merged) == lines
    assert encode(lines, dictionary=merged) == written
    assert [merged.current(code) for code in range(6)] == [0, 0, 2, 3, 4, 0]
    assert merged.code("conntrack table") == 1
    assert merged.extended(["new"]).current(1) == 0
    with pytest.raises(InvalidInputError, match="aliases"):
        merged.merged("checkout-api", "conntrack table")
    with pytest.raises(NotFoundError):
        merged.merged("nobody", "x")


def test_a_name_that_is_gone_leaves_a_hole() -> None:
    lines = [Verbatim("the conntrack table"), Verbatim("sits on x")]
    written = encode(lines, dictionary=NAMES)
    assert written == "%crl1 dict=6\nthe $1\n$2 x"
    left = NAMES.retired("conntrack table")
    assert left.names == ("checkout-api", None, "sits on", "checkout-api gateway", "$1", "x")
    with pytest.raises(CRLError, match=r"line 2, column 1: code \$1 is retired"):
        decode(written, left)
    assert encode(lines, dictionary=left) == "%crl1 dict=6\nthe conntrack table\n$2 x"
    again = left.extended(["conntrack table"])
    assert again.code("conntrack table") == 6
    assert encode(lines, dictionary=again) == "%crl1 dict=7\nthe $6\n$2 x"
    with pytest.raises(CRLError, match=r"\$1 is retired"):
        decode(written, again)
    with pytest.raises(NotFoundError):
        left.retired("conntrack table")


def test_holes_are_counted_and_may_be_all_there_is() -> None:
    assert Dictionary((None, None)).extended(["a long name"]).code("a long name") == 2
    assert encode([Verbatim("None $0")], dictionary=Dictionary((None,))) == "%crl1 dict=1\nNone $$0"
    with pytest.raises(CRLError, match="below the 2 names"):
        decode("%crl1 dict=2\n$2", Dictionary((None, "a", "b")))


def test_nothing_is_part_of_a_hole() -> None:
    merged = NAMES.merged("x", "checkout-api").merged("sits on", "x").merged("$1", "sits on")
    left = merged.retired("x")
    assert left.aliases == ((4, 2),)
    assert [left.current(code) for code in (2, 4)] == [2, 2]
    for aliases in (((0, 1),), ((1, 0),)):
        with pytest.raises(InvalidInputError, match="aliases"):
            Dictionary(("a", None), aliases)


@pytest.mark.parametrize("names", [("a", "a"), ("",), ("\ud800",), (1,), (None, "a", "a")])
def test_a_dictionary_holds_distinct_texts(names: tuple[str, ...]) -> None:
    with pytest.raises(InvalidInputError):
        Dictionary(names)


@pytest.mark.parametrize("aliases", [((0, 0),), ((0, 9),), ((9, 0),), ((0, 1), (0, 2)), ((0, 1), (1, 2), (2, 0))])
def test_aliases_lead_to_other_codes(aliases: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(InvalidInputError, match="aliases"):
        Dictionary(("a", "b", "c"), aliases)


def test_a_symbol_is_one_token_and_absent_from_the_body() -> None:
    texts = [
        "conntrack table",
        "conntrack table is full",
        "the conntrack table",
        "conntrack table",
        "conntrack table",
    ] * 2
    two = {"AA", "AB", "AD"}
    chosen = choose_legend(texts, "CAABY", lambda text: 2 if text.strip() in two else count(text))
    assert chosen == {"conntrack table": "AC"}
    assert choose_legend(texts[:2], "", count) == {}


def test_a_name_pays_from_more_uses_than_the_break_even() -> None:
    for tokens, uses in ((3, 4), (4, 3), (8, 2)):
        name = " ".join(f"word{n}" for n in range(6))

        def counted(text: str, tokens: int = tokens, name: str = name) -> int:
            return tokens if text.strip() == name else 1

        enough = (tokens + 3) // (tokens - 1) + 1
        assert enough == uses
        assert name in choose_legend([name] * enough, "", counted)
        assert name not in choose_legend([name] * (enough - 1), "", counted)


def test_legend_and_codes_go_together() -> None:
    lines = [Statement("checkout-api", ":sits on", f"the long shelf of hall {n}") for n in range(9)]
    written = encode(lines, dictionary=NAMES, count_tokens=count)
    assert written.startswith("%crl1 dict=6\n%AA=the long shelf of hall\n$0 :$2 AA 0\n:$2 AA 1\n")
    assert decode(written, NAMES.extended(["hall"])) == lines
