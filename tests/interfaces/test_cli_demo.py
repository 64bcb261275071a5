"""``demo`` on the test server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memgraph_svc.demo import load_history, load_questions

if TYPE_CHECKING:
    from cli_support import Run


def test_the_demonstration_as_data(program: Run, environment: dict[str, str], namespace: str) -> None:
    answer = program("demo", "--json", "--namespace", namespace)
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    assert document["uri"] == environment["MEMGRAPH_NEO4J_URI"]
    assert document["namespace"] == namespace
    assert document["counts"]["episodes"] == len(load_history())
    assert document["counts"]["similar_to"] > 0
    assert document["links"]["neighbors"]
    question = next(q for q in load_questions() if q["id"] == document["question"]["id"])
    assert (question["kind"], question["showcase"]) == ("multi_hop", True)
    assert document["answer"] == question["answer"]
    for arm in ("vector", "ppr"):
        assert len(document[arm]) == 5
        assert all(hit["gold"] == (hit["id"] in question["gold_ids"]) for hit in document[arm])
    assert sum(hit["gold"] for hit in document["ppr"]) > sum(hit["gold"] for hit in document["vector"])
    assert document["answered_by"] == question["gold_ids"][-1]
    assert document["path"]
    assert document["explain"]["params"]["namespace"] == namespace
    assert document["seconds"] > 0
    moments, causes = document["as_of"], document["why"]
    leads = {when: [f["object"] for f in moments[when] if f["predicate"] == "on-call lead"] for when in ("then", "now")}
    assert leads == {"then": [moments["answer"]], "now": ["Owen Tabaraki"]}
    asked = next(q for q in load_questions() if q["id"] == causes["id"])
    assert [[step["episode_id"] for step in path["steps"]] for path in causes["paths"]] == [asked["gold_ids"]]
    assert causes["roots"] == asked["gold_ids"][-1:]
    gist = document["gist"]
    assert gist["compressed_length"] <= 0.4 * gist["original_length"]
    assert gist["retention"] >= 0.5
    assert gist["answer"] in gist["page"]["text"]
    assert document["counts"]["gists"] == 1


def test_the_demonstration_for_a_person_can_be_repeated(cli: Run, namespace: str) -> None:
    cli("demo", "--namespace", namespace)
    before = cli("stats", "--json").document
    for option in ("--keep", "--fresh"):
        shown = cli("demo", option, "--namespace", namespace)
        assert shown.code == 0, shown.err
        assert cli("stats", "--json").document == before
    for expected in (
        "Question: ",
        "plain vector search",
        "Evidence",
        "Answer: ",
        "as of 2026",
        "caused by",
        "Gist of session s05",
        ":params {",
        "Done in ",
    ):
        assert expected in shown.out


def test_a_namespace_that_holds_other_episodes_under_these_ids_is_not_overwritten(cli: Run, namespace: str) -> None:
    mine = load_history()[0]["id"]
    cli("add", "mine", "--id", mine)
    answer = cli("demo", "--json", "--namespace", namespace)
    assert (answer.code, answer.out) == (1, "")
    assert "--fresh" in answer.error
    assert cli("get", mine, "--json").document["content"] == "mine"


def test_the_namespace_is_demo_unless_another_is_given(cli: Run) -> None:
    assert cli("demo", "--json", MEMGRAPH_NAMESPACE="not-for-the-demo").document["namespace"] == "demo"
