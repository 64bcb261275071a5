"""Entities and triples by rules of thumb."""

from __future__ import annotations

import logging

import pytest

from memgraph_svc.adapters.extractors import make_extractor
from memgraph_svc.adapters.extractors.heuristic import HeuristicExtractor
from memgraph_svc.errors import ConfigurationError

ARTICLE = """Journal of Marine Optics
The Journal of Marine Optics is published by the Institute of Ocean Physics. It was founded in 1963. The editor is
Ana Lima from the University of Porto."""


def names(text: str) -> list[str]:
    return [entity.name for entity in HeuristicExtractor().extract([text])[0].entities]


def triples(text: str) -> list[tuple[str, str, str]]:
    return [(t.subject, t.predicate, t.object) for t in HeuristicExtractor().extract([text])[0].triples]


def test_names_with_small_words_inside_come_out_whole() -> None:
    found = names(ARTICLE)
    assert {"Journal of Marine Optics", "Institute of Ocean Physics", "Ana Lima", "University of Porto"} <= {*found}
    assert "Optics" not in found


def test_a_name_is_counted_by_its_canonical_form() -> None:
    counts = {
        e.canonical: e.count
        for e in HeuristicExtractor().extract(["We asked redis, then Redis, and REDIS again"])[0].entities
    }
    assert counts["redis"] == 3


def test_a_question_in_small_letters_yields_the_named_thing() -> None:
    assert "journal of marine optics" in names("who is the editor of journal of marine optics?")
    assert "billing service" in names("why does the billing service fail")


def test_a_verb_between_two_names_makes_a_triple() -> None:
    assert ("Ana Lima", "founded", "Blue Whale Fund") in triples("In May, Ana Lima founded the Blue Whale Fund.")
    assert ("Journal of Marine Optics", "was founded in", "1963") in triples(ARTICLE)


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("It calls refresh_token() at night", "refresh_token()", "identifier"),
        ("see src/auth/token.py for that", "src/auth/token.py", "path"),
        ("look at /etc/nginx/nginx.conf again", "/etc/nginx/nginx.conf", "path"),
        ("open https://example.org/a?b=1.", "https://example.org/a?b=1", "url"),
        ("write to ops@example.org", "ops@example.org", "email"),
        ("released on 2026-03-01T12:00:00Z", "2026-03-01T12:00:00Z", "date"),
        ("born on 30 November 1937 in the north", "30 November 1937", "date"),
        ("ticket OPS-1432 is open", "OPS-1432", "identifier"),
        ("the class OrderRepository is new", "OrderRepository", "identifier"),
        ("run `make test` first", "make test", "code"),
    ],
)
def test_identifiers_dates_and_addresses_are_found(text: str, name: str, kind: str) -> None:
    entities = {entity.name: entity.type for entity in HeuristicExtractor().extract([text])[0].entities}
    assert entities.get(name) == kind


def test_surnames_with_two_capitals_are_no_identifiers() -> None:
    entities = HeuristicExtractor().extract(["Then Ronald McDonald met Danny DeVito."])[0].entities
    assert {(entity.name, entity.type) for entity in entities} >= {
        ("Ronald McDonald", "entity"),
        ("Danny DeVito", "entity"),
    }


def test_log_lines_and_json_give_names_but_no_phrases() -> None:
    found = names('{"title": "Dinner with Rui Teixeira", "start": "2026-04-15T19:30", "state": "open"}')
    assert {"Rui Teixeira", "2026-04-15T19:30"} <= {*found}
    assert "state" not in found


def test_the_choice_is_logged_once_and_checked(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="memgraph_svc"):
        assert make_extractor("heuristic").name == "heuristic"
        assert make_extractor("auto").name == "spacy"
    assert [record.getMessage() for record in caplog.records] == [
        "entity extractor: heuristic",
        "entity extractor: spacy",
    ]
    with pytest.raises(ConfigurationError):
        make_extractor("corenlp")  # pyright: ignore[reportArgumentType]
