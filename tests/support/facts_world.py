"""A generated world of people, companies and services over ten years, what was heard of it when, and the truth of it.

The truth follows from how the world was made: of a predicate with one value at a time the latest move that was heard of
and had happened counts; of any other each stay counts by itself. Nothing here knows how the service decides.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

FUNCTIONAL = ("works at", "lives in", "is led by", "is owned by")
"""Predicates of which a subject has one value at a time."""

OTHER = ("knows", "uses", "supports")
START = datetime(2016, 1, 1, tzinfo=UTC)
DAYS = 3650
LOADS = 20
"""Moments at which the store hears of what happened."""

NEVER = LOADS
Triple = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Report:
    """One thing that was heard: a fact from a day on, perhaps until a day; heard of in a load, perhaps taken back."""

    subject: str
    predicate: str
    object: str
    start: int
    end: int | None
    heard: int
    taken_back: int = NEVER
    episode: str | None = None

    @property
    def triple(self) -> Triple:
        return (self.subject, self.predicate, self.object)

    @property
    def slip(self) -> bool:
        """Whether it was wrong."""
        return self.taken_back < NEVER


@dataclass(slots=True)
class FactsWorld:
    """Reports in the order of loads; ``profiles`` are episodes that mention one entity each."""

    reports: list[Report] = field(default_factory=list[Report])
    profiles: dict[str, str] = field(default_factory=dict[str, str])
    _told: dict[tuple[str, str], list[Report]] = field(default_factory=dict[tuple[str, str], "list[Report]"])

    def truth(self, day: float, load: float) -> set[Triple]:
        """Facts that hold on a day, as far as was heard of by a load."""
        moves: dict[tuple[str, str], Report] = {}
        holding: set[Triple] = set()
        for report in self.reports:
            if not report.heard <= load < report.taken_back or report.start > day:
                continue
            if report.predicate in FUNCTIONAL:
                last = moves.get((report.subject, report.predicate))
                if last is None or (report.start, report.heard) > (last.start, last.heard):
                    moves[report.subject, report.predicate] = report
            elif self._end(report, load) > day:
                holding.add(report.triple)
        return holding | {r.triple for r in moves.values() if self._end(r, load) > day}

    def _end(self, report: Report, load: float) -> float:
        """End of a stay as known by a load: its own, or the one that it was given later."""
        ends = [
            r.end for r in self.told(report.subject, report.predicate)
            if (r.object, r.start) == (report.object, report.start) and r.end is not None
            and r.heard <= load < r.taken_back
        ]  # fmt: skip
        return min(ends, default=DAYS * 2)

    def told(self, subject: str, predicate: str) -> list[Report]:
        """What is heard of a subject and predicate at any time."""
        return self._told.get((subject, predicate), [])

    def add(self, report: Report) -> None:
        """Put down a report."""
        self.reports.append(report)
        self._told.setdefault((report.subject, report.predicate), []).append(report)


def instant_of(day: float) -> datetime:
    """Instant of a day of the world."""
    return START + timedelta(days=day)


def moment_of(load: float) -> datetime:
    """Recorded time of a load; all of one happen within a minute."""
    return START + timedelta(days=load * DAYS / LOADS)


def make_facts_world(facts: int, seed: int) -> FactsWorld:
    """Generate a world of cells that know nothing of each other, until it has so many reports."""
    chance, world, cell = random.Random(seed), FactsWorld(), 0
    while len(world.reports) < facts:
        _make_cell(world, chance, cell)
        cell += 1
    return world


def _make_cell(world: FactsWorld, chance: random.Random, cell: int) -> None:
    people, companies, cities, services = (
        [f"{stem}{_word(cell * count + number)}" for number in range(count)]
        for stem, count in (("Per", 4), ("Com", 4), ("Cit", 4), ("Ser", 3))
    )
    for name in (*people, *companies, *cities, *services):
        world.profiles[f"profile-{name}"] = name
    for person in people[:3]:
        _moves(world, chance, person, "works at", companies)
        _moves(world, chance, person, "lives in", cities)
        _stays(world, chance, person, "knows", [p for p in people if p != person])
    for company in companies[:2]:
        _moves(world, chance, company, "is led by", people)
        _stays(world, chance, company, "supports", cities)
    for service in services[:2]:
        _moves(world, chance, service, "is owned by", companies)
        _stays(world, chance, service, "uses", [s for s in services if s != service])


def _moves(world: FactsWorld, chance: random.Random, subject: str, predicate: str, objects: list[str]) -> None:
    """One value after another; a value may come again, but for one with a stated end, which comes once."""
    days = sorted(chance.sample(range(10, DAYS - 400), chance.randint(1, 3)))
    last = ""
    once: set[str] = set()
    for place, day in enumerate(days):
        told = world.told(subject, predicate)
        free = [o for o in objects if o != last and o not in once and all(r.object != o for r in told if r.slip)]
        if len(free) < 2:
            break
        last = chance.choice(free)
        final = place == len(days) - 1 and last not in {r.object for r in told}
        end = day + chance.randint(30, 300) if final and chance.random() < 0.3 else None
        once |= {last} if end else set()
        _hear(world, chance, Report(subject, predicate, last, day, end, 0), wrong=[o for o in free if o != last])


def _stays(world: FactsWorld, chance: random.Random, subject: str, predicate: str, objects: list[str]) -> None:
    """Several values side by side, each once."""
    for obj in chance.sample(objects, chance.randint(1, len(objects))):
        day = chance.randrange(10, DAYS - 400)
        end = day + chance.randint(30, 2000) if chance.random() < 0.5 else None
        _hear(world, chance, Report(subject, predicate, obj, day, end, 0), wrong=[])


def _hear(world: FactsWorld, chance: random.Random, told: Report, wrong: list[str]) -> None:
    """Hear of a fact: soon, or late (one of five); one of ten is heard wrongly first, or without its end."""
    soon = min(int(told.start * LOADS / DAYS) + 1, LOADS - 3)
    heard = chance.randrange(min(soon + 4, LOADS - 3), LOADS - 2) if chance.random() < 0.2 else soon
    kind, later = chance.random(), chance.randrange(heard + 1, LOADS - 1)
    mistaken = [o for o in wrong if all(o != r.object for r in world.told(told.subject, told.predicate))]
    if kind < 0.15 and told.end is not None:
        _add(world, chance, told, None, heard)
        _add(world, chance, told, told.end, later)
    elif kind < 0.15 and mistaken:
        slip = Report(told.subject, told.predicate, chance.choice(mistaken), told.start, None, heard, later)
        world.add(slip)
        _add(world, chance, told, told.end, later)
    else:
        _add(world, chance, told, told.end, heard)


def _add(world: FactsWorld, chance: random.Random, told: Report, end: int | None, heard: int) -> None:
    episode = f"episode-{len(world.reports)}" if chance.random() < 0.5 else None
    world.add(Report(told.subject, told.predicate, told.object, told.start, end, heard, NEVER, episode))


def _word(number: int) -> str:
    """A different pronounceable word for each number."""
    syllables = [a + b for a in "bdfgklmnprstv" for b in "aeiou"]
    word = ""
    while number or not word:
        number, place = divmod(number, len(syllables))
        word += syllables[place]
    return word + "x"
