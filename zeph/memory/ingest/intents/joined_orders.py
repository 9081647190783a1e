"""What a message orders of what is to be done where it says more than one thing: "put nails on the diy list and bread
on the shopping list", "take milk off the list and put bread on it", "put eggs on my list and Ana lives in Ghent".

In: a message as it was typed. Out: its orders, each with the words in which it stands, and what it tells beside them.
Pure. An order that leaves out its verb, or calls its list "it", has them from what stands before it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from zeph.memory.ingest.intents.list_names import list_in
from zeph.memory.ingest.intents.order_of import (
    LONGEST,
    fits,
    intents_table,
    order_of,
    order_of_list,
    task_order_of,
    to_the_letter,
    told_line,
)
from zeph.memory.ingest.intents.own_plans import SURELY_ASKS, asks_for
from zeph.memory.language.asking_features import is_given_name
from zeph.memory.language.morphology import is_past_form, verb_form
from zeph.memory.language.sentence_split import split_sentences
from zeph.records.order import Order

MOST_JOINTS = 12
"""Of a sentence that are looked at."""
RUN_ON = 3
"""Words of what follows right behind a list, of which one tells something."""
_TELLS = ("VBZ", "VBD", "VBN")
"""What a verb is behind somebody's name where something is told of them."""


class Piece(NamedTuple):
    said: str
    """With what it leaves out."""
    start: int
    """Where in the message it stands, and where it ends."""
    stop: int
    tells: bool = False
    """Whether it orders nothing of what is to be done, and tells or asks something, or orders something else."""


@lru_cache(maxsize=2048)
def task_orders_of(text: str) -> Sequence[tuple[str, Order]]:
    """All that it orders of what is to be done, each with the words in which: the whole message, or, where some of its
    sentences, or what stands behind an "and", is such an order to the letter, each of these; else its sentences that
    are such orders."""
    text = _compiled("dangling").sub("", text) if len(text) <= LONGEST else text
    whole = task_order_of(text)
    parts = _pieces(text) if may_order(text) else []
    ordered = [one.said for one in parts if not one.tells]
    sure = [to_the_letter(one) is not None for one in ordered]
    if len(parts) > 1 and any(sure) and (whole is None or whole.roughly or all(sure)):
        return [(one, order) for one in ordered if (order := task_order_of(one) or _off_its_list(one)) is not None]
    if whole is None and may_order(text):
        return [(one, order) for one in _sentences(text) if (order := task_order_of(one)) is not None]
    return [] if whole is None else [(text, whole)]


def _off_its_list(text: str) -> Order | None:
    """ "*Take that one off*, and put a hat on my list"."""
    order = order_of_list(text)
    return order if order is not None and order.kind == "done" else None


def _sentences(text: str) -> list[str]:
    """Those of a text of several."""
    sentences = [one.text for one in split_sentences(text)]
    return sentences if len(sentences) > 1 else []


def told_beside(text: str, *, behind: bool = False) -> list[tuple[int, int]]:
    """Where it tells or asks something, or orders something else, beside what it orders to be done; ``behind``: only
    behind the first of that."""
    pieces = _pieces(text) if may_order(text) else []
    first = next((at for at, one in enumerate(pieces) if not one.tells), 0) if behind else 0
    return [(one.start, one.stop) for one in pieces[first:] if one.tells]


def may_order(text: str) -> bool:
    """Whether it has a word of an order of what is to be done at all."""
    needs = intents_table()["needs_of_tasks"].values()
    return not {*told_line(text).casefold().split()}.isdisjoint(chain(*needs))


def _pieces(text: str) -> list[Piece]:
    pieces = [piece for one in split_sentences(text) for piece in _apart(one.text, one.start)]
    if len(pieces) < 2:
        return pieces
    return [one if one.tells or to_the_letter(one.said) else one._replace(tells=tells(one.said)) for one in pieces]


def _apart(sentence: str, at: int) -> Iterator[Piece]:
    """The sentence, or its parts where what stands behind an "and" orders or tells something by itself."""
    if len(sentence) > LONGEST:
        yield Piece(sentence, at, at + len(sentence))
        return
    start, filled, beside = 0, "", False
    for joint in joints_of(sentence)[:MOST_JOINTS]:
        before, rest = filled + sentence[start : joint.start()], sentence[joint.end() :]
        ordered = not beside and to_the_letter(before) is not None
        said = _with_left_out(rest, sentence[: joint.start()], ordered=ordered) if joint.group().strip() else None
        if said is None and not (ordered and (_tells_on(joint, rest) or _orders_else(rest))):
            continue
        if said is not None and not ordered and (_may_go_on(before) or _is_of_before(said)):
            continue
        yield Piece(before, at + start, at + joint.start(), beside)
        start, beside = joint.end(), said is None
        filled = said.removesuffix(rest) if said and said.endswith(rest) else ""
        if said and not said.endswith(rest):
            yield Piece(said, at + start, at + len(sentence))
            return
    yield Piece(filled + sentence[start:], at + start, at + len(sentence), beside)


def _with_left_out(rest: str, before: str, *, ordered: bool) -> str | None:
    """What stands behind an "and" as an order to the letter; None where it is none. What it leaves out is what stands
    before it."""
    if to_the_letter(rest):
        return rest
    if not ordered or _says_else(rest):
        return None
    of_list = list_in(before)
    on = f"the {of_list.name} list" if of_list and of_list.name else "my list"
    named = _compiled("it").sub(lambda it: f"{it['on']} {on}", rest) if of_list else rest
    if list_in(named) is None:
        off = _off_its_list(rest)  # "… on my list and *take the bread off*"
        return intents_table()["joined"]["off_list"].format(WHAT=off.what, LIST=on) if off else None
    again = ["", *(f"{verb} " for verb in intents_table()["joined"]["verbs"])]
    return next((verb + named for verb in again if to_the_letter(verb + named)), None)


def _orders_else(text: str) -> bool:
    """Whether it orders the memory about by itself: "forget that I like tea"."""
    order = order_of(text, if_known=True)
    return order is not None and not order.roughly


def joints_of(sentence: str) -> Sequence[re.Match[str]]:
    """Where one order may end and the next begin."""
    return [*_compiled("orders").finditer(sentence)]


def _may_go_on(before: str) -> bool:
    """Whether it is an order of which what is behind the joint is the rest: "*add wash the car*, put the bins out and
    ring mum to my list"."""
    order = order_of_list(before)
    return order is not None and order.kind == "task"


def _is_of_before(said: str) -> bool:
    """ "…, *stick those on the list*": with what stands before it."""
    order = to_the_letter(said)
    of_it = order is not None and {*told_line(order.what).casefold().split()} <= {
        *intents_table()["joined"]["of_before"]
    }
    return order is not None and order.kind == "task" and of_it


def _tells_on(joint: re.Match[str], rest: str) -> bool:
    """Whether something else is said; right behind a list a verb in the past says so: "… off the list *found some*",
    and behind a mark one that orders nothing: "…, *got* them in town"."""
    first = [word.casefold() for word in rest.split()[:RUN_ON]]
    if not joint.group().strip():
        return _says_else(rest) or any(map(is_past_form, first))
    has_been = first and is_past_form(first[0]) and (verb_form(first[0]) or ("", ""))[1] != "VB"
    return bool(has_been) or _says_else(rest)


def _says_else(text: str) -> bool:
    """Whether it tells something, or asks what is to be done."""
    return tells(text) or asks_for("tasks", text) >= SURELY_ASKS


def tells(text: str) -> bool:
    """Whether it says something of somebody or something, and is no thing to do or to have."""
    if fits("told_beside", text):
        return True
    first, second = [*text.split(), "", ""][:2]
    form = verb_form(second.casefold())
    return is_given_name(first.casefold()) and form is not None and form[1] in _TELLS


@cache
def _compiled(key: str) -> re.Pattern[str]:
    return re.compile(intents_table()["joined"][key], re.IGNORECASE)
