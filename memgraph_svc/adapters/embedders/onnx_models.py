"""What is known of each packaged ONNX model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["ONNX_MODELS", "OnnxModel"]


@dataclass(frozen=True, slots=True)
class OnnxModel:
    """Facts of a model that its files do not tell.

    Attributes:
        model_id: Name that is recorded with every vector.
        dimension: Length of a vector.
        window: Word pieces that the model takes, with the two that mark the ends.
        pooling: How the vectors of the word pieces become one: that of the first, or the mean of all.
        query_prefix: Text that is put before a question, not before a document.
        link_threshold: Least cosine of two episodes that are worth a link.
        synonym_threshold: Least cosine of two names, or of two notes, that may mean the same.
    """

    model_id: str
    dimension: int
    window: int
    pooling: Literal["first", "mean"]
    query_prefix: str
    link_threshold: float
    synonym_threshold: float


ONNX_MODELS: Final = {
    model.model_id: model
    for model in (
        OnnxModel(
            model_id="bge-small-en-v1.5-int8",
            dimension=384,
            window=512,
            pooling="first",
            query_prefix="Represent this sentence for searching relevant passages: ",
            # Chosen on pairs within three conversations and 700 encyclopedia passages, so that they mean what 0.7 and
            # 0.8 mean in MiniLM's scale. Cosine above which as many pairs lie: 0.80 (passages) to 0.85 (turns) and
            # 0.87 to 0.91; median cosine of the pairs that MiniLM puts at 0.7 and 0.8: 0.77 to 0.81 and 0.84 to 0.86.
            link_threshold=0.80,
            synonym_threshold=0.86,
        ),
        OnnxModel(
            model_id="all-minilm-l6-v2-int8",
            dimension=384,
            window=256,
            pooling="mean",
            query_prefix="",
            link_threshold=0.7,
            synonym_threshold=0.8,
        ),
    )
}
"""The packaged models by their id."""
