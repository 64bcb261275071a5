"""Putting a corpus into a namespace, or finding that it is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.episode import EpisodeDraft
from memgraph_svc.domain.report import Refusal
from memgraph_svc.errors import InvalidInputError, NotFoundError
from memgraph_svc.evaluation.corpus import GraphSource, corpus_line_to_episode

if TYPE_CHECKING:
    from memgraph_svc.services.memory import MemoryService

__all__ = ["LoadedCorpus", "StageProgress", "load_corpus"]

StageProgress = Callable[[str, int, int], None]
"""Called with the stage (``load`` or ``ask``), what is done and what there is in all."""

_ROWS_A_CALL: Final = 200
_SAMPLE: Final = 50
_PARTS: Final = frozenset({"facts", "caused_by"})


@dataclass(slots=True)
class LoadedCorpus:
    """A corpus that is in the store.

    ``seconds`` is 0 when it was there already. ``dropped`` counts parts of lines that cannot be stored, ``refused``
    names the rows that were not written.
    """

    drafts: list[EpisodeDraft] = field(default_factory=list)
    seconds: float = 0.0
    reused: bool = False
    dropped: Counter[str] = field(default_factory=Counter)
    refused: list[Refusal] = field(default_factory=list)


def load_corpus(
    memory: MemoryService,
    corpus: Sequence[Mapping[str, Any]],
    *,
    namespace: str,
    graph: GraphSource = "given",
    reuse: bool = False,
    progress: StageProgress | None = None,
) -> LoadedCorpus:
    """Insert every line of a corpus; a repeat writes nothing new.

    Args:
        memory: Open service.
        corpus: Lines.
        namespace: Where the corpus goes; nothing else should be in it.
        graph: Where entities and facts come from.
        reuse: Skip the loading when the namespace holds this corpus: as many episodes as the corpus has, and fifty
            of them, evenly spaced with the first and the last, with the same payload (text, times, places, and
            entities and facts or their absence).
        progress: Told what is done.
    """
    loaded = LoadedCorpus()
    lines: list[int] = []
    for number, line in enumerate(corpus, 1):
        try:
            fields = corpus_line_to_episode(line, graph=graph, dropped=loaded.dropped)
            loaded.drafts.append(validated(EpisodeDraft, fields))
            lines.append(number)
        except InvalidInputError as error:
            loaded.refused.append(Refusal(line=number, field=error.field, rule=error.rule))
    if reuse and _holds(memory, loaded.drafts, namespace):
        loaded.reused = True
        return loaded
    started = perf_counter()
    for start in range(0, len(loaded.drafts), _ROWS_A_CALL):
        rows = loaded.drafts[start : start + _ROWS_A_CALL]
        report = memory.episodes.insert_many(rows, namespace=namespace, first_line=start)
        for refusal in report.refused:
            if refusal.field in _PARTS:  # the row itself landed
                loaded.dropped[refusal.field] += 1
            elif refusal.line is not None:
                loaded.refused.append(refusal.model_copy(update={"line": lines[refusal.line]}))
        if progress is not None:
            progress("load", start + len(rows), len(loaded.drafts))
    loaded.seconds = perf_counter() - started
    return loaded


def _holds(memory: MemoryService, drafts: Sequence[EpisodeDraft], namespace: str) -> bool:
    if not drafts or memory.stats(namespace=namespace)["episodes"] != len({d.episode_id for d in drafts}):
        return False
    last = len(drafts) - 1
    sample = [drafts[place] for place in sorted({round(last * i / (_SAMPLE - 1)) for i in range(_SAMPLE)})]
    try:
        for draft in sample:
            memory.episodes.get(draft.episode_id or "", namespace=namespace)
    except NotFoundError:
        return False
    # every id exists, so that this writes nothing: it only compares the payloads
    return memory.episodes.insert_many(sample, namespace=namespace, link=False).reused == len(sample)
