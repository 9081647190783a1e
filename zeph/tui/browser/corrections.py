"""What can be set right from the browser: the commands of the table that change what is remembered.

In: a command, and what is looked at. Out: its arguments filled in, what it will change, and the sentences it answered.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from zeph.commands.registry import command_named
from zeph.commands.types import Command, CommandContext
from zeph.errors import NotFound
from zeph.memory.views.graph_queries import Page
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.revision import Revision

MOST_NAMED = 8
"""Facts that are named before they go elsewhere."""
TWO_NAMES, TWO_THINGS, SHOWN_FIRST = "two names, one thing", "one name, two things", "what goes is shown first"
LABELS = {
    "fact": "The sentence", "since": "True since (2023-05-07, 2023-05, 2023)",
    "until": "True until; empty while it goes on", "confidence": "How sure, from 0 to 1",
    "date": "The day it ended; empty is today", "alias": "The other name",
    "gone": "The name of the thing that joins it", "goal": "The name of the other thing",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Action:
    name: str
    """Of the command that does it."""
    title: str
    about: str = ""
    """What it does, in a few words."""
    given: Mapping[str, Any] = field(default_factory=dict)
    """Arguments and options that are clear from what is looked at."""
    asks: Mapping[str, str] = field(default_factory=dict)
    """Those that the person fills in, and what they are now."""

    @property
    def command(self) -> Command:
        return command_named(self.name)


def actions(entity: Entity | None, fact: Edge | None) -> list[Action]:
    """What can be done about the fact, then about the entity, then undo."""
    found: list[Action] = []
    if fact is not None:
        number = {"id": str(fact.id)}
        found += [
            Action("memory edit", "Edit this fact", "its sentence, dates, how sure", number, _as_it_is(fact)),
            Action("memory pin", "Pin this fact", "nothing automatic changes or removes it", number),
            Action("memory end", "End this fact", "it was true until a day", number, {"date": ""}),
            Action("memory forget", "Forget this fact for good", SHOWN_FIRST, {"fact": fact.id}),
        ]
    if entity is not None:
        name = f"{entity.name} ({entity.entity_type})"
        found += [
            Action("graph alias", f"Another name for {entity.name}", "", {"name": name}, {"alias": ""}),
            Action("graph merge", f"Merge another thing into {entity.name}", TWO_NAMES, {"kept": name}, {"gone": ""}),
            Action("graph split", f"Split a name off {entity.name}", TWO_THINGS, {"name": name}, {"alias": ""}),
            Action("memory forget", f"Forget {entity.name} for good", SHOWN_FIRST, {"entity": entity.name}),
        ]
    return [*found, undo()]


def undo(found: Revision | None = None) -> Action:
    """Of that change, or of the last one."""
    if found is None:
        return Action("graph undo", "Undo the last change", "as it was before")
    return Action("graph undo", f"Undo change #{found.id}", "as it was before", {"id": str(found.id)})


def about(found: Revision) -> list[Action]:
    """What can be done about a change: a question changed nothing, so it can only be settled."""
    accept = Action("graph accept", "Accept: it is right as it is", "it waits no longer", {"id": str(found.id)})
    undone = [] if found.undone or found.kind in ("review", "evict") else [undo(found)]
    return [*([accept] if found.waits else []), *undone]


def _as_it_is(fact: Edge) -> Mapping[str, str]:
    return {
        "fact": fact.fact, "since": (fact.valid_from or "")[:10], "until": (fact.valid_until or "")[:10],
        "confidence": f"{fact.confidence:.2f}",
    }  # fmt: skip


def values_of(action: Action, filled: Mapping[str, str]) -> dict[str, Any]:
    """The command's values; what was left empty or as it was stays."""
    values: dict[str, Any] = {option.name: option.default for option in action.command.options}
    values |= {argument.name: None for argument in action.command.arguments}
    changed = {name: text for name, text in filled.items() if text.strip() and text != action.asks.get(name)}
    return values | dict(action.given) | changed


async def consequences(context: CommandContext, action: Action, values: Mapping[str, Any], page: Page | None) -> str:
    """What it will change, in sentences; read from the memory, nothing is changed yet. Raises NotFound for nothing to
    undo."""
    sentences = [f"{action.title}.", *await _effects(context, action.name, values, page)]
    return "\n".join([*filter(None, sentences), "", "It can be undone."])


async def _effects(context: CommandContext, name: str, values: Mapping[str, Any], page: Page | None) -> list[str]:
    fact = next((e for e in (*page.facts, *page.past) if str(e.id) == values.get("id")), None) if page else None
    match name:
        case "graph merge":
            return await _merged(context, values)
        case "graph split":
            kept = f"“{values['alias']}” becomes a thing of its own"
            return [f"{kept}, with the facts whose messages use that name and not the other."]
        case "graph alias":
            return [f"“{values['alias']}” will mean {values['name']} from the next message on."]
        case "graph undo":
            return [await _undone(context, values)]
        case "memory edit":
            new = [f"{LABELS[key]}: {values[key]}" for key in ("fact", "since", "until", "confidence") if values[key]]
            return [f"Now: {fact.fact} ({fact.confidence:.2f})" if fact else "", *new, YOURS]
        case "memory pin":
            return [fact.fact if fact else "", YOURS]
        case "memory end":
            return [
                fact.fact if fact else "",
                f"It was true until {values['date'] or 'today'}, and is kept as past.",
                YOURS,
            ]
        case _:
            return [command_named(name).help]


YOURS = "It is yours then: no message changes it by itself any more."


async def _merged(context: CommandContext, values: Mapping[str, Any]) -> list[str]:
    gone = await context.memory.graph.entity(values["gone"])
    page = await context.memory.graph.page(gone.id)
    facts = page.facts if page else ()
    more = f" … and {len(facts) - MOST_NAMED} more" if len(facts) > MOST_NAMED else ""
    return [
        f"{len(facts)} facts and {len(gone.aliases)} names of {gone.name} go to {values['kept']}; "
        "facts between the two go away.",
        *(f" • {fact.fact}" for fact in facts[:MOST_NAMED]),
        more,
    ]  # fmt: skip


async def _undone(context: CommandContext, values: Mapping[str, Any]) -> str:
    found = await context.memory.edits.revisions(200)
    wanted = values["id"] and int(values["id"])
    meant = (r for r in found if (r.id == wanted if wanted else _can_be_undone(r)))
    change = next(meant, None)
    if change is None:
        raise NotFound("There is no change to undo.")
    return f"#{change.id} {change.kind}: {change.told}"


def _can_be_undone(found: Revision) -> bool:
    return not found.undone and found.kind not in ("undo", "review", "evict")
