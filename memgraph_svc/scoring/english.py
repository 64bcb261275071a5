r"""Words and terms of a text, as the server's full-text analyzer ``english`` makes them.

Source: Lucene's EnglishAnalyzer (word break, possessive, lower case, stop words, Porter stem) and Porter, "An
algorithm for suffix stripping", 1980. A word is a run of ``\w`` with its combining marks; an ideograph or a hiragana
sign is a word by itself, as in the index, since such text has no blanks. Of the index's words that hold a full stop or
an apostrophe (``example.com``) only the parts are words here.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "STOP_WORDS",
    "document_length",
    "english_terms",
    "plain_text",
    "prepared",
    "query_terms",
    "stem",
    "words",
]

_STOP_WORDS: Final = (
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they "
    "this to was will with"
)
STOP_WORDS: Final = frozenset(_STOP_WORDS.split())
"""The stop words of the analyzer."""

_POSSESSIVE: Final = re.compile(r"['\u2019\uff07](?<=\w.)s(?!\w)")
_PLAIN_WORD: Final = re.compile(r"\w+")
_SINGLE: Final = "\u3041-\u309f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_KATAKANA: Final = "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_JOINERS: Final = "\u200c\u200d"
_SIGNS: Final = range(0xB2, 0x10000)  # one sign above would make the regular expression engine walk a list

_LONGEST_UNSTEMMED: Final = 2
_VOWEL: Final = re.compile(r"[aeiou]|(?<=[^aeiouy])y")
_VOWEL_CONSONANT: Final = re.compile(r"(?:[aeiou]|(?<=[^aeiouy])y)(?:[^aeiouy]|(?<=[aeiou])y)")
_DOUBLED: Final = re.compile(r"(.*([^aeioulszybdfgmnprt]))\2(?:ed|ing)s?", re.DOTALL)
_AFTER_STEM: Final = re.compile(r"[iy](?:es|ed|ing|s)?s?")


def prepared(text: str) -> str:
    """Lower-case as the analyzer does and drop each possessive ``'s``; the other signs stay."""
    # The server lower-cases sign by sign; Python makes two signs of the first and looks at the context of the second.
    lowered = text.lower() if text.isascii() else text.replace("\u0130", "i").replace("\u03a3", "\u03c3").lower()
    return _POSSESSIVE.sub("", lowered)


@cache
def _signs(category: str) -> str:
    return "".join(chr(c) for c in _SIGNS if unicodedata.category(chr(c)).startswith(category))


@cache
def _special() -> re.Pattern[str]:
    return re.compile(f"[{_SINGLE}{_KATAKANA}{_JOINERS}{_signs('M')}{_signs('No')}]")


@cache
def _any_word() -> re.Pattern[str]:
    # The index breaks words at number signs such as a raised 2, which \w takes for a letter.
    letter = rf"[^\W{_SINGLE}{_KATAKANA}{_signs('No')}]"
    mark = f"[{_JOINERS}{_signs('M')}]"
    runs = "|".join(f"{sign}(?:{sign}++|{mark}++)*+" for sign in (f"[{_KATAKANA}]", letter))
    return re.compile(f"[{_SINGLE}]{mark}*+|{runs}")


def plain_text(prepared_text: str) -> bool:
    r"""Whether ``\w+`` finds the words of a prepared text: no mark, script without blanks or number sign."""
    return prepared_text.isascii() or _special().search(prepared_text) is None


def words(text: str) -> list[str]:
    """Split into lower-case words in order, stop words and repetitions included, possessive ``'s`` dropped.

    What has neither a letter nor a digit (signs, emoji, lone underscores) is no word.
    """
    lowered = prepared(text)
    if plain_text(lowered):
        found: list[str] = _PLAIN_WORD.findall(lowered)
        return [word for word in found if word.strip("_")] if "_" in lowered else found
    return [word for word in _any_word().findall(lowered) if any(sign.isalnum() for sign in word)]


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Cut the ending of one lower-case word: Porter's algorithm with the four changes that the server's code makes."""
    if len(word) <= _LONGEST_UNSTEMMED:
        return word
    doubled = _DOUBLED.fullmatch(word)
    if doubled and _VOWEL.search(doubled[1]):  # any doubled consonant is halved, not only nine of them
        return stem(doubled[1])
    cut = _porter()(word)
    if cut.endswith(("logi", "bli")) and _AFTER_STEM.fullmatch(word, len(cut) - 1):
        if cut.endswith("logi") and _VOWEL_CONSONANT.search(cut[:-4]):
            return cut[:-1]
        if cut.endswith("bli") and _VOWEL_CONSONANT.search(cut[:-3]):
            return _porter()(cut[:-1] + "e")
    return cut


def _porter() -> Callable[[str], str]:
    # A stemmer object holds the word it works on, so that one for all threads would mix them up.
    import snowballstemmer  # loads the stemmers of all languages

    return snowballstemmer.stemmer("porter").stemWord


def english_terms(text: str) -> list[str]:
    """Return the terms in order: stems of the words that are no stop words, repetitions included."""
    return [stem(word) for word in words(text) if word not in STOP_WORDS]


def document_length(text: str) -> int:
    """Count the terms of a text; the length that BM25 wants."""
    return sum(word not in STOP_WORDS for word in words(text))


def query_terms(text: str, most: int = 64) -> tuple[tuple[str, ...], bool]:
    """Return the distinct terms in order of their first use, and whether more than ``most`` were there.

    Raises:
        InvalidInputError: ``most`` is below 1.
    """
    if most < 1:
        raise InvalidInputError("most", "must be at least 1")
    distinct = tuple(dict.fromkeys(english_terms(text)))
    return distinct[:most], len(distinct) > most
