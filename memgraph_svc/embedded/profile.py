"""Profiles: what a server is tuned for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = ["PROFILES", "Profile", "ProfileSettings"]


class Profile(StrEnum):
    """What a server is tuned for.

    ``FAST`` starts in half the time and takes less memory: for demos, tests and short sessions. ``FULL`` compiles hot
    code fully: for a server that stays up and works hard.
    """

    FAST = "fast"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class ProfileSettings:
    """Memory sizes in the form of Java (``512m``, ``2g``) and flags of the virtual machine."""

    initial_heap: str
    heap: str
    pagecache: str
    flags: tuple[str, ...]


PROFILES: Final = {
    # Measured: first-tier compilation halves the processor time of a start; the serial collector takes 100 MB less
    # than G1 and starts no slower.
    Profile.FAST: ProfileSettings("256m", "1g", "128m", ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")),
    Profile.FULL: ProfileSettings("512m", "2g", "512m", ("-XX:+UseG1GC",)),
}
