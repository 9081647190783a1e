"""The list that an order leaves out, for it was just spoken of: "put fridge seal on", "take blue roll off".

In: a text, the messages before it. Out: the text with its list. Pure.
"""

from collections.abc import Sequence

from zeph.agent.answers.answer_tables import read_answers
from zeph.memory.ingest.intents.joined_orders import task_orders_of
from zeph.memory.ingest.intents.list_names import list_in
from zeph.memory.ingest.intents.order_of import order_of_list
from zeph.memory.ingest.intents.own_plans import SURELY_ASKS, asks_for
from zeph.records.message import Message

_SAID: dict[str, str] = read_answers("open_tasks.toml")["said_whole"]
CONTEXT = 12
"""Messages back to which orders of one list may follow one another."""
BETWEEN = 1
"""Messages between that speak of none."""


def with_its_list(text: str, before: Sequence[Message]) -> str:
    """The order with the list that was spoken of; any other text, or where none was, as it is."""
    order = order_of_list(text)
    name = _list_spoken_of(before) if order is not None else None
    if order is None or name is None:
        return text
    key = "off_list" if order.kind == "done" else "on_named_list" if name else "on_list"
    return _SAID[key].format(WHAT=order.what, LIST=name)


def _list_spoken_of(before: Sequence[Message]) -> str | None:
    """Its name; empty for one that has none, None where none was spoken of."""
    others = 0
    for message in reversed(before[-CONTEXT:]):
        if of_list := list_in(message.text):
            return of_list.name
        if order_of_list(message.text) is not None:
            continue
        if task_orders_of(message.text) or asks_for("tasks", message.text) >= SURELY_ASKS:
            return ""
        others += 1
        if others > BETWEEN:
            return None
    return None
