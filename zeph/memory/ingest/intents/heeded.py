"""A message as its reader is to see it: without the words that only order the memory about.

In: a message. Out: a :class:`Heeded`. "Remember that I like tea" is read as "I like tea", each character where it was;
of an order to forget, or to keep nothing, nothing is read: what it names is what is not to be known.
"""

from typing import NamedTuple

from zeph.memory.ingest.intents.order_of import order_of
from zeph.records.message import Message
from zeph.records.order import Order


class Heeded(NamedTuple):
    message: Message
    """As it is to be read."""
    reads: bool = True
    """False: nothing in it is to become a fact."""
    remember: str = ""
    """What the person wants remembered, in their words; empty where they ordered nothing of the kind."""
    corrects: Order | None = None
    """The correction that it is of what was told before it."""


def heeded(message: Message) -> Heeded:
    """Only what a person says orders anything."""
    order = order_of(message.text) if message.role == "user" else None
    if order is None:
        return Heeded(message)
    if order.kind == "correct":
        return Heeded(message, corrects=order)
    if order.kind != "remember":
        return Heeded(message, reads=False)
    blank = "".join(c if order.start <= i < order.stop or c.isspace() else " " for i, c in enumerate(message.text))
    return Heeded(message._replace(text=blank), remember=order.what)
