"""Keeping episodes: insert, update, delete, get. Searching them is next door."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memgraph_svc.domain.episode import EpisodeDraft
from memgraph_svc.domain.fact import Supersede
from memgraph_svc.domain.report import DeleteReport, InsertReport, Refusal
from memgraph_svc.domain.scope import check_choice, check_identifier, check_namespace
from memgraph_svc.errors import ConflictError, InvalidInputError
from memgraph_svc.services.episode_changes import delete_episode, update_episode
from memgraph_svc.services.episode_writer import PARTS, write_batch
from memgraph_svc.services.repeats import complete_causes, joined
from memgraph_svc.services.rows import validate_rows
from memgraph_svc.services.stale import ATTEMPTS, StaleError
from memgraph_svc.settings import LIMITS

if TYPE_CHECKING:
    from memgraph_svc.domain.episode import Episode
    from memgraph_svc.domain.hit import SearchResult
    from memgraph_svc.domain.prepared import PreparedEpisode
    from memgraph_svc.ports.clock import Clock
    from memgraph_svc.ports.embedder import Embedder
    from memgraph_svc.repositories.store import Repositories, Store
    from memgraph_svc.services.linker import Linker
    from memgraph_svc.services.preparer import EpisodePreparer, NumberedDraft
    from memgraph_svc.services.searcher import Searcher

__all__ = ["EpisodeStore", "Progress"]

Progress = Callable[[int, int], None]
"""Called with the rows done and the rows in all."""

_CONFLICTS = frozenset({"id", "turn"})


class EpisodeStore:
    """Episodes of all namespaces: write them, read them, search them."""

    def __init__(
        self,
        *,
        store: Store,
        embedder: Embedder,
        preparer: EpisodePreparer,
        linker: Linker,
        searcher: Searcher,
        clock: Clock,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._preparer = preparer
        self._linker = linker
        self._searcher = searcher
        self._clock = clock

    def insert(
        self,
        episode: EpisodeDraft | Mapping[str, Any] | str,
        *,
        namespace: str,
        link: bool = True,
        supersede: Supersede | str = Supersede.NEVER,
    ) -> InsertReport:
        """Insert one episode in one transaction, and link it to its nearest neighbours.

        An identical repeat changes nothing and is counted as reused.

        Args:
            episode: A draft, its fields, or just its content.
            namespace: Tenant.
            link: Make its similarity links; without, ``batch_link`` makes them later.
            supersede: Which facts those that are extracted from the content may end; facts that are given may end any
                whose predicate has one value at a time.

        Raises:
            InvalidInputError: A field breaks a rule.
            ConflictError: The id holds another episode, or the turn is taken.
        """
        row = {"content": episode} if isinstance(episode, str) else episode
        return self.insert_many([row], namespace=namespace, link=link, atomic=True, supersede=supersede)

    def insert_many(
        self,
        episodes: Iterable[EpisodeDraft | Mapping[str, Any]],
        *,
        namespace: str,
        link: bool = True,
        atomic: bool = False,
        first_line: int = 1,
        supersede: Supersede | str = Supersede.NEVER,
        progress: Progress | None = None,
    ) -> InsertReport:
        """Insert many episodes, a transaction for each group of rows; a bad row spoils only itself.

        Args:
            episodes: Drafts or their fields, 10,000 at most. A row may be caused by stored episodes and earlier rows.
            namespace: Tenant.
            link: Make similarity links, also among the rows.
            atomic: One transaction for all, refused as a whole when one row is.
            first_line: Number of the first row, for the report.
            supersede: As of ``insert``.
            progress: Told after each transaction.

        Raises:
            InvalidInputError: The namespace or the batch as such breaks a rule; with ``atomic`` any row.
            ConflictError: With ``atomic``, a row contradicts the store; or other writers keep changing what it needs.
        """
        check_namespace(namespace)
        allowed = check_choice("supersede", supersede, Supersede)
        if isinstance(episodes, str | bytes | Mapping | EpisodeDraft) or not isinstance(episodes, Iterable):
            raise InvalidInputError("episodes", "must be a list of episodes; insert takes a single one")
        rows = list(episodes)
        if len(rows) > LIMITS.batch_rows:
            raise InvalidInputError("episodes", f"must be at most {LIMITS.batch_rows} rows")
        drafts, refused = validate_rows(rows, first_line)
        report = InsertReport(refused=tuple(refused))
        _raise_if(atomic, report)
        size = max(len(drafts), 1) if atomic else LIMITS.transaction_rows
        for start in range(0, len(drafts), size):
            group = drafts[start : start + size]
            inserted = self._insert_group(namespace, group, link=link, atomic=atomic, supersede=allowed)
            report += inserted + self._complete(namespace, group, inserted)
            if progress is not None:
                progress(min(start + size, len(drafts)), len(drafts))
        return report

    def get(self, episode_id: str, *, namespace: str) -> Episode:
        """Return one episode.

        Raises:
            NotFoundError: It is not in this namespace.
            InvalidInputError: The id or the namespace breaks a rule.
        """
        check_namespace(namespace)
        return self._store.episodes.get(namespace, check_identifier("episode_id", episode_id))

    def update(
        self,
        episode_id: str,
        changes: Mapping[str, Any],
        *,
        namespace: str,
        supersede: Supersede | str = Supersede.NEVER,
    ) -> InsertReport:
        """Change fields of an episode; those not named stay. Changed content is embedded, extracted and linked anew.

        What only the old text supported (mentions, facts) is withdrawn.

        Raises:
            NotFoundError: It is not in this namespace.
            InvalidInputError: A field breaks a rule, or may not be changed (id, session, turn).
        """
        check_namespace(namespace)
        check_identifier("episode_id", episode_id)
        return update_episode(
            self._store,
            namespace,
            episode_id,
            changes,
            preparer=self._preparer,
            linker=self._linker,
            now=self._clock.now(),
            model=self._embedder.model_id,
            supersede=check_choice("supersede", supersede, Supersede),
        )

    def delete(self, episode_id: str, *, namespace: str) -> DeleteReport:
        """Delete an episode with all that rests on it alone: facts, entities, links, an empty session.

        Raises:
            NotFoundError: It is not in this namespace.
        """
        check_namespace(namespace)
        check_identifier("episode_id", episode_id)
        return delete_episode(self._store, namespace, episode_id, now=self._clock.now(), embed=self._preparer.embed)

    def search(self, query: str, *, namespace: str, **options: Any) -> SearchResult:  # noqa: ANN401
        """Find episodes; see :class:`~memgraph_svc.domain.query.SearchQuery` for the options. Never writes.

        Kinds ``gist`` and ``page`` find these instead; see :class:`~memgraph_svc.domain.gist_query.GistQuery`.

        Raises:
            InvalidInputError: An option is unknown or breaks a rule.
            ProjectionError: ``ppr`` was asked for, and the namespace is too large for it.
        """
        return self._searcher.search({"query": query, "namespace": namespace, **options})

    def search_many(self, queries: Sequence[str], *, namespace: str, **options: Any) -> list[SearchResult]:  # noqa: ANN401
        """Run many searches in one call, with the options of ``search``; the answers are in the order of the queries.

        The questions are embedded together and walk over one projection, so that they cost less than one by one; all
        are of the same instant. Never writes.

        Args:
            queries: Questions, at most ``LIMITS.batch_searches``; none gives no answers.
            namespace: Tenant.
            **options: As of ``search``, for all of them.

        Raises:
            InvalidInputError: An option is unknown or breaks a rule, or a query does: its place, from 0, is named.
        """
        return self._searcher.search_many(queries, {"namespace": namespace, **options})

    def search_with_ppr(self, query: str, *, namespace: str, merge: str = "fused", **options: Any) -> SearchResult:  # noqa: ANN401
        """Run the standard search and Personalized PageRank, each with the full limit, and unite them by id.

        Args:
            query: Question.
            namespace: Tenant.
            merge: ``fused`` orders by both scores, ``append`` keeps the standard order first.
            **options: As of ``search``; ``mode`` is that of the standard search (hybrid unless given).

        Raises:
            InvalidInputError: An option is unknown or breaks a rule.
        """
        return self._searcher.search_with_ppr({"query": query, "namespace": namespace, **options}, merge=merge)

    def _complete(self, namespace: str, group: Sequence[NumberedDraft], inserted: InsertReport) -> InsertReport:
        """Complete the causes of rows that are repeats."""
        if not inserted.reused:
            return InsertReport()
        told = {refusal.line for refusal in inserted.refused}
        landed = set(inserted.episode_ids)
        repeats = [(n, d) for n, d in group if d.caused_by and n not in told and d.identity(namespace) in landed]
        return InsertReport(refused=complete_causes(self._store, namespace, repeats, self._clock.now()))

    def _insert_group(
        self, namespace: str, drafts: Sequence[NumberedDraft], *, link: bool, atomic: bool, supersede: Supersede
    ) -> InsertReport:
        fresh, known = self._split_known(namespace, drafts)
        _raise_if(atomic, known)
        attempt = 0
        while fresh:
            attempt += 1
            prepared, left_out = self._preparer.prepare(namespace, fresh, self._clock.now(), supersede=supersede)
            try:
                written = self._write(namespace, prepared, link=link, atomic=atomic)
            except StaleError:
                if attempt >= ATTEMPTS:
                    raise
            except ConflictError:
                # another writer may have created some of the ids since they were looked up: those are repeats now
                waiting = len(fresh)
                fresh, known = self._split_known(namespace, drafts)
                _raise_if(atomic, known)
                if len(fresh) == waiting:
                    raise
            else:
                rows = [(line, draft.identity(namespace)) for line, draft in drafts]
                return joined(rows, known, written, left_out)
        return known

    def _split_known(self, namespace: str, drafts: Sequence[NumberedDraft]) -> tuple[list[NumberedDraft], InsertReport]:
        """Tell new rows from repeats and from conflicts, in the store and within the rows."""
        ids = [draft.identity(namespace) for _, draft in drafts]
        hashes = self._store.episodes.find_hashes(namespace, ids)
        fresh: list[NumberedDraft] = []
        reused: list[str] = []
        refused: list[Refusal] = []
        for (line, draft), episode_id in zip(drafts, ids, strict=True):
            payload = draft.payload_hash()
            known = hashes.get(episode_id)
            if known is None:
                hashes[episode_id] = payload
                fresh.append((line, draft))
            elif known == payload:
                reused.append(episode_id)
            else:
                rule = "another episode is stored under this id; use update to change it"
                refused.append(Refusal(line=line, id=episode_id, field="id", rule=rule))
        return fresh, InsertReport(episode_ids=tuple(reused), reused=len(reused), refused=tuple(refused))

    def _write(self, namespace: str, prepared: list[PreparedEpisode], *, link: bool, atomic: bool) -> InsertReport:
        vectors = [(episode.episode_id, episode.embedding) for episode in prepared]
        links = self._linker.links_of(namespace, vectors) if link else []

        def work(repositories: Repositories) -> InsertReport:
            report = write_batch(
                repositories, namespace, prepared, links, model=self._embedder.model_id, embed=self._preparer.embed
            )
            _raise_if(atomic, report)
            return report

        return self._store.write(work, name="insert")


def _raise_if(atomic: bool, report: InsertReport) -> None:
    """Turn the first refused row into an error, where all or nothing was asked for."""
    if not atomic:
        return
    for refusal in report.refused:
        if refusal.field in PARTS and refusal.id in report.episode_ids:
            continue
        if refusal.field in _CONFLICTS and ("is taken" in refusal.rule or "stored under" in refusal.rule):
            raise ConflictError(f"{refusal.field}: {refusal.rule}")
        raise InvalidInputError(refusal.field, refusal.rule)
