"""What an order to forget names by its kind, whatever it was called: "Harriet's number" of a message that has it.

In: the words of the order, a memory. Out: a target of all that holds the number, or the address of a mailbox, that a
sentence with their name tells; None where none does.
"""

from dataclasses import fields
from typing import TYPE_CHECKING

from zeph.agent.answers.aspects import named_aspect
from zeph.agent.answers.findings import findings
from zeph.records.forgetting import Target

if TYPE_CHECKING:
    from zeph.memory.facade import Memory


async def meant_or_aspect(memory: "Memory", what: str, *, keep_messages: bool = False) -> Target:
    """What a person means who says no more than that: the number that it names, else what is called so. Raises
    NotFound where nothing is."""
    told = await aspect_meant(memory, what, keep_messages=keep_messages)
    return told or await memory.edits.forgetting.meant(what, keep_messages=keep_messages)


async def aspect_meant(memory: "Memory", what: str, *, keep_messages: bool = False) -> Target | None:
    """All that holds somebody's number or e-mail address, as a sentence that names them tells it."""
    named = named_aspect(what)
    if named is None:
        return None
    aspect, exact = named
    found = await findings(what, await memory.recall(what), None)
    values = {value.group() for one in found if aspect.names_owner(one.text) for value in exact.finditer(one.text)}
    holding = [await memory.edits.forgetting.meant(value, keep_messages=keep_messages) for value in sorted(values)]
    return _together(holding) if holding else None


def _together(targets: list[Target]) -> Target:
    each = {field.name: [item for one in targets for item in getattr(one, field.name)] for field in fields(Target)}
    return Target(**{name: tuple(dict.fromkeys(items)) for name, items in each.items()})
