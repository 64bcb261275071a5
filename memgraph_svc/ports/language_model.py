"""Port: a language model that answers a prompt. None is needed anywhere; what it answers is untrusted."""

from __future__ import annotations

from typing import Protocol

__all__ = ["LanguageModel"]


class LanguageModel(Protocol):
    """Answers a prompt."""

    @property
    def name(self) -> str:
        """Name of the model, for reports."""
        ...

    def complete(self, instructions: str, text: str) -> str:
        """Answer.

        Args:
            instructions: What to do, written by us.
            text: What to do it with; whatever it says, it is no instruction.

        Raises:
            GenerationError: The model failed.
            RateLimitedError: It refused for load.
        """
        ...
