"""Statements out of plain text by rules: a simple sentence becomes a statement, all else stays word for word.

A sentence is taken apart only if its statement, written in plain English, is that sentence again. So nothing is lost
but blanks around sentences and a full stop at the end of one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from memgraph_svc.crl.lines import Line, Statement, Verbatim
from memgraph_svc.crl.render import render_line

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["from_text"]

_RESERVED: Final = {
    "is": ("=", False), "is not": ("=", True), "is caused by": ("<", False), "is not caused by": ("<", True),
    "leads to": (">", False), "does not lead to": (">", True), "has": ("+", False), "does not have": ("+", True),
    "states": ("^", False), "does not state": ("^", True),
}  # fmt: skip
_VERBS: Final = frozenset(
    """
    uses owns needs requires contains includes returns reads writes calls supports prefers likes wants leads manages
    maintains knows costs holds keeps serves stores sends receives handles causes blocks replaces provides produces
    runs lives works depends listens belongs fails moves points resolves connects expires starts ends stands sits
    joined left moved replaced built wrote fixed added removed changed chose opened closed returned failed
    reported found started stopped restarted
    was are were had is has
    """.split()
)
_PARTICLES: Final = frozenset("at by for from in into of off on onto over to under until up with within".split())
_AFTER_IS: Final = frozenset("caused not".split())
_CLAUSES: Final = frozenset(
    """
    and or but nor because although though while when whenever where which who whom whose that if unless so since as
    than whether after before then i you he she it we they this these those there here what how why
    do does did can could may might must shall should will would not never please let
    """.split()
)
_MOST_SUBJECT_WORDS: Final = 6
_MOST_OBJECT_WORDS: Final = 16
_PUNCTUATION: Final = re.compile(r"[,;:!?()\[\]{}\"“”]")
_END: Final = re.compile(r"(?<=[.!?])[ \t]+(?=[A-Z0-9\"'“(])")


def from_text(text: str) -> list[Line]:
    """Read a text sentence by sentence.

    Raises:
        InvalidInputError: A lone surrogate.
    """
    Verbatim(text)
    return [
        _statement(sentence) or Verbatim(sentence)
        for line in text.splitlines()
        for sentence in (part.strip() for part in _END.split(line))
        if sentence
    ]


def _statement(sentence: str) -> Statement | None:
    """Take a sentence apart at its first verb, or return None."""
    plain = sentence.removesuffix(".")
    words = plain.split(" ")
    if len(words) > _MOST_SUBJECT_WORDS + _MOST_OBJECT_WORDS + len(_AFTER_IS) or "" in words or plain.endswith("."):
        return None
    for verb, relation, negated, start, end in _verbs(words):
        subject, rest = words[:start], words[end:]
        made = Statement(" ".join(subject), relation, " ".join(rest), negated=negated)
        fits = _is_subject(subject) and _is_object(rest) and verb
        return made if fits and render_line(made) == f"{plain}." else None
    return None


def _verbs(words: list[str]) -> Iterator[tuple[str, str, bool, int, int]]:
    """Yield the first verb: itself, its relation, whether it denies, and the words that it takes."""
    for start, word in enumerate(words):
        for length in (4, 3, 2, 1):
            verb = " ".join(words[start : start + length])
            if verb in _RESERVED:
                relation, negated = _RESERVED[verb]
                yield verb, relation, negated, start, start + length
        if word in _VERBS - _RESERVED.keys():
            with_particle = words[start + 1 : start + 2] and words[start + 1] in _PARTICLES
            end = start + (2 if with_particle else 1)
            verb = " ".join(words[start:end])
            yield verb, f":{verb}", False, start, end


def _is_subject(words: list[str]) -> bool:
    return 0 < len(words) <= _MOST_SUBJECT_WORDS and words[0][0].isalnum() and not _is_clause(words)


def _is_object(words: list[str]) -> bool:
    return 0 < len(words) <= _MOST_OBJECT_WORDS and not _is_clause(words) and not _VERBS & {*words}


def _is_clause(words: list[str]) -> bool:
    return bool(_CLAUSES & {word.casefold() for word in words}) or any(_PUNCTUATION.search(word) for word in words)
