"""Hostile texts as queries of the full-text index."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.scoring.english import STOP_WORDS, query_terms, stem
from memgraph_svc.scoring.lucene import FulltextQuery, fulltext_query, lucene_query

TOKEN = "n" + "a3" * 16 + "0"
SHAPE = re.compile(rf'\+ns_token:{TOKEN}\^0 \+content:\(("[^"\\]+"(?: "[^"\\]+")*)\)')

SIGNS = """(( )) * ? ~ ^ && || ! - + / \\ \\" " '' [ ] { }} 🚀 ❤️‍🔥 ² __ …"""
WITHOUT_WORDS = [*SIGNS.split(), "", " ", "\n\t", "the of and", "AND OR NOT", "It's", "\u2028", "\x00", "\u0301"]
WITH_WORDS = {
    "redis AND": ["redis"],
    "+redis -timeout": ["redis", "timeout"],
    '"unbalanced': ["unbalanced"],
    'a"b"c': ["b", "c"],
    "foo\\": ["foo"],
    "[x TO y]": ["x", "y"],
    "{x TO *}": ["x"],
    "te?t wild* *lead": ["te", "t", "wild", "lead"],
    "roam~2 term^4": ["roam", "2", "term", "4"],
    "content:*": ["content"],
    "ns_token:other": ["ns_token", "other", "ns_token:other"],
    "/regex/": ["regex"],
    "!x && y || z": ["x", "y", "z"],
    "can't": ["can", "t", "can't"],
    "don’t": ["don", "t", "don’t"],
    "user's": ["user"],
    "C++ C#": ["c"],
    "v1.2.3": ["v1", "2", "3", "v1.2.3"],
    "example.com, 1,000": ["example", "com", "1", "000", "example.com", "1,000"],
    "東京タワー": ["東", "京", "タワー"],
    "한국어": ["한국어"],
    "हिन्दी": ["हिन्दी"],
    "العربية": ["العربية"],
    "naïve café 🚀": ["naïve", "café"],
    "<script>x</script>": ["script", "x"],
    "${jndi:ldap}": ["jndi", "ldap", "jndi:ldap"],
    "runs running": ["runs"],
    "'; MATCH (n) DETACH DELETE n //": ["match", "n", "detach", "delete"],
}


@pytest.mark.parametrize("text", WITHOUT_WORDS)
def test_a_text_without_a_searchable_word_asks_nothing(text: str) -> None:
    assert fulltext_query(text, TOKEN) == FulltextQuery(lucene=None, terms=(), words=(), compounds=(), cut=False)


@pytest.mark.parametrize(("text", "expected"), WITH_WORDS.items())
def test_every_sign_is_plain_text(text: str, expected: list[str]) -> None:
    asked = fulltext_query(text, TOKEN).lucene
    quoted = " ".join(f'"{word}"' for word in expected)
    assert asked == f"+ns_token:{TOKEN}^0 +content:({quoted})"


def test_a_long_text_is_cut_and_says_so() -> None:
    asked = fulltext_query(" ".join(f"w{n}.x{n}" for n in range(5_000)), TOKEN)
    assert asked.cut
    assert len(asked.terms) == len(asked.words) == 64
    assert asked.lucene is not None
    assert asked.lucene.count('"') // 2 <= 128
    assert not fulltext_query("word " * 5_000, TOKEN).cut


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("+-&|!(){}[]^\"~*?:\\/ .,'aANDOR²東é\u0301🚀_"))))
def test_no_text_breaks_out_of_its_quotes(text: str) -> None:
    asked = fulltext_query(text, TOKEN)
    terms, cut = query_terms(text)
    assert (asked.terms, asked.cut) == (terms, cut)
    assert [stem(word) for word in asked.words] == list(terms)
    assert (asked.lucene is None) == (not terms)
    if asked.lucene is not None:
        found = SHAPE.fullmatch(asked.lucene)
        assert found
        assert STOP_WORDS.isdisjoint(found[1].strip('"').split('" "'))


def test_words_given_directly_are_escaped_and_stop_words_left_out() -> None:
    assert lucene_query(['x" OR ns_token:*', "the", "y\\"], TOKEN) == (
        f'+ns_token:{TOKEN}^0 +content:("x\\" OR ns_token:*" "y\\\\")'
    )
    assert lucene_query(["the", "🚀"], TOKEN) is None


def test_several_fields() -> None:
    assert lucene_query(["x"], TOKEN, ("name", "aliases")) == f'+ns_token:{TOKEN}^0 +(name:("x") aliases:("x"))'


@pytest.mark.parametrize("token", ["", "the", "n1 OR x", "N10", "n1*", "n10\n", 'n1"0'])
def test_a_token_that_the_index_would_change_is_refused(token: str) -> None:
    with pytest.raises(InvalidInputError):
        lucene_query(["x"], token)


@pytest.mark.parametrize("fields", [(), ("a b",), ("a:b",), ("",), ("x\n",)])
def test_a_field_that_is_no_property_name_is_refused(fields: tuple[str, ...]) -> None:
    with pytest.raises(InvalidInputError):
        lucene_query(["x"], TOKEN, fields)


def test_at_least_one_term_must_be_allowed() -> None:
    with pytest.raises(InvalidInputError):
        fulltext_query("x", TOKEN, most=0)
