"""Sessions to documents that keep them word for word, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support.crl_lines import texts
from support.graph_state import snapshot
from support.long_sessions import tell, turn

from memgraph_svc.adapters.tokenizers.tiktoken_pure import O200kTokenizer
from memgraph_svc.crl.reader import decode, read_document
from memgraph_svc.crl.turns import Turn, from_turns, to_turns
from memgraph_svc.crl.writer import encode
from memgraph_svc.domain.text import check_text
from memgraph_svc.errors import ConflictError, CRLError, InvalidInputError, NotFoundError

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService


def _kept(text: str) -> str:
    """What an episode keeps of a text, or something else where that is nothing."""
    try:
        return check_text(text.replace("\x00", ""))
    except ValueError:
        return "%AB"


_ROLES = texts.map(lambda text: _kept("".join(text.splitlines())))
_TURNS = st.lists(st.builds(Turn, _ROLES, texts.map(_kept)), min_size=1, max_size=5)
_on_the_server = settings(
    max_examples=20,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@_on_the_server
@given(told=_TURNS, legend=st.booleans())
def test_turns_come_back_from_the_store_as_they_were(
    memory: MemoryService, namespace: str, told: list[Turn], legend: bool
) -> None:
    space = f"{namespace}-{abs(hash((*told, legend)))}"
    document = encode(from_turns(told), count_tokens=O200kTokenizer().count if legend else None)
    report = memory.crl.to_episodes(document, session_id="s", namespace=space)
    assert (report.refused, len(report.episode_ids)) == ((), len(told))
    back = memory.crl.from_episodes("s", namespace=space)
    assert to_turns(decode(back)) == told
    assert not read_document(back).head.lossy
    again = memory.crl.to_episodes(back, session_id="s", namespace=space)
    assert (again.created, again.reused) == (0, len(told))


@pytest.mark.parametrize(
    ("document", "error", "told"),
    [
        ("", CRLError, "line 1"),
        ("user: hello", CRLError, "line 1"),
        ("%crl1\nuser: hello\nx = ", CRLError, "line 3"),
        ("%crl1\nuser: hello\n|broken \\q", CRLError, "line 3"),
        ("%crl1 dict=3\n$0: hello", CRLError, "3 names"),
        ("%crl1 lossy=1\nuser: hello", InvalidInputError, "document: is a gist"),
        ("%crl1\nuser: hello\na = b", InvalidInputError, "lines.2"),
        ("%crl1\nuser: hello\nno role here", InvalidInputError, "lines.2"),
        ("%crl1\nuser: hello\n|user:  two blanks", InvalidInputError, "lines.2"),
        ("%crl1\nuser: hello\n|user: end\\n", InvalidInputError, "lines.2"),
        ("%crl1\nuser: hello\n|user: ", InvalidInputError, "lines.2"),
        ("%crl1\nuser: hello\n|: no role", InvalidInputError, "lines.2"),
        ("%crl1\nuser: hello\n|user: a\\u0000b", InvalidInputError, "lines.2"),
        ("%crl1\nuser: hello\n|two\\nlines: x", InvalidInputError, "lines.2"),
        (f"%crl1\nuser: hello\n{'r' * 513}: x", InvalidInputError, "lines.2"),
        (f"%crl1\nuser: hello\nuser: {'x' * 1_000_001}", InvalidInputError, "lines.2"),
        (None, InvalidInputError, "document"),
        (b"%crl1\n", InvalidInputError, "document"),
    ],
)  # fmt: skip
def test_what_no_episode_can_keep_is_refused_as_a_whole(
    memory: MemoryService, namespace: str, document: Any, error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        memory.crl.to_episodes(document, session_id="s", namespace=namespace)
    assert not any(memory.stats().values())


def test_an_id_that_leaves_no_room_for_turns_is_refused_by_its_name(memory: MemoryService, namespace: str) -> None:
    memory.crl.to_episodes("%crl1\nuser: hello", session_id="x" * 126, namespace=namespace)
    with pytest.raises(InvalidInputError, match="session_id"):
        memory.crl.to_episodes("%crl1\nuser: hello", session_id="x" * 127, namespace=namespace)


def test_another_document_for_the_same_turns_is_refused_and_a_longer_one_goes_on(
    memory: MemoryService, graph: Graph, namespace: str
) -> None:
    store = memory.crl.to_episodes
    assert store("%crl1\n", session_id="s", namespace=namespace).created == 0
    store("%crl1\nuser: one\ntool_call: {}", session_id="s", namespace=namespace)
    state = snapshot(graph, namespace)
    with pytest.raises(ConflictError):
        store("%crl1\nuser: one\nuser: another", session_id="s", namespace=namespace)
    assert snapshot(graph, namespace) == state
    report = store("%crl1\nuser: one\ntool_call: {}\nuser: three", session_id="s", namespace=namespace)
    assert (report.reused, report.created) == (2, 1)
    assert memory.crl.from_episodes("s", namespace=namespace) == "%crl1\nuser: one\ntool_call: {}\nuser: three"


def test_a_turn_without_a_role_stands_under_its_kind_and_is_read_as_such_again(
    memory: MemoryService, namespace: str
) -> None:
    kinds = ["message", "tool_call", "tool_result"] * 4
    tell(memory, namespace, *(turn(n, f"text {n}", role=None, kind=kind) for n, kind in enumerate(kinds, 1)))
    document = memory.crl.from_episodes("s", namespace=namespace)
    assert [told.role for told in to_turns(decode(document))] == kinds
    other = f"{namespace}-2"
    memory.crl.to_episodes(document, session_id="s", namespace=other)
    first, second = (memory.gists.compress("s", namespace=space) for space in (namespace, other))
    assert first is not None
    assert second is not None
    assert (first.text, [page.last_turn for page in first.pages]) == (
        second.text, [page.last_turn for page in second.pages],
    )  # fmt: skip
    with pytest.raises(NotFoundError):
        memory.crl.from_episodes("t", namespace=namespace)
