"""When somebody was born or has a birthday: "my birthday is on 3 June", "born in 1988", "it's my birthday tomorrow".

In: a clause in its message. Out: ``born_on`` with the date in the one spelling of ``times.birthday`` ("3 June 1988",
"3 June", "1988").
"""

import re
from collections.abc import Iterator

from zeph.memory.ingest.reader.clauses.clause import Argument
from zeph.memory.ingest.reader.reader_tables import words
from zeph.memory.ingest.reader.special.statement import TABLE, Said, Statement, value
from zeph.memory.ingest.times.birthday import BIRTH_RELATION, LEAP, birth_date
from zeph.records.claim import Mention

_TELLS = TABLE["birthday"]
_NOUNS, _DAYS, _VERBS = words(_TELLS["nouns"]), words(_TELLS["days"]), words(_TELLS["verbs"])
_PERSONS, _NO_PERSONS = words(_TELLS["persons"]), words(_TELLS["no_persons"])
_WORD = re.compile(r"[a-z]+")
_LEADING = re.compile(r"^(?:on|in)\s+(?:the\s+)?|^the\s+", re.IGNORECASE)


def birthdays(said: Statement) -> Iterator[Said]:
    """The days on which somebody was born, or has a birthday."""
    clause = said.clause
    if not said.stands or not said.time():
        return
    if clause.verb == "bear":
        yield from _born(said)
    elif clause.verb in _VERBS and clause.tense in ("present", "future"):
        yield from _celebrated(said)
    elif clause.verb.rstrip(":") in _NOUNS:
        yield from _day_of(said, said.me)


def _celebrated(said: Statement) -> Iterator[Said]:
    for argument in said.clause.arguments:
        head = argument.mention.head
        if head in _NOUNS and not argument.preposition and (owner := said.owner(argument)):
            yield from _day_of(said, owner)
            return


def _day_of(said: Statement, owner: Mention) -> Iterator[Said]:
    phrase = said.time()
    day = _date(phrase, said.sent_at)
    if day and any(char.isdigit() for char in day):
        yield Said("birthday", owner, BIRTH_RELATION, value(day), f"{owner.name}'s birthday is on {day}")


def _born(said: Statement) -> Iterator[Said]:
    subject = said.clause.subject
    if subject is None or not subject.mention.name or not _is_person(subject):
        return
    date = _date(said.time(), said.sent_at)
    if date:
        word = "on" if date[0].isdigit() and " " in date else "in"
        sentence = f"{subject.mention.name} was born {word} {date}"
        yield Said("birth", subject.mention, BIRTH_RELATION, value(date), sentence)


def _date(phrase: str, sent_at: str) -> str:
    """The date in its one spelling; empty where the words name none, or only an unknown "next Friday"."""
    exact = any(char.isdigit() for char in phrase)
    relative = bool(_DAYS & frozenset(_WORD.findall(phrase.lower()))) and bool(sent_at)
    if not exact and not relative:
        return ""
    return birth_date(_LEADING.sub("", phrase) if exact else phrase, sent_at or LEAP)


def _is_person(subject: Argument) -> bool:
    mention = subject.mention
    known = subject.kinds & _PERSONS and not subject.kinds & _NO_PERSONS
    return bool(known) and (mention.named or bool(mention.owner) or "self" in subject.kinds)
