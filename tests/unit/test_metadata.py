"""Metadata: any JSON object within bounds, returned exactly."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from memgraph_svc.domain.metadata import Metadata, dump_metadata, load_metadata
from memgraph_svc.settings import LIMITS

TEXT = st.text(st.characters(codec="utf-8"), max_size=10)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3))
CHECKED = TypeAdapter(Metadata)


def _nested(depth: int) -> dict[str, Any]:
    value: Any = 1
    for _ in range(depth):
        value = {"x": value}
    return value


def _same(one: object, two: object) -> bool:
    """Equal also in type, sign of zero and order of keys."""
    if isinstance(one, dict) and isinstance(two, dict):
        return list(one) == list(two) and all(_same(one[k], two[k]) for k in one)
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(_same, one, two))
    if isinstance(one, float) and isinstance(two, float):
        return one == two and math.copysign(1, one) == math.copysign(1, two)
    return type(one) is type(two) and one == two


def _depth(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, inner)) if inner else 0


@given(st.dictionaries(TEXT, VALUES, max_size=4).filter(lambda value: _depth(value) <= LIMITS.metadata_depth))
def test_what_is_accepted_comes_back_exactly(value: dict[str, Any]) -> None:
    kept = CHECKED.validate_python(value)
    assert _same(load_metadata(dump_metadata(kept)), value)


@pytest.mark.parametrize("number", [2**63, -(2**70), 10**400, 5e-324, 1.7976931348623157e308, -0.0, 0.1 + 0.2])
def test_numbers_beyond_64_bits_come_back(number: float) -> None:
    assert _same(load_metadata(dump_metadata(CHECKED.validate_python({"n": number}))), {"n": number})


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_numbers_must_be_finite(number: float) -> None:
    with pytest.raises(ValidationError, match=r"finite \(at metadata.a\[1\].b\)"):
        CHECKED.validate_python({"a": [1, {"b": number}]})


@pytest.mark.parametrize(
    "value", [datetime(2026, 1, 1, tzinfo=UTC), b"x", {1}, (1, 2), 1j, object(), np.int64(1), np.float32(1)]
)
def test_what_json_cannot_hold_is_refused_with_its_path(value: object) -> None:
    with pytest.raises(ValidationError, match=r"cannot be stored as JSON \(at metadata.a.b\)"):
        CHECKED.validate_python({"a": {"b": value}})


def test_keys_must_be_text() -> None:
    with pytest.raises(ValidationError):
        CHECKED.validate_python({1: "a"})
    with pytest.raises(ValidationError, match="keys must be text"):
        CHECKED.validate_python({"a": {1: "a"}})


def test_depth_is_bounded() -> None:
    assert CHECKED.validate_python(_nested(LIMITS.metadata_depth))
    with pytest.raises(ValidationError, match=f"at most {LIMITS.metadata_depth} deep"):
        CHECKED.validate_python(_nested(LIMITS.metadata_depth + 1))
    endless: dict[str, Any] = {}
    endless["x"] = endless
    with pytest.raises(ValidationError, match="deep"):
        CHECKED.validate_python(endless)


def test_size_is_counted_in_bytes_of_json() -> None:
    frame = len('{"x":""}')
    assert CHECKED.validate_python({"x": "a" * (LIMITS.metadata_bytes - frame)})
    assert CHECKED.validate_python({"x": "ä" * ((LIMITS.metadata_bytes - frame) // 2)})
    for text in ("a" * (LIMITS.metadata_bytes - frame + 1), "ä" * (LIMITS.metadata_bytes // 2)):
        with pytest.raises(ValidationError, match=f"at most {LIMITS.metadata_bytes} bytes"):
            CHECKED.validate_python({"x": text})


@pytest.mark.parametrize("value", [{"x": "\ud800"}, {"\udfff": 1}, {"x": ["\ud800"]}])
def test_text_that_cannot_be_encoded_is_refused(value: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="surrogates"):
        CHECKED.validate_python(value)


@pytest.mark.parametrize("value", [None, [], "x", 1, [("a", 1)]])
def test_only_an_object_is_metadata(value: object) -> None:
    with pytest.raises(ValidationError):
        CHECKED.validate_python(value)
