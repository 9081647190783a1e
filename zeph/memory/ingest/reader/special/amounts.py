"""Numbers that are the fact: "we have about 340 laptops", "my day rate is 320", "I weigh 82 kg".

In: a clause in its message. Out: claims with the thing as object and the number, as it is said, as the qualifier
``amount``: when the number changes, the fact stays the same.
"""

import re
from collections.abc import Iterator

from zeph.memory.ingest.reader.lexicon.kinds import AMOUNT_RELATION
from zeph.memory.ingest.reader.mentions.argument import Argument
from zeph.memory.ingest.reader.reader_tables import words
from zeph.memory.ingest.reader.special.statement import TABLE, Said, Statement
from zeph.records.claim import Mention

_TELLS, _COUNTED = TABLE["amount"], TABLE["counted"]
_VALUE = re.compile(_TELLS["value"], re.IGNORECASE)
_NOUNS, _VERBS = words(_TELLS["nouns"]), words(_TELLS["verbs"])
_RELATIONS: dict[str, str] = _TELLS["relation"]
_OF_VERB: dict[str, str] = _TELLS["verb"]
_HAVING, _THINGS, _PEOPLE = (words(_COUNTED[key]) for key in ("verbs", "things", "people"))
_HOLDERS = frozenset(("self", "org", "group", "product", "person"))
_TEAM = re.compile(r"\b(team|group|family|crew|household|band|class) of (\d+|[a-z]+)\b", re.IGNORECASE)
_NUMBER = re.compile(_COUNTED["number"], re.IGNORECASE)
_AHEAD = len("roughly  ")
_RANGE = re.compile(r"\b(?:and|or|to|under|below|above|max|least|most)\s*$", re.IGNORECASE)
_ABOUT = re.compile(r"\b(about|around|roughly|nearly|over|under|some|~)\s*$", re.IGNORECASE)


def amounts(said: Statement) -> Iterator[Said]:
    """What a clause says there is how much of."""
    clause = said.clause
    if not said.stands or clause.subject is None or clause.tense in ("past", "used_to"):
        return
    if clause.verb in _VERBS:
        yield from _measured(said, clause.subject)
        yield from _team(said, clause.subject)
    elif clause.verb in _OF_VERB:
        yield from _weighed(said, clause.subject)
    elif clause.verb in _HAVING or clause.verb == "get" and clause.tense == "perfect":
        yield from _counted(said, clause.subject)


def _measured(said: Statement, subject: Argument) -> Iterator[Said]:
    """ "My commute is 40 minutes", "day rate is 320"."""
    mention = subject.mention
    if mention.head not in _NOUNS - AMOUNT_RELATION.keys() or mention.span is None:
        return
    holder = said.owner(subject) or (said.me if not subject.determiner else None)
    amount = _amount_in(said)
    if holder is None or not amount:
        return
    noun = mention.name.removeprefix(f"{mention.owner}'s ") if mention.owner else mention.name
    relation = _RELATIONS.get(mention.head, f"has_{'_'.join(noun.lower().replace('-', ' ').split())}")
    thing = Mention(noun, "concept", mention.span, mention.head)
    yield Said(
        "amount", holder, relation, thing, f"{holder.name}'s {noun} is {amount}", qualifiers={"amount": amount}
    )  # fmt: skip


def _weighed(said: Statement, subject: Argument) -> Iterator[Said]:
    mention, amount = subject.mention, _amount_in(said)
    if not mention.name or not amount or not ("self" in subject.kinds or mention.named or mention.owner):
        return
    noun = _OF_VERB[said.clause.verb]
    sentence = f"{mention.name} {said.clause.verb}s {amount}"
    thing = Mention(noun, "concept", head=noun)
    yield Said("amount", mention, f"has_{noun}", thing, sentence, qualifiers={"amount": amount})


def _amount_in(said: Statement) -> str:
    """The number behind the verb with its unit and rate."""
    clause = said.clause
    for argument in clause.arguments:
        span = argument.mention.span
        if argument.role == "subject" or argument.preposition not in ("", "at", "about") or span is None:
            continue
        match = _VALUE.match(said.text, span.start)
        if _RANGE.search(said.text[: span.start]):
            return ""
        if match is not None and match.end() >= min(span.end, clause.span.end):
            about = _ABOUT.search(said.text[: span.start])
            return f"{about[1]} {match[0]}" if about else match[0]
    return ""


def _counted(said: Statement, subject: Argument) -> Iterator[Said]:
    """ "The council has about 340 laptops", "we have 14 employees"."""
    holder = subject.mention
    if not holder.name or not subject.kinds & _HOLDERS or subject.determiner in ("a", "an", "some"):
        return
    for argument in said.clause.arguments:
        for one in argument.listed if argument.role in ("object", "second_object") else ():
            head = one.mention.head
            if not one.count or head not in _THINGS | _PEOPLE or one.mention.owner:
                continue
            relation = "owns" if head in _THINGS else f"has_{head}_count"
            amount = _number_of(said, one)
            thing = Mention(one.mention.name, "concept", one.mention.span, head)
            sentence = f"{holder.name} has {amount} {one.mention.name}"
            yield Said("count", holder, relation, thing, sentence, qualifiers={"amount": amount})


def _number_of(said: Statement, one: Argument) -> str:
    """The number before a noun as it is said: "about 340", "ten thousand"."""
    span = one.mention.span
    found = _NUMBER.search(said.text, max(0, span.start - _AHEAD), span.end) if span is not None else None
    return found[0] if found is not None else one.count


def _team(said: Statement, subject: Argument) -> Iterator[Said]:
    """ "We're a team of 6"."""
    if "self" not in subject.kinds and not subject.kinds & {"org", "group"} or not subject.mention.name:
        return
    match = _TEAM.search(said.text, said.clause.span.start, said.clause.span.end)
    if match is not None and said.text[: match.start()].rstrip().endswith((" a", " A")):
        thing = Mention(match[1].lower(), "concept", head=match[1].lower())
        sentence = f"{subject.mention.name} is in a {match[1].lower()} of {match[2]}"
        yield Said("count", subject.mention, "member_of", thing, sentence, qualifiers={"amount": match[2]})
