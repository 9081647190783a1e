"""Whose words stand in what is remembered: the person's own, or what came in by a file or another program.

In: messages. Out: whether a stranger may speak in them. Who made the file says who speaks in it: that is not looked at.
"""

from collections.abc import Iterable

from zeph.memory.facade import Memory
from zeph.records.message import Message


async def said_by_strangers(memory: Memory, messages: Iterable[Message]) -> bool:
    """The notes that a model keeps here are none's: writing them is asked about where a stranger speaks."""
    others = {message.conversation_id for message in messages if message.imported or message.noted}
    if not others:
        return False
    archive = await memory.conversations.find_archive()
    return bool(others - ({archive.id} if archive else set()))
