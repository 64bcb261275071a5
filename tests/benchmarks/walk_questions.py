"""Questions that lead a walk to seeds of one class, and the vectors prepared for them."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import numpy as np
from walk_world import entity_name

from memgraph_svc.settings import PPRConfig

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from walk_world import WalkWorld

EPISODES: Final = "episode seeds"
ORDINARY: Final = "ordinary entities"
HUBS: Final = "hubs"
CONFIGURED: Final = "as configured"
"""Seeds as the defaults make them: entities, facts and two hundred passages."""

_TOP = 20
_DAMPING = 0.5
_NAMED = {"damping_factor": _DAMPING, "passage_seeds": 0, "fact_seeds": 0}
# five episodes outweigh the entity without which there is no walk
_FOUND = {"damping_factor": _DAMPING, "passage_seeds": 6, "passage_weight": 1_000.0, "fact_seeds": 0}
CONFIGS: Final = {
    EPISODES: PPRConfig.model_validate(_FOUND),
    ORDINARY: PPRConfig.model_validate(_NAMED),
    HUBS: PPRConfig.model_validate(_NAMED),
    CONFIGURED: PPRConfig(),
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the settings that make its seeds of one class."""

    text: str
    config: PPRConfig


class PreparedQuestions:
    """Vectors of questions made beforehand, by text; any other text gets a cheap one by its hash."""

    link_threshold = 0.7
    synonym_threshold = 0.8

    def __init__(self, model_id: str, dimension: int) -> None:
        self.model_id = model_id
        self.dimension = dimension
        self.vectors: dict[str, NDArray[np.float32]] = {}

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.stack([self.embed_query(t) for t in texts]) if texts else np.zeros((0, self.dimension), np.float32)

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.embed_documents(texts)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        known = self.vectors.get(text)
        if known is not None:
            return known
        seed = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
        row = np.random.default_rng(seed).normal(size=self.dimension)
        return (row / np.linalg.norm(row)).astype(np.float32)

    def windows(self, text: str) -> int:
        del text
        return 1


def make_questions(
    world: WalkWorld, near: NDArray[np.float32], count: int, embedder: PreparedQuestions, *, seed: int = 14
) -> dict[str, list[Question]]:
    """``count`` questions of each class; the vector of each is that of an episode."""
    random = np.random.default_rng(seed)
    degrees = world.degrees()
    order = np.argsort(-degrees, kind="stable")
    hubs, rest = order[:_TOP], order[world.entities // 10 :]
    ordinary = rest[degrees[rest] > 0]
    asked: dict[str, list[Question]] = {name: [] for name in CONFIGS}
    for place in random.choice(len(near), count, replace=False).tolist():
        mentioned = world.mentions[world.mentions[:, 0] == place, 1] - world.episodes
        rarest = int(mentioned[np.argmin(degrees[mentioned])])
        words = {
            EPISODES: [rarest],
            ORDINARY: random.choice(ordinary, 3, replace=False).tolist(),
            HUBS: random.choice(hubs, 2, replace=False).tolist(),
            CONFIGURED: [rarest],
        }
        for name, numbers in words.items():
            text = f"{_OPENINGS[name]} {' and '.join(entity_name(number) for number in numbers)}, place {place}?"
            embedder.vectors[text] = near[place]
            asked[name].append(Question(text, CONFIGS[name]))
    return asked


_OPENINGS = {EPISODES: "What came of", ORDINARY: "What joins", HUBS: "What is it with", CONFIGURED: "What about"}
