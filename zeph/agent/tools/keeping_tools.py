"""Tools that keep something for good, or take it out: notes of the model's own, facts, forgetting.

In: texts, what is meant. Out: a sentence. What is forgotten is shown to the person first, who decides; what is told
back has none of its words, since it is kept as all that is said here.
"""

import asyncio
from contextlib import suppress

from pydantic import BaseModel, Field

from zeph.agent.tools.tool import ToolContext, ToolResult, tool
from zeph.errors import LeaseLost, UsageError
from zeph.records.forgetting import Forgotten
from zeph.records.message import NewMessage
from zeph.safety.injection import is_planted

SHOWN = 12
"""Lines of each kind in what the person is shown."""
LONGEST = 20_000
"""Characters of a note."""


class Note(BaseModel):
    content: str = Field(max_length=LONGEST)


class Fact(BaseModel):
    text: str = Field(max_length=300, description="As the person would say it: I moved to Bergen in May.")


class Meant(BaseModel):
    what: str = Field(max_length=300, description="#12 for a fact, a name, or words of it.")


async def _insert(asked: Note, context: ToolContext) -> ToolResult:
    text = _fit(asked.content)
    archive = await context.memory.conversations.archive()
    kept = await context.memory.observe(NewMessage(archive.id, "assistant", text))
    context.memory.wake()
    return ToolResult(f"Kept as m{kept.id}; archival_memory_search finds it.")


async def _remember(asked: Fact, context: ToolContext) -> ToolResult:
    memory, text = context.memory, _fit(asked.text)
    talk = await memory.conversations.of_model()
    message = await memory.observe(NewMessage(talk.id, "user", text))
    with suppress(LeaseLost):  # another Zeph reads it
        await memory.ingest_now(message)
    facts = await memory.graph.facts_of_message(message.id)
    await memory.profile.keep(facts, text)
    told = "; ".join(fact.fact for fact in facts)
    return ToolResult(f"Remembered, and first in what you are always told: {told or text}")


def _fit(text: str) -> str:
    if not any(map(str.isalnum, text)):
        raise UsageError("There is nothing to keep: the text has no words.")
    if is_planted(text):
        raise UsageError("Not kept: this reads like an order to a model. Write what is known, in plain sentences.")
    return text.strip()


async def _preview(asked: Meant, context: ToolContext) -> str:
    forgetting = context.memory.edits.forgetting
    return "\n".join(_lines(await forgetting.preview(await forgetting.meant(asked.what))))


def _lines(would: Forgotten) -> list[str]:
    """What goes, as the person is shown it."""
    facts = [f"fact #{fact.id}: {fact.fact}" for fact in would.facts]
    said = [f"message #{message.id}: {message.text}" for message in would.messages]
    cut = [f"sentence of message #{message.id}: {gone}" for message, gone in would.cut]
    lines = [f"line of your profile: {line}" for line in would.lines]
    blocks = [f"from the block {label}: {sentence or 'all of it'}" for label, sentence in would.blocks]
    shown = [line for kind in (facts, said, cut, lines, blocks) for line in kind[:SHOWN]]
    more = sum(map(len, (facts, said, cut, lines, blocks))) - len(shown)
    return ["To go for good:", *shown, *([f"… and {more} more"] if more else [])]


async def _forget(asked: Meant, context: ToolContext) -> ToolResult:
    forgetting = context.memory.edits.forgetting
    target = await forgetting.meant(asked.what)
    would = await forgetting.preview(target)
    words = await forgetting.telling_words(would)
    if context.forget_traces is not None:
        await asyncio.to_thread(context.forget_traces, would, words)
    gone = await context.memory.forget(target)
    counts = {
        "facts": len(gone.facts), "messages": len(gone.messages), "sentences": len(gone.cut),
        "lines of blocks": len(gone.blocks),
    }  # fmt: skip
    told = ", ".join(f"{what} {count}" for what, count in counts.items() if count) or "what was left of it"
    return ToolResult(f"Gone for good ({told}). Say that it is done without naming it: what you say is kept.")


TOOLS = (
    tool(
        "archival_memory_insert", "Keep a note of your own that is too long or too special for core memory.", "memory",
        Note, _insert,
    ),
    tool(
        "remember", "Remember something lasting that the person told about themselves or their people, or asked you to"
        " remember.", "memory", Fact, _remember,
    ),
    tool(
        "forget", "Take something out of the memory for good, only where the person asks for it; they see what goes"
        " and decide.", "memory", Meant, _forget, preview=_preview, asks=True,
    ),
)  # fmt: skip
