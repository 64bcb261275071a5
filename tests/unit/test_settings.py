"""Settings and limits: names, precedence, ranges, and no secret in any text form."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from memgraph_svc.settings import (
    LIMITS,
    BlendConfig,
    GistConfig,
    Limits,
    LinkConfig,
    PPRConfig,
    ProjectionConfig,
    RankingWeights,
    Settings,
)


@pytest.fixture(autouse=True)
def _no_settings_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("MEMGRAPH_"):
            monkeypatch.delenv(name)


def test_defaults_need_no_environment() -> None:
    settings = Settings()
    assert settings.neo4j_uri is None
    assert settings.neo4j_database == "neo4j"
    assert settings.namespace == "default"
    assert settings.ppr.damping_factor == 0.75
    assert settings.home != settings.cache


def test_every_field_is_read_from_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {
        "NEO4J_URI": "bolt://db:7687",
        "NEO4J_USER": "anna",
        "NEO4J_PASSWORD": "hunter2",
        "NEO4J_DATABASE": "memory",
        "QUERY_TIMEOUT_SECONDS": "7.5",
        "POOL_SIZE": "3",
        "HOME": "/data",
        "CACHE": "/cache",
        "NAMESPACE": "team",
        "EMBEDDER": "hashing",
        "EXTRACTOR": "heuristic",
        "THREADS": "1",
        "LINK__K": "7",
        "LINK__THRESHOLD": "0.75",
        "PPR__DAMPING_FACTOR": "0.85",
        "PPR__MAX_ITERATIONS": "30",
        "PROJECTION__HOT_BYTES": "1000",
        "BLEND__WORDS": "0.5",
        "GIST__BUDGET": "0.3",
        "RANKING__RECENCY": "0.1",
    }
    for name, value in given.items():
        monkeypatch.setenv(f"MEMGRAPH_{name}", value)
    settings = Settings()
    assert {name.split("__")[0].lower() for name in given} == set(Settings.model_fields)
    assert settings.neo4j_password is not None
    assert settings.neo4j_password.get_secret_value() == "hunter2"
    assert (settings.neo4j_uri, settings.neo4j_user, settings.neo4j_database) == ("bolt://db:7687", "anna", "memory")
    assert (settings.query_timeout_seconds, settings.pool_size, settings.threads) == (7.5, 3, 1)
    assert (settings.home, settings.cache) == (Path("/data"), Path("/cache"))
    assert (settings.namespace, settings.embedder, settings.extractor) == ("team", "hashing", "heuristic")
    assert settings.link == LinkConfig(k=7, threshold=0.75)
    assert settings.ppr == PPRConfig(damping_factor=0.85, max_iterations=30)
    assert settings.projection == ProjectionConfig(hot_bytes=1000)
    assert settings.blend == BlendConfig(words=0.5)
    assert settings.gist == GistConfig(budget=0.3)
    assert settings.ranking == RankingWeights(recency=0.1)


def test_arguments_win_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMGRAPH_NAMESPACE", "team")
    monkeypatch.setenv("memgraph_pool_size", "5")
    assert Settings(namespace="mine").namespace == "mine"
    assert Settings().pool_size == 5


def test_variables_of_others_are_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMGRAPH_SOMETHING_ELSE", "1")
    monkeypatch.setenv("NAMESPACE", "not ours")
    assert Settings().namespace == "default"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("QUERY_TIMEOUT_SECONDS", "0"),
        ("POOL_SIZE", "0"),
        ("THREADS", "many"),
        ("EXTRACTOR", "magic"),
        ("LINK__K", "0"),
        ("LINK__THRESHOLD", "1.1"),
        ("LINK__NEIGHBOURS", "3"),
        ("PPR__DAMPING_FACTOR", "1"),
        ("PPR__DAMPING_FACTOR", "nan"),
        ("PPR__DAMPING", "0.5"),
        ("PPR__TOLERANCE", "-1"),
        ("RANKING__RECENCY", "-0.1"),
        ("BLEND__WORDS", "inf"),
    ],
)
def test_values_out_of_range_are_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"MEMGRAPH_{name}", value)
    with pytest.raises(ValidationError):
        Settings()


def test_the_readme_names_the_default(source_root: Path) -> None:
    row = f"| `MEMGRAPH_PPR__DAMPING_FACTOR` | `{PPRConfig().damping_factor}` |"
    assert row in (source_root / "README.md").read_text(encoding="utf-8")


def test_a_password_is_in_no_text_form() -> None:
    settings = Settings(neo4j_password="hunter2")
    for text in (repr(settings), str(settings), settings.model_dump_json(), repr(settings.model_dump())):
        assert "hunter2" not in text


def test_settings_and_limits_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        Settings().namespace = "other"
    with pytest.raises(ValidationError):
        LIMITS.batch_rows = 1


def test_everything_is_described() -> None:
    for model in (Limits, LinkConfig, PPRConfig, ProjectionConfig, RankingWeights, Settings):
        assert all(field.description for field in model.model_fields.values()), model


def test_classic_page_rank() -> None:
    classic = PPRConfig.classic()
    assert (classic.damping_factor, classic.max_iterations) == (0.85, 20)
    assert classic.tolerance == PPRConfig().tolerance


def test_limits_of_the_design() -> None:
    assert LIMITS.id_characters == 128
    assert LIMITS.content_characters == 1_000_000
    assert LIMITS.name_characters == 512
    assert (LIMITS.metadata_depth, LIMITS.metadata_bytes) == (8, 64 * 1024)
    assert (LIMITS.importance_min, LIMITS.importance_default, LIMITS.importance_max) == (1, 5, 10)
    assert (LIMITS.search_default, LIMITS.search_limit) == (10, 1_000)
    assert LIMITS.batch_rows == 10_000
    assert LIMITS.candidates == 200


def test_a_weight_is_nothing_or_no_trifle() -> None:
    assert PPRConfig(next_weight=0).next_weight == 0
    assert PPRConfig(next_weight=1e-6).next_weight == 1e-6
    with pytest.raises(ValidationError, match="must be 0 or at least 1e-06"):
        PPRConfig(fact_weight=1e-300)
