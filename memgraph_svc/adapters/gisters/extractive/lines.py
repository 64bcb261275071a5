"""Text of tools to pieces: the lines that differ from the rest, errors and labelled values first."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Final

from memgraph_svc.adapters.gisters.extractive.line_kinds import (
    heading_of,
    is_code,
    is_labelled,
    shape_of,
    single_spaced,
    tells_trouble,
    template_of,
)
from memgraph_svc.adapters.gisters.extractive.piece import LONGEST, Piece, readable
from memgraph_svc.adapters.gisters.extractive.prose import sentence_texts
from memgraph_svc.adapters.gisters.extractive.shared_columns import without_numbering, without_shared_start
from memgraph_svc.adapters.gisters.extractive.telling import MOST, most_telling_lines
from memgraph_svc.scoring.telegraphic import telegraphic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memgraph_svc.adapters.gisters.extractive.spoken import Spoken

__all__ = ["line_pieces"]

_LETTER: Final = re.compile(r"[^\W_]")
_LINE: Final = 0.9
_PER_LINE: Final = -0.25
_PER_SHAPE: Final = -0.6
_PER_TEMPLATE: Final = -0.6
_LABELLED: Final = 2.0
_CODE: Final = 0.3
_TROUBLE: Final = 2.0
_RARE: Final = 4
_ROWS: Final = 3
_MOST_ALIKE: Final = 8
_WORDS_OF_PROSE: Final = 8


def line_pieces(text: str, spoken: Spoken) -> Iterator[Piece]:
    """Yield the lines of a text, those of a table under its heading, and prose by sentences.

    A line counts less the more lines there are, the more have its template or its shape, and where it is source code;
    it counts more where it names its value, and where it tells of trouble that few of the others tell of.

    Args:
        text: What a tool said.
        spoken: What the messages speak of.
    """
    lines = _with_words(text.splitlines())
    plain = _with_words(without_numbering(lines))
    if not plain:
        return
    numbered = plain != lines
    share = _LINE * len(plain) ** _PER_LINE
    plain = most_telling_lines(plain, spoken)
    heading = heading_of(plain)
    rest = [single_spaced(line) for line in without_shared_start(plain)]
    templates = [template_of(line) for line in rest]
    shapes = [shape_of(line) for line in rest]
    alike, shaped, seen = Counter(templates), Counter(shapes), Counter[str]()
    trouble = [tells_trouble(line) for line in plain]
    boost = 1.0 + _TROUBLE * (1.0 - sum(trouble) / len(plain)) ** _RARE
    listed = _is_list(plain)
    for place, line in enumerate(rest):
        seen[templates[place]] += 1
        if not line or (heading and place == 0):
            continue
        if seen[templates[place]] > _MOST_ALIKE and not spoken.mentions(line):
            continue
        worth = share * alike[templates[place]] ** _PER_TEMPLATE
        alike_in_shape = shaped[shapes[place]] if shapes[place] else 1
        worth *= alike_in_shape**_PER_SHAPE
        worth = min(1.0, worth * (boost if trouble[place] else 1.0) * (_LABELLED if is_labelled(line) else 1.0))
        if numbered or is_code(line):
            worth *= _CODE
        yield from _of_line(line, worth, heading, row=bool(heading) or listed or alike_in_shape >= _ROWS)


def _of_line(line: str, worth: float, heading: str, *, row: bool) -> Iterator[Piece]:
    if not heading and "." in line and (len(line) > LONGEST or len(line.split()) >= _WORDS_OF_PROSE):
        for sentence in islice(sentence_texts(line), MOST):
            yield Piece(telegraphic(sentence), worth)
    else:
        for part in islice(readable(line), MOST):
            yield Piece(part, worth, next(readable(heading), ""), row=row)


def _with_words(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if _LETTER.search(line)]


def _is_list(lines: Sequence[str]) -> bool:
    """Whether most lines begin alike, as the items of a list do."""
    firsts = Counter(template_of(line.split(maxsplit=1)[0][:LONGEST]) for line in lines)
    return len(lines) >= _ROWS and firsts.most_common(1)[0][1] > len(lines) // 2
