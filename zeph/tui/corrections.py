"""What can be set right from the browser: the commands of the table that change what is remembered.

In: a command, and what is looked at. Out: its arguments filled in, what it will change, and the sentences it answered.
An action is there if, and only if, the table has its command.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from zeph.commands.context import CommandContext
from zeph.commands.table import COMMANDS, Command
from zeph.memory.browse import Page
from zeph.records.edge import Edge
from zeph.records.entity import Entity

ABOUT_FACTS = ("memory edit", "graph edit", "graph pin", "graph end", "memory pin", "memory end")
ABOUT_ENTITIES = ("graph alias", "graph merge", "graph split")
FORGET = "memory forget"
UNDO = "graph undo"
TITLES = {
    "memory edit": "Edit this fact", "graph edit": "Edit this fact", "graph pin": "Pin this fact", "memory pin": "Pin this fact",
    "graph end": "End this fact", "memory end": "End this fact", "graph alias": "Give it another name", "graph merge": "Merge another thing into it",
    "graph split": "Split one of its names off", "memory forget": "Forget it for good", "graph undo": "Undo the last change",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Action:
    command: Command
    title: str
    given: Mapping[str, Any]
    """Arguments and options that are clear from what is looked at."""
    asks: tuple[str, ...]
    """Those that the person fills in."""


def actions(entity: Entity | None, fact: Edge | None) -> list[Action]:
    """What can be done about the fact, then about the entity, then undo."""
    table = {command.name: command for command in COMMANDS if command.handler}
    found: list[Action] = []
    if fact is not None:
        found += [_of_fact(table[name], fact) for name in ABOUT_FACTS if name in table]
        if "memory edit" in table:
            found.append(Action(table["memory edit"], "End this fact", {"id": str(fact.id)}, ("until",)))
    if entity is not None:
        found += [_of_entity(table[name], entity) for name in ABOUT_ENTITIES if name in table]
    if FORGET in table:
        found += [Action(table[FORGET], "Forget this fact for good", {"fact": fact.id}, ())] if fact else []
        found += (
            [Action(table[FORGET], f"Forget {entity.name} for good", {"entity": entity.name}, ())] if entity else []
        )
    if UNDO in table:
        found.append(Action(table[UNDO], TITLES[UNDO], {}, ()))
    return found


def _of_fact(command: Command, fact: Edge) -> Action:
    options = tuple(option.name for option in command.options if option.kind != "flag")
    return Action(command, TITLES[command.name], {command.arguments[0].name: str(fact.id)}, options)


def _of_entity(command: Command, entity: Entity) -> Action:
    first, *rest = (argument.name for argument in command.arguments)
    return Action(
        command, f"{TITLES[command.name]}: {entity.name}", {first: f"{entity.name} ({entity.entity_type})"}, tuple(rest)
    )


def values_of(action: Action, filled: Mapping[str, str]) -> dict[str, Any]:
    """The command's values; what was left empty stays as it is."""
    values: dict[str, Any] = {option.name: option.default for option in action.command.options}
    values |= {argument.name: None for argument in action.command.arguments}
    return values | dict(action.given) | {name: text for name, text in filled.items() if text.strip()}


async def consequences(context: CommandContext, action: Action, values: Mapping[str, Any], page: Page | None) -> str:
    """What it will change, in sentences; read from the memory, nothing is changed yet."""
    lines = [action.title + "."]
    name = action.command.name
    if name == "graph merge":
        gone = await context.memory.corrections.entity(values["gone"])
        lines.append(
            f"{gone.degree} facts and {len(gone.aliases)} names of {gone.name} go to {values['kept']}; facts between the two go away."
        )
    elif name == "graph split":
        lines.append(
            f"“{values['alias']}” becomes a thing of its own, with the facts whose messages use that name and not the other."
        )
    elif name == "graph alias":
        lines.append(f"“{values['alias']}” will mean {values['name']} from the next message on.")
    elif name == UNDO:
        last = next(
            (r for r in await context.memory.corrections.revisions() if not r.undone and r.kind != "undo"), None
        )
        lines.append(f"#{last.id} {last.kind}: {last.reason}" if last else "There is no change to undo.")
    elif name == "memory edit" and page is not None:
        fact = next((e for e in (*page.facts, *page.past) if str(e.id) == values["id"]), None)
        lines.append(f"Now: {fact.fact} ({fact.confidence:.2f})" if fact else "")
        lines += [f"{key}: {value}" for key, value in values.items() if key != "id" and value is not None]
        lines.append("It is yours then: no message changes it by itself any more.")
    else:
        lines.append(action.command.help)
    if name != FORGET:
        lines.append("It can be undone.")
    return "\n".join(filter(None, lines))
