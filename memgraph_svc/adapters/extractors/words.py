"""Word lists of the extractors: English words that name nothing by themselves."""

from __future__ import annotations

from typing import Final

__all__ = [
    "COMMON_VERBS",
    "DETERMINERS",
    "MONTHS",
    "NAME_LINKS",
    "RELATIVE_TIMES",
    "ROLE_NOUNS",
    "STOP_WORDS",
    "VAGUE_NOUNS",
    "is_short_form",
]

DETERMINERS: Final = frozenset(
    """
    a an the this that these those i me my mine we us our ours you your yours he him his she her hers it its they them
    their theirs who whom whose which what where when why how some any each every all both no such another other others
    many much several few more most and or but nor so if then than because since while though although is are was were
    hey hi hello yes no yeah oh ok okay thanks please wow well also there here
    """.split()
)
"""Words that are dropped from the front of a name however they are written."""

STOP_WORDS: Final = frozenset(
    """
    a an the this that these those i me my mine myself we us our ours ourselves you your yours yourself yourselves he
    him his himself she her hers herself it its itself they them their theirs themselves one ones who whom whose which
    what where when why how whatever whichever whoever wherever whenever and or but nor so yet if then else than
    because since as until while though although unless whereas whether of at by for with about against between among
    into through during before after above below to from up down in out on off over under upon onto within without
    toward towards across along around behind beside besides beyond near per via except despite again further once
    here there all any both each few more most other others another some such no not only own same too very just also
    ever never always often sometimes usually already still even almost quite rather really perhaps maybe however
    therefore thus hence moreover furthermore meanwhile instead otherwise anyway actually basically certainly clearly
    definitely probably simply mostly mainly nearly hardly exactly especially particularly generally eventually finally
    originally previously formerly later earlier first second third last next many much several enough little less
    least none nothing something anything everything nobody somebody anybody everybody anyone everyone someone
    every either neither yes yeah no nope ok okay oh ah hey hi hello wow please thanks thank sorry well sure bye hmm
    good great nice cool awesome amazing bad new old big small long short high low able likely different various
    certain true false right wrong together apart away back forth ago else etc e.g i.e vs like
    known called named based today yesterday tomorrow tonight
    """.split()
)
"""Function words, pronouns, adverbs, greetings and adjectives too general to name a thing."""

COMMON_VERBS: Final = frozenset(
    """
    be am is are was were been being have has had having do does did doing done will would shall should can could may
    might must ought need needs needed dare used get gets got gotten getting go goes went gone going come comes came
    coming make makes made making take takes took taken taking give gives gave given giving say says said saying tell
    tells told telling ask asks asked asking know knows knew known knowing think thinks thought thinking see sees saw
    seen seeing look looks looked looking want wants wanted wanting use uses using find finds found finding put puts
    putting keep keeps kept keeping let lets letting begin begins began begun beginning seem seems seemed seeming help
    helps helped helping show shows showed shown showing hear hears heard hearing play plays played playing run runs
    ran running move moves moved moving live lives lived living believe believes believed hold holds held holding bring
    brings brought bringing happen happens happened happening write writes wrote written writing sit sits sat stand
    stands stood standing lose loses lost losing pay pays paid paying meet meets met meeting include includes included
    including continue continues continued set sets setting learn learns learned change changes changed lead leads led
    leading understand understood watch watches watched follow follows followed following stop stops stopped create
    creates created creating speak speaks spoke spoken read reads reading allow allows allowed add adds added spend
    spent grow grew grown open opens opened walk walked win wins won offer offers offered remember remembered love
    loves loved consider considered appear appears appeared buy bought wait waited serve serves served die died send
    sends sent expect expected build builds built stay stayed fall fell fallen cut reach reached remain remains
    remained suggest suggested raise raised pass passed sell sold require requires required report reports reported
    decide decided pull pulled return returns returned explain explained hope hoped develop develops developed carry
    carried break breaks broke broken receive receives received agree agreed support supports supported hit produce
    produced cover covered catch caught draw drew drawn choose chose chosen cause causes caused fix fixes fixed fixing
    fail fails failed failing try tries tried trying start starts started starting call calls work works worked
    working feel feels felt feeling leave leaves left leaving mean means meant become becomes became becoming turn
    turns turned locate located base bases name names publish published direct directed perform performed form formed
    share shares shared border borders bear bore born marry married play star starred star own owns owned host hosts
    hosted depend depends connect connects connected contain contains contained don didn doesn isn wasn aren weren
    hasn haven hadn won wouldn couldn shouldn can't don't
    """.split()
)
"""Verb forms that end a lower-case run of nouns."""

VAGUE_NOUNS: Final = frozenset(
    """
    thing things stuff lot lots bit way ways kind sort type part number amount case cases fact example examples point
    reason reasons idea people person man woman guy guys somebody time times day days week weeks month months year
    years hour hours minute minutes second seconds moment today yesterday tomorrow tonight morning afternoon evening
    night now place places name term one ones anything everyone need rest end side top none half couple plenty
    """.split()
)
"""Nouns that are too general to be an entity when they stand alone."""

ROLE_NOUNS: Final = frozenset(
    """
    president editor author writer director producer performer singer actor actress musician composer artist founder
    owner leader member members player players team teams coach mayor governor king queen prince emperor minister
    mother father parent parents wife husband spouse son sons daughter daughters brother brothers sister sisters child
    children family friend friends couple baby kid kids husband girl girls boy boys men women guest host
    country countries city cities county counties state states town towns village district province region regions
    area areas continent nation nations capital location border borders population street road island river lake sea
    mountain north south east west center centre south-east university college school schools church hospital company
    companies organization organisation institution association agency department government party league club group
    groups band bands label studio newspaper magazine journal publisher network channel station series season episode
    film films movie movies show shows song songs album albums book books novel novels story stories game games work
    works record records version versions title titles role roles character characters cast award awards event events
    war wars battle election elections match race tournament championship birth death life career history beginning
    origin date age era period century centuries decade decades start end result results effect effects cause causes
    use uses form forms feature features level levels range size length height weight value values rate rates average
    total majority minority maximum minimum increase decrease change changes difference question questions answer
    answers problem problems issue issues information detail details item items list lists line lines page pages word
    words letter letters language languages culture religion law laws rule rules right rights member membership
    building buildings house houses home room rooms job jobs business money price food water air land world earth
    job spot chance sense feeling feelings fun goal goals step steps process system systems project projects task tasks
    piece pieces photo photos picture pictures image images conversation chat message messages today
    self selves lot lots use kid wanna gonna stuff
    publication publications paper papers article articles production release releases appearance setting
    """.split()
)
"""Nouns that say what kind of thing a named one is; standing alone they link what has nothing to do with each other."""

RELATIVE_TIMES: Final = frozenset(
    """
    today yesterday tomorrow tonight now morning afternoon evening night weekend day week month year decade century
    hour minute second moment time days weeks months years hours minutes seconds decades monday tuesday wednesday
    thursday friday saturday sunday recently lately soon
    """.split()
)
"""Words that, alone or with only general words beside them, say when something was relative to the speaker."""

MONTHS: Final = (
    "January|February|March|April|May|June|July|August|September|October|November|December|"
    "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec"
)
"""Alternatives of a regular expression."""

NAME_LINKS: Final = frozenset(
    """
    of the for de la las los del della di da das do dos du des le von van der den ter ten zu zum zur af av el al bin
    ibn ben y e et &
    """.split()
)
"""Lower-case words that may stand inside a capitalised name."""

_SHORT_ENDS: Final = frozenset({"s", "m", "re", "ve", "ll", "d", "t"})


def is_short_form(word: str) -> bool:
    """Tell whether a word is the pronoun ``I`` or a function word with a shortened verb, such as ``they've``."""
    stem, _, end = word.casefold().replace("’", "'").partition("'")
    return word == "I" or (end in _SHORT_ENDS and (stem in STOP_WORDS or stem in COMMON_VERBS))
