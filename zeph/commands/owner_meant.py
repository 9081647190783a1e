"""Whose thing is to go where the order says "her address": of whom it speaks itself, else of whom was told last.

In: the words of the order, what the message says before it, what would be forgotten. Out: of that what speaks of the
one who is meant. The words that say who may be "she" or "he" beside given names stand in ``intents.toml``.
"""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from zeph.errors import NotFound
from zeph.memory.ingest.intents.order_of import intents_table
from zeph.memory.language.given_names import gender_of_given_name
from zeph.records.forgetting import Cut, Target
from zeph.records.message import Message

if TYPE_CHECKING:
    from zeph.memory.facade import Memory

NOBODY = "Nothing was forgotten: I could not tell whose. Say it with the name (“forget Ana’s address”)."
_WORD = re.compile(r"[^\W\d_]+")


async def of_whom(memory: "Memory", what: str, before: str, target: Target) -> Target:
    """As it is where no pronoun says whose it is. Raises NotFound where nothing that is told speaks of such a one."""
    gender = intents_table()["whose"]["pronouns"].get(what.casefold().partition(" ")[0], "")
    if not gender:
        return target
    would = await memory.edits.forgetting.preview(target)
    texts: dict[int, Message] = {m.id: m for m in (*would.messages, *(m for m, _ in would.cut))}
    named = _somebody(before, gender)
    if not named:
        last = max((id_ for id_, m in texts.items() if _somebody(m.text, gender)), default=0)
        named = _somebody(texts[last].text, gender) if last else frozenset()

    taken_up = frozenset(intents_table()["whose"]["taken_up"][gender])

    def speaks(text: str) -> bool:
        return not named.isdisjoint(_words(text))

    def clearly(cut: Cut) -> bool:
        words = _words(texts[cut.message_id].text[cut.start : cut.stop])
        return not (named | taken_up).isdisjoint(words)

    clear = {cut.message_id for cut in target.cuts if cut.message_id in texts and clearly(cut)}

    def goes(cut: Cut) -> bool:
        """What speaks of the one; where nothing of a message does by itself, what its message says of the one."""
        said = texts.get(cut.message_id)
        return said is not None and speaks(said.text) and (clearly(cut) or cut.message_id not in clear)

    facts = {fact.id for fact in would.facts if speaks(fact.fact)}
    left = replace(
        target,
        facts=tuple(one for one in target.facts if one in facts),
        messages=tuple(one for one in target.messages if one in texts and speaks(texts[one].text)),
        cuts=tuple(one for one in target.cuts if goes(one)),
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
