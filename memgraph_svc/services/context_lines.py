"""How facts and episodes are written down for an agent."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from memgraph_svc.domain.fact import Fact
    from memgraph_svc.domain.hit import Hit

__all__ = ["episode_head", "fact_line", "validity"]


def fact_line(fact: Fact) -> str:
    """A fact as one line with its validity."""
    return f"- {fact.text} ({validity(fact)})\n"


def episode_head(hit: Hit) -> str:
    """What stands before the content of an episode: its id, and when it happened."""
    return f"[{hit.id}, {_moment(hit.occurred_at)}] "


def validity(fact: Fact) -> str:
    """When a fact holds, in words."""
    start, end = fact.valid_from, fact.valid_to
    if start and end:
        return f"from {_moment(start)} until {_moment(end)}"
    if start:
        return f"since {_moment(start)}"
    return f"until {_moment(end)}" if end else "no dates known"


def _moment(instant: datetime) -> str:
    """The day, if the instant begins one, else also the minute; in UTC."""
    written = instant.replace(tzinfo=None).isoformat("T", "minutes")
    begins_day = not (instant.hour or instant.minute or instant.second or instant.microsecond)
    return written.removesuffix("T00:00") if begins_day else f"{written}Z"
