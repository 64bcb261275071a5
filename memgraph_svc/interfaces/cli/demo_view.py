"""The demonstration for a person."""

from __future__ import annotations

import json
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from memgraph_svc.interfaces.cli.draw import table
from memgraph_svc.interfaces.cli.server import password_place
from memgraph_svc.interfaces.cli.text import clipped, plain

if TYPE_CHECKING:
    from rich.console import Console

    from memgraph_svc.embedded import Running

__all__ = ["draw_demo"]

_CONTENT: Final = 90


def draw_demo(console: Console, document: dict[str, Any], running: Running | None) -> None:
    """Print what is stored, the question with both answers, the evidence, and where to go from here."""
    counts = document["counts"]
    say = _sayer(console)
    say(f"Namespace {document['namespace']!r} holds " + ", ".join(f"{n} {name}" for name, n in counts.items()))
    if links := document["links"]:
        say(f"\nLinked by itself: {links['id']}  {clipped(links['content'], _CONTENT)}")
        rows = [(n["score"], n["id"], clipped(n["content"], _CONTENT)) for n in links["neighbors"]]
        console.print(table(["cosine", "neighbour", "content"], rows))
    say(f"Question: {document['question']['question']}")
    console.print(_side_by_side(document["vector"], document["ppr"]))
    missing = len(document["question"]["gold_ids"])
    for name, key in (("vector search", "vector"), ("PageRank on the graph", "ppr")):
        say(f"{name} finds {sum(hit['gold'] for hit in document[key])} of the {missing} episodes needed (marked *)")
    if document["path"]:
        say(f"\nEvidence, up to episode {document['answered_by']}:")
        for step in document["path"]:
            say(f"  {step['source']} -[{step['relation']}]-> {step['target']}")
    say(f"Answer: {document['answer']}")
    _draw_moments(console, document["as_of"])
    _draw_causes(console, document["why"])
    if document["gist"]:
        _draw_gist(console, document["gist"])
    _draw_next_steps(console, document, running)


def _side_by_side(vector: list[dict[str, Any]], ppr: list[dict[str, Any]]) -> Any:  # noqa: ANN401
    rows = []
    for place, (left, right) in enumerate(zip_longest(vector, ppr), 1):
        cells = [
            f"{'*' if hit['gold'] else ' '} {hit['id']}  {clipped(hit['content'], _CONTENT)}" if hit else ""
            for hit in (left, right)
        ]
        rows.append((place, *cells))
    return table(["#", "plain vector search", "Personalized PageRank"], rows)


def _draw_moments(console: Console, asked: dict[str, Any]) -> None:
    say = _sayer(console)
    say(f"\nQuestion, as of {asked['as_of']}: {asked['question']}")
    rows = [
        (when, fact["subject"], fact["predicate"], fact["object"], fact["valid_from"] or "", fact["valid_to"] or "")
        for when, facts in (("then", asked["then"]), ("now", asked["now"]))
        for fact in facts
    ]
    console.print(table(["", "subject", "predicate", "object", "from", "until"], rows))
    say(f"Answer: {asked['answer']}")


def _draw_causes(console: Console, asked: dict[str, Any]) -> None:
    say = _sayer(console)
    say(f"\nQuestion: {asked['question']}")
    for path in asked["paths"]:
        rows = [(step["episode_id"], step["kind"], clipped(step["content"], _CONTENT)) for step in path["steps"]]
        console.print(table(["caused by", "how", "content"], rows))
    say(f"Answer: {asked['answer']}")


def _draw_gist(console: Console, gist: dict[str, Any]) -> None:
    say = _sayer(console)
    say(
        f"\nGist of session {gist['session_id']}: {gist['compressed_length']} of {gist['original_length']} tokens, and "
        f"{gist['retention']:.0%} of {gist['probes']} probe questions are answered by it"
    )
    for line in gist["text"].splitlines():
        say(f"  {line}")
    page = gist["page"]
    say(f"Question: {gist['question']}")
    say(f"The detail stays: turns {page['first_turn']} to {page['last_turn']} are read in full.")
    say(f"Answer: {gist['answer']}")


def _draw_next_steps(console: Console, document: dict[str, Any], running: Running | None) -> None:
    say = _sayer(console)
    where = "Neo4j Browser or Desktop"
    if document.get("browser"):
        where = document["browser"]
    say(f"\nLook at it: open {where}, connect to {document['uri']}")
    if running:
        say(f"  user {running.user}, password {password_place(running)}")
        if not document.get("browser"):
            say("  (memgraph-svc demo --browser serves Neo4j Browser, after memgraph-svc down)")
    say(f"  and paste, first:\n:params {json.dumps(document['explain']['params'], ensure_ascii=False)}")
    say(f"  then:\n{document['explain']['cypher'].strip()}")
    if running:
        say("\nThe server stays up; stop it with: memgraph-svc down")
    say(f"Done in {document['seconds']:.1f} s.")


def _sayer(console: Console) -> Any:  # noqa: ANN401
    return lambda text: console.print(plain(text), soft_wrap=True)
