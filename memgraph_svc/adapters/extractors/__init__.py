"""Extractors: grammar by spaCy, or rules of thumb where it is not installed."""

from __future__ import annotations

import logging
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal

from memgraph_svc.adapters.extractors.heuristic import HeuristicExtractor
from memgraph_svc.adapters.extractors.spacy_extractor import SpacyExtractor
from memgraph_svc.adapters.extractors.spacy_model import MODEL_PACKAGES
from memgraph_svc.errors import ConfigurationError

if TYPE_CHECKING:
    from memgraph_svc.ports.extractor import Extractor

__all__ = ["make_extractor"]

_LOGGER = logging.getLogger(__name__)


def make_extractor(choice: Literal["auto", "spacy", "heuristic"]) -> Extractor:
    """Build the chosen extractor and log its name; no model is loaded before its first use.

    Args:
        choice: ``auto`` takes spaCy where it and its English model are installed, else the heuristic.

    Raises:
        ConfigurationError: Unknown choice, or spaCy is asked for and not installed.
    """
    if choice not in {"auto", "spacy", "heuristic"}:
        raise ConfigurationError(f"unknown extractor {choice!r}", hint="use auto, spacy or heuristic")
    extractor = HeuristicExtractor() if choice == "heuristic" else _spacy(required=choice == "spacy")
    _LOGGER.info("entity extractor: %s", extractor.name)
    return extractor


def _spacy(*, required: bool) -> Extractor:
    if find_spec("spacy") and any(find_spec(package) for package in MODEL_PACKAGES):
        return SpacyExtractor()
    if required:
        raise ConfigurationError(
            "spaCy or its English model is not installed",
            hint="install the extra memgraph-svc[nlp], or choose heuristic",
        )
    return HeuristicExtractor()
