"""Who and what a claim is about: the part of a matched clause that a row names.

In: a match and the name of a part. Out: the :class:`Mention`; None where that part does not stand there.
"""

import re
from dataclasses import replace

from zeph.memory.ingest.reader.lexicon.kinds import OF_BARE, type_of_kind
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.patterns.match_rows import Match
from zeph.memory.language.morphology import forms_of, in_digits
from zeph.memory.language.times.time_spans import DAYS
from zeph.records.claim import Mention

_OPENING = re.compile(r"^(?:(?:on|in|at)\b)? ?(?:the\b)? ?", re.IGNORECASE)


def part_of(match: Match, part: str, speaker: str = "") -> Mention | None:
    """What stands in a part of the clause; parts are told in ``core.toml``."""
    if part.startswith("="):
        return Mention(part[1:], "concept", head=part[1:], definite=True)
    if part == "speaker" and speaker:
        return Mention(speaker, "person")
    if part == "me":
        return next((argument.mention for argument in match.clause.arguments if "self" in argument.kinds), None)
    if part in ("time", "day"):
        return _time(match, dated=part == "day")
    if part == "age" and match.subject.described.isdigit():
        return Mention(match.subject.described, "concept")
    if part in ("owner", "object_owner"):
        return _owner(match.subject if part == "owner" else match.object)
    if part == "sort":
        return _sort(match.object) if match.object is not None else None
    if part == "verb":
        verb = match.clause.verb.split(" ")[0]
        return Mention(forms_of(verb).gerund, "concept", head=verb)
    argument = argument_of(match, part) or (_other(match) if part == "other" else match.where.get(part))
    return typed(argument, _kind_of(match, part, argument)) if argument is not None else None


def _kind_of(match: Match, part: str, argument: Phrase) -> str:
    """What the row takes it for: somebody of whom nothing is known but that she likes tea is a person."""
    if part == "subject" and argument.mention.named:
        return next((slot.kind for slot in match.row.subject if slot.takes(argument)), "")
    return match.kind if part == "object" else ""


def _owner(owned: Phrase | None) -> Mention | None:
    return Mention(owned.mention.owner, "person") if owned is not None and owned.mention.owner else None


def argument_of(match: Match, part: str) -> Phrase | None:
    """The noun phrase that stands in a part."""
    if part in ("subject", "mention"):
        return match.subject
    return {"object": match.object, "old": match.old, "needed": match.needed}.get(part)


def _time(match: Match, *, dated: bool) -> Mention | None:
    said = next((time for time in match.clause.times if time.role == "at"), None)
    if said is None or dated and not (any(map(str.isdigit, said.text)) or said.text.lower() in DAYS):
        return None
    return Mention(_OPENING.sub("", said.text), "concept", said.span)


def _sort(argument: Phrase) -> Mention | None:
    """ "User's puppy" of "the puppy Bramble"."""
    mention = argument.mention
    if not mention.named:
        return None
    name = f"{mention.owner}'s {mention.head}" if mention.owner else mention.head
    return replace(mention, name=name, named=False, entity_type="")


def _other(match: Match) -> Phrase | None:
    """The second of two who are the subject together, said of the speaker first: "Dan and I broke up"."""
    listed = match.clause.subject.listed if match.clause.subject is not None else ()
    if len(listed) != 2:
        return None
    first = next((one for one in listed if "self" in one.kinds), listed[0])
    return next(one for one in listed if one is not first) if match.subject is first else None


def typed(argument: Phrase, kind: str) -> Mention:
    """With the type that its kind stands for, where the gazetteer knows none."""
    mention = argument.mention
    if kind == "age":
        mention = replace(mention, name=in_digits(mention.name))
    if mention.owner and not mention.named:  # "my job": there is one, and it should be known
        mention = replace(mention, definite=True)
    if "bare" in argument.kinds and kind in OF_BARE and mention.head not in ("home",):
        place = type_of_kind(kind) == "location"  # "hull", but "ledgerd" as it was typed
        mention = replace(mention, name=mention.name.title() if place else mention.name, named=True)
    if mention.entity_type and kind != "org":
        return mention
    if not kind or kind in ("thing", "kept", "any"):
        known = argument.kinds - {"place"} if "bare" in argument.kinds else argument.kinds
        kind = next((k for k in ("person_known", "kin", "org", "place", "tool") if k in known), "any")
    return replace(mention, entity_type="person" if kind == "person_known" else type_of_kind(kind))
