"""Measuring a small generated world on a real graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.evaluation.runner import EVALUATION_MODES, run_evaluation

if TYPE_CHECKING:
    from memgraph_svc.services.memory import MemoryService

Line = dict[str, Any]
PEOPLE = ("Asha Moreau", "Bram Okafor", "Chidi Larsen", "Dunja Weiss", "Emre Castillo", "Freya Nakamura")
COMPANIES = ("Alkyon Freight", "Borealis Optics", "Cindermill", "Dovetail Labs", "Estuary Foods", "Ferrotype")
TOWNS = ("Ostrava", "Bergen", "Coimbra", "Dunedin", "Esbjerg", "Fukuoka")


def world() -> tuple[list[Line], list[Line]]:
    """People work at companies, which stand in towns; a question names the person and needs the company's passage."""
    corpus: list[Line] = []
    queries: list[Line] = []
    for number, (person, company, town) in enumerate(zip(PEOPLE, COMPANIES, TOWNS, strict=True)):
        corpus += [
            {
                "id": f"p-{number}",
                "title": person,
                "text": f"{person} has been employed since spring by {company}.",
                "entities": [person, company],
                "triples": [[person, "works at", company], [person, "is", person.upper()]],
            },
            {
                "id": f"c-{number}",
                "title": company,
                "text": f"{company} keeps its head office at the river in {town}.",
                "entities": [company, town, ""],
                "triples": [[company, "is based in", town]],
            },
        ]
        queries.append(
            {
                "id": f"q-{number}",
                "question": f"Where does {person} go to work?",
                "gold_ids": [f"p-{number}", f"c-{number}"],
                "answerable": number % 2 == 0,
            }
        )
    return corpus, queries


def run(memory: MemoryService, namespace: str, **options: Any) -> dict[str, Any]:
    corpus, queries = options.pop("world", world())
    chosen = {"mode": "relevance", "ks": (1, 2, 3)} | options
    return run_evaluation(memory, corpus, queries, namespace=namespace, **chosen)


def test_a_run_reports_quality_beside_the_baseline_on_the_same_vectors(memory: MemoryService, namespace: str) -> None:
    seen: list[tuple[str, int, int]] = []
    report = run(memory, namespace, baseline=True, embedder=HashingEmbedder(), progress=lambda *told: seen.append(told))
    assert report["n"] == 6
    assert report["recall"] == report["baseline"]["recall"]
    assert report["all_gold"] == report["baseline"]["all_gold"]
    assert report["recall"]["1"] == 50.0  # the person's own passage comes first
    assert report["episodes"] == {"corpus": 12, "namespace": 12}
    assert report["dropped"] == {"entities": 6, "triples": 6}
    assert report["refused"] == []
    assert report["reused"] is False
    assert report["decided"] == {"relevance": 6}
    assert [q["id"] for q in report["per_query"]] == [f"q-{n}" for n in range(6)]
    assert all(len(q["retrieved_ids"]) == 3 for q in report["per_query"])
    assert 0 < report["p50_ms"] <= report["p95_ms"]
    assert seen[0] == ("load", 12, 12)
    assert seen[-1] == ("ask", 6, 6)


def test_the_graph_finds_the_second_hop_that_vectors_miss(memory: MemoryService, namespace: str) -> None:
    dense = run(memory, namespace)
    walked = run(memory, namespace, mode="ppr", reuse=True)
    assert walked["reused"] is True
    assert walked["recall"]["2"] >= 90
    assert dense["recall"]["2"] <= 60


@pytest.mark.parametrize("mode", EVALUATION_MODES)
def test_every_mode_can_be_measured(memory: MemoryService, namespace: str, mode: str) -> None:
    report = run(memory, namespace, mode=mode, rank="memory", where="answerable=true")
    assert report["mode"] == mode
    assert report["n"] == 3
    assert report["recall"]["3"] >= 50.0


def test_reuse_skips_the_same_corpus_only(memory: MemoryService, namespace: str) -> None:
    corpus, queries = world()
    assert run(memory, namespace, reuse=True)["reused"] is False
    again = run(memory, namespace, reuse=True)
    assert (again["reused"], again["ingest_s"]) == (True, 0.0)
    before = memory.stats(namespace=namespace)
    # a repeat without reuse goes over the rows and changes nothing
    assert run(memory, namespace)["reused"] is False
    assert memory.stats(namespace=namespace) == before
    longer = [*corpus, {"id": "p-6", "text": "Gil Haddad paints."}]
    assert run(memory, namespace, world=(longer, queries), reuse=True)["reused"] is False
    changed = [{**corpus[0], "text": "Another text."}, *longer[1:]]
    report = run(memory, namespace, world=(changed, queries), reuse=True)
    assert report["reused"] is False
    assert [(refusal["line"], refusal["field"]) for refusal in report["refused"]] == [(1, "id")]


def test_extracted_is_another_graph_than_given(memory: MemoryService, namespace: str) -> None:
    run(memory, namespace)
    report = run(memory, namespace, graph="extracted", reuse=True)
    assert report["reused"] is False
    assert len(report["refused"]) == 12  # the ids hold episodes with the given graph
    fresh = run(memory, f"{namespace}-x", graph="extracted")
    assert fresh["refused"] == []
    assert fresh["dropped"] == {}
    assert memory.stats(namespace=f"{namespace}-x")["entities"] > 0


def test_a_bad_line_spoils_only_itself_and_keeps_its_number(memory: MemoryService, namespace: str) -> None:
    corpus, queries = world()
    lines = [{"id": "two words", "text": "t"}, *corpus, {"id": "blank", "text": " "}, {**corpus[0], "text": "Other."}]
    report = run(memory, namespace, world=(lines, queries))
    assert [(r["line"], r["id"], r["field"]) for r in report["refused"]] == [
        (1, None, "id"),
        (14, None, "content"),
        (15, "p-0", "id"),
    ]
    assert report["episodes"]["namespace"] == 12


def test_a_question_of_a_conversation_finds_only_its_turns(memory: MemoryService, namespace: str) -> None:
    turns = [
        {"id": f"{conversation}/D1:{turn}", "conversation": conversation, "session": 1, "turn": turn,
         "at": "2023-05-08T13:56:00", "speaker": speaker, "text": text}
        for conversation in ("conv-1", "conv-2")
        for turn, (speaker, text) in enumerate([("Ana", "I adopted a puppy"), ("Ben", "What is its name?")])
    ]  # fmt: skip
    queries = [{"id": "q", "question": "Who adopted a puppy?", "gold_ids": ["conv-2/D1:0"], "conversation": "conv-2"}]
    report = run(
        memory, namespace, world=(turns, queries), mode="hybrid", ks=(1, 5), baseline=True, embedder=HashingEmbedder()
    )
    assert report["recall"] == report["baseline"]["recall"] == {"1": 100.0, "5": 100.0}
    assert all(i.startswith("conv-2/") for i in report["per_query"][0]["retrieved_ids"])
    assert memory.stats(namespace=namespace)["sessions"] == 2


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("mode", {"mode": "dense"}),
        ("rank", {"rank": "best"}),
        ("graph", {"graph": "none"}),
        ("k", {"ks": ()}),
        ("k", {"ks": (0, 5)}),
        ("namespace", {"namespace": "two words"}),
        ("where", {"where": "answerable=maybe"}),
        ("baseline", {"baseline": True}),
    ],
)
def test_a_wrong_argument_is_refused_before_anything_is_loaded(
    memory: MemoryService, namespace: str, field: str, options: dict[str, Any]
) -> None:
    corpus, queries = world()
    with pytest.raises(InvalidInputError) as caught:
        run_evaluation(memory, corpus, queries, **({"namespace": namespace, "mode": "relevance"} | options))
    assert caught.value.field == field
    assert memory.stats(namespace=namespace)["episodes"] == 0
