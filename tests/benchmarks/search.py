"""What a search by meaning, and one by meaning and words, costs beside the bare query of the index.

    python tests/benchmarks/search.py [--size ci|full] [--json]

The same questions in turns: the whole call of the service without the time of the embedder (prepared vectors), and the
index alone through the same driver. Recall is measured against an exact search in numpy, with filters of namespace and
time. Starts a server of its own unless ``MEMGRAPH_TEST_URI`` (with ``MEMGRAPH_TEST_PASSWORD``) names one; its store
must be of the hashing embedder then.
"""

from __future__ import annotations

import argparse
import sys
import uuid
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from figures import Figure, ratio, show
from query_times import QueryTimes
from search_ways import BARE, FIRST, WAYS, Way, ask, bare, first_ids
from served import clear, served
from walk_questions import PreparedQuestions
from walk_store import EPISODE, MINUTE_MS, STARTED_MS, WRITE_EPISODES, Writer, episode_rows
from walk_world import topic_vectors
from write_world import unit

from memgraph_svc.adapters.extractors.heuristic import HeuristicExtractor
from memgraph_svc.bootstrap import build_memory, migrate_store
from memgraph_svc.domain.identity import namespace_token
from memgraph_svc.domain.instant import from_ms
from memgraph_svc.graph.identifiers import namespace_label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from memgraph_svc.graph.graph import Graph

SHARES = (0.7, 0.2, 0.07, 0.03)
"""Of all episodes, a namespace each."""

LEAST_RECALL = 0.99
VOCABULARY = 20_000
WORDS = 25


@dataclass(frozen=True, slots=True)
class Size:
    """Episodes of all namespaces, and questions to each."""

    episodes: int
    questions: int
    warm_ups: int


SIZES = {"ci": Size(2_000, 6, 1), "full": Size(100_000, 40, 20)}


@dataclass(frozen=True, slots=True)
class Part:
    """A namespace: its vectors, row by row as its episodes, and questions with their vectors."""

    namespace: str
    first: int
    vectors: NDArray[np.float32]
    questions: list[str]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure searches by meaning and words.")
    parser.add_argument("--size", choices=sorted(SIZES), default="ci", help="ci: 2,000 episodes; full: 100,000")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    chosen = parser.parse_args()
    started, size, run = perf_counter(), SIZES[chosen.size], uuid.uuid4().hex[:8]
    with served(chosen.size) as (graph, settings, dimension, model_id):
        embedder = PreparedQuestions(model_id, dimension)
        migrate_store(graph, settings, embedder=embedder)
        parts: list[Part] = []
        try:
            parts += fill(graph, f"bench-{run}", size, embedder)
            filled = perf_counter() - started
            memory = build_memory(graph, settings, embedder=embedder, extractor=HeuristicExtractor())
            figures = [*recalls(memory, parts, embedder), *costs(graph, memory, parts, size, embedder)]
            with QueryTimes(graph) as by_query:
                for question in parts[0].questions:
                    for way in WAYS:
                        with by_query.of(way.name):
                            ask(memory, parts[0].namespace, question, way)
        finally:
            for place in range(len(SHARES)):
                clear(graph, f"bench-{run}-{place}")
    details: dict[str, Any] = {
        "episodes": size.episodes,
        "fill_s": round(filled, 1),
        "ms_of_queries": by_query.summary(len(parts[0].questions)),
        "size": chosen.size,
        "seconds": round(perf_counter() - started, 1),
    }
    show(figures, details, as_json=chosen.json)
    return 0


def fill(graph: Graph, name: str, size: Size, embedder: PreparedQuestions) -> Iterator[Part]:
    """Write namespaces; their episodes come from the same topics, so that each has neighbours in all of them."""
    random = np.random.default_rng(21)
    vectors = random.permutation(topic_vectors(size.episodes, embedder.dimension))
    texts = Texts(random)
    first = 0
    for place, share in enumerate(SHARES):
        namespace, count = f"{name}-{place}", round(size.episodes * share)
        own = vectors[first : first + count]
        common = {"ns_token": namespace_token(namespace), **EPISODE}
        rows = episode_rows((texts.make() for _ in range(count)), own, first)
        Writer(graph, namespace)(WRITE_EPISODES, rows, common=common, label=namespace_label(namespace))
        near = own[random.choice(count, size.questions)]
        noise = unit(random.normal(size=near.shape))
        questions = []
        for row in unit(0.8 * near + 0.6 * noise).astype(np.float32):
            text = f"{texts.make(4)}?"
            embedder.vectors[text] = row
            questions.append(text)
        yield Part(namespace, first, own, questions)
        first += count
    Writer(graph, name).settled()


class Texts:
    """Texts whose words follow a power law."""

    def __init__(self, random: np.random.Generator) -> None:
        self._random = random
        syllables = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
        chosen = random.integers(0, len(syllables), (VOCABULARY, 4))
        self._words = ["".join(syllables[i] for i in row) for row in chosen]
        share = 1 / np.arange(1, VOCABULARY + 1)
        self._until = np.cumsum(share / share.sum())

    def make(self, words: int = WORDS) -> str:
        places = np.searchsorted(self._until, self._random.random(words))
        return " ".join(self._words[min(place, VOCABULARY - 1)] for place in places)


def recalls(memory: Any, parts: list[Part], embedder: PreparedQuestions) -> list[Figure]:
    """Share of the exact first ten among ours, for each namespace, over all time and in its later half."""
    figures = []
    for part in parts:
        middle = len(part.vectors) // 2
        since = from_ms(STARTED_MS + (part.first + middle) * MINUTE_MS)
        for name, start, filters in (("all", 0, {}), ("the later half", middle, {"occurred_from": since})):
            found = []
            for question in part.questions:
                cosines = part.vectors[start:] @ embedder.vectors[question]
                last = np.sort(cosines)[-FIRST] - 1e-6
                ids = first_ids(memory, part.namespace, question, **filters)
                found.append(
                    sum(part.vectors[int(key[1:]) - part.first] @ embedder.vectors[question] >= last for key in ids)
                )
            recall = float(sum(found)) / (FIRST * len(found))
            label = f"recall@{FIRST}: {len(part.vectors)} episodes of the store, {name}"
            figures.append(Figure(label, f">= {LEAST_RECALL}", round(recall, 4), recall >= LEAST_RECALL))
    return figures


def costs(graph: Graph, memory: Any, parts: list[Part], size: Size, embedder: PreparedQuestions) -> list[Figure]:
    """Time of each way over that of its bare query, of the largest namespace and the next."""
    return [figure for part in parts[:2] for figure in _costs_of(graph, memory, part, size, embedder)]


def _costs_of(graph: Graph, memory: Any, part: Part, size: Size, embedder: PreparedQuestions) -> Iterator[Figure]:
    seconds: dict[str, list[float]] = {name: [] for name in [*(way.name for way in WAYS), *BARE]}
    listed = {question: embedder.vectors[question].tolist() for question in part.questions}

    def run(way: Way | str, question: str) -> None:
        if isinstance(way, Way):
            ask(memory, part.namespace, question, way)
        else:
            bare(graph, listed[question], part.namespace, question, way)

    ways: list[Way | str] = [*WAYS, *BARE]
    for number in range(-size.warm_ups, len(part.questions)):
        question, turn = part.questions[number], number % len(ways)
        for way in ways[turn:] + ways[:turn]:
            started = perf_counter()
            run(way, question)
            if number >= 0:
                seconds[way.name if isinstance(way, Way) else way].append(perf_counter() - started)
    for way in WAYS:
        alone = [sum(times) for times in zip(*(seconds[name] for name in way.bare), strict=True)]
        rates = sorted(a / b for a, b in zip(seconds[way.name], alone, strict=True))
        label = f"{way.name} / {' and '.join(way.bare)}, {len(part.vectors)} episodes (x time)"
        yield ratio(label, "<= 1.3", (median(seconds[way.name]) / median(alone), rates[0], rates[-1]))


if __name__ == "__main__":
    sys.exit(main())
