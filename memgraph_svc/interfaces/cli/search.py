"""``search`` and ``explain``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.interfaces.cli.call import Call
from memgraph_svc.interfaces.cli.options import command
from memgraph_svc.interfaces.cli.shared_options import AsOf, AssumeUtc, InConversation, InSession, Kinds, KnownAt

if TYPE_CHECKING:
    from rich.console import Console

    from memgraph_svc.domain.hit import Explanation

__all__ = ["draw_explanation", "explain", "search"]

_Query = Annotated[str, typer.Argument(help="What to look for, in plain words.", show_default=False)]


@command
def search(
    call: Call,
    query: Annotated[str | None, typer.Argument(help="What to look for, in plain words.", show_default=False)] = None,
    queries: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help='Many questions instead, a line of JSON each: "text" or {"query": "text"}; - is standard input. '
            "With --json a line for each answer.",
        ),
    ] = None,
    mode: Annotated[
        str | None, typer.Option(metavar="MODE", help="auto, relevance, fulltext, hybrid or ppr; auto if not given.")
    ] = None,
    rank: Annotated[
        str | None,
        typer.Option(metavar="RANK", help="memory (recency, importance, relevance) or relevance alone; memory."),
    ] = None,
    limit: Annotated[int | None, typer.Option(metavar="K", help="Most hits, 1 to 1000; 10.")] = None,
    kinds: Kinds = None,
    session: InSession = None,
    conversation: InConversation = None,
    since: Annotated[str | None, typer.Option("--from", metavar="TIME", help="Happened at this time or later.")] = None,
    until: Annotated[str | None, typer.Option("--to", metavar="TIME", help="Happened before this time.")] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    include_archived: Annotated[bool, typer.Option("--include-archived", help="Also archived episodes.")] = False,
    with_ppr: Annotated[
        bool, typer.Option("--with-ppr", help="Unite the standard search with Personalized PageRank.")
    ] = False,
    assume_utc: AssumeUtc = False,
) -> None:
    """Search episodes; nothing is written. Every hit tells the parts of its score and what found it.

    With --kinds gist or page or both, what is kept of sessions and of their pages is searched instead.
    """
    from memgraph_svc.interfaces.cli.documents import search_document
    from memgraph_svc.interfaces.cli.draw import search_hits
    from memgraph_svc.interfaces.cli.query_lines import answer_lines, check_readable
    from memgraph_svc.interfaces.cli.service import opened
    from memgraph_svc.interfaces.cli.times import time_option

    given: dict[str, Any] = {
        "mode": mode,
        "rank": rank,
        "limit": limit,
        "kinds": None if kinds is None else [kind.strip() for kind in kinds.split(",")],
        "session_id": session,
        "conversation_id": conversation,
        "occurred_from": time_option("--from", since, assume_utc=assume_utc),
        "occurred_to": time_option("--to", until, assume_utc=assume_utc),
        "as_of": time_option("--as-of", as_of, assume_utc=assume_utc),
        "known_at": time_option("--known-at", known_at, assume_utc=assume_utc),
        "include_archived": include_archived,
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    if (query is None) == (queries is None):
        raise InvalidInputError("QUERY", "give either a question or --queries")
    if queries is not None and with_ppr:
        raise InvalidInputError("--with-ppr", "is for one question")
    settings = call.settings()
    if queries is not None:
        check_readable(queries)
        with opened(call, settings, model=True) as memory:
            answer_lines(call, memory, queries, settings.namespace, chosen)
    if query is None:
        return
    with opened(call, settings, model=True) as memory:
        find = memory.episodes.search_with_ppr if with_ppr else memory.episodes.search
        result = find(query, namespace=settings.namespace, **chosen)
    call.emit(search_document(result), lambda console: search_hits(console, result))


@command
def explain(
    call: Call,
    query: _Query,
    id: Annotated[str | None, typer.Option(metavar="ID", help="Episode to explain; the best hit of ppr.")] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    assume_utc: AssumeUtc = False,
) -> None:
    """Show how a question leads to an episode, as a Cypher statement that draws it in Neo4j Browser."""
    from memgraph_svc.interfaces.cli.service import opened
    from memgraph_svc.interfaces.cli.times import time_option

    times = {
        "as_of": time_option("--as-of", as_of, assume_utc=assume_utc),
        "known_at": time_option("--known-at", known_at, assume_utc=assume_utc),
    }
    settings = call.settings()
    with opened(call, settings, model=True) as memory:
        explanation = memory.ppr.explain(query, namespace=settings.namespace, episode_id=id, **times)
    call.emit(explanation.model_dump(mode="json"), lambda console: draw_explanation(console, explanation))


def draw_explanation(console: Console, explanation: Explanation) -> None:
    """Print the path, and what to paste into Neo4j Browser."""
    from memgraph_svc.interfaces.cli.draw import path_line
    from memgraph_svc.interfaces.cli.text import plain

    if explanation.id is None:
        console.print(plain("no episode is reached from this question"))
        return
    console.print(plain(f"episode {explanation.id}"), soft_wrap=True)
    if explanation.path:
        console.print(plain(f"path: {path_line(explanation.path)}"), soft_wrap=True)
    console.print(plain("\nPaste into Neo4j Browser, first:"))
    console.print(plain(f":params {json.dumps(explanation.params, ensure_ascii=False)}"), soft_wrap=True)
    console.print(plain("then:"))
    console.print(plain(explanation.cypher.strip()), soft_wrap=True)
