"""A graph for the benchmark of walks: power-law degrees, topics, sessions; the same for the same size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from write_world import clustered

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from memgraph_svc.settings import PPRConfig

SESSION = 20
TOPIC = 50
ENTITIES_PER_EPISODE = 0.25
POWER = 0.8
PREDICATES = ("works with", "depends on", "owns", "reports to")


@dataclass(frozen=True, slots=True)
class WalkWorld:
    """Numbers of nodes: episodes first, then entities, most mentioned first. Edges are pairs of those numbers."""

    episodes: int
    entities: int
    mentions: NDArray[np.int64]
    facts: NDArray[np.int64]
    chain: NDArray[np.int64]
    similar: NDArray[np.int64]
    scores: NDArray[np.float64]

    @property
    def nodes(self) -> int:
        return self.episodes + self.entities

    @property
    def relationships(self) -> int:
        return sum(map(len, (self.mentions, self.facts, self.chain, self.similar)))

    def weighted(self, config: PPRConfig) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Edges and weights as the service projects them."""
        parts = (
            (self.mentions, np.full(len(self.mentions), config.mention_weight)),
            (self.facts, np.full(len(self.facts), config.fact_weight)),
            (self.chain, np.full(len(self.chain), config.next_weight)),
            (self.similar, config.similar_weight * self.scores),
        )
        edges, weights = (np.concatenate(part) for part in zip(*parts, strict=True))
        return edges[weights > 0], weights[weights > 0]

    def degrees(self) -> NDArray[np.int64]:
        """How many episodes mention each entity."""
        return np.bincount(self.mentions[:, 1] - self.episodes, minlength=self.entities)


def make_walk_world(episodes: int, *, seed: int = 11) -> WalkWorld:
    """About three mentions, one link and a neighbour in time for each episode, two facts for each entity.

    Half of the mentions are of the entities of the episode's topic, half of any entity by a power law, so that hubs
    meet both each other and what is rare.
    """
    random = np.random.default_rng(seed)
    entities = int(episodes * ENTITIES_PER_EPISODE)
    share = np.arange(1, entities + 1) ** -POWER
    share /= share.sum()
    everyone = np.arange(episodes)
    topics = -(-episodes // TOPIC)
    of_topic = random.choice(entities, (topics, 8), p=share)
    near = of_topic[everyone[:, None] // TOPIC, random.integers(0, 8, (episodes, 2))]
    far = random.choice(entities, (episodes, 2), p=share)
    named = np.concatenate([near, far], axis=1)
    kept = random.random((episodes, 4)) < (0.9, 0.8, 0.9, 0.8)
    kept[:, 0] |= ~kept.any(axis=1)
    rows, places = np.nonzero(kept)
    mentions = np.unique(np.stack([rows, episodes + named[rows, places]], axis=1), axis=0)
    ends = random.choice(entities, (entities * 2, 2), p=share)
    ends[:entities, 0] = np.arange(entities)
    facts = episodes + ends[ends[:, 0] != ends[:, 1]]
    chain = np.stack([everyone[:-1], everyone[1:]], axis=1)
    chain = chain[chain[:, 1] % SESSION != 0]
    other = (everyone // TOPIC) * TOPIC + random.integers(0, TOPIC, (2, episodes))
    pairs = np.concatenate([np.stack([everyone, np.minimum(part, episodes - 1)], axis=1) for part in other])
    pairs = np.unique(np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1), axis=0)
    return WalkWorld(episodes, entities, mentions, facts, chain, pairs, random.uniform(0.7, 0.95, len(pairs)))


def episode_id(number: int) -> str:
    return f"w{number:06d}"


def entity_name(number: int) -> str:
    """A word that no other entity shares, with a capital, for it is meant as a name."""
    syllables = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
    word, rest = "", number
    while True:
        rest, place = divmod(rest, len(syllables))
        word = syllables[place] + word
        if not rest:
            return f"Qu{word}x"


def topic_vectors(count: int, dimension: int, *, seed: int = 12) -> NDArray[np.float32]:
    """Unit vectors of episodes in groups of ten."""
    return clustered(np.random.default_rng(seed), count, dimension)
