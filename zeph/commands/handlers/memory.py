"""`zeph memory`: ask the memory, and look at one thing that is remembered."""

from collections.abc import AsyncIterator, Callable
from difflib import get_close_matches
from typing import Any

from zeph.commands import json_shapes
from zeph.commands.handlers.why import as_data, explained, found_by
from zeph.commands.outputs import Data, Output, Rows, Text, Warn, first_of
from zeph.commands.types import CommandContext
from zeph.errors import UsageError
from zeph.memory.facade import Memory
from zeph.memory.views.dates_asked import end_of
from zeph.records.edge import Edge
from zeph.records.graph_types import EDGE_TYPES
from zeph.records.message import GraphState, Message
from zeph.records.recall_request import RecallKind, RecallRequest, Scope
from zeph.records.recalled import Recalled


async def search(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """Facts and messages, or the one kind that was asked for; with ``--explain`` how each was found."""
    memory = context.memory
    as_of, known_at = end_of(values["as_of"], memory.now), end_of(values["known_at"], memory.now)
    kinds: tuple[RecallKind, ...] = (values["kind"],) if values["kind"] else ("facts", "messages")
    types = await _edge_types(memory, values["edge_type"])
    within = await memory.conversations.find(values["conversation"]) if values["conversation"] is not None else None
    request = RecallRequest(
        values["question"], as_of=as_of, known_at=known_at, most=values["most"], within=within.id if within else None,
        space=values["space"] or "", scope=Scope(kinds, types, values["near"] or ""), sought=True,
    )  # fmt: skip
    found = await memory.recall(request)
    if values["explain"]:
        explanation = await memory.explain(found)
        for output in explained(explanation):
            yield output
        yield Data(as_data(explanation))
        return
    for note in found.notes:
        yield Warn(note)
    for kind in kinds:
        yield TABLES[kind](found)
    yield Data({kind: SHAPES[kind](found) for kind in kinds} | {"seeds": list(found.seeds)})


async def _edge_types(memory: Memory, text: str | None) -> frozenset[str]:
    """Raises UsageError for a type that no relation has, with the nearest."""
    types = frozenset(part.strip() for part in (text or "").split(",") if part.strip())
    if types:
        known = {*EDGE_TYPES, *(relation.edge_type for relation in await memory.graph.relations())}
        for unknown in sorted(types - known):
            near = get_close_matches(unknown, known, 1) or sorted(known)
            raise UsageError(f"There is no type of fact {unknown}. There is: {', '.join(near)}.")
    return types


def _facts(found: Recalled) -> Rows:
    rows = [(f"{f.score:.2f}", f.line, ", ".join(f"#{s}" for s in f.edge.sources)) for f in found.facts]
    return Rows(("score", "fact", "sources"), rows, "No fact answers this.")


def _messages(found: Recalled) -> Rows:
    rows = [(f"{m.score:.2f}", f"#{m.message.id}", m.line) for m in found.messages]
    return Rows(("score", "id", "message"), rows, "No message is about this.")


def _entities(found: Recalled) -> Rows:
    rows = [
        (f"{e.score:.2f}", e.entity.name, e.entity.entity_type, str(e.entity.degree), found_by(e.why))
        for e in found.entities
    ]
    return Rows(("score", "name", "type", "facts", "found by"), rows, "No entity is like this.")


def _communities(found: Recalled) -> Rows:
    rows = [(f"{c.score:.2f}", c.community.name, str(c.community.size), c.community.summary) for c in found.communities]
    return Rows(("score", "name", "size", "summary"), rows, "No community is about this.")


TABLES: dict[str, Callable[[Recalled], Rows]] = {
    "facts": _facts, "messages": _messages, "entities": _entities, "communities": _communities,
}  # fmt: skip
SHAPES: dict[str, Callable[[Recalled], list[dict[str, Any]]]] = {
    "facts": lambda found: [json_shapes.recalled_fact(f) for f in found.facts],
    "messages": lambda found: [json_shapes.recalled_message(m) for m in found.messages],
    "entities": lambda found: [json_shapes.recalled_entity(e) for e in found.entities],
    "communities": lambda found: [json_shapes.recalled_community(c) for c in found.communities],
}


async def context(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    assert context.session is not None
    agent = context.session.agent
    plan = await agent.plan(values["question"], tools=await agent.offered())
    for note in plan.recalled.notes:
        yield Warn(note)
    for number, message in enumerate(plan.messages):
        yield Text(f"── {number} · {message.role}\n{message.content}")
    yield Rows(("part", "tokens"), [(part, str(n)) for part, n in plan.tokens.items()], "")
    why = [(f.line, _reason(json_shapes.why(f.why))) for f in plan.recalled.facts]
    yield Rows(("fact", "why"), why, "No fact is injected.")
    yield Data(
        {
            "messages": [{"role": m.role, "content": m.content} for m in plan.messages],
            "tokens": dict(plan.tokens),
            "facts": [json_shapes.recalled_fact(f) for f in plan.recalled.facts],
        }
    )


def _reason(why: dict[str, Any]) -> str:
    channels = ", ".join(f"{name} #{rank}" for name, rank in why["channels"].items())
    seeds = f"from {', '.join(why['seeds'])}" if why["seeds"] else ""
    hop = f"hop {why['hop']}" if why["hop"] is not None else ""
    return "; ".join(filter(None, (channels, seeds, hop)))


async def log(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """What was read in one message, or in the last ones, and what became of each claim."""
    memory, number = context.memory, values["message"]
    message = await memory.conversations.message(number) if number is not None else None
    found, more = first_of(await memory.graph.claims(number, values["limit"] + 1), values["limit"])
    rows = [
        (f"#{c.message_id}", c.operation, c.sentence or "(forgotten)", c.kind if c.modality == "fact" else c.modality,
         c.reader, c.reason)
        for c in found
    ]  # fmt: skip
    nothing = why_nothing(message) if message is not None else "Nothing was read yet."
    yield Rows(("message", "done", "claim", "kind", "read by", "why"), rows, nothing)
    for output in more:
        yield output
    told_nothing = [{"message": number, "operation": "noop", "reason": nothing}] if message and not found else []
    yield Data([json_shapes.claim(c) for c in found] or told_nothing)


def why_nothing(message: Message) -> str:
    """Why no claim of a message is kept, as a sentence."""
    if message.injection_flags:
        return f"It reads like an order to a model ({', '.join(message.injection_flags)}): no facts are made of it."
    return {
        GraphState.PENDING: f"It waits to be read. {message.error}".strip(),
        GraphState.DONE: "Nothing in it was read as a claim: a question, small talk, or nothing a reader is sure of.",
        GraphState.GATED: "It brought nothing new, and was passed over (memory.graph.rpe); backfill can read it.",
        GraphState.NEVER: "Facts are made of what people say, not of answers and results of tools.",
    }[message.graph_processed]


async def show(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    asked = {name: values[name] for name in SHOWN if values[name] is not None}
    if len(asked) != 1:
        raise UsageError("Say what to show: --fact ID, --message ID or --entity NAME.")
    [(name, value)] = asked.items()
    async for output in SHOWN[name](context, value):
        yield output


async def _fact(context: CommandContext, fact_id: int) -> AsyncIterator[Output]:
    memory = context.memory
    fact, forms = await memory.graph.fact(fact_id), await memory.graph.timeline.forms(fact_id)
    yield Text(f"#{fact.id} {fact.fact}\n{fact.source} · {fact.canonical_relation} · {fact.target}")
    rows = [
        (f.known_from[:16], "" if f.known_until == "9999" else f.known_until[:16], f.fact, f"{f.confidence:.2f}",
         (f.valid_from or "")[:10], (f.valid_until or "")[:10], f.expired_reason or "stands")
        for f in forms
    ]  # fmt: skip
    yield Rows(("known from", "until", "fact", "confidence", "true from", "until", "state"), rows, "")
    sources = [await memory.conversations.message(i) for i in fact.sources]
    said = [(f"#{m.id}", m.sent_at[:16], m.person, m.text) for m in sources]
    yield Rows(("message", "when", "who", "text"), said, "No message: it was written by hand.")
    yield Data(
        json_shapes.fact(fact)
        | {"forms": [json_shapes.form(f) for f in forms], "messages": [json_shapes.message(m) for m in sources]}
    )  # fmt: skip


async def _message(context: CommandContext, message_id: int) -> AsyncIterator[Output]:
    message = await context.memory.conversations.message(message_id)
    facts = await context.memory.graph.facts_of_message(message_id)
    yield Text(f"#{message.id} {message.sent_at[:16]} {message.person}: {message.text}")
    yield Rows(("id", "fact", "state"), [(str(f.id), f.fact, _state(f)) for f in facts], "No fact came from it.")
    yield Data(json_shapes.message(message) | {"facts": [json_shapes.fact(f) for f in facts]})


async def _entity(context: CommandContext, name: str) -> AsyncIterator[Output]:
    memory = context.memory
    entity = await memory.graph.entity(name)
    facts = await memory.graph.timeline.facts_around(entity.id)
    other = ", ".join(a for a in entity.aliases if a != entity.name)
    yield Text(f"{entity.name} ({entity.entity_type}){', also ' + other if other else ''}")
    if entity.summary:
        yield Text(entity.summary)
    yield Text(f"first seen {entity.first_seen_at[:10]}, last {entity.last_seen_at[:10]}, {entity.degree} facts")
    yield Rows(("id", "fact", "state"), [(str(f.id), f.fact, _state(f)) for f in facts], "Nothing is said of it yet.")
    yield Data(json_shapes.entity(entity) | {"facts": [json_shapes.fact(f) for f in facts]})


def _state(fact: Edge) -> str:
    return fact.expired_reason or ("ended" if fact.valid_until else "stands")


SHOWN: dict[str, Callable[[CommandContext, Any], AsyncIterator[Output]]] = {
    "fact": _fact,
    "message": _message,
    "entity": _entity,
}


async def stats(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    graph, counts = await context.memory.stats(), await context.memory.graph.counts()
    rows = [(name.replace("_", " "), f"{n:,}") for name, n in {**json_shapes.graph_stats(graph), **counts}.items()]
    yield Rows(("", ""), rows, "")
    yield Data(json_shapes.graph_stats(graph) | counts)
