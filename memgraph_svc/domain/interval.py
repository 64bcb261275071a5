"""Half-open validity intervals ``[valid_from, valid_to)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationInfo, field_validator

from memgraph_svc.domain._model import Model
from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS, Instant, to_ms

if TYPE_CHECKING:
    from datetime import datetime

__all__ = ["Interval"]


class Interval(Model):
    """When something holds; None is an open end."""

    valid_from: Instant | None = None
    valid_to: Instant | None = None

    @field_validator("valid_to")
    @classmethod
    def _ordered(cls, value: datetime | None, info: ValidationInfo) -> datetime | None:
        start: datetime | None = info.data.get("valid_from")
        if start is not None and value is not None and start >= value:
            raise ValueError("must be after valid_from")
        return value

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
