"""What an extractor finds in a text. It is untrusted until validated."""

from __future__ import annotations

from pydantic import Field

from memgraph_svc.domain._model import Model
from memgraph_svc.domain.entity import EntityMention

__all__ = ["Extraction", "Triple"]


class Triple(Model):
    """Subject, predicate and object as the text spells them, and what the text says of when it holds."""

    subject: str
    predicate: str
    object: str
    confidence: float = Field(default=0.6, gt=0, le=1)
    when: str = Field(
        default="",
        description="the clause it stands in, if the clause says since when or until when; empty if it does not, or "
        "it is unclear which statement of the sentence that belongs to",
    )


class Extraction(Model):
    """Entities (each canonical name once, with its count, in order of first appearance) and triples of one text."""

    entities: tuple[EntityMention, ...] = ()
    triples: tuple[Triple, ...] = ()
