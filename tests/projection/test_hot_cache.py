"""Keeping projections, without a server: who makes them, who waits, and what goes when."""

from __future__ import annotations

import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from memgraph_svc.domain.instant import OPEN_END_MS, OPEN_PAST_MS
from memgraph_svc.projection.builder import Freshness, Moment
from memgraph_svc.projection.hot_projections import Asked, HotProjection, HotProjections

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memgraph_svc.projection.hot_projections import Key

ALWAYS = Moment(OPEN_PAST_MS, OPEN_END_MS, stored=True)


def key(namespace: str) -> Key:
    return (namespace, False, (1.0,))


def asked(commits: int = 1, at_ms: int = 0, gone: str | None = None, since_ms: int = 5) -> Asked:
    return Asked(Freshness(commits, since_ms, exists=gone is None), at_ms, gone)


class Maker:
    """Makes projections of a size, and remembers what was made and dropped."""

    def __init__(self, max_bytes: int = 100) -> None:
        self.made: list[str] = []
        self.dropped: list[str] = []
        self.commits = 1
        self.seconds = 0.0
        self.moment = ALWAYS
        self.hot = HotProjections(self.drop, max_bytes)

    def drop(self, names: Sequence[str]) -> None:
        self.dropped += names

    def get(
        self, namespace: str = "a", wish: Asked | None = None, *, thought: int = 10, size: int = 10
    ) -> HotProjection:
        def make() -> HotProjection | None:
            freshness = Freshness(self.commits, 5, exists=False)
            if not self.hot.reserve(key(namespace), thought):
                return None
            time.sleep(self.seconds)
            name = f"{namespace}{len(self.made)}"
            self.made.append(name)
            return HotProjection(name, freshness, self.moment, at_ms=(wish or asked()).at_ms, bytes=size)

        found = self.hot.acquire(key(namespace), wish or asked(), make)
        assert found is not None
        return found

    def use(self, namespace: str = "a", wish: Asked | None = None, *, thought: int = 10, size: int = 10) -> str:
        found = self.get(namespace, wish, thought=thought, size=size)
        self.hot.release(found)
        return found.name


def test_what_answers_is_used_again() -> None:
    maker = Maker()
    assert [maker.use() for _ in range(3)] == ["a0"] * 3
    assert maker.use(wish=asked(commits=0)) == "a0"
    assert (maker.hot.made, maker.dropped, maker.hot.names()) == (1, [], ["a0"])


@pytest.mark.parametrize(
    "wish",
    [asked(commits=2), asked(gone="a0"), asked(since_ms=6), asked(at_ms=-10), asked(at_ms=10)],
    ids=["a write since", "gone", "another store", "before something began", "after something ended"],
)
def test_what_does_not_answer_is_replaced(wish: Asked) -> None:
    maker = Maker()
    maker.moment = Moment(-9, 10, stored=True)
    maker.use()
    maker.commits = 2
    assert maker.use(wish=wish) == "a1"
    assert maker.dropped == ["a0"]


def test_one_makes_it_and_the_others_wait() -> None:
    maker = Maker()
    maker.seconds = 0.1
    together = threading.Barrier(16)

    def search() -> str:
        together.wait()
        return maker.use()

    with ThreadPoolExecutor(16) as pool:
        found = [future.result() for future in [pool.submit(search) for _ in range(16)]]
    assert Counter(found) == {"a0": 16}
    assert maker.made == ["a0"]


def test_those_who_know_of_a_later_write_share_the_next_one() -> None:
    maker = Maker()
    maker.seconds = 0.2
    with ThreadPoolExecutor(9) as pool:
        first = pool.submit(maker.use)
        while not maker.hot.bytes:
            time.sleep(0.005)
        maker.commits = 2
        later = [pool.submit(maker.use, "a", asked(commits=2, at_ms=n)) for n in range(8)]
        assert first.result() == "a0"
        assert {future.result() for future in later} == {"a1"}


def test_who_waited_may_answer_as_of_the_instant_of_who_made_it() -> None:
    maker = Maker()
    maker.seconds, maker.moment = 0.2, Moment(100, OPEN_END_MS, stored=True)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(maker.use, "a", asked(at_ms=100))
        while not maker.hot.bytes:
            time.sleep(0.005)
        assert (first.result(), pool.submit(maker.use, "a", asked(at_ms=100)).result()) == ("a0", "a0")
        maker.use("b", asked(at_ms=100))
        assert maker.use("a", asked(at_ms=99)) == "a2"


def test_what_is_replaced_goes_with_its_last_user() -> None:
    maker = Maker()
    old, same = maker.get(), maker.get()
    maker.commits = 2
    assert maker.use(wish=asked(commits=2)) == "a1"
    assert maker.hot.names() == ["a1", "a0"]
    maker.hot.release(old)
    assert maker.dropped == []
    maker.hot.release(same)
    assert maker.dropped == ["a0"]
    assert maker.hot.names() == ["a1"]


def test_the_least_recently_used_makes_room() -> None:
    maker = Maker(max_bytes=30)
    for namespace in "abcad":
        maker.use(namespace)
    assert maker.dropped == ["b1"]
    assert maker.hot.bytes == 30
    maker.use("e", thought=25, size=25)
    assert sorted(maker.hot.names()) == ["e4"]


def test_what_is_used_does_not_make_room() -> None:
    maker = Maker(max_bytes=30)
    used = maker.get("a", size=20, thought=20)
    maker.use("b")
    assert maker.hot.acquire(key("c"), asked(), lambda: maker.hot.reserve(key("c"), 25) or None) is None  # pyright: ignore[reportArgumentType]
    assert maker.dropped == []
    assert maker.use("d") == "d2"
    assert maker.dropped == ["b1"]
    maker.hot.release(used)


def test_what_is_larger_than_thought_makes_room_afterwards() -> None:
    maker = Maker(max_bytes=30)
    maker.use("a")
    maker.use("b")
    maker.use("c", size=20)
    assert maker.dropped == ["a0"]
    assert maker.hot.bytes == 30


def test_the_bound_holds_while_many_make() -> None:
    maker = Maker(max_bytes=50)
    maker.seconds = 0.01
    most: list[int] = []

    def search(number: int) -> None:
        found = maker.hot.acquire(key(str(number % 12)), asked(), lambda: _reserved(maker, str(number % 12), most))
        if found is not None:
            maker.hot.release(found)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(search, range(200)))
    assert max(most) <= 50
    assert maker.hot.bytes <= 50
    assert sorted(maker.dropped + maker.hot.names()) == sorted(maker.made)


def _reserved(maker: Maker, namespace: str, most: list[int]) -> HotProjection | None:
    if not maker.hot.reserve(key(namespace), 10):
        return None
    most.append(maker.hot.bytes)
    name = f"{namespace}-{time.perf_counter_ns()}"
    maker.made.append(name)
    return HotProjection(name, Freshness(1, 5, exists=False), ALWAYS, at_ms=0, bytes=10)


def test_a_failure_is_told_to_who_made_it_and_the_next_one_tries() -> None:
    maker = Maker()

    def fail() -> HotProjection:
        raise ValueError("no memory")

    with pytest.raises(ValueError, match="no memory"):
        maker.hot.acquire(key("a"), asked(), fail)
    assert (maker.hot.bytes, maker.hot.names()) == (0, [])
    assert maker.use() == "a0"


def test_after_the_end_nothing_is_kept() -> None:
    maker = Maker()
    maker.use("a")
    used = maker.get("b")
    maker.hot.close()
    assert sorted(maker.dropped) == ["a0", "b1"]
    maker.hot.release(used)
    assert maker.use("c") == "c2"
    assert sorted(maker.dropped) == ["a0", "b1", "c2"]
    assert maker.hot.names() == []
