"""Lock files: which files belong to a bundle, and the checksum that each must have."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from memgraph_svc.errors import ArtifactError

__all__ = ["LockedFile", "lock_tag", "parse_lock", "read_lock"]

_PART: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.\-]*")
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_PARTS_WITHOUT_CLASSIFIER: Final = 4
_PARTS_WITH_CLASSIFIER: Final = 5


@dataclass(frozen=True, slots=True, order=True)
class LockedFile:
    """One jar by its Maven coordinate.

    Attributes:
        classifier: Empty when the jar has none.
        sha256: Lower-case hexadecimal.
    """

    group: str
    artifact: str
    version: str
    classifier: str
    sha256: str

    @property
    def name(self) -> str:
        """File name, as a Maven repository has it."""
        return "-".join(filter(None, (self.artifact, self.version, self.classifier))) + ".jar"

    @property
    def line(self) -> str:
        """This file as one line of a lock file."""
        return ":".join(filter(None, (self.group, self.artifact, self.version, self.classifier, self.sha256)))


def parse_lock(text: str) -> tuple[LockedFile, ...]:
    """Read lines ``group:artifact:version[:classifier]:sha256``; blank lines are skipped, the order is kept.

    Raises:
        ArtifactError: A line has another form, or two lines would get the same file name.
    """
    entries = tuple(_parse_line(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip())
    names = [entry.name for entry in entries]
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise ArtifactError(f"the lock file names {doubled[0]!r} twice", hint="install memgraph-svc again")
    return entries


def read_lock(name: str) -> tuple[LockedFile, ...]:
    """Read the packaged lock file of that name.

    Raises:
        ArtifactError: The package has no such lock file, or it is damaged.
    """
    resource = files("memgraph_svc.artifacts") / "locks" / f"{name}.lock"
    try:
        text = resource.read_text(encoding="utf-8")
    except OSError as error:
        raise ArtifactError(f"lock file {name!r} is not readable", hint="install memgraph-svc again") from error
    return parse_lock(text)


def lock_tag(entries: tuple[LockedFile, ...]) -> str:
    """Short name of exactly this set of files: 12 hexadecimal digits, whatever the order."""
    text = "\n".join(sorted(entry.line for entry in entries))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _parse_line(number: int, line: str) -> LockedFile:
    parts = line.strip().split(":")
    well_formed = (
        len(parts) in {_PARTS_WITHOUT_CLASSIFIER, _PARTS_WITH_CLASSIFIER}
        and all(_PART.fullmatch(part) for part in parts)
        and _SHA256.fullmatch(parts[-1])
    )
    if not well_formed:
        raise ArtifactError(
            f"line {number} of the lock file is not group:artifact:version[:classifier]:sha256",
            hint="install memgraph-svc again",
        )
    group, artifact, version, *classifier, sha256 = parts
    return LockedFile(group, artifact, version, classifier[0] if classifier else "", sha256)
