"""Whether a sentence states something plainly: neither asked, denied, supposed, told of others nor quoted."""

from __future__ import annotations

import re
from typing import Final

from memgraph_svc.timeline.expressions import find_expressions, without_expressions

__all__ = ["is_plain"]

_ANYWHERE: Final = re.compile(
    r"\?|n['’]t\b|['’]d\b|\b(?:not|cannot|never|no|nobody|none|neither|nor|hardly|barely|scarcely|"
    r"if|unless|whether|suppos(?:e|es|ed|ing|edly)|assum(?:e|es|ed|ing)|provided that|in case|as though|"
    r"perhaps|maybe|possibly|probably|presumably|allegedly|reportedly|apparently|likely|unclear|unsure|uncertain|"
    r"roughly|approximately|according to|rumou?rs?|rumou?red|"
    r"at (?:the )?(?:latest|earliest|least|most)|or so|or (?:later|earlier)|on and off|off and on|"
    r"and (?:then )?again|intermittently|occasionally|sometimes|at times)\b",
    re.IGNORECASE,
)
_IN_SMALL_LETTERS: Final = re.compile(
    r"\b(?:would|could|might|may|should|must|said|says|say|saying|told|tells|claim(?:s|ed)?|heard|hears|"
    r"think(?:s|ing)?|thought|believ(?:es?|ed)\b(?! in\b)|guess(?:es|ed)?|doubt(?:s|ed)?|hop(?:es?|ed|ing)|"
    r"wish(?:es|ed)?|seem(?:s|ed)?|appear(?:s|ed)?|pretend(?:s|ed)?|imagin(?:es?|ed)|expect(?:s|ed)?|dream(?:s|t|ed)?|"
    r"(?:report|announc|stat|writ|wrot|confirm|argu|suggest|not|mention|learn|remember|explain)(?:e|es|ed|s|n)? that)\b"
)
_QUOTED: Final = re.compile(r"[\"“«][^\"“”«»]*[\"”»]")
_QUOTE: Final = re.compile(r"[\"“”«»]")


def is_plain(sentence: str) -> bool:
    """Tell whether a sentence says plainly what it says.

    Questions, negations, conditions, modal verbs, words of doubt or of reported speech anywhere in it make it unclear;
    so do a second period (``and again``), and a quotation that holds an expression of time or is not closed.
    """
    words = without_expressions(sentence, find_expressions(sentence))
    if _ANYWHERE.search(words) or _IN_SMALL_LETTERS.search(words):
        return False
    if not _QUOTE.search(sentence):
        return True
    return not (_QUOTE.search(_QUOTED.sub("", sentence)) or any(map(find_expressions, _QUOTED.findall(sentence))))
