"""What a plain statement speaks of, and what it says of it: a thing, a number, a day, a place.

In: a clause. Out: its subject where that can be known again, what is said of it, and the two ends and the relation of
the claim. Of a number or a day alone ("bin day is Thursday") the noun of the subject is the object and the value its
qualifier, as with amounts: when the value changes, the fact stays the same.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import Clause, Word
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.open.open_classes import OPEN_WORDS, is_value
from zeph.memory.language.morphology import forms_of, is_plural, lemma_of_verb
from zeph.memory.language.names import canonical_name
from zeph.memory.language.relations import relation_slug
from zeph.records.claim import Mention, Span

PREPOSITIONS = OPEN_WORDS["placing"]
LEADING = PREPOSITIONS | OPEN_WORDS["articles"]
_PLACES = ("object", "second_object", "complement")
_NO_THING = frozenset(("hollow", "self", "number", "to_do", "gerund"))
_GENERAL = frozenset(("food", "drink", "substance", "animal", "gerund", "person"))
_MARKS = 2
"""Characters before the first word of a clause: ", scan is the 26th"."""
_LONGEST_NAME = 60
_MEASURE = re.compile(r"[£$€]?\d+[\d.,:/-]*\d[a-z]{0,3}")
"""A number of two digits at least: "74.5", "32mm"."""


def existing(clause: Clause, text: str) -> Clause:
    """ "There's a spare key under the mat" as "a spare key is under the mat"; every other clause as it is."""
    there, thing, words = clause.subject, clause.first("complement"), clause.words
    own = there.mention.span if there is not None else None
    if own is None or clause.verb != "be" or thing is None or thing.mention.span is None or thing.others or not words:
        return clause
    if not _is_thing(thing) or words[0].text not in OPEN_WORDS["of_one"] or thing.determiner not in ("a", "an"):
        return clause
    if text[own.start : own.end].lower() not in OPEN_WORDS["there"]:
        return clause
    end = thing.mention.span.end
    verb = replace(words[0], span=Span(end, end))
    rest = (one for one in clause.arguments if one.role != "subject" and one is not thing)
    kept = (verb, *(word for word in words if word.span.start >= end))
    return replace(clause, arguments=(replace(thing, role="subject"), *rest), words=kept)


def valued(clause: Clause) -> Iterator[Clause]:
    """ "Saddle height 74.5" as "saddle height is 74.5": what a note gives a number of."""
    listed = (one for argument in clause.arguments[1:] for one in argument.listed if not argument.preposition)
    for one in listed if not (clause.verb.rstrip(":") and clause.outer is None or clause.times) else ():
        name, _, value = one.mention.name.rpartition(" ")
        span = one.mention.span
        told = name.replace(" ", "").isalpha() and name.split()[-1].lower() not in OPEN_WORDS["numbered"]
        if span is None or not told or one.count or one.mention.owner or not _MEASURE.fullmatch(value):
            continue
        begin = span.end - len(value)
        thing = Phrase(Mention(value, "concept", Span(begin, span.end)), frozenset(("number",)), role="complement")
        mention = replace(one.mention, name=name, span=Span(span.start, begin - 1), head=name.split()[-1].lower())
        said = (Word("is", Span(begin, begin)), Word(value, Span(begin, span.end)))
        arguments = (replace(one, role="subject", mention=mention, others=()), thing)
        yield replace(clause, verb="be", arguments=arguments, words=said, span=span)


def is_known(clause: Clause, subject: Phrase) -> bool:
    """The speaker, or who can be known again: by a name, an owner, "the backup job", or as notes say it: "bin day"."""
    mention = subject.mention
    if not mention.name or "self" in subject.kinds:
        return bool(mention.name)
    if mention.named or mention.owner:
        return "hollow" not in subject.kinds
    if len(mention.name.split()) == 1 and {mention.head, mention.name} & (OPEN_WORDS["shown"] | OPEN_WORDS["hollow"]):
        return False
    return subject.determiner == "the" and "hollow" not in subject.kinds or is_note(clause, subject)


def is_note(clause: Clause, subject: Phrase) -> bool:
    """ "Bin day", "lab freezer": one thing, known by what is said of it."""
    mention, name = subject.mention, subject.mention.name.lower().split()
    if mention.span is None or subject.determiner or subject.count:
        return False
    if mention.span.start > clause.span.start + _MARKS:
        return False
    of_one = any(word.text in OPEN_WORDS["of_one"] for word in clause.words)
    general = subject.kinds & _GENERAL or "hollow" in subject.kinds and len(name) == 1
    vague = not {mention.head, *name}.isdisjoint(OPEN_WORDS["pointing"] | OPEN_WORDS["abstract"])
    return not general and not vague and (of_one or not is_plural(name[-1]))


def thing_of(clause: Clause) -> Phrase | None:
    """What it is said of besides the subject: the object, else the first thing behind a preposition, else a value."""
    begin = verb_begin(clause)
    said = [a for a in clause.arguments[1:] if a.mention.span is None or a.mention.span.start >= begin]
    places = [a for a in said if a.role in _PLACES and not (a.preposition or _tells_no_thing(a))]
    if clause.verb == "be" and places and (places[0].adjective or not places[0].determiner and _dated(clause)):
        return _state_of(clause, places[0])
    first = next(iter(places or _behind(clause, said)), None)
    if first is None:
        return _dated(clause)
    if clause.verb == "be" and not first.preposition and clause.arguments[0].mention.head in OPEN_WORDS["secret"]:
        return None
    return first if _is_number(clause, first) or _is_thing(first) else None


def _tells_no_thing(argument: Phrase) -> bool:
    """ "Me"; "twenty-two years" of "served twenty-two years in the fleet"."""
    return "self" in argument.kinds or bool(argument.count) and argument.mention.head in OPEN_WORDS["lengths"]


def _behind(clause: Clause, said: list[Phrase]) -> list[Phrase]:
    """What stands behind a preposition: of "be" only behind one of place."""
    sure = PREPOSITIONS - OPEN_WORDS["aiming"] if clause.verb == "be" else PREPOSITIONS
    return [a for a in said if a.role == "oblique" and a.preposition in sure]


def _state_of(clause: Clause, state: Phrase) -> Phrase | None:
    """ "Off", "77-0392"; the day of "is noon on 12 July"; what else somebody is tells too seldom what lasts."""
    if not state.adjective:
        return _dated(clause)
    lasts = _is_number(clause, state) or not OPEN_WORDS["states"].isdisjoint(_name(state))
    return state if lasts else None


def verb_begin(clause: Clause) -> int:
    """Where the verb begins: what stands before it belongs to the subject ("redis *on cache-2* evicts at 4 GB")."""
    verb = clause.verb.split(" ")[0]
    own = clause.arguments[0].mention.span if clause.arguments else None
    start = own.end if own is not None and own.end <= clause.span.end else clause.span.start
    return next((w.span.start for w in clause.words if w.span.start >= start and _is_verb(w.text.lower(), verb)), start)


def _is_verb(word: str, verb: str) -> bool:
    return word in OPEN_WORDS["helpers"] and word != "to" or lemma_of_verb(word) == verb


def _name(argument: Phrase) -> set[str]:
    return set(argument.mention.name.lower().split())


def _is_number(clause: Clause, argument: Phrase) -> bool:
    """ "Nine minutes", "60 a session", "at 6.30": of things it tells what they take, hold or cost."""
    if "self" in clause.arguments[0].kinds or clause.tense not in ("present", "future"):
        return False
    numbered = not argument.kinds.isdisjoint(("number", "clock"))
    if numbered or any(map(str.isdigit, argument.count)):
        return clause.verb == "be" or numbered
    return clause.verb == "be" and any(map(str.isdigit, argument.mention.name)) and not argument.mention.named


def _dated(clause: Clause) -> Phrase | None:
    """The day of "my visa expires on 14 August": what comes without an object comes when it comes."""
    said = next((time for time in clause.times if time.role in ("at", "frequency")), None)
    if said is None or clause.tense not in ("present", "future") or "self" in clause.arguments[0].kinds:
        return None
    first, _, rest = said.text.partition(" ")
    day = rest if first.lower() in LEADING else said.text
    return Phrase(Mention(day, "concept", said.span, day.lower()), frozenset(("when",)))


def _is_thing(argument: Phrase) -> bool:
    mention = argument.mention
    if not mention.name or argument.adjective or argument.kinds & _NO_THING:
        return False
    if mention.head in OPEN_WORDS["hollow"] or argument.determiner in ("no", "any"):
        return False
    if len(mention.name) > _LONGEST_NAME:
        return False
    return sum(char.isalpha() for char in canonical_name(mention.name)) > 1


def ends_of(clause: Clause, subject: Phrase, thing: Phrase, speaker: Mention) -> tuple[Mention, str, Mention]:
    """Source, relation and target."""
    about = subject.mention
    if not is_value(thing):
        return about, _relation(clause, thing), thing.mention
    beside = next(
        (a for a in clause.arguments if a.preposition in PREPOSITIONS and a is not thing and _is_thing(a)), None
    )
    if beside is not None:
        return about, _relation(clause, beside), beside.mention
    if "self" in subject.kinds:
        return about, _relation(clause, thing), thing.mention
    owner = Mention(about.owner) if about.owner else speaker
    noun = about.name.removeprefix(f"{about.owner}'s ") if about.owner else about.name
    verb = "" if clause.verb == "be" else clause.verb
    target = replace(about, name=noun, entity_type=about.entity_type or "concept")
    dated = not verb and "when" in thing.kinds and any(map(str.isdigit, thing.mention.name))
    return owner, "has_event" if dated else relation_slug(f"has {noun} {verb}".strip()), target


def _relation(clause: Clause, thing: Phrase) -> str:
    """The verb in its dictionary form with its particle and preposition."""
    verb = clause.verb
    if clause.passive:
        first, _, particle = verb.partition(" ")
        said = next((w.text for w in clause.words if lemma_of_verb(w.text) == first), forms_of(first).participle)
        verb = f"be {said} {particle}".strip()
    return relation_slug(f"{verb} {thing.preposition}".strip())
