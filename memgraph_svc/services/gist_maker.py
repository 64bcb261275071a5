"""Making the gist of a session: what is kept of it, page by page, as documents and in plain English."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from memgraph_svc.crl.lines import Verbatim
from memgraph_svc.crl.render import render
from memgraph_svc.crl.sentences import from_text
from memgraph_svc.crl.writer import encode
from memgraph_svc.domain.gist import Gist, PageGist
from memgraph_svc.domain.identity import gist_id, page_id
from memgraph_svc.errors import AdapterError
from memgraph_svc.repositories.gists import NewGist, NewPage
from memgraph_svc.scoring.paging import paginate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from numpy.typing import NDArray

    from memgraph_svc.crl.lines import Line
    from memgraph_svc.domain.gist import CompressRequest
    from memgraph_svc.ports.gister import Gister, GistLine
    from memgraph_svc.ports.tokenizer import Tokenizer
    from memgraph_svc.services.session_source import SessionSource
    from memgraph_svc.settings import GistConfig

__all__ = ["GistMaker"]


@dataclass(frozen=True, slots=True)
class GistMaker:
    """Makes gists from sessions, never from gists.

    Attributes:
        gister: Says what is kept.
        tokenizer: Counts what it costs.
        config: Budget and sizes of pages.
        fallback: Takes the place of a gister whose model fails; the gist tells that it did.
    """

    gister: Gister
    tokenizer: Tokenizer
    config: GistConfig
    fallback: Gister | None = None

    def make(
        self,
        asked: CompressRequest,
        source: SessionSource,
        vectors: Mapping[str, NDArray[np.float32]],
        *,
        now: datetime,
    ) -> NewGist:
        """Make a gist.

        The vector of a page is the mean of those of its turns, that of the gist the mean of all: what a question is
        near to in meaning is the session, not only what the gist says of it.

        Args:
            asked: Session, and how far it is compressed.
            source: Its turns, at least one.
            vectors: (dimension,) unit vectors of the episodes.
            now: When it is made.

        Raises:
            GenerationError: A model behind the gister failed, and there is no fallback.
        """
        original = self.tokenizer.count(source.text())
        allowed = max(1, int(original * asked.budget))
        kept, gister = self._gist(source, allowed)
        lines = [(line.turn, made) for line in kept for made in from_text(line.text)]
        if self.tokenizer.count(render(line for _, line in lines)) > allowed:
            # a statement may end in a full stop that its source had not
            lines = [(line.turn, Verbatim(line.text)) for line in kept]
        text = render(line for _, line in lines)
        crl = self._document(lines)
        pages = [
            self._page(asked, source, vectors, places, [p for p in lines if p[0] in places])
            for places in paginate([kind.value for kind in source.kinds], self.config.page_turns)
        ]
        gist = Gist(
            gist_id=gist_id(asked.namespace, asked.session_id),
            session_id=asked.session_id,
            version=1,
            crl=crl,
            text=text,
            source_hash=source.hash,
            original_length=original,
            compressed_length=self.tokenizer.count(text),
            stored_length=self.tokenizer.count(crl),
            tokenizer=self.tokenizer.name,
            gister=gister,
            recorded_at=now,
            pages=tuple(page.page for page in pages),
        )
        last = source.turns[-1]
        every = _mean(vectors, [turn.episode_id for turn in source.turns])
        return NewGist(gist, every, pages, last.conversation_id, last.occurred_at)

    def _gist(self, source: SessionSource, budget_tokens: int) -> tuple[list[GistLine], str]:
        """Lines, and what made them."""
        turns = source.read()
        try:
            return self.gister.gist(turns, budget_tokens), self.gister.name
        except AdapterError as error:
            if self.fallback is None:
                raise
            by = f"{self.fallback.name}, as {self.gister.name} failed: {error.message}"
            return self.fallback.gist(turns, budget_tokens), by

    def _page(
        self,
        asked: CompressRequest,
        source: SessionSource,
        vectors: Mapping[str, NDArray[np.float32]],
        places: range,
        lines: Sequence[tuple[int, Line]],
    ) -> NewPage:
        turns = source.turns[places.start : places.stop]
        ids = [turn.episode_id for turn in turns]
        fields: dict[str, Any] = {
            "page_id": page_id(asked.namespace, asked.session_id, turns[0].turn),
            "first_turn": turns[0].turn,
            "last_turn": turns[-1].turn,
            "crl": self._document(lines),
            "text": render(line for _, line in lines),
        }
        return NewPage(PageGist(**fields), _mean(vectors, ids), ids, turns[-1].occurred_at)

    def _document(self, lines: Sequence[tuple[int, Line]]) -> str:
        return encode([line for _, line in lines], count_tokens=self.tokenizer.count, lossy=True)


def _mean(vectors: Mapping[str, NDArray[np.float32]], ids: Sequence[str]) -> NDArray[np.float32]:
    """Unit vector of the mean of unit vectors; the first one where they cancel out."""
    found = np.stack([vectors[key] for key in ids])
    mean = found.mean(axis=0, dtype=np.float64)
    length = float(np.linalg.norm(mean))
    return found[0] if length == 0 else (mean / length).astype(np.float32)
