"""What tests do with a memory before they look at it: say something, and have it read into facts."""

from zeph.memory.facade import Memory
from zeph.records.message import Message, NewMessage, Role
from zeph.records.progress import Progress


async def say(memory: Memory, *texts: str, role: Role = "user", sent_at: str | None = None) -> Message:
    """Into the last conversation, or a new one; the last message."""
    chat = await memory.conversations.last() or await memory.start_conversation()
    said = [await memory.observe(NewMessage(chat.id, role, text, sent_at=sent_at)) for text in texts]
    return said[-1]


async def backfilled(memory: Memory, limit: int | None = None, *, include_gated: bool = False) -> Progress:
    """Reads what waits; how far it came."""
    return [progress async for progress in memory.backfill(limit, include_gated=include_gated)][-1]


async def remember(memory: Memory, *texts: str, sent_at: str | None = None) -> Message:
    """Says and reads; the last message."""
    said = await say(memory, *texts, sent_at=sent_at)
    await backfilled(memory)
    return said
