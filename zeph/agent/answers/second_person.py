"""A fact's sentence as it is said to the person: "User lives in Hull" becomes "You live in Hull".

In: a sentence that the memory keeps, in the third person and the present. Out: the same to "you", and in the past where
it is over ("You lived in Hull"). Verbs are turned by ``memory/language/morphology.py``.
"""

import re

from zeph.agent.answers.answer_tables import read_answers
from zeph.memory.language.morphology import forms_of, is_past_form, lemma_of_verb
from zeph.records.message import PERSON

_TABLE = read_answers()["second_person"]
_FORMS: dict[str, str] = _TABLE["forms"]
_PAST: dict[str, str] = _TABLE["past"]
_BETWEEN = frozenset(_TABLE["between"].split())
_OWNED = re.compile(rf"\b{PERSON}['’]s\b")
_OWNED_ALONE = re.compile(rf"\b{PERSON}['’]s(?=\s*(?:$|[.,;:!?)]))")
_NAMED = re.compile(rf"\b{PERSON}\b")
_CALLED = re.compile(_TABLE["called"])
_PARTS = re.compile(r"((?<=[:;(])\s*|(?<=\())")
_OWN = re.compile(_TABLE["own"])
_AGAIN = re.compile(rf"(?<=[:;]) (?={PERSON} )")
"""Where the person stands once more: "User took back: User has a cat"."""


def to_you(sentence: str, subject: str = PERSON, *, over: bool = False) -> str:
    """``sentence`` about ``subject`` (how it begins), said to the person; in the past where it is ``over``."""
    if again := _AGAIN.search(sentence):
        said = to_you(sentence[again.end() :], over=over)
        return f"{to_you(sentence[: again.start()], subject, over=over)} {said[:1].lower()}{said[1:]}"
    own = subject == PERSON
    sentence = _CALLED.sub(PERSON, sentence)
    if not sentence.startswith(f"{subject} "):
        told = subject != PERSON and sentence.startswith(f"{PERSON} ")  # "User lent their nephew …", who owes it
        return to_you(sentence, over=over) if told else _spoken_to(sentence)
    words = sentence[len(subject) + 1 :].split(" ")
    place = next((i for i, word in enumerate(words) if word not in _BETWEEN), 0)
    words[place] = _verb(words[place], own=own, over=over)
    spoken = _spoken_to(" ".join((subject, *words)))
    while own and (turned := _OWN.sub(rf"\g<before>{_TABLE['owner']}", spoken)) != spoken:
        spoken = turned
    return spoken


def name_to_you(name: str) -> str:
    """The name of a thing: the person alone, and what is theirs; "User Service" is called so."""
    return to_you(name) if name == PERSON or _OWNED.match(name) else name


def said_to_you(sentences: str) -> str:
    """The same where facts follow other words: "Taken back: User likes tea; User's dog is Rex."."""
    return "".join(to_you(part) if part.startswith(PERSON) else part for part in _PARTS.split(sentences))


def _verb(word: str, *, own: bool, over: bool) -> str:
    if not own:
        return _past(word) if over else word
    base = _FORMS.get(word) or (lemma_of_verb(word) if word.endswith("s") and word.islower() else word)
    return _past(base, plural=True) if over else base


def _past(word: str, *, plural: bool = False) -> str:
    if word in _PAST or is_past_form(word):
        return _PAST.get(word, word)
    return forms_of(lemma_of_verb(word)).past if word.isalpha() and (plural or word.endswith("s")) else word


def _spoken_to(sentence: str) -> str:
    owner, person = _TABLE["owner"], _TABLE["person"]
    spoken = _NAMED.sub(person, _OWNED.sub(owner, _OWNED_ALONE.sub(_TABLE["owned"], sentence)))
    return spoken[:1].upper() + spoken[1:]
