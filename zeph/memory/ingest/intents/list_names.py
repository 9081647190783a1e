"""The lists that people speak of, by their names: "the shopping list", "a list for the vet".

In: a text. Out: the list's name, and what else is said. Pure. The wordings stand in ``intents.toml``.
"""

import re
from functools import cache
from typing import NamedTuple

from zeph.memory.ingest.intents.order_of import intents_table, told_line, without_courtesy
from zeph.records.order import Order
from zeph.safety.text import one_line


class OfList(NamedTuple):
    """What speaks of a list."""

    name: str
    """Empty where it has none: "my list"."""
    rest: str
    """What else is said."""


def list_in(text: str) -> OfList | None:
    """The last list that it speaks of."""
    text = one_line(text)
    if not _compiled("named").search(text):
        return None
    text = without_courtesy(text)
    found = [*_compiled("named").finditer(text)][-1:]
    if not found:
        return None
    name = one_line(f"{found[0]['name'] or ''} {found[0]['for'] or ''}").strip()
    return OfList(name.casefold(), f"{text[: found[0].start()]} {text[found[0].end() :]}")


def question_of(order: Order, text: str) -> str:
    """The question that an order to show something is: of a list, of one thing, of everything. ``text``: the order."""
    asks: dict[str, str] = intents_table()["asks"]
    shown = _compiled("own").fullmatch(order.what.strip(" .!")) or not order.what and _compiled("own").search(text)
    if (
        shown
        and {*told_line(text).casefold().split()}.isdisjoint(intents_table()["lists"]["not_shown"])
        and (of_list := list_in(shown[0]))
    ):
        return asks["list"].format(NAME=of_list.name) if of_list.name else asks["lists"]
    return asks["all"] if order.about == "everything" else asks["about"].format(WHAT=order.what)


def with_the_word(text: str) -> str:
    """ "Shopping: oats" as "shopping list: oats"."""
    return _compiled("alone").sub(r"\g<name> list:", text)


def without_lists(text: str) -> str:
    """With what only stands on a list blank: "*shopping: oats, tea*"."""
    found = (one.start() for key in ("alone", "begins") for one in _compiled(key).finditer(text))
    for start in found:
        begin, end = text.rfind("\n", 0, start) + 1, _compiled("ends").search(text, start)
        text = text[:begin] + " " * (end.start() - begin) + text[end.start() :] if end else text
    return text


@cache
def _compiled(key: str) -> re.Pattern[str]:
    return re.compile(intents_table()["lists"][key], re.IGNORECASE)
