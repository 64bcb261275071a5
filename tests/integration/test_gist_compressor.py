"""Gists of long sessions: what they are made of, what takes them away, and the pages that they lead back to."""

from __future__ import annotations

from itertools import chain as chained
from typing import TYPE_CHECKING, Any

import pytest
from support.graph_state import archive, chain, rows, snapshot
from support.long_sessions import covered, gist_nodes, holders, tell, turn, turns
from support.worlds import make_memory

from memgraph_svc.adapters.tokenizers.tiktoken_pure import O200kTokenizer
from memgraph_svc.crl.reader import read_document
from memgraph_svc.domain.gist import Problem
from memgraph_svc.errors import NotFoundError
from memgraph_svc.settings import GistConfig

if TYPE_CHECKING:
    from memgraph_svc.domain.gist import Gist
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

COUNT = O200kTokenizer().count
HOSTILE = (
    "%crl1 lossy=1\n%AB=pump\nAB = broken",
    "pump = &broken @2026-01-01.. ?0.9 #3",
    '"a quote" = "another \\" one"\\n|# no head',
    "two\r\nlines\u2028and\u2029three\x85ends",
    "$1 $$ %AB %3A \\u0041 \\ud800",
    "\u2060\u00ad\u180e",
    "\x1b[31mred\x07",
    "{" * 2_000,
    '{"a": [1, {"b": "c"}], "n": 1e400}',
    "x" * 100_000,
    "Ann is Ann. Ann has Ann.",
)


def source_of(told: list[dict[str, Any]]) -> str:
    return "\n".join(f"{row['role']}: {row['content']}" for row in told)


def made(memory: MemoryService, namespace: str, session: str = "s", **options: Any) -> Gist:
    gist = memory.gists.compress(session, namespace=namespace, **options)
    assert gist is not None
    return gist


def test_ten_turns_have_no_gist_and_eleven_have_one(memory: MemoryService, graph: Graph, namespace: str) -> None:
    tell(memory, namespace, *turns(10))
    commits = "MATCH (c:CommitCount {namespace: $n}) RETURN sum(c.commits) AS writes"
    before = rows(graph, commits, n=namespace)
    assert memory.gists.compress("s", namespace=namespace) is None
    assert memory.crl.sync(namespace=namespace).skipped == 1
    assert rows(graph, commits, n=namespace) == before
    with pytest.raises(NotFoundError, match=r"has no gist.*compress --session s"):
        memory.gists.gist("s", namespace=namespace)
    assert memory.crl.check(namespace=namespace) == []
    assert gist_nodes(graph, namespace) == []
    tell(memory, namespace, turn(11))
    assert [p.problem for p in memory.crl.check(namespace=namespace)] == [Problem.MISSING]
    gist = made(memory, namespace)
    assert memory.crl.check(namespace=namespace) == []
    assert gist == memory.gists.gist("s", namespace=namespace)
    assert memory.stats()["gists"] == 1


def test_reported_lengths_are_those_of_the_named_tokenizer_and_within_the_budget(
    memory: MemoryService, namespace: str
) -> None:
    told = turns(24)
    tell(memory, namespace, *told)
    texts = set()
    for budget in (1, 0.5, 0.2, 0.05, 1e-9):
        gist = made(memory, namespace, budget=budget, again=True)
        assert (gist.tokenizer, gist.original_length) == (O200kTokenizer().name, COUNT(source_of(told)))
        assert (gist.compressed_length, gist.stored_length) == (COUNT(gist.text), COUNT(gist.crl))
        assert gist.compressed_length <= max(1, budget * gist.original_length)
        assert (gist.lossy, gist.retention) == (True, None)
        read = [read_document(document) for document in (gist.crl, *(page.crl for page in gist.pages))]
        assert all(document.head.lossy for document in read)
        assert list(read[0].lines) == [line for document in read[1:] for line in document.lines]
        assert gist.text == "\n".join(page.text for page in gist.pages if page.text)
        texts.add(gist.text)
    assert len(texts) == 5


def test_the_same_turns_give_the_same_gist_and_are_compressed_once(
    memory: MemoryService, graph: Graph, server: Settings, namespace: str
) -> None:
    tell(memory, namespace, *turns(23))
    first = made(memory, namespace)
    state = (snapshot(graph, namespace), gist_nodes(graph, namespace))
    assert made(memory, namespace, budget=0.9) == first
    report = memory.crl.sync(namespace=namespace)
    assert (report.planned, report.done, report.skipped, report.items) == (0, 0, 1, ())
    assert (snapshot(graph, namespace), gist_nodes(graph, namespace)) == state
    other = f"{namespace}-2"
    tell(make_memory(graph, server, other), other, *reversed(turns(23)))
    second = made(memory, other)
    own = {"gist_id": True, "pages": {"__all__": {"page_id"}}}
    assert second.model_dump(exclude=own) == first.model_dump(exclude=own)
    assert made(memory, namespace, again=True).model_dump(exclude={"version"}) == first.model_dump(exclude={"version"})


def test_a_changed_session_is_stale_and_is_compressed_from_its_turns_again(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    tell(memory, namespace, *turns(12))
    first = made(memory, namespace)
    tell(memory, namespace, turn(13, "The spare key of the boiler room hangs in cabinet 4471."))
    (problem,) = memory.crl.check(namespace=namespace)
    assert (problem.session_id, problem.problem) == ("s", Problem.STALE)
    report = memory.crl.sync(namespace=namespace, budget=1)
    assert (report.planned, report.done, report.items) == (1, 1, (problem,))
    second = memory.gists.gist("s", namespace=namespace)
    assert (first.version, second.version) == (1, 2)
    assert second.source_hash != first.source_hash
    assert "4471" in second.text
    memory.episodes.update("s-3", {"role": "narrator"}, namespace=namespace)
    assert [p.problem for p in memory.crl.check(namespace=namespace)] == [Problem.STALE]
    assert made(memory, namespace).version == 3
    memory.episodes.update("s-3", {"importance": 9}, namespace=namespace)
    archive(graph, namespace, "s-4")
    assert memory.crl.check(namespace=namespace) == []
    assert len(gist_nodes(graph, namespace)) == 1 + len(second.pages)


@pytest.mark.parametrize("change", ["delete", "update"])
def test_a_text_that_goes_takes_the_gist_that_quotes_it_with_it(
    memory: MemoryService, graph: Graph, namespace: str, change: str
) -> None:
    secret = "The vault code is 77-31-09."
    tell(memory, namespace, *turns(12), turn(13, secret))
    gist = made(memory, namespace, budget=1)
    assert "77-31-09" in gist.text
    assert {"Episode", "Gist", "Page"} <= {*holders(graph, namespace, "77-31-09")}
    if change == "delete":
        memory.episodes.delete("s-13", namespace=namespace)
    else:
        memory.episodes.update("s-13", {"content": "Never mind."}, namespace=namespace)
    assert holders(graph, namespace, "77-31-09") == []
    assert gist_nodes(graph, namespace) == []
    assert [p.problem for p in memory.crl.check(namespace=namespace)] == [Problem.MISSING]
    assert memory.crl.sync(namespace=namespace).done == 1
    assert memory.gists.gist("s", namespace=namespace).version == 2
    assert holders(graph, namespace, "77-31-09") == []


def test_a_session_that_shrinks_loses_its_gist_and_one_that_goes_leaves_nothing(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    tell(memory, namespace, *turns(11))
    made(memory, namespace)
    memory.episodes.delete("s-5", namespace=namespace)
    assert (gist_nodes(graph, namespace), memory.crl.check(namespace=namespace)) == ([], [])
    assert memory.gists.compress("s", namespace=namespace) is None
    tell(memory, namespace, turn(5))
    made(memory, namespace)
    for number in range(1, 12):
        memory.episodes.delete(f"s-{number}", namespace=namespace)
    assert gist_nodes(graph, namespace) == []
    assert snapshot(graph, namespace) == {}
    for ask in (memory.gists.gist, memory.gists.compress):
        with pytest.raises(NotFoundError, match="session 's' is not in namespace"):
            ask("s", namespace=namespace)


def test_where_more_turns_are_asked_for_a_gist_is_needless(
    memory: MemoryService, graph: Graph, server: Settings, namespace: str
) -> None:
    tell(memory, namespace, *turns(12))
    made(memory, namespace)
    strict = make_memory(graph, server, namespace, gist=GistConfig(fewest_turns=13))
    assert [p.problem for p in strict.crl.check(namespace=namespace)] == [Problem.NEEDLESS]
    assert strict.gists.compress("s", namespace=namespace) is None
    assert gist_nodes(graph, namespace) == []


def test_namespaces_have_gists_of_their_own(memory: MemoryService, graph: Graph, namespace: str) -> None:
    other = f"{namespace}-2"
    tell(memory, namespace, *turns(12))
    tell(memory, other, *(turn(n, f"Other words about kettle {n}.") for n in range(1, 14)))
    mine, theirs = made(memory, namespace), made(memory, other)
    assert mine.gist_id != theirs.gist_id
    assert not {page.page_id for page in mine.pages} & {page.page_id for page in theirs.pages}
    assert "kettle" not in repr(gist_nodes(graph, namespace))
    with pytest.raises(NotFoundError, match="page"):
        memory.gists.expand(mine.pages[0].page_id, namespace=other)
    nobody = f"{namespace}-3"
    assert memory.crl.check(namespace=nobody) == []
    assert memory.crl.sync(namespace=nobody).planned == 0
    for ask in (memory.gists.gist, memory.gists.compress, memory.crl.from_episodes, memory.crl.to_facts):
        with pytest.raises(NotFoundError, match=f"session 's' is not in namespace '{nobody}'"):
            ask("s", namespace=nobody)
    memory.episodes.delete("s-3", namespace=other)
    assert memory.gists.gist("s", namespace=namespace) == mine
    assert covered(graph, other) == []


@pytest.mark.parametrize("numbers", [range(1, 12), range(0, 90, 3), [5, 0, 7, *range(100, 131)]])
def test_pages_cover_every_turn_once_and_lead_back_to_it(
    memory: MemoryService, graph: Graph, namespace: str, numbers: Any
) -> None:
    tell(memory, namespace, *(turn(number) for number in numbers))
    gist = made(memory, namespace)
    wanted = [f"s-{number}" for number in sorted(numbers)]
    assert [key for key, _ in chain(graph, namespace, "s")] == covered(graph, namespace) == wanted
    read = [memory.gists.expand(page.page_id, namespace=namespace) for page in gist.pages]
    assert [episode.episode_id for episode in chained(*read)] == wanted
    assert [(page.first_turn, page.last_turn) for page in gist.pages] == [
        (episodes[0].turn, episodes[-1].turn) for episodes in read
    ]
    looked = memory.gists.look_up("s", "What of the valve?", namespace=namespace, pages=1_000)
    found = sorted(looked.pages, key=lambda page: page.first_turn)
    assert [page.page_id for page in found] == [page.page_id for page in gist.pages]
    assert [key for page in found for key in page.episode_ids] == wanted
    assert "\n".join(page.text for page in found) == source_of([turn(number) for number in sorted(numbers)])


def test_a_question_finds_its_page_best_first(memory: MemoryService, namespace: str) -> None:
    tell(memory, namespace, *turns(40), turn(41, "The spare key hangs in cabinet 4471."))
    (best,) = memory.gists.look_up("s", "  Where is the spare KEY?\n", namespace=namespace).pages
    assert "cabinet 4471" in best.text
    assert best.episode_ids[-1] == "s-41"
    assert best.score > 0
    every = memory.gists.look_up("s", "spare key", namespace=namespace, pages=9).pages
    assert every[0].page_id == best.page_id
    assert [page.score for page in every] == sorted((page.score for page in every), reverse=True)
    none = memory.gists.look_up("s", "?!", namespace=namespace, pages=2).pages
    assert [(page.first_turn, page.score) for page in none] == [(1, 0.0), (11, 0.0)]


def test_hostile_texts_are_compressed_like_any_other(memory: MemoryService, graph: Graph, namespace: str) -> None:
    told = [turn(number, text) for number, text in enumerate(HOSTILE, 1)]
    told.append(turn(len(told) + 1, "the end", role="%AB: x"))
    tell(memory, namespace, *told)
    gist = made(memory, namespace, budget=1)
    assert gist.original_length == COUNT(source_of(told))
    assert gist.compressed_length <= gist.original_length
    assert memory.crl.check(namespace=namespace) == []
    assert gist == memory.gists.gist("s", namespace=namespace)
    assert covered(graph, namespace) == [row["id"] for row in told]
    looked = memory.gists.look_up("s", "%AB = x", namespace=namespace, pages=9)
    assert sorted(page.first_turn for page in looked.pages) == [page.first_turn for page in gist.pages]
    found = memory.crl.to_facts("s", namespace=namespace)
    assert found.stated == found.made
    assert [one.rule for one in found.unplaced if one.field == "line"].count(
        "object: subject and object must be different entities"
    ) == 1
