"""Names of entities: the one that identity is built on, the one that is shown, and which strings are no names.

In: any text, trusted or not (lone surrogates, control characters and 10 MB included). Out: the canonical
name that identity is built on (graph-memory §3.4: NFKC, trimmed, case and white space folded, at most
512 bytes), the display name, and a verdict on junk. Pure functions, no tables beside word lists.
"""

import re
import unicodedata
from functools import lru_cache

MAX_BYTES = 512
"""Longest name in UTF-8 bytes."""
MAX_WORDS = 8
_LONGEST_INPUT = 4096
"""Characters looked at: no name is longer, and NFKC can blow one character up to eighteen."""

SELF = "user"
"""Canonical name of the person who talks to Zeph."""
FIRST_PERSON = frozenset("i me my mine myself we us our ours ourselves i'm im we're".split())

PRONOUNS = FIRST_PERSON | frozenset(
    "you your yours yourself yourselves u ya y'all he him his himself she her hers herself it its itself they them "
    "their theirs themselves this that these those one ones oneself someone somebody something anyone anybody anything "
    "everyone everybody everything noone nobody nothing none who whom whose which what whatever whoever whichever "
    "each other another both either neither all some any many few several most more less such same else".split()
)

STOP_WORDS = frozenset(
    "a an the and or but nor so yet if then than because while as of at by for with about against between into through "
    "during before after above below to from up down in out on off over under again further once here there when where "
    "why how no not only own too very just also now ever never always often sometimes maybe perhaps please yes yeah "
    "yep no nope ok okay hi hello hey thanks thank sorry wow well oh ah hmm lol haha cool great nice awesome amazing "
    "good bad really actually currently recently lately still already soon is are was were be been being am do does "
    "did done have has had having will would shall should can could may might must ought get got gets getting let "
    "etc eg ie vs via per thing things stuff lot lots bit kind kinds sort sorts way ways time times people person guy "
    "guys everyone anything part parts rest couple bunch ton tons".split()
)

TELLING = frozenset(
    "new old north south east west northern southern eastern western upper lower inner outer left right front back "
    "big small senior junior pre post first second third".split()
)
"""Words by which two things of nearly one name are told apart: York and New York."""

_DATE_WORDS = (
    "january february march april may june july august september october november december jan feb mar apr jun jul aug "
    "sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri "
    "sat sun today yesterday tomorrow tonight now then later earlier ago morning afternoon evening night noon midnight "
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays mornings evenings afternoons nights "
    "day days week weeks month months year years hour hours minute minutes second seconds weekend weekends summer "
    "winter spring autumn fall last next this past coming since until till recently lately"
)
_DATE = frozenset(_DATE_WORDS.split())
_DATE_GLUE = frozenset("the a an of in on at couple few two three four five six seven eight nine ten twelve".split())
_NUMBERS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen "
    "first second third fourth fifth half quarter".split()
)
_VERB_STARTS = frozenset(
    "to is are was were am be been being has had have having do does did don't doesn't didn't can't cannot won't isn't "
    "aren't wasn't would could should will might must let's went goes going gonna wanna got get gets getting want "
    "wants wanted wanting think thinks thought trying tried tries said says told tell feel feels felt seem seems "
    "seemed make makes made take takes took give gives gave given keep keeps kept it's that's there's i've i'd "
    "i'll".split()
)
_HANGING = frozenset("who whom whose which that and or but nor the of with for my our your his her their its".split())
"""Words that no name ends with: what came after them was cut off ("family who")."""
_LEADING = frozenset("and or but nor of with for about from than because if".split())
_OBJECT = frozenset("a an the my your our his her their its own some this that these those".split())
_SHOUTED_NAMES = frozenset({"US", "IT", "WHO", "ONE", "U.S."})
_NUMERIC = re.compile(r"[\d\s.,:;/%$€£+°'\"()-]+(?:st|nd|rd|th|am|pm|[kmgt]b?|px|ms|s|h|x)?")
_BETWEEN = re.compile(r"[^\w'+#&]+|'s\b")
_EDGE_QUOTES = "\"'`“”‘’«»*_~"


@lru_cache(4096)
def canonical_name(text: str) -> str:
    """The form that identity is built on; idempotent, at most 512 UTF-8 bytes, possibly empty."""
    return _cut(_stable(text[:_LONGEST_INPUT], fold=True))


def display_name(text: str) -> str:
    """The same cleaning with the case kept: what a person is shown."""
    return _cut(_stable(text[:_LONGEST_INPUT], fold=False))


def is_first_person(name: str) -> bool:
    """True for words by which a speaker means themselves."""
    return canonical_name(name) in FIRST_PERSON


def asked_name(name: str) -> str:
    """The canonical name of what a person asks for: "me" is the one who asks."""
    return SELF if is_first_person(name) else canonical_name(name)


@lru_cache(4096)
def is_junk_name(name: str) -> bool:
    """True for what is no name of a thing: pronouns, stop words, dates, numbers, verb phrases, fragments."""
    shown = display_name(name)
    key = canonical_name(name).strip(_EDGE_QUOTES + " ").replace("’", "'")
    words = key.split()
    if shown in _SHOUTED_NAMES:
        return False
    if not any(char.isalnum() for char in key) or len(words) > MAX_WORDS:
        return True
    if all(word in PRONOUNS or word in STOP_WORDS for word in words):
        return True
    return _is_number(key, words) or _is_date(words) or _is_verb_phrase(words) or _is_cut(shown.split())


def names(sentence: str, name: str) -> bool:
    """Whether a sentence has a name in it, as words of their own."""
    said = _BETWEEN.sub(" ", f" {canonical_name(sentence)} ")
    return f" {_BETWEEN.sub(' ', canonical_name(name)).strip()} " in said


def compatible_types(a: str, b: str) -> bool:
    """Whether one thing may be written under both types: any two but person and non-person."""
    return (a.casefold() == "person") == (b.casefold() == "person")


def _stable(text: str, *, fold: bool) -> str:
    for _ in range(12):
        cleaned = _clean(text, fold=fold)
        if cleaned == text:
            break
        text = cleaned
    return text


def _clean(text: str, *, fold: bool) -> str:
    spaced = " ".join(text.split())
    if spaced.isascii() and spaced.isprintable():  # nothing that the rest would change but the case
        return spaced.lower() if fold else spaced
    kept = "".join(char for char in spaced if unicodedata.category(char) not in ("Cc", "Cf", "Cs"))
    normal = unicodedata.normalize("NFKC", kept)
    return " ".join((normal.casefold() if fold else normal).split())


def _cut(text: str) -> str:
    return text.encode("utf-8")[:MAX_BYTES].decode("utf-8", errors="ignore").strip()


def _is_number(key: str, words: list[str]) -> bool:
    return bool(_NUMERIC.fullmatch(key)) or all(word in _NUMBERS for word in words)


def _is_date(words: list[str]) -> bool:
    dated = any(word.strip(",.'s") in _DATE or word in _DATE for word in words)
    return dated and all(
        word in _DATE or word in _DATE_GLUE or word.strip(",.") in _DATE or bool(_NUMERIC.fullmatch(word))
        for word in words
    )


def _is_cut(words: list[str]) -> bool:
    """A piece of a sentence; "Guess Who" and "Because of Winn-Dixie" are written otherwise."""
    if len(words) < 2:
        return False
    doing = words[0].islower() and len(words[0]) > 4 and words[0].endswith("ing")
    return words[-1] in _HANGING or words[0] in _LEADING or (doing and words[1] in _OBJECT)


def _is_verb_phrase(words: list[str]) -> bool:
    return len(words) > 1 and words[0] in _VERB_STARTS


def indexed_fact(fact: str, source: str, target: str, relation: str) -> str:
    """What full-text search sees of a fact: its sentence, and those of its names and relation words it does not say."""
    said = canonical_name(fact)
    words = relation.replace("_", " ")
    return " ".join([fact, *(w for w in (source, words, target) if canonical_name(w) not in said)])


_VERSION = re.compile(r"[\s.-]*v?\d[\d.x]*$", re.IGNORECASE)


def same_but_version(one: str, other: str) -> bool:
    """Python 2 and Python 3, or Python."""
    bases = [_VERSION.sub("", name).casefold() for name in (one, other)]
    return bases[0] == bases[1] != "" and one.casefold() != other.casefold()
