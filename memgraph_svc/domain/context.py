"""What an agent is given to read."""

from __future__ import annotations

from pydantic import Field

from memgraph_svc.domain._model import Model
from memgraph_svc.settings import LIMITS

__all__ = ["Context", "ContextItem", "TokenBudget"]


class TokenBudget(Model):
    """How long a context may be."""

    token_budget: int = Field(default=LIMITS.context_default, ge=1, le=LIMITS.context_tokens, strict=True)


class ContextItem(Model):
    """Something that stands in a context."""

    id: str = Field(description="id of a gist, fact or episode")
    kind: str = Field(description="gist, fact, or the kind of the episode")


class Context(Model):
    """Text for an agent, within a number of tokens."""

    text: str = Field(
        description="a gist under its head, facts that hold, a line each, then episodes in the order of time; or empty"
    )
    tokens: int = Field(ge=0, description="tokens of the text")
    tokenizer: str = Field(description="vocabulary that counted them")
    items: tuple[ContextItem, ...] = Field(default=(), description="what the text holds, in its order")
    decided_by: str = Field(description="how the episodes were found, or why there is no text")
