"""`zeph memory edit|pin|end`: a fact set right, by its number."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

from zeph.agent.answers.second_person import to_you
from zeph.commands.outputs import Data, Output, Rows, Text
from zeph.commands.types import CommandContext
from zeph.errors import UsageError
from zeph.memory.edits.edits import Edited
from zeph.memory.views.dates_asked import resolved

NEVER_SO = (
    "Was this never so? Yes takes it out of use, and can be taken back; no leaves it: only the answer did not fit."
)
DID_NOT_FIT = (
    "What I know stays as it was. Where the answer did not fit, ask in other words; where something is otherwise, say"
    " what is right (“it's …”), and I put it in its place."
)


async def edit(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    memory = context.memory
    done = await memory.edits.amend(
        _number(values["id"]), fact=values["fact"], confidence=_share(values["confidence"]),
        since=None if values["since"] is None else resolved(values["since"], memory.now),
        until=None if values["until"] is None else resolved(values["until"], memory.now),
    )  # fmt: skip
    for output in _receipt(done, done.sentence):
        yield output


async def pin(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    done = await context.memory.edits.pin(_number(values["id"]))
    for output in _receipt(done, done.sentence):
        yield output


async def end(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    now = context.memory.now
    until = resolved(values["date"] or now[:10], now)
    done = await context.memory.edits.amend(_number(values["id"]), until=until)
    for output in _receipt(done, f"{done.sentence}, until {until.moment[:10]}"):
        yield output


async def wrong(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    assert context.session is not None
    assert context.chat is not None
    told = await context.session.agent.corrections.told_last(context.chat.conversation)
    if not told:
        yield Text("I told no fact just now. Say what is right, and I note it.")
        return
    yield Rows(("fact", ""), [(f"#{fact.id}", to_you(fact.fact)) for fact in told], "")
    if not context.confirm(NEVER_SO):
        yield Text(DID_NOT_FIT)
        return
    done = await context.memory.edits.retract(told)
    for output in _receipt(done, f"Out of use: {'; '.join(to_you(fact.fact) for fact in told)}."):
        yield output


def _receipt(done: Edited, sentence: str) -> Iterator[Output]:
    head, _, fact = sentence.partition(": ")
    told = f"{head}: {to_you(fact)}" if fact else sentence
    yield Text(f"{told} (`zeph graph undo {done.revision_id}` takes it back.)")
    yield Data({"revision": done.revision_id, "done": done.sentence})


MOST_DIGITS = 19
"""Of a number that the database takes; far longer ones Python refuses to read."""


def _number(text: Any) -> int:
    plain = str(text).lstrip("#")
    if not plain.isdecimal() or len(plain) > MOST_DIGITS or not 0 < int(plain) < 2**63:
        raise UsageError(f"“{text}” is no number of a fact; `zeph graph facts NAME` shows them.")
    return int(plain)


def _share(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError as error:
        raise UsageError("Confidence is a number from 0 to 1.") from error
