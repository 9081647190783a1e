"""`zeph memory`: ask the memory."""

from collections.abc import AsyncIterator
from typing import Any

from zeph.commands import shapes
from zeph.commands.context import CommandContext
from zeph.commands.moments import end_of
from zeph.commands.output import Data, Output, Rows, Text, Warn


async def search(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    memory = context.memory
    as_of, known_at = end_of(values["as_of"], memory.now), end_of(values["known_at"], memory.now)
    found = await memory.recall(values["question"], as_of=as_of, known_at=known_at, most=values["most"])
    for note in found.notes:
        yield Warn(note)
    facts = [(f"{f.score:.2f}", f.line, ", ".join(f"#{s}" for s in f.edge.sources)) for f in found.facts]
    yield Rows(("score", "fact", "sources"), facts, "No fact answers this.")
    said = [(f"{m.score:.2f}", f"#{m.message.id}", m.line) for m in found.messages]
    yield Rows(("score", "id", "message"), said, "No message is about this.")
    yield Data(
        {
            "facts": [shapes.recalled_fact(f) for f in found.facts],
            "messages": [shapes.recalled_message(m) for m in found.messages],
            "seeds": list(found.seeds),
        }
    )


async def context(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    assert context.session is not None
    sent, recalled = await context.session.agent.context_for(values["question"])
    for note in recalled.notes:
        yield Warn(note)
    for number, message in enumerate(sent.messages):
        yield Text(f"── {number} · {message.role}\n{message.content}")
    yield Rows(("part", "tokens"), [(part, str(n)) for part, n in sent.tokens.items()], "")
    why = [(f.line, _reason(shapes.why(f.why))) for f in recalled.facts]
    yield Rows(("fact", "why"), why, "No fact is injected.")
    yield Data(
        {
            "messages": [{"role": m.role, "content": m.content} for m in sent.messages],
            "tokens": sent.tokens,
            "facts": [shapes.recalled_fact(f) for f in recalled.facts],
        }
    )


def _reason(why: dict[str, Any]) -> str:
    channels = ", ".join(f"{name} #{rank}" for name, rank in why["channels"].items())
    seeds = f"from {', '.join(why['seeds'])}" if why["seeds"] else ""
    hop = f"hop {why['hop']}" if why["hop"] is not None else ""
    return "; ".join(filter(None, (channels, seeds, hop)))
