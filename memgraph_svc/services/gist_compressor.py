"""GistCompressor: a long session becomes pages and a gist, and its details stay reachable (ReadAgent)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memgraph_svc.domain._model import validated
from memgraph_svc.domain.gist import CompressRequest, Gist, LookUp, LookUpRequest, PageRead, Probes
from memgraph_svc.domain.identity import page_id
from memgraph_svc.domain.scope import check_identifier, check_namespace
from memgraph_svc.errors import CRLError, NotFoundError
from memgraph_svc.scoring.page_relevance import page_relevance
from memgraph_svc.scoring.paging import paginate
from memgraph_svc.scoring.retention import retention
from memgraph_svc.services.session_source import SessionSource
from memgraph_svc.services.stale import ATTEMPTS, StaleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.domain.episode import Episode
    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.repositories.gists import NewGist
    from memgraph_svc.repositories.store import Repositories, Store
    from memgraph_svc.services.gist_maker import GistMaker

__all__ = ["GistCompressor"]


class GistCompressor:
    """Makes, reads and looks up gists of sessions.

    A session of more than ten turns has a gist; it is made of the session, never of an earlier gist, and always leads
    back to the episodes, which stay as they are.
    """

    def __init__(self, store: Store, maker: GistMaker, clock: Clock) -> None:
        self._store = store
        self._maker = maker
        self._clock = clock

    def compress(
        self, session_id: str, *, namespace: str, budget: float | None = None, again: bool = False
    ) -> Gist | None:
        """Make the gist of a session, or leave the one that is made of the same turns.

        Args:
            session_id: Session.
            namespace: Tenant.
            budget: Tokens at most, as a share of those of the session; that of the settings if not given.
            again: Make it even where the turns are the same, for another budget.

        Returns:
            The gist, or None where the session is too short for one; one that it had is gone then.

        Raises:
            InvalidInputError: An id breaks a rule, or the budget is not above 0 and at most 1.
            NotFoundError: The session is not in this namespace.
            ConflictError: Other writers keep changing the session.
            GenerationError: A model behind the gister failed; the gist that was there stays.
        """
        share = self._maker.config.budget if budget is None else budget
        asked = validated(CompressRequest, {"namespace": namespace, "session_id": session_id, "budget": share})
        for attempt in range(1, ATTEMPTS + 1):
            source = self._source(namespace, session_id)
            if len(source.turns) < self._maker.config.fewest_turns:
                if self._store.gists.find_source_hash(namespace, session_id) is None:
                    return None  # nothing is to be written
            elif not again:
                stored = self._stored(namespace, session_id)
                if stored is not None and stored.source_hash == source.hash:
                    return stored
            try:
                new = self._made(asked, source)
                return self._store.write(partial(_written, asked=asked, source=source, new=new), name="compress")
            except StaleError:
                if attempt == ATTEMPTS:
                    raise
        raise AssertionError("unreachable")

    def _stored(self, namespace: str, session_id: str) -> Gist | None:
        """The gist that there is; a damaged one is as good as none."""
        try:
            return self._store.gists.get(namespace, session_id)
        except CRLError:
            return None

    def _made(self, asked: CompressRequest, source: SessionSource) -> NewGist | None:
        """Make the gist before the transaction: a model may take its time."""
        if len(source.turns) < self._maker.config.fewest_turns:
            return None
        vectors = self._store.gists.list_vectors(asked.namespace, asked.session_id)
        if not {turn.episode_id for turn in source.turns} <= vectors.keys():
            raise StaleError(f"session {asked.session_id!r} is being changed by other writers", hint="try again")
        return self._maker.make(asked, source, vectors, now=self._clock.now())

    def gist(self, session_id: str, *, namespace: str) -> Gist:
        """Read the gist of a session with its pages.

        Raises:
            NotFoundError: The session has no gist in this namespace.
            CRLError: What is stored of it is damaged.
        """
        check_namespace(namespace)
        found = self._store.gists.get(namespace, check_identifier("session_id", session_id))
        if found is None:
            self._source(namespace, session_id)
            raise NotFoundError(
                f"session {session_id!r} has no gist", hint=f"memgraph-svc compress --session {session_id}"
            )
        return found

    def measure(self, session_id: str, answers: Sequence[Sequence[str]], *, namespace: str) -> Gist:
        """Measure and keep the retention of the gist of a session: the share of questions that it answers.

        Args:
            session_id: Session.
            answers: Accepted answers of each question; a question is answered where one of them occurs in the gist.
            namespace: Tenant.

        Raises:
            InvalidInputError: There is no question, or one without an answer.
            NotFoundError: The session has no gist in this namespace.
            ConflictError: The gist was made anew meanwhile.
        """
        asked = validated(Probes, {"answers": answers})
        found = self.gist(session_id, namespace=namespace)
        measured = found.model_copy(update={"retention": retention(found.text, asked.answers)})
        if not self._store.gists.set_retention(namespace, measured):
            raise StaleError(f"the gist of session {session_id!r} was made anew", hint="measure it again")
        return measured

    def look_up(self, session_id: str, question: str, *, namespace: str, pages: int = 1) -> LookUp:
        """Read in full the pages of a session that a question is about, best first.

        The pages are those of the session as it is now, whether or not its gist is in step or was made at all.

        Args:
            session_id: Session.
            question: What is looked for; its words decide.
            namespace: Tenant.
            pages: Most pages.

        Raises:
            InvalidInputError: The question or the number of pages breaks a rule.
            NotFoundError: The session is not in this namespace.
        """
        given = {"namespace": namespace, "session_id": session_id, "question": question, "pages": pages}
        asked = validated(LookUpRequest, given)
        source = self._source(namespace, session_id)
        ranges = paginate([kind.value for kind in source.kinds], self._maker.config.page_turns)
        texts = [source.text(places) for places in ranges]
        scores = page_relevance(asked.question, texts)
        order = sorted(range(len(ranges)), key=lambda place: (-scores[place], place))
        return LookUp(
            session_id=session_id,
            question=asked.question,
            pages=tuple(
                _read(asked, source, ranges[place], texts[place], float(scores[place]))
                for place in order[: asked.pages]
            ),
        )

    def expand(self, page: str, *, namespace: str) -> list[Episode]:
        """Read the episodes that a page of a stored gist was made from, in order.

        Args:
            page: Id of a page.
            namespace: Tenant.

        Raises:
            NotFoundError: The page is not in this namespace.
        """
        check_namespace(namespace)
        ids = self._store.gists.list_covered(namespace, check_identifier("page", page))
        if not ids:
            raise NotFoundError(f"page {page!r} is not in namespace {namespace!r}")
        return self._store.episodes.find(namespace, ids)

    def _source(self, namespace: str, session_id: str) -> SessionSource:
        turns = self._store.gists.list_turns(namespace, session_id)
        if not turns:
            raise NotFoundError(f"session {session_id!r} is not in namespace {namespace!r}")
        return SessionSource(turns)


def _written(
    repositories: Repositories, *, asked: CompressRequest, source: SessionSource, new: NewGist | None
) -> Gist | None:
    """Write a gist if the session is still what it was made of."""
    namespace, session_id = asked.namespace, asked.session_id
    repositories.episodes.lock_session(namespace, session_id)
    if repositories.gists.list_turns(namespace, session_id) != source.turns:
        raise StaleError(f"session {session_id!r} is being changed by other writers", hint="try again")
    # pages are tied to their turns one after the other: taken in the order of all writers before, no locks meet
    repositories.episodes.lock(namespace, [turn.episode_id for turn in source.turns])
    if new is None:
        repositories.gists.delete(namespace, session_id)
        return None
    return new.gist.model_copy(update={"version": repositories.gists.create(namespace, new)})


def _read(asked: LookUpRequest, source: SessionSource, places: range, text: str, score: float) -> PageRead:
    turns = source.turns[places.start : places.stop]
    return PageRead(
        page_id=page_id(asked.namespace, asked.session_id, turns[0].turn),
        first_turn=turns[0].turn,
        last_turn=turns[-1].turn,
        text=text,
        score=score,
        episode_ids=tuple(turn.episode_id for turn in turns),
    )
