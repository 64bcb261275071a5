"""Placing episodes in their sessions: turns, and the chain of NEXT. Runs under the locks of the sessions."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from memgraph_svc.domain.report import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from memgraph_svc.domain.prepared import PreparedEpisode
    from memgraph_svc.repositories.episodes import SessionState, TurnContext
    from memgraph_svc.repositories.store import Repositories

__all__ = ["Placement", "place"]

_Turn = tuple[str, int]


@dataclass(slots=True)
class Placement:
    """Where episodes stand: turns of those that may be written, chain edges, and the stored episodes it touches."""

    placed: list[tuple[PreparedEpisode, int | None]] = field(default_factory=list)
    edges: list[tuple[str, str]] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)
    refused: list[Refusal] = field(default_factory=list)


def place(repositories: Repositories, namespace: str, episodes: Sequence[PreparedEpisode]) -> Placement:
    """Lock the sessions of a batch and give every episode its turn.

    A given turn that is taken is refused, in the store and in the batch; one that is not given is the next one. The
    outcome is that of inserting the episodes one by one. An episode that names no conversation is of that of its
    session, once that is known: one placed before a later episode names it stays without.
    """
    placement = Placement()
    sessions = _lock_sessions(repositories, namespace, episodes)
    given = {(e.draft.session_id, e.draft.turn) for e in episodes if e.draft.session_id and e.draft.turn is not None}
    contexts = _find_turns(repositories, namespace, given)
    last = {session_id: state.last_turn for session_id, state in sessions.items()}
    conversations = {session_id: state.conversation_id for session_id, state in sessions.items()}
    held: dict[_Turn, str] = {}
    for episode in episodes:
        session, conversation = episode.draft.session_id, episode.draft.conversation_id
        if session is None:
            placement.placed.append((episode, None))
            continue
        if conversation and conversations[session] not in (None, conversation):
            placement.refused.append(_refusal(episode, "conversation", "the session belongs to another conversation"))
            continue
        turn = last[session] + 1 if episode.draft.turn is None else episode.draft.turn
        spot = (session, turn)
        if spot in held or (spot in contexts and contexts[spot].taken is not None):
            placement.refused.append(_refusal(episode, "turn", f"turn {turn} of the session is taken"))
            continue
        held[spot] = episode.episode_id
        last[session] = max(last[session], turn)
        conversations[session] = conversations[session] or conversation
        placement.placed.append((replace(episode, session_conversation=conversations[session]), turn))
    contexts |= _find_turns(repositories, namespace, held.keys() - contexts.keys())
    _chain(placement, held, contexts)
    return placement


def _lock_sessions(
    repositories: Repositories, namespace: str, episodes: Sequence[PreparedEpisode]
) -> dict[str, SessionState]:
    first: dict[str, PreparedEpisode] = {}
    for episode in episodes:
        if episode.draft.session_id is not None:
            first.setdefault(episode.draft.session_id, episode)
    if not first:
        return {}
    return repositories.episodes.upsert_sessions(namespace, [(s, e.occurred_at) for s, e in first.items()])


def _find_turns(repositories: Repositories, namespace: str, turns: Set[_Turn]) -> dict[_Turn, TurnContext]:
    return repositories.episodes.find_turns(namespace, sorted(turns)) if turns else {}


def _chain(placement: Placement, held: dict[_Turn, str], contexts: dict[_Turn, TurnContext]) -> None:
    """Chain what the batch adds between the same two stored neighbours in the order of the turns."""
    chains: dict[tuple[str, str | None, str | None], list[tuple[int, str]]] = {}
    for (session, turn), episode_id in held.items():
        context = contexts[session, turn]
        chains.setdefault((session, context.previous, context.following), []).append((turn, episode_id))
    for (_, previous, following), members in chains.items():
        ids = [previous, *(episode_id for _, episode_id in sorted(members)), following]
        present = [i for i in ids if i is not None]
        placement.edges += list(itertools.pairwise(present))
        placement.touched |= {i for i in (previous, following) if i is not None}


def _refusal(episode: PreparedEpisode, field_name: str, rule: str) -> Refusal:
    return Refusal(line=episode.line, id=episode.episode_id, field=field_name, rule=rule)
