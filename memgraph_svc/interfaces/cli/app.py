"""The command tree."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated, Any, Final

import typer

from memgraph_svc.interfaces.cli.assertions import assert_fact, declare, retract
from memgraph_svc.interfaces.cli.context import context, why
from memgraph_svc.interfaces.cli.crl import crl
from memgraph_svc.interfaces.cli.demo import demo
from memgraph_svc.interfaces.cli.entities import entities, merge
from memgraph_svc.interfaces.cli.episodes import add, get
from memgraph_svc.interfaces.cli.eval_args import EvalCommand
from memgraph_svc.interfaces.cli.evaluate import evaluate
from memgraph_svc.interfaces.cli.facts import facts, history
from memgraph_svc.interfaces.cli.gists import compress, gist, look_up
from memgraph_svc.interfaces.cli.group import CommandGroup
from memgraph_svc.interfaces.cli.ingest import ingest
from memgraph_svc.interfaces.cli.schema import health, migrate, settings, stats
from memgraph_svc.interfaces.cli.search import explain, search
from memgraph_svc.interfaces.cli.server import down, status, up

__all__ = ["COMMANDS", "app"]

COMMANDS: Final = {
    "demo": (demo, "memgraph-svc demo"),
    "up": (up, "memgraph-svc up --browser"),
    "down": (down, "memgraph-svc down"),
    "status": (status, "memgraph-svc status --json"),
    "migrate": (migrate, "memgraph-svc migrate"),
    "health": (health, "memgraph-svc health"),
    "stats": (stats, "memgraph-svc stats --namespace demo"),
    "settings": (settings, "memgraph-svc settings"),
    "add": (add, 'memgraph-svc add "Ingrid Falkenberg joined team Kestrel" --session s01 --role user'),
    "get": (get, "memgraph-svc get s01-t01 --namespace demo"),
    "search": (search, 'memgraph-svc search "Who joined team Kestrel?" --limit 5'),
    "explain": (explain, 'memgraph-svc explain "Who joined team Kestrel?"'),
    "context": (context, 'memgraph-svc context "Who joined team Kestrel?" --budget 1000'),
    "why": (why, "memgraph-svc why s05-t07 --hops 5 --namespace demo"),
    "facts": (facts, 'memgraph-svc facts --subject "platform rota" --as-of 2026-03-20T12:00:00Z --namespace demo'),
    "history": (history, 'memgraph-svc history --subject "platform rota" --namespace demo'),
    "assert": (assert_fact, 'memgraph-svc assert "team Kestrel" "sits on" "second floor" --from 2026-03-01T00:00:00Z'),
    "retract": (retract, "memgraph-svc retract fa_0b1c2d3e4f5061728394a5b6c7d8e9f0"),
    "declare": (declare, 'memgraph-svc declare "sits on" --functional'),
    "entities": (entities, "memgraph-svc entities --like kestrel --namespace demo"),
    "merge": (merge, 'memgraph-svc merge "Kestrel" "team Kestrel" --alias'),
    "ingest": (ingest, "memgraph-svc ingest episodes.jsonl"),
    "eval": (evaluate, "memgraph-svc eval --corpus corpus.jsonl --queries queries.jsonl --mode ppr -k 2 5 10"),
    "compress": (compress, "memgraph-svc compress --all"),
    "gist": (gist, "memgraph-svc gist onboarding-42"),
    "look-up": (look_up, 'memgraph-svc look-up onboarding-42 "Which port does the gateway use?" --pages 1'),
    "crl": (crl, "memgraph-svc crl check notes.crl"),
}
"""Function and example of each command."""

app = typer.Typer(
    cls=CommandGroup,
    name="memgraph-svc",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
    epilog="Example: memgraph-svc demo",
)


def _show_version(wanted: bool) -> None:  # the form of a callback
    if wanted:
        typer.echo(f"memgraph-svc {version('memgraph-svc')}")
        raise typer.Exit


@app.callback()
def _root(
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Memory of LLM agents in Neo4j."""


for _name, (_function, _example) in COMMANDS.items():
    _class: dict[str, Any] = {"cls": EvalCommand} if _name == "eval" else {}
    app.command(_name, epilog=f"Example: {_example}", **_class)(_function)
