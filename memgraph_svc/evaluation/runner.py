"""One measurement of retrieval quality: load a corpus, ask every question, count what was found."""

from __future__ import annotations

from collections import Counter
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, Literal

from memgraph_svc.domain.query import Rank, SearchMode
from memgraph_svc.domain.scope import check_namespace
from memgraph_svc.errors import InvalidInputError
from memgraph_svc.evaluation.baseline import exact_dense
from memgraph_svc.evaluation.loading import load_corpus
from memgraph_svc.evaluation.metrics import percentile, quality
from memgraph_svc.evaluation.questions import Question, select_questions
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memgraph_svc.domain.hit import SearchResult
    from memgraph_svc.evaluation.corpus import GraphSource
    from memgraph_svc.evaluation.loading import LoadedCorpus, StageProgress
    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.services.memory import MemoryService

__all__ = ["EVALUATION_MODES", "run_evaluation"]

_WITH_PPR: Final = "search_with_ppr"

EVALUATION_MODES: Final = (*(mode.value for mode in SearchMode), _WITH_PPR)
"""Modes of a search, and the standard search united with PageRank."""


def run_evaluation(
    memory: MemoryService,
    corpus: Sequence[Mapping[str, Any]],
    queries: Sequence[Mapping[str, Any]],
    *,
    namespace: str,
    mode: str,
    rank: Literal["relevance", "memory"] = "relevance",
    graph: GraphSource = "given",
    where: str | None = None,
    ks: Sequence[int] = (2, 5, 10),
    reuse: bool = False,
    baseline: bool = False,
    embedder: Embedder | None = None,
    progress: StageProgress | None = None,
) -> dict[str, Any]:
    """Measure a mode on a corpus and its questions.

    Args:
        memory: Open service.
        corpus: Lines as of :func:`~memgraph_svc.evaluation.corpus.corpus_line_to_episode`.
        queries: ``{id, question, gold_ids, conversation?, ...}``; those without gold ids are left out.
        namespace: Where the corpus is loaded; of its own, else foreign episodes compete for the hits.
        mode: One of :data:`EVALUATION_MODES`.
        rank: Order of the hits.
        graph: Entities and facts of the lines, or extracted ones.
        where: ``field=value`` that a question must meet.
        ks: Numbers of hits to measure at, 1-1000; the largest is the limit of every search.
        reuse: Skip the loading when the namespace holds this corpus.
        baseline: Measure exact dense retrieval with the same embedder beside it.
        embedder: Embedder of the memory; needed for the baseline.
        progress: Told what is done.

    Returns:
        ``mode``, ``rank``, ``graph``, ``n`` (questions), ``recall`` and ``all_gold`` (percent by k), ``p50_ms`` and
        ``p95_ms`` of a search, ``ingest_s``, ``reused``, ``episodes`` (of the corpus and of the namespace),
        ``dropped``, ``refused``, ``decided`` (questions by the mode that ran), ``per_query``
        (``id``, ``retrieved_ids``), and with a baseline ``baseline`` (``embedder``, ``recall``, ``all_gold``).

    Raises:
        InvalidInputError: An argument or a question breaks a rule; nothing was loaded.
    """
    _check(mode, rank, graph, ks, namespace)
    if baseline and embedder is None:
        raise InvalidInputError("baseline", "needs the embedder of the memory")
    questions = select_questions(queries, where)
    loaded = load_corpus(memory, corpus, namespace=namespace, graph=graph, reuse=reuse, progress=progress)
    options = {"mode": mode, "rank": rank, "limit": max(ks)}
    _ask(memory, questions[0], namespace, options)  # models, caches and projections are ready before time is taken
    retrieved: list[list[str]] = []
    milliseconds: list[float] = []
    decided: Counter[str] = Counter()
    for number, question in enumerate(questions, 1):
        started = perf_counter()
        result = _ask(memory, question, namespace, options)
        milliseconds.append(1000.0 * (perf_counter() - started))
        retrieved.append([hit.id for hit in result.hits])
        decided[result.mode.value] += 1
        if progress is not None:
            progress("ask", number, len(questions))
    report: dict[str, Any] = {
        "mode": mode,
        "rank": rank,
        "graph": graph,
        "n": len(questions),
        **_figures(retrieved, questions, ks),
        "p50_ms": round(percentile(milliseconds, 50), 2),
        "p95_ms": round(percentile(milliseconds, 95), 2),
        **_loading(loaded, memory.stats(namespace=namespace)["episodes"]),
        "decided": dict(decided),
        "per_query": [
            {"id": question.question_id, "retrieved_ids": ids}
            for question, ids in zip(questions, retrieved, strict=True)
        ],
    }
    if baseline and embedder is not None:
        dense = exact_dense(loaded.drafts, questions, embedder, limit=max(ks))
        report["baseline"] = {"embedder": embedder.model_id, **_figures(dense, questions, ks)}
    return report


def _check(mode: str, rank: str, graph: str, ks: Sequence[int], namespace: str) -> None:
    check_namespace(namespace)
    if mode not in EVALUATION_MODES:
        raise InvalidInputError("mode", f"must be one of {', '.join(EVALUATION_MODES)}")
    if rank not in tuple(Rank):
        raise InvalidInputError("rank", f"must be one of {', '.join(Rank)}")
    if graph not in ("given", "extracted"):
        raise InvalidInputError("graph", "must be given or extracted")
    if not ks or any(isinstance(k, bool) or not 1 <= k <= LIMITS.search_limit for k in ks):
        raise InvalidInputError("k", f"must be one or more numbers of 1-{LIMITS.search_limit}")


def _ask(memory: MemoryService, question: Question, namespace: str, options: Mapping[str, Any]) -> SearchResult:
    asked = dict(options)
    if question.conversation is not None:
        asked["conversation_id"] = question.conversation
    if asked["mode"] == _WITH_PPR:
        del asked["mode"]
        return memory.episodes.search_with_ppr(question.text, namespace=namespace, **asked)
    return memory.episodes.search(question.text, namespace=namespace, **asked)


def _figures(retrieved: Sequence[Sequence[str]], questions: Sequence[Question], ks: Sequence[int]) -> dict[str, Any]:
    figures = quality([(ids, q.gold_ids) for ids, q in zip(retrieved, questions, strict=True)], ks)
    return {
        "recall": {k: round(value, 2) for k, value in figures["recall"].items()},
        "all_gold": {k: round(value, 2) for k, value in figures["all_gold"].items()},
    }


def _loading(loaded: LoadedCorpus, stored: int) -> dict[str, Any]:
    return {
        "ingest_s": round(loaded.seconds, 2),
        "reused": loaded.reused,
        "episodes": {"corpus": len(loaded.drafts), "namespace": stored},
        "dropped": dict(+loaded.dropped),
        "refused": [refusal.model_dump(mode="json") for refusal in loaded.refused],
    }
