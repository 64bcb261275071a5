"""Port: text to entities and triples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.domain.extraction import Extraction

__all__ = ["Extractor"]


class Extractor(Protocol):
    """Finds entities and triples. Implementations load their model at the first call, not before."""

    @property
    def name(self) -> str:
        """Name of the extractor, for reports."""
        ...

    def extract(self, texts: Sequence[str]) -> list[Extraction]:
        """Extract from each text, in order.

        Raises:
            ExtractionError: The model cannot be loaded or fails.
        """
        ...
