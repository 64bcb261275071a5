"""No text makes an extractor fail, hang, or give a name that cannot be stored."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from memgraph_svc.adapters.extractors import make_extractor
from memgraph_svc.adapters.extractors.names import MAX_ENTITIES, MAX_TRIPLES, clean_name
from memgraph_svc.domain.entity import EntityMention

if TYPE_CHECKING:
    from memgraph_svc.domain.extraction import Extraction
    from memgraph_svc.ports.extractor import Extractor

SECONDS = 90
NASTY = [
    *'/([`"\n\t :@#1I?{=|é\x00\u2028\ud800\u200b',
    *("Ab", "a_b", "c.d", "A.", "x/y", "//", "'s", "\r\n", "://", "--x", "2024", "5 ms", "May", "of the", "I'm"),
    *("日本", "😀", "Ünï", "is", "was", "by"),
]


@pytest.fixture(scope="module", params=["heuristic", "spacy"])
def extractor(request: pytest.FixtureRequest) -> Extractor:
    return make_extractor(request.param)


def check(extraction: Extraction) -> None:
    canonical = [entity.canonical for entity in extraction.entities]
    assert len(canonical) == len({*canonical}) <= MAX_ENTITIES
    assert len(extraction.triples) <= MAX_TRIPLES
    for entity in extraction.entities:
        assert EntityMention(name=entity.name, type=entity.type, count=entity.count) == entity
    for triple in extraction.triples:
        for text in (triple.subject, triple.predicate, triple.object):
            assert EntityMention(name=text).name == text.strip()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example("`0\u20280`")
@given(st.one_of(st.text(max_size=300), st.lists(st.sampled_from(NASTY), max_size=80).map("".join)))
def test_any_text_gives_storable_names(extractor: Extractor, text: str) -> None:
    for extraction in extractor.extract([text, f"Ana Lima: {text} Bob Ray", f"Ray Bob\n{text} bob"]):
        check(extraction)


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "text",
    [
        "Maria Santos met Bob Ray in Oslo. " * 30_000,
        "A." * 500_000,
        "/" * 1_000_000,
        "a/b." * 250_000,
        "x_" * 500_000,
        "Ab of " * 170_000,
        "日本語" * 300_000,
        '{"a": ' * 150_000,
        "\n" * 1_000_000,
    ],
    ids=lambda text: repr(text[:6]),
)
def test_a_huge_text_takes_seconds(extractor: Extractor, text: str) -> None:
    started = time.process_time()
    check(extractor.extract([text])[0])
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize(
    "junk",
    ["", " ", "the", "The", "yesterday", "last week", "this morning", "I", "it", "a", "...", "—", "12", "!?", "()", "x",
     "thing", "and so on", "They've", "of the", '"', "\n", "\x00", "😀😀", "a" * 513],
)  # fmt: skip
def test_junk_is_no_name(junk: str) -> None:
    assert clean_name(junk) is None


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("the billing service", "billing service"),
        ("  Their blue\n laptop ", "blue laptop"),
        ('"Charlotte’s Web"', "Charlotte’s Web"),
        ("Anna's", "Anna"),
        ("Brother (band)", "Brother (band)"),
        ("The C++", "C++"),
        ("C#", "C#"),
        ("the Second Punic War", "Second Punic War"),
        ("the year 1963", "year 1963"),
        ("1963", "1963"),
        ("Black Hawk Down", "Black Hawk Down"),
    ],
)
def test_names_keep_what_belongs_to_them(written: str, name: str) -> None:
    assert clean_name(written) == name
