"""Which predicates tell of a state that lasts, so that ``since`` and ``until`` bound it.

After the other verbs ``since 2019`` says when something happened at the earliest ("has won two prizes since 2019").
"""

from __future__ import annotations

from typing import Final

__all__ = ["lasts"]

_STATES: Final = frozenset(
    """
    work works worked live lives lived reside resides resided stay stays stayed belong belongs belonged own owns
    owned have has had possess possesses possessed hold holds held keep keeps kept lead leads led head heads headed
    manage manages managed run runs ran chair chairs chaired direct directs directed coach coaches coached teach
    teaches taught study studies studied attend attends attended serve serves served play plays played represent
    represents represented employ employs employed use uses used rent rents rented lease leases leased occupy
    occupies occupied drive drives drove operate operates operated maintain maintains maintained host hosts hosted
    house houses housed sponsor sponsors sponsored support supports supported supply supplies supplied fund funds
    funded know knows knew love loves loved like likes liked hate hates hated prefer prefers preferred trust trusts
    trusted speak speaks spoke depend depends depended rely relies relied contain contains contained include
    includes included govern governs governed rule rules ruled report reports reported edit edits edited cover
    covers covered practise practises practised practice practices practiced train trains trained consult consults
    consulted collaborate collaborates collaborated cooperate cooperates cooperated mentor mentors mentored
    supervise supervises supervised oversee oversees oversaw advise advises advised date dates dated share shares
    shared control controls controlled administer administers administered remain remains remained suffer suffers
    suffered known driven spoken overseen wear wears wore worn need needs needed owe owes owed carry carries carried
    follow follows followed volunteer volunteers volunteered collect collects collected subscribe subscribes
    subscribed struggle struggles struggled enjoy enjoys enjoyed admire admires admired partner partners partnered
    track tracks tracked monitor monitors monitored store stores stored require requires required allow allows
    allowed accept accepts accepted handle handles handled cost costs weigh weighs weighed participate participates
    participated specialise specialises specialised specialize specializes specialized focus focuses focused exist
    exists existed stand stands stood sit sits sat commute commutes commuted sublet sublets co-own
    """.split()
)
_BE: Final = frozenset("am is are was were be been being 's ’s 'm 're".split())
_AUXILIARIES: Final = frozenset("has have had having 've will shall can to also still currently since".split())
_STATE_PARTICIPLES: Final = frozenset(
    """
    based employed located known used owned led run managed published sponsored supported held kept called named
    married engaged retired responsible interested involved certified licensed licenced hosted housed headquartered
    stationed assigned enrolled registered affiliated associated connected headed chaired directed coached taught
    edited operated maintained funded supplied governed ruled represented rented leased occupied controlled
    administered supervised advised mentored contracted allergic situated paid insured subscribed included covered
    deployed installed banned
    """.split()
)
_PHASES: Final = frozenset(
    """
    start starts started starting begin begins began begun beginning stop stops stopped stopping cease ceases ceased
    quit quits plan plans planned planning want wants wanted hope hopes hoped try tries tried trying fail fails
    failed refuse refuses refused agree agrees agreed decide decides decided consider considers considered avoid
    avoids avoided intend intends intended offer offers offered finish finishes finished resume resumes resumed
    promise promises promised not never
    """.split()
)
_PARTICIPLES: Final = frozenset(
    """
    born built bought sold won lost made found founded given taken written shown seen sent brought chosen drawn
    broken shot hit hurt met paid put set cut read done gone become begun known held kept led taught run left caught
    told
    """.split()
)


def lasts(predicate: str) -> bool:
    """Tell whether a predicate such as ``worked at``, ``is editor of`` or ``has been building`` tells of a state."""
    words = predicate.casefold().split()
    if not words or _PHASES & {*words}:
        return False
    first = next((index for index, word in enumerate(words) if word not in _AUXILIARIES), None)
    if first is None:
        return True  # to have something
    verb, used_to = words[first], words[first : first + 2] == ["used", "to"]
    if used_to:
        return lasts(" ".join(words[first + 2 :]))
    if verb in _BE:
        return _is_state([word for word in words[first:] if word not in _BE])
    return verb in _STATES or _progressive(verb)


def _is_state(complement: list[str]) -> bool:
    word = next((word for word in complement if not word.endswith("ly")), "")
    if word in _STATE_PARTICIPLES or _progressive(word):
        return True
    return word not in _PARTICIPLES and not word.endswith("ed")


def _progressive(word: str) -> bool:
    return word.endswith("ing") and len(word) > len("bring")
