"""What goes into the graph comes out of it: entities, facts, links and vectors."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import numpy as np
import pytest
from contract_support import (
    DIMENSION,
    FACTS,
    IDS,
    MODEL,
    NAMES,
    NOW,
    create,
    named,
    on_the_server,
    own_namespace,
    prepared,
    rows,
)  # fmt: skip
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.domain.entity import EntityMention
from memgraph_svc.domain.episode import EpisodeDraft
from memgraph_svc.domain.fact import FactDraft
from memgraph_svc.domain.identity import entity_id, fact_id
from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS, from_ms, to_ms
from memgraph_svc.domain.prepared import NewLink
from memgraph_svc.domain.query import SearchFilter
from memgraph_svc.domain.spelling import Spellings
from memgraph_svc.domain.text import canonical_name
from memgraph_svc.services.fact_change import FactChange
from memgraph_svc.services.fact_writer import change_facts
from memgraph_svc.services.preparer import claim_of

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.repositories.store import Store
    from memgraph_svc.services.fact_change import FactCounts

SCORES = st.floats(-1, 1).map(lambda score: score + 0.0) | st.sampled_from([5e-324, 0.1 + 0.2, 1.0])
"""Cosines; the order of a negative zero is the store's own."""


@on_the_server
@given(names=st.lists(NAMES, min_size=1, max_size=4), kind=NAMES)
def test_an_entity_keeps_its_first_spelling(store: Store, names: list[str], kind: str) -> None:
    namespace = own_namespace()
    for name in names:
        mention = {canonical_name(name): EntityMention(name=name, type=kind)}
        store.write(lambda r, mention=mention: r.entities.upsert(namespace, mention, {}, NOW), name="test")
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(canonical_name(name), name)
    assert store.entities.count(namespace) == len(first)
    for canonical, name in first.items():
        entity = store.entities.get(namespace, entity_id(namespace, canonical))
        assert (entity.name, entity.canonical_name, entity.type, entity.aliases) == (name, canonical, kind, ())
    assert store.entities.match_names(SearchFilter(namespace=namespace), list(first))[0].keys() == first.keys()


@on_the_server
@given(draft=FACTS.filter(lambda fact: not fact.is_loop), sources=st.lists(IDS, max_size=3, unique=True))
def test_a_fact_comes_back_as_it_was(store: Store, graph: Graph, draft: FactDraft, sources: list[str]) -> None:
    namespace = own_namespace()
    ends = canonical_name(draft.subject), canonical_name(draft.object)
    key = fact_id(namespace, ends[0], draft.predicate, ends[1], draft.valid_from)
    named(store, namespace, draft.subject, draft.object)
    made = [_stated(store, namespace, draft, source).made for source in [*sources, *sources] or ["", ""]]
    assert made == [1] + [0] * (len(made) - 1)
    fact = rows(
        graph,
        "MATCH (s:Entity)-[f:RELATES_TO {namespace: $namespace, fact_id: $id}]->(o:Entity) "
        "RETURN s.canonical_name AS s, o.canonical_name AS o, f {.*, embedding: null} AS f",
        namespace=namespace, id=key,
    )[0]  # fmt: skip
    stored = fact["f"]
    assert (fact["s"], fact["o"]) == (stored["subject"], stored["object"]) == ends
    assert (stored["predicate"], stored["text"], stored["functional"]) == (
        draft.predicate,
        draft.text,
        draft.functional,
    )
    assert (stored.get("valid_from"), stored.get("valid_to")) == (draft.valid_from, draft.valid_to)
    assert stored["valid_from_ms"] == (OPEN_PAST_MS if draft.valid_from is None else to_ms(draft.valid_from))
    assert stored["valid_to_ms"] == (OPEN_END_MS if draft.valid_to is None else to_ms(draft.valid_to))
    assert (stored["recorded_at"], stored["invalidated_at_ms"]) == (NOW, OPEN_END_MS)
    assert sorted(stored["sources"]) == sorted(sources)
    assert 0 < stored["confidence"] <= 1
    assert len(sources) > 1 or stored["confidence"] == draft.confidence


def _stated(store: Store, namespace: str, fact: FactDraft, source: str) -> FactCounts:
    change = FactChange(stated=[claim_of(namespace, fact, source, to_ms(NOW))])
    return _changed(store, namespace, change)


def _changed(store: Store, namespace: str, change: FactChange) -> FactCounts:
    embed = HashingEmbedder().embed_documents
    return store.write(
        lambda repositories: change_facts(
            repositories, namespace, change, spellings=Spellings(), now_ms=to_ms(NOW), embed=embed
        ),
        name="test",
    )


def test_a_fact_goes_with_its_last_source_and_holds_in_its_time_only(store: Store, namespace: str) -> None:
    draft = FactDraft(subject="Anna", predicate="likes", object="tea", valid_from=NOW, valid_to=NOW + timedelta(days=1))
    vector = HashingEmbedder().embed_query(draft.text)
    named(store, namespace, "Anna", "tea")
    for source in ("a", "b"):
        _stated(store, namespace, draft, source)
    key = fact_id(namespace, "anna", "likes", "tea", NOW)
    at, known = to_ms(NOW), to_ms(NOW)
    end = to_ms(NOW + timedelta(days=1))

    def found(at_ms: int, known_ms: int) -> list[str]:
        filters = SearchFilter(namespace=namespace, as_of=from_ms(at_ms), known_at=from_ms(known_ms))
        matches = store.facts.nearest(filters, vector, now=NOW, limit=5)
        return [match.fact_id for match in matches]

    def withdrawn(source: str) -> int:
        return _changed(store, namespace, FactChange(withdrawn=store.claims.of_source(namespace, source))).deleted

    assert found(at, known) == found(end - 1, known) == [key]
    assert found(at - 1, known) == found(end, known) == found(at, known - 1) == []
    sentence = ("anna", "likes", "tea", draft.text)
    assert withdrawn("a") == 0
    assert store.facts.find_known(namespace, [sentence]) == {draft.text}
    assert withdrawn("b") == 1
    assert store.facts.find_known(namespace, [sentence]) == set()


@on_the_server
@given(scores=st.lists(SCORES, min_size=1, max_size=5))
def test_a_link_is_one_a_pair_and_read_from_both_ends(store: Store, scores: list[float]) -> None:
    namespace = own_namespace()
    ids = ["m", *(f"{'az'[n % 2]}{n}" for n in range(len(scores)))]
    create(store, namespace, *(prepared(EpisodeDraft(content=i, episode_id=i)) for i in ids))
    links = [NewLink("m", target, score) for target, score in zip(ids[1:], scores, strict=True)]
    turned = [NewLink(link.target, link.source, 0.5) for link in links]
    made = [
        store.write(lambda r, some=some: r.links.create(namespace, some, model=MODEL, linked_at=NOW), name="test")
        for some in (links, turned)
    ]
    assert made == [len(scores), 0]
    neighbors = store.links.neighbors(
        namespace, "m", limit=10, include_archived=False, to_ms=OPEN_END_MS, known_ms=OPEN_END_MS - 1
    )
    assert [(n.score, n.episode_id) for n in neighbors] == sorted(
        ((link.score, link.target) for link in links), key=lambda pair: (-pair[0], pair[1])
    )
    assert store.links.list_pairs(namespace) == {link.pair for link in links}
    assert sorted(store.links.find_linked(namespace, ["m"])["m"]) == sorted(ids[1:])
    assert store.links.delete(namespace, [links[0].pair]) == 1
    assert store.links.delete_of(namespace, "m") == len(scores) - 1


@on_the_server
@given(
    tiny=st.lists(
        st.floats(-(2**-10), 2**-10, width=32) | st.sampled_from([-0.0, 1e-45, -1e-38]), min_size=1, max_size=8
    )
)
def test_a_vector_comes_back_to_the_bit(store: Store, tiny: list[float]) -> None:
    namespace = own_namespace()
    vector = np.zeros(DIMENSION, np.float32)
    vector[: len(tiny)], vector[-1] = tiny, 1
    draft = EpisodeDraft(content="x", episode_id="e")
    create(store, namespace, prepared(draft, embedding=vector))
    assert store.links.get_vectors(namespace, ["e"])["e"].tobytes() == vector.tobytes()
    assert [(ids, rows.shape) for ids, rows in store.links.iterate_vectors(namespace)] == [(["e"], (1, DIMENSION))]
    assert store.links.nearest(namespace, [("other", vector)], limit=3, threshold=0.9)["other"][
        0
    ].cosine == pytest.approx(1)
