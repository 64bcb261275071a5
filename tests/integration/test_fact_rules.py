"""What a user sees of the rules of facts: values told one after the other, corrections, counts, ids."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from memgraph_svc.errors import NotFoundError

if TYPE_CHECKING:
    from memgraph_svc.services.memory import MemoryService

BOSS = {"subject": "team Kestrel", "predicate": "is led by", "functional": True}


def at(month: int) -> datetime:
    return datetime(2026, month, 1, tzinfo=UTC)


def told(key: str, month: int, name: str, **fields: Any) -> dict[str, Any]:
    fact = BOSS | {"object": name} | fields
    return {"id": key, "content": f"note {key}", "entities": [], "occurred_at": at(month), "facts": [fact]}


def leaders(memory: MemoryService, namespace: str, *months: int) -> list[str]:
    found = [memory.temporal.facts("team Kestrel", namespace=namespace, as_of=at(month)) for month in months]
    return ["".join(fact.object for fact in facts) for facts in found]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_values_told_one_after_the_other_hold_one_after_the_other(
    memory: MemoryService, namespace: str, order: tuple[int, ...]
) -> None:
    rows = [told("a", 1, "Ann"), told("b", 2, "Ben"), told("c", 3, "Cleo")]
    for place in order:
        memory.episodes.insert(rows[place], namespace=namespace)
    assert leaders(memory, namespace, 1, 2, 3, 4) == ["Ann", "Ben", "Cleo", "Cleo"]
    (ben,) = memory.temporal.facts("team Kestrel", namespace=namespace, as_of=at(2))
    assert memory.temporal.retract_fact(ben.fact_id, namespace=namespace).ended == 1
    assert leaders(memory, namespace, 1, 2, 3) == ["Ann", "Ann", "Cleo"]
    memory.episodes.delete("c", namespace=namespace)
    assert leaders(memory, namespace, 1, 2, 3) == ["Ann", "Ann", "Ann"]


def test_extracted_facts_end_each_other_only_if_the_caller_allows_it(memory: MemoryService, namespace: str) -> None:
    texts = [(1, "Ingrid Falkenberg works at Tidewick Parcel."), (2, "Ingrid Falkenberg works at Norsk Data.")]
    for supersede, wanted in (("never", "Tidewick Parcel"), ("functional", "Norsk Data")):
        space = f"{namespace}-{supersede}"
        memory.temporal.declare_predicate("works at", functional=True, namespace=space)
        reports = [
            memory.episodes.insert({"content": text, "occurred_at": at(month)}, namespace=space, supersede=supersede)
            for month, text in texts
        ]
        facts = memory.temporal.facts("Ingrid Falkenberg", "works at", namespace=space, as_of=at(3))
        assert [fact.object for fact in facts] == [wanted]
        assert reports[1].contradicted == (supersede == "never")


def test_a_retracted_fact_does_not_live_on_by_what_was_extracted(memory: MemoryService, namespace: str) -> None:
    given = {"subject": "Ingrid Falkenberg", "predicate": "works at", "object": "Norsk Data", "valid_from": at(1)}
    memory.temporal.assert_fact(**given, namespace=namespace)
    memory.episodes.insert({"id": "e", "content": "Ingrid Falkenberg works at Norsk Data."}, namespace=namespace)
    (fact,) = memory.temporal.facts("Ingrid Falkenberg", "works at", namespace=namespace, as_of=at(2))
    assert (fact.valid_from, fact.sources) == (at(1), ("e",))
    memory.temporal.retract_fact(fact.fact_id, namespace=namespace)
    assert memory.temporal.facts("Ingrid Falkenberg", "works at", namespace=namespace, include_ended=True) == []


def test_a_longer_period_ends_nothing(memory: MemoryService, namespace: str) -> None:
    def state(end: datetime | None) -> tuple[int, int]:
        report = memory.temporal.assert_fact(
            "Ann", "leads", "Kestrel", valid_from=at(1), valid_to=end, namespace=namespace
        )
        return report.facts, report.ended

    assert [state(at(3)), state(at(5)), state(at(3)), state(None)] == [(1, 0), (0, 0), (0, 0), (0, 0)]
    (fact,) = memory.temporal.facts("Ann", namespace=namespace, include_ended=True)
    assert fact.valid_to == at(5)


def test_an_id_stands_for_its_entity_wherever_a_fact_names_it(memory: MemoryService, namespace: str) -> None:
    entity = memory.temporal.add_node("Ann", namespace=namespace)
    memory.temporal.assert_fact(entity.entity_id, "likes", "tea", namespace=namespace)
    assert [f.subject for f in memory.temporal.facts(entity.entity_id, namespace=namespace)] == ["Ann"]
    assert memory.temporal.node_count(namespace=namespace) == 2
    with pytest.raises(NotFoundError, match="en_0000"):
        memory.temporal.assert_fact("Ann", "likes", "en_" + "0" * 32, namespace=namespace)


def test_the_id_of_a_fact_stays_readable_after_a_merge(memory: MemoryService, namespace: str) -> None:
    report = memory.temporal.assert_fact("A. Berg", "likes", "tea", namespace=namespace)
    memory.temporal.add_node("Anna Berg", namespace=namespace)
    memory.temporal.merge_entities("A. Berg", "Anna Berg", namespace=namespace)
    (fact,) = memory.temporal.history(fact_id=report.fact_id, namespace=namespace)
    assert (fact.subject, fact.fact_id == report.fact_id) == ("Anna Berg", False)
    with pytest.raises(NotFoundError, match="fa_nothing"):
        memory.temporal.history(fact_id="fa_nothing", namespace=namespace)
