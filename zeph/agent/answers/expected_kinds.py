"""What kind of thing a question asks for, and whether a sentence has one.

In: a question, a sentence. Out: a kind of ``answers.toml`` (``time``, ``amount``, ``name`` …), yes or no. The idea is
the answer type of question answering before neural readers (Li and Roth, "Learning Question Classifiers", COLING 2002).
"""

import re
from functools import lru_cache

from zeph.agent.answers.answer_tables import read_answers
from zeph.memory.language.times.date_spans import find_date_phrases
from zeph.memory.recall.query.question import JOB as ASKS_JOB
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem, words

ANY = ""
"""A question that any statement may answer."""
NAME, PLACE, JOB, TIME = "name", "place", "job", "time"
FINER = ("weekday", "clock")
"""What tells when besides: "fri n sat", "9.15 every day"."""
MEASURED = frozenset(("number", "amount", "duration", "time", "clock", "weekday"))
"""Kinds that a sentence either has or has not."""
COUNTED = frozenset(("number", "amount"))
"""Kinds of which the number of a day is none."""
REACH = 8
"""Words from what is asked within which a thing of its kind belongs to it."""
_KINDS = [
    (row["kind"], re.compile(row["question"], re.IGNORECASE), re.compile(row["evidence"], re.IGNORECASE))
    for row in read_answers()["expected"]
]
_EVIDENCE = {kind: evidence for kind, _, evidence in _KINDS}
_CAPITAL = re.compile(r"(?<=[\w,;:)'\"’] )[A-Z][\w’'-]+")


@lru_cache(maxsize=64)
def expected_kind(question: str) -> str:
    """The first kind whose words the question has; :data:`ANY` where it has none."""
    if ASKS_JOB.search(question):
        return JOB
    return next((kind for kind, asked, _ in _KINDS if asked.search(question)), ANY)


def asking_words(question: str) -> str:
    """Those by which it asks for a thing of its kind: "how old", "what time"; empty where it is of none."""
    kind = expected_kind(question)
    return " ".join(found.group() for name, asked, _ in _KINDS if name == kind for found in asked.finditer(question))


def meets(kind: str, question: str, sentence: str) -> bool:
    """Whether ``sentence`` has what a question of that kind asks for; a name is one that the question does not say."""
    if kind == ANY:
        return False
    if _EVIDENCE[kind].search(without_days(sentence) if kind in COUNTED else sentence):
        return True
    if kind == TIME and any(_EVIDENCE[finer].search(sentence) for finer in FINER):
        return True
    known = question.casefold()
    return kind == NAME and any(name.casefold() not in known for name in _CAPITAL.findall(sentence))


@lru_cache(maxsize=512)
def without_days(sentence: str) -> str:
    """Its words that name no day: "Jan" of "Thu 7 Jan" is nobody."""
    for phrase in reversed(find_date_phrases(sentence)):
        sentence = f"{sentence[: phrase.start]} {sentence[phrase.end :]}"
    return sentence


def kind_near(kind: str, question: str, sentence: str) -> float:
    """How near to a word of the question the thing of that kind stands in ``sentence``: 1 for beside it, 0 for far."""
    asked = {stem(word) for word in words(question) if word not in STOP_WORDS}
    places = [i for i, word in enumerate(words(sentence)) if stem(word) in asked]
    things = [len(words(sentence[: found.start()])) for found in _EVIDENCE[kind].finditer(sentence)]
    apart = min((abs(place - thing) for place in places for thing in things), default=REACH)
    return max(0.0, 1 - apart / REACH)
