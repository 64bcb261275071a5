"""Services over models that the test decides, and generated worlds."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np

from memgraph_svc.adapters.clock import FixedClock
from memgraph_svc.adapters.embedders.hashing import HashingEmbedder
from memgraph_svc.adapters.extractors.heuristic import HeuristicExtractor
from memgraph_svc.bootstrap import build_memory

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from memgraph_svc.graph.graph import Graph
    from memgraph_svc.services.memory import MemoryService
    from memgraph_svc.settings import Settings

DIMENSION = 256
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def vector(*coordinates: float) -> NDArray[np.float32]:
    """A unit vector of the store's size with these first coordinates."""
    full = np.zeros(DIMENSION)
    full[: len(coordinates)] = coordinates
    return (full / np.linalg.norm(full)).astype(np.float32)


def plane(degrees: float) -> NDArray[np.float32]:
    """A unit vector in the plane of the first two axes; two of them have the cosine of the angle between them."""
    return vector(np.cos(np.radians(degrees)), np.sin(np.radians(degrees)))


class FixedEmbedder(HashingEmbedder):
    """Vectors that the test gives by text; any other text is hashed."""

    def __init__(self, vectors: Mapping[str, NDArray[np.float32]] | None = None, *, threshold: float = 0.7) -> None:
        super().__init__(DIMENSION)
        self.vectors = dict(vectors or {})
        self._threshold = threshold

    @property
    def link_threshold(self) -> float:
        return self._threshold

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        hashed = super().embed_documents(["" if text in self.vectors else text for text in texts])
        return np.stack([self.vectors.get(t, row) for t, row in zip(texts, hashed, strict=True)]) if texts else hashed


def make_memory(
    graph: Graph, server: Settings, namespace: str, *, embedder: Any = None, extractor: Any = None, clock: Any = None,
    **settings: Any,
) -> MemoryService:  # fmt: skip
    """The service with deterministic models, as the ``memory`` fixture makes it, but for what is given."""
    return build_memory(
        graph,
        server.model_copy(update={"namespace": namespace, **settings}),
        embedder=embedder or HashingEmbedder(),
        extractor=extractor or HeuristicExtractor(),
        clock=clock or FixedClock(NOW),
    )


def plain(content: str, **fields: Any) -> dict[str, Any]:
    """An episode without entities and facts, so that only what a test is about is written."""
    return {"content": content, "entities": [], "facts": [], **fields}


@dataclass(frozen=True, slots=True)
class World:
    """Rows of an invented life with people, places and projects, and questions about it."""

    rows: list[dict[str, Any]]
    questions: list[str]


def make_world(size: int, *, seed: int, prefix: str = "e") -> World:
    """Generate a world; the ids bear the prefix, all else is the same for the same seed."""
    chance = random.Random(seed)
    people = [f"{a} {b}" for a in _FIRST for b in _LAST]
    rows: list[dict[str, Any]] = []
    for number in range(size):
        who, other = chance.sample(people, 2)
        place, project = chance.choice(_PLACES), chance.choice(_PROJECTS)
        verb, detail = chance.choice(_VERBS), " ".join(chance.choices(_WORDS, k=chance.randint(3, 12)))
        rows.append(
            {
                "id": f"{prefix}-{number:05d}",
                "content": f"{who} {verb} {project} with {other} in {place}: {detail}.",
                "kind": chance.choice(("message", "observation", "document", "tool_result")),
                "importance": chance.randint(1, 10),
                "occurred_at": (NOW - timedelta(minutes=7 * (size - number))).isoformat(),
                "entities": [who, other, place, project],
                "facts": [{"subject": who, "predicate": verb, "object": project},
                          {"subject": project, "predicate": "is run in", "object": place}],
                "caused_by": [f"{prefix}-{chance.randrange(number):05d}"] if number and chance.random() < 0.1 else [],
                **({"session": f"s{number // 10 % 40}", "conversation": f"c{number // 10 % 40 % 3}"}
                   if chance.random() < 0.5 else {}),
            }
        )  # fmt: skip
    questions = [f"Where does {chance.choice(people)} work on {chance.choice(_PROJECTS)}?" for _ in range(3)]
    return World(rows, [*questions, f"{chance.choice(_WORDS)} {chance.choice(_WORDS)} {chance.choice(_PLACES)}"])


_FIRST = "Asha Bram Chidi Dunja Emre Freya Goran Hilde Ivo Jana".split()
_LAST = "Moreau Okafor Larsen Weiss Castillo Nakamura".split()
_PLACES = "Ostrava Bergen Coimbra Dunedin Esbjerg Fukuoka Ghent".split()
_PROJECTS = "Alkyon Borealis Cindermill Dovetail Estuary Ferrotype Gantry".split()
_VERBS = ("plans", "repairs", "reviews", "pays for", "tests", "delays")
_WORDS = (
    "queue budget valve ledger turbine parcel sensor contract harbour schedule invoice gearbox licence meeting "
    "delivery pump report cable window garden battery archive printer signal route permit sample truck cargo pipeline"
).split()
