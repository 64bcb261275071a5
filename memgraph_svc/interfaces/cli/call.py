"""What a command gets of the options that every command takes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from memgraph_svc.errors import InvalidInputError

if TYPE_CHECKING:
    from rich.console import Console

    from memgraph_svc.settings import Settings

__all__ = ["Call"]

_WIDTH: Final = 160
"""Columns where the output is not a terminal."""


@dataclass(frozen=True, slots=True)
class Call:
    """One run of a command: its settings, and where its output goes."""

    namespace: str | None = None
    uri: str | None = None
    user: str | None = None
    password_file: Path | None = None
    database: str | None = None
    as_json: bool = False

    def settings(self) -> Settings:
        """Settings of the options, then of the environment, then the defaults.

        Raises:
            InvalidInputError: A variable of the environment breaks a rule.
        """
        from pydantic import ValidationError

        from memgraph_svc.settings import Settings

        given: dict[str, Any] = {
            "namespace": self.namespace,
            "neo4j_uri": self.uri,
            "neo4j_user": self.user,
            "neo4j_password": self._password(),
            "neo4j_database": self.database,
        }
        try:
            return Settings(**{name: value for name, value in given.items() if value is not None})
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            variable = "MEMGRAPH_" + "__".join(str(part) for part in first["loc"]).upper()
            raise InvalidInputError(variable, first["msg"].lower(), hint="correct or unset it") from None

    def emit(self, document: Any, show: Callable[[Console], None]) -> None:  # noqa: ANN401  # any JSON value
        """Write the document as JSON, or what ``show`` draws."""
        if self.as_json:
            ascii_only = (sys.stdout.encoding or "").replace("-", "").lower() != "utf8"
            typer.echo(json.dumps(document, ensure_ascii=ascii_only, allow_nan=False))
            return
        from rich.console import Console

        show(Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH))

    def note(self, text: str) -> None:
        """Tell a person what goes on, on standard error; silent with ``--json``."""
        if not self.as_json:
            typer.echo(text, err=True)

    @property
    def shows_progress(self) -> bool:
        """Whether bars are drawn: for a person at a terminal only."""
        return not self.as_json and sys.stderr.isatty()

    def _password(self) -> str | None:
        if self.password_file is None:
            return None
        try:
            lines = self.password_file.read_text("utf-8").splitlines()
        except UnicodeDecodeError:
            lines = []
        if not lines or not lines[0]:
            raise InvalidInputError("--password-file", "must hold the password on its first line, in UTF-8")
        return lines[0]
