"""Sentences with the validity that each of their statements has, read by a person."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

WEDNESDAY = datetime(2026, 5, 13, 15, 30, tzinfo=UTC)
Ends = tuple[str | None, str | None]


@dataclass(frozen=True)
class Dated:
    """A sentence, when it was written, and first and last day of what it says of each object; the end is exclusive.

    ``text_alone`` is False where the sentence holds several statements, so that only an extractor can tell.
    """

    text: str
    facts: dict[str, Ends] = field(default_factory=dict)
    reference: datetime = WEDNESDAY
    text_alone: bool = True


def at(*when: int) -> datetime:
    return datetime(*when, tzinfo=UTC)  # pyright: ignore[reportArgumentType]


def _acme(text: str, start: str | None = None, end: str | None = None, reference: datetime = WEDNESDAY) -> Dated:
    return Dated(text, {"Acme": (start, end)} if start or end else {}, reference)


DATED = (
    # since
    Dated("Ingrid has worked at Norsk Data since March 2024.", {"Norsk Data": ("2024-03-01", None)}),
    _acme("Ingrid has worked at Acme since 2019.", "2019-01-01"),
    _acme("Ingrid has worked at Acme since 2024-03-05.", "2024-03-05"),
    _acme("Ingrid has been working at Acme since 5 March 2024.", "2024-03-05"),
    _acme("Ingrid has worked at Acme since the 5th of March 2024.", "2024-03-05"),
    _acme("Ingrid has worked at Acme since March 5, 2024.", "2024-03-05"),
    _acme("Ingrid has worked at Acme since Mar 5th, 2024", "2024-03-05"),
    _acme("Ingrid has worked at Acme ever since Sept. 2023.", "2023-09-01"),
    _acme("Ingrid has worked at Acme since the beginning of 2021.", "2021-01-01"),
    _acme("Ingrid has worked at Acme since 2023-11.", "2023-11-01"),
    Dated("Since March 2024, Ingrid has worked at Norsk Data.", {"Norsk Data": ("2024-03-01", None)}),
    Dated("Since 2019 Ingrid has lived in Oslo.", {"Oslo": ("2019-01-01", None)}),
    Dated("Ingrid has been married to Bob Ray since may 2020.", {"Bob Ray": ("2020-05-01", None)}),
    Dated("Ingrid is the editor of Cold Water since 2015.", {"Cold Water": ("2015-01-01", None)}),
    Dated("Cold Water has been published by Blue Press since 1987.", {"Blue Press": ("1987-01-01", None)}),
    _acme("Ingrid has worked at Acme since yesterday.", "2026-05-12"),
    _acme("Ingrid has worked at Acme since the day before yesterday.", "2026-05-11"),
    _acme("Ingrid has worked at Acme since last Monday.", "2026-05-11"),
    _acme("Ingrid has worked at Acme since last Wednesday.", "2026-05-06"),
    _acme("Ingrid has worked at Acme since last Thursday.", "2026-05-07"),
    _acme("Ingrid has worked at Acme since last week.", "2026-05-04"),
    _acme("Ingrid has worked at Acme since last month.", "2026-04-01"),
    _acme("Ingrid has worked at Acme since last year.", "2025-01-01"),
    _acme("Ingrid has worked at Acme since three weeks ago.", "2026-04-22"),
    _acme("Ingrid has worked at Acme since 10 days ago.", "2026-05-03"),
    # both ends
    _acme("Ingrid worked at Acme from March 2023 to May 2024.", "2023-03-01", "2024-05-01"),
    _acme("Ingrid worked at Acme from March 2023 until May 2024.", "2023-03-01", "2024-05-01"),
    _acme("Ingrid worked at Acme from March 2023 through May 2024.", "2023-03-01", "2024-06-01"),
    _acme("Ingrid worked at Acme from March to May 2024.", "2024-03-01", "2024-05-01"),
    _acme("Ingrid worked at Acme from 2024-02-28 to 2024-03-01.", "2024-02-28", "2024-03-01"),
    _acme("Ingrid worked at Acme between 2019 and 2021.", "2019-01-01", "2021-01-01"),
    _acme("Between May 2019 and June 2021, Ingrid worked at Acme.", "2019-05-01", "2021-06-01"),
    _acme("Ingrid has worked at Acme since 2019 until yesterday.", "2019-01-01", "2026-05-12"),
    _acme("From 2019 to 2021 Ingrid worked at Acme.", "2019-01-01", "2021-01-01"),
    # one end
    _acme("Ingrid has worked at Acme from 2019 on.", "2019-01-01"),
    _acme("Ingrid has worked at Acme from March 2019 onwards.", "2019-03-01"),
    _acme("Ingrid worked at Acme until last Friday.", None, "2026-05-08"),
    _acme("Ingrid worked at Acme until yesterday.", None, "2026-05-12"),
    _acme("Ingrid worked at Acme till June 2022.", None, "2022-06-01"),
    _acme("Ingrid worked at Acme until March 2024.", None, "2024-03-01"),
    _acme("Ingrid worked at Acme until the end of 2023.", None, "2024-01-01"),
    _acme("Ingrid worked at Acme up until 2 January 2022.", None, "2022-01-02"),
    _acme("Ingrid works at Acme until next Friday.", None, "2026-05-15"),
    _acme("Ingrid works at Acme until next Wednesday.", None, "2026-05-20"),
    _acme("Ingrid works at Acme until the end of the month.", None, "2026-06-01"),
    _acme("Ingrid works at Acme through June 2026.", None, "2026-07-01"),
    _acme("Ingrid works at Acme until tomorrow.", None, "2026-05-14"),
    _acme("As of May 2024, Ingrid works at Acme.", "2024-05-01"),
    _acme("Starting in May 2024, Ingrid works at Acme.", "2024-05-01"),
    _acme("Starting next Monday, Ingrid works at Acme.", "2026-05-18"),
    _acme("Ingrid works at Acme effective 2024-05-01.", "2024-05-01"),
    _acme("Ingrid has worked at Acme for three years now.", "2023-05-13"),
    _acme("Ingrid has worked at Acme for the past two weeks.", "2026-04-29"),
    _acme("Ingrid has worked at Acme for the last 18 months.", "2024-11-13"),
    _acme("For the past year, Ingrid has worked at Acme.", "2025-05-13"),
    # calendar and zones
    _acme("Ingrid has worked at Acme since 29 February 2024.", "2024-02-29"),
    _acme("Ingrid has worked at Acme for two years now.", "2022-02-28", None, at(2024, 2, 29)),
    _acme("Ingrid has worked at Acme for the past month.", "2025-02-28", None, at(2025, 3, 31)),
    _acme("Ingrid has worked at Acme since yesterday.", "2025-12-31", None, at(2026, 1, 1)),
    _acme("Ingrid has worked at Acme since last month.", "2025-12-01", None, at(2026, 1, 31)),
    _acme("Ingrid works at Acme until tomorrow.", None, "2025-01-01", at(2024, 12, 31, 23, 59)),
    _acme("Ingrid has worked at Acme since last week.", "2024-12-30", None, at(2025, 1, 12)),
    _acme("Ingrid worked at Acme through February 2024.", None, "2024-03-01"),
    _acme(
        "Ingrid has worked at Acme since yesterday.", "2026-05-13", None,
        datetime.fromisoformat("2026-05-13T22:30:00-05:00"),
    ),
    _acme(
        "Ingrid has worked at Acme since yesterday.", "2026-05-11", None,
        datetime.fromisoformat("2026-05-13T01:00:00+02:00"),
    ),
    # several statements
    Dated(
        "Ingrid has worked at Acme since 2019 and Bob has lived in Oslo since 2021.",
        {"Acme": ("2019-01-01", None), "Oslo": ("2021-01-01", None)}, text_alone=False,
    ),
    Dated(
        "Ingrid founded Blue Press, but she has worked at Acme since 2019. Bob lives in Oslo.",
        {}, text_alone=False,
    ),
    Dated(
        "Bob Ray lives in Oslo, and Ingrid has worked at Acme since 2019.",
        {"Acme": ("2019-01-01", None)}, text_alone=False,
    ),
    Dated(
        "Ingrid, who has worked at Acme since 2019, lives in Oslo.",
        {"Acme": ("2019-01-01", None)}, text_alone=False,
    ),
    Dated(
        "Ingrid worked at Acme until 2020. She visited Bergen in 2021.",
        {"Acme": (None, "2020-01-01")}, text_alone=False,
    ),
    Dated(
        "Ingrid worked at Acme until 2020, and now Ingrid works at Globex.",
        {"Acme": (None, "2020-01-01")}, text_alone=False,
    ),
    # other names and verbs
    Dated("Nadia Rahman has been employed by Helios since October 2023.", {"Helios": ("2023-10-01", None)}),
    Dated("Helios has been headquartered in Zurich since 1998.", {"Zurich": ("1998-01-01", None)}),
    Dated("Jon Berg plays for Vålerenga since the start of 2024.", {"Vålerenga": ("2024-01-01", None)}),
    Dated("Jon Berg played for Vålerenga from 2012 through 2015.", {"Vålerenga": ("2012-01-01", "2016-01-01")}),
    Dated("With effect from 1 July 2025, Solaris is owned by Acme.", {"Acme": ("2025-07-01", None)}),
    Dated("Acme used Oracle until 2019, when it switched to Postgres.", {"Oracle": (None, "2019-01-01")}),
    Dated(
        "Jon Berg will lead the Data Team from 1 June 2026 to 31 August 2026.",
        {"Data Team": ("2026-06-01", "2026-08-31")},
    ),
    Dated("As of 2024-06-01, the Search Team reports to Nadia Rahman.", {"Nadia Rahman": ("2024-06-01", None)}),
    Dated("Until last week, Helios used Jenkins.", {"Jenkins": (None, "2026-05-04")}),
    Dated("Omar will stay at the Grand Hotel until next Sunday.", {"Grand Hotel": (None, "2026-05-17")}),
    Dated("Omar lived in Zurich from May to September 2019.", {"Zurich": ("2019-05-01", "2019-09-01")}),
    Dated("Helios is maintained by Lee until 31 December 2026.", {"Lee": (None, "2026-12-31")}),
    Dated(
        "Nadia Rahman has managed Omar since 2 March 2026 and Omar has managed Lee since April 2026.",
        {"Omar": ("2026-03-02", None), "Lee": ("2026-04-01", None)}, text_alone=False,
    ),
    Dated("Eva Holm has lived in Rome since 2019, although she works at Acme.", {"Rome": ("2019-01-01", None)}),
    Dated("Windows Server 2019 has been supported by Acme since 2018.", {"Acme": ("2018-01-01", None)}),
    Dated("Tom Reyes lived in Berlin until 2017 and then moved to Hamburg.", {"Berlin": (None, "2017-01-01")}),
)  # fmt: skip

TRAPS = tuple(
    Dated(text)
    for text in (
        "Ingrid worked at Acme in 2020.",
        "Ingrid joined Acme three weeks ago.",
        "Ingrid has not worked at Acme since 2019.",
        "Ingrid hasn't worked at Acme since 2019.",
        "Ingrid no longer works at Acme since 2019.",
        "Has Ingrid worked at Acme since 2019?",
        "Ingrid has worked at Acme since 2019?",
        "If Ingrid has worked at Acme since 2019, she knows Bob Ray.",
        "Ingrid would work at Acme until 2028.",
        "Perhaps Ingrid has worked at Acme since 2019.",
        "Bob Ray said that Ingrid has worked at Acme since 2019.",
        "According to Bob Ray, Ingrid has worked at Acme since 2019.",
        'Bob Ray wrote "Ingrid has worked at Acme since 2019".',
        "Ingrid had worked at Acme since 2019.",
        "Ingrid has worked at Acme since 03/04/2024.",
        "Ingrid has worked at Acme since March '24.",
        "Ingrid has worked at Acme since the 90s.",
        "Ingrid has worked at Acme since last summer.",
        "Ingrid has worked at Acme since recently.",
        "Ingrid has worked at Acme for a while now.",
        "Ingrid has worked at Acme since about 2019.",
        "Ingrid has worked at Acme since 2019 or 2020.",
        "Ingrid has worked at Acme since 2019 and since 2021.",
        "Ingrid worked at Acme from 2021 to 2019.",
        "Ingrid has worked at Acme since 2019 until 2017.",
        "Ingrid has worked at Acme since 30 February 2024.",
        "Ingrid has worked at Acme since 2030.",
        "Ingrid worked at Acme for three years.",
        "Ingrid has worked at Acme since she left Globex.",
        "Ingrid works at Acme since Bob Ray lives in Oslo.",
        "Ingrid works at Acme until further notice.",
        "Ingrid has worked at Acme since March.",
        "Ingrid has worked at Acme on and off since 2019.",
        "As of 2019, Ingrid was the head of Acme.",
        "The gateway has served Acme since 2000 users signed up.",
        "The gateway uses the ports from 2000 to 2050 at Acme.",
        "In 2021, Ingrid had been working at Acme since 2019.",
        "Ingrid has worked at Acme since early 2019.",
        "Ingrid has worked at Acme since Q1 2024.",
        "Ingrid has worked at Acme for almost three years now.",
        "Ingrid has worked at Acme for 9999 years now.",
        "Ingrid works at Acme until 99999.",
        "It was the first title of Acme since 1992.",
        "As of 2018, the amount is paid by Acme.",
        "Ingrid was governor of Acme from 2 to 9 August 1930 and from 1944 to 1950.",
        "Ingrid was governor of Acme from 1930 to 1932 and again from 1944.",
        "Ingrid keeps the report from 2019 to 2021 in Box Nine.",
        "Ingrid works at Acme from Monday to Friday.",
        "Ingrid works at Acme from 9 to 5.",
        "It was not until 2019 that Ingrid worked at Acme.",
        "Ingrid lived in Oslo from December to March 2019.",
        "Ingrid lived in Oslo from 1999 to '03.",
        "Ingrid might lead the Data Team from 1 June 2026 to 31 August 2026.",
        "Ingrid apparently works for Acme since March 2026.",
        "Ingrid has had access to Acme since 2026-05-01T08:00:00Z.",
        "Ingrid lived in Oslo until Friday.",
    )
)
"""No validity, whatever the verb."""

EVENTS = tuple(
    Dated(text)
    for text in (
        "Ingrid has won the Delta Prize since 2019.",
        "Ingrid has visited Oslo since 2019.",
        "Ingrid joined Acme effective May 2024.",
        "Ingrid stopped working at Acme until 2028.",
        "Ingrid met Bob Ray between 2019 and 2021.",
        "The meeting with Acme was postponed until next Friday.",
        "Lee built Helios between 2001 and 2004.",
        "Helios was built by Lee between 2001 and 2004.",
        "Lee bought Helios, which Globex had owned since 2011.",
        "The price of Solaris has doubled since 2019.",
    )
)
"""No validity: something that happens does not last."""
