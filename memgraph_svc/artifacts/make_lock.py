"""Write the lock files anew from the POMs beside them: ``python -m memgraph_svc.artifacts.make_lock [--check]``.

For maintainers, after a version in a POM has changed. Needs Maven (``mvn``) and a network.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from memgraph_svc.artifacts.checksum import sha256_of
from memgraph_svc.artifacts.lock import LockedFile, parse_lock
from memgraph_svc.errors import ArtifactError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main", "resolve_pom"]

_LOCKS: Final = Path(__file__).parent / "locks"
_POM_SUFFIX: Final = ".pom.xml"
_TIMEOUT_SECONDS: Final = 1800
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")
_NAME: Final = r"[\w.\-]+"
_LISTED: Final = re.compile(
    rf"(?P<group>{_NAME}):(?P<artifact>{_NAME}):jar:(?:(?P<classifier>{_NAME}):)?(?P<version>{_NAME})"
    r":(?:compile|runtime):(?P<path>.+?\.jar)(?:\s.*)?"
)


def resolve_pom(pom: Path) -> list[LockedFile]:
    """All jars that a POM needs at run time, by coordinate.

    Raises:
        ArtifactError: Maven is not there or failed.
    """
    maven = shutil.which("mvn")
    if maven is None:
        raise ArtifactError("mvn is not installed", hint="install Maven")
    with tempfile.TemporaryDirectory() as folder:
        listing = Path(folder) / "list.txt"
        command = [maven, "-q", "-B", "-f", str(pom), "dependency:list", "-DincludeScope=runtime"]
        options = ["-DoutputAbsoluteArtifactFilename=true", f"-DoutputFile={listing}"]
        done = subprocess.run(  # noqa: S603  # our own arguments
            [*command, *options], check=False, timeout=_TIMEOUT_SECONDS, stdout=sys.stderr
        )
        if done.returncode != 0:
            raise ArtifactError(f"mvn failed on {pom.name!r}", hint="see what it printed above")
        lines = [_COLOUR.sub("", line).strip() for line in listing.read_text(encoding="utf-8").splitlines()]
    matches = [match for line in lines if (match := _LISTED.fullmatch(line))]
    return sorted(
        LockedFile(
            match["group"],
            match["artifact"],
            match["version"],
            match["classifier"] or "",
            sha256_of(Path(match["path"])),
        )
        for match in matches
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check every lock file; 1 when a checked one differs."""
    parser = argparse.ArgumentParser(prog="make_lock", description="Write the lock files anew from the POMs.")
    parser.add_argument("--check", action="store_true", help="only compare, and end with 1 when one differs")
    check = parser.parse_args(arguments).check
    differs = False
    for pom in sorted(_LOCKS.glob(f"*{_POM_SUFFIX}")):
        lock = pom.with_name(pom.name.removesuffix(_POM_SUFFIX) + ".lock")
        text = "".join(f"{line}\n" for line in sorted(entry.line for entry in resolve_pom(pom)))
        count = len(parse_lock(text))
        same = lock.is_file() and lock.read_text(encoding="utf-8") == text
        differs = differs or not same
        if not check:
            lock.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{lock.name}: {count} files, {'unchanged' if same else 'changed'}\n")
    return int(check and differs)


if __name__ == "__main__":
    sys.exit(main())
