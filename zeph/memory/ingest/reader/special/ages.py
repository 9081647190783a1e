"""How old somebody is: "I'm Lee, 29", "Leo (7) and Max (5)", "turned 30 in May", "my 6-year-old daughter".

In: a clause in its message. Out: ``has_age`` with the number of years ("29") or the number and its unit ("8 months").
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import Argument
from zeph.memory.ingest.reader.parse.word_forms import is_plural
from zeph.memory.ingest.reader.reader_tables import words
from zeph.memory.ingest.reader.special.statement import TABLE, Said, Statement, value
from zeph.records.claim import Mention

_ONES, _TENS = TABLE["number"]["ones"].split(), TABLE["number"]["tens"].split()
NUMBERS = {word: n for n, word in enumerate(_ONES)} | {word: 10 * n for n, word in enumerate(_TENS, 2)}
NUMBERS |= {f"{ten}-{one}": NUMBERS[ten] + NUMBERS[one] for ten in _TENS for one in _ONES[1:10]}
_TELLS = TABLE["age"]
_PERSONS = words(_TELLS["persons"])
_NUMBER = rf"(?P<number>\d{{1,3}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"
_AGE = re.compile(rf"{_NUMBER}(?:{_TELLS['unit']}|(?={_TELLS['behind']})|(?P<timed>(?={_TELLS['behind_time']})))", re.I)
_BEHIND_NAME = re.compile(r"\s*\((\d{1,3})\)|,\s*(\d{1,3})(?=\s*(?:[,.)!–-]|and\b|$))")
_COMPOUND = re.compile(r"(\d{1,3})-(year|month|week)s?-olds?")
_OLDEST = 115
_YOUNGEST_SPEAKER = 8
_GREETING = len("Hello everyone, ")


def ages(said: Statement) -> Iterator[Said]:
    """The ages that a clause tells."""
    clause = said.clause
    if clause.question:
        return
    for argument in clause.arguments:
        for one in argument.listed:
            yield from _beside_name(said, one)
    if not said.stands or clause.verb not in ("be", "turn", "") or clause.tense == "used_to":
        return
    subject = clause.subject
    if subject is None or not subject.mention.name or subject.others or _are_several(said, subject):
        return
    for argument in clause.arguments:
        if argument.role != "subject" and not argument.preposition and (read := _read(said, argument)):
            yield from _aged(said, subject, read)
            return


def _aged(said: Statement, subject: Argument, read: tuple[str, bool, Mention]) -> Iterator[Said]:
    age, full, thing = read
    clause, name = said.clause, subject.mention.name
    person = bool(subject.kinds & _PERSONS) or (full or clause.verb == "turn") and "tool" not in subject.kinds
    young = "self" in subject.kinds and (not age.isdigit() or int(age) < _YOUNGEST_SPEAKER)
    if not person or young or clause.verb == "" and not _introduces(said, thing):
        return
    turns = clause.verb == "turn"
    if clause.tense == "past" and not turns:
        return
    ahead = clause.tense == "future" or clause.modality == "plan" or turns and clause.tense != "past"
    if turns or ahead:
        word = "turns" if ahead else "turned"
        modality = "plan" if ahead and clause.tense != "perfect" else "fact"
        yield Said("age", _person(subject), "has_age", thing, f"{name} {word} {age}", "begin", modality, said.time())  # type: ignore[arg-type]
    else:
        yield Said("age", _person(subject), "has_age", thing, _sentence(name, age))


def _read(said: Statement, argument: Argument) -> tuple[str, bool, Mention] | None:
    """(age, whether "years old" is said, the age as an object) where a phrase is an age."""
    span = argument.mention.span
    match = _AGE.match(said.text, span.start) if span is not None else None
    if match is None or match["timed"] is not None and not said.time():
        return None
    number = NUMBERS.get(match["number"].lower()) or int(match["number"]) if match["number"] else 0
    if not 0 < number <= _OLDEST:
        return None
    unit = (match["unit"] or "year").lower()
    age = str(number) if unit[0] == "y" else f"{number} {unit}"
    return age, bool(match["unit"] or match["short"]), replace(value(age, match.start()), head=age)


def _introduces(said: Statement, thing: Mention) -> bool:
    """ "Lee here, 29, from Hull": a note that begins with a name or with the age."""
    first = said.clause.arguments[1] if len(said.clause.arguments) > 1 else None
    start = thing.span.start if thing.span is not None else 0
    named = first is not None and first.mention.named and "tool" not in first.kinds
    opens = named and said.clause.span.start <= _GREETING
    return opens and bool(re.search(r",\s*$", said.text[:start]))


def _are_several(said: Statement, subject: Argument) -> bool:
    mention = subject.mention
    word = said.words(mention.span).lower() if mention.span is not None else ""
    return word in ("we", "they") or not mention.named and is_plural(mention.name.rsplit(" ", 1)[-1].lower())


def _beside_name(said: Statement, one: Argument) -> Iterator[Said]:
    """ "Leo (7)", "my sister Ana, 34, …", "my 6-year-old daughter"."""
    mention, known = one.mention, one.kinds & (_PERSONS - {"self"})
    own = one.role != "subject" and said.clause.verb in ("", "be") and not mention.owner  # "I'm Lee, 29"
    if not known or not mention.name or mention.span is None or own:
        return
    compound = next((m for word in one.adjectives if (m := _COMPOUND.fullmatch(word))), None)
    if compound is not None:
        age = compound[1] if compound[2] == "year" else f"{compound[1]} {compound[2]}s"
        yield Said("age_beside", _person(one), "has_age", value(age), _sentence(mention.name, age))
    elif mention.named and (match := _BEHIND_NAME.match(said.text, mention.span.end)):
        age = match[1] or match[2]
        if 0 < int(age) <= _OLDEST:
            thing = value(age, match.start(match.lastindex or 0))
            yield Said("age_beside", _person(one), "has_age", thing, _sentence(mention.name, age))


def _person(argument: Argument) -> Mention:
    mention = argument.mention
    return mention if mention.entity_type or "animal" in argument.kinds else replace(mention, entity_type="person")


def _sentence(name: str, age: str) -> str:
    return f"{name} is {age} {'years ' if age.isdigit() and age != '1' else 'year ' if age == '1' else ''}old"
