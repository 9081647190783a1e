"""/graph merge, split, alias, undo, revisions, history, ontology: the graph set right by hand."""

from collections.abc import AsyncIterator
from typing import Any

from zeph.clock import Moment
from zeph.commands import shapes
from zeph.commands.context import CommandContext, whole_number
from zeph.commands.results import Data, Output, Rows, Text
from zeph.errors import UsageError
from zeph.memory.edits.graph_edits import Edited
from zeph.records.edge import Edge
from zeph.records.revision import Revision


async def merge(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    async for output in _told(await context.memory.edits.merge(values["kept"], values["gone"])):
        yield output


async def split(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    async for output in _told(await context.memory.edits.split(values["name"], values["alias"])):
        yield output


async def alias(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    async for output in _told(await context.memory.edits.alias(values["name"], values["alias"])):
        yield output


async def undo(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    async for output in _told(await context.memory.edits.undo(_number(values["id"]))):
        yield output


async def accept(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    number = _number(values["id"])
    if number is None and not values["all"]:
        raise UsageError("Say which change is right, by its number, or --all.")
    told = await context.memory.edits.accept(number)
    yield Text(told)
    yield Data({"accepted": number, "done": told})


def _number(text: Any) -> int | None:
    if text is None or isinstance(text, int):
        return text
    number = whole_number(str(text).removeprefix("#"))
    if number is None:
        raise UsageError(f"“{text}” is no number of a change; `/graph revisions` lists them.")
    return number


async def _told(done: Edited) -> AsyncIterator[Output]:
    yield Text(f"{done.sentence} (`/graph undo {done.revision_id}` takes it back.)")
    yield Data({"revision": done.revision_id, "done": done.sentence})


async def revisions(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    found = await context.memory.edits.revisions(values["limit"])
    rows = [
        (str(r.id), r.created_at[:16], r.kind, r.reason, f"#{r.message_id}" if r.message_id else "", _standing(r))
        for r in found
    ]  # fmt: skip
    yield Rows(("id", "when", "change", "why", "message", ""), rows, "Nothing has changed yet.")
    yield Data([shapes.revision(r) for r in found])


def _standing(found: Revision) -> str:
    return "undone" if found.undone else "waits for you" if found.waits else ""


async def history(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    memory = context.memory
    entity = await memory.graph.entity(values["name"])
    found = await memory.graph.timeline.edge_history(entity.id)
    episodes = await memory.graph.timeline.episodes_for_entity(entity.id)
    yield Text(
        f"{entity.name} ({entity.entity_type}), spoken of in {len(episodes)} conversation{'s' * (len(episodes) != 1)}"
    )
    now = memory.now
    rows = [(str(e.id), e.fact, _day(e.valid_from), _day(e.valid_until), _state(e, now)) for e in found]
    yield Rows(("id", "fact", "from", "until", "state"), rows, "No facts.")
    yield Data([shapes.fact(e) | {"state": _state(e, now), "superseded_by": e.superseded_by} for e in found])


def _day(moment: str | None) -> str:
    return moment[:10] if moment else ""


def _state(edge: Edge, now: Moment) -> str:
    if edge.expired_reason == "superseded":
        return f"superseded by {edge.superseded_by}" if edge.superseded_by else "superseded"
    if edge.expired_reason:
        return edge.expired_reason
    if edge.valid_from and edge.valid_from > now:
        return "planned"
    if edge.valid_until and edge.valid_until > now:
        return "stands until then"
    return "ended" if edge.valid_until else "stands"


async def ontology(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    found = await context.memory.graph.relations()
    rows = [
        (r.canonical, r.edge_type, r.cardinality, r.inverse, ", ".join((*r.learned, *r.aliases)[:6]), r.origin)
        for r in found
    ]
    yield Rows(("relation", "kind", "how many", "inverse", "also", "from"), rows, "No relations.")
    yield Data([shapes.relation(r) for r in found])
