"""What spelled names stand for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Spellings"]


@dataclass(frozen=True, slots=True)
class Spellings:
    """Entities of names, all canonical. A name that is not known as another one stands for itself."""

    entities: Mapping[str, str] = field(default_factory=dict[str, str])
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def entity(self, name: str) -> str:
        """Entity that a name stands for."""
        return self.entities.get(name, name)

    def all_names(self, entity: str) -> tuple[str, ...]:
        """Every name of an entity, its own first."""
        return self.names.get(entity, (entity,))

    def is_alias(self, name: str) -> bool:
        """Whether a name stands for an entity of another name."""
        return self.entity(name) != name

    def locked(self, names: Iterable[str]) -> set[str]:
        """Entities to lock for names."""
        return {self.entity(name) for name in names}
