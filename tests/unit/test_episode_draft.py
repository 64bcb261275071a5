"""What a caller may give as an episode, and the identity that follows from it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.entity import EntityMention
from memgraph_svc.domain.episode import EpisodeDraft, EpisodeKind
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.settings import LIMITS

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
FACT = {"subject": "Anna", "predicate": "uses", "object": "Redis"}
FULL: dict[str, Any] = {
    "content": "Anna uses Redis.",
    "id": "e1",
    "kind": "tool_result",
    "role": "search",
    "session": "s1",
    "conversation": "c1",
    "turn": 3,
    "occurred_at": "2026-03-01T13:00:00+01:00",
    "importance": 8,
    "entities": ["Anna", {"name": "Redis", "type": "service", "count": 2}],
    "facts": [FACT | {"valid_from": "2026-01-01T00:00:00Z", "functional": True}],
    "caused_by": ["e0"],
    "metadata": {"source": {"line": 7}},
}


def _draft(**changes: Any) -> EpisodeDraft:
    return validated(EpisodeDraft, {"content": "Anna uses Redis."} | changes)


def test_short_and_long_names_mean_the_same() -> None:
    long = {
        {"id": "episode_id", "session": "session_id", "conversation": "conversation_id"}.get(k, k): v
        for k, v in FULL.items()
    }
    assert validated(EpisodeDraft, FULL) == validated(EpisodeDraft, long)
    draft = validated(EpisodeDraft, FULL)
    assert (draft.episode_id, draft.session_id, draft.conversation_id) == ("e1", "s1", "c1")
    assert draft.kind is EpisodeKind.TOOL_RESULT
    assert draft.occurred_at == AT
    assert draft.entities == (EntityMention(name="Anna"), EntityMention(name="Redis", type="service", count=2))


def test_only_content_is_needed() -> None:
    draft = _draft()
    assert (draft.kind, draft.importance, draft.metadata) == (EpisodeKind.MESSAGE, LIMITS.importance_default, {})
    assert draft.entities is draft.facts is draft.turn is draft.occurred_at is None


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"content": "\u200b \n"}, "content"),
        ({"content": "a\x00"}, "content"),
        ({"content": None}, "content"),
        ({"content": "x" * (LIMITS.content_characters + 1)}, "content"),
        ({"id": ""}, "id"),
        ({"session": "a b"}, "session"),
        ({"session_id": "a b"}, "session_id"),
        ({"kind": "gist"}, "kind"),
        ({"role": "a\nb"}, "role"),
        ({"turn": -1}, "turn"),
        ({"turn": 2**31}, "turn"),
        ({"turn": "3"}, "turn"),
        ({"turn": True}, "turn"),
        ({"occurred_at": "2026-03-01T12:00:00"}, "occurred_at"),
        ({"importance": 0.99}, "importance"),
        ({"importance": 10.01}, "importance"),
        ({"importance": float("nan")}, "importance"),
        ({"entities": [""]}, "entities.0.name"),
        ({"entities": [{"name": "a", "count": 0}]}, "entities.0.count"),
        ({"entities": [{"name": "a", "count": 2**63}]}, "entities.0.count"),
        ({"entities": ["a"] * (LIMITS.entities_per_episode + 1)}, "entities"),
        ({"entities": [3]}, "entities.0"),
        ({"facts": [FACT | {"object": " "}]}, "facts.0.object"),
        ({"facts": [FACT] * (LIMITS.facts_per_episode + 1)}, "facts"),
        ({"caused_by": ["a b"]}, "caused_by.0"),
        ({"caused_by": ["a"] * (LIMITS.causes_per_episode + 1)}, "caused_by"),
        ({"metadata": {"x": float("inf")}}, "metadata"),
        ({"text": "a"}, "text"),
    ],
)
def test_a_broken_rule_names_the_field_as_the_caller_spelled_it(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        _draft(**changes)
    assert caught.value.field == field
    assert caught.value.rule[:1].islower() or caught.value.rule[:3].isupper()


@pytest.mark.parametrize("data", [None, "text", 3, ["content"]])
def test_what_is_no_object_is_refused(data: object) -> None:
    with pytest.raises(InvalidInputError, match="EpisodeDraft"):
        validated(EpisodeDraft, data)


def test_a_refusal_does_not_quote_the_value() -> None:
    for changes in ({"kind": "hunter2"}, {"importance": "hunter2"}, {"occurred_at": "hunter2"}, {"turn": "hunter2"}):
        with pytest.raises(InvalidInputError) as caught:
            _draft(**changes)
        assert "hunter2" not in str(caught.value)


def test_a_given_id_is_the_identity() -> None:
    assert _draft(id="e1").identity("a") == _draft(id="e1").identity("b") == "e1"


def test_an_identity_is_made_of_what_places_an_episode() -> None:
    base = _draft()
    assert base.identity("n") == _draft().identity("n")
    assert base.identity("n").startswith("ep_")
    for changes in (
        {"session": "s"},
        {"turn": 1},
        {"kind": "document"},
        {"role": "user"},
        {"occurred_at": AT},
        {"content": "Anna uses Redis"},
    ):
        assert _draft(**changes).identity("n") != base.identity("n"), changes
    for changes in ({"importance": 9}, {"metadata": {"a": 1}}, {"entities": []}, {"conversation": "c"}):
        assert _draft(**changes).identity("n") == base.identity("n"), changes
    assert base.identity("m") != base.identity("n")


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ({}, {"importance": 6}),
        ({}, {"entities": []}),
        ({"entities": []}, {"entities": ["Anna"]}),
        ({"entities": ["Anna"]}, {"entities": [{"name": "Anna", "count": 2}]}),
        ({"entities": ["Anna"]}, {"entities": [{"name": "Anna", "type": "person"}]}),
        ({}, {"facts": []}),
        ({"facts": [FACT]}, {"facts": [FACT | {"functional": True}]}),
        ({"facts": [FACT]}, {"facts": [FACT | {"valid_to": AT}]}),
        ({"facts": [FACT]}, {"facts": [FACT | {"confidence": 0.5}]}),
        (
            {"facts": [{"subject": "a b", "predicate": "c", "object": "d"}]},
            {"facts": [{"subject": "a", "predicate": "b c", "object": "d"}]},
        ),
        ({}, {"caused_by": ["x"]}),
        ({}, {"metadata": {"a": 1}}),
        ({"metadata": {"a": 1}}, {"metadata": {"a": "1"}}),
        ({}, {"conversation": "c"}),
        ({}, {"occurred_at": AT}),
    ],
)
def test_another_payload_has_another_hash(one: dict[str, Any], two: dict[str, Any]) -> None:
    assert _draft(**one).payload_hash() != _draft(**two).payload_hash()


def test_the_same_payload_has_the_same_hash() -> None:
    assert _draft(importance=8).payload_hash() == _draft(importance=8.0).payload_hash()
    assert _draft(caused_by=["a", "b"]).payload_hash() == _draft(caused_by=["b", "a"]).payload_hash()
    assert _draft(id="x").payload_hash() == _draft(id="y").payload_hash()
    assert (
        _draft(occurred_at="2026-03-01T13:00:00+01:00").payload_hash()
        == _draft(occurred_at="2026-03-01T12:00:00.0004Z").payload_hash()
    )


@given(st.sets(st.sampled_from(sorted(FULL.keys() - {"content"}))))
def test_a_draft_survives_its_json_form(fields: set[str]) -> None:
    draft = validated(EpisodeDraft, {name: FULL[name] for name in fields | {"content"}})
    text = draft.model_dump_json(exclude_defaults=True)
    again = validated(EpisodeDraft, json.loads(text))
    assert again == draft
    assert again.payload_hash() == draft.payload_hash()
