"""Which of the facts that a contrast may be of are meant.

In: a :class:`Hit` for each reading of a line beside a fact. Out: those that are meant; none where it may be of several.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from zeph.memory.ingest.intents.fact_parts import Part, content, is_respelled
from zeph.memory.language.given_names import gender_of_given_name, may_be_given_name
from zeph.memory.language.morphology import lemma_of_verb, singular, verb_form
from zeph.memory.language.names import STOP_WORDS, names
from zeph.records.edge import Edge

TURNS = 3
"""Tellings among which that is looked for of which nothing is said again."""
SAYS_AGAIN: tuple["Says", ...] = ("again", "of_whom")
"""Kinds of wordings that say again of what they are."""
BESIDE = 1
"""Words that may be said besides with what is said again."""
ENOUGH = 2
"""Words of a fact that name it, where its other end is not named."""
Says = Literal["again", "of_whom", "bare", "value", "spelling", "name", "nobody"]
"""Kinds of wordings, as ``contrasts.toml`` has them."""


class Hit(NamedTuple):
    """One reading: what of a fact is wrong, and what is said instead."""

    says: Says | Literal[""]
    """The kind of wording; empty until it is read."""
    fact: Edge
    group: int
    """Which turn told it: 0 the last one."""
    part: Part
    said: str = ""
    """What is said instead, as it was typed; empty where nothing is."""
    right: str = ""
    """The same as an entity is called."""
    rest: str = ""
    """What is said again of the fact."""
    verb: str = ""
    in_part: bool = False
    """Whether ``rest`` is one of several things that the fact tells."""
    own: str = ""
    """What the speaker is called in facts."""
    of_speaker: bool = False
    """Whether what is said again is said of the speaker: "my"."""
    as_thing: bool = False
    """Whether the line has an article before what is wrong."""
    start: int = 0
    stop: int = 0

    @property
    def told(self) -> set[str]:
        """What the fact says of the part that is wrong."""
        return content(self.fact.fact) - content(self.part.text)

    @property
    def other_end(self) -> set[str]:
        """Of somebody who is another's and has a name, the name: "rosa" of "User's sister rosa"."""
        name = self.fact.target if self.part.end == "source" else self.fact.source
        _, owned, called = name.rpartition("'s ")
        return content(called.rpartition(" ")[2] if owned else name)


def may_stand(hit: Hit, table: Mapping[str, Any], person: str, *, takes_back: bool) -> bool:
    """Whether what is said instead is of the kind of what was wrong, and no thing that the fact has already.
    ``takes_back``: whether the line begins as one that does; ordinary talk contrasts things too, names and numbers
    less."""
    if hit.says in SAYS_AGAIN:
        return _is_of_kind(hit, table, person) and not _does_otherwise(hit, table)
    if hit.says == "name":
        return hit.part.is_named and hit.part.text != person and _is_of_kind(hit, table, person)
    if hit.says == "value":
        speaker = {*table["own"], *table["self"]} & set(hit.rest.casefold().split())
        return content(hit.rest) - speaker <= content(hit.fact.fact) and (not speaker or person in hit.fact.fact)
    if hit.says == "bare":
        return _is_of_kind(hit, table, person) and _may_be_bare(hit, table, takes_back=takes_back)
    return True


def _is_of_kind(hit: Hit, table: Mapping[str, Any], person: str) -> bool:
    number = _is_number(hit.part.text)
    if any(map(_is_told, hit.said.split()[1:])) or names(hit.fact.fact, hit.said) or _is_number(hit.said) != number:
        return False
    if hit.part.end == "target" and hit.part.is_named and _first(hit) in table["any"] and not hit.as_thing:
        return False
    if _first(hit) in table["self"]:
        return person not in {hit.fact.source, hit.fact.target} - {hit.part.text}
    return number or hit.part.end != "target" or hit.part.has_name or not hit.said[:1].isupper()


def _may_be_bare(hit: Hit, table: Mapping[str, Any], *, takes_back: bool) -> bool:
    """Whether it is said clearly enough where nothing of the fact is said again."""
    first, known = _first(hit), hit.part.text
    if hit.part.is_named and first in table["articles"] and not hit.as_thing:
        return False
    if takes_back or _is_number(known) or (hit.part.end == "target" and not hit.group):
        return True
    as_name = hit.said[:1].isupper() or first in table["own"] or bool(gender_of_given_name(hit.said.title()))
    return hit.part.is_named and (as_name or is_respelled(known, hit.said)) and first not in table["self"]


def _is_told(word: str) -> bool:
    """Whether it is a verb that tells something: "Ben *came*"."""
    form = verb_form(word) if word.islower() else None
    return form is not None and form[1] == "VBD" and singular(word) == word


def _first(hit: Hit) -> str:
    return hit.said.casefold().partition(" ")[0]


def _does_otherwise(hit: Hit, table: Mapping[str, Any]) -> bool:
    """Whether what is said again begins with another verb than the fact has: to see somebody is not to be their
    brother."""
    first = next((word for word in hit.rest.split() if word not in STOP_WORDS), "")
    verb = lemma_of_verb(first.casefold()) if verb_form(first.casefold()) else ""
    return bool(verb) and verb not in table["having"] and verb not in content(hit.fact.fact)


def _is_number(text: str) -> bool:
    return any(map(str.isdigit, text))


def chosen(hits: list[Hit]) -> list[Hit]:
    """Those that are meant, by the kind of wording that says most."""
    for says, choose in _CHOICES.items():
        if meant := choose([hit for hit in hits if hit.says == says]):
            return meant
    return []


def _said_again(hits: list[Hit]) -> list[Hit]:
    """Those whose other end the line names, or all that they tell; else the one that it says most of, or a part of."""
    known = set[str]().union(*(content(hit.fact.fact) for hit in hits))
    hits = [hit for hit in hits if len(content(hit.rest) - known) <= BESIDE]
    whole = _said_whole(hits)
    part = [hit._replace(in_part=True) for hit in hits if hit.verb and names(hit.fact.fact, hit.rest)]
    return whole or _most_said(part, 1) or _most_said(hits, ENOUGH)


def _said_whole(hits: list[Hit]) -> list[Hit]:
    whole = [hit for hit in hits if _names_all(hit)]
    things = {hit.fact.id for hit in whole if hit.part.end == "target"}  # "she isn't in Ghent, it's Bruges" is of Ghent
    return [hit for hit in whole if hit.part.end == "target" or hit.fact.id not in things]


def _names_all(hit: Hit) -> bool:
    """The speaker is named by "my" beside something else that the fact says: "who is my landlord"."""
    said, other = content(hit.rest), hit.fact.target if hit.part.end == "source" else hit.fact.source
    if other == hit.own and hit.of_speaker and not said.isdisjoint(hit.told):
        return True
    return any(told and told <= said for told in (hit.other_end, hit.told))


def _bare(hits: list[Hit]) -> list[Hit]:
    """Those that one turn told, the last that told any: of one person or thing, or one fact alone; the one of the last
    turn where it is said to be the speaker's."""
    last = min((hit.group for hit in hits), default=TURNS)
    meant = [hit for hit in hits if hit.group == last] if last < TURNS else []
    own = any(hit.right == hit.own or hit.part.text == hit.own for hit in meant)
    of_one = not own and len({hit.part.text for hit in meant}) == 1
    of_one = of_one and all(hit.part.is_named or hit.part.end == "source" for hit in meant)
    return meant if of_one or _is_one(meant) and not (own and last) else []


def _of_values(hits: list[Hit]) -> list[Hit]:
    """The one whose value is said again; the one whose words stand beside the value; where none do, the one that was
    told last."""
    again = [hit for hit in hits if content(hit.rest) and content(hit.rest) <= content(hit.part.text)]
    if _is_one(again):
        return again
    return _most_said(hits, 1) or _told_last([hit for hit in hits if not hit.rest])


def _named(hits: list[Hit]) -> list[Hit]:
    """The name at the end of the fact that was told last."""
    meant = _told_last([hit for hit in hits if hit.part.end == "target"] or hits)
    alike = (_may_be_somebody(hit.said) == _may_be_somebody(hit.part.text) for hit in meant)
    return meant if all(alike) else []


def _may_be_somebody(name: str) -> bool:
    return may_be_given_name(name.casefold())


def _told_last(hits: list[Hit]) -> list[Hit]:
    last = [hit for hit in hits if hit.group == 0]
    return last if _is_one(last) else []


def _most_said(hits: list[Hit], least: int) -> list[Hit]:
    shared = [len(hit.told & content(hit.rest)) for hit in hits]
    most = max(shared, default=0)
    said = [hit for hit, count in zip(hits, shared, strict=True) if count == most]
    return said if most >= least and _is_one(said) else []


def _is_one(hits: list[Hit]) -> bool:
    return len({(hit.fact.id, hit.part.text.casefold()) for hit in hits}) == 1


def _all(hits: list[Hit]) -> list[Hit]:
    return hits


_CHOICES: Mapping[Says, Callable[[list[Hit]], list[Hit]]] = {
    "again": _said_again, "of_whom": _said_whole, "bare": _bare, "value": _of_values, "spelling": _all,
    "name": _named, "nobody": _all,
}  # fmt: skip
