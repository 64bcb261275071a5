"""Load the two files of a model. The module is imported at the first use of a model: its libraries are large."""

from __future__ import annotations

from onnxruntime import InferenceSession
from onnxruntime.capi.onnxruntime_pybind11_state import SessionOptions
from tokenizers import Tokenizer

__all__ = ["load_session", "load_tokenizer"]


def load_tokenizer(content: bytes) -> Tokenizer:
    """Load a ``tokenizer.json`` that neither pads nor cuts."""
    tokenizer = Tokenizer.from_buffer(content)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def load_session(content: bytes) -> InferenceSession:
    """Load an ONNX model for runs of one thread each."""
    options = SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return InferenceSession(content, options, providers=["CPUExecutionProvider"])
