"""``crl encode``, ``decode`` and ``check``; none of them looks for a server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from cli_support import Answer
from typer.testing import CliRunner

from memgraph_svc.interfaces.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

RECORDS = [
    {"subject": "checkout-api", "relation": ":error", "object": "502", "from": "2026-02-26T14:05", "to": "", "turn": 3},
    {"subject": "checkout-api", "relation": "<", "object": "full table", "concept": True, "confidence": 0.9},
    {"text": "two\r\nlines\u2028 é 🚀"},
]
GIVEN = "\n".join(json.dumps(record, ensure_ascii=False) for record in RECORDS)
DOCUMENT = r"""%crl1
checkout-api :error 502 @2026-02-26T14:05.. #3
< &full table ?0.9
|two\r\nlines\u2028 é 🚀
"""
NOWHERE = {"MEMGRAPH_NEO4J_URI": "bolt://127.0.0.1:1"}


def crl(*args: str, given: str | bytes = "") -> Answer:
    result = CliRunner().invoke(app, ["crl", *args], input=given, env=NOWHERE)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Answer(result.exit_code, result.stdout, result.stderr)


def test_json_lines_become_a_document_and_come_back() -> None:
    encoded = crl("encode", "-", given=GIVEN)
    assert (encoded.code, encoded.out, encoded.err) == (0, DOCUMENT, "")
    decoded = crl("decode", "-", given=DOCUMENT)
    assert decoded.code == 0
    assert [json.loads(line) for line in decoded.out.split("\n") if line] == RECORDS
    assert crl("encode", "-", given=decoded.out).out == DOCUMENT


def test_files_are_read_with_their_line_ends_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "notes.crl"
    file.write_bytes(DOCUMENT.encode())
    assert crl("check", str(file)).out == "ok: 2 statements, 1 texts\n"
    file.write_bytes(DOCUMENT.replace("\n", "\r\n").encode())
    answer = crl("check", str(file))
    assert (answer.code, answer.err) == (1, "")
    assert answer.out.startswith("line 1, column 6: control characters")


def test_plain_text_becomes_statements_and_texts() -> None:
    answer = crl("encode", "--text", "-", "--lossy", given="Redis uses port 6379. Well, perhaps.\n\n# a = b\n")
    assert answer.out == "%crl1 lossy=1\nRedis :uses port 6379\nWell, perhaps.\n|# a = b\n"
    assert crl("decode", "-", "--json", given=answer.out).document["lossy"] is True


def test_a_legend_saves_tokens() -> None:
    text = "\n".join(f"The conntrack table of the log forwarder overflowed in hall {n}, again." for n in range(9))
    plain, short = (crl("encode", "--text", "-", *options, given=text).out for options in ([], ["--legend"]))
    assert len(short) < len(plain)
    assert crl("decode", "-", given=short).out == crl("decode", "-", given=plain).out


def test_names_of_a_dictionary_are_written_as_codes(tmp_path: Path) -> None:
    names = tmp_path / "names.json"
    names.write_text(json.dumps(["checkout-api", "full table"]), "utf-8")
    document = crl("encode", "-", "--dictionary", str(names), given=GIVEN).out
    assert document.startswith("%crl1 dict=2\n$0 :error 502")
    assert crl("check", "-", given=document).code == 1
    answer = crl("decode", "-", given=document)
    assert answer.code == 1
    assert "2 names" in answer.error
    assert [
        json.loads(line) for line in crl("decode", "-", "--dictionary", str(names), given=document).out.splitlines()
    ]
    names.write_text(json.dumps([None, "full table"]), "utf-8")
    gone = crl("decode", "-", "--dictionary", str(names), given=document)
    assert (gone.code, "line 2, column 1: code $0 is retired" in gone.error) == (1, True)
    for wrong in ('{"a": 1}', "[1]", "["):
        names.write_text(wrong, "utf-8")
        assert crl("check", "-", "--dictionary", str(names), given=document).code == 2


def test_check_names_line_column_and_rule() -> None:
    damaged = "%crl1\ncheckout-api = down\nx = "
    answer = crl("check", "-", given=damaged)
    assert (answer.code, answer.err) == (1, "")
    assert answer.out == "line 3, column 4: an object must follow the relation after one blank\n"
    told = crl("check", "-", "--json", given=damaged)
    assert told.code == 1
    assert told.document == {
        "ok": False, "line": 3, "column": 4, "rule": "an object must follow the relation after one blank",
    }  # fmt: skip
    assert crl("check", "-", "--json", given=DOCUMENT).document == {
        "ok": True, "statements": 2, "texts": 1, "lossy": False,
    }  # fmt: skip
    decoded = crl("decode", "-", given=damaged)
    assert (decoded.code, decoded.out) == (1, "")
    assert "line 3, column 4" in decoded.error


def test_with_json_there_is_one_document() -> None:
    encoded = crl("encode", "-", "--json", given=GIVEN).document
    assert encoded == {"crl": DOCUMENT.removesuffix("\n"), "lines": 3, "lossy": False}
    assert crl("decode", "-", "--json", given=DOCUMENT).document == {"lossy": False, "lines": RECORDS}


@pytest.mark.parametrize(
    ("args", "given", "named"),
    [
        (["encode", "-"], b"\xff", "FILE"), (["encode", "missing"], "", "FILE"), (["check", "."], "", "FILE"),
        (["shrink", "-"], "", "ACTION"), (["decode", "-", "--text"], "", "--text"), (["check"], "", "FILE"),
        (["encode", "-"], "\n[]", "line 2"), (["encode", "-"], "{", "line 1"),
        (["encode", "-"], "{}", "line 1, subject"),
        (["encode", "-"], '{"text": "\\ud800"}', "line 1, text"), (["encode", "-"], "[" * 100_000, "line 1"),
        (["encode", "-", "--dictionary", "missing"], "", "--dictionary"),
    ],
)  # fmt: skip
def test_wrong_use_is_one_line(args: list[str], given: str | bytes, named: str) -> None:
    answer = crl(*args, given=given)
    assert (answer.code, answer.out) == (2, "")
    assert named in answer.error


def test_the_document_is_utf_8_whatever_the_terminal_takes() -> None:
    environment = os.environ | NOWHERE | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "memgraph_svc", "crl", "encode", "-"],
        input=GIVEN.encode(), capture_output=True, check=True, timeout=60, env=environment,
    )  # fmt: skip
    assert done.stdout == DOCUMENT.encode()
