"""Whose words stand in a prompt: the person's own, or what came in by a file or another program.

In: messages, facts, what was recalled, the profile. Out: whether a stranger may speak in them. Who made the file says
who speaks in it: that is not looked at. A fact is its messages': of a stranger where one of them is, or where none is
there that tells whose it is, unless the person set it right by hand.
"""

from collections.abc import Iterable, Sequence

from zeph.memory.facade import Memory
from zeph.records.edge import Edge
from zeph.records.message import Message
from zeph.records.profile import Profile
from zeph.records.recalled import Recalled


async def stands_on_strangers(memory: Memory, facts: Iterable[Edge]) -> bool:
    """Whether one of these facts is a stranger's."""
    others = [fact for fact in facts if fact.origin != "person"]
    if not all(fact.sources for fact in others):
        return True
    return await _cited(memory, (number for fact in others for number in fact.sources))


async def strangers_speak(memory: Memory, said: Sequence[Message], recalled: Recalled, profile: Profile) -> bool:
    """Whether they do in a prompt with these messages, what was recalled for it and who the person is."""
    messages = [*said, *(found.message for found in recalled.messages)]
    if await memory.conversations.of_strangers(messages):
        return True
    if await stands_on_strangers(memory, (fact.edge for fact in recalled.facts)):
        return True
    changes = [*recalled.premises, *(change for found in recalled.messages for change in found.changes)]
    told = {number for change in changes for number in (change.message_id, change.by)}
    derived = (line for line in profile.lines if line.sent and line.kind == "derived")
    if await _cited(memory, [*told, *(number for line in derived for number in line.sources)]):
        return True
    # Summaries and counted names do not say which messages they are from.
    return bool(recalled.overview or recalled.known) and await memory.conversations.told_strangers()


async def _cited(memory: Memory, numbers: Iterable[int]) -> bool:
    cited = await memory.conversations.messages({*numbers})
    return await memory.conversations.of_strangers(cited)
