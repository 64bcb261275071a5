"""Placing episodes in their sessions: turns, and the chain of NEXT. Runs under the locks of the sessions."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memgraph_svc.domain.report import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.domain.prepared import PreparedEpisode
    from memgraph_svc.repositories.store import Repositories

__all__ = ["Placement", "place"]


@dataclass(slots=True)
class Placement:
    """Where episodes stand: turns of those that may be written, chain edges, and the stored episodes it touches."""

    placed: list[tuple[PreparedEpisode, int | None]] = field(default_factory=list)
    edges: list[tuple[str, str]] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)
    refused: list[Refusal] = field(default_factory=list)


def place(repositories: Repositories, namespace: str, episodes: Sequence[PreparedEpisode]) -> Placement:
    """Lock the sessions of a batch and give every episode its turn.

    A given turn that is taken is refused, in the store and in the batch; one that is not given is the next one.
    """
    placement = Placement()
    sessions = _lock_sessions(repositories, namespace, episodes)
    last = {session_id: state.last_turn for session_id, state in sessions.items()}
    wanted: list[tuple[PreparedEpisode, str, int]] = []
    for episode in episodes:
        draft = episode.draft
        if draft.session_id is None:
            placement.placed.append((episode, None))
            continue
        session = sessions[draft.session_id]
        if draft.conversation_id and session.conversation_id not in (None, draft.conversation_id):
            placement.refused.append(_refusal(episode, "conversation", "the session belongs to another conversation"))
            continue
        turn = draft.turn if draft.turn is not None else last[draft.session_id] + 1
        last[draft.session_id] = max(last[draft.session_id], turn)
        wanted.append((episode, draft.session_id, turn))
    _settle(repositories, namespace, wanted, placement)
    return placement


def _lock_sessions(repositories: Repositories, namespace: str, episodes: Sequence[PreparedEpisode]):  # noqa: ANN202
    first: dict[str, PreparedEpisode] = {}
    for episode in episodes:
        if episode.draft.session_id is not None:
            first.setdefault(episode.draft.session_id, episode)
    if not first:
        return {}
    rows = [(session, e.draft.conversation_id, e.occurred_at) for session, e in first.items()]
    return repositories.episodes.upsert_sessions(namespace, rows)


def _settle(
    repositories: Repositories,
    namespace: str,
    wanted: list[tuple[PreparedEpisode, str, int]],
    placement: Placement,
) -> None:
    if not wanted:
        return
    contexts = repositories.episodes.find_turns(namespace, {(session, turn) for _, session, turn in wanted})
    held: dict[tuple[str, int], str] = {}
    for episode, session, turn in wanted:
        context = contexts[session, turn]
        if context.taken is not None or (session, turn) in held:
            placement.refused.append(_refusal(episode, "turn", f"turn {turn} of the session is taken"))
            continue
        held[session, turn] = episode.episode_id
        placement.placed.append((episode, turn))
    # between stored neighbours the batch may add several turns: sorted, each chains to the next one
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
