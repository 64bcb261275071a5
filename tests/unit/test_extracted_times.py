"""What the extractors make of sentences that say since when or until when something holds."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from support.dated_sentences import DATED, EVENTS, TRAPS, WEDNESDAY, Dated, Ends

from memgraph_svc.adapters.extractors import make_extractor
from memgraph_svc.timeline.validity import validity_of

if TYPE_CHECKING:
    from memgraph_svc.ports.extractor import Extractor

BEYOND_THE_HEURISTIC = {
    "Ingrid is the editor of Cold Water since 2015.",  # it takes "is" for the verb between Ingrid and editor
    "Ingrid, who has worked at Acme since 2019, lives in Oslo.",
}


@pytest.fixture(scope="module", params=["heuristic", "spacy"])
def extractor(request: pytest.FixtureRequest) -> Extractor:
    return make_extractor(request.param)


def found(extractor: Extractor, case: Dated) -> dict[str, Ends]:
    """First and last day of each dated triple by its object."""
    dated: dict[str, Ends] = {}
    for triple in extractor.extract([case.text])[0].triples:
        validity = validity_of(triple, case.reference)
        ends = (_day(validity.valid_from), _day(validity.valid_to))
        if any(ends):
            assert dated.setdefault(triple.object, ends) == ends
    return dated


def _day(instant: datetime | None) -> str | None:
    assert instant is None or instant == datetime(instant.year, instant.month, instant.day, tzinfo=UTC)
    return instant and instant.date().isoformat()


def test_each_statement_gets_its_own_time(extractor: Extractor) -> None:
    wrong = {case.text for case in DATED if found(extractor, case) != case.facts}
    assert wrong == (BEYOND_THE_HEURISTIC if extractor.name == "heuristic" else set())


def test_what_is_unclear_or_happens_gets_none(extractor: Extractor) -> None:
    assert [case.text for case in (*TRAPS, *EVENTS) if found(extractor, case)] == []


def test_no_word_of_a_time_becomes_part_of_a_name(extractor: Extractor) -> None:
    words = {"since", "until", "till", "through", "now", "past", "weeks", "onwards", "effective"}
    for case in DATED:
        extraction = extractor.extract([case.text])[0]
        names = [entity.name for entity in extraction.entities]
        ends = [name for triple in extraction.triples for name in (triple.subject, triple.object)]
        assert not any(words & set(name.lower().split()) for name in (*names, *ends)), case.text


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("Ingrid has worked at Acme since March 2024.", {"March 2024"}),
        ("Between 2019 and 2021, Ingrid worked at Acme.", {"2019", "2021"}),
        ("Ingrid has worked at Acme since yesterday.", set()),
    ],
)
def test_the_dates_of_a_time_stay_entities(extractor: Extractor, text: str, dates: set[str]) -> None:
    entities = extractor.extract([text])[0].entities
    assert {entity.name for entity in entities if entity.type == "date"} == dates


def test_a_time_between_subject_and_verb_is_no_part_of_the_predicate(extractor: Extractor) -> None:
    (triple,) = extractor.extract(["Ingrid has since March 2019 worked at Acme."])[0].triples
    assert (triple.subject, triple.object) == ("Ingrid", "Acme")
    assert "2019" not in triple.predicate
    assert validity_of(triple, WEDNESDAY).valid_from == datetime(2019, 3, 1, tzinfo=UTC)


def test_a_clause_is_given_only_where_it_says_a_time(extractor: Extractor) -> None:
    texts = ["Bob Ray lives in Oslo.", "Bob Ray lives in Oslo. Ingrid has worked at Acme since 2019."]
    plain, both = extractor.extract(texts)
    assert [triple.when for triple in plain.triples] == [""]
    assert {triple.object: bool(triple.when) for triple in both.triples} == {"Oslo": False, "Acme": True}
