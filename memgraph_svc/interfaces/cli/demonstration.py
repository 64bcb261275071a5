"""What the demonstration asks, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.domain.cause import MOST_HOPS
from memgraph_svc.domain.instant import parse_instant
from memgraph_svc.interfaces.cli.documents import fact_documents

if TYPE_CHECKING:
    from collections.abc import Collection

    from memgraph_svc.domain.hit import SearchResult
    from memgraph_svc.services.memory import MemoryService

__all__ = ["Demonstration"]

_SHOWN: Final = 5
_ENOUGH: Final = 2
_GIST_SHARE: Final = 0.4
"""Of sixteen dense turns a fifth would keep too little to show."""


class Demonstration:
    """Looks at the history in a namespace, and asks the showcase questions: the one of several hops in two ways."""

    def __init__(self, memory: MemoryService, namespace: str) -> None:
        self._memory = memory
        self._namespace = namespace

    def run(self) -> dict[str, Any]:
        """``{counts, links, question, vector, ppr, answer, answered_by, path, explain, as_of, why, gist}``."""
        gist = self._gist(_showcase("gist"))
        question = _showcase("multi_hop")
        text, gold = question["question"], question["gold_ids"]
        vector, walked = self._search(text, "relevance"), self._search(text, "ppr")
        found = {hit.id for hit in walked.hits}
        # the last gold episode holds the answer, those before lead to it
        answering = next((key for key in reversed(gold) if key in found), None)
        explanation = self._memory.ppr.explain(text, namespace=self._namespace, episode_id=answering)
        return {
            "counts": self._memory.stats(namespace=self._namespace),
            "links": self._linked(gold),
            "question": {key: question[key] for key in ("id", "question", "gold_ids", "note")},
            "vector": _hits(vector, gold),
            "ppr": _hits(walked, gold),
            "answer": question["answer"],
            "answered_by": answering,
            "path": [step.model_dump(mode="json") for step in explanation.path],
            "explain": {"cypher": explanation.cypher, "params": explanation.params},
            "as_of": self._at_moments(_showcase("as_of")),
            "why": self._causes(_showcase("why")),
            "gist": gist,
        }

    def _gist(self, question: dict[str, Any]) -> dict[str, Any] | None:
        """What is kept of a long session, how much of what it may be asked, and the page that answers a question."""
        session = question["session_id"]
        if self._memory.gists.compress(session, namespace=self._namespace, budget=_GIST_SHARE) is None:
            return None
        probes = [answers for _, answers in question["probes"]]
        made = self._memory.gists.measure(session, probes, namespace=self._namespace)
        found = self._memory.gists.look_up(session, question["question"], namespace=self._namespace)
        return {
            "session_id": session,
            "text": made.text,
            "original_length": made.original_length,
            "compressed_length": made.compressed_length,
            "reduction": round(made.reduction, 3),
            "retention": made.retention,
            "probes": len(probes),
            "question": question["question"],
            "answer": question["answer"],
            "page": found.pages[0].model_dump(mode="json"),
        }

    def _at_moments(self, question: dict[str, Any]) -> dict[str, Any]:
        """Facts about what a question names, at its moment and now."""
        named = self._memory.ppr.extract_query_entities(question["question"], namespace=self._namespace)
        moments = {"then": parse_instant(question["as_of"]), "now": None}
        told = {
            name: self._memory.temporal.facts(entity.canonical_name, namespace=self._namespace, as_of=moment)
            for entity in named[:1]
            for name, moment in moments.items()
        }
        shown = {key: question[key] for key in ("id", "question", "as_of", "answer")}
        return shown | {name: fact_documents(told.get(name, ())) for name in moments}

    def _causes(self, question: dict[str, Any]) -> dict[str, Any]:
        found = self._memory.causes.why(question["episode_id"], namespace=self._namespace, hops=MOST_HOPS)
        shown = {key: question[key] for key in ("id", "question", "episode_id", "answer")}
        return shown | found.model_dump(mode="json", include={"paths", "roots"})

    def _search(self, text: str, mode: str) -> SearchResult:
        return self._memory.episodes.search(text, namespace=self._namespace, mode=mode, rank="relevance", limit=_SHOWN)

    def _linked(self, gold: list[str]) -> dict[str, Any] | None:
        """The first episode with two neighbours, else with one; those of the question are looked at first."""
        from memgraph_svc.demo import load_history

        best: dict[str, Any] | None = None
        for episode_id in dict.fromkeys([*gold, *(line["id"] for line in load_history())]):
            neighbors = self._memory.zettelkasten.find_neighbors(episode_id, namespace=self._namespace, limit=_SHOWN)
            if neighbors and (best is None or len(neighbors) >= _ENOUGH):
                content = self._memory.episodes.get(episode_id, namespace=self._namespace).content
                shown = [{"id": n.episode_id, "score": n.score, "content": n.content} for n in neighbors]
                best = {"id": episode_id, "content": content, "neighbors": shown}
            if len(neighbors) >= _ENOUGH:
                break
        return best


def _showcase(kind: str) -> dict[str, Any]:
    from memgraph_svc.demo import load_questions

    return next(question for question in load_questions() if question.get("showcase") and question["kind"] == kind)


def _hits(result: SearchResult, gold: Collection[str]) -> list[dict[str, Any]]:
    return [{"id": hit.id, "score": hit.score, "gold": hit.id in gold, "content": hit.content} for hit in result.hits]
