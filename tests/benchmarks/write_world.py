"""Data of the write benchmark: everything that a model would make is made beforehand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from memgraph_svc.domain.entity import EntityMention
from memgraph_svc.domain.episode import EpisodeDraft
from memgraph_svc.domain.fact import FactDraft

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

NAMES = 2_500
WORDS = 4_000
HOT = 12
GROUP = 10
LINK_THRESHOLD = 0.7
RANDOM_COSINE = 0.1
PREDICATES = ("works with", "depends on", "owns", "reports to", "was replaced by", "is part of")


class LookupEmbedder:
    """Vectors made beforehand, by text; an unknown text is a mistake of the benchmark."""

    def __init__(self, model_id: str, vectors: dict[str, NDArray[np.float32]], dimension: int) -> None:
        self.model_id = model_id
        self.dimension = dimension
        self.link_threshold = LINK_THRESHOLD
        self.synonym_threshold = 0.8
        self._vectors = vectors

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = [self._vectors[text] for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.dimension), np.float32)

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.embed_documents(texts)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        return self._vectors[text]

    def windows(self, text: str) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class World:
    """Drafts with distinct contents, and the names that everybody mentions."""

    drafts: list[EpisodeDraft]
    hot: tuple[str, ...]
    embedder: LookupEmbedder


def unit(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


def clustered(random: np.random.Generator, count: int, dimension: int) -> NDArray[np.float32]:
    """Unit vectors in groups of about ten: random pair 0.1, nearest about 0.8, about three links an episode."""
    centres = unit(random.normal(size=(max(1, count // GROUP), dimension)))
    common = unit(random.normal(size=dimension))
    near = random.uniform(0.72, 0.96, (count, 1))
    own = near * centres[random.integers(0, len(centres), count)]
    own += np.sqrt(1 - near**2) * unit(random.normal(size=(count, dimension)))
    return unit(np.sqrt(RANDOM_COSINE) * common + np.sqrt(1 - RANDOM_COSINE) * own).astype(np.float32)


def make_world(count: int, dimension: int, model_id: str, *, seed: int = 7) -> World:
    """Episodes of forty words with three entities (Zipf) and one fact each."""
    random = np.random.default_rng(seed)
    names = [f"{word.title()} {number}" for number, word in enumerate(_words(random, NAMES), 1)]
    words = _words(random, WORDS)
    zipf = 1 / np.arange(1, NAMES + 1)
    name_share = zipf / zipf.sum()
    zipf = 1 / np.arange(1, WORDS + 1)
    word_share = zipf / zipf.sum()
    vectors: dict[str, NDArray[np.float32]] = {}
    drafts: list[EpisodeDraft] = []
    rows = clustered(random, count, dimension)
    for number, row in enumerate(rows):
        mentioned = [names[i] for i in random.choice(NAMES, 3, replace=False, p=name_share)]
        entities = tuple(EntityMention(name=name) for name in mentioned)
        fact = FactDraft(subject=mentioned[0], predicate=PREDICATES[number % len(PREDICATES)], object=mentioned[1])
        text = " ".join(words[i] for i in random.choice(WORDS, 40, p=word_share))
        content = f"Note {number}. {text}. It concerns {', '.join(mentioned)}."
        vectors[content] = row
        vectors[fact.text] = _single(random, dimension)
        drafts.append(EpisodeDraft(content=content, episode_id=f"w{number:06d}", entities=entities, facts=(fact,)))
    hot = tuple(names[:HOT])
    between = [hot_fact(subject, obj).text for subject in hot for obj in hot]
    for text in (*names, *between):
        vectors[text] = _single(random, dimension)
    return World(drafts, hot, LookupEmbedder(model_id, vectors, dimension))


def hot_fact(subject: str, obj: str) -> FactDraft:
    """A fact between two names that everybody mentions."""
    return FactDraft(subject=subject, predicate="works with", object=obj)


def _single(random: np.random.Generator, dimension: int) -> NDArray[np.float32]:
    return unit(random.normal(size=dimension)).astype(np.float32)


def _words(random: np.random.Generator, count: int) -> list[str]:
    syllables = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
    return ["".join(syllables[i] for i in random.integers(0, len(syllables), 3)) for _ in range(count)]
