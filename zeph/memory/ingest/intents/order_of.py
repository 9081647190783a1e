"""Whether a message orders the memory about: remember this, forget that, that is wrong, keep nothing of this.

In: a message as it was typed. Out: an :class:`~zeph.records.order.Order`, or None for whatever else people say, talk
*about* remembering and forgetting among it. English as data: ``intents.toml``, whose examples are tests; how much of
what people order is understood, and how much else is taken for an order, tells ``python -m benchmarks.memory_orders``.
"""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from zeph.memory.ingest.intents.order_templates import Template, TemplateReader, slips_of, told_words
from zeph.records.order import Order, OrderAbout, OrderKind

DATA_FILE = "intents.toml"
LONGEST = 600
"""Characters: an order is short, and what is longer was pasted."""


@cache
def intents_table() -> dict[str, Any]:
    """The table as it is shipped; for reading only."""
    return tomllib.loads(resources.files(__package__).joinpath(DATA_FILE).read_text("utf-8"))


def order_of(text: str, *, if_known: bool = False) -> Order | None:
    """The order that the whole message is; ``if_known``: also one that is none where nothing of the name is known."""
    if len(text) > LONGEST:
        return None
    table = intents_table()
    told = told_words(text, _slips())
    words = set(told.line.casefold().split())
    for kind, needs in table["needs"].items():
        if words.isdisjoint(needs):
            continue
        for about, only_if_known, template in _wordings(kind):
            found = template.read(told.line) if if_known or not only_if_known else None
            if found is not None:
                start, stop = told.span(*found)
                return Order(kind, text[start:stop], start, stop, about, only_if_known)
    return None


def count_of(order: Order) -> int:
    """How many things said last are meant."""
    counts = intents_table()["counts"]
    return next((counts[word] for word in order.what.casefold().split() if word in counts), 1)


def question_of(order: Order) -> str:
    """The question that an order to show something is."""
    asks = intents_table()["asks"]
    return str(asks["all"] if order.about == "everything" else asks["about"].format(WHAT=order.what))


def warm() -> None:
    """Has the wordings ready before the first message needs them: to make them takes tenths of a second."""
    for kind in intents_table()["needs"]:
        _wordings(kind)


@cache
def _slips() -> dict[str, str]:
    return slips_of(intents_table()["typos"])


@cache
def _wordings(kind: OrderKind) -> list[tuple[OrderAbout, bool, Template]]:
    """(about what, only if that is known, wording), in the table's order: the first that fits is meant."""
    table = intents_table()
    reader = TemplateReader(table)
    rows = [row for row in table["order"] if row["kind"] == kind]
    return [
        (row.get("about", "what"), row.get("if_known", False), one)
        for row in rows
        for say in row["say"]
        for one in reader.template(say, reason=row.get("reason", False))
    ]
