"""Names as an entity should bear them, and those that name nothing.

In: a finding of any rule. Out: the finding with "more yoga" as "yoga" and "neighbour Anna" as "Anna"; whether its
target is hollow ("having time", "the spot"), so that no entity may come of it.
"""

import re
from dataclasses import replace

from zeph.memory.ingest.local.phrases.reader import Finding

_HOLLOW = re.compile(
    r"(?:spending|taking|making|having|getting|giving|finding|putting) (?:time|care|part|place|way|ways|effort|attention)$"
    r"|(?:spreading|sharing|finding|showing|seeking|bringing|creating|giving|having|getting) (?:joy|love|kindness|happiness|positivity|support|comfort"
    r"|peace|balance|hope|strength|inspiration|motivation|memories|silver linings|stability|clarity|closure)$"
    r"|(?:laughing|smiling|crying|giggling|grinning)$"
    r"|(?:caring|being|doing|having|getting|making|playing|seeing|watching|aww?|yup|yay|whoa|woah|everytime|anytime)$"
    r"|(?:portions?|boys|selves|true selves|left|right|classic|standstill|backseat|memory|visiting)$"
    r"|(?:throwing|remembering|bringing|putting|giving|finding|keeping|using|buying|picking|holding|showing|telling|sending|catching|striving)$"
    r"|(?:heart|mind|eye|life|breath|jaw|game|nerve|thought)-?[a-z]{4,}ing$|de-?stress$"
    r"|.*'s \w+ loves?$|bringing \w+ things$"
    r"|\S.*\s(?-i:how|what|why|whether|when|whenever)\b",
    re.IGNORECASE,
)
"""Gerunds of empty verbs, calls, heads that say nothing alone, pieces of a clause."""
_AMOUNT = re.compile(
    r"^(?:(?:lots?|much|many|even|some|a bit|plenty|so|any|all) )*(?:more|lots of|plenty of|lots|several|various|enough|tons of) (?=[a-z])"
)
_TIMES = re.compile(
    r"(?<=\w) (?:(?:part|full)[- ]time|once|twice|thrice|(?:\d+|two|three|four|five|six|several|many) times)$"
)
_WHEN = re.compile(
    r"(?<=\w) (?:(?:one|this|that|last|every|some|sometimes?|each) (?:\w+ )?(?:day|night|morning|afternoon|evening|summer|winter|weekend|week|year|sprint|month|quarter|term|semester)|(?:most|some) (?:day|night|morning|afternoon|evening|weekend)s)$",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"^(?:(?:new|old|good|best|close|dear|fellow|great|next-door|amazing) )*(?:neighbou?r|friend|buddy|pal|colleague|coworker|co-worker|workmate|classmate|teacher|"
    r"wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|sister|brother|mother|father|mum|mom|dad|son|daughter|cousin|uncle|aunt|"
    r"coach|boss|manager|roommate|flatmate|bandmate|teammate|mentor|trainer|instructor|(?:business|climbing|training|dance|dancing|chess|lab|shift|running|tennis|study|writing|research|sparring) partner|veteran|artist|musician|producer) "
    r"(?P<name>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)$"
)
_KIND = re.compile(
    r"^(?:(?:side|pet|new|own) )*(?:product|project|app|library|startup|start-up|website|game|package|newsletter|podcast|boat|"
    r"framework|plugin|extension|compiler) (?P<name>[A-Z][\w'.-]*(?: [A-Z][\w'.-]*)*)$"
)
"""What something is before what it is called: "product Harbor" is Harbor."""


_TREATS = re.compile(r"^(?:Dr|Prof)\b")


def tidy(finding: Finding) -> Finding:
    """The finding with both ends by their own names."""
    if (kind := _KIND.match(finding.source)) is not None:
        finding = replace(finding, source=kind["name"])
    if (kind := _KIND.match(finding.target)) is not None:
        finding = replace(finding, target=kind["name"])
    if finding.relation == "partner_of" and _TREATS.match(finding.target):
        finding = replace(finding, relation="has_doctor")  # "I'm with Dr. Weiss now"
    if finding.relation == "come_from" and finding.source_type == "person" and finding.pattern.startswith("open_"):
        finding = replace(finding, relation="come_over_from")  # "Martin came from Spotify": no home
    plain = _WHEN.sub("", finding.target) if finding.target_type != "event" else finding.target
    if (named := _WHO.match(finding.source)) is not None:
        finding = replace(finding, source=named["name"], source_type="person")
    plain = _TIMES.sub("", _AMOUNT.sub("", plain).removesuffix(" stuff"))
    if " , " in finding.fact or finding.fact.endswith(" ,"):
        finding = replace(finding, fact=finding.fact.replace(" ,", ",").rstrip(" ,"))
    named = _WHO.match(plain)
    if named is not None:
        return replace(finding, target=named["name"], target_type="person")
    return finding if plain == finding.target or not plain else replace(finding, target=plain)


def is_hollow(name: str) -> bool:
    """Whether the name names nothing."""
    return _HOLLOW.match(name) is not None
