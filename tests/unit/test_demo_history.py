"""The packaged history is valid, consistent, and offers what the demonstration shows."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest

from memgraph_svc.demo import load_history, load_questions
from memgraph_svc.domain._model import validated
from memgraph_svc.domain.episode import EpisodeDraft, EpisodeKind
from memgraph_svc.domain.instant import parse_instant
from memgraph_svc.domain.text import canonical_name


@pytest.fixture(scope="module")
def drafts() -> list[EpisodeDraft]:
    return [validated(EpisodeDraft, line) for line in load_history()]


@pytest.fixture(scope="module")
def questions() -> list[dict[str, Any]]:
    return load_questions()


@pytest.fixture(scope="module")
def by_id(drafts: list[EpisodeDraft]) -> dict[str, EpisodeDraft]:
    return {draft.identity("demo"): draft for draft in drafts}


def when(draft: EpisodeDraft) -> datetime:
    assert draft.occurred_at is not None
    return draft.occurred_at


def test_ids_are_unique_and_tell_session_and_turn(drafts: list[EpisodeDraft]) -> None:
    assert [d.episode_id for d in drafts] == [f"{d.session_id}-t{d.turn:02d}" for d in drafts]
    assert len({d.episode_id for d in drafts}) == len(drafts) >= 80


def test_sessions_are_long_enough_for_gists(drafts: list[EpisodeDraft]) -> None:
    turns = Counter(d.session_id for d in drafts)
    assert len(turns) >= 9
    assert sum(n > 10 for n in turns.values()) >= 5


def test_turns_are_consecutive_and_time_never_goes_back_in_a_session(drafts: list[EpisodeDraft]) -> None:
    sessions: dict[str | None, list[EpisodeDraft]] = defaultdict(list)
    for draft in drafts:
        sessions[draft.session_id].append(draft)
    for members in sessions.values():
        assert [d.turn for d in members] == list(range(1, len(members) + 1))
        assert [when(d) for d in members] == sorted(when(d) for d in members)
        assert len({d.conversation_id for d in members}) == 1


def test_history_covers_six_weeks_and_every_kind(drafts: list[EpisodeDraft]) -> None:
    assert min(map(when, drafts)) >= datetime(2026, 3, 2, tzinfo=UTC)
    assert max(map(when, drafts)) < datetime(2026, 4, 13, tzinfo=UTC)
    assert {d.kind for d in drafts} == set(EpisodeKind)


def test_causes_exist_and_are_not_later_than_effects(by_id: dict[str, EpisodeDraft]) -> None:
    order = list(by_id)
    for name, draft in by_id.items():
        for cause in draft.caused_by:
            assert order.index(cause) < order.index(name)
            assert when(by_id[cause]) <= when(draft)


def test_every_tool_result_names_its_call(by_id: dict[str, EpisodeDraft]) -> None:
    results = [d for d in by_id.values() if d.kind is EpisodeKind.TOOL_RESULT]
    assert results
    for draft in results:
        assert EpisodeKind.TOOL_CALL in {by_id[cause].kind for cause in draft.caused_by}


def test_both_ends_of_a_fact_are_among_the_entities(drafts: list[EpisodeDraft]) -> None:
    with_facts = [d for d in drafts if d.facts]
    assert len(with_facts) >= len(drafts) // 4
    for draft in with_facts:
        names = {entity.canonical for entity in draft.entities or ()}
        for fact in draft.facts or ():
            assert {canonical_name(fact.subject), canonical_name(fact.object)} <= names, draft.episode_id
            assert not fact.is_loop


def test_names_are_spelled_and_typed_one_way(drafts: list[EpisodeDraft]) -> None:
    seen: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for draft in drafts:
        for entity in draft.entities or ():
            seen[entity.canonical].add((entity.name, entity.type))
    assert {name: forms for name, forms in seen.items() if len(forms) > 1} == {}


def test_single_valued_facts_change_at_known_instants(drafts: list[EpisodeDraft]) -> None:
    facts = [fact for draft in drafts for fact in draft.facts or ()]
    values: dict[tuple[str, str], dict[datetime | None, str]] = defaultdict(dict)
    flags: dict[str, set[bool]] = defaultdict(set)
    for fact in facts:
        flags[fact.predicate].add(fact.functional)
        if fact.functional:
            assert values[fact.subject, fact.predicate].setdefault(fact.valid_from, fact.object) == fact.object
    changing = {key: starts for key, starts in values.items() if len(set(starts.values())) > 1}
    assert len(changing) >= 5
    assert all(None not in starts for starts in changing.values())
    assert {predicate for predicate, kinds in flags.items() if len(kinds) > 1} == set()


def test_questions_point_to_episodes(by_id: dict[str, EpisodeDraft], questions: list[dict[str, Any]]) -> None:
    kinds = Counter(q["kind"] for q in questions)
    assert kinds["multi_hop"] >= 6
    assert (kinds["single_hop"], kinds["as_of"], kinds["why"]) == (3, 2, 2)
    assert len({q["id"] for q in questions}) == len(questions)
    for question in questions:
        assert question["question"]
        assert question["answer"]
        assert set(question["gold_ids"]) <= set(by_id)
    for kind in ("multi_hop", "as_of", "why"):
        assert sum(q.get("showcase", False) for q in questions if q["kind"] == kind) == 1


def test_multi_hop_evidence_is_a_chain_that_the_question_does_not_name(
    by_id: dict[str, EpisodeDraft], questions: list[dict[str, Any]]
) -> None:
    for question in (q for q in questions if q["kind"] == "multi_hop"):
        asked = canonical_name(question["question"])
        chain = [{e.canonical for e in by_id[gold].entities or ()} for gold in question["gold_ids"]]
        assert any(name in asked for name in chain[0])
        for near, far in pairwise(chain):
            assert near & far, question["id"]
            assert not any(name in asked for name in near & far), question["id"]
        assert not any(name in asked for name in chain[-1]), question["id"]


def test_as_of_answer_is_the_latest_value_at_the_instant(
    by_id: dict[str, EpisodeDraft], questions: list[dict[str, Any]]
) -> None:
    for question in (q for q in questions if q["kind"] == "as_of"):
        instant = parse_instant(question["as_of"])
        key, answer = next(
            ((f.subject, f.predicate), f)
            for f in by_id[question["gold_ids"][0]].facts or ()
            if f.object == question["answer"]
        )
        known = [f for d in by_id.values() for f in d.facts or () if (f.subject, f.predicate) == key]
        assert len({f.object for f in known}) > 1
        assert max((f for f in known if f.holds_at(instant)), key=lambda f: f.from_ms) == answer


def test_why_leads_from_the_symptom_to_the_root(
    by_id: dict[str, EpisodeDraft], questions: list[dict[str, Any]]
) -> None:
    for question in (q for q in questions if q["kind"] == "why"):
        assert len(question["gold_ids"]) >= 4
        effect = by_id[question["episode_id"]]
        for cause in question["gold_ids"]:
            assert effect.caused_by == (cause,)
            effect = by_id[cause]
        assert effect.caused_by == ()
