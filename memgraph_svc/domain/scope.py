"""Checks of single values at the doors of the services."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeVar

from pydantic import TypeAdapter, ValidationError

from memgraph_svc.domain.text import Name, valid_identifier
from memgraph_svc.errors import InvalidInputError

__all__ = ["check_choice", "check_identifier", "check_name", "check_namespace"]

_NAME: Final = TypeAdapter[str](Name)
_E = TypeVar("_E", bound=StrEnum)


def check_identifier(field: str, value: object) -> str:
    """Return an id or namespace that obeys the rule.

    Raises:
        InvalidInputError: Names the field and the rule.
    """
    if not isinstance(value, str):
        raise InvalidInputError(field, "must be text")
    try:
        return valid_identifier(value)
    except ValueError as error:
        raise InvalidInputError(field, str(error)) from None


def check_namespace(value: object) -> str:
    """Return a namespace that obeys the rule.

    Raises:
        InvalidInputError: Names the rule.
    """
    return check_identifier("namespace", value)


def check_choice(field: str, value: object, choices: type[_E]) -> _E:
    """Return one of a closed list of values.

    Raises:
        InvalidInputError: Names the field and the values.
    """
    try:
        return choices(value)
    except ValueError:
        raise InvalidInputError(field, f"must be {' or '.join(choices)}") from None


def check_name(field: str, value: object) -> str:
    """Return a name of one line that obeys the rule.

    Raises:
        InvalidInputError: Names the field and the rule.
    """
    try:
        return _NAME.validate_python(value)
    except ValidationError as error:
        raise InvalidInputError(field, error.errors()[0]["msg"].removeprefix("Value error, ")) from None
