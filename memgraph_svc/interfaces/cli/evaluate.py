"""``eval``: retrieval quality on a corpus with questions."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from memgraph_svc.interfaces.cli.call import Call
from memgraph_svc.interfaces.cli.group import REFUSED
from memgraph_svc.interfaces.cli.options import command
from memgraph_svc.interfaces.cli.progress import bar

if TYPE_CHECKING:
    from rich.console import Console

    from memgraph_svc.settings import Settings

__all__ = ["evaluate"]


@command
def evaluate(
    call: Call,
    corpus: Annotated[
        Path, typer.Option(exists=True, dir_okay=False, readable=True, metavar="FILE", help="Corpus, JSON lines.")
    ],
    queries: Annotated[
        Path, typer.Option(exists=True, dir_okay=False, readable=True, metavar="FILE", help="Questions, JSON lines.")
    ],
    mode: Annotated[
        str, typer.Option(metavar="MODE", help="A mode of search, or search_with_ppr.", show_default=False)
    ],
    rank: Annotated[str, typer.Option(metavar="RANK", help="relevance or memory.")] = "relevance",
    graph: Annotated[
        str, typer.Option(metavar="SOURCE", help="given: entities and triples of the lines; extracted: of the text.")
    ] = "given",
    where: Annotated[
        str | None, typer.Option(metavar="FIELD=VALUE", help="Only questions that meet it, as answerable=true.")
    ] = None,
    ks: Annotated[
        list[int] | None, typer.Option("-k", metavar="K...", help="Numbers of hits to measure at; 2 5 10.")
    ] = None,
    reuse: Annotated[bool, typer.Option("--reuse", help="Do not load what the namespace holds already.")] = False,
    baseline: Annotated[bool, typer.Option(help="Measure exact dense search with the same embedder beside it.")] = True,
    as_json: Annotated[
        str | None,
        typer.Option("--json", metavar="[OUT]", help="Write the JSON document to a file, or alone to standard output."),
    ] = None,
) -> None:
    """Measure retrieval on a corpus and questions with known answers.

    Without --namespace and MEMGRAPH_NAMESPACE the corpus goes into a namespace of its own, made from its content.
    """
    from memgraph_svc.bootstrap import build_embedder
    from memgraph_svc.evaluation.jsonl import read_jsonl
    from memgraph_svc.evaluation.runner import run_evaluation
    from memgraph_svc.interfaces.cli.service import opened

    call = replace(call, as_json=as_json == "-")
    lines, questions = read_jsonl(corpus), read_jsonl(queries)
    settings = call.settings()
    namespace = _namespace(settings, corpus, graph)
    with opened(call, settings, model=True, keep_vectors=True) as memory, bar(call, "evaluating") as advance:
        result = run_evaluation(
            memory,
            lines,
            questions,
            namespace=namespace,
            mode=mode,
            rank=cast("Literal['relevance', 'memory']", rank),
            graph=cast("Literal['given', 'extracted']", graph),
            where=where,
            ks=tuple(ks or (2, 5, 10)),
            reuse=reuse,
            baseline=baseline,
            embedder=build_embedder(settings, keep_vectors=True) if baseline else None,
            progress=lambda stage, done, total: advance(done, total, stage),
        )
    document = {"namespace": namespace} | result
    if as_json not in (None, "-"):
        Path(as_json).write_text(json.dumps(document, ensure_ascii=False, allow_nan=False), "utf-8")
    call.emit(document, lambda console: _draw(console, document))
    if result["refused"]:
        for refusal in result["refused"]:
            call.note(f"line {refusal['line']}: {refusal['field']}: {refusal['rule']}")
        raise typer.Exit(REFUSED)


def _namespace(settings: Settings, corpus: Path, graph: str) -> str:
    if "namespace" in settings.model_fields_set:
        return settings.namespace
    return f"eval-{graph}-{sha256(corpus.read_bytes()).hexdigest()[:12]}"


def _draw(console: Console, result: dict[str, Any]) -> None:
    from memgraph_svc.interfaces.cli.draw import pairs, table

    measured = {f"{result['mode']}, by {result['rank']}": result}
    if "baseline" in result:
        measured[f"exact dense, {result['baseline']['embedder']}"] = result["baseline"]
    ks = list(result["recall"])
    rows = [
        [name, *(found["recall"][k] for k in ks), *(found["all_gold"][k] for k in ks)]
        for name, found in measured.items()
    ]
    columns = ["search", *(f"recall@{k}" for k in ks), *(f"all gold@{k}" for k in ks)]
    console.print(table(columns, [[f"{c:.2f}" if isinstance(c, float) else c for c in row] for row in rows]))
    pairs(
        console,
        {
            "questions": result["n"],
            "p50 / p95": f"{result['p50_ms']:.1f} / {result['p95_ms']:.1f} ms",
            "loading": "reused" if result["reused"] else f"{result['ingest_s']:.1f} s",
            "episodes": result["episodes"]["namespace"],
            "namespace": result["namespace"],
            "dropped": ", ".join(f"{n} {name}" for name, n in result["dropped"].items() if n) or None,
            "refused": len(result["refused"]) or None,
        },
    )
