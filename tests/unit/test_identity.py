"""Ids are hashes of what is given: stable, and different for different things."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.domain.identity import content_hash, digest, entity_id, fact_id, namespace_token

PARTS = st.lists(st.none() | st.text(st.characters(codec="utf-8"), max_size=5) | st.integers(0, 20), max_size=4)
AT = datetime(2026, 1, 1, 12, tzinfo=UTC)


def _shown(parts: list[str | int | None]) -> list[str | None]:
    return [None if part is None else str(part) for part in parts]


@given(PARTS, PARTS)
def test_lists_of_parts_collide_only_when_they_are_equal(
    one: list[str | int | None], two: list[str | int | None]
) -> None:
    assert (digest(one) == digest(two)) == (_shown(one) == _shown(two))


@pytest.mark.parametrize(
    ("one", "two"),
    [(["ab", "c"], ["a", "bc"]), ([""], [None]), ([], [""]), (["a"], ["a", None]), (["1:a"], ["a"]), (["-;"], [None])],
)
def test_neighbouring_lists_differ(one: list[str | None], two: list[str | None]) -> None:
    assert digest(one) != digest(two)


def test_ids_do_not_change_between_versions() -> None:
    assert content_hash("hello") == "4a6f1c2724afb40142500a578df37b68"
    assert entity_id("default", "redis") == "en_0e8a50b8fedd25ac3067b9ef36789a0b"
    assert fact_id("default", "anna", "likes", "tea", AT) == "fa_b566024043045c6995b3d663306d6edc"
    assert namespace_token("default") == "n0e722a6b4ec4dea73e447c44d52f96680"


def test_namespaces_never_share_an_id() -> None:
    assert entity_id("a", "redis") != entity_id("b", "redis")
    assert fact_id("a", "s", "p", "o", None) != fact_id("b", "s", "p", "o", None)
    assert namespace_token("a") != namespace_token("A")


def test_a_fact_is_its_ends_predicate_and_beginning() -> None:
    base = fact_id("n", "s", "p", "o", AT)
    assert base == fact_id("n", "s", "p", "o", AT.astimezone(timezone(timedelta(hours=3))))
    others = {
        fact_id("n", "o", "p", "s", AT),
        fact_id("n", "s", "P", "o", AT),
        fact_id("n", "s", "p", "o", None),
        fact_id("n", "s", "p", "o", AT + timedelta(milliseconds=1)),
        fact_id("n", "s p", "", "o", AT),
    }
    assert base not in others
    assert len(others) == 5


@given(st.text("abcXYZ019._:/@-", min_size=1, max_size=128))
def test_a_namespace_token_is_one_word_that_ends_in_a_digit(namespace: str) -> None:
    assert re.fullmatch(r"n[0-9a-f]{32}0", namespace_token(namespace))
