"""Concept Relational Language, version 1: a line notation of memory statements. A notation, not a compressor.

It is this project's own and claims to fit no other. What holds, each tested on its own:

- Statements and texts read back exactly: ``decode(encode(lines)) == lines``.
- Turns of an episode read back exactly as texts, role and text.
- A gist (``lossy=1`` in the head) reads back as the gist, never as what it was made of.
"""

from __future__ import annotations

from memgraph_svc.crl.dictionary import Dictionary
from memgraph_svc.crl.head import Head
from memgraph_svc.crl.lines import SIGNS, Line, Statement, Verbatim, When
from memgraph_svc.crl.reader import Document, decode, read_document
from memgraph_svc.crl.records import from_record, to_record
from memgraph_svc.crl.render import render, render_line
from memgraph_svc.crl.sentences import from_text
from memgraph_svc.crl.turns import Turn, from_turns, to_turns
from memgraph_svc.crl.writer import encode

__all__ = [
    "SIGNS",
    "Dictionary",
    "Document",
    "Head",
    "Line",
    "Statement",
    "Turn",
    "Verbatim",
    "When",
    "decode",
    "encode",
    "from_record",
    "from_text",
    "from_turns",
    "read_document",
    "render",
    "render_line",
    "to_record",
    "to_turns",
]
