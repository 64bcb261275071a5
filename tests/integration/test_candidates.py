"""What a hybrid search finds beyond the words of an episode itself."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.worlds import NOW, plain

if TYPE_CHECKING:
    from memgraph_svc.services.memory import MemoryService

TURNS = ["Which harbour did the barge leave from?", "From Antwerp, at dawn.", "Fine, thanks."]


def say(memory: MemoryService, namespace: str, texts: list[str], *, session: str, role: str = "user") -> None:
    rows: list[dict[str, Any]] = [
        plain(text, id=f"{session}-{n}", session=session, turn=n, role=role, kind="message",
              occurred_at=NOW + timedelta(minutes=n))
        for n, text in enumerate(texts)
    ]  # fmt: skip
    memory.episodes.insert_many(rows, namespace=namespace)


def bm25(memory: MemoryService, query: str, **options: Any) -> dict[str, float]:
    hits = memory.recall(query, mode="hybrid", limit=50, **options).hits
    return {hit.id: hit.parts["bm25"] for hit in hits if "bm25" in hit.parts}


def test_a_turn_is_found_by_the_words_of_the_turn_beside_it(memory: MemoryService, namespace: str) -> None:
    say(memory, namespace, TURNS, session="s")
    memory.remember(plain("Nothing of the kind stands here.", id="apart"))
    found = bm25(memory, "barge harbour")
    assert found["s-0"] > found["s-1"] > 0
    assert "s-2" not in found
    assert "apart" not in found
    only = {hit.id for hit in memory.recall("barge harbour", mode="fulltext").hits}
    assert only == {"s-0"}


def test_what_the_filters_keep_out_lends_no_words(memory: MemoryService, namespace: str) -> None:
    say(memory, namespace, TURNS, session="s")
    later = NOW + timedelta(seconds=30)
    assert "s-1" not in bm25(memory, "barge harbour", occurred_from=later)


def test_who_is_named_as_the_speaker_comes_first(memory: MemoryService, namespace: str) -> None:
    say(memory, namespace, ["The oven is hot."], session="a", role="Mira")
    say(memory, namespace, ["The oven is hot."], session="b", role="Tom")
    for name, first in (("Mira", "a-0"), ("Tom", "b-0")):
        hits = memory.recall(f"What did {name} say about the oven?", mode="hybrid", rank="relevance").hits
        assert hits[0].id == first
        assert hits[0].score > hits[1].score


def test_word_counts_are_those_of_the_present_after_every_write(memory: MemoryService, namespace: str) -> None:
    memory.remember(plain("A heron stood there.", id="a"))
    first = bm25(memory, "heron")["a"]
    for n in range(6):
        memory.remember(plain(f"No bird number {n} came.", id=f"n{n}"))
    rarer = bm25(memory, "heron")["a"]
    assert rarer > first
    memory.remember(plain("A heron came.", id="b"))
    assert bm25(memory, "heron")["a"] < rarer
    assert bm25(memory, "heron") == bm25(memory, "heron")
    memory.episodes.delete("b", namespace=namespace)
    assert bm25(memory, "heron")["a"] == pytest.approx(rarer)
