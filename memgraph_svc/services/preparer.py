"""Making episodes ready for their write: extraction, notes, ids and vectors, before any transaction is open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import ValidationError

from memgraph_svc.domain.claim import ClaimDraft
from memgraph_svc.domain.entity import EntityMention
from memgraph_svc.domain.fact import FactDraft, Supersede
from memgraph_svc.domain.identity import fact_id
from memgraph_svc.domain.instant import to_ms
from memgraph_svc.domain.prepared import PreparedEpisode
from memgraph_svc.domain.report import Refusal
from memgraph_svc.domain.text import canonical_name
from memgraph_svc.scoring.english import document_length
from memgraph_svc.services.checked_models import embed_texts, extract
from memgraph_svc.services.note_builder import build_note
from memgraph_svc.timeline.validity import validity_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    import numpy as np
    from numpy.typing import NDArray

    from memgraph_svc.domain.claim import ClaimKey
    from memgraph_svc.domain.episode import EpisodeDraft
    from memgraph_svc.domain.extraction import Extraction
    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.ports.extractor import Extractor
    from memgraph_svc.repositories.store import Store

__all__ = ["EpisodePreparer", "NumberedDraft", "claim_of"]

NumberedDraft = tuple[int, "EpisodeDraft"]
"""A draft with the number of its row."""


class EpisodePreparer:
    """Turns drafts into prepared episodes."""

    def __init__(self, store: Store, embedder: Embedder, extractor: Extractor) -> None:
        self._store = store
        self._embedder = embedder
        self._extractor = extractor

    def prepare(
        self, namespace: str, drafts: Sequence[NumberedDraft], now: datetime, *, supersede: Supersede = Supersede.NEVER
    ) -> tuple[list[PreparedEpisode], list[Refusal]]:
        """Prepare drafts in order, and name the parts that are left out.

        Args:
            namespace: Tenant.
            drafts: Validated drafts with the numbers of their rows.
            now: Recorded time, and event time where none is given.
            supersede: Which facts those that are extracted may end.

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
            occurred_at, firm = draft.occurred_at or now, supersede is Supersede.FUNCTIONAL
            entities, facts, left_out = _contents(namespace, episode_id, draft, extraction, occurred_at, firm=firm)
            refused += [Refusal(line=line, id=episode_id, field="facts", rule=rule) for rule in left_out]
            prepared.append(
                PreparedEpisode(
                    line=line,
                    draft=draft,
                    episode_id=episode_id,
                    payload_hash=draft.payload_hash(),
                    occurred_at=occurred_at,
                    recorded_at=now,
                    embedding=vector,
                    windows=self._embedder.windows(draft.content),
                    word_count=document_length(draft.content),
                    note=build_note(draft, entities.values(), (fact.text for fact in facts)),
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
        facts = [(f.subject, f.predicate, f.object, f.text) for episode in prepared for f in episode.facts]
        new_names = sorted(names.keys() - self._store.entities.find_known(namespace, names)) if names else []
        new_facts = sorted({fact[3] for fact in facts} - self._store.facts.find_known(namespace, facts))
        vectors = self.embed([*(names[n] for n in new_names), *new_facts])
        by_name = dict(zip(new_names, vectors, strict=False))
        by_fact = dict(zip(new_facts, vectors[len(new_names) :], strict=True))
        return [
            replace(
                episode,
                facts=tuple(replace(fact, embedding=by_fact.get(fact.text)) for fact in episode.facts),
                entity_vectors={name: by_name[name] for name in episode.entities if name in by_name},
            )
            for episode in prepared
        ]


def claim_of(
    namespace: str, fact: FactDraft, source: str, said_ms: int, *, firm: bool = True, asserted: bool = False
) -> ClaimDraft:
    """Return the claim by which a source states a fact."""
    subject, obj = canonical_name(fact.subject), canonical_name(fact.object)
    return ClaimDraft(
        fact_id=fact_id(namespace, subject, fact.predicate, obj, fact.valid_from),
        subject=subject,
        object=obj,
        predicate=fact.predicate,
        text=fact.text,
        from_ms=fact.from_ms,
        to_ms=fact.to_ms,
        source=source,
        said_ms=said_ms,
        confidence=fact.confidence,
        firm=firm,
        functional=fact.functional,
        asserted=asserted,
    )


def _contents(
    namespace: str,
    episode_id: str,
    draft: EpisodeDraft,
    extraction: Extraction | None,
    occurred_at: datetime,
    *,
    firm: bool,
) -> tuple[dict[str, EntityMention], tuple[ClaimDraft, ...], list[str]]:
    """Entities by canonical name, claims, and the rules that left-out facts break."""
    given = draft.entities if draft.entities is not None else extraction.entities if extraction else ()
    entities: dict[str, EntityMention] = {}
    for mention in given:
        known = entities.get(mention.canonical)
        count = mention.count + (known.count if known else 0)
        entities[mention.canonical] = (known or mention).model_copy(update={"count": count})
    claims: dict[ClaimKey, ClaimDraft] = {}
    left_out: list[str] = []
    for fact in draft.facts if draft.facts is not None else _valid_triples(extraction, occurred_at):
        if fact.is_loop:
            left_out.append("subject and object must be different entities")
            continue
        claim = claim_of(namespace, fact, episode_id, to_ms(occurred_at), firm=firm or draft.facts is not None)
        first = claims.setdefault(claim.key, claim)
        stronger = max(first.confidence, claim.confidence)
        claims[claim.key] = replace(first, confidence=stronger, functional=first.functional or claim.functional)
        for name in (fact.subject, fact.object):
            entities.setdefault(canonical_name(name), EntityMention(name=name))
    return entities, tuple(claims.values()), left_out


def _valid_triples(extraction: Extraction | None, occurred_at: datetime) -> list[FactDraft]:
    """Triples of the extractor that are facts by our rules; what a model proposes and we refuse is not an error."""
    valid: list[FactDraft] = []
    for triple in extraction.triples if extraction else ():
        try:
            validity = validity_of(triple, occurred_at)
            fact = FactDraft.model_validate(triple.model_dump(exclude={"when"}) | validity.model_dump())
        except ValidationError:
            continue
        if not fact.is_loop:
            valid.append(fact)
    return valid
