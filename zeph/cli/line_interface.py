"""The line interface: a prompt, streamed answers, slash commands, receipts.

In: what the person types. Out: events rendered as lines. All logic is behind the agent and the command
table; here are only keys, completion and the order in which things appear.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import ColorDepth

from zeph.agent.attachments import Attachment, attachments_of, check_seen
from zeph.cli.console import Asking, note, osc52, print_text, say
from zeph.cli.going_on import going_on
from zeph.cli.interrupt import interrupt_cancels
from zeph.cli.permission_prompt import permitted
from zeph.cli.prompted import prompted, typed_ahead_is_kept
from zeph.cli.streamed_markdown import AnswerPrinter
from zeph.commands.orders import LEFT_OUT, NOTHING_BESIDE, goes_into_history, ordered, told_beside
from zeph.commands.outputs import Again, Copy, Draft, Output, Text, Themed, used
from zeph.commands.receipts import receipt_lines, undo_commands
from zeph.commands.registry import handler_of, slash_commands
from zeph.commands.slash import parse_slash, slash_line
from zeph.commands.told_calls import called_line, done_line
from zeph.commands.types import PRIVATE, Command, CommandContext
from zeph.errors import ZephError
from zeph.paths import private_dir
from zeph.records.events import (
    FactsRecalled,
    MemoryChanged,
    Notice,
    TextDelta,
    ThinkingDelta,
    ToolCall,
    ToolDone,
    TurnEnded,
)
from zeph.records.message import Message
from zeph.records.revision import Receipt
from zeph.records.space import DEFAULT_SPACE
from zeph.safety.told_secrets import hide_secrets

PROMPT = "› "
QUIT_WITHIN_SECS = 2.0
SHOWN_ON_RESUME = 6


class LineInterface:
    """One chat at a terminal."""

    def __init__(self, context: CommandContext, *, plain: bool) -> None:
        assert context.session is not None
        assert context.chat is not None
        self._context = context
        self._asking = Asking()
        context.confirm = self._asking.confirm
        self._session = context.session
        self._chat = context.chat
        self._plain = plain or bool(os.environ.get("NO_COLOR"))
        self._prompt: PromptSession[str] = PromptSession(
            history=_history(context.paths.history_file, self._goes_into_history), completer=_completer(),
            complete_while_typing=False, key_bindings=self._keys(), bottom_toolbar=self._toolbar, rprompt=self._hint,
            enable_open_in_editor=False, color_depth=ColorDepth.MONOCHROME if self._plain else None,
        )  # fmt: skip
        self._background = ""
        self._used = used(0, 0)
        self._last_interrupt = -QUIT_WITHIN_SECS
        self._turning = False
        self._held: list[Receipt] = []
        self._draft = ""

    async def run(self) -> int:
        """Until the person leaves; always 0."""
        memory = self._session.memory
        memory.on_change = self._changed
        memory.on_status = self._status
        self._session.agent.toolbox.asker = permitted
        await self._show_earlier()
        with typed_ahead_is_kept():
            while not self._chat.leaving:
                try:
                    text = await prompted(self._prompt, PROMPT, default=self._take_draft())
                except (EOFError, KeyboardInterrupt):
                    break
                if text.strip():
                    await self._take(text)
            if self._chat.conversation.external_id:
                note(going_on(self._chat.conversation.external_id))
        return 0

    def _take_draft(self) -> str:
        draft, self._draft = self._draft, ""
        return draft

    async def _take(self, text: str) -> None:
        self._asking.declined = False
        try:
            line = slash_line(text)
            found = parse_slash(line) if line is not None else await ordered(text, self._session.memory)
            if found is None:
                await self._work(self._stream(text))
                return
            beside = await told_beside(text, self._session.memory) if line is None else NOTHING_BESIDE
            try:
                await self._work(self._command(*found))
            except ZephError:
                if beside.told:
                    await self._work(self._stream(beside.told))
                raise
            if beside.left_out:
                note(LEFT_OUT.format(beside.left_out))
            if beside.told:
                await self._work(self._stream(beside.told))
        except ZephError as error:
            note(str(error) if self._asking.declined else f"zeph: {error}")

    # ------------------------------------------------------------ a turn

    async def _work(self, work: Coroutine[Any, Any, None]) -> None:
        """A turn or a command, which Ctrl+C stops."""
        self._turning = True
        task = asyncio.ensure_future(work)
        try:
            with interrupt_cancels(task):
                await task
        except asyncio.CancelledError:
            if (own := asyncio.current_task()) and own.cancelling():
                raise  # the whole program is to end
            note("(interrupted; what was said or done so far is kept)")
        finally:
            self._turning = False
            self._show_held()

    async def _stream(self, text: str, again: Message | None = None) -> None:
        attached = [] if again else await self._attached(text)
        printer = AnswerPrinter(plain=self._plain)
        chat = self._chat
        turn = self._session.agent.turn(text, chat.conversation, again=again, attached=attached, unkept=chat.unkept)
        try:
            async with turn as events:
                async for event in events:
                    match event:
                        case TextDelta(delta):
                            printer.feed(delta)
                        case FactsRecalled(recalled, _):
                            self._used = used(len(recalled.facts), len(recalled.messages))
                        case Notice(text):
                            printer.finish()
                            note(f"({text})")
                        case ThinkingDelta() | MemoryChanged():
                            pass
                        case ToolCall(name, arguments):
                            printer.finish()
                            note(f"▸ {called_line(name, arguments)}")
                        case ToolDone(_, _, text, failed):
                            note(f"  {done_line(text, failed)}")
                        case TurnEnded(error=error) if error:
                            printer.finish()
                            note(f"zeph: {error}")
        finally:
            printer.finish()

    async def _attached(self, text: str) -> list[Attachment]:
        """Raises UsageError, ModelError; the text comes back into the input."""
        try:
            found = await asyncio.to_thread(attachments_of, text, Path.cwd())
            await check_seen(found, self._session.agent.chat)
            return found
        except ZephError:
            self._draft = text
            raise

    # ------------------------------------------------------------ commands

    async def _command(self, command: Command, values: dict[str, Any]) -> None:
        if command.doing:
            note(command.doing)
        asked: list[Message] = []
        outputs = self._asking.heeded(handler_of(command)(self._context, values))
        await print_text(self._done_here(outputs, asked))
        self._forget_inputs()
        for message in asked:
            await self._stream(message.text, message)

    def _forget_inputs(self) -> None:
        """What was typed is read again: a command may have forgotten some of it."""
        self._prompt.history = self._prompt.default_buffer.history = _history(
            self._context.paths.history_file, self._goes_into_history
        )

    async def _done_here(self, outputs: AsyncIterator[Output], asked: list[Message]) -> AsyncIterator[Output]:
        """What only this door can do is done; the rest is passed on."""
        async for output in outputs:
            match output:
                case Copy(text, what):
                    self._prompt.output.write_raw(osc52(text))
                    self._prompt.output.flush()
                    yield Text(f"{what} is in the clipboard, where the terminal allows it.")
                case Draft(text):
                    self._draft = text
                case Again(message):
                    asked.append(message)
                case Themed():
                    yield Text("The line interface has your terminal's own colours; `zeph` opens the full screen.")
                case _:
                    yield output

    # ------------------------------------------------------------ the background

    def _changed(self, receipt: Receipt) -> None:
        self._held.append(receipt)
        if not self._turning:
            self._show_held()

    def _show_held(self) -> None:
        held, self._held = self._held, []
        for receipt in held:
            undo = ", ".join(undo_commands(receipt))
            for line in [*receipt_lines(receipt), *([f"to take it back: {undo}"] if undo else [])]:
                say(f"  · {line}")

    def _status(self, text: str) -> None:
        self._background = text
        self._prompt.app.invalidate()

    def _toolbar(self) -> FormattedText:
        private = PRIVATE if self._chat.unkept is not None else ""
        space = self._session.memory.settings.space
        shown = "" if space == DEFAULT_SPACE else f"space {space}"
        parts = [
            private,
            shown,
            self._session.agent.model_name,
            self._used,
            self._background,
        ]
        return FormattedText([("", " · ".join(filter(None, parts)))])

    def _hint(self) -> str:
        """Beside the prompt, as the toolbar is missing on terminals that do not report the cursor."""
        quits = time.monotonic() - self._last_interrupt < QUIT_WITHIN_SECS
        return "press Ctrl+C again to quit" if quits else ""

    # ------------------------------------------------------------ keys

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("c-c")
        def interrupt(event: KeyPressEvent) -> None:
            if event.app.current_buffer.text:
                event.app.current_buffer.reset()
            elif time.monotonic() - self._last_interrupt < QUIT_WITHIN_SECS:
                event.app.exit(exception=KeyboardInterrupt)
            else:
                self._last_interrupt = time.monotonic()
                # The hint goes when it is no longer true.
                asyncio.get_running_loop().call_later(QUIT_WITHIN_SECS, event.app.invalidate)

        @keys.add("c-j")
        def newline(event: KeyPressEvent) -> None:
            event.app.current_buffer.insert_text("\n")

        return keys

    def _goes_into_history(self, text: str) -> bool:
        return self._chat.unkept is None and goes_into_history(text)

    async def _show_earlier(self) -> None:
        for message in await self._session.memory.conversations.history(self._chat.conversation.id, SHOWN_ON_RESUME):
            if message.tool_calls and not (message.role == "assistant" and message.text.strip()):
                continue
            said = f"({message.speaker} was attached)" if message.is_attachment else message.text
            say(f"{PROMPT if message.role == 'user' else ''}{said}")


def _completer() -> WordCompleter:
    helps = {f"/{command.name}": command.help for command in slash_commands()}
    return WordCompleter(list(helps), sentence=True, meta_dict=helps)


class _KeptHistory(FileHistory):
    """What may be kept is written, without keys that were told; the rest is there until the end of this chat."""

    def __init__(self, path: str, keeps: Callable[[str], bool]) -> None:
        super().__init__(path)
        self._keeps = keeps

    def store_string(self, string: str) -> None:
        if self._keeps(string):
            super().store_string(hide_secrets(string).text)


def _history(path: Path, keeps: Callable[[str], bool]) -> History:
    """The input history, readable by its owner only; in memory where it cannot be written."""
    try:
        private_dir(path.parent)
        path.touch(mode=0o600)
        path.chmod(0o600)
    except (OSError, ZephError) as error:
        note(f"warning: the input history is not kept: {error}")
        return InMemoryHistory()
    return _KeptHistory(str(path), keeps)
