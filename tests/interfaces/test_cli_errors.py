"""Wrong use and failures: one clear line, the right exit status, and a graph that is unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from interfaces_support import Run
from typer.testing import CliRunner

from memgraph_svc.errors import ConfigurationError, InvalidInputError, MemgraphError
from memgraph_svc.interfaces.cli.group import CommandGroup, exit_status
