"""``context`` and ``why``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgraph_svc.interfaces.cli.call import Call
from memgraph_svc.interfaces.cli.options import command
from memgraph_svc.interfaces.cli.shared_options import AsOf, AssumeUtc, InConversation, InSession, Kinds, KnownAt

if TYPE_CHECKING:
    from rich.console import Console

    from memgraph_svc.domain.cause import WhyAnswer
    from memgraph_svc.domain.context import Context

__all__ = ["context", "why"]


@command
def context(
    call: Call,
    query: Annotated[str, typer.Argument(help="What the text is for, in plain words.", show_default=False)],
    budget: Annotated[int | None, typer.Option(metavar="N", help="Tokens at most; 2000.")] = None,
    mode: Annotated[str | None, typer.Option(metavar="MODE", help="As of search.")] = None,
    rank: Annotated[str | None, typer.Option(metavar="RANK", help="As of search.")] = None,
    kinds: Kinds = None,
    session: InSession = None,
    conversation: InConversation = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    assume_utc: AssumeUtc = False,
) -> None:
    """Put what an agent should read into a text that fits: a gist, facts that hold, then episodes by time."""
    from memgraph_svc.interfaces.cli.documents import context_document
    from memgraph_svc.interfaces.cli.service import opened
    from memgraph_svc.interfaces.cli.times import time_option

    given: dict[str, Any] = {
        "token_budget": budget,
        "mode": mode,
        "rank": rank,
        "kinds": None if kinds is None else [kind.strip() for kind in kinds.split(",")],
        "session_id": session,
        "conversation_id": conversation,
        "as_of": time_option("--as-of", as_of, assume_utc=assume_utc),
        "known_at": time_option("--known-at", known_at, assume_utc=assume_utc),
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    settings = call.settings()
    with opened(call, settings, model=True) as memory:
        built = memory.context(query, namespace=settings.namespace, **chosen)
    call.emit(context_document(built), lambda console: _draw_context(console, built))


@command
def why(
    call: Call,
    episode_id: Annotated[str, typer.Argument(metavar="EPISODE_ID", help="Id of the episode to explain.")],
    hops: Annotated[int | None, typer.Option(metavar="N", help="Causes in a row at most, 1 to 10; 3.")] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    assume_utc: AssumeUtc = False,
) -> None:
    """Show what caused an episode, by the causes that were recorded, back to the roots."""
    from memgraph_svc.interfaces.cli.service import opened
    from memgraph_svc.interfaces.cli.times import time_option

    given: dict[str, Any] = {
        "hops": hops,
        "as_of": time_option("--as-of", as_of, assume_utc=assume_utc),
        "known_at": time_option("--known-at", known_at, assume_utc=assume_utc),
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    settings = call.settings()
    with opened(call, settings) as memory:
        answer = memory.causes.why(episode_id, namespace=settings.namespace, **chosen)
    call.emit(answer.model_dump(mode="json"), lambda console: _draw_causes(console, answer))


def _draw_context(console: Console, built: Context) -> None:
    from memgraph_svc.interfaces.cli.text import plain

    if built.text:
        console.print(plain(built.text), soft_wrap=True)
    told = f"{built.tokens:,} tokens ({built.tokenizer}), {len(built.items):,} items; {built.decided_by}"
    console.print(plain(f"\n{told}" if built.text else told), soft_wrap=True)


def _draw_causes(console: Console, answer: WhyAnswer) -> None:
    from memgraph_svc.interfaces.cli.draw import table
    from memgraph_svc.interfaces.cli.text import one_line, plain

    for path in answer.paths:
        rows = [
            (f"{step.occurred_at:%Y-%m-%d %H:%M}", step.episode_id, step.kind, step.confidence, one_line(step.content))
            for step in path.steps
        ]
        console.print(
            table(["when (UTC)", "caused by", "kind", "confidence", "content"], rows, title=f"score {path.score:.3f}")
        )
    if not answer.paths:
        console.print(plain(answer.answer))
    elif answer.roots:
        console.print(plain(f"roots: {', '.join(answer.roots)}"), soft_wrap=True)
    else:
        console.print(plain("no root within these hops; more of them: --hops N"))
