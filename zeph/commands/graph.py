"""/graph and `zeph graph`: what is known."""

from collections.abc import AsyncIterator
from typing import Any

from zeph.commands import shapes
from zeph.commands.context import CommandContext
from zeph.commands.moments import end_of
from zeph.commands.output import Advance, Data, Output, Rows, Text, Warn
from zeph.errors import NotFound
from zeph.records.edge import Edge
from zeph.records.ledger import Cost

MOST_ENTITIES = 50
SPENT = ("messages", "calls", "prompt tokens", "answer tokens", "seconds", "facts", "failed")


async def stats(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    found = await context.memory.stats()
    yield Rows(
        ("entities", "facts", "communities", "waiting", "failed", "gated", "messages"),
        [
            tuple(
                str(n)
                for n in (
                    found.entities,
                    found.edges,
                    found.communities,
                    found.waiting,
                    found.failed,
                    found.gated,
                    found.messages,
                )
            )
        ],
        "",
    )
    if found.failed:
        yield Text(f"{found.failed} messages failed three times; `/graph backfill` tries them again.")
    if found.gated:
        yield Text(f"{found.gated} messages were skipped as nothing new; `/graph backfill --include-gated` takes them.")
    if found.waiting and (budget := await context.memory.budget()).used_up:
        yield Text(budget.sentence)
    yield Data(shapes.graph_stats(found))


async def entities(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    found = await context.memory.entities(MOST_ENTITIES)
    rows = [(e.name, e.entity_type, str(e.degree), e.last_seen_at[:10], ", ".join(a for a in e.aliases if a != e.name)) for e in found]  # fmt: skip
    yield Rows(
        ("name", "type", "facts", "last seen", "also"), rows, "No entities yet: talk to Zeph, or import something."
    )
    yield Data([shapes.entity(e) for e in found])


async def facts(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    memory = context.memory
    as_of, known_at = end_of(values["as_of"], memory.now), end_of(values["known_at"], memory.now)
    entities, edges = await memory.facts(values["name"], as_of=as_of, known_at=known_at)
    if not entities:
        raise NotFound(f"Nothing is known under the name “{values['name']}”; `/graph entities` lists what is.")
    known = ", ".join(f"{e.name} ({e.entity_type})" for e in entities)
    yield Text(known)
    rows = [(str(e.id), e.fact, f"{e.confidence:.2f}", _dates(e), ", ".join(f"#{s}" for s in e.sources)) for e in edges]
    none = "No facts at that time." if as_of or known_at else "No current facts."
    yield Rows(("id", "fact", "confidence", "when", "sources"), rows, none)
    yield Data([shapes.fact(e) for e in edges])


def _dates(edge: Edge) -> str:
    length = {"year": 4, "month": 7}.get(edge.valid_from_precision or "", 10)
    begin = edge.valid_from[:length] if edge.valid_from and edge.valid_from_stated else ""
    until = f" until {edge.valid_until[:10]}" if edge.valid_until else ""
    return (begin or ("said " + edge.valid_from[:10] if edge.valid_from else "")) + until


async def communities(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    found = await context.memory.communities()
    rows = [(c.name, str(c.size), c.summary, c.updated_at[:10]) for c in found]
    yield Rows(("name", "size", "summary", "since"), rows, "No communities yet: they form as the graph grows.")
    yield Data([shapes.community(c) for c in found])


async def backfill(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    done = facts = failed = gated = total = 0
    waits = ""
    async for progress in context.memory.backfill(values["limit"], include_gated=values["include_gated"]):
        done, total, facts, failed = progress.done, progress.total, progress.facts, progress.failed
        gated, waits = progress.gated, progress.waits
        yield Advance(progress.handled, total, f"{facts} facts")
    if failed:
        yield Warn(
            f"{failed} messages could not be extracted and stay in the queue; the next backfill tries them again.", True
        )
    if waits:
        yield Warn(waits)
    skipped = f" {gated} messages were skipped as nothing new." if gated else ""
    yield Text(f"{done} messages, {facts} new facts.{skipped}" if total else "Nothing waits.")
    yield Data({"messages": done, "facts": facts, "failed": failed, "gated": gated})


async def cost(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    extractors, days = await context.memory.costs("extractor"), await context.memory.costs("day")
    budget = await context.memory.budget()
    yield Rows(("extractor", *SPENT), [_cost_row(row) for row in extractors], "Nothing was extracted yet.")
    if days:
        yield Rows(("day (UTC)", *SPENT), [_cost_row(row) for row in days], "")
    if budget.per_day:
        yield Text(
            budget.sentence
            if budget.used_up
            else f"Today: {budget.spent:,} of {budget.per_day:,} tokens of the extraction budget."
        )
    yield Data(
        {
            "by_extractor": [shapes.cost("extractor", row) for row in extractors],
            "by_day": [shapes.cost("day", row) for row in days],
            "budget": {"per_day": budget.per_day, "spent_today": budget.spent},
        }
    )


def _cost_row(row: Cost) -> tuple[str, ...]:
    tokens = (f"{n:,}" for n in (row.model_calls, row.prompt_tokens, row.answer_tokens))
    return (row.of, f"{row.messages:,}", *tokens, f"{row.seconds:,.1f}", f"{row.facts:,}", f"{row.failed:,}")
