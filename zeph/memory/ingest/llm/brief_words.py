"""Words by which a model's facts are held against the text: cues, forms of verbs, names out of phrases.

In: strings. Out: strings and booleans; every expression is linear.
"""

import re
import unicodedata

from zeph.memory.ingest.reader.lexicon.kinds import ANIMALS, KIN, LIGHT
from zeph.memory.language.morphology import singular
from zeph.memory.language.names import canonical_name, display_name, is_first_person

STEM = 4
"""Letters by which a word is found again ("hiking" for "hike")."""
DEPENDS = frozenset(
    "be is am are was have has had got get do make made take go come run ran start started begin began stop stopped "
    "quit give gave leave left move moved keep try put set turn look feel see know say tell ask want need like "
    "think".split()
) - frozenset(("like", "know", "make", "made", "want", "see", "start", "started"))
"""Verbs that mean nothing by themselves: the rules tell from the whole sentence."""
IMPLIED = frozenset(("works_at", "has_role", "lives_in", "comes_from", "uses", "has_condition", "owns", "created"))
"""Relations that a message states without their verb ("Ines here, data analyst at …")."""
NOUNS = {
    "origin": "comes_from", "hometown": "comes_from", "job": "has_role", "profession": "has_role", "role": "has_role",
    "employer": "works_at", "allergy": "allergic_to", "hobby": "likes", "language": "speaks", "diet": "follows_diet",
    "home": "lives_in", "birthplace": "born_in",
}  # fmt: skip
"""What a small model calls a relation where it should name a verb."""
ONCE = re.compile(r"(?<!have )(?<!has )(?<!['’]ve )(?<!['’]s )(?<!always )\b(?:lived|worked)\b", re.IGNORECASE)
"""Said of a state that is over, unless it is said in the perfect."""
PREPOSITIONS = frozenset("to at in on for with from by into about through over of".split())
ENDS_CUE = re.compile(
    r"\b(?:no longer|(?:any ?more)|not .{1,40} again|stopp?(?:ed|ing)?|quit(?:ting)?|used to|g(?:a|i)ve(?:n)? up|"
    r"giving up|left|leav(?:e|ing)|broke up|br(?:ea|o)ken? up|sold|dropped|ditched|cancel+ed|resign\w*|retired from|"
    r"until|till|ended|former(?:ly)?|previously|got rid of|finished with|divorced|uninstalled|deleted|abandon\w*|"
    r"lived|moved (?:away|out)|switched|replaced|instead of|handed in|died|passed away|over with|done with|ex)\b",
    re.IGNORECASE,
)
REPLACES_CUE = re.compile(
    r"\b(?:instead|replac\w+|switch\w*|swap\w*|moved?|moving|migrat\w+|from|rather than|trad\w+|chang\w+|convert\w*|"
    r"ditch\w*|dropp?\w*|no longer|not|over to|took over|went)\b",
    re.IGNORECASE,
)
NEGATED = re.compile(r"\b(?:not|never|neither|nor|without|than|no|hardly|barely|\w+n['’]t)\s(?!only)", re.IGNORECASE)
HEDGE = re.compile(
    r"\b(?:maybe|perhaps|might|may be|probably|would|could|if i|i wish|should|hypothetically|imagine)\b", re.I
)
INTRODUCES = re.compile(
    r"(?:\b(?:[Ii] am|[Ii]['’]?m|[Mm]y name(?:['’]s| is)|[Cc]all(?:s|ed)? me|[Gg]o by|[Kk]nown as|[Tt]his is)\s+"
    r"(?P<name>[A-ZÀ-ÞŁŚŠŽ][\w'’-]+)(?=[\s,.!]|\Z)|(?P<here>\b[A-ZÀ-ÞŁŚŠŽ][\w'’-]+) here\b)"
)
_LEADS = re.compile(r"^(?:a|an|the|some|this|that|these|those|any)\s+", re.IGNORECASE)
_MINE = re.compile(r"^(?:my|our)\s+", re.IGNORECASE)
_OTHERS = re.compile(r"^(?:his|her|their|its|your)\s+", re.IGNORECASE)
_WORD = re.compile(r"\w+")


def folded(text: str) -> str:
    """For comparing: of any length, unlike a name."""
    return unicodedata.normalize("NFKC", text).casefold()


def is_grounded(name: str, *texts: str) -> bool:
    """Whether each word of the name that matters stands in one of the texts, in whatever form."""
    words = [w for w in _WORD.findall(canonical_name(name)) if w not in _SMALL] or _WORD.findall(canonical_name(name))
    said = {w for text in texts for w in _WORD.findall(folded(text))}
    return bool(words) and all(_stands_in(word, said) for word in words)


def _stands_in(word: str, said: set[str]) -> bool:
    return word in said or (len(word) > 3 and any(s[:STEM] == word[:STEM] for s in said)) or _irregular(word, said)


def is_partly_grounded(name: str, *texts: str) -> bool:
    """Whether a word of the name stands in one of the texts."""
    text = " ".join(map(folded, texts))
    words = _WORD.findall(canonical_name(name))
    return any(word[:STEM] in text for word in words if len(word) > 1 or len(words) == 1)


_SMALL = frozenset("a an the my our of in at on to for with and s i me we us".split())
_FORMS = {
    "write": "wrote written", "make": "made", "do": "did done does", "run": "ran", "take": "took taken",
    "give": "gave given", "buy": "bought", "teach": "taught", "go": "went gone goes going", "have": "has had got ve",
    "be": "is am are was m re s im been", "get": "got", "speak": "spoke", "drive": "drove", "eat": "ate", "fly": "flew",
    "grow": "grew", "know": "knew", "leave": "left", "lose": "lost", "meet": "met", "ride": "rode", "see": "saw seen",
    "sell": "sold", "sing": "sang", "swim": "swam", "win": "won", "wear": "wore", "read": "read", "build": "built",
    "find": "found", "keep": "kept", "come": "came from", "bear": "born", "break": "broke", "begin": "began",
    "become": "became", "sit": "sat", "hold": "held", "use": "using", "tell": "told",
}  # fmt: skip


def _irregular(word: str, said: set[str]) -> bool:
    return any(form in said for form in _FORMS.get(word, "").split())


def name_of(said: str, me: str) -> tuple[str, str]:
    """The name in a phrase, and the relative or pet it names ("my brother Udo": Udo, brother); empty where there is
    none."""
    name = display_name(said).strip("\"'.,!?:;()* ")
    if is_first_person(name) or canonical_name(name) in ("speaker", "the speaker"):
        return me, ""
    if _OTHERS.match(name):
        return "", ""
    mine = bool(_MINE.match(name))
    name = _LEADS.sub("", _MINE.sub("", name))
    words = name.split()
    for at, word in enumerate(words):
        kin = singular(word.casefold())
        if kin in KIN or kin in ANIMALS:
            proper = [w for w in words[at + 1 :] if w[:1].isupper()]
            if proper:
                return " ".join(proper), kin
            if mine and kin in KIN and at == len(words) - 1:
                return f"{me}'s {word}", kin
    while len(words) > 1 and words[0].casefold() in LIGHT:
        words = words[1:]
    return " ".join(words), ""


def conjugated(verb: str) -> str:
    """A verb's third person ("carry": "carries"); a past form stays."""
    if verb in ("be", "have", "do", "go", "can't", "cannot"):
        return {"be": "is", "have": "has", "do": "does", "go": "goes"}.get(verb, verb)
    if verb.endswith(("ed", "n't")) or verb in _PAST:
        return verb
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s") if not verb.endswith("s") else verb


_PAST = frozenset(form for forms in _FORMS.values() for form in forms.split())
_BE = frozenset("allergic written based built made born married engaged interested".split())


def spoken(words: list[str], me: bool, ends: bool) -> str:
    """The verb phrase in a plain sentence of the speaker or of somebody else."""
    first, *rest = words
    if first in _BE:
        first, rest = "be", words
    verb = ("am" if first == "be" else first) if me else conjugated(first)
    over = ends and first not in ("give", "stop", "quit", "drop", "leave", "sell", "cancel")
    return " ".join(["no longer", verb, *rest] if over else [verb, *rest])
