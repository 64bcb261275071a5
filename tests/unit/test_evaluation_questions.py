"""Questions of a benchmark, files of them, and the baseline that they are compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.domain.episode import EpisodeDraft
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.evaluation.baseline import exact_dense
from memgraph_svc.evaluation.jsonl import read_jsonl
from memgraph_svc.evaluation.questions import Question, select_questions

if TYPE_CHECKING:
    from pathlib import Path

ROWS: list[dict[str, Any]] = [
    {"id": "q1", "question": "Who?", "gold_ids": ["a", "a", "b"], "answerable": True, "hops": 2},
    {"id": "q2", "question": "When?", "gold_ids": ["c"], "answerable": False, "category": "temporal"},
    {"id": "q3", "question": "What?", "gold_ids": [], "answerable": True, "hops": 1, "conversation": "c-1"},
]


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        (None, ["q1", "q2"]),
        ("answerable=true", ["q1"]),
        ("answerable=false", ["q2"]),
        ("category=temporal", ["q2"]),
        ("hops=2", ["q1"]),
    ],
)
def test_a_condition_chooses_questions_and_those_without_gold_are_left_out(where: str | None, ids: list[str]) -> None:
    assert [q.question_id for q in select_questions(ROWS, where)] == ids


def test_gold_named_twice_is_kept_once() -> None:
    assert select_questions(ROWS)[0] == Question("q1", "Who?", ("a", "b"))


@pytest.mark.parametrize("where", ["answerable", "=true", "answerable=maybe", "answerable=1", "missing=1"])
def test_a_condition_that_cannot_be_met_is_an_error_not_an_empty_run(where: str) -> None:
    with pytest.raises(InvalidInputError, match="where"):
        select_questions(ROWS, where)


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("id", {"id": 5}),
        ("question", {"question": " "}),
        ("gold_ids", {"gold_ids": "a"}),
        ("gold_ids", {"gold_ids": None}),
        ("conversation", {"conversation": "two words"}),
        ("queries", {"gold_ids": []}),
    ],
)
def test_a_question_of_the_wrong_form_names_its_field(field: str, changes: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError) as caught:
        select_questions([{"id": "q", "question": "Who?", "gold_ids": ["a"]} | changes])
    assert caught.value.field == field


def test_files_of_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text('\ufeff{"id": "a"}\r\n\n{"id": "b\\u2028"}\n', "utf-8")
    assert read_jsonl(path) == [{"id": "a"}, {"id": "b\u2028"}]
    path.write_text('{"id": "a"}\n["b"]\n', "utf-8")
    with pytest.raises(InvalidInputError, match=r"corpus\.jsonl, line 2"):
        read_jsonl(path)
    with pytest.raises(InvalidInputError, match="cannot be read"):
        read_jsonl(tmp_path / "absent.jsonl")


def test_exact_dense_orders_by_cosine_and_stays_inside_the_conversation() -> None:
    drafts = [
        EpisodeDraft(episode_id="b", content="the cat sat on the mat", conversation_id="c-1"),
        EpisodeDraft(episode_id="a", content="the cat sat on the mat", conversation_id="c-2"),
        EpisodeDraft(episode_id="c", content="stock markets fell sharply", conversation_id="c-1"),
    ]
    everywhere = Question("q1", "where did the cat sit", ("a",))
    inside = Question("q2", "where did the cat sit", ("b",), "c-1")
    nowhere = Question("q3", "where did the cat sit", ("b",), "c-3")
    found = exact_dense(drafts, [everywhere, inside, nowhere], HashingEmbedder(), limit=2)
    assert found == [["a", "b"], ["b", "c"], []]
