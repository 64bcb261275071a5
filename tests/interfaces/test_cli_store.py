"""``migrate``, ``health``, ``stats`` and ``settings``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cli_support import Run

COUNTS = ["episodes", "entities", "facts", "similar_to", "caused_by", "gists", "sessions"]


def test_migrating_again_applies_nothing(cli: Run) -> None:
    answer = cli("migrate", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.document["applied"] == []
    assert answer.document["current"] > 0
    assert cli("migrate").out == f"0 applied, the schema is {answer.document['current']}\n"


def test_a_healthy_store(cli: Run) -> None:
    answer = cli("health", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert list(answer.document) == ["ok", "server", "gds", "schema", "checks"]
    assert answer.document["ok"] is True
    assert answer.document["schema"] == cli("migrate", "--json").document["current"]
    assert all(set(check) == {"name", "ok", "detail", "fix"} for check in answer.document["checks"])
    assert answer.document["server"] in cli("health").out


def test_health_says_what_to_do(cli: Run) -> None:
    answer = cli("health", "--json", "--uri", "bolt://127.0.0.1:1")
    assert (answer.code, answer.err) == (1, "")
    assert answer.document["ok"] is False
    [check] = answer.document["checks"]
    assert (check["name"], check["ok"]) == ("connection", False)
    assert check["fix"]
    other = cli("health", "--json", MEMGRAPH_EMBEDDER="bge-small-en-v1.5-int8")
    assert other.code == 1
    assert [check["name"] for check in other.document["checks"] if not check["ok"]] == ["model"]


def test_counts(cli: Run) -> None:
    assert cli("stats", "--json").document == dict.fromkeys(COUNTS, 0)
    cli("add", "a thought", "--session", "s1")
    document = cli("stats", "--json").document
    assert list(document) == COUNTS
    assert (document["episodes"], document["sessions"]) == (1, 1)
    assert [line.split()[0] for line in cli("stats").out.splitlines()] == COUNTS


def test_settings_are_the_effective_ones_with_secrets_masked(cli: Run, environment: dict[str, str]) -> None:
    document = cli("settings", "--json", "--uri", "bolt://elsewhere:7687", "--namespace", "mine").document
    assert document["neo4j_uri"] == "bolt://elsewhere:7687"
    assert document["namespace"] == "mine"
    assert document["ppr"]["max_iterations"] > 0
    shown = cli("settings").out
    assert "MEMGRAPH_PPR__DAMPING_FACTOR" in shown
    for text in (shown, json.dumps(document)):
        assert environment["MEMGRAPH_NEO4J_PASSWORD"] not in text
        assert "****" in text


def test_a_password_within_the_address_is_masked_too(cli: Run) -> None:
    shown = cli("settings", "--json", "--uri", "bolt://me:hunter2@elsewhere:7687")
    assert shown.document["neo4j_uri"] == "bolt://**********@elsewhere:7687"


def test_options_win_over_the_environment(cli: Run, namespace: str) -> None:
    cli("add", "a thought", "--namespace", f"{namespace}-other", "--id", "x")
    assert cli("get", "x").code == 1
    assert cli("get", "x", "--namespace", f"{namespace}-other").code == 0
