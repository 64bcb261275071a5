"""Normal forms and checks of text, names and identifiers."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from memgraph_svc.domain.scope import check_identifier, check_namespace
from memgraph_svc.domain.text import Content, Identifier, Name, QueryText, canonical_name, check_text, valid_identifier
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.settings import LIMITS

ANY_TEXT = st.text(st.characters(exclude_categories=()))
DROPPED_SIGNS = "\"'`´‘’‚‛“”„‟«»‹›-_‐‑‒–—― \t.\N{COMBINING ACUTE ACCENT}"

SAME = [
    ("Redis", "redis"),
    ("REDIS  Cluster", "redis cluster"),
    ("redis-cluster", "redis cluster"),
    ("redis_cluster", "redis cluster"),
    ("redis _-  cluster", "redis cluster"),
    ("redis\N{EN DASH}cluster", "redis cluster"),
    ("redis\N{NO-BREAK SPACE}cluster", "redis cluster"),
    ("Zoë", "zoe"),
    ("Zoe\N{COMBINING DIAERESIS}", "zoe"),
    ("São Paulo", "sao paulo"),
    ("Straße", "strasse"),
    ("STRASSE", "strasse"),
    ("Σίσυφος", "ΣΙΣΥΦΟΣ"),
    ("\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}stanbul", "istanbul"),
    ("O'Brien", "obrien"),
    ("O’Brien", "obrien"),
    ("O´Brien", "obrien"),
    ("O`Brien", "obrien"),
    ('"Redis"', "redis"),
    ("«Redis»", "redis"),
    ("＂Redis＂", "redis"),
    ("Acme Inc.", "acme inc"),
    ("Acme Inc . ", "acme inc"),
    ("Acme...", "acme"),
    ("Ｎｅｏ４ｊ", "neo4j"),
    ("ﬁle oﬃce", "file office"),
    ("H₂O", "h2o"),
    ("  Redis\t", "redis"),
]
DIFFERENT = [
    ("C", "C++"),
    ("C", "C#"),
    ("C++", "C#"),
    ("F", "F#"),
    (".NET", "NET"),
    ("a.b", "ab"),
    ("node.js", "nodejs"),
    ("R&D", "RD"),
    ("redis", "redis 2"),
    ("東京", "京都"),
    ("-", "_"),
    ("'", '"'),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_name_are_one_entity(one: str, other: str) -> None:
    assert canonical_name(one) == canonical_name(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_differ_in_a_kept_sign_are_two_entities(one: str, other: str) -> None:
    assert canonical_name(one) != canonical_name(other)


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("C++", "c++"),
        ("C#", "c#"),
        ("Acme Inc.", "acme inc"),
        ("Müller-Lüdenscheidt", "muller ludenscheidt"),
        ("--", "--"),
        ("''", "''"),
        ("...", "..."),
        ("…", "..."),
        ("＿", "_"),
        ("\N{COMBINING ACUTE ACCENT}", "\N{COMBINING ACUTE ACCENT}"),
        ("한국어", "한국어"),
    ],
)
def test_canonical_form(name: str, canonical: str) -> None:
    assert canonical_name(name) == canonical


@given(ANY_TEXT)
def test_any_text_has_a_canonical_name_that_is_its_own(name: str) -> None:
    canonical = canonical_name(name)
    assert canonical_name(canonical) == canonical
    assert canonical_name(f" {name}\t") == canonical


@given(st.text(DROPPED_SIGNS, min_size=1))
def test_a_name_of_dropped_signs_is_its_compatibility_form(name: str) -> None:
    assert canonical_name(name) == unicodedata.normalize("NFKC", name).strip()


@given(st.text(st.characters(codec="utf-8"), min_size=1))
def test_a_letter_is_never_lost(name: str) -> None:
    letters = [c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) in ("Lu", "Ll", "Lo", "Nd")]
    assert bool(letters) <= bool(canonical_name(name))


def test_no_single_character_breaks_idempotence() -> None:
    touched = (c for c in map(chr, range(0x110000)) if unicodedata.decomposition(c) or c.casefold() != c)
    broken = [c for c in touched if canonical_name(canonical_name(c)) != canonical_name(c)]
    assert broken == []


def test_a_name_whose_canonical_form_outgrows_the_key_is_refused() -> None:
    names = TypeAdapter(Name)
    assert names.validate_python("ß" * LIMITS.name_characters)
    assert names.validate_python("\N{CJK UNIFIED IDEOGRAPH-20000}" * LIMITS.name_characters)
    with pytest.raises(ValidationError, match="normal form"):
        names.validate_python("\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * LIMITS.name_characters)


@pytest.mark.parametrize("blank", ["", " ", "\t\r\n", "\N{NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}", "\u200b", " \ufeff "])
def test_blank_is_refused(blank: str) -> None:
    with pytest.raises(ValueError, match="must not be blank"):
        check_text(blank)


@pytest.mark.parametrize(
    ("text", "rule"),
    [("a\x00b", "NUL"), ("\ud800", "surrogates"), ("a\udfff", "surrogates")],
)
def test_what_no_store_can_hold_is_refused(text: str, rule: str) -> None:
    with pytest.raises(ValueError, match=rule):
        check_text(text)


@given(ANY_TEXT)
def test_text_is_refused_or_storable_and_trimmed(text: str) -> None:
    try:
        kept = check_text(text)
    except ValueError:
        return
    assert kept in text
    assert kept == kept.strip()
    assert kept.encode()
    assert check_text(kept) == kept


def test_blanks_of_every_kind_are_trimmed_at_once() -> None:
    blanks = [sign for sign in map(chr, range(0x3001)) if sign.isspace()] + ["\u200b", "\ufeff"]
    for sign in blanks:
        edge = f"\u200b {sign}\ufeff{sign} \u200b"
        assert check_text(f"{edge}x{sign}y{edge}") == f"x{sign}y"


@pytest.mark.parametrize(
    ("kind", "limit"),
    [(Content, LIMITS.content_characters), (QueryText, LIMITS.query_characters), (Name, LIMITS.name_characters)],
)
def test_length_is_counted_after_trimming(kind: type, limit: int) -> None:
    checked = TypeAdapter(kind)
    assert len(checked.validate_python(f"  {'x' * limit}\n")) == limit
    with pytest.raises(ValidationError, match=f"at most {limit} characters"):
        checked.validate_python("x" * (limit + 1))


@pytest.mark.parametrize("sign", ["\n", "\r", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029"])
def test_a_name_is_one_line(sign: str) -> None:
    with pytest.raises(ValidationError, match="one line"):
        TypeAdapter(Name).validate_python(f"a{sign}b")
    assert TypeAdapter(Content).validate_python(f"a{sign}b") == f"a{sign}b"


@pytest.mark.parametrize("value", [None, 1, b"x", ["x"], True])
@pytest.mark.parametrize("kind", [Content, QueryText, Name, Identifier])
def test_only_text_is_text(kind: type, value: object) -> None:
    with pytest.raises(ValidationError, match="must be text"):
        TypeAdapter(kind).validate_python(value)


@pytest.mark.parametrize("value", ["a", "A-Z_0.9:/@", "tenant/one@host", "x" * LIMITS.id_characters])
def test_identifiers_are_taken_as_they_are(value: str) -> None:
    assert valid_identifier(value) == value


@pytest.mark.parametrize("value", ["", " a", "a b", "a\n", "ä", "a`b", "a'b", "a{b", "x" * (LIMITS.id_characters + 1)])
def test_other_identifiers_are_refused_without_being_quoted(value: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        check_namespace(value)
    assert caught.value.field == "namespace"
    assert not value.strip() or value not in str(caught.value).replace("A-Za-z0-9", "")


@pytest.mark.parametrize("value", [None, 3, b"a"])
def test_an_identifier_that_is_no_text_names_its_field(value: object) -> None:
    with pytest.raises(InvalidInputError, match=r"^episode_id: must be text"):
        check_identifier("episode_id", value)
