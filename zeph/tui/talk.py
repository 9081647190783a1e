"""The conversation behind the screen: what is sent waits its turn, one thing runs at a time, everything can be stopped.

In: texts and slash lines as the person sends them. Out: calls of a :class:`Listener`, which only shows them. Knows no
widget; it works from the first key on, and begins as soon as the session is open.
"""

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from zeph.agent.attachments import Attachment, attachments_of, check_seen
from zeph.commands.orders import LEFT_OUT, ordered, told_beside
from zeph.commands.outputs import Again, Draft, Output, Rewritten, Status, Text
from zeph.commands.slash import parse_slash, slash_line
from zeph.commands.types import Command, CommandContext
from zeph.errors import UsageError, ZephError
from zeph.records.events import Event, FactsRecalled, TextDelta, ThinkingDelta, ToolCall, ToolDone, TurnEnded
from zeph.records.message import Message
from zeph.records.revision import Receipt
from zeph.records.tool_request import Permit, ToolRequest
from zeph.tui.dialog_command import run


class Listener(Protocol):
    def turn_began(self, text: str, again: bool) -> None: ...
    def command_began(self, line: str) -> None: ...
    def happened(self, event: Event) -> None: ...
    def output(self, output: Output) -> None: ...
    async def rewritten(self, sentence: str) -> None:
        """What was said is no longer what it was."""
        ...

    def failed(self, sentence: str) -> None: ...
    def ended(self, interrupted: bool) -> None:
        """The turn or command that ran last is over."""
        ...

    def learned(self, receipt: Receipt) -> None:
        """The background has changed the graph."""
        ...

    def changed(self) -> None:
        """Something of the state that the status line shows."""
        ...

    async def confirm(self, question: str) -> bool: ...
    async def permit(self, request: ToolRequest) -> Permit:
        """Whether a tool may do what it wants to."""
        ...


@dataclass
class Working:
    """A word for what is being done, and since when (monotonic seconds)."""

    word: str = ""
    since: float = 0.0

    def does(self, word: str) -> None:
        if word != self.word:
            self.word, self.since = word, time.monotonic()

    @property
    def seconds(self) -> int:
        return int(time.monotonic() - self.since)

    def __bool__(self) -> bool:
        return bool(self.word)


@dataclass
class Talk:
    """``open`` gives it the session; until then what is sent waits."""

    listener: Listener
    context: CommandContext | None = None
    used: FactsRecalled | None = None
    """What went into the last turn's context."""
    work: Working = field(default_factory=Working)
    background: Working = field(default_factory=Working)
    queue: deque[str] = field(default_factory=deque)
    _running: asyncio.Task[None] | None = None
    _one: asyncio.Task[None] | None = None

    def open(self, context: CommandContext) -> None:
        """From now on what was sent runs. The memory's background is listened to."""
        self.context = context
        memory = context.memory
        memory.on_change = self.listener.learned
        memory.on_status = self._background
        if context.session is not None:
            context.session.agent.toolbox.asker = self._permit
        self._go_on()

    def forget_turn(self) -> None:
        """Another conversation: what the last turn used is not its own."""
        self.used = None

    @property
    def busy(self) -> bool:
        return self._one is not None

    @property
    def leaving(self) -> bool:
        return bool(self.context and self.context.chat and self.context.chat.leaving)

    @property
    def private(self) -> bool:
        """Whether nothing of what is said is kept."""
        return bool(self.context and self.context.chat and self.context.chat.unkept is not None)

    def send(self, text: str) -> None:
        """A message or a slash line, after what was sent before."""
        self.queue.append(text)
        self._go_on()
        self.listener.changed()

    def interrupt(self) -> list[str]:
        """Stops what runs; what waited comes back, unsent."""
        waiting = list(self.queue)
        self.queue.clear()
        if self._one is not None:
            self._one.cancel()
        self.listener.changed()
        return waiting

    async def close(self) -> None:
        """Stops; what was said so far is kept."""
        self.queue.clear()
        if self.context is not None:
            self.context.memory.on_change = self.context.memory.on_status = None
        for task in (self._one, self._running):
            if task is not None:
                task.cancel()
        await asyncio.gather(*filter(None, (self._one, self._running)), return_exceptions=True)

    # ------------------------------------------------------------ one after the other

    def _go_on(self) -> None:
        if self.context is not None and self.queue and (self._running is None or self._running.done()):
            self._running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self.queue and not self.leaving:
            text = self.queue.popleft()
            self._one = asyncio.create_task(self._done(text))
            try:
                await asyncio.wait((self._one,))
            finally:
                done, self._one = self._one, None
                self.work.does("")
                self._over(done)

    async def _done(self, text: str) -> None:
        assert self.context is not None
        line = slash_line(text)
        if line is not None:
            await self._command(line)
        elif found := await ordered(text, self.context.memory):
            self.listener.command_began(text.strip())
            beside = await told_beside(text, self.context.memory)
            try:
                await self.run(*found)
            except ZephError as refused:
                told = beside.unforgotten if isinstance(refused, UsageError) else beside.told
                if told:
                    await self._turn(told)
                raise
            if beside.left_out:
                self.listener.output(Text(LEFT_OUT.format(beside.left_out)))
            if beside.told:
                await self._turn(beside.told)
        else:
            await self._turn(text)

    def _over(self, done: "asyncio.Task[None]") -> None:
        interrupted = not done.done() or done.cancelled()
        error = None if interrupted else done.exception()
        if isinstance(error, ZephError):
            self.listener.failed(str(error))
        elif error is not None:
            raise error
        self.listener.ended(interrupted)
        self.listener.changed()

    def _background(self, text: str) -> None:
        self.background.does(text)
        self.listener.changed()

    # ------------------------------------------------------------ a turn

    async def _turn(self, text: str, again: Message | None = None) -> None:
        context = self._opened
        assert context.session is not None
        assert context.chat is not None
        attached = [] if again else await self._attached(text)
        self.listener.turn_began(text, again is not None)
        self._does("Remembering…")
        chat = context.chat
        turn = context.session.agent.turn(text, chat.conversation, again=again, attached=attached, unkept=chat.unkept)
        async with turn as events:
            async for event in events:
                self._note(event)
                self.listener.happened(event)

    async def _attached(self, text: str) -> list[Attachment]:
        """Raises UsageError where something cannot be read or seen; the text comes back into the input."""
        try:
            if "@http" in text:
                self._does("Fetching…")
            found = await asyncio.to_thread(attachments_of, text, Path.cwd())
            await check_seen(found, self._opened.session.agent.chat if self._opened.session else None)
            return found
        except ZephError:
            self.listener.output(Draft(text))
            raise

    def _note(self, event: Event) -> None:
        match event:
            case FactsRecalled():
                self.used = event
                self._does("Waiting for the model…")
            case ThinkingDelta():
                self._does("Thinking…")
            case TextDelta():
                self._does("Answering…")
            case ToolCall(name):
                self._does(f"Running {name}…")
            case ToolDone():
                self._does("Waiting for the model…")
            case TurnEnded():
                self.work.does("")

    async def _permit(self, request: ToolRequest) -> Permit:
        before = self.work.word
        self._does("Waiting for you…")
        try:
            return await self.listener.permit(request)
        finally:
            self._does(before)

    def _does(self, word: str) -> None:
        if word != self.work.word:
            self.work.does(word)
            self.listener.changed()

    # ------------------------------------------------------------ a command

    async def _command(self, line: str) -> None:
        self.listener.command_began(line)
        command, values = parse_slash(line)
        await self.run(command, values)

    async def run(self, command: Command, values: dict[str, Any]) -> None:
        """A command of the table; what it asks is asked first, and done only with a yes. Raises ZephError."""
        self._does(command.doing or "Working…")
        async for output in run(self._opened, command, values, self.listener.confirm):
            if isinstance(output, Rewritten):
                await self.listener.rewritten(output.text)
            elif isinstance(output, Again):
                await self._turn(output.message.text, output.message)
            elif not isinstance(output, Status):
                self.listener.output(output)

    @property
    def _opened(self) -> CommandContext:
        assert self.context is not None, "nothing runs before the session is open"
        return self.context
