"""What a message says is done, or orders off a list: "cross off the dentist", "take the milk off the shopping list".

In: a text. Out: :class:`Crossed` values. Pure. The wordings of orders stand in ``intents.toml``.
"""

from typing import NamedTuple

from zeph.memory.ingest.intents.joined_orders import task_orders_of
from zeph.memory.ingest.intents.list_names import list_in


class Crossed(NamedTuple):
    """What is done, or to be taken off a list."""

    what: str
    """Empty for all of it."""
    on: str
    """The list's name; empty where none is named."""
    listed: bool
    """Whether it is surely of a list."""


def crossed_off(text: str) -> list[Crossed]:
    """What the message says is done, or is to be taken off."""
    done = [(list_in(said), order) for said, order in task_orders_of(text) if order.kind == "done"]
    return [
        Crossed(order.what, of_list.name if of_list else "", order.if_known or bool(of_list and not order.roughly))
        for of_list, order in done
    ]
