"""Every module says what it offers, in order and truthfully."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "memgraph_svc").rglob("*.py"))
MODULES = {
    str(file.relative_to(ROOT).with_suffix("")).replace("/", ".").removesuffix(".__init__"): file for file in FILES
}


def _defined(tree: ast.Module) -> set[str]:
    """Public classes and functions that a module makes itself."""
    made = (node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef))
    return {node.name for node in made if not node.name.startswith("_")}


@pytest.mark.parametrize("name", MODULES)
def test_exports_are_sorted_present_and_complete(name: str) -> None:
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    if not any(not isinstance(node, ast.Expr) for node in tree.body):
        return  # a docstring only
    module = importlib.import_module(name)
    exported = module.__all__
    assert list(exported) == sorted(set(exported), key=_like_isort)
    assert [member for member in exported if not hasattr(module, member)] == []
    assert _defined(tree) - set(exported) == set()


def _like_isort(member: str) -> tuple[int, str]:
    """Constants, then classes, then the rest, as the linter sorts."""
    return (0 if member.isupper() else 1 if member[:1].isupper() else 2, member)


def test_every_module_and_public_thing_has_a_docstring() -> None:
    missing = []
    for name, file in MODULES.items():
        tree = ast.parse(file.read_text(encoding="utf-8"))
        if not ast.get_docstring(tree):
            missing.append(name)
        for node in tree.body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                missing += [] if ast.get_docstring(node) else [f"{name}.{node.name}"]
    assert missing == []
