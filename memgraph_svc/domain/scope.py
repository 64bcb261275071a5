"""Checks of single values at the doors of the services."""

from __future__ import annotations

from memgraph_svc.domain.text import valid_identifier
from memgraph_svc.errors import InvalidInputError

__all__ = ["check_identifier", "check_namespace"]


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
