"""Building the note of an episode without a language model (A-MEM, section 3.1)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from memgraph_svc.domain.note import Note

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memgraph_svc.domain.entity import EntityMention
    from memgraph_svc.domain.episode import EpisodeDraft

__all__ = ["build_note"]

_KEYWORDS: Final = 10
_STATEMENTS: Final = 8
_CONTEXT_CHARACTERS: Final = 160
_READ_CHARACTERS: Final = 20_000
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+|\n+")


def build_note(draft: EpisodeDraft, entities: Iterable[EntityMention], facts: Iterable[str]) -> Note:
    """Build keywords, tags, context and statements.

    Args:
        draft: The episode.
        entities: What it mentions.
        facts: Its facts as sentences; without any, its first sentences stand for them.
    """
    mentioned = list(entities)
    ranked = sorted(mentioned, key=lambda m: -m.count)  # stable: order of appearance among equals
    sentences = [s.strip() for s in _SENTENCE_END.split(draft.content[:_READ_CHARACTERS]) if s.strip()]
    tags = [draft.kind.value, *([draft.role] if draft.role else []), *sorted({m.type for m in mentioned} - {"entity"})]
    statements = list(dict.fromkeys(facts)) or sentences
    return Note(
        keywords=tuple(m.name for m in ranked[:_KEYWORDS]),
        tags=tuple(dict.fromkeys(tags)),
        context=_cut(sentences[0] if sentences else draft.content),
        statements=tuple(_cut(s) for s in statements[:_STATEMENTS]),
    )


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _CONTEXT_CHARACTERS else line[: _CONTEXT_CHARACTERS - 1].rstrip() + "…"
