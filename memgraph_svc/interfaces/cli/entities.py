"""``entities`` and ``merge``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from memgraph_svc.errors import InvalidInputError
from memgraph_svc.interfaces.cli.call import Call
from memgraph_svc.interfaces.cli.options import command

__all__ = ["entities", "merge"]


@command
def entities(
    call: Call,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Only this entity: a name, an alias or an id.")
    ] = None,
    like: Annotated[str | None, typer.Option(metavar="TEXT", help="Entities whose name or alias contains it.")] = None,
    candidates: Annotated[
        bool, typer.Option("--candidates", help="Pairs that may be one entity instead, the surest first.")
    ] = False,
    link: Annotated[
        bool, typer.Option("--link", help="First compare all names, and note the pairs that are near in meaning.")
    ] = False,
    limit: Annotated[int, typer.Option(metavar="N", help="Most entities or pairs; 100.")] = 100,
    after: Annotated[str | None, typer.Option(metavar="NAME", help="Go on after this entity.")] = None,
) -> None:
    """List entities with their other names, or pairs of them that may be one."""
    from memgraph_svc.interfaces.cli.draw_entities import candidate_table, entity_table, synonym_line
    from memgraph_svc.interfaces.cli.progress import bar
    from memgraph_svc.interfaces.cli.service import opened

    if (name is not None or candidates) and (like is not None or after is not None):
        raise InvalidInputError("--like" if like is not None else "--after", "goes without NAME and --candidates")
    settings = call.settings()
    space = settings.namespace
    document: dict[str, Any] = {}
    shown: list[Any] = []
    with opened(call, settings) as memory:
        graph = memory.temporal
        if link:
            with bar(call, "linking names") as advance:
                report = graph.link_synonyms(
                    namespace=space, progress=lambda done, total: advance(done, total, f"{done:,} pairs")
                )
            document["synonyms"] = report.model_dump(mode="json")
            shown.append(synonym_line(report))
        if candidates:
            pairs = graph.merge_candidates(namespace=space, entity=name, limit=limit)
            document["candidates"] = [pair.model_dump(mode="json") for pair in pairs]
            shown.append(candidate_table(pairs))
        elif name is not None or not link:
            one = None if name is None else [graph.entity(name, namespace=space)]
            found = one or graph.entities(namespace=space, like=like, limit=limit, after=after)
            document["entities"] = [entity.model_dump(mode="json") for entity in found]
            shown.append(entity_table(found))
    call.emit(document, lambda console: console.print(*shown))


@command
def merge(
    call: Call,
    source: Annotated[
        str | None, typer.Argument(metavar="[SOURCE]", help="Entity that becomes another name; a name or an id.")
    ] = None,
    target: Annotated[
        str | None, typer.Argument(metavar="[TARGET]", help="Entity that it stands for from then on.")
    ] = None,
    alias: Annotated[
        bool, typer.Option("--alias", help="SOURCE need not be known: the name is kept for what comes.")
    ] = False,
    undo: Annotated[
        str | None, typer.Option(metavar="NAME", help="Take this name apart again, with all that was said under it.")
    ] = None,
) -> None:
    """Make two entities one, keeping all that was said of both, or undo it."""
    from memgraph_svc.interfaces.cli.draw_entities import merge_line
    from memgraph_svc.interfaces.cli.service import opened

    if undo is not None and (source is not None or target is not None or alias):
        raise InvalidInputError("--undo", "goes without SOURCE, TARGET and --alias")
    if undo is None and (source is None or target is None):
        raise InvalidInputError("SOURCE" if source is None else "TARGET", "is missing; or use --undo")
    settings = call.settings()
    with opened(call, settings, model=True) as memory:
        graph, space = memory.temporal, settings.namespace
        if source is None or target is None:
            report = graph.unmerge(undo or "", namespace=space)
        elif alias:
            report = graph.add_alias(target, source, namespace=space)
        else:
            report = graph.merge_entities(source, target, namespace=space)
    call.emit(
        report.model_dump(mode="json"),
        lambda console: console.print(merge_line(report, undone=undo is not None), soft_wrap=True),
    )
