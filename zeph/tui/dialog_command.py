"""A command of the table run from a screen: what it asks is asked there, before anything is done.

In: a command, its values, who can be asked. Out: its outputs. A command asks through ``context.confirm``, which cannot
wait for a dialog: the first answer is no; after a yes it runs once more and is not asked again; after a no it says
that nothing was done.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from zeph.commands.outputs import Output, Rewritten, Rows, Text, Warn, after_no
from zeph.commands.registry import handler_of
from zeph.commands.types import Command, CommandContext
from zeph.errors import UsageError

Confirm = Callable[[str], Awaitable[bool]]


@dataclass
class Question:
    """What a command asks, with what it told until then."""

    asked: str = ""
    lines: list[str] = field(default_factory=list)

    def ask(self, question: str) -> bool:
        self.asked = self.asked or question
        return False

    @property
    def whole(self) -> str:
        return "\n".join([*self.lines, "", self.asked]).strip()


async def run(
    context: CommandContext, command: Command, values: dict[str, Any], confirm: Confirm
) -> AsyncIterator[Output]:
    """Raises what the command raises; after a no, that it was none comes last."""
    question, shown = Question(), 0
    context.confirm = question.ask
    try:
        async for output in handler_of(command)(context, values):
            question.lines += lines_of(output)
            shown += 1
            yield output
    except UsageError as refused:
        if not question.asked:
            raise
        if not await confirm(question.whole):
            yield Text(after_no(refused))
            return
        context.confirm = lambda _: True
        async for output in handler_of(command)(context, values):
            if shown <= 0:
                yield output
            shown -= 1


def lines_of(output: Output) -> list[str]:
    """What an output tells, as plain lines."""
    match output:
        case Text(text) | Rewritten(text) | Warn(text, _):
            return [text]
        case Rows(_, rows, empty):
            return ["  ".join(filter(None, row)) for row in rows] or ([empty] if empty else [])
        case _:
            return []
