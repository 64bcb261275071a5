"""ContextBuilder: what an agent should read about a question, within a number of tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.context import Context, ContextItem, TokenBudget
from memgraph_svc.domain.gist import GistKind
from memgraph_svc.domain.instant import to_ms
from memgraph_svc.domain.query import ScopeFilter
from memgraph_svc.domain.text import canonical_name
from memgraph_svc.services.context_gist import gist_text
from memgraph_svc.services.context_lines import episode_head, fact_line
from memgraph_svc.services.excerpt import cut_at_word
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memgraph_svc.domain.fact import Fact
    from memgraph_svc.domain.hit import Hit, SearchResult
    from memgraph_svc.ports.tokenizer import Tokenizer
    from memgraph_svc.repositories.store import Store
    from memgraph_svc.services.ppr_retrieval import PPRRetrieval
    from memgraph_svc.services.searcher import Searcher
    from memgraph_svc.services.temporal_graph import TemporalGraph

__all__ = ["ContextBuilder"]

_GIST_SHARE: Final = 4
_FACT_SHARE: Final = 4
"""A gist, and facts, take at most one of so many parts of the budget."""

_SURELY_NAMED: Final = 0.5
_FACTS_OF_ONE: Final = LIMITS.search_limit
"""Facts of one end of which the surest are taken."""

_SHORT_EPISODE: Final = 16
"""Tokens of a short episode with its id and time: the budget divided by it bounds the search."""

_EPISODES_ONLY: Final = ("kinds", "session_id", "conversation_id", "occurred_from", "occurred_to")
"""Options that only an episode can pass; facts are left out with them."""

_NO_GIST: Final = ("kinds", "occurred_from")
"""Options with which a gist is left out: it is of no kind of episode, and tells of its session from the first turn."""

_UNTIL: Final = ("occurred_to", "as_of", "known_at")
"""Options that a gist must pass as episodes do."""

_GIST, _FACT, _EPISODE = range(3)
"""Order in the text."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """An item as text that ends in a line break, and its place among the others."""

    item: ContextItem
    text: str
    place: tuple[int, int, str]


class ContextBuilder:
    """Puts a gist, facts that hold and episodes into a text that fits. Never writes."""

    def __init__(
        self, searcher: Searcher, ppr: PPRRetrieval, temporal: TemporalGraph, store: Store, tokenizer: Tokenizer
    ) -> None:
        self._searcher = searcher
        self._ppr = ppr
        self._temporal = temporal
        self._store = store
        self._tokenizer = tokenizer

    def build(self, query: str, *, namespace: str, token_budget: int, **options: Any) -> Context:  # noqa: ANN401
        """Build a context.

        The best episode comes in first, then the gist of the session that is found first and has one, up to a quarter
        of the budget, facts about what the question surely names, up to another, and the other episodes from the best
        one on. What does not fit is left out as a whole; only of a gist the lines most relevant to the question are
        taken, and the best episode, where it is longer than the budget, is cut at a word and marked. In the text the
        gist leads, then the facts, and the episodes follow in the order of time, each with its id and when it happened.

        Args:
            query: Question.
            namespace: Tenant.
            token_budget: Tokens at most, as the tokenizer counts them.
            **options: Options of a search; with those that only an episode can pass there are no facts.

        Raises:
            InvalidInputError: An option is unknown or breaks a rule.
        """
        budget = validated(TokenBudget, {"token_budget": token_budget}).token_budget
        limit = min(LIMITS.candidates, max(LIMITS.search_default, budget // _SHORT_EPISODE))
        found = self._searcher.search({"limit": limit, **options, "query": query, "namespace": namespace})
        facts = self._facts(found.query, namespace, options)
        chosen = [_episode(hit, self._shortened(hit, budget)) for hit in found.hits[:1]]
        chosen += self._gist(found, namespace, options, min(budget - self._size(chosen), budget // _GIST_SHARE))
        room = budget - self._size(chosen)
        stated = self._fitting(map(_fact, range(len(facts)), facts), min(room, budget // _FACT_SHARE))
        rest = (_episode(hit, hit.content) for hit in found.hits[1:])
        chosen += [*stated, *self._fitting(rest, room - self._size(stated))]
        context = self._context(chosen, budget, found.decided_by)
        if context.items or not (found.hits or facts):
            return context
        return context.model_copy(update={"decided_by": f"{found.decided_by}; nothing fits in {budget} tokens"})

    def _gist(self, found: SearchResult, namespace: str, options: Mapping[str, Any], room: int) -> list[_Piece]:
        """The gist of the session that is found first and has one, or those lines of it that fit and matter most."""
        sessions = list(dict.fromkeys(hit.session_id for hit in found.hits if hit.session_id is not None))
        if not sessions or any(options.get(name) is not None for name in _NO_GIST):
            return []
        filters = validated(ScopeFilter, {"namespace": namespace, **{name: options.get(name) for name in _UNTIL}})
        summary = self._store.gist_search.find_first(filters, sessions)
        if summary is None:
            return []
        text = gist_text(found.query, summary, self._tokenizer.count, room)
        item = ContextItem(id=summary.gist_id, kind=GistKind.GIST.value)
        return [_Piece(item, text, (_GIST, 0, ""))] if text else []

    def _facts(self, query: str, namespace: str, options: Mapping[str, Any]) -> list[Fact]:
        """Facts that hold about what a question surely names; those between two of them first, then the surest."""
        if any(options.get(name) is not None for name in _EPISODES_ONLY):
            return []
        named = self._ppr.extract_query_entities(query, namespace=namespace)
        names = [entity.canonical_name for entity in named if entity.score >= _SURELY_NAMED]
        as_of, known_at = options.get("as_of"), options.get("known_at")
        facts: dict[str, Fact] = {}
        for end in ({side: name} for name in names for side in ("subject", "object")):
            for fact in self._temporal.facts(
                end.get("subject"), object=end.get("object"),
                namespace=namespace, as_of=as_of, known_at=known_at, limit=_FACTS_OF_ONE,
            ):  # fmt: skip
                facts[fact.fact_id] = fact

        def order(fact: Fact) -> tuple[int, float, int, str]:
            ends = {canonical_name(fact.subject), canonical_name(fact.object)}
            return (-len(ends.intersection(names)), -fact.confidence, -fact.from_ms, fact.text)

        return sorted(facts.values(), key=order)

    def _shortened(self, hit: Hit, budget: int) -> str:
        """The content, or as much of it as fits behind its head."""
        head = episode_head(hit)
        return cut_at_word(hit.content, lambda text: self._tokenizer.count(f"{head}{text}\n") <= budget)

    def _fitting(self, pieces: Iterable[_Piece], room: int) -> list[_Piece]:
        """Pieces that fit, each as a whole, from the first one on."""
        kept: list[_Piece] = []
        for piece in pieces:
            size = self._size([piece])
            if size <= room:
                kept.append(piece)
                room -= size
        return kept

    def _size(self, pieces: Iterable[_Piece]) -> int:
        return sum(self._tokenizer.count(piece.text) for piece in pieces)

    def _context(self, chosen: Iterable[_Piece], budget: int, decided_by: str) -> Context:
        kept = [piece for piece in chosen if piece.text]
        # pieces were counted one by one, and a tokenizer may need more tokens for them together
        while (tokens := self._tokenizer.count(_joined(kept))) > budget:
            kept.pop()
        return Context(
            text=_joined(kept),
            tokens=tokens,
            tokenizer=self._tokenizer.name,
            items=tuple(piece.item for piece in _in_order(kept)),
            decided_by=decided_by,
        )


def _fact(place: int, fact: Fact) -> _Piece:
    return _Piece(ContextItem(id=fact.fact_id, kind="fact"), fact_line(fact), (_FACT, place, ""))


def _episode(hit: Hit, content: str) -> _Piece:
    text = f"{episode_head(hit)}{content}\n" if content else ""
    return _Piece(ContextItem(id=hit.id, kind=hit.kind.value), text, (_EPISODE, to_ms(hit.occurred_at), hit.id))


def _in_order(pieces: Iterable[_Piece]) -> list[_Piece]:
    return sorted(pieces, key=lambda piece: piece.place)


def _joined(pieces: Iterable[_Piece]) -> str:
    return "".join(piece.text for piece in _in_order(pieces)).removesuffix("\n")
