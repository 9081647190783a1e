"""Whether a sentence asks, though nobody typed its mark: "have i got any pets", "and the boiler man comes when".

In: one sentence. Out: yes or no. By its mark, or by how it is worded: one logistic regression over
:mod:`.asking_features`, learned from lines that writers wrote who knew no rule, half of them questions that look like
statements and statements that look like questions (``python -m benchmarks.learn_asking --write``).
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice

from zeph.memory.language.asking_features import (
    ASKING,
    PAUSES,
    TOKEN,
    WORDS,
    class_of,
    closed_up,
    features,
    words_of,
)
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.logistic import likely
from zeph.memory.language.word_tables import read_text

ASKS, SURELY_ASKS = 0.6, 0.7
"""How likely a sentence without its mark asks at least that is taken for a question: one that begins with a question
word, and any other."""
DATA_FILE = "asking.json"
_VERBS = frozenset(("H", "VBD", "VBN", "VBZ", "VBP", "VB"))
_LONGEST_LEAD = 12
"""Words that are looked at for what any sentence may begin with."""
_LONGEST = 80
"""Words of a sentence that are looked at."""
ASKING_CHARS = 4_000
"""At the beginning and at the end of a text."""


def asking_part(text: str) -> str:
    """Of a long paste its beginning and its end, where what is asked of it stands; any other text whole."""
    return text if len(text) <= 2 * ASKING_CHARS else f"{text[:ASKING_CHARS]}\n{text[-ASKING_CHARS:]}"


def is_question(sentence: str) -> bool:
    """Whether it asks: by its mark, or by its words."""
    return sentence.rstrip(" \"')]").endswith("?") or asks_unmarked(sentence)


def asks_unmarked(sentence: str) -> bool:
    """The same where there is no mark; whoever typed another would have typed it, but after a question word."""
    end, first = sentence.rstrip()[-1:], words_of(without_greeting(sentence))[:1]
    if end == "." or (end == "!" and not {*first} <= ASKING):
        return False
    return is_likely_enough(sentence, asks_likely(sentence))


def is_likely_enough(sentence: str, share: float) -> bool:
    """Whether a sentence without its mark that asks so likely is taken for a question."""
    return share > SURELY_ASKS or share > ASKS and {*words_of(without_greeting(sentence))[:1]} <= ASKING


def asks_whether(sentence: str) -> bool:
    """Whether yes or no answers it: "is the test still open"."""
    words = words_of(without_greeting(sentence))
    return words[:1] != [] and words[0] in WORDS["helpers"] and is_question(sentence)


def asks_alone(sentence: str) -> bool:
    """Whether a sentence without its mark asks, and tells nothing beside it: not "have you heard, i got the job"."""
    parts = sentence.split(",")[1:]
    return asks_unmarked(sentence) and not any(has_verb(one) and not asks_unmarked(one) for one in parts)


def without_greeting(sentence: str) -> str:
    """It from its first word that says something: "morning! whats my name" asks for a name."""
    words = [*islice(TOKEN.finditer(sentence), _LONGEST_LEAD)]
    left = len(_after_openers([closed_up(word.group()) for word in words]))
    return sentence[words[-left].start() :] if left else sentence


def bare(sentence: str) -> str:
    """The same without what may follow: "ok whats on my list then?" is "whats on my list?"; all of it where nothing
    else is said."""
    said = without_greeting(sentence)
    words = [*TOKEN.finditer(said)]
    typed = ["", *(word.group().lower() for word in words)]
    while typed[-1] in WORDS["trailing"] | PAUSES and typed[-2] not in WORDS["leaned_on"]:
        typed.pop()
    end = words[len(typed) - 2].end() if len(typed) > 1 else len(said)
    return said[:end] + "?" * said[end:].rstrip().endswith("?")


@lru_cache(maxsize=4096)
def asks_likely(sentence: str) -> float:
    """From 0 to 1, by its words."""
    words = words_of(sentence)
    if {*words} <= PAUSES | WORDS["openers"] | WORDS["greetings"]:
        return 0.0
    if len(words) > _LONGEST:
        words = [*words[: _LONGEST // 2], *words[-_LONGEST // 2 :]]
    return likely(_shipped()[0], features(words))


@cache
def _shipped() -> tuple[Mapping[str, float], frozenset[str]]:
    """(the weights, the words that stand in some of the lines that they were learned from)."""
    made = json.loads(read_text(DATA_FILE))
    return made["weights"], frozenset(made["words"].split(" "))


def is_common(word: str) -> bool:
    """Whether a word in small letters is one that people often type, and no given name."""
    return word in _shipped()[1] and not may_be_given_name(word)


def _after_openers(words: Sequence[str]) -> list[str]:
    """Without what begins any sentence, and without a greeting where a pause or a question follows."""
    passed = WORDS["openers"] | PAUSES
    at = next((i for i, word in enumerate(words) if word not in passed), len(words))
    end = next((i for i, word in enumerate(words) if word not in passed | WORDS["greetings"]), len(words))
    last = max((i for i, word in enumerate(words[:end]) if word not in passed), default=at)
    first, second = (*words[end : end + 2], "", "")[:2]
    asked = first in ASKING | WORDS["telling"] or (first in WORDS["helpers"] and second in WORDS["subjects"])
    return [*words[end if asked or not PAUSES.isdisjoint(words[last:end]) else at :]]


def asks_whole(part: str) -> bool:
    """Whether what asks has a verb, be it written as one with its first word: "whats her number"; or begins with one
    that somebody and what they do stand behind: "does Ida work there"."""
    said = words_of(part)
    of_somebody = len(said) > len(("does", "Ida")) and class_of(said[0]) == "H"
    return has_verb(part) or {*said[:1]} <= WORDS["asking_is"] or of_somebody


def has_verb(part: str) -> bool:
    """Whether a verb stands behind its first word."""
    return any(class_of(word) in _VERBS for word in words_of(part)[1:])
