"""Lines of a corpus become the fields of an ingest line."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from memgraph_svc.domain.episode import EpisodeDraft
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.evaluation.corpus import corpus_line_to_episode


def test_a_passage_is_a_document_of_title_and_text_at_one_fixed_instant() -> None:
    assert corpus_line_to_episode({"id": "mt-1", "title": "Ada Lovelace", "text": "She wrote notes."}) == {
        "id": "mt-1",
        "content": "Ada Lovelace\nShe wrote notes.",
        "kind": "document",
        "occurred_at": "2000-01-01T00:00:00+00:00",
    }


def test_a_turn_of_a_conversation_is_a_message_with_speaker_caption_session_and_time_in_utc() -> None:
    line = {
        "id": "conv-26/D1:5",
        "conversation": "conv-26",
        "session": 1,
        "turn": 0,
        "at": "2023-05-08T13:56:00",
        "speaker": "Caroline",
        "text": "Look at this.",
        "image_caption": "a photo of a dog",
    }
    assert corpus_line_to_episode(line) == {
        "id": "conv-26/D1:5",
        "content": "Caroline: Look at this. [shares a photo of a dog]",
        "kind": "message",
        "role": "Caroline",
        "conversation": "conv-26",
        "session": "conv-26/S1",
        "turn": 0,
        "occurred_at": "2023-05-08T13:56:00+00:00",
    }


def test_a_time_with_an_offset_is_converted_not_relabelled() -> None:
    episode = corpus_line_to_episode({"id": "a", "text": "t", "at": "2024-01-01T01:30:00+02:00"})
    assert episode["occurred_at"] == "2023-12-31T23:30:00+00:00"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, (None, None)),
        ({"entities": ["Ada"]}, (["Ada"], [])),
        ({"triples": [["Ada", "wrote", "Notes"]]},
         ([], [{"subject": "Ada", "predicate": "wrote", "object": "Notes"}])),
        ({"entities": [], "triples": []}, ([], [])),
    ],
)  # fmt: skip
def test_what_a_line_gives_is_taken_and_only_a_line_without_any_is_left_to_extraction(
    given: dict[str, Any], expected: tuple[Any, Any]
) -> None:
    episode = corpus_line_to_episode({"id": "a", "text": "t", **given})
    assert (episode.get("entities"), episode.get("facts")) == expected
    extracted = corpus_line_to_episode({"id": "a", "text": "t", **given}, graph="extracted")
    assert extracted.keys().isdisjoint({"entities", "facts"})


def test_parts_that_cannot_be_stored_are_dropped_and_counted() -> None:
    dropped: Counter[str] = Counter()
    episode = corpus_line_to_episode(
        {
            "id": "a",
            "text": "t",
            "entities": ["Ada", "", " \u200b", "x" * 513, "two\nlines", "nul\0", "\ud800", 7, {"name": "Neo4j"}],
            "triples": [
                ["Ada", "wrote", "Notes"],
                ["Ada", "is", "ÀDA."],
                ["", "wrote", "Notes"],
                ["Ada", "wrote", "y" * 513],
                ["Ada", " ", "Notes"],
                ["Ada", "wrote"],
                "Ada wrote Notes",
                ["Ada", "wrote", None],
            ],
        },
        dropped=dropped,
    )
    assert episode["entities"] == ["Ada", {"name": "Neo4j"}]
    assert episode["facts"] == [{"subject": "Ada", "predicate": "wrote", "object": "Notes"}]
    assert dropped == {"entities": 7, "triples": 7}


def test_no_more_parts_than_an_episode_may_carry() -> None:
    dropped: Counter[str] = Counter()
    line = {
        "id": "a",
        "text": "t",
        "entities": [f"entity {i}" for i in range(300)],
        "triples": [["hub", "knows", f"entity {i}"] for i in range(257)],
    }
    draft = EpisodeDraft.model_validate(corpus_line_to_episode(line, dropped=dropped))
    assert draft.entities is not None
    assert draft.facts is not None
    assert (len(draft.entities), len(draft.facts)) == (256, 256)
    assert draft.facts[-1].object == "entity 255"
    assert dropped == {"entities": 44, "triples": 1}


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("id", {"id": None}),
        ("id", {"id": "with blank"}),
        ("id", {"id": "x" * 129}),
        ("text", {"text": None}),
        ("title", {"title": 5}),
        ("speaker", {"speaker": ["Ada"]}),
        ("at", {"at": "yesterday"}),
        ("conversation", {"conversation": "two words"}),
        ("session", {"session": True}),
        ("session", {"conversation": "c" * 127, "session": 1}),
        ("entities", {"entities": "Ada"}),
        ("triples", {"triples": {"a": 1}}),
    ],
)
def test_a_line_of_the_wrong_form_names_its_field(field: str, changes: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError) as caught:
        corpus_line_to_episode({"id": "a", "text": "t"} | changes)
    assert caught.value.field == field
