"""What an order to forget names by its kind, whatever it was called: "Harriet's number" of a message that has it.

In: the words of the order, a memory. Out: a target of all that holds the number, or the address of a mailbox, that a
sentence with their name tells; None where none does.
"""

from collections.abc import Collection, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from zeph.agent.answers.aspects import Aspect, named_aspect
from zeph.agent.answers.findings import Finding, findings
from zeph.agent.answers.told_at_all import chance_of_answer
from zeph.memory.edits.sentences_about import told_stems
from zeph.memory.language.questions import is_question
from zeph.memory.recall.query.vocabulary import stem, words
from zeph.records.forgetting import Target

if TYPE_CHECKING:
    from zeph.memory.facade import Memory


LOOKED_AT = 10
"""Sentences among which the one that is meant is looked for."""
NEAR = 0.2
"""How likely a sentence would answer the words, from which it may be what they mean."""


async def meant_or_aspect(memory: "Memory", what: str, *, keep_messages: bool = False) -> Target:
    """What a person means who says no more than that: the number that it names, else what is called so. Raises
    NotFound where nothing is."""
    told = await aspect_meant(memory, what, keep_messages=keep_messages)
    return told or await memory.edits.forgetting.meant(what, keep_messages=keep_messages)


async def nearest_meant(memory: "Memory", what: str) -> Target | None:
    """What is told in other words than these ("the loan" of who was lent 300): the sentence that would answer them;
    None where nothing is like them."""
    if named_aspect(what) is not None:
        return None  # nobody's number is no sentence about them
    recalled = await memory.recall(what)
    found = await findings(what, recalled, memory.likeness)
    if recalled.unsure or not found or found[0].like is None or chance_of_answer(found, unsure=False) < NEAR:
        return None  # words alone do not tell what is near in meaning
    return await memory.edits.forgetting.meant(await _nearest_but_for_names(memory, what, found, recalled.seeds))


async def _nearest_but_for_names(memory: "Memory", what: str, found: Sequence[Finding], names: Collection[str]) -> str:
    """The sentence that is most like what is said of somebody, whatever they are called: of "Gwilym's singing" that he
    was a bad singer, and not that Gwilym died. The first where nobody is named."""
    known = {stem(word) for name in names for word in words(name)}
    of_them = [one.told for one in found[:LOOKED_AT] if known & {*map(stem, words(_around(one)))}]
    sentences = of_them or [found[0].told]
    about = [" ".join(word for word in words(text) if stem(word) not in known) for text in (what, *sentences)]
    if about[0] == " ".join(words(what)) or not about[0]:
        return found[0].told
    alike = await memory.likeness(about)
    scored = sorted(zip(alike[0][1:], sentences, strict=True), reverse=True) if alike else []
    return scored[0][1] if scored else sentences[0]


def _around(found: Finding) -> str:
    """All that was said with it, in which somebody may be named."""
    return found.said.message.text if found.said else found.text


async def aspect_meant(memory: "Memory", what: str, *, keep_messages: bool = False) -> Target | None:
    """All that holds somebody's number or e-mail address, as a sentence that names them tells it."""
    named = named_aspect(what)
    if named is None:
        return None
    aspect, exact = named
    told = (one for one in await findings(what, await memory.recall(what), None) if not is_question(one.text))
    found = [one for one in told if aspect.names_owner(one.text)]
    literal = [one for one in found if told_stems(what) <= told_stems(one.text)]
    if any(not exact.search(one.text) for one in literal):
        return None  # it is told in another form, and found by its words
    values = {value.group() for one in literal or found for value in exact.finditer(one.text)}
    forgetting = memory.edits.forgetting
    holding = [await forgetting.meant(value, keep_messages=keep_messages) for value in sorted(values)]
    owned = await _of_owner(memory, aspect, _together(holding)) if holding else Target()
    return owned if owned != Target() else None


async def _of_owner(memory: "Memory", aspect: Aspect, target: Target) -> Target:
    """What of it speaks of the one who is named: the same number may be another's, too."""
    would = await memory.edits.forgetting.preview(target)
    named = {m.id for m in (*would.messages, *(m for m, _ in would.cut)) if aspect.names_owner(m.text)}
    facts = {fact.id for fact in would.facts if aspect.names_owner(fact.fact) or not named.isdisjoint(fact.sources)}
    return replace(
        target,
        facts=tuple(one for one in target.facts if one in facts),
        messages=tuple(one for one in target.messages if one in named),
        cuts=tuple(one for one in target.cuts if one.message_id in named),
    )


def _together(targets: list[Target]) -> Target:
    each = {field.name: [item for one in targets for item in getattr(one, field.name)] for field in fields(Target)}
    return Target(**{name: tuple(dict.fromkeys(items)) for name, items in each.items()})
