"""The list that an order leaves out, for it was just spoken of: "put fridge seal on", "got the bread. add milk";
and the one that it calls by a part of its name.

In: a text, the messages before it; a name. Out: the text with its list; the name of the list that there is. Pure.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.told_tasks import content_of, spelled_out
from zeph.memory.ingest.intents.joined_orders import MOST_JOINTS, joints_of, may_order, task_orders_of
from zeph.memory.ingest.intents.list_names import list_in
from zeph.memory.ingest.intents.order_of import LONGEST, order_of_list, to_the_letter
from zeph.memory.ingest.intents.own_plans import SURELY_ASKS, asks_for
from zeph.memory.language.morphology import is_past_form
from zeph.memory.language.sentence_split import split_sentences
from zeph.memory.recall.query.vocabulary import words
from zeph.records.message import Message
from zeph.records.order import Order

_SAID: dict[str, str] = read_answers("open_tasks.toml")["said_whole"]
_THE_LIST = re.compile(_SAID["the_list"], re.IGNORECASE)
SHOPS = frozenset(read_answers("open_tasks.toml")["asked"]["shops"].split())
"""What lists of things to be got are called."""
_KINDS = content_of(" ".join((*SHOPS, *read_answers("open_tasks.toml")["asked"]["of_kinds"].split())))
CONTEXT = 12
"""Messages back to which orders of one list may follow one another."""
BETWEEN = 1
"""Messages between that speak of none."""
KEPT = 2048
"""Texts of which the orders stay known."""


def with_its_list(text: str, before: Sequence[Message], own: str | None = None) -> str:
    """The text whose orders have the list that was spoken of; where none was, as it is. ``own``: the list of what the
    text itself takes off."""
    orders = orders_without_list(text)
    name = own or list_spoken_of(before)
    if name is None and (of_list := list_in(text)):
        name = of_list.name
    if name is None:
        return text
    for start, stop, order in reversed(orders):
        key = "off_list" if order.kind == "done" else "on_named_list" if name else "on_list"
        text = f"{text[:start]}{_SAID[key].format(WHAT=order.what, LIST=name)}{text[stop:]}"
    return _THE_LIST.sub(_SAID["named"].format(LIST=own), text) if own else text


def may_leave_out(text: str) -> bool:
    """Whether it may order something of a list and leave out which."""
    return bool(orders_without_list(text)) or says_the_list(text)


def says_the_list(text: str) -> bool:
    """Whether it speaks of a list as of the one there is."""
    return _THE_LIST.search(text) is not None


@lru_cache(maxsize=KEPT)
def orders_without_list(text: str) -> Sequence[tuple[int, int, Order]]:
    """Its clauses that order something of a list and leave out which, each with its place."""
    return [*_orders_in(text)] if may_order(text) else []


def _orders_in(text: str) -> Iterator[tuple[int, int, Order]]:
    for one in split_sentences(text):
        said, joints = one.text.rstrip(" .!"), joints_of(one.text)[:MOST_JOINTS]
        stops, at = [len(said), *(joint.start() for joint in reversed(joints))], 0
        for start in (0, *(joint.end() for joint in joints)):
            ends = [stop for stop in stops if stop > start >= at and len(said) <= LONGEST]
            found = ((stop, order_of_list(said[start:stop])) for stop in ends)
            stop, order = next(((stop, order) for stop, order in found if order is not None), (0, None))
            if order is not None and not _goes_on(said[start:stop], said[stop:]):
                yield one.start + start, one.start + stop, order
                at = stop


def _goes_on(said: str, behind: str) -> bool:
    """ "*Add ringing Sue*, by Friday, to my list" names its list, "*put the roof on* and took the scaffold off" tells
    what has been."""
    joint = next(iter(joints_of(behind)), None)
    if list_in(behind) and (joint is None or joint.start() > 0 or to_the_letter(behind[joint.end() :]) is None):
        return True
    first, then = (next((word for word in words(text) if word != "and"), "") for text in (said, behind))
    return is_past_form(first) and is_past_form(then)


def is_same_list(asked: str, on: str) -> bool:
    """Whether one name has all words of the other: "xmas" and "xmas pressies"."""
    named, known = content_of(asked), content_of(on)
    return bool(named and known) and (named <= known or known <= named)


def list_called(name: str, lists: Iterable[str]) -> str:
    """The name of the one of ``lists`` that is called so but for what lists are for: "christmas shopping" of "the
    christmas list"; else ``name``. That alone tells no list."""
    about = content_of(name)
    there = {one for one in lists if about - _KINDS and about <= content_of(one) <= about | _KINDS}
    return there.pop() if len(there) == 1 else name


def list_spoken_of(before: Sequence[Message]) -> str | None:
    """Its name; empty for one that has none, None where none was spoken of."""
    others = 0
    for message in reversed(before[-CONTEXT:]):
        if of_list := list_in(spelled_out(message.text)):
            return of_list.name
        if orders_without_list(message.text):
            continue
        if task_orders_of(message.text) or asks_for("tasks", message.text) >= SURELY_ASKS:
            return ""
        others += 1
        if others > BETWEEN:
            return None
    return None
