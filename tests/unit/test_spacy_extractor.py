"""Entities and triples by grammar, with the real model."""

from __future__ import annotations

import pytest

from memgraph_svc.adapters.extractors.spacy_extractor import SpacyExtractor

ARTICLE = """Journal of Marine Optics
The Journal of Marine Optics is a peer-reviewed journal published monthly by the Institute of Ocean Physics. The current
editor is Ana Lima from the University of Porto. It became a weekly publication in 1963."""


@pytest.fixture(scope="module")
def extractor() -> SpacyExtractor:
    return SpacyExtractor()


def names(extractor: SpacyExtractor, text: str) -> list[str]:
    return [entity.name for entity in extractor.extract([text])[0].entities]


def triples(extractor: SpacyExtractor, text: str) -> set[tuple[str, str, str]]:
    return {(t.subject, t.predicate, t.object) for t in extractor.extract([text])[0].triples}


def test_an_article_yields_its_names_and_facts_about_its_title(extractor: SpacyExtractor) -> None:
    title = "Journal of Marine Optics"
    found = names(extractor, ARTICLE)
    assert found[0] == title
    assert {"Institute of Ocean Physics", "Ana Lima", "University of Porto", "1963"} <= {*found}
    assert not {"The current editor", "journal", "Optics"} & {*found}
    assert {
        (title, "published by", "Institute of Ocean Physics"),
        (title, "current editor is", "Ana Lima"),
        (title, "became in", "1963"),
    } <= triples(extractor, ARTICLE)


def test_what_a_speaker_says_of_himself_is_about_the_speaker(extractor: SpacyExtractor) -> None:
    text = "Carla: I went to a pottery workshop yesterday and it was so good."
    assert names(extractor, text) == ["Carla", "pottery workshop"]
    assert triples(extractor, text) == {("Carla", "went to", "pottery workshop")}


def test_technical_terms_come_out_whole(extractor: SpacyExtractor) -> None:
    text = (
        "The billing service calls refresh_token() in `src/auth/token.py` and fails with a redis timeout on port 8443."
    )
    found = {entity.name: entity.type for entity in extractor.extract([text])[0].entities}
    assert found == {
        "billing service": "entity",
        "refresh_token()": "identifier",
        "src/auth/token.py": "code",
        "redis timeout": "entity",
        "port 8443": "entity",
    }
    assert {
        ("billing service", "calls", "refresh_token()"),
        ("billing service", "fails with", "redis timeout"),
        ("billing service", "fails on", "port 8443"),
    } <= triples(extractor, text)


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("Maria Santos and Bob Ray moved to Berlin.", ("Bob Ray", "moved to", "Berlin")),
        ("The bridge was designed by Eva Holm.", ("bridge", "was designed by", "Eva Holm")),
        ("Eva Holm, who won the Delta Prize, lives in Oslo.", ("Eva Holm", "won", "Delta Prize")),
        ("The Delta Prize is awarded by the Nordic Council.", ("Delta Prize", "is awarded by", "Nordic Council")),
        ("Eva Holm wants to buy the Red House.", ("Eva Holm", "wants to buy", "Red House")),
        ("Eva Holm didn't visit Rome.", ("Eva Holm", "not visit", "Rome")),
        ("The gateway shut down the Kafka consumer.", ("gateway", "shut down", "Kafka consumer")),
        ("Eva Holm is responsible for the Oslo office.", ("Eva Holm", "is responsible for", "Oslo office")),
        ("The capital of Norway is Oslo.", ("Oslo", "is capital of", "Norway")),
        ("Jon Berg, the author of Cold Water, was born in Bergen.", ("Jon Berg", "is author of", "Cold Water")),
        ("Jon Berg restarted nginx and then closed OPS-12.", ("Jon Berg", "closed", "OPS-12")),
    ],
)
def test_grammar_makes_triples(extractor: SpacyExtractor, text: str, triple: tuple[str, str, str]) -> None:
    assert triple in triples(extractor, text)


@pytest.mark.parametrize("text", ["Did Eva Holm visit Rome?", '{"Eva Holm": "Rome"}', "Yesterday it rained. He left."])
def test_nothing_is_stated_by_questions_data_and_nameless_sentences(extractor: SpacyExtractor, text: str) -> None:
    assert triples(extractor, text) == set()


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("who is the editor of journal of marine optics?", "journal of marine optics"),
        ("when did the battle of aros happen", "battle of aros"),
        ("Who led the association which published Journal of Marine Optics?", "Journal of Marine Optics"),
        ("Which city is the birthplace of the performer of Cold Water Songs?", "Cold Water Songs"),
        ("why does the billing service time out", "billing service"),
    ],
)
def test_a_question_yields_the_named_thing(extractor: SpacyExtractor, question: str, named: str) -> None:
    assert named in names(extractor, question)


def test_batch_and_single_agree_in_any_order(extractor: SpacyExtractor) -> None:
    texts = [ARTICLE, "", "Maria Santos lives in Berlin.", "x", "Bob Ray restarted nginx."] * 20
    together = extractor.extract(texts)
    assert together[:5] == [extractor.extract([text])[0] for text in texts[:5]]
    assert extractor.extract(texts[::-1]) == together[::-1]
    assert extractor.extract([]) == []
