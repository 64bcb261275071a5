"""What goes into the graph comes out of it: episodes, sessions and what is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from contract_support import DRAFTS, MODEL, NOTES, NOW, create, on_the_server, own_namespace, prepared, rows
from hypothesis import given
from hypothesis import strategies as st

from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.domain.episode import EpisodeDraft
from memgraph_svc.domain.note import Note
from memgraph_svc.errors import ConflictError, NotFoundError

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.repositories.store import Store


@on_the_server
@given(draft=DRAFTS, note=NOTES, turn=st.integers(0, 2**31 - 1))
def test_an_episode_comes_back_as_it_was(
    store: Store, graph: Graph, draft: EpisodeDraft, note: Note, turn: int
) -> None:
    namespace, episode = own_namespace(), prepared(draft, note)
    create(store, namespace, episode, turn=turn)
    stored = store.episodes.get(namespace, episode.episode_id)
    kept = (
        "content", "kind", "role", "session_id", "conversation_id", "importance", "metadata", "episode_id"
    )  # fmt: skip
    assert {name: getattr(stored, name) for name in kept} == {name: getattr(draft, name) for name in kept}
    assert list(stored.metadata) == list(draft.metadata)
    assert stored.note == note
    assert stored.turn == (turn if draft.session_id else None)
    assert (stored.occurred_at, stored.recorded_at, stored.last_accessed_at) == (episode.occurred_at, NOW, None)
    assert (stored.uses, stored.archived, stored.windows, stored.embedding_model) == (0, False, 2, MODEL)
    given_then = store.episodes.get_draft(namespace, episode.episode_id)
    assert given_then.draft.model_copy(update={"episode_id": draft.episode_id}) == draft
    assert given_then.occurred_at == episode.occurred_at
    assert rows(
        graph,
        "MATCH (e:Episode {namespace: $namespace, episode_id: $id}) RETURN e.occurred_at = $at AS same, "
        "e.occurred_at = datetime({epochMillis: e.occurred_at_ms}) AS twice, e.payload_hash AS hash",
        namespace=namespace, id=episode.episode_id, at=episode.occurred_at,
    ) == [{"same": True, "twice": True, "hash": draft.payload_hash()}]  # fmt: skip


def test_an_update_replaces_everything_given_and_empties_what_is_not(store: Store, namespace: str) -> None:
    full = EpisodeDraft(content="old", episode_id="e", role="user", metadata={"a": 1}, importance=9)
    create(store, namespace, prepared(full, Note(keywords=("old",), context="old")))
    bare = EpisodeDraft(content="new", episode_id="e")
    store.write(lambda r: r.episodes.update(namespace, prepared(bare), None, model=MODEL), name="test")
    stored = store.episodes.get(namespace, "e")
    assert (stored.content, stored.role, stored.metadata, stored.importance) == ("new", None, {}, 5)
    assert stored.note == Note()
    assert np.array_equal(store.links.get_vectors(namespace, ["e"])["e"], HashingEmbedder().embed_query("new"))


def test_episodes_are_found_in_the_order_asked_for_and_only_in_their_namespace(store: Store, namespace: str) -> None:
    ids = [f"e{number}" for number in range(20)]
    create(store, namespace, *(prepared(EpisodeDraft(content=i, episode_id=i)) for i in ids))
    asked = [*reversed(ids), "unknown", "e3"]
    assert [e.episode_id for e in store.episodes.find(namespace, asked)] == [*reversed(ids), "e3"]
    assert store.episodes.find(namespace, []) == []
    assert store.episodes.find(f"{namespace}x", ids) == []
    assert store.episodes.find_hashes(namespace, ["e1", "unknown"]).keys() == {"e1"}
    assert store.search.hydrate(namespace, ["unknown", "e1"]).keys() == {"e1"}


def test_what_is_not_there_is_told_apart(store: Store, namespace: str) -> None:
    for find in (store.episodes.get, store.episodes.get_draft, store.entities.get):
        with pytest.raises(NotFoundError, match=f"'nothing' is not in namespace {namespace!r}"):
            find(namespace, "nothing")
    assert store.episodes.find_dependents(namespace, "nothing") is None
    assert store.episodes.delete(namespace, "nothing") == 0
    assert store.episodes.delete_empty_session(namespace, "nothing") == 0
    assert store.entities.find_known(namespace, []) == store.entities.find_known(namespace, ["nothing"]) == set()
    assert store.entities.delete_orphans(namespace, ["nothing"]) == 0
    assert store.facts.find_known(namespace, [("nothing", "is", "here", "nothing is here")]) == set()
    assert store.claims.of_source(namespace, "nothing") == store.claims.get(namespace, "fa_nothing") == []
    assert store.links.delete_of(namespace, "nothing") == store.causes.delete_of(namespace, "nothing") == 0
    assert store.links.get_vectors(namespace, ["nothing"]) == store.links.find_linked(namespace, ["nothing"]) == {}
    assert store.causes.create(namespace, [("nothing", "nobody")], NOW) == set()


def test_an_id_is_used_once(store: Store, namespace: str) -> None:
    create(store, namespace, prepared(EpisodeDraft(content="a", episode_id="e")))
    with pytest.raises(ConflictError):
        create(store, namespace, prepared(EpisodeDraft(content="b", episode_id="e")))
    assert store.episodes.get(namespace, "e").content == "a"


def test_turns_have_neighbours_in_order(store: Store, namespace: str) -> None:
    for turn, episode in ((1, "a"), (5, "b"), (9, "c")):
        create(store, namespace, prepared(EpisodeDraft(content=episode, episode_id=episode, session_id="s")), turn=turn)
    turns = store.episodes.find_turns(namespace, [("s", turn) for turn in (0, 1, 3, 9, 10)] + [("t", 1)])
    shown = {key: (turn.taken, turn.previous, turn.following) for key, turn in turns.items()}
    assert shown == {
        ("s", 0): (None, None, "a"),
        ("s", 1): ("a", None, "b"),
        ("s", 3): (None, "a", "b"),
        ("s", 9): ("c", "b", None),
        ("s", 10): (None, "c", None),
        ("t", 1): (None, None, None),
    }
    assert store.episodes.upsert_sessions(namespace, [("s", NOW)])["s"].last_turn == 9
