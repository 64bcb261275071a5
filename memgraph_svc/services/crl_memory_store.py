"""CRLMemoryStore: gists in step with the episodes, and documents to and from the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memgraph_svc.crl.facts import StatementsMade, Unplaced, from_facts, to_facts
from memgraph_svc.crl.reader import decode, read_document
from memgraph_svc.crl.turns import Turn, from_turns
from memgraph_svc.crl.writer import encode
from memgraph_svc.domain._model import validated
from memgraph_svc.domain.gist import CompressRequest, Gist, GistProblem, GistReport, Problem
from memgraph_svc.domain.scope import check_identifier, check_namespace
from memgraph_svc.errors import AdapterError, ConflictError, CRLError, InvalidInputError, NotFoundError
from memgraph_svc.repositories.gists import SessionGist
from memgraph_svc.services.session_rows import session_rows
from memgraph_svc.services.session_source import SessionSource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memgraph_svc.domain.report import InsertReport
    from memgraph_svc.repositories.store import Store
    from memgraph_svc.services.crl_dictionary import CRLDictionary
    from memgraph_svc.services.episode_store import EpisodeStore
    from memgraph_svc.services.gist_compressor import GistCompressor
    from memgraph_svc.services.temporal_graph import TemporalGraph
    from memgraph_svc.settings import GistConfig

__all__ = ["CRLMemoryStore", "FactsStored"]


@dataclass(frozen=True, slots=True)
class FactsStored:
    """Facts that a gist stated, how many of them are new to the graph, and what of the gist is no fact and why."""

    stated: int
    made: int
    unplaced: tuple[Unplaced, ...]


class CRLMemoryStore:
    """Keeps the gists of a namespace right, and turns documents into facts and episodes."""

    def __init__(
        self,
        *,
        store: Store,
        compressor: GistCompressor,
        episodes: EpisodeStore,
        temporal: TemporalGraph,
        dictionary: CRLDictionary,
        config: GistConfig,
    ) -> None:
        self._store = store
        self._compressor = compressor
        self._episodes = episodes
        self._temporal = temporal
        self._config = config
        # the codes of a namespace are a part of their own, whose methods are found here too
        self.dictionary = dictionary.dictionary
        self.encode = dictionary.encode
        self.decode = dictionary.decode

    def check(self, *, namespace: str) -> list[GistProblem]:
        """Find gists that are missing, stale, orphaned, unreadable, or of a session that is too short for one.

        Reads every session; nothing is written.

        Raises:
            InvalidInputError: The namespace breaks a rule.
        """
        check_namespace(namespace)
        found = [problem for session in self._store.gists.iterate_sessions(namespace)
                 if (problem := self._problem(namespace, session)) is not None]  # fmt: skip
        return [*found, *self._orphans(namespace)]

    def sync(
        self,
        *,
        namespace: str,
        session_id: str | None = None,
        budget: float | None = None,
        dry_run: bool = False,
        after: str = "",
        progress: Callable[[int, int], None] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> GistReport:
        """Make the gists that are missing, stale or unreadable, and remove those that should not be.

        Each session is a transaction of its own: a pass that was stopped goes on where it was.

        Args:
            namespace: Tenant.
            session_id: Only this session, without ``after``; with a budget its gist is made again in any case.
            budget: Tokens of a gist at most, as a share of its session; that of the settings if not given.
            dry_run: Only say what would be done.
            after: Session after which the pass goes on.
            progress: Told how many sessions were looked at, and how many there are.
            stop: Asked after each session; true ends the pass.

        Raises:
            InvalidInputError: The namespace, the session, the budget or ``after`` breaks a rule.
            NotFoundError: The one session is not in this namespace.
        """
        check_namespace(namespace)
        if budget is not None:
            validated(CompressRequest, {"namespace": namespace, "session_id": session_id or "any", "budget": budget})
        if session_id is not None:
            if after:
                raise InvalidInputError("after", "goes without session_id")
            only = self._session(namespace, check_identifier("session_id", session_id))
            return self._bring_in_step(namespace, only, GistReport(), budget=budget, dry_run=dry_run, again=True)
        if after:
            check_identifier("after", after)
        report = GistReport()
        total = self._store.admin.stats(namespace)["sessions"] if progress is not None else 0
        for number, session in enumerate(self._store.gists.iterate_sessions(namespace, after=after), 1):
            report = self._bring_in_step(namespace, session, report, budget=budget, dry_run=dry_run)
            if progress is not None:
                progress(number, max(number, total))
            if stop is not None and stop():
                return report.model_copy(update={"stopped_after": session.session_id})
        orphans = self._orphans(namespace)
        if orphans and not dry_run:
            self._store.gists.delete_orphans(namespace)
        return report.model_copy(
            update={
                "planned": report.planned + len(orphans),
                "removed": report.removed + (0 if dry_run else len(orphans)),
                "items": (*report.items, *orphans),
            }
        )

    def _bring_in_step(
        self,
        namespace: str,
        session: SessionGist,
        report: GistReport,
        *,
        budget: float | None,
        dry_run: bool,
        again: bool = False,
    ) -> GistReport:
        problem = self._problem(namespace, session)
        if problem is None and again and budget is not None and session.turns >= self._config.fewest_turns:
            problem = _found(session, Problem.STALE, "another budget was asked for")
        if problem is None:
            return report.model_copy(update={"skipped": report.skipped + 1})
        counts: dict[str, Any] = {"planned": report.planned + 1, "items": (*report.items, problem)}
        if dry_run:
            return report.model_copy(update=counts)
        try:
            made = self._compressor.compress(session.session_id, namespace=namespace, budget=budget, again=True)
        except NotFoundError:  # deleted meanwhile, with its gist
            return report.model_copy(update={"skipped": report.skipped + 1})
        except (AdapterError, ConflictError) as error:  # one session does not end the pass
            failed = problem.model_copy(update={"detail": error.message})
            changes = {"failed": report.failed + 1, "items": (*report.items, failed)}
            return report.model_copy(update=counts | changes)
        field = "removed" if made is None else "done"
        return report.model_copy(update=counts | {field: getattr(report, field) + 1})

    def _problem(self, namespace: str, session: SessionGist) -> GistProblem | None:
        if session.turns < self._config.fewest_turns:
            detail = f"the session has {session.turns} turns, too few for a gist"
            return None if session.source_hash is None else _found(session, Problem.NEEDLESS, detail)
        if session.source_hash is None:
            return _found(session, Problem.MISSING, f"the session has {session.turns} turns and no gist")
        try:
            for document in _documents(self._store.gists.get(namespace, session.session_id)):
                read_document(document)
        except CRLError as error:
            return _found(session, Problem.UNREADABLE, error.message)
        turns = self._store.gists.list_turns(namespace, session.session_id)
        if SessionSource(turns).hash != session.source_hash:
            return _found(session, Problem.STALE, "the session changed since its gist was made")
        return None

    def _session(self, namespace: str, session_id: str) -> SessionGist:
        turns = self._store.gists.list_turns(namespace, session_id)
        if not turns:
            raise NotFoundError(f"session {session_id!r} is not in namespace {namespace!r}")
        return SessionGist(session_id, len(turns), self._store.gists.find_source_hash(namespace, session_id))

    def _orphans(self, namespace: str) -> list[GistProblem]:
        return [
            GistProblem(session_id=key, problem=Problem.ORPHANED, detail="its gist or a page of it belongs to nothing")
            for key in self._store.gists.list_orphans(namespace)
        ]

    def to_facts(self, session_id: str, *, namespace: str) -> FactsStored:
        """State the facts that the gist of a session holds, in the graph, each asserted for its own sake.

        Raises:
            NotFoundError: The session has no gist in this namespace.
        """
        gist = self._compressor.gist(session_id, namespace=namespace)
        read = to_facts(decode(gist.crl))
        made = 0
        loops: list[Unplaced] = []
        for place, fact in zip(read.places, read.facts, strict=True):
            try:
                made += self._temporal.assert_fact(
                    fact.subject, fact.predicate, fact.object, namespace=namespace, valid_from=fact.valid_from,
                    valid_to=fact.valid_to, confidence=fact.confidence,
                ).facts  # fmt: skip
            except InvalidInputError as error:  # both ends are names of one entity, which only the graph knows
                loops.append(Unplaced(place, "line", f"{error.field}: {error.rule}"))
        left = {loop.place for loop in loops}
        unplaced = [*loops, *(one for one in read.unplaced if one.place not in left)]
        return FactsStored(
            stated=len(read.facts) - len(loops), made=made, unplaced=tuple(sorted(unplaced, key=lambda one: one.place))
        )

    def from_facts(self, subject: str, *, namespace: str) -> tuple[str, StatementsMade]:
        """Write the facts about a subject that hold now as a document.

        Returns:
            The document, and what of the facts has no place in it.

        Raises:
            InvalidInputError: The subject or the namespace breaks a rule.
        """
        made = from_facts(self._temporal.facts(subject, namespace=namespace))
        return encode(made.statements), made

    def to_episodes(self, document: str, *, session_id: str, namespace: str) -> InsertReport:
        """Store the turns of a document that keeps a session word for word; a repeat changes nothing.

        Args:
            document: Texts of role, colon and text, as :meth:`from_episodes` writes them.
            session_id: Session that they become, turn by turn from 1.
            namespace: Tenant.

        Raises:
            CRLError: The document is damaged; nothing was written.
            InvalidInputError: The document is a gist, a line has no role, a role or text breaks a rule, or begins or
                ends with a blank, which an episode does not keep; nothing was written.
            ConflictError: The session has other turns already; nothing was written.
        """
        check_namespace(namespace)
        rows = session_rows(document, check_identifier("session_id", session_id))
        return self._episodes.insert_many(rows, namespace=namespace, atomic=True)

    def from_episodes(self, session_id: str, *, namespace: str) -> str:
        """Write the turns of a session word for word as a document; of a turn without a role its kind stands there.

        Raises:
            NotFoundError: The session is not in this namespace.
        """
        check_namespace(namespace)
        turns = self._store.gists.list_turns(namespace, check_identifier("session_id", session_id))
        if not turns:
            raise NotFoundError(f"session {session_id!r} is not in namespace {namespace!r}")
        return encode(from_turns(Turn(turn.role or turn.kind.value, turn.content) for turn in turns))


def _found(session: SessionGist, problem: Problem, detail: str) -> GistProblem:
    return GistProblem(session_id=session.session_id, problem=problem, detail=detail)


def _documents(gist: Gist | None) -> Iterator[str]:
    if gist is not None:
        yield gist.crl
        for page in gist.pages:
            yield page.crl
