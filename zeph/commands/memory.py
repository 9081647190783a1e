"""`zeph memory`: ask the memory."""

from collections.abc import AsyncIterator, Callable
from typing import Any

from zeph.commands import explain, shapes
from zeph.commands.context import CommandContext
from zeph.commands.moment_args import end_of
from zeph.commands.results import Data, Output, Rows, Text, Warn
from zeph.records.recall_request import RecallKind, RecallRequest, Scope
from zeph.records.recalled import Recalled


async def search(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """Facts and messages, or the one kind that was asked for; with ``--explain`` how each was found."""
    memory = context.memory
    as_of, known_at = end_of(values["as_of"], memory.now), end_of(values["known_at"], memory.now)
    kinds: tuple[RecallKind, ...] = (values["kind"],) if values["kind"] else ("facts", "messages")
    types = frozenset(part.strip() for part in (values["edge_type"] or "").split(",") if part.strip())
    within = await memory.conversations.find(values["conversation"]) if values["conversation"] else None
    request = RecallRequest(
        values["question"], as_of=as_of, known_at=known_at, most=values["most"], within=within.id if within else None,
        space=values["space"] or "", scope=Scope(kinds, types, values["near"] or ""),
    )  # fmt: skip
    found = await memory.recall(request)
    if values["explain"]:
        explanation = await memory.explain(found)
        for output in explain.told(explanation):
            yield output
        yield Data(explain.as_data(explanation))
        return
    for note in found.notes:
        yield Warn(note)
    for kind in kinds:
        yield TABLES[kind](found)
    yield Data({kind: SHAPES[kind](found) for kind in kinds} | {"seeds": list(found.seeds)})


def _facts(found: Recalled) -> Rows:
    rows = [(f"{f.score:.2f}", f.line, ", ".join(f"#{s}" for s in f.edge.sources)) for f in found.facts]
    return Rows(("score", "fact", "sources"), rows, "No fact answers this.")


def _messages(found: Recalled) -> Rows:
    rows = [(f"{m.score:.2f}", f"#{m.message.id}", m.line) for m in found.messages]
    return Rows(("score", "id", "message"), rows, "No message is about this.")


def _entities(found: Recalled) -> Rows:
    rows = [(f"{e.score:.2f}", e.entity.name, e.entity.entity_type, str(e.entity.degree), explain.found_by(e.why)) for e in found.entities]  # fmt: skip
    return Rows(("score", "name", "type", "facts", "found by"), rows, "No entity is like this.")


def _communities(found: Recalled) -> Rows:
    rows = [(f"{c.score:.2f}", c.community.name, str(c.community.size), c.community.summary) for c in found.communities]
    return Rows(("score", "name", "size", "summary"), rows, "No community is about this.")


TABLES: dict[str, Callable[[Recalled], Rows]] = {
    "facts": _facts, "messages": _messages, "entities": _entities, "communities": _communities,
}  # fmt: skip
SHAPES: dict[str, Callable[[Recalled], list[dict[str, Any]]]] = {
    "facts": lambda found: [shapes.recalled_fact(f) for f in found.facts],
    "messages": lambda found: [shapes.recalled_message(m) for m in found.messages],
    "entities": lambda found: [shapes.recalled_entity(e) for e in found.entities],
    "communities": lambda found: [shapes.recalled_community(c) for c in found.communities],
}


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
