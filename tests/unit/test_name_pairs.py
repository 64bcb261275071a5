"""Other forms of names, and which names may be those of one entity."""

from __future__ import annotations

import pytest

from memgraph_svc.domain.name_forms import initials, is_abbreviation, number_forms
from memgraph_svc.services.name_pairs import like_names


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("graph data science", "gds"), ("federal bureau of investigation", "fbi"), ("united nations", "un"),
        ("oslo", None), ("", None), ("the of", None), ("東京 大学", None), ("a 1 b", "1b"),
        (" ".join("abcdefgh") * 2, None),
        ("c++ and java", "cj"), ("& co x", "cx"),
    ],
)  # fmt: skip
def test_initials(name: str, wanted: str | None) -> None:
    assert initials(name) == wanted


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("GDS", True), ("F.B.I.", True), ("K8", True), ("A", False), ("Gds", False), ("GRAPHDATAS", False), ("8K", False)],
)
def test_abbreviations(name: str, wanted: bool) -> None:
    assert is_abbreviation(name) is wanted


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("database", "databases"), ("graph database", "graph databases"), ("index", "indexes"), ("city", "cities"),
        ("movie", "movies"), ("class", "classes"), ("branch", "branches"), ("key", "keys"), ("house", "houses"),
        ("pod", "pods"),
    ],
)  # fmt: skip
def test_numbers_lead_to_each_other(one: str, many: str) -> None:
    assert many in number_forms(one)
    assert one in number_forms(many)


@pytest.mark.parametrize("name", ["is", "c#", "東京", "2024", "", "x y", "k8s"])
def test_what_has_no_other_number(name: str) -> None:
    assert number_forms(name) == []


def pairs(*names: str, **near: float) -> dict[frozenset[str], tuple[float, str]]:
    by = {name.casefold(): name for name in names}
    keyed = {(a, b): score for pair, score in near.items() for a, b in [sorted(pair.split("__"))]}
    found = like_names(by, keyed)
    assert len({(pair.low, pair.high) for pair in found}) == len(found)
    assert all(pair.low < pair.high for pair in found)
    return {frozenset((pair.low, pair.high)): (pair.score, str(pair.reason)) for pair in found}


def test_each_pair_has_its_strongest_reason() -> None:
    found = pairs("database", "databases", "post gres", "postgres", database__databases=0.8, postgres__database=0.7)
    assert found == {
        frozenset(("database", "databases")): (0.98, "plural"),
        frozenset(("post gres", "postgres")): (1.0, "accent/spelling"),
        frozenset(("database", "postgres")): (0.7, "similar name"),
    }


def test_initials_of_two_names_mean_neither() -> None:
    assert pairs("GDS", "Graph Data Science") == {frozenset(("gds", "graph data science")): (0.9, "abbreviation")}
    assert pairs("GDS", "Graph Data Science", "Green Door Shop") == {}
    assert pairs("gds", "Graph Data Science") == {}, "small letters are a word"


@pytest.mark.parametrize(
    ("one", "other", "slip"),
    [
        ("kubernetes", "kubernettes", True), ("kubernetes", "kubernates", True), ("kubernetes", "kubrnetes", True),
        ("version1", "version2", False), ("kubernetes", "cybernetes", False), ("pods", "pots", False),
    ],
)  # fmt: skip
def test_one_wrong_letter_of_a_long_name_is_a_slip(one: str, other: str, slip: bool) -> None:
    ((_, reason),) = pairs(one, other, **{f"{one}__{other}": 0.8}).values()
    assert reason == ("accent/spelling" if slip else "similar name")
