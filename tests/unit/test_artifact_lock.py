"""Lock files: their form, and what the packaged ones hold."""

from __future__ import annotations

import pytest

from memgraph_svc.artifacts.bundle import MODEL_NAMES, browser_bundle, model_bundle, server_bundle
from memgraph_svc.artifacts.lock import LockedFile, lock_tag, parse_lock, read_lock
from memgraph_svc.errors import ArtifactError

SHA = "0123456789abcdef" * 4


def test_lines_are_parsed_with_and_without_classifier() -> None:
    text = f"org.a:core:1.0:{SHA}\n\norg.b:net-native:2.1.Final:linux-x86_64:{SHA}\n"
    assert parse_lock(text) == (
        LockedFile("org.a", "core", "1.0", "", SHA),
        LockedFile("org.b", "net-native", "2.1.Final", "linux-x86_64", SHA),
    )


def test_file_name_is_that_of_a_maven_repository() -> None:
    plain, classified = parse_lock(f"org.a:core:1.0:{SHA}\norg.b:net:2.1:osx:{SHA}")
    assert plain.name == "core-1.0.jar"
    assert classified.name == "net-2.1-osx.jar"


def test_a_line_survives_parsing_and_writing() -> None:
    line = f"org.b:net-native:2.1.Final:linux-x86_64:{SHA}"
    assert parse_lock(line)[0].line == line


@pytest.mark.parametrize(
    "line",
    [
        "org.a:core:1.0",
        f"org.a:core:{SHA}",
        f"org.a:core:1.0:{SHA[:-1]}",
        f"org.a:core:1.0:{SHA.upper()}",
        f"org.a::1.0:{SHA}",
        f"org.a:../../core:1.0:{SHA}",
        f"org.a:core:1.0:x:y:{SHA}",
        f"org.a:.hidden:1.0:{SHA}",
    ],
)
def test_a_malformed_line_is_refused_with_its_number(line: str) -> None:
    with pytest.raises(ArtifactError, match="line 2 of the lock file"):
        parse_lock(f"org.ok:ok:1:{SHA}\n{line}")


def test_two_files_of_one_name_are_refused() -> None:
    with pytest.raises(ArtifactError, match=r"'core-1\.0\.jar' twice"):
        parse_lock(f"org.a:core:1.0:{SHA}\norg.b:core:1.0:{SHA}")


def test_the_tag_depends_on_the_files_and_not_on_their_order() -> None:
    one, two = parse_lock(f"org.a:core:1.0:{SHA}\norg.b:net:2.1:{SHA}")
    assert lock_tag((one, two)) == lock_tag((two, one))
    assert lock_tag((one,)) != lock_tag((one, two))
    assert len(lock_tag((one,))) == 12


def test_an_unknown_lock_file_is_an_error_with_a_hint() -> None:
    with pytest.raises(ArtifactError, match="install memgraph-svc again"):
        read_lock("nothing")


def test_the_server_lock_puts_only_procedure_jars_of_gds_into_plugins() -> None:
    bundle = server_bundle()
    places = [bundle.place(entry) for entry in bundle.entries]
    plugins = [place for place in places if place.startswith("plugins/")]
    assert len(places) == 367
    assert len(plugins) == 13
    assert all(place.startswith("plugins/proc-") for place in plugins)
    assert len([place for place in places if place.startswith("lib/")]) == 354
    assert "lib/neo4j-procedure-2026.08.1.jar" in places
    versions = {entry.artifact: entry.version for entry in bundle.entries}
    assert versions["neo4j-server"] == "2026.08.1"
    assert versions["opengds-extension"] == "2.26.0"


@pytest.mark.parametrize("bundle", [browser_bundle(), *(model_bundle(name) for name in MODEL_NAMES)])
def test_browser_and_models_are_one_file_each(bundle) -> None:
    assert len(bundle.entries) == 1


def test_an_unknown_model_is_refused_with_the_known_names() -> None:
    with pytest.raises(ArtifactError, match=r"bge-small-en-v1\.5-int8"):
        model_bundle("word2vec")
