"""Making episodes ready for their write: extraction, notes, ids and vectors, before any transaction is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pydantic import ValidationError

from memgraph_svc.domain.entity import EntityMention
from memgraph_svc.domain.fact import FactDraft
from memgraph_svc.domain.identity import fact_id
from memgraph_svc.domain.prepared import PreparedEpisode, PreparedFact
from memgraph_svc.domain.report import Refusal
from memgraph_svc.domain.text import canonical_name
from memgraph_svc.scoring.english import document_length
from memgraph_svc.services.checked_models import embed_texts, extract
from memgraph_svc.services.note_builder import build_note

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.domain.episode import EpisodeDraft
    from memgraph_svc.domain.extraction import Extraction
    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.ports.extractor import Extractor
    from memgraph_svc.repositories.store import Store

__all__ = ["RESTATED", "EpisodePreparer", "NumberedDraft"]

NumberedDraft = tuple[int, "EpisodeDraft"]
"""A draft with the number of its row."""

RESTATED: Final = "the fact was stated before with another end or functional mark; it is kept as it is"
"""Rule that a fact breaks which says something else of one that is known."""


class EpisodePreparer:
    """Turns drafts into prepared episodes."""

    def __init__(self, store: Store, embedder: Embedder, extractor: Extractor) -> None:
        self._store = store
        self._embedder = embedder
        self._extractor = extractor

    def prepare(
        self, namespace: str, drafts: Sequence[NumberedDraft], now: datetime
    ) -> tuple[list[PreparedEpisode], list[Refusal]]:
        """Prepare drafts in order, and name the parts that are left out.

        Args:
            namespace: Tenant.
            drafts: Validated drafts with the numbers of their rows.
            now: Recorded time, and event time where none is given.

        Raises:
            EmbeddingError: The embedder failed; nothing was written.
            ExtractionError: The extractor failed; nothing was written.
        """
        extractions = self._extract([draft for _, draft in drafts])
        contents = self.embed([draft.content for _, draft in drafts])
        prepared: list[PreparedEpisode] = []
        refused: list[Refusal] = []
        for (line, draft), extraction, vector in zip(drafts, extractions, contents, strict=True):
            episode_id = draft.identity(namespace)
            entities, facts, left_out = _contents(namespace, episode_id, draft, extraction)
            refused += [Refusal(line=line, id=episode_id, field="facts", rule=rule) for rule in left_out]
            prepared.append(
                PreparedEpisode(
                    line=line,
                    draft=draft,
                    episode_id=episode_id,
                    payload_hash=draft.payload_hash(),
                    occurred_at=draft.occurred_at or now,
                    recorded_at=now,
                    embedding=vector,
                    windows=self._embedder.windows(draft.content),
                    word_count=document_length(draft.content),
                    note=build_note(draft, entities.values(), (fact.draft.text for fact in facts)),
                    entities=entities,
                    facts=facts,
                )
            )
        return self._with_vectors(namespace, prepared), refused

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts and check what comes back.

        Returns:
            (n, dimension) float32 unit vectors.

        Raises:
            EmbeddingError: Wrong count or size, or a vector that is not finite or has no length.
        """
        return embed_texts(self._embedder, texts)

    def _extract(self, drafts: Sequence[EpisodeDraft]) -> list[Extraction | None]:
        wanted = [i for i, draft in enumerate(drafts) if draft.entities is None or draft.facts is None]
        found = extract(self._extractor, [drafts[i].content for i in wanted])
        extractions: list[Extraction | None] = [None] * len(drafts)
        for i, extraction in zip(wanted, found, strict=True):
            extractions[i] = extraction
        return extractions

    def _with_vectors(self, namespace: str, prepared: list[PreparedEpisode]) -> list[PreparedEpisode]:
        """Embed the names and facts that the store does not know yet, each once."""
        names = {canonical: m.name for episode in prepared for canonical, m in episode.entities.items()}
        texts = {fact.fact_id: fact.draft.text for episode in prepared for fact in episode.facts}
        new_names = sorted(names.keys() - self._store.entities.find_known(namespace, names)) if names else []
        new_facts = sorted(texts.keys() - self._store.facts.find_known(namespace, texts)) if texts else []
        vectors = self.embed([*(names[n] for n in new_names), *(texts[f] for f in new_facts)])
        by_name = dict(zip(new_names, vectors, strict=False))
        by_fact = dict(zip(new_facts, vectors[len(new_names) :], strict=True))
        return [
            PreparedEpisode(
                line=e.line, draft=e.draft, episode_id=e.episode_id, payload_hash=e.payload_hash,
                occurred_at=e.occurred_at, recorded_at=e.recorded_at, embedding=e.embedding, windows=e.windows,
                word_count=e.word_count, note=e.note, entities=e.entities,
                facts=tuple(
                    PreparedFact(f.draft, f.fact_id, f.subject, f.object, f.source, by_fact.get(f.fact_id))
                    for f in e.facts
                ),
                entity_vectors={name: by_name[name] for name in e.entities if name in by_name},
            )
            for e in prepared
        ]  # fmt: skip


def _contents(
    namespace: str, episode_id: str, draft: EpisodeDraft, extraction: Extraction | None
) -> tuple[dict[str, EntityMention], tuple[PreparedFact, ...], list[str]]:
    """Entities by canonical name, facts, and the rules that left-out facts break."""
    given = draft.entities if draft.entities is not None else extraction.entities if extraction else ()
    entities: dict[str, EntityMention] = {}
    for mention in given:
        known = entities.get(mention.canonical)
        count = mention.count + (known.count if known else 0)
        entities[mention.canonical] = (known or mention).model_copy(update={"count": count})
    facts: dict[str, PreparedFact] = {}
    left_out: list[str] = []
    for fact in draft.facts if draft.facts is not None else _valid_triples(extraction):
        if fact.is_loop:
            left_out.append("subject and object must be different entities")
            continue
        subject, obj = canonical_name(fact.subject), canonical_name(fact.object)
        key = fact_id(namespace, subject, fact.predicate, obj, fact.valid_from)
        first = facts.setdefault(key, PreparedFact(fact, key, subject, obj, episode_id)).draft
        if draft.facts is not None and (first.to_ms, first.functional) != (fact.to_ms, fact.functional):
            left_out.append(RESTATED)
        for canonical, name in ((subject, fact.subject), (obj, fact.object)):
            entities.setdefault(canonical, EntityMention(name=name))
    return entities, tuple(facts.values()), left_out


def _valid_triples(extraction: Extraction | None) -> list[FactDraft]:
    """Triples of the extractor that are facts by our rules; what a model proposes and we refuse is not an error."""
    valid: list[FactDraft] = []
    for triple in extraction.triples if extraction else ():
        try:
            fact = FactDraft.model_validate(triple.model_dump())
        except ValidationError:
            continue
        if not fact.is_loop:
            valid.append(fact)
    return valid
