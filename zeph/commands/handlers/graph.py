"""/graph and `zeph graph`: what is known."""

from collections.abc import AsyncIterator, Collection, Sequence
from typing import Any

from zeph.agent.answers.second_person import name_to_you
from zeph.clock import Moment
from zeph.commands import json_shapes
from zeph.commands.date_arguments import ago
from zeph.commands.outputs import Advance, Data, Output, Rows, Text, Warn, counted, cut_off
from zeph.commands.types import MOST_NUMBER, CommandContext
from zeph.errors import NotFound, UsageError
from zeph.memory.views.dates_asked import end_of
from zeph.records.community import GraphStats
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.eviction import Eviction
from zeph.records.ledger import Cost
from zeph.records.message import PERSON
from zeph.records.recall_request import RecallRequest, Scope

MOST_LISTED = 50
RULES = {
    "expired": "retired {at}, longer ago than memory.graph.expired_edge_retention_days",
    "orphan": "no fact needs it, last seen {at}",
    "cap": "above memory.graph.max_entities, with the fewest facts, last seen {at}",
}
COUNTED = {
    "expired": "facts retired long ago",
    "orphan": "things without facts",
    "cap": "things above memory.graph.max_entities",
}
SPENT = ("messages", "calls", "prompt tokens", "answer tokens", "seconds", "facts", "dropped", "failed")


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
    for sentence in why_stuck(found):
        yield Text(sentence)
    if found.failed:
        yield Text(f"{messages(found.failed)} failed three times; `/graph backfill` tries again.")
    if found.gated:
        yield Text(f"{messages(found.gated)} skipped as nothing new; `/graph backfill --include-gated` takes them.")
    if found.flagged:
        yield Text(
            f"{messages(found.flagged)} looking like an injection, hiding text or far too long: kept, and no facts."
        )
    if found.waiting and (budget := await context.memory.admin.budget()).used_up:
        yield Text(budget.sentence)
    yield Data(json_shapes.graph_stats(found) | {"stuck": json_shapes.stuck(found)})


def why_stuck(found: GraphStats) -> list[str]:
    """A sentence for each reason for which messages do not become facts."""
    return [f"{messages(one.messages)} kept since {one.since[:16]}, no facts yet: {one.reason}" for one in found.stuck]


def messages(count: int) -> str:
    return f"{count:,} message{'s' * (count != 1)}"


async def entities(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    found = await context.memory.graph.entities(values["limit"])
    rows = [
        (e.name, e.entity_type, str(e.degree), e.last_seen_at[:10], ", ".join(a for a in e.aliases if a != e.name))
        for e in found
    ]
    yield Rows(
        ("name", "type", "facts", "last seen", "also"), rows, "No entities yet: talk to Zeph, or import something."
    )
    for output in cut_off(len(found), (await context.memory.stats()).entities):
        yield output
    yield Data([json_shapes.entity(e) for e in found])


async def facts(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    memory = context.memory
    as_of, known_at = end_of(values["as_of"], memory.now), end_of(values["known_at"], memory.now)
    when: dict[str, Any] = {"as_of": as_of, "known_at": known_at, "to_come": as_of is None and known_at is None}
    entities, found = await memory.facts(values["name"], limit=MOST_NUMBER, **when)
    if not entities:
        raise NotFound(f"Nothing is known under the name “{values['name']}”; `/graph entities` lists what is.")
    others = await _others_having(context, values["name"], entities)
    if not found and others:
        entities, others = [*entities, *others], []
        told = [await memory.facts(e.name, limit=MOST_NUMBER, **when) for e in entities]
        found = list({edge.id: edge for _, facts in told for edge in facts}.values())
    yield Text(", ".join(f"{e.name} ({e.entity_type})" for e in entities))
    if others:
        yield Text(f"Also with this word: {', '.join(name_to_you(e.name) for e in others)}.")
    edges = found[: values["limit"]]
    rows = [(str(e.id), e.fact, f"{e.confidence:.2f}", _dates(e), ", ".join(f"#{s}" for s in e.sources)) for e in edges]
    none = "No facts at that time." if as_of or known_at else "No current facts."
    yield Rows(("id", "fact", "confidence", "when", "sources"), rows, none)
    for output in cut_off(len(edges), len(found)):
        yield output
    yield Data([json_shapes.fact(e) for e in edges])


async def _others_having(context: CommandContext, name: str, entities: Sequence[Entity]) -> list[Entity]:
    """Those that have the word in a longer name; what is the person's has the person's name, and is not told."""
    known = {entity.id for entity in entities}
    if PERSON in {entity.name for entity in entities}:
        return []
    return [entity for entity in await context.memory.graph.entities_having(name) if entity.id not in known]


async def at(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    async for output in facts(context, values | {"as_of": values["date"], "known_at": None}):
        yield output


async def path(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    starts, goals = await _one_name(context, values["start"]), await _one_name(context, values["goal"])
    way = await context.memory.graph.timeline.path([e.id for e in starts], [e.id for e in goals])
    start, goal = starts[0].name, goals[0].name
    if way is None:
        yield Text(f"Nothing that is true now connects {start} with {goal}.")
    elif not way:
        yield Text(f"{start} and {goal} are the same.")
    else:
        names = along(way, {e.id for e in starts})
        yield Text(" → ".join(names))
        rows = [
            (str(e.id), e.fact, f"{e.confidence:.2f}", _dates(e), ", ".join(f"#{s}" for s in e.sources)) for e in way
        ]
        yield Rows(("id", "fact", "confidence", "when", "sources"), rows, "")
    facts = None if way is None else [json_shapes.fact(e) for e in way]
    yield Data(
        {"start": start, "goal": goal, "names": along(way, {e.id for e in starts}) if way else [], "path": facts}
    )


async def _one_name(context: CommandContext, name: str) -> list[Entity]:
    """The entities that bear exactly this name, else the only one whose name begins so."""
    found = await context.memory.graph.entities_named(name)
    if not found:
        raise NotFound(f"Nothing is known under the name “{name}”; `/graph entities` lists what is.")
    if len({e.canonical_name for e in found}) > 1:
        raise UsageError(f"“{name}” may be {', '.join(e.name for e in found[:5])}: say which.")
    return found


def along(way: Sequence[Edge], starts: Collection[int]) -> list[str]:
    """The names that a way passes, first to last."""
    first = way[0]
    names = [first.source if first.source_id in starts else first.target]
    node = first.source_id if first.source_id in starts else first.target_id
    for edge in way:
        node, name = (edge.target_id, edge.target) if edge.source_id == node else (edge.source_id, edge.source)
        names.append(name)
    return names


def _dates(edge: Edge) -> str:
    length = {"year": 4, "month": 7}.get(edge.valid_from_precision or "", 10)
    begin = edge.valid_from[:length] if edge.valid_from and edge.valid_from_stated else ""
    until = f" until {edge.valid_until[:10]}" if edge.valid_until else ""
    return (begin or ("said " + edge.valid_from[:10] if edge.valid_from else "")) + until


async def communities(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    memory, question = context.memory, values["question"] or ""
    if question:
        recalled = await memory.recall(
            RecallRequest(question, scope=Scope(kinds=("communities",)), most=values["limit"], sought=True)
        )
        found = [hit.community for hit in recalled.communities]
    else:
        found = await memory.graph.communities(values["limit"])
    now = memory.now
    rows = [(c.name, str(c.size), c.summary, ago(c.created_at, now), ago(c.updated_at, now)) for c in found]
    none = "No community is about that." if question else "No communities yet: they form as the graph grows."
    yield Rows(("name", "size", "summary", "age", "changed"), rows, none)
    run = await memory.graph.detection()
    total = len(found) if question else (await memory.stats()).communities
    for output in cut_off(len(found), total):
        yield output
    if run and not question:
        yield Text(
            f"{total} communities, modularity {run.modularity:.2f}, found by {run.algorithm.replace('_', ' ')} "
            f"{ago(run.found_at, now)} ago."
        )
    yield Data([json_shapes.community(c) for c in found])


async def evict(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """Typed in a chat without --yes it only lists."""
    memory = context.memory
    plan = await memory.admin.evictable(MOST_LISTED)
    rows = [(i.kind, str(i.id), i.text, RULES[i.rule].format(at=i.since[:10])) for i in plan.items]
    yield Rows(("what", "id", "text", "why"), rows, "Nothing would go.")
    yield Text(_counted("Would go", plan) if plan.total else _kept(plan))
    yield Data(json_shapes.eviction(plan) | {"removed": False})
    if values["dry_run"] or not plan.total:
        return
    if not values["yes"] and not context.confirm(f"Remove these {plan.total} for good?"):
        raise UsageError("Nothing was removed; --yes removes without asking.")
    gone = await memory.admin.evict()
    if gone is None:
        raise UsageError("Another Zeph is tidying this memory; try again in a moment.")
    yield Text(_counted("Removed", gone))
    yield Data(json_shapes.eviction(gone) | {"removed": True})


def _counted(verb: str, done: Eviction) -> str:
    counts = "; ".join(f"{COUNTED[rule]}: {n:,}" for rule, n in done.counts.items() if n)
    return f"{verb} — {counts or 'nothing'}. {_kept(done)}".strip()


def _kept(plan: Eviction) -> str:
    if not plan.above:
        return ""
    return f"{plan.above:,} above memory.graph.max_entities stay: you, what you set by hand, what an undo needs."


async def history(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    memory = context.memory
    entity = await memory.graph.entity(values["name"])
    found = await memory.graph.timeline.facts_around(entity.id)
    episodes = await memory.graph.timeline.episodes_for_entity(entity.id)
    yield Text(
        f"{entity.name} ({entity.entity_type}), spoken of in {len(episodes)} conversation{'s' * (len(episodes) != 1)}"
    )
    now = memory.now
    rows = [(str(e.id), e.fact, _day(e.valid_from), _day(e.valid_until), _state(e, now)) for e in found]
    yield Rows(("id", "fact", "from", "until", "state"), rows, "No facts.")
    if len(found) == memory.settings.graph.edge_history_limit:
        yield Text("These are the latest; memory.graph.edge_history_limit says how many are shown.")
    yield Data([json_shapes.fact(e) | {"state": _state(e, now), "superseded_by": e.superseded_by} for e in found])


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
    yield Data([json_shapes.relation(r) for r in found])


async def backfill(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    done = facts = failed = gated = total = 0
    waits = ""
    async for progress in context.memory.backfill(values["limit"], include_gated=values["include_gated"]):
        done, total, facts, failed = progress.done, progress.total, progress.facts, progress.failed
        gated, waits = progress.gated, progress.waits
        yield Advance(progress.handled, total, f"{facts} facts")
    if failed:
        yield Warn(
            f"{messages(failed)} could not be extracted and stay in the queue; the next backfill tries again.", True
        )
    if waits:
        yield Warn(waits)
    skipped = f" {messages(gated)} skipped as nothing new." if gated else ""
    waiting = (await context.memory.stats()).waiting
    left = f" {messages(waiting)} still to be read." if waiting else ""
    if waiting and not waits and done + failed + gated < total:
        left = f" {messages(waiting)} still to be read, at which another Zeph works or which are due later."
    yield Text(f"{messages(done)}, {counted(facts, 'new fact')}.{skipped}{left}" if total else "Nothing waits.")
    yield Data({"messages": done, "facts": facts, "failed": failed, "gated": gated})


async def cost(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    extractors, days = await context.memory.admin.costs("extractor"), await context.memory.admin.costs("day")
    budget = await context.memory.admin.budget()
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
            "by_extractor": [json_shapes.cost("extractor", row) for row in extractors],
            "by_day": [json_shapes.cost("day", row) for row in days],
            "budget": {"per_day": budget.per_day, "spent_today": budget.spent},
        }
    )


def _cost_row(row: Cost) -> tuple[str, ...]:
    tokens = (f"{n:,}" for n in (row.model_calls, row.prompt_tokens, row.answer_tokens))
    return (
        row.of,
        f"{row.messages:,}",
        *tokens,
        f"{row.seconds:,.1f}",
        f"{row.facts:,}",
        f"{row.dropped:,}",
        f"{row.failed:,}",
    )
