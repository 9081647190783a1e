"""What a person orders in their own words, as the command that does it.

In: a message. Out: the command and its values, or None for what the agent answers: an order to remember, to keep
nothing of one message, or to correct is a turn, whose message is read (or not kept) accordingly.
"""

import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from zeph.agent.answers.talk_kinds import talk_answer
from zeph.commands.registry import command_named, slash_commands
from zeph.commands.types import Command
from zeph.errors import ZephError
from zeph.memory.edits.sentences_about import told_stems
from zeph.memory.ingest.intents.order_of import count_of, fits, intents_table, let_be_of, order_of
from zeph.memory.language.questions import without_greeting
from zeph.memory.language.sentence_split import split_sentences
from zeph.memory.recall.query.vocabulary import THIRD_PERSON, words
from zeph.records.order import Order

if TYPE_CHECKING:
    from zeph.memory.facade import Memory

OF_FORGETTING = {
    "what": "", "last_message": "last", "conversation": "conversation", "everything": "everything",
}  # fmt: skip
"""What an order is about, and the option of `/forget` for it."""
ALONE: dict[str, tuple[str, dict[str, Any]]] = {
    "unstored": ("private", {"state": "on"}), "pause": ("private", {"state": "on"}),
    "resume": ("private", {"state": "off"}), "correct": ("wrong", {}), "undo": ("graph undo", {}),
}  # fmt: skip
"""The commands, and their values, for orders that are all that was said."""
LEFT_OUT = "Not kept, for it may tell again what was forgotten: “{}”. Say it by itself if it is to stay."
BETWEEN = " ,;:.!-–—"
SAYS = 2
"""Words that say something, of what puts right what is to go."""
LEAST = 3
"""Words of a sentence that tells something."""
NOT_IN_HISTORY = ("forget", "private")
"""Commands whose lines hold what is not to be found again."""


async def ordered(text: str, memory: "Memory") -> tuple[Command, dict[str, Any]] | None:
    """The command that the message orders, and its values; what may be said of anything orders only where something
    in ``memory`` is called so."""
    order = order_of(text, if_known=True)
    if order is not None and order.if_known and not await _is_known(order, _named(order, text)[0], memory):
        order = None
    if order is None:
        let_be = let_be_of(text)
        return _called("forget", {"what": text}) if let_be is not None and let_be.kind == "let_be" else None
    if order.kind == "forget":
        what, instead = _named(order, text)
        named = {"what": what, "instead": instead, "before": text[: order.start]} if order.about == "what" else {}
        return _called("forget", forgetting(order) | named)
    return _called(*ALONE[order.kind]) if order.kind in ALONE and not order.what else None


async def _is_known(order: Order, what: str, memory: "Memory") -> bool:
    """Whether something is called so, tells the number that it names, or may be meant by it."""
    from zeph.commands.aspects_meant import aspect_meant, nearest_meant

    if await memory.edits.forgetting.knows(what) or await aspect_meant(memory, what) is not None:
        return True
    names = not order.roughly and fits("meant", what)
    return names and await nearest_meant(memory, what) is not None


def _called(name: str, values: dict[str, Any]) -> tuple[Command, dict[str, Any]]:
    command = command_named(name)
    return command, command.defaults | values


def forgetting(order: Order) -> dict[str, Any]:
    """What `/forget` takes for an order to forget."""
    option = OF_FORGETTING[order.about]
    if not option:
        return {"what": order.what}
    return {option: count_of(order) if option == "last" else True}


def _named(order: Order, text: str) -> tuple[str, str]:
    """(what is to go, what the same sentence says is so instead): "forget *the swimming* *its drama mondays now*"."""
    own = next((one for one in split_sentences(text) if one.start <= order.start < one.start + len(one.text)), None)
    end = own.start + len(own.text) if own else len(text)
    run_on = _putting_right("begins").search(text, order.start, order.stop)
    stop = run_on.start() if run_on and _puts_right(text[run_on.end() : end]) else order.stop
    behind = text[stop:end].strip(BETWEEN)
    return text[order.start : stop], behind if _puts_right(behind) else ""


def _puts_right(said: str) -> bool:
    """Whether it tells what is so instead of what is to go: "it was only forty, and Gerald did the beans"."""
    return len(_said_in(said)) >= SAYS and bool(_putting_right("said").search(said)) and not talk_answer(said)[0]


def _said_in(text: str) -> frozenset[str]:
    return told_stems(text, but=THIRD_PERSON | {f"{word}s" for word in THIRD_PERSON})


@cache
def _putting_right(key: str) -> re.Pattern[str]:
    return re.compile(intents_table()["putting_right"][key], re.IGNORECASE)


def agrees(text: str) -> bool | None:
    """Whether a line says yes or no to what was asked before it; None where it says neither."""
    answers = intents_table()["answers"]
    return next((said == "yes" for said in ("yes", "no") if re.fullmatch(answers[said], text.strip(), re.I)), None)


def is_unstored(text: str) -> bool:
    """Whether the message orders that nothing of it is kept."""
    order = order_of(text)
    return order is not None and order.kind == "unstored" and order.about != "last_bit"


class Beside(NamedTuple):
    """What a message says behind an order to forget."""

    told: str
    """What it tells or asks of something else; empty for nothing."""
    left_out: str
    """What it says of what goes, or of nothing that stands alone: it is not kept."""
    unforgotten: str
    """What it tells where the person says no to it: all of it, if that is more than the order."""


NOTHING_BESIDE = Beside("", "", "")


async def told_beside(text: str, memory: "Memory") -> Beside:
    """The sentences behind the order, before it is done: none is to be kept that may tell again what goes, and behind
    an order of what was said last none at all."""
    order = order_of(text, if_known=True)
    if order is None or order.kind != "forget" or order.about not in ("what", "last_message"):
        return NOTHING_BESIDE
    behind = [one.text.strip() for one in split_sentences(text) if one.start > order.start]
    what, instead = _named(order, text) if order.about == "what" else (order.what, "")
    named = order.about == "what" and bool(behind or instead)
    going = told_stems(what) | await _stems_going(what, memory) if named else frozenset()
    told = [one for one in behind if named and (_stands_alone(one, going) or _tells_else(one, going))]
    left = [one for one in behind if one not in told and (order_of(one) is not None or not talk_answer(one)[0])]
    more = text[order.stop :].strip(f"{BETWEEN}.!")
    return Beside(" ".join([instead] * _tells_else(instead, going) + told), " ".join(left), text if more else "")


def _tells_else(said: str, going: frozenset[str]) -> bool:
    """Whether it puts right what is to go with more than that."""
    return _puts_right(said) and len(_said_in(said) - going) >= SAYS and order_of(said, if_known=True) is None


async def _stems_going(what: str, memory: "Memory") -> frozenset[str]:
    """Stems of the words of what would be forgotten."""
    from zeph.commands.aspects_meant import meant_or_aspect

    try:
        would = await memory.edits.forgetting.preview(await meant_or_aspect(memory, what))
    except ZephError:  # nothing is meant, or too much
        return frozenset()
    texts = [*(fact.fact for fact in would.facts), *(m.text for m in would.messages), *(cut for _, cut in would.cut)]
    return frozenset().union(*map(told_stems, texts))


def _stands_alone(sentence: str, going: frozenset[str]) -> bool:
    said = words(without_greeting(sentence))
    why = said[:1] == [] or said[0] in THIRD_PERSON or said[0].removesuffix("s") in THIRD_PERSON
    speaks = not going.isdisjoint(told_stems(sentence)) or order_of(sentence, if_known=True) is not None
    return len(said) >= LEAST and not (why or speaks or talk_answer(sentence)[0])


def goes_into_history(text: str) -> bool:
    """Whether a line that was typed may be kept among the inputs: not what is to be forgotten, or kept nowhere."""
    line = text.strip()
    if line.startswith("/"):
        typed = line.lstrip("/").split()
        named = [c for c in slash_commands() if tuple(typed[: len(c.path)]) == c.path]
        return not any(word in command.path for command in named for word in NOT_IN_HISTORY)
    order = order_of(line, if_known=True)
    return order is None or order.kind not in ("forget", "unstored", "pause")
