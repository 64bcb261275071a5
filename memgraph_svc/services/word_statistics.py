"""Counts of a namespace behind its full-text scores, kept as long as it sees no write."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.repositories.store import Store

__all__ = ["Counts", "WordStatistics"]

_NAMESPACES: Final = 256
_WORDS: Final = 10_000
"""Bounds on what is kept: namespaces, those used last, and words of each."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of one namespace behind a full-text score; ``frequencies`` has one entry a word."""

    episodes: int
    average_length: float
    frequencies: tuple[int, ...]


@dataclass(slots=True)
class _Kept:
    commits: tuple[int, int]
    episodes: int
    average_length: float
    frequencies: dict[str, int] = field(default_factory=dict)


class WordStatistics:
    """Reads how many episodes hold each word. The commoner a word, the longer it takes to count, so counts are kept.

    What is kept carries the number of writes that the namespace had seen before it was counted; after another write it
    counts no more. Any number of threads may ask.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = Lock()

    def find(self, namespace: str, words: Sequence[str]) -> Counts:
        """Counts for words, each given as a query of the index for the namespace."""
        search = self._store.search
        commits = search.commits(namespace)
        with self._lock:
            kept = self._kept.get(namespace)
        if kept is None or kept.commits != commits:
            kept = _Kept(commits, *search.lengths(namespace))
        known = {word: kept.frequencies.get(word) for word in words}
        missing = [word for word, frequency in known.items() if frequency is None]
        counted = dict(zip(missing, search.word_frequencies(missing) if missing else (), strict=True))
        with self._lock:
            self._keep(namespace, kept, counted)
        return Counts(kept.episodes, kept.average_length, tuple(known[word] or counted.get(word, 0) for word in words))

    def _keep(self, namespace: str, kept: _Kept, counted: dict[str, int]) -> None:
        if len(kept.frequencies) + len(counted) > _WORDS:
            kept.frequencies.clear()
        kept.frequencies |= counted
        self._kept[namespace] = kept
        self._kept.move_to_end(namespace)
        while len(self._kept) > _NAMESPACES:
            self._kept.popitem(last=False)
