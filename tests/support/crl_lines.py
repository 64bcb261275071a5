"""Generated lines, names and damaged documents for the contracts of Concept Relational Language."""

from __future__ import annotations

from hypothesis import strategies as st

from memgraph_svc.crl import SIGNS, Dictionary, Statement, Turn, Verbatim, When, encode

HOSTILE = (
    "= < > + ^ ! != !< :x !:x :a:b : & &x | |x # #3 #03 @ @2026 @a..b @.. ? ?0.9 ?.5 ?2 % %AB %crl1 %AB=x AB CD XY $ "
    '$$ $1 $12 $999999999999 " \' \\ \\n \\u0041 \\ud800 "x" x" _ a_b %3A %5F checkout-api checkout-api2 node '
    "漢字 é e\u0301 🚀 👩\u200d🔧 \ufeff \u200b \ufffd \U000e0001 true null {} [] , ; . .. x"
).split(" ")
"""Words that mean something to a reader of the language, or to a careless one."""

BLANKS = (
    " ", "  ", "\n", "\r\n", "\r", "\t", "\v", "\f", "\x1c", "\x85", "\xa0", "\u2028", "\u2029", "\x00", "\x1b",
    "\x7f", "",
)  # fmt: skip
NAMES = (
    "checkout-api",
    "checkout-api node",
    "node",
    "sits on",
    "AB",
    "a",
    "$1",
    "= x",
    "x\ny",
    "漢字",
    "conntrack table",
)

_LETTERS = st.characters(exclude_categories=["Cs"])
texts = st.one_of(
    st.lists(st.tuples(st.sampled_from((*HOSTILE, *NAMES)), st.sampled_from(BLANKS)), max_size=6).map(
        lambda parts: "".join(word + blank for word, blank in parts)
    ),
    st.lists(st.sampled_from((*HOSTILE, *NAMES)), max_size=6).map(" ".join),
    st.text(_LETTERS, max_size=20),
)
"""Any text without lone surrogates."""

_moments = st.one_of(
    st.sampled_from(["2026-03-01", "2026-03-01T12:00:00Z", "#3", "?0.5", "a.b", "$1", "%AB", '"', "é"]),
    st.text(st.characters(min_codepoint=33, max_codepoint=1_000, exclude_characters="@. "), min_size=1, max_size=8),
).filter(lambda word: not any(sign.isspace() or "\x7f" <= sign <= "\x9f" for sign in word))
whens = st.one_of(
    st.builds(When, _moments),
    st.builds(When, _moments, st.just("")),
    st.builds(When, st.just(""), _moments),
    st.builds(When, _moments, _moments),
)
statements = st.builds(
    Statement,
    st.one_of(st.sampled_from(NAMES), texts),
    st.one_of(st.sampled_from(sorted(SIGNS)), texts.filter(bool).map(lambda name: f":{name}")),
    texts,
    negated=st.booleans(),
    concept=st.booleans(),
    when=st.none() | whens,
    confidence=st.none() | st.integers(0, 100).map(lambda hundredths: hundredths / 100),
    turn=st.none() | st.integers(0, 999_999_999),
)
lines = st.one_of(statements, texts.map(Verbatim))
documents = st.lists(lines, max_size=8)
turns = st.lists(st.builds(Turn, texts, texts), max_size=6)
dictionaries = st.builds(
    lambda names, holes: Dictionary(tuple(None if code in holes else name for code, name in enumerate(names))),
    st.lists(st.one_of(st.sampled_from(NAMES), texts.filter(bool)), max_size=8, unique=True),
    st.sets(st.integers(0, 7), max_size=3),
)
"""Some of their names are gone."""

_added = st.sampled_from((*HOSTILE, " ", "  ", "\n", '"', "&", "\\", "", "\r", "\x85", "\u2028", "\ud800", "é"))
_changes = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 3), _added), min_size=1, max_size=4)


def mutated(document: str, changes: list[tuple[float, int, str]]) -> str:
    """A document in which a few characters at some places gave way to something else."""
    for where, removed, added in changes:
        place = int(where * len(document))
        document = document[:place] + added + document[place + removed :]
    return document


_tidy = st.one_of(
    st.builds(
        Statement, st.sampled_from(NAMES), st.sampled_from([*SIGNS, ":sits on"]), st.sampled_from(HOSTILE),
        concept=st.booleans(), turn=st.none() | st.just(3), confidence=st.none() | st.just(0.5),
    ),
    st.sampled_from(NAMES).map(Verbatim),
)  # fmt: skip
_soups = st.lists(
    st.tuples(st.sampled_from((*HOSTILE, *NAMES)), st.sampled_from((" ", " ", " ", "\n", "\na = ", ""))), max_size=12
).map(lambda parts: "".join(word + blank for word, blank in parts))
_heads = st.sampled_from(
    ["%crl1\na = b\n", "%crl1\n", "%crl1 dict=3\n%AB=node\na = b\n", "%crl1 lossy=1\n%AB=$0\na = b\n"]
)
damaged = st.one_of(
    st.builds(
        lambda given, names, changes: mutated(encode(given, dictionary=names), changes),
        st.lists(_tidy, max_size=6) | documents, st.none() | st.just(Dictionary(NAMES)), _changes,
    ),
    st.builds(str.__add__, _heads, _soups),
    st.builds(str.__add__, _heads, texts),
    st.builds(str.__add__, st.sampled_from(["", "%crl1\n"]), st.text(max_size=40)),
)  # fmt: skip
"""Documents that may be whole, damaged or none at all."""
