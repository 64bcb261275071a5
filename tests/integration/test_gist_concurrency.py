"""Sessions that change while gists are made of them: no gist quotes what is gone, and nobody waits in a circle."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import chain, rows
from support.long_sessions import covered, gist_nodes, tell, turn, turns
from support.worlds import FixedEmbedder, make_memory
from support.writers import at_once, retries

from memgraph_svc.errors import NotFoundError
from memgraph_svc.services.gist_maker import GistMaker
from memgraph_svc.services.stale import StaleError

if TYPE_CHECKING:
    from collections.abc import Callable

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

SECONDS = 1.0
SESSIONS = ("a", "b")


@dataclass
class Storm:
    """Two sessions that are written, compressed and read for a while; ids run against turns."""

    memory: MemoryService
    namespace: str
    gone: set[str] = field(default_factory=set)
    until: float = field(default_factory=lambda: time.monotonic() + SECONDS)

    def repeat(self, act: Callable[[int], None]) -> Callable[[], None]:
        def run() -> None:
            for number in count():
                if time.monotonic() > self.until:
                    return
                act(number)

        return run

    def said(self, session: str, number: int) -> dict[str, Any]:
        text = f"The pump in hall {number % 3} stopped again; ticket {ticket(session, number)}."
        return turn(number, text, session=session, id=f"{session}-{999 - number}", role="user")

    def write(self, session: str, number: int) -> None:
        row = self.said(session, number)
        self.memory.episodes.insert(row, namespace=self.namespace)
        if number % 3 == 0:
            self.memory.episodes.update(row["id"], {"content": f"Hall 0 runs, {number}."}, namespace=self.namespace)
        else:
            self.memory.episodes.delete(row["id"], namespace=self.namespace)
        self.gone.add(ticket(session, number))

    def compress(self, session: str, number: int) -> None:
        with suppress(StaleError):
            self.memory.gists.compress(session, namespace=self.namespace, budget=1, again=number % 2 == 0)

    def read(self, _: int) -> None:
        before = {*self.gone}
        with suppress(NotFoundError):
            gist = self.memory.gists.gist("a", namespace=self.namespace)
            assert gist.pages
            assert not [name for name in before if name in gist.text]
        self.memory.gists.look_up("b", "ticket", namespace=self.namespace, pages=9)


def ticket(session: str, number: int) -> str:
    return f"{session.upper()}-{number:03d}-{number * 7}"


def test_gists_keep_step_with_writers_of_their_sessions(graph: Graph, server: Settings, namespace: str) -> None:
    """Nothing is linked: writers that wait for a linked episode together may be told that it is gone."""
    memory = make_memory(graph, server, namespace, embedder=FixedEmbedder(threshold=1.0))
    storm = Storm(memory, namespace)
    tell(memory, namespace, *(storm.said(session, number) for session in SESSIONS for number in range(1, 13)))
    actions = [
        storm.repeat(lambda n, s=s, first=first: storm.write(s, first + 2 * n)) for s in SESSIONS for first in (13, 14)
    ]
    actions += [storm.repeat(lambda n, s=s: storm.compress(s, n)) for s in SESSIONS]
    actions += [storm.repeat(lambda _: memory.crl.sync(namespace=namespace, budget=1) and None)]
    with retries() as told:
        at_once([*actions, storm.repeat(storm.read)])
    assert told == []
    memory.crl.sync(namespace=namespace, budget=1)
    assert memory.crl.check(namespace=namespace) == []
    assert storm.gone
    assert not [name for name in storm.gone if name in repr(gist_nodes(graph, namespace))]
    for session in SESSIONS:
        assert covered(graph, namespace, session) == [key for key, _ in chain(graph, namespace, session)]
    query = "MATCH (n:Gist) WHERE n.namespace = $n RETURN count(*) AS gists"
    assert rows(graph, query, n=namespace)[0]["gists"] == len(SESSIONS)


@pytest.mark.parametrize("change", ["compress", "update", "delete"])
def test_turns_are_locked_in_the_order_of_all_writers(
    memory: MemoryService, graph: Graph, namespace: str, change: str
) -> None:
    """Pages are tied to their turns in the order of turns, which is not that of ids."""
    tell(memory, namespace, *turns(14))
    memory.gists.compress("s", namespace=namespace)
    changes: dict[str, Callable[[], Any]] = {
        "compress": lambda: memory.gists.compress("s", namespace=namespace, again=True),
        "update": lambda: memory.episodes.update("s-1", {"content": "other"}, namespace=namespace),
        "delete": lambda: memory.episodes.delete("s-1", namespace=namespace),
    }
    lock = "MATCH (e:Episode {namespace: $n, episode_id: $key}) SET e.namespace = $n"
    with retries() as told, ThreadPoolExecutor(1) as pool, graph.driver.session(database=graph.database) as session:
        with session.begin_transaction() as other:
            other.run(lock, n=namespace, key="s-11").consume()
            waiting = pool.submit(changes[change])
            time.sleep(0.3)
            assert not waiting.done()
            for number in (12, 2, 3, 5, 9):
                other.run(lock, n=namespace, key=f"s-{number}").consume()
            other.commit()
        assert waiting.result() is not None
    assert told == []


def test_a_turn_that_is_replaced_by_its_like_is_not_covered_by_chance(
    memory: MemoryService, graph: Graph, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text is the same, and so is the hash, but it is another episode."""
    tell(memory, namespace, *turns(14))
    make = GistMaker.make

    def overtaken(self: GistMaker, *args: Any, **options: Any) -> Any:
        monkeypatch.undo()
        memory.episodes.delete("s-14", namespace=namespace)
        tell(memory, namespace, turn(14) | {"id": "s-15", "turn": 15})
        return make(self, *args, **options)

    monkeypatch.setattr(GistMaker, "make", overtaken)
    gist = memory.gists.compress("s", namespace=namespace)
    assert gist is not None
    assert gist.pages[-1].last_turn == 15
    assert covered(graph, namespace)[-1] == "s-15"
