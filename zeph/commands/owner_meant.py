"""Whose thing is to go where the order says "her address": of whom it speaks itself, else of whom was told last.

In: the words of the order, what the message says before it, what would be forgotten. Out: of that what speaks of the
one who is meant. The words that say who may be "she" or "he" beside given names stand in ``intents.toml``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from zeph.errors import NotFound
from zeph.memory.ingest.intents.order_of import intents_table
from zeph.memory.language.given_names import gender_of_given_name
from zeph.records.forgetting import Cut, Target

if TYPE_CHECKING:
    from zeph.memory.facade import Memory

NOBODY = "Nothing was forgotten: I could not tell whose. Say it with the name (“forget Ana’s address”)."
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class _One:
    """Somebody who is meant: words that name the one, and that take the one up; the messages it is looked for in."""

    named: frozenset[str]
    taken_up: frozenset[str]
    said: Mapping[int, str]

    def spoken_of(self, text: str) -> bool:
        return not self.named.isdisjoint(_words(text))

    def in_message(self, message_id: int) -> bool:
        return not (self.named or self.taken_up).isdisjoint(_words(self.said.get(message_id, "")))

    def in_clause(self, cut: Cut) -> bool:
        words = _words(self.said.get(cut.message_id, "")[cut.start : cut.stop])
        return not (self.named | self.taken_up).isdisjoint(words)

    def clauses(self, cuts: Sequence[Cut]) -> tuple[Cut, ...]:
        """Those that speak of the one; where none of a message does, what that says of the one anywhere."""
        clear = {cut.message_id for cut in cuts if self.in_clause(cut)}
        return tuple(
            cut for cut in cuts
            if self.in_message(cut.message_id) and (self.in_clause(cut) or cut.message_id not in clear)
        )  # fmt: skip


async def of_whom(memory: "Memory", what: str, before: str, target: Target) -> Target:
    """As it is where no pronoun says whose it is. Raises NotFound where nothing that is told speaks of such a one."""
    table = intents_table()["whose"]
    gender = table["pronouns"].get(what.casefold().partition(" ")[0], "")
    if not gender:
        return target
    would = await memory.edits.forgetting.preview(target)
    said = {m.id: m.text for m in (*would.messages, *(m for m, _ in would.cut))}
    told_last = [said[number] for number in sorted(said, reverse=True)]
    named = next(filter(None, (_somebody(text, gender) for text in (before, *told_last))), frozenset[str]())
    if not named and len(said) <= 1 and len(would.facts) <= 1:
        return target  # there is but one
    one = _One(named, frozenset(table["taken_up"][gender]), said)
    facts = {fact.id for fact in would.facts if one.spoken_of(fact.fact)}
    left = replace(
        target,
        facts=tuple(number for number in target.facts if number in facts),
        messages=tuple(number for number in target.messages if one.in_message(number)),
        cuts=one.clauses(target.cuts),
    )
    if not (left.facts or left.messages or left.cuts):
        raise NotFound(NOBODY)
    return left


def _somebody(text: str, gender: str) -> frozenset[str]:
    """The words of a text that name one who may be meant so."""
    people = frozenset(intents_table()["whose"][gender])
    return frozenset(word for word in _words(text) if word in people or gender_of_given_name(word) == gender)


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
