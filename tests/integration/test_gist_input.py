"""Wrong values at the doors of the gist systems: one error that names the field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from memgraph_svc.errors import InvalidInputError, NotFoundError

if TYPE_CHECKING:
    from memgraph_svc.services.memory import MemoryService


@pytest.mark.parametrize(
    ("call", "field"),
    [
        *((lambda m, n, b=budget: m.gists.compress("s", namespace=n, budget=b), "budget")
          for budget in (0, -0.1, 1.1, float("nan"), float("inf"), True, "x", "0.2", [])),
        *((lambda m, n, b=budget, o=options: m.crl.sync(namespace=n, budget=b, **o), "budget")
          for budget in (0, 1.1, float("nan"), True, "x") for options in ({}, {"session_id": "s"})),
        *((lambda m, n, p=pages: m.gists.look_up("s", "x", namespace=n, pages=p), "pages")
          for pages in (0, -1, 1_001, True, 1.0, "1", None)),
        *((lambda m, n, q=question: m.gists.look_up("s", q, namespace=n), "question")
          for question in ("", " \n", "x" * 10_001, "a\x00b", "\ud800", None, 5)),
        *((lambda m, n, a=ask, k=key: a(m)(k, namespace=n), "session_id")
          for key in ("", "a b", "ä", "x" * 129, None, 5)
          for ask in (lambda m: m.gists.compress, lambda m: m.gists.gist, lambda m: m.crl.to_facts,
                      lambda m: m.crl.from_episodes)),
        *((lambda m, n, k=key: m.gists.look_up(k, "x", namespace=n), "session_id") for key in ("", "a b", None)),
        *((lambda m, n, k=key: m.crl.sync(namespace=n, session_id=k), "session_id") for key in ("", "a b", 5)),
        *((lambda m, n, k=key: m.crl.to_episodes("%crl1\n", session_id=k, namespace=n), "session_id")
          for key in ("", "a b", None)),
        *((lambda m, n, k=key: m.gists.expand(k, namespace=n), "page") for key in ("", "a b", "\ud800", None)),
        *((lambda m, n, k=key: m.crl.sync(namespace=n, after=k), "after") for key in ("a b", "\ud800", 5)),
        (lambda m, n: m.crl.sync(namespace=n, session_id="s", after="r"), "after"),
        *((lambda m, n, a=ask, k=key: a(m)("s", namespace=k), "namespace") for key in ("", "a b", None)
          for ask in (lambda m: m.gists.compress, lambda m: m.gists.gist, lambda m: m.gists.expand,
                      lambda m: m.crl.to_facts, lambda m: m.crl.from_facts, lambda m: m.crl.from_episodes)),
        *((lambda m, n, k=key: m.gists.look_up("s", "x", namespace=k), "namespace") for key in ("", "a b", None)),
        (lambda m, _: m.crl.check(namespace=""), "namespace"),
        (lambda m, _: m.crl.sync(namespace="a b"), "namespace"),
        (lambda m, _: m.crl.to_episodes("%crl1\n", session_id="s", namespace=""), "namespace"),
    ],
)  # fmt: skip
def test_wrong_values_are_named_and_change_nothing(
    memory: MemoryService, namespace: str, call: Any, field: str
) -> None:
    with pytest.raises(InvalidInputError) as told:
        call(memory, namespace)
    assert told.value.field == field
    assert told.value.rule


def test_unknown_sessions_and_pages_are_not_found(memory: MemoryService, namespace: str) -> None:
    for call in (
        lambda: memory.gists.look_up("s", "x", namespace=namespace),
        lambda: memory.gists.expand("pg_0", namespace=namespace),
        lambda: memory.crl.sync(namespace=namespace, session_id="s", dry_run=True),
    ):
        with pytest.raises(NotFoundError, match=f"is not in namespace '{namespace}'"):
            call()
