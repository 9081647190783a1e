"""The answer when there is no model: what was noted, and what is remembered, a sentence first.

In: the receipt of the message, what was recalled for it. Out: a text, and what of the recalled it speaks of.
Deterministic and without invention: it says only what is stored, and that it knows nothing where nothing is.
"""

from collections.abc import Sequence
from dataclasses import replace

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.findings import Finding, Likeness, findings
from zeph.agent.answers.found_answer import NOTHING, MemoryAnswer, answered, is_guess
from zeph.agent.answers.last_word import said_over
from zeph.agent.answers.quoting import quoted
from zeph.agent.answers.receipt_lines import told_receipt
from zeph.agent.answers.talk_kinds import ABOUT, WORK, asks, corrects, how_to_order, may_ask, talk_answer
from zeph.agent.answers.told_again import asks_all, chance_that_asks
from zeph.agent.answers.told_in_part import told_in_part
from zeph.agent.answers.what_is_kept import KEPT, REST_KEPT
from zeph.memory.ingest.intents.order_of import task_order_of
from zeph.records.recalled import Recalled
from zeph.records.revision import Receipt

ASKS_AGAIN, MAY_ASK = 0.7, 0.4
"""How likely a line that is not worded as a question asks for what was found, from which that is its answer; and from
which it is told beside what the line itself may have told."""
HEARD: str = read_answers()["unknown"]["heard"]
CORRECTS: str = read_answers()["unknown"]["corrects"]
IF_IT_ASKS: str = read_answers()["unknown"]["if_it_asks"]
READING: str = read_answers()["help"]["reading"]
MODEL_HELP: str = read_answers()["help"]["model"]


async def answer_from_memory(
    text: str,
    receipt: Receipt | None,
    recalled: Recalled,
    likeness: Likeness | None = None,
    *,
    kept: bool = True,
    beside: bool = False,
    tasks: str = "",
) -> MemoryAnswer:
    """A few lines: what the message changed, then, where it asks, a sentence and what it stands on.

    ``kept``: whether the message is stored. ``beside``: something was attached, which only a model can read.
    ``tasks``: what it said of things to do; an order of that kind asks nothing beside it.
    """
    nothing = replace(recalled, facts=(), messages=())
    noted = "\n".join(filter(None, (told_receipt(receipt), tasks)))
    if tasks and task_order_of(text):
        return MemoryAnswer(noted, nothing)
    if beside and not noted:
        return MemoryAnswer(READING, nothing, wants_model=True)
    kind, reply = talk_answer(text)
    reply = "" if tasks and kind == ABOUT else reply  # it was done
    if kind != WORK and kind:
        return MemoryAnswer("\n\n".join(filter(None, (noted, reply))), nothing)
    if noted and not kind and not asks(text):
        rest = f"\n{REST_KEPT}" if kept and told_in_part(text, receipt) else ""
        return MemoryAnswer(noted + rest, nothing)
    found = await findings(text, recalled, likeness)
    if kind:  # "code of the gate" is nothing to be written
        sought = not noted and asks_all(found) and chance_that_asks(text, found) >= ASKS_AGAIN
        told = MemoryAnswer("\n\n".join(filter(None, (noted, reply))), nothing, wants_model=True)
        return answered(text, recalled, found) if sought else told
    if not asks(text):
        return _of_unread(text, recalled, found, kept=kept)
    answer = answered(text, recalled, found)
    return replace(answer, text="\n\n".join(filter(None, (noted, answer.text))))


def _of_unread(text: str, recalled: Recalled, found: Sequence[Finding], *, kept: bool) -> MemoryAnswer:
    """Of a line in which no fact was read and that is no question by its wording: it may put something right, ask as
    people type into a search box, or tell something."""
    nothing = replace(recalled, facts=(), messages=())
    if kept and corrects(text) and (over := said_over(text, found)):
        used = replace(nothing, messages=tuple(one for one in recalled.messages if one.message.id == over.message.id))
        return MemoryAnswer(CORRECTS.format(quoted(over, nothing)), used)
    order, worded = how_to_order(text), may_ask(text)
    said = (order or KEPT) if kept else HEARD
    share = 1.0 if worded else 0.0 if order else chance_that_asks(text, found)
    answer = answered(text, recalled, found) if share >= MAY_ASK else MemoryAnswer(NOTHING, nothing)
    if answer.text == NOTHING:
        return MemoryAnswer(said, nothing)
    if worded or (share >= ASKS_AGAIN and not is_guess(answer.text)):
        return answer
    return replace(answer, text=f"{said} {IF_IT_ASKS.format(answer.text.splitlines()[0])}")
