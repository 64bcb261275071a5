"""Half-open validity intervals ``[valid_from, valid_to)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import model_validator

from memgraph_svc.domain._model import Model
from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS, Instant, to_ms

if TYPE_CHECKING:
    from datetime import datetime

__all__ = ["Interval"]


class Interval(Model):
    """When something holds; None is an open end."""

    valid_from: Instant | None = None
    valid_to: Instant | None = None

    @model_validator(mode="after")
    def _ordered(self) -> Interval:
        if self.valid_from is not None and self.valid_to is not None and self.valid_from >= self.valid_to:
            raise ValueError("valid_to must be after valid_from")
        return self

    @property
    def from_ms(self) -> int:
        """First millisecond, or the open past."""
        return OPEN_PAST_MS if self.valid_from is None else to_ms(self.valid_from)

    @property
    def to_ms(self) -> int:
        """First millisecond after the end, or the open end."""
        return OPEN_END_MS if self.valid_to is None else to_ms(self.valid_to)

    def holds_at(self, instant: datetime) -> bool:
        """Whether the instant lies in the interval."""
        return self.from_ms <= to_ms(instant) < self.to_ms
