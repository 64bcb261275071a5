"""Lines of a benchmark corpus as the fields of episodes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from pydantic import ValidationError

from memgraph_svc.domain.entity import EntityMention
from memgraph_svc.domain.episode import EpisodeKind
from memgraph_svc.domain.fact import FactDraft
from memgraph_svc.domain.instant import parse_instant
from memgraph_svc.domain.scope import check_identifier
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["NO_TIME", "GraphSource", "corpus_line_to_episode"]

GraphSource = Literal["given", "extracted"]
"""Entities and facts of the lines, or those that are extracted from the text."""

NO_TIME: Final = "2000-01-01T00:00:00+00:00"
"""Event time of a line that has none: one instant for all, so that recency cannot tell them apart."""

_TRIPLE: Final = 3
_M = TypeVar("_M", EntityMention, FactDraft)


def corpus_line_to_episode(
    line: Mapping[str, Any], *, graph: GraphSource = "given", dropped: Counter[str] | None = None
) -> dict[str, Any]:
    """Turn a line into the fields of an ingest line; keys that a line may not have are ignored.

    Args:
        line: ``id``, ``text``, and any of ``title``, ``entities``, ``triples``, ``at``, ``speaker``,
            ``image_caption``, ``conversation``, ``session`` and ``turn``.
        graph: ``given`` takes entities and triples of the line; a line with neither is left to extraction, and so is
            every line with ``extracted``.
        dropped: Gets the counts of ``entities`` and ``triples`` that cannot be stored (blank, over-long, both ends
            the same entity) or exceed what one episode may carry, as the output of real extractors has them.

    Raises:
        InvalidInputError: A field has the wrong form.
    """
    counts: Counter[str] = Counter() if dropped is None else dropped
    episode: dict[str, Any] = {
        "id": check_identifier("id", line.get("id")),
        "content": _content(line),
        "kind": (EpisodeKind.DOCUMENT if line.get("speaker") is None else EpisodeKind.MESSAGE).value,
        "occurred_at": _occurred_at(line.get("at")),
    }
    if line.get("speaker") is not None:
        episode["role"] = _text(line, "speaker")
    episode |= _place(line)
    if graph == "given" and (line.get("entities") is not None or line.get("triples") is not None):
        episode["entities"] = _entities(_list(line, "entities"), counts)
        episode["facts"] = _facts(_list(line, "triples"), counts)
    return episode


def _content(line: Mapping[str, Any]) -> str:
    text = _text(line, "text")
    if line.get("speaker") is not None:
        text = f"{_text(line, 'speaker')}: {text}"
    if line.get("image_caption") is not None:
        text = f"{text} [shares {_text(line, 'image_caption')}]"
    return text if line.get("title") is None else f"{_text(line, 'title')}\n{text}"


def _text(line: Mapping[str, Any], field: str) -> str:
    value = line.get(field)
    if not isinstance(value, str):
        raise InvalidInputError(field, "must be text")
    return value


def _list(line: Mapping[str, Any], field: str) -> Sequence[Any]:
    value = line.get(field)
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise InvalidInputError(field, "must be a list")
    return value


def _occurred_at(at: object) -> str:
    if at is None:
        return NO_TIME
    try:
        return parse_instant(at, assume_utc=True).isoformat()
    except ValueError as error:
        raise InvalidInputError("at", str(error)) from None


def _place(line: Mapping[str, Any]) -> dict[str, Any]:
    """Conversation, session and turn, as far as the line names them."""
    place: dict[str, Any] = {}
    conversation, session, turn = (line.get(name) for name in ("conversation", "session", "turn"))
    if conversation is not None:
        place["conversation"] = check_identifier("conversation", conversation)
    if session is not None:
        if isinstance(session, bool) or not isinstance(session, str | int):
            raise InvalidInputError("session", "must be a number or text")
        prefix = "" if conversation is None else f"{conversation}/"
        place["session"] = check_identifier("session", f"{prefix}S{session}")
        if turn is not None:
            place["turn"] = turn
    return place


def _entities(values: Sequence[Any], dropped: Counter[str]) -> list[Any]:
    kept = [value for value in values if _valid(EntityMention, value)][: LIMITS.entities_per_episode]
    dropped["entities"] += len(values) - len(kept)
    return kept


def _facts(triples: Sequence[Any], dropped: Counter[str]) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = []
    for triple in triples:
        if isinstance(triple, list | tuple) and len(triple) == _TRIPLE:
            fields: dict[str, Any] = dict(zip(("subject", "predicate", "object"), triple, strict=True))
            fact = _valid(FactDraft, fields)
            if fact is not None and not fact.is_loop:
                kept.append(fields)
    kept = kept[: LIMITS.facts_per_episode]
    dropped["triples"] += len(triples) - len(kept)
    return kept


def _valid(model: type[_M], value: object) -> _M | None:
    """What the store would take, or None."""
    try:
        return model.model_validate(value)
    except ValidationError:
        return None
