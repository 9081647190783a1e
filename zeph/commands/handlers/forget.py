"""`zeph memory forget` and `/forget`: something goes for good, after it was shown."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from zeph.commands import json_shapes
from zeph.commands.file_traces import forget_traces, own_copies
from zeph.commands.outputs import Data, Output, Rows, Status, Text, Warn, counted
from zeph.commands.types import CommandContext
from zeph.errors import NotFound, UsageError
from zeph.records.forgetting import Forgotten, Target

SHOWN = 20
NAMES = {
    "messages": "message", "conversations": "conversation", "graph_edges": "fact", "graph_entities": "entity",
    "graph_entity_aliases": "name", "graph_relations": "learned relation", "graph_edge_versions": "past form",
    "graph_edge_mentions": "source", "graph_entity_mentions": "mention", "graph_revisions": "change",
    "graph_revision_items": "change image", "graph_edge_usage": "usage count", "graph_entity_stats": "degree",
    "graph_episodes": "episode", "graph_episode_entities": "episode link", "graph_communities": "community",
    "graph_community_members": "community link", "graph_ledger": "cost entry", "leases": "lease",
    "embeddings": "vector", "reopened": "reopened fact", "history_entries": "history line", "log_lines": "log line",
    "automatic_copies": "automatic copy", "profile_lines": "profile line", "pictures": "picture",
}  # fmt: skip
"""What a person calls the rows that went."""
KINDS = ("message", "conversation", "entity", "fact", "matching")


async def forget(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    target = await _target(context, values)
    async for output in _forget(context, target, sure=values["yes"]):
        yield output


async def slash(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """`/forget WHAT`: a fact by its number, a thing by its name, else whatever holds these words."""
    forgetting, what = context.memory.edits.forgetting, str(values["what"]).strip()
    if what.startswith("#") and what[1:].isdecimal():
        target = await forgetting.fact(int(what[1:]))
    else:
        try:
            target = await forgetting.entity(what)
        except NotFound:
            target = await forgetting.matching(what)
    async for output in _forget(context, target, sure=False):
        yield output


async def _target(context: CommandContext, values: dict[str, Any]) -> Target:
    asked = [kind for kind in KINDS if values[kind] is not None]
    if len(asked) != 1:
        raise UsageError(
            "Say what to forget: --message ID, --conversation ID, --entity NAME, --fact ID or --matching WORDS."
        )
    forgetting, kind = context.memory.edits.forgetting, asked[0]
    if kind == "conversation":
        return Target(conversations=((await context.memory.conversations.find(values[kind])).id,))
    if kind == "entity":
        return await forgetting.entity(values[kind], with_messages=values["with_messages"])
    if kind == "message":
        return await forgetting.message(values[kind])
    if kind == "fact":
        return await forgetting.fact(values[kind])
    return await forgetting.matching(values[kind])


async def _forget(context: CommandContext, target: Target, *, sure: bool) -> AsyncIterator[Output]:
    would = await context.memory.edits.forgetting.preview(target)
    for output in _shown(would):
        yield output
    if not sure and not context.confirm("Forget this for good?"):
        raise UsageError("Nothing was forgotten; --yes forgets without asking.")
    yield Status("Forgetting, and writing the file anew without it…")
    gone, counts = await remove(context, target, would)
    for output in removal_receipt(
        "Forgotten", counts, gone, await asyncio.to_thread(own_copies, context.paths, context.db)
    ):
        yield output
    yield Data(
        {
            "deleted": counts,
            "messages": [m.id for m in gone.messages],
            "facts": [json_shapes.fact(f) for f in gone.facts],
            "entities": list(gone.entities),
            "still_mentioned_in": list(gone.mentioned_in),
            "profile_lines": list(gone.lines),
            "profile_lines_kept": list(gone.lines_kept),
        }
    )


async def remove(context: CommandContext, target: Target, would: Forgotten) -> tuple[Forgotten, dict[str, int]]:
    """(what went, rows and traces per kind). Traces go first: without the rows nobody could say what to look for."""
    words = await context.memory.edits.forgetting.telling_words(would)
    traces = await asyncio.to_thread(forget_traces, context.paths, context.db, would, words)
    gone = await context.memory.forget(target)
    return gone, dict(gone.rows) | traces


def removal_receipt(word: str, counts: Mapping[str, int], gone: Forgotten, copies: Iterable[Path]) -> Iterator[Output]:
    """The receipt."""
    yield Text(
        f"{word}: " + ", ".join(counted(n, NAMES.get(name, name.replace("_", " "))) for name, n in counts.items()) + "."
    )
    if gone.lingers:
        where = f"Its bytes are in the file for a while yet: {gone.lingers}."
        yield Warn(f"{where} The next `zeph chat` or `zeph db vacuum` removes them.", True)
    for copy in copies:
        yield Text(f"{copy} was made of this memory and may still hold it; delete it or make it anew.")


def _shown(what: Forgotten) -> list[Output]:
    found: list[Output] = []
    if what.facts:
        found.append(Rows(("fact", ""), [(f"#{f.id}", f.fact) for f in what.facts[:SHOWN]], ""))
    if what.messages:
        rows = [(f"#{m.id}", m.sent_at[:10], " ".join(m.text.split())[:100]) for m in what.messages[:SHOWN]]
        found.append(Rows(("message", "when", "text"), rows, ""))
    counts = [("message", len(what.messages)), ("fact", len(what.facts)), ("entity", len(what.entities))]
    counts += [("profile line", len(what.lines))] if what.lines else []
    total = "To go: " + ", ".join(counted(number, noun) for noun, number in counts) + "."
    return [*found, Text(total + _stays(what.mentioned_in)), *_profile_lines(what)]


def _profile_lines(what: Forgotten) -> Iterator[Output]:
    for line in what.lines:
        yield Text(f"To go from your profile: {line}")
    for line in what.lines_kept:
        yield Text(f"Stays in your profile, where you wrote it (`/profile drop` takes it out): {line}")


def _stays(messages: Sequence[int]) -> str:
    if not messages:
        return ""
    listed = ", ".join(f"#{i}" for i in messages[:SHOWN]) + (", …" if len(messages) > SHOWN else "")
    return f" Messages that speak of it and stay: {listed}."
