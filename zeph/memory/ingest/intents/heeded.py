"""A message as its reader is to see it: without the words that only order the memory about.

In: a message. Out: a :class:`Heeded`. "Remember that I like tea" is read as "I like tea", each character where it
was; of an order to forget, to show, to keep nothing or to remind nothing is read: what it names is not to be known, or
is not so yet. Of orders that are told by example only what is to go or to be kept out is not read: beside the others
something may be told. Nor is a sentence in which a key was hidden: what is left of it tells nothing.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from zeph.memory.ingest.intents.joined_orders import told_beside
from zeph.memory.ingest.intents.list_names import without_lists
from zeph.memory.ingest.intents.order_of import intents_table, order_of, task_order_of
from zeph.memory.ingest.intents.order_templates import told_words
from zeph.memory.language.questions import is_question
from zeph.memory.language.sentence_split import split_sentences
from zeph.records.message import Message
from zeph.records.order import Order
from zeph.safety.secrets import REDACTED

_RESTATED = re.compile(r"(\s*[:,;–-]\s*)(\w+(?:['’]\w+)?)(?!\w)")
"""The mark behind the thing that is named, and the word that says it again."""
_AND_THAT = re.compile(intents_table()["content"]["and_that"], re.IGNORECASE)


UNREAD = ("forget", "unstored")
"""Orders of which nothing is read, however they are told."""


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
    said = order_of(message.text, if_known=True) if message.role == "user" else None
    order = said if said is None or not said.if_known else None
    message = message._replace(text=_without_hidden(message.text))
    if order is None or order.roughly:
        return _of_no_order(message, kept_out=said is not None and said.roughly and said.kind in UNREAD)
    if order.kind == "correct" and order.about == "restated":
        return Heeded(message._replace(text=_restated(message.text, order)), corrects=order)
    if order.kind == "correct":
        return Heeded(message, corrects=order)
    if order.kind != "remember":
        return Heeded(message, reads=False)
    alone = _AND_THAT.sub(lambda that: " " * len(that[0]), _alone(message.text, order))
    return Heeded(message._replace(text=alone), remember=order.what)


def _of_no_order(message: Message, *, kept_out: bool) -> Heeded:
    """What is to be done, or stands on a list, is no fact; what is told beside it may be."""
    if message.role != "user":
        return Heeded(message, reads=not kept_out)
    errand = task_order_of(message.text)
    if errand is None or errand.roughly or errand.kind != "task":
        left = without_lists(message.text)
        return Heeded(message._replace(text=left), reads=not kept_out and bool(left.strip()))
    beside = [place for place in told_beside(message.text) if order_of(message.text[slice(*place)]) is None]
    return Heeded(message._replace(text=_within(message.text, beside)), reads=bool(beside) and not kept_out)


def said_instead(message: Message, order: Order | None) -> Message:
    """Of "that's wrong, *deploy is on Thursday*" what comes behind the denial, where it stands; any other as it is."""
    if order is None or order.about != "what" or not order.what:
        return message
    return message._replace(text=_within(message.text, [(order.start, len(message.text))]))


def orders_forgetting(message: Message) -> bool:
    """Whether it only orders that something goes, and tells nothing of it."""
    order = order_of(message.text, if_known=True) if message.role == "user" else None
    return order is not None and order.kind == "forget"


def tells_nothing(message: Message) -> bool:
    """Whether the person only orders there that something goes, or asks."""
    return orders_forgetting(message) or (message.role == "user" and is_question(message.text))


def _alone(text: str, order: Order) -> str:
    """What the order is about, where it stands; the rest blank."""
    return _within(text, [(order.start, order.stop)])


def _within(text: str, places: Sequence[tuple[int, int]]) -> str:
    """What stands at these places, where it stands; the rest blank."""
    return "".join(c if c.isspace() or any(a <= i < b for a, b in places) else " " for i, c in enumerate(text))


def _restated(text: str, order: Order) -> str:
    """ "the tour: it starts on Friday" as "the tour   starts on Friday", each character where it was."""
    alone = _alone(text, order)
    found = _RESTATED.search(alone, order.start)
    again = found and intents_table()["restating"].get(told_words(found[2], {}).line.strip().casefold())
    if found is None or again is None:
        return alone
    left = str(again)
    return alone[: found.start(1)] + left.rjust(found.end() - found.start(1)) + alone[found.end() :]


def _without_hidden(text: str) -> str:
    if REDACTED not in text:
        return text
    for one in split_sentences(text):
        if REDACTED in one.text:
            end = one.start + len(one.text)
            text = text[: one.start] + " " * len(one.text) + text[end:]
    return text
