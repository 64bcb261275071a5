"""The error tree: complete, documented, with hints and without values."""

from __future__ import annotations

import ast
import inspect
import re
from typing import TYPE_CHECKING

import pytest

from memgraph_svc import errors
from memgraph_svc.errors import InvalidInputError, MemgraphError

if TYPE_CHECKING:
    from pathlib import Path

CLASSES = [value for _, value in inspect.getmembers(errors, inspect.isclass) if issubclass(value, Exception)]
RETRYABLE = {"ArtifactUnreachableError", "GraphUnavailableError", "MigrationLockedError", "RateLimitedError"}


def test_every_class_is_exported_and_descends_from_the_root() -> None:
    assert sorted(cls.__name__ for cls in CLASSES) == errors.__all__ == sorted(errors.__all__)
    assert all(issubclass(cls, MemgraphError) for cls in CLASSES)
    assert all(cls.__doc__ for cls in CLASSES)


def test_the_docstring_draws_the_tree_as_it_is() -> None:
    drawn: dict[str, str | None] = {}
    above: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        found = re.fullmatch(r"    ([│ ├└─]*)(\w+Error)", line)
        if found:
            depth = len(found[1]) // 4
            above = [*above[:depth], found[2]]
            drawn[found[2]] = above[-2] if depth else None
    real = {cls.__name__: None if cls is MemgraphError else cls.__bases__[0].__name__ for cls in CLASSES}
    assert drawn == real


def test_what_can_be_tried_again_unchanged_is_marked() -> None:
    assert {cls.__name__ for cls in CLASSES if cls.retryable} == RETRYABLE


@pytest.mark.parametrize("cls", CLASSES)
def test_an_error_shows_its_hint(cls: type[MemgraphError]) -> None:
    if cls is InvalidInputError:
        error: MemgraphError = InvalidInputError("limit", "must be at least 1", hint="leave it out")
        assert (error.message, str(error)) == ("limit: must be at least 1", "limit: must be at least 1 (leave it out)")
        return
    error = cls("it failed", hint="try again")
    assert (error.message, error.hint, str(error)) == ("it failed", "try again", "it failed (try again)")
    assert str(cls("it failed")) == "it failed"


def _raised(source_root: Path) -> list[tuple[str, ast.Call]]:
    names = set(errors.__all__)
    found: list[tuple[str, ast.Call]] = []
    for file in sorted((source_root / "memgraph_svc").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                called = node.exc.func
                if isinstance(called, ast.Name) and called.id in names:
                    found.append((f"{file.name}:{node.lineno}", node.exc))
    return found


def test_every_error_is_raised_with_a_message_in_one_line(source_root: Path) -> None:
    raised = _raised(source_root)
    assert len(raised) > 50
    for place, call in raised:
        assert call.args, place
        texts = [n.value for n in ast.walk(call) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        assert not any("\n" in text for text in texts), place


def test_messages_never_hold_what_was_written_or_signed_in_with(source_root: Path) -> None:
    forbidden = {"content", "password", "metadata", "text", "value", "values", "embedding", "params", "data", "row"}
    for place, call in _raised(source_root):
        for node in ast.walk(call):
            if isinstance(node, ast.FormattedValue) and isinstance(node.value, ast.Name | ast.Attribute):
                shown = node.value.id if isinstance(node.value, ast.Name) else node.value.attr
                assert shown not in forbidden, place
