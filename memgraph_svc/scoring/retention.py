"""Whether the answers of questions still stand in a text: what a gist keeps of its source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["holds_answer", "retention"]

_ARTICLE: Final = re.compile(r"(?<!\w)(?:a|an|the)(?!\w)")
_BLANKS: Final = re.compile(r"\s+")


def holds_answer(text: str, answers: Iterable[str]) -> bool:
    """Whether an accepted answer occurs in a text, without regard to case, articles and runs of blanks.

    An answer of nothing but articles and blanks occurs nowhere.
    """
    plain = _plain(text)
    return any(wanted in plain for answer in answers if (wanted := _plain(answer)))


def retention(text: str, questions: Sequence[Sequence[str]]) -> float:
    """Share of the questions of which an accepted answer occurs in the text, 0..1; of no questions 1.

    Args:
        text: A gist, or a gist with pages of its source.
        questions: Accepted answers of each question.
    """
    return sum(holds_answer(text, answers) for answers in questions) / len(questions) if questions else 1.0


def _plain(text: str) -> str:
    return _BLANKS.sub(" ", _ARTICLE.sub(" ", text.casefold())).strip()
