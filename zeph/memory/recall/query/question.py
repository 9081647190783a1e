"""What a question asks for: words to search, names, times, who is meant.

In: a question as typed. Out: a :class:`Query`, whose match strings are safe for FTS5 whatever the
question contains (every term is quoted). The cues follow what was measured to help lexical recall:
stop words out, all content words in, speakers and dates named in the question. No model is asked.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from zeph.memory.recall.query.time_intent import HAPPENING

_STOP = """a about after again all also am an and any anybody anyone anything are as ask asked at be because been before
being both but by can could d did do does doing don done down during each either else ever every few for from
further get gets got give given go goes going had has have having he her here hers herself him himself his how i
if in into is isn it its itself just ll let like m many may maybe me mean might mine more most much must my myself
no nor not now of off ok on once only or other our ours ourselves out over own please quite re really remember
remind s said same say says shall she should so some somebody someone something still such sure t tell than thank
thanks that the their theirs them themselves then there these they thing things think this those through to too
under until up us ve very was we were what whatever when where whether which while who whom whose why will with
would yes you your yours yourself know recall hello hi hey"""
_KIN = """dog cat puppy kitten hamster parrot rabbit animal pet
live home address city town reside located moved based
work job employer company occupation career profession employed
job profession occupation career position role
wife husband spouse partner married fiance fiancee girlfriend boyfriend engaged relationship divorce divorced widowed
mother mom mum father dad parent
kid son daughter child children
brother sister sibling
birthday born birth age old
enjoy love favorite favourite prefer hobby likes fond
dislike hate avoid
study school university college degree graduated major
speak language fluent
eat food diet allergic allergy vegetarian vegan cook meal dinner avoid
use using tool editor
car drive vehicle
friend buddy
boss manager manages supervisor
doctor physician gp
teach taught teacher tutor mentor
flatmate roommate housemate
medication medicine drug pill tablet
illness condition disease diagnosed diagnosis health symptom
afraid scared fear
die died dead death
holiday vacation trip visited
plan planned planning upcoming coming calendar schedule agenda"""
_FIRST = "i me my mine myself we us our ours im ive"
_THIRD = "he him his she her hers they them their it its that this"
_MONTHS = "january february march april may june july august september october november december"

STOP_WORDS = frozenset(_STOP.split())
WEAK_WORDS = frozenset(("call", "called", "kind", "name", "named", "sort", "type", "usually", "currently", "recently"))
"""Searched only where nothing else is left: they match everything and say little."""
FIRST_PERSON = frozenset(_FIRST.split())
THIRD_PERSON = frozenset(_THIRD.split())
MONTHS = tuple(_MONTHS.split())
KIN = tuple(frozenset(line.split()) for line in _KIN.splitlines())
"""Words that ask for one another; a question about a dog is about a pet."""
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_BETWEEN_WORDS = {code: " " for code in range(128) if not chr(code).isalnum()}
WHEN = re.compile(r"\b(when|what (?:date|day|month|year|time)|how long|since)\b", re.IGNORECASE)
ASSISTANT = re.compile(
    r"(?<!\bdo )(?<!\bcan )(?<!\bcould )(?<!\bwould )(?<!\bwill )(?<!\bshould )(?<!\bmight )(?<!\bif )(?<!\bthank )"
    r"\byou(?:r|rs)?\b",
    re.IGNORECASE,
)
"""The assistant is spoken to about itself; not "can you tell me", not "how do you cook rice"."""
LATEST = re.compile(
    r"\b(now|nowadays|current|currently|these days|at the moment|latest|most recent|most recently|still|any ?more)\b",
    re.IGNORECASE,
)
PROPER_NAME = re.compile(r"(?<=[\w,;:)'\"] )[A-Z][^\W\d_]{2,}")
"""A word with a capital that does not begin a sentence."""
LIKING = re.compile(
    r"\b(?:do|does|did)(?P<not>n['\u2019]t| not)? (?:\w+ ){1,2}(?:not )?(?:really |also )?like\b", re.IGNORECASE
)
WHERE = (
    (re.compile(r"\bwhere\b.*\bfrom\b", re.IGNORECASE), "from"),
    (re.compile(r"^\W*where (?:am|are|is|was|were)\b", re.IGNORECASE), "live"),
)
"""Questions of stop words and times alone, and what they ask for."""
BEEN_TO = re.compile(r"\bbeen to\b|\bwhere (?:ha[sd]|have)\b[^?]*\bbeen\b", re.IGNORECASE)
"""Which countries somebody has been to is about visits, whatever else it says."""
LIFE = frozenset("job work employment career address relationship dating medical".split())
"""What somebody's history is of: "my job history" asks for jobs, not for a school subject."""
FOR_A_LIVING = "for a living"
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
MOST_TERMS = 48
LONGEST = 20_000
"""Characters; of a longer text the beginning and the end say what is asked."""
MOST_SPANS = 60


def fold(text: str) -> str:
    """The canonical form names are looked up by."""
    if text.isascii():
        return " ".join(text.lower().split())
    return " ".join(unicodedata.normalize("NFKC", text).split()).casefold()


def words(text: str) -> list[str]:
    """Folded words, possessives cut."""
    if text.isascii() and "'" not in text:  # what WORD finds, at a fifth of its price
        return text.lower().translate(_BETWEEN_WORDS).split()
    plain = text.lower() if text.isascii() else fold(text.replace("\u2019", "'"))
    found = WORD.findall(plain)
    return [w.removesuffix("'s") for w in found] if "'" in plain else found


@lru_cache(8192)
def stem(word: str) -> str:
    """A light English stem: enough to see that two words are one."""
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


_KIN_OF: dict[str, frozenset[str]] = {}
for _group in KIN:
    for _word in _group:
        _KIN_OF[stem(_word)] = _KIN_OF.get(stem(_word), frozenset()) | (_group - {_word})


@lru_cache(2048)
def kin_stems(term: str) -> frozenset[str]:
    """Stems of the words that answer to ``term``."""
    return frozenset(map(stem, kin(term)))


def kin(term: str) -> frozenset[str]:
    """Words that answer to ``term``."""
    return _KIN_OF.get(stem(term), frozenset())


@dataclass(frozen=True)
class Query:
    text: str
    terms: tuple[str, ...]
    """Content words, in order, each once."""
    spans: tuple[str, ...]
    """Runs of one to three words that may be a name, longest first, in canonical form."""
    months: tuple[int, ...]
    years: tuple[int, ...]
    asks_when: bool
    first_person: bool
    third_person: bool
    asks_where: bool
    asks_assistant: bool
    asks_latest: bool
    """About the present, where things may have been otherwise before."""
    proper_names: tuple[str, ...]
    """Words that are names by their capital, folded."""

    @cached_property
    def match(self) -> str:
        """For messages (stemmed index)."""
        return quoted(self.terms)

    @cached_property
    def fact_match(self) -> str:
        """For facts: the words and those that answer to them."""
        return quoted(dict.fromkeys([*self.terms, *(k for t in self.terms for k in sorted(kin(t)))]))


def quoted(terms: Iterable[str]) -> str:
    """An FTS5 OR of ``terms``, each a string to FTS5 and never syntax."""
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)


def abridged(question: str) -> str:
    """What of a question is read: all of it, or the beginning and the end of a long text."""
    return question if len(question) <= LONGEST else f"{question[: LONGEST // 2]}\n{question[-LONGEST // 2 :]}"


def analyse(question: str) -> Query:
    question = abridged(question)
    said = words(question)
    content = [w for w in said if w not in STOP_WORDS and "'" not in w]
    content = [*content, *_unsaid(question, content)]
    content = [w for w, before in zip(content, ["", *content], strict=False) if w != "history" or before not in LIFE]
    if FOR_A_LIVING in " ".join(said):
        content = ["job" if w == "living" else w for w in content]
    strong = [w for w in content if w not in WEAK_WORDS]
    return Query(
        text=question,
        terms=tuple(dict.fromkeys(strong or content))[:MOST_TERMS],
        spans=_spans(said),
        months=_months(question),
        years=tuple(dict.fromkeys(int(y) for y in YEAR.findall(question))),
        asks_when=bool(WHEN.search(question)),
        first_person=any(w.split("'")[0] in FIRST_PERSON for w in said),
        third_person=any(w in THIRD_PERSON for w in said),
        asks_where="where" in said,
        asks_assistant=bool(ASSISTANT.search(question)),
        asks_latest=bool(LATEST.search(question)),
        proper_names=tuple(dict.fromkeys(fold(name) for name in PROPER_NAME.findall(question))),
    )


def _unsaid(question: str, content: Sequence[str]) -> list[str]:
    """The verb that a question is about, where it is too common a word to be searched."""
    if liking := LIKING.search(question):
        return ["dislike" if liking["not"] else "like"]
    if BEEN_TO.search(question):
        return ["visited"]
    if any(w not in HAPPENING and not w.isdigit() for w in content):
        return []
    return [verb for asked, verb in WHERE if asked.search(question)][:1]


def _spans(said: Sequence[str]) -> tuple[str, ...]:
    found: list[str] = []
    for size in (3, 2, 1):
        for start in range(len(said) - size + 1):
            run = said[start : start + size]
            if run[0] not in STOP_WORDS and run[-1] not in STOP_WORDS:
                found.append(" ".join(run))
    return tuple(dict.fromkeys(found))[:MOST_SPANS]


def _months(question: str) -> tuple[int, ...]:
    """Months named; "may" and "march" only with a capital."""
    found = []
    for word in WORD.findall(question):
        for number, month in enumerate(MONTHS, 1):
            named = word.casefold() == month and (month not in ("may", "march") or word[0].isupper())
            if named and number not in found:
                found.append(number)
    return tuple(found)


class Terms:
    """Words to be held against many texts."""

    def __init__(self, terms: Iterable[str]) -> None:
        self._each = [(stem(term), kin_stems(term)) for term in terms]
        self._wanted = frozenset().union(*(kin | {term} for term, kin in self._each))
        # A word begins with its stem, but that "stories" has "story".
        self._begin = [tuple(s.removesuffix("y") for s in (term, *kin)) for term, kin in self._each]

    def coverage(self, text: str, least: float = 0.0) -> float:
        """Share of the words that ``text`` speaks of, 0 to 1; a word that merely answers to one counts 0.7. What is below
        ``least`` may be told as 0."""
        if text.isascii():
            plain = text.lower()
            most = sum(any(begin in plain for begin in begins) for begins in self._begin)
            if not most or most < least * len(self._begin):
                return 0.0
        there = self._wanted.intersection(map(stem, words(text)))
        if not there:
            return 0.0
        heard = [1.0 if term in there else 0.0 if there.isdisjoint(kin) else 0.7 for term, kin in self._each]
        return sum(heard) / len(heard)


def prefix_match(name: str) -> str:
    """FTS5 for names that begin with the words of ``name``; empty where it has no word."""
    return " ".join(f'"{word}"*' for word in words(name)[:MOST_TERMS])


def all_words(text: str) -> str:
    """FTS5 for rows that hold every word of ``text``; empty where it has no word."""
    return " ".join(f'"{word}"' for word in words(text)[:MOST_TERMS])
