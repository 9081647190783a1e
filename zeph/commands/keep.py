"""`zeph memory show|edit|stats`: one thing that is remembered, in full and set right."""

from collections.abc import AsyncIterator
from typing import Any

from zeph.commands import shapes
from zeph.commands.context import CommandContext
from zeph.commands.results import Data, Output, Rows, Text
from zeph.errors import UsageError
from zeph.records.edge import Edge


async def show(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    asked = {name: values[name] for name in ("fact", "message", "entity") if values[name] is not None}
    if len(asked) != 1:
        raise UsageError("Say what to show: --fact ID, --message ID or --entity NAME.")
    name, value = next(iter(asked.items()))
    outputs = (
        _fact(context, value)
        if name == "fact"
        else _message(context, value)
        if name == "message"
        else _entity(context, value)
    )
    async for output in outputs:
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
        shapes.fact(fact)
        | {"forms": [shapes.form(f) for f in forms], "messages": [shapes.message(m) for m in sources]}
    )  # fmt: skip


async def _message(context: CommandContext, message_id: int) -> AsyncIterator[Output]:
    message = await context.memory.conversations.message(message_id)
    facts = await context.memory.graph.facts_of_message(message_id)
    yield Text(f"#{message.id} {message.sent_at[:16]} {message.person}: {message.text}")
    yield Rows(("id", "fact", "state"), [(str(f.id), f.fact, _state(f)) for f in facts], "No fact came from it.")
    yield Data(shapes.message(message) | {"facts": [shapes.fact(f) for f in facts]})


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
    yield Data(shapes.entity(entity) | {"facts": [shapes.fact(f) for f in facts]})


def _state(fact: Edge) -> str:
    return fact.expired_reason or ("ended" if fact.valid_until else "stands")


async def edit(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    memory = context.memory
    done = await memory.edits.amend(
        _number(values["id"]), fact=values["fact"], since=_date(values["since"], memory.now),
        until=_date(values["until"], memory.now), confidence=_share(values["confidence"]),
    )  # fmt: skip
    yield Text(f"{done.sentence} (`zeph graph undo {done.revision_id}` takes it back.)")
    yield Data({"revision": done.revision_id, "done": done.sentence})


async def pin(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    done = await context.memory.edits.pin(_number(values["id"]))
    yield Text(f"{done.sentence} (`zeph graph undo {done.revision_id}` takes it back.)")
    yield Data({"revision": done.revision_id, "done": done.sentence})


async def end(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    now = context.memory.now
    until = _date(values["date"] or now[:10], now)
    done = await context.memory.edits.amend(_number(values["id"]), until=until)
    yield Text(f"{done.sentence}, until {until.moment[:10]} (`zeph graph undo {done.revision_id}` takes it back.)")
    yield Data({"revision": done.revision_id, "done": done.sentence})


def _number(text: Any) -> int:
    plain = str(text).lstrip("#")
    if not plain.isdecimal() or not 0 < int(plain) < 2**63:
        raise UsageError(f"“{text}” is no number of a fact; `zeph graph facts NAME` shows them.")
    return int(plain)


def _date(text: str | None, now: str) -> Any:
    from zeph.memory.ingest.times.dates import resolve_date

    if text is None:
        return None
    found = resolve_date(text, now)
    if found is None:
        raise UsageError(f"“{text}” is no date: write 2023-05-07, 2023-05 or 2023.")
    return found


def _share(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError as error:
        raise UsageError("Confidence is a number from 0 to 1.") from error


async def stats(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    graph, counts = await context.memory.stats(), await context.memory.graph.counts()
    rows = [(name.replace("_", " "), f"{n:,}") for name, n in {**shapes.graph_stats(graph), **counts}.items()]
    yield Rows(("", ""), rows, "")
    yield Data(shapes.graph_stats(graph) | counts)
