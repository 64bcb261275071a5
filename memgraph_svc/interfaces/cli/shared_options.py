"""Options that several commands have, each with one name and one meaning."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["AsOf", "AssumeUtc", "InConversation", "InSession", "Kinds", "KnownAt"]

AsOf = Annotated[str | None, typer.Option(metavar="TIME", help="Only what held and had happened then.")]
KnownAt = Annotated[str | None, typer.Option(metavar="TIME", help="Only what was recorded by then.")]
AssumeUtc = Annotated[bool, typer.Option("--assume-utc", help="Take times without zone as UTC.")]
InSession = Annotated[str | None, typer.Option(metavar="ID", help="Only this session.")]
InConversation = Annotated[str | None, typer.Option(metavar="ID", help="Only this conversation.")]
Kinds = Annotated[
    str | None,
    typer.Option(metavar="K,..", help="Kinds of episodes, with commas; all. Or, without those, gist or page or both."),
]
