"""Whether what a sentence tells of a day has been, by its verb.

In: a sentence, the words for a day in it. Out: whether that is behind. Pure. The words stand in ``agenda.toml``.
"""

import re
from itertools import pairwise

from zeph.agent.answers.answer_tables import read_answers
from zeph.memory.language.morphology import forms_of, is_past_form, verb_form
from zeph.memory.language.times.date_spans import WEEKDAYS, DatePhrase
from zeph.memory.recall.query.vocabulary import words

_DAYS, _LATER = (read_answers("agenda.toml")[name] for name in ("days", "later"))
ONWARD, ONWARD_BEFORE, _PUT_OFF, _ENDS = (
    re.compile(_DAYS[name], re.IGNORECASE) for name in ("onward", "onward_before", "put_off", "ends")
)
CUT, IT_IS, _FOR_DAY = (re.compile(_LATER[name], re.IGNORECASE) for name in ("cut", "it_is", "for_day"))
_ARRANGED, _HOLDS, _BEING, _NO_VERBS, _GOT, _HAVING, _WHO, _FOR_THE_DAY = (
    frozenset(_LATER[name].split())
    for name in ("arranged", "holds", "being", "no_verbs", "got", "having", "who", "for_the_day")
)


def is_behind(said: str, phrase: DatePhrase) -> bool:
    """Whether what it tells of that day has been: by the verb before it, unless something was arranged for the day;
    of a bare weekday also by what stands behind it ("Friday night: the queue backed up")."""
    before = said[: phrase.start]
    if ONWARD.search(phrase.text) or any(tells.search(before) for tells in (ONWARD_BEFORE, IT_IS, _PUT_OFF)):
        return False
    note = CUT.split(before)[-1]
    if note.strip() and not any(map(may_be_verb, words(note))):
        return _has_been(said, phrase)  # "handed in his notice, *last day 17 April*"
    for lead, word in reversed(list(pairwise(["", *words(note if note.strip() else before)]))):
        past = _is_past(lead, word)
        if _holds(lead, word) or past and lead in _BEING or not past and _is_present(lead, word):
            return False
        if past:
            return True
    return _has_been(said, phrase)


def _has_been(said: str, phrase: DatePhrase) -> bool:
    """Of a bare weekday: whether the first verb behind it in its clause is in the past."""
    if WEEKDAYS.keys().isdisjoint(words(phrase.text)) or any(map(str.isdigit, phrase.text)):
        return False
    clause = _ENDS.split(said[phrase.end :], maxsplit=1)[0]
    for lead, word in pairwise(["", *words(clause)]):
        if _holds(lead, word) or _is_present(lead, word):
            return False
        if _is_past(lead, word):
            return True
    return False


def _is_past(lead: str, word: str) -> bool:
    return (
        word not in WEEKDAYS
        and (is_past_form(word) or lead in _WHO and forms_of(word).past == word)
        and word not in _NO_VERBS
    )


def _holds(lead: str, word: str) -> bool:
    """Whether it tells what is so, or was arranged; "Tom's got judo", however it is written."""
    got = word in _GOT and (lead in _HAVING or lead.endswith("s"))
    return word.endswith("ing") or word in _ARRANGED | _HOLDS or got


def is_arranged(said: str) -> bool:
    """Whether something was arranged for the day on which it is told: "*booked* it today", "a table *for tonight*"."""
    told = words(said)
    return not _FOR_THE_DAY.isdisjoint(told) or bool(_FOR_DAY.search(said))


def may_be_verb(word: str) -> bool:
    return word in _HAVING | _BEING | _HOLDS or verb_form(word) is not None or is_past_form(word)


def _is_present(lead: str, word: str) -> bool:
    """ "They *want* me then"."""
    form = verb_form(word) if lead in _WHO else None
    return form is not None and form[1] in ("VB", "VBP", "VBZ")
