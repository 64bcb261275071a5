"""What a caller may choose about a server."""

from __future__ import annotations

from dataclasses import dataclass

from memgraph_svc.embedded.profile import Profile

__all__ = ["ServerOptions"]


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """Choices for one start.

    Attributes:
        browser: Serve Neo4j Browser by HTTP; otherwise HTTP is off.
        bolt_port: None takes the port of the start before when it is free, else any free one.
        http_port: As ``bolt_port``; only with Browser.
        heap: Largest heap, in the form ``1g``; None takes that of the profile.
        pagecache: Page cache, in the form ``128m``; None takes that of the profile.
        start_timeout: Seconds until a start that has not succeeded is given up.
    """

    profile: Profile = Profile.FAST
    browser: bool = False
    bolt_port: int | None = None
    http_port: int | None = None
    heap: str | None = None
    pagecache: str | None = None
    start_timeout: float = 300.0

    @property
    def has_fixed_port(self) -> bool:
        """Whether the caller insists on a port."""
        return self.bolt_port is not None or self.http_port is not None
