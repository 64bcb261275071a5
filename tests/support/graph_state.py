"""Looking at a namespace from outside: everything that is stored of it, in a form that can be compared."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memgraph_svc.graph.graph import Graph

_NODES = (
    "MATCH (n:Episode) WHERE n.namespace = $namespace AND n.episode_id IS NOT NULL "
    "RETURN 'Episode ' + n.episode_id AS key, properties(n) AS props",
    "MATCH (n:Entity) WHERE n.namespace = $namespace AND n.canonical_name IS NOT NULL "
    "RETURN 'Entity ' + n.canonical_name AS key, properties(n) AS props",
    "MATCH (n:Alias) WHERE n.namespace = $namespace AND n.canonical_name IS NOT NULL "
    "RETURN 'Alias ' + n.canonical_name AS key, properties(n) AS props",
    "MATCH (n:Predicate) WHERE n.namespace = $namespace AND n.name IS NOT NULL "
    "RETURN 'Predicate ' + n.name AS key, properties(n) AS props",
    "MATCH (n:Session) WHERE n.namespace = $namespace AND n.session_id IS NOT NULL "
    "RETURN 'Session ' + n.session_id AS key, properties(n) AS props",
)
_EDGES = (
    "MATCH (n:Episode)-[r]->(m) WHERE n.namespace = $namespace AND n.episode_id IS NOT NULL "
    "RETURN type(r) + ' ' + n.episode_id + ' ' + coalesce(m.episode_id, m.canonical_name) AS key, "
    "properties(r) AS props, m.namespace AS other",
    "MATCH (n:Entity|Alias)-[r]->(m) WHERE n.namespace = $namespace AND n.canonical_name IS NOT NULL "
    "RETURN type(r) + ' ' + n.canonical_name + ' ' + m.canonical_name + ' ' + coalesce(r.fact_id, '') "
    "+ coalesce(' said by ' + r.source + ' until ' + r.valid_to_ms, '') "
    "+ CASE WHEN r.invalidated_at IS NULL THEN '' ELSE ' as believed at ' + r.recorded_at_ms END AS key, "
    "properties(r) AS props, m.namespace AS other",
    "MATCH (n:Session)-[r]->(m) WHERE n.namespace = $namespace AND n.session_id IS NOT NULL "
    "RETURN type(r) + ' ' + n.session_id + ' ' + m.episode_id AS key, properties(r) AS props, m.namespace AS other",
)


def rows(graph: Graph, query: str, **params: Any) -> list[dict[str, Any]]:
    """Run a query of a test's own."""
    return [record.data() for record in graph.driver.execute_query(query, params, database_=graph.database).records]


def snapshot(graph: Graph, namespace: str) -> dict[str, list[Any]]:
    """Every node and relationship of a namespace with all its properties, by a readable key.

    A key with two entries is something doubled. A relationship must not leave its namespace.
    """
    state: dict[str, list[Any]] = {}
    for query in (*_NODES, *_EDGES):
        for row in rows(graph, query, namespace=namespace):
            assert row.get("other", namespace) == namespace
            state.setdefault(row["key"], []).append({key: str(value) for key, value in sorted(row["props"].items())})
    return state


def comparable(graph: Graph, namespace: str, *but: str) -> dict[str, list[Any]]:
    """What is stored of a namespace, to compare it with another one: without ids and hashes that name it.

    ``but`` names properties of entities that do not count.
    """
    own = {"namespace", "ns_token", "entity_id", "fact_id", "invalidated_by", "contradicts", "payload_hash"}
    shown: dict[str, list[Any]] = {}
    for key, entries in snapshot(graph, namespace).items():
        left_out = own.union(f"{name}{end}" for name in but for end in ("", "_ms")) if key[:7] == "Entity " else own
        plainly = [
            {name: value for name, value in entry.items() if name not in left_out}
            | {"is set": sorted({"invalidated_by", "contradicts"} & entry.keys())}
            for entry in entries
        ]
        name = " ".join("fact" if word.startswith("fa_") else word for word in key.split(" "))
        shown.setdefault(name, []).extend(plainly)
    return {name: sorted(entries, key=repr) for name, entries in shown.items()}


def archive(graph: Graph, namespace: str, *episode_ids: str) -> None:
    """Archive episodes as forgetting does."""
    rows(
        graph,
        "UNWIND $ids AS id MATCH (e:Episode {namespace: $namespace, episode_id: id}) "
        "SET e.archived = true, e.archived_at = datetime()",
        namespace=namespace, ids=list(episode_ids),
    )  # fmt: skip
    graph.run("commits.count", namespace=namespace, shard=0)


def drop_kept(graph: Graph) -> None:
    """Drop the projections that services of this process keep, where nobody closes the services but their driver."""
    listed = rows(graph, "CALL gds.graph.list() YIELD graphName RETURN graphName AS name")
    mine = f"_{os.getpid()}_"
    graph.run("projection.drop", graph_names=[row["name"] for row in listed if mine in row["name"]])


def links(graph: Graph, namespace: str) -> dict[tuple[str, str], float]:
    """Score of each SIMILAR_TO by its (low id, high id)."""
    found = rows(
        graph,
        "MATCH (a:Episode)-[l:SIMILAR_TO]->(b) WHERE a.namespace = $namespace AND a.episode_id IS NOT NULL "
        "RETURN a.episode_id AS a, b.episode_id AS b, l.score AS score",
        namespace=namespace,
    )
    pairs = {(row["a"], row["b"]): row["score"] for row in found}
    assert len(pairs) == len(found), "a pair is linked twice"
    assert all(a < b for a, b in pairs)
    return pairs


def chain(graph: Graph, namespace: str, session: str) -> list[tuple[str, int]]:
    """Episodes of a session with their turns, by following NEXT from the first one."""
    found = rows(
        graph,
        "MATCH (s:Session {namespace: $namespace, session_id: $session})-[h:HAS_EPISODE]->(e) "
        "RETURN e.episode_id AS id, e.turn AS turn, h.turn AS held, "
        "COLLECT { MATCH (e)-[:NEXT]->(f) RETURN f.episode_id } AS following ORDER BY turn",
        namespace=namespace, session=session,
    )  # fmt: skip
    assert all(row["turn"] == row["held"] for row in found)
    ids = [row["id"] for row in found]
    assert [row["following"] for row in found] == [[key] for key in ids[1:]] + [[]] * bool(ids)
    return [(row["id"], row["turn"]) for row in found]
