"""``python -m memgraph_svc`` and the ``memgraph-svc`` command."""

from __future__ import annotations

import io
import logging
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit with its status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # a terminal that cannot show a character is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    # the driver tells of every retry; what comes of it is told in one line of ours
    logging.getLogger("neo4j").setLevel(logging.CRITICAL)
    from memgraph_svc.interfaces.cli.app import app

    app(prog_name="memgraph-svc")


if __name__ == "__main__":
    main()
