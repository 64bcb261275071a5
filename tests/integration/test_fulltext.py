"""Any text is a search by words, and means its words; a name finds what bears it."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import pytest
from support.worlds import make_memory, plain

from memgraph_svc.services import arms

if TYPE_CHECKING:
    from memgraph_svc.domain.hit import SearchResult
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

NAMES = (
    "AC/DC", "C++", "C#", "C", "Yahoo!", "St. Petersburg", "The Who", "!!!", "O'Brien", "node-7", "What?", "東京",
    "Käthe Müller", "a:b", "[sic]", "50% off", "Who", "x~y^z", "🦦", "Dr. No", "R&D", "NOT", "AND", "one OR two",
)  # fmt: skip
COMMON = {"the who", "who", "not", "and", "what?"}
"""Names of common words are names only where nothing else is asked for."""
AROUND = (
    "{}~", "{}~0.5", "{}*", "*{}", "{}?", "?{}", "-{}", "+{}", "!{}", "NOT {}", "AND {}", "{} AND", "{} OR", "&& {} ||",
    "content:{}", "ns_token:{}", "_exists_:{}", "*:* {}", '"{}', '{}"', '"{}"~3', "'{}'", "({}", "{})", "(({}))", "[{}",
    "[{} TO *]", "{{{} TO zzz}}", "{}^9", "{}^", "/{}/", "/{}", "{}\\", "\\{}", "{}\\\\", "<{}>", "{}:", ":{}", "{};--",
    "`{}`", "${}", "{{{}}}", "\t{}\n", "\u202e{}", "%{}%", "{} && (", "{} -{}", "+({}) -(", "{}=={}",
)  # fmt: skip
WORDLESS = (
    "*", "?", "*:*", "**", "()", "(", ")", "[]", "[ TO ]", "{ TO }", '"', '""', '"""', "'", "\\", "\\\\", "/", "//",
    "+", "-", "+-", "&&", "||", "!", "^", "~", "~1", ":", "::", ";", "AND", "OR", "NOT", "AND OR NOT", "and the of",
    "🙂", "...", "\u200d", "$", "%00", "<>", "{}", "|", "+ns_token:",
)  # fmt: skip


class Filled:
    def __init__(self, graph: Graph, server: Settings) -> None:
        self.namespace = f"t-{uuid.uuid4().hex[:12]}"
        self.memory: MemoryService = make_memory(graph, server, self.namespace)
        batch = [
            plain("The valve of the pump leaks again.", id="leak"), plain("Another valve was ordered.", id="order"),
            plain("A contract about grain.", id="grain"), plain("Valves, valves and a valve.", id="valves"),
        ]  # fmt: skip
        batch += [
            {"id": f"n{n}", "content": f"We met {name} there.", "entities": [name], "facts": []}
            for n, name in enumerate(NAMES)
        ]
        self.memory.episodes.insert_many(batch, namespace=self.namespace)

    def found(self, query: str, **options: Any) -> dict[str, float]:
        result = self.memory.episodes.search(
            query, namespace=self.namespace, **{"mode": "fulltext", "rank": "relevance", "limit": 100} | options
        )
        return {hit.id: hit.score for hit in result.hits}


@pytest.fixture(scope="module")
def filled(graph: Graph, server: Settings) -> Filled:
    return Filled(graph, server)


def test_signs_around_a_word_mean_nothing(filled: Filled) -> None:
    wanted = filled.found("valve")
    assert list(wanted) == ["valves", "order", "leak"]
    for around in AROUND:
        assert filled.found(around.replace("{}", "valve").replace("{{", "{").replace("}}", "}")) == wanted, around


def test_a_text_without_words_finds_nothing_and_says_so(filled: Filled) -> None:
    for query in WORDLESS:
        result = filled.memory.episodes.search(query, namespace=filled.namespace, mode="fulltext")
        assert [hit.id for hit in result.hits if not hit.id.startswith("n")] == [], query
        if not result.hits:
            assert "word" in result.decided_by
    result = filled.memory.episodes.search("and the of", namespace=filled.namespace, mode="hybrid")
    assert len(result.hits) == 10
    assert {hit.arms for hit in result.hits} == {("relevance",)}


def test_words_are_found_by_their_stems_and_ranked_by_how_rare_they_are(filled: Filled) -> None:
    assert set(filled.found("VALVE leaking")) == {"valves", "order", "leak"}
    assert list(filled.found("leaks valve")) == ["leak", "valves", "order"]
    assert filled.found("nothing here holds zebras") == {}


def test_a_cut_of_a_long_question_is_told(filled: Filled) -> None:
    words = [f"word{number}" for number in range(70)]
    for mode in ("fulltext", "hybrid"):
        result = filled.memory.episodes.search(" ".join([*words, "grain"]), namespace=filled.namespace, mode=mode)
        assert "only the first 64 words were searched for" in result.decided_by
    assert filled.found(" ".join(["grain", *words])) == {"grain": 1.0}


def test_an_exact_name_finds_its_entity_whatever_its_signs(filled: Filled) -> None:
    for number, name in enumerate(NAMES):
        first = filled.memory.ppr.extract_query_entities(name, namespace=filled.namespace)[0]
        assert (first.name, first.exact, first.passages) == (name, True, 1), name
        if name.lower() not in COMMON:
            named = filled.memory.ppr.extract_query_entities(f"Did we meet {name}?", namespace=filled.namespace)
            assert name in [entity.name for entity in named if entity.exact], name
        if any(sign.isalnum() for sign in name) and name.lower() not in COMMON:
            assert f"n{number}" in filled.found(name), name


def test_names_within_a_sentence_are_told_from_its_signs(filled: Filled) -> None:
    asked = "Has \"Dr. No\" (of St. Petersburg) seen O'Brien's band, AC/DC, or node-7...?"
    named = filled.memory.ppr.extract_query_entities(asked, namespace=filled.namespace)
    wanted = {"Dr. No", "St. Petersburg", "O'Brien", "AC/DC", "node-7"}
    assert {entity.name for entity in named if entity.exact} == wanted


def test_where_words_bring_too_many_candidates_the_counts_of_the_namespace_alone_decide(
    memory: MemoryService, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arms, "_FULLTEXT_CANDIDATES", 50)
    other = f"{namespace}-other"
    rows = [{"id": f"d{i:02}", "content": f"deploy number {i} went through"} for i in range(60)]
    rows += [{"id": f"z{i}", "content": f"zephyr took part {i}"} for i in range(5)]
    memory.episodes.insert_many(rows, namespace=namespace, link=False)

    def found(query: str) -> list[str]:
        return [hit.id for hit in search(query).hits]

    def search(query: str) -> SearchResult:
        return memory.episodes.search(query, namespace=namespace, mode="fulltext", rank="relevance", limit=5)

    alone = found("deploy zephyr")
    assert set(alone) == {f"z{i}" for i in range(5)}
    assert "its commonest words (1) were ranked by, not looked for" in search("deploy zephyr").decided_by
    assert "only the newest 50 episodes" in search("deploy").decided_by
    many = [{"id": f"o{i:03}", "content": f"zephyr again {i}"} for i in range(150)]
    memory.episodes.insert_many(many, namespace=other, link=False)
    assert found("deploy zephyr") == alone
