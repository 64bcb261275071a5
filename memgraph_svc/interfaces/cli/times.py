"""Times given as options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from datetime import datetime

__all__ = ["time_option"]


def time_option(name: str, text: str | None, *, assume_utc: bool) -> datetime | None:
    """Read the time of an option.

    Raises:
        InvalidInputError: It is not a time, or has no zone and UTC may not be assumed.
    """
    if text is None:
        return None
    from memgraph_svc.domain.instant import parse_instant

    try:
        return parse_instant(text, assume_utc=assume_utc)
    except ValueError as error:
        zoneless = not assume_utc and "zone" in str(error)
        hint = "add a zone such as Z or +02:00, or give --assume-utc" if zoneless else ""
        raise InvalidInputError(name, str(error), hint=hint) from None
