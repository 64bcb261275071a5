"""Base of the domain models and the one translation of a validation failure."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from memgraph_svc.errors import InvalidInputError

__all__ = ["Model", "validated"]

_M = TypeVar("_M", bound="Model")

_RULES: Final = {"model_type": "must be an object with named fields", "tuple_type": "must be a list"}
"""Rules that pydantic words in terms of Python, by its types of error."""


class Model(BaseModel):
    """Frozen, closed model: unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


def validated(model: type[_M], data: Any) -> _M:  # noqa: ANN401  # anything may come from outside
    """Build a model from outside data.

    Raises:
        InvalidInputError: Names the first offending field (as the caller spelled it) and the rule.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or model.__name__
        rule = _RULES.get(first["type"]) or first["msg"].removeprefix("Value error, ")
        raise InvalidInputError(field, rule if rule[1:2].isupper() else rule[:1].lower() + rule[1:]) from None
