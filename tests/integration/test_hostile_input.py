"""What breaks a rule gives one clear error and changes nothing; what is only odd is kept exactly."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.graph_state import rows, snapshot
from support.worlds import DIMENSION, NOW, FixedEmbedder, make_memory, plain, vector

from memgraph_svc.adapters.extractors.heuristic import HeuristicExtractor
from memgraph_svc.errors import EmbeddingError, ExtractionError, InvalidInputError, NotFoundError

if TYPE_CHECKING:
    from collections.abc import Callable

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

FACT = {"subject": "a", "predicate": "b", "object": "c"}
DEEP: Any = 1
for _ in range(9):
    DEEP = {"d": DEEP}

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"content": ""}, "content"), ({"content": " \t\u200b\ufeff\u3000\n"}, "content"),
    ({"content": "a\x00"}, "content"), ({"content": "\ud83d"}, "content"), ({"content": b"bytes"}, "content"),
    ({"content": None}, "content"), ({"content": "x" * 1_000_001}, "content"), ({"id": ""}, "id"),
    ({"id": "a b"}, "id"), ({"id": "x" * 129}, "id"),
    ({"id": "ä"}, "id"), ({"id": "a\n"}, "id"), ({"id": 3}, "id"), ({"episode_id": "a;b"}, "episode_id"),
    ({"session": "a b"}, "session"), ({"conversation": "a|b"}, "conversation"), ({"kind": "song"}, "kind"),
    ({"role": ""}, "role"), ({"role": "two\nlines"}, "role"), ({"turn": -1}, "turn"), ({"turn": 2**31}, "turn"),
    ({"turn": "3"}, "turn"), ({"turn": True}, "turn"), ({"turn": 1.0}, "turn"), ({"importance": 0.99}, "importance"),
    ({"importance": 10.01}, "importance"), ({"importance": float("nan")}, "importance"),
    ({"importance": float("inf")}, "importance"), ({"importance": "high"}, "importance"),
    ({"occurred_at": "2026-01-01T00:00:00"}, "occurred_at"), ({"occurred_at": "noon"}, "occurred_at"),
    ({"occurred_at": 1767225600}, "occurred_at"), ({"occurred_at": "10000-01-01T00:00:00Z"}, "occurred_at"),
    ({"occurred_at": datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=1)))}, "occurred_at"),
    ({"entities": [""]}, "entities.0.name"), ({"entities": ["x" * 513]}, "entities.0.name"),
    ({"entities": ["a", "b\u2028c"]}, "entities.1.name"), ({"entities": ["a"] * 257}, "entities"),
    ({"entities": [{"name": "a", "count": 0}]}, "entities.0.count"), ({"entities": "abc"}, "entities"),
    ({"entities": [{"name": "a", "colour": 1}]}, "entities.0.colour"), ({"facts": [FACT] * 257}, "facts"),
    ({"facts": [FACT | {"predicate": " "}]}, "facts.0.predicate"), ({"facts": [{"subject": "a"}]}, "facts.0.predicate"),
    ({"facts": [FACT | {"confidence": 0}]}, "facts.0.confidence"),
    ({"facts": [FACT | {"confidence": 1.1}]}, "facts.0.confidence"),
    ({"facts": [FACT | {"valid_from": "2026-01-02T00:00:00Z", "valid_to": "2026-01-01T00:00:00Z"}]}, "facts.0"),
    ({"facts": [FACT | {"valid_from": "2026-01-01"}]}, "facts.0.valid_from"), ({"caused_by": ["a b"]}, "caused_by.0"),
    ({"caused_by": ["a"] * 65}, "caused_by"), ({"metadata": []}, "metadata"), ({"metadata": DEEP}, "metadata"),
    ({"metadata": {"a": float("inf")}}, "metadata"), ({"metadata": {"a": (1,)}}, "metadata"),
    ({"metadata": {"a": NOW}}, "metadata"), ({"metadata": {1: 2}}, "metadata"),
    ({"metadata": {"a": "\ud800"}}, "metadata"), ({"metadata": {"b": np.int64(1)}}, "metadata"),
    ({"metadata": {"a": "x" * 65_536}}, "metadata"),
    ({"colour": "red"}, "colour"), ({"namespace": "other"}, "namespace"), ({"embedding": [1.0]}, "embedding"),
]  # fmt: skip


def test_a_field_that_breaks_a_rule_is_named_and_nothing_is_written(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    for change, field in REFUSED:
        with pytest.raises(InvalidInputError) as caught:
            memory.episodes.insert(plain("text") | change, namespace=namespace)
        # of a field with several forms the offended form may follow
        assert caught.value.field.split(".function")[0].startswith(field), change
        assert str(caught.value).count("\n") == 0
        assert len(str(caught.value)) < 300
    report = memory.episodes.insert_many([plain("text") | change for change, _ in REFUSED], namespace=namespace)
    assert (report.created, len(report.refused)) == (0, len(REFUSED))
    with pytest.raises(InvalidInputError, match="10000 rows"):
        memory.episodes.insert_many([{"content": "x"}] * 10_001, namespace=namespace)
    assert snapshot(graph, namespace) == {}


BAD_NAMESPACES = ("", " ", "a b", "a\n", "ä", "n" * 129, "a;b", "*", None, 7, "a\x00b", "'; MATCH (n) DETACH DELETE n")


def test_every_door_refuses_a_bad_namespace_and_a_bad_id(memory: MemoryService, graph: Graph, namespace: str) -> None:
    memory.episodes.insert(plain("text", id="e"), namespace=namespace)
    state = snapshot(graph, namespace)
    doors: list[Callable[[Any], Any]] = [
        lambda n: memory.episodes.insert("x", namespace=n), lambda n: memory.episodes.insert_many([], namespace=n),
        lambda n: memory.episodes.get("e", namespace=n), lambda n: memory.episodes.update("e", {}, namespace=n),
        lambda n: memory.episodes.delete("e", namespace=n), lambda n: memory.episodes.search("x", namespace=n),
        lambda n: memory.episodes.search_with_ppr("x", namespace=n), lambda n: memory.temporal.node_count(namespace=n),
        lambda n: memory.zettelkasten.link_episode("e", namespace=n),
        lambda n: memory.zettelkasten.batch_link(namespace=n),
        lambda n: memory.zettelkasten.find_neighbors("e", namespace=n),
        lambda n: memory.temporal.add_node("x", namespace=n),
        lambda n: memory.ppr.extract_query_entities("x", namespace=n), lambda n: memory.ppr.retrieve("x", namespace=n),
        lambda n: memory.ppr.explain("x", namespace=n), lambda n: memory.remember("x", namespace=n or ""),
        lambda n: memory.recall("x", namespace=n or ""), lambda n: memory.stats(namespace=n or ""),
    ]  # fmt: skip
    for door in doors:
        for bad in BAD_NAMESPACES:
            with pytest.raises(InvalidInputError) as caught:
                door(bad)
            assert caught.value.field == "namespace"
    by_id: list[Callable[[Any], Any]] = [
        lambda key: memory.episodes.get(key, namespace=namespace),
        lambda key: memory.episodes.delete(key, namespace=namespace),
        lambda key: memory.episodes.update(key, {"importance": 3}, namespace=namespace),
        lambda key: memory.zettelkasten.link_episode(key, namespace=namespace),
        lambda key: memory.zettelkasten.find_neighbors(key, namespace=namespace),
        lambda key: memory.ppr.explain("text", namespace=namespace, episode_id=key),
    ]  # fmt: skip
    for door in by_id:
        for bad in ("", "a b", "\ud800", 7, "e\n", "e" * 129):
            with pytest.raises(InvalidInputError, match="episode_id"):
                door(bad)
        with pytest.raises(NotFoundError):
            door("nobody")
    assert snapshot(graph, namespace) == state


ODD = (
    "x" * 999_998, "word " * 150_000, "\u202eright to left\u202c", "tab\tand\x0bcontrol\x07\x1b[0m",
    "e\u0301 \u00e9 \ufb01 \ufdfa",
    "👩‍👩‍👧‍👦🏳️‍🌈", "漢字かな交じり文で、区切りがない。", "ไม่มีช่องว่าง",
    "'}) DETACH DELETE n //", "`; CALL db.labels() //", "$namespace $(label)",
    "${x} {{y}} %s", "\\u0000 \\x00 \\", "<script>alert(1)</script>", "+ns_token:x^0 *:*",
    "\u2028\u2029\x85", "a\r\nb\rc", "NULL",
)  # fmt: skip


def test_odd_texts_come_back_as_they_are(graph: Graph, server: Settings, namespace: str) -> None:
    long = {f".{text}.": vector(1.0, place) for place, text in enumerate(ODD[:2])}  # hashing them would take seconds
    memory = make_memory(graph, server, namespace, embedder=FixedEmbedder(long))
    batch: list[dict[str, Any]] = []
    for number, text in enumerate(ODD):
        name = " ".join(text[:40].split()) or f"blank {number}"
        fact = {"subject": name, "predicate": name, "object": "the end"}
        metadata = {"text": text[:100], name: [text[:5], None, -0.0, 1e22, 2**80, True]}
        row = {"id": f"odd-{number}", "content": f".{text}.", "entities": [name], "facts": [fact]}
        batch.append(row | {"metadata": metadata})
    report = memory.episodes.insert_many(batch, namespace=namespace)
    assert report.refused == ()
    for row in batch:
        stored = memory.episodes.get(row["id"], namespace=namespace)
        assert (stored.content, stored.metadata) == (row["content"], row["metadata"])
        assert list(stored.metadata) == list(row["metadata"])
    predicates = rows(graph, "MATCH ()-[f:RELATES_TO {namespace: $n}]->() RETURN f.predicate AS p", n=namespace)
    assert {row["p"] for row in predicates} == {row["facts"][0]["predicate"] for row in batch}
    extracted = memory.episodes.insert_many([{"content": row["content"]} for row in batch], namespace=f"{namespace}-2")
    assert (extracted.created, extracted.refused) == (len(ODD), ())
    again = memory.episodes.insert_many(batch, namespace=namespace)
    assert (again.reused, again.created) == (len(ODD), 0)


def test_the_outermost_values_are_kept(memory: MemoryService, namespace: str) -> None:
    nested: Any = "end"
    for _ in range(8):
        nested = [nested]
    key = "AZaz09._:/@-" * 10 + "12345678"
    for when in (datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, 999000, tzinfo=UTC)):
        row = plain(
            "text", id=f"{key[:-1]}{when.year % 7}", session=key, conversation=key, occurred_at=when, importance=10,
            metadata={"nested": nested[0], "full": "x" * 60_000}, caused_by=[f"c{n}" for n in range(64)],
            entities=[f"{'n' * 500} {n}" for n in range(256)], role="r" * 512,
        )  # fmt: skip
        assert len(memory.episodes.insert(row, namespace=key).refused) == 64
        stored = memory.episodes.get(row["id"], namespace=key)
        assert (stored.occurred_at, stored.metadata, stored.role) == (when, row["metadata"], row["role"])
        found = memory.episodes.search("text", namespace=key, mode="relevance", as_of=when, session_id=key).hits
        assert row["id"] in [hit.id for hit in found]
        memory.episodes.delete(row["id"], namespace=key)
    assert set(memory.stats(namespace=key).values()) == {0}
    del namespace


class Broken(FixedEmbedder):
    """Answers as the test says once it is broken."""

    answer: Any = None

    def embed_documents(self, texts: Any) -> Any:
        return super().embed_documents(texts) if self.answer is None else self.answer(np.ones((len(texts), DIMENSION)))

    def embed_query(self, text: str) -> Any:
        return super().embed_query(text) if self.answer is None else self.answer(np.ones((1, DIMENSION)))[0]


def _with(value: float) -> Callable[[Any], Any]:
    def answer(vectors: Any) -> Any:
        vectors[-1, 7] = value
        return vectors

    return answer


ANSWERS: dict[str, Callable[[Any], Any]] = {
    "nan": _with(float("nan")), "infinite": _with(float("inf")), "zero": lambda v: v * 0, "short": lambda v: v[:, :-1],
    "long": lambda v: np.hstack([v, v]), "ragged": lambda v: [[1.0], [1.0, 2.0], *v], "text": lambda v: ["a"] * len(v),
}  # fmt: skip


def test_vectors_that_cannot_be_used_are_never_stored_nor_searched_with(
    graph: Graph, server: Settings, namespace: str
) -> None:
    embedder = Broken()
    memory = make_memory(graph, server, namespace, embedder=embedder)
    memory.episodes.insert(plain("text", id="e", entities=["Ann"]), namespace=namespace)
    state = snapshot(graph, namespace)
    writes: list[Callable[[], Any]] = [
        lambda: memory.episodes.insert(plain("new", id="new"), namespace=namespace),
        lambda: memory.episodes.insert_many([plain("a"), plain("b")], namespace=namespace),
        lambda: memory.episodes.update("e", {"content": "changed"}, namespace=namespace),
        lambda: memory.temporal.add_node("Ben", namespace=namespace),
    ]
    reads: list[Callable[[], Any]] = [
        *(lambda mode=mode: memory.recall("text", mode=mode) for mode in ("relevance", "hybrid", "ppr")),
        lambda: memory.episodes.search_with_ppr("text", namespace=namespace),
        lambda: memory.ppr.retrieve("text", namespace=namespace),
    ]
    for answer in ANSWERS.values():
        embedder.answer = answer
        for action in (*writes, *reads):
            with pytest.raises(EmbeddingError, match="the embedder gave"):
                action()
    for answer in (lambda v: v[:-1], lambda v: np.vstack([v, v])):  # another number of vectors than of texts
        embedder.answer = answer
        for action in writes:
            with pytest.raises(EmbeddingError, match="the embedder gave"):
                action()
    assert snapshot(graph, namespace) == state
    embedder.answer = lambda v: v * 5  # not of length 1, but with a direction
    memory.episodes.insert(plain("new", id="new"), namespace=namespace)
    hits = memory.recall("text", mode="relevance", rank="relevance", limit=1).hits
    assert [(hit.id, round(hit.score, 6)) for hit in hits] == [("new", 1.0)]


def test_an_extractor_that_answers_for_another_number_of_texts_fails(
    graph: Graph, server: Settings, namespace: str
) -> None:
    class Short(HeuristicExtractor):
        def extract(self, texts: Any) -> Any:
            return super().extract(texts)[:-1]

    memory = make_memory(graph, server, namespace, extractor=Short())
    for action in (
        lambda: memory.episodes.insert("Ann met Ben.", namespace=namespace),
        lambda: memory.ppr.extract_query_entities("Ann?", namespace=namespace),
    ):
        with pytest.raises(ExtractionError, match="0 answers for 1 texts"):
            action()
    assert snapshot(graph, namespace) == {}
