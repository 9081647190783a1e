"""The conversation: transcript, input, status line and the memory panel; its keys.

In: what the person types. Out: calls of :class:`Talk`; what happens is rendered by :class:`Rendering`.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import TextSelected

from zeph.commands.orders import goes_into_history
from zeph.config.schema import InterfaceSettings
from zeph.errors import UsageError
from zeph.tui.prompt.input_history import InputHistory
from zeph.tui.prompt.prompt_area import Prompt
from zeph.tui.prompt.suggestions import Suggestions
from zeph.tui.screens.rendering import Rendering
from zeph.tui.terminal.clipboard import copy_text
from zeph.tui.widgets.folded import Folded
from zeph.tui.widgets.memory_panel import MemoryPanel
from zeph.tui.widgets.status_line import StatusLine
from zeph.tui.widgets.transcript import FIRST, Transcript
from zeph.tui.widgets.transcript_items import Notice, ReceiptLine, Said, Welcome

if TYPE_CHECKING:
    from zeph.commands.types import CommandContext

QUIT_WITHIN_SECS = 2.0
MOST_SOUGHT = 2_000
"""The latest messages of a conversation that are looked through."""


class ChatScreen(Rendering):
    DEFAULT_CSS = """
    ChatScreen #upper { height: 1fr; layers: default above; }
    ChatScreen.-narrow MemoryPanel { width: 30; }
    ChatScreen.-tiny MemoryPanel { layer: above; dock: right; }
    ChatScreen.-broad MemoryPanel { width: 64; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (64, "-narrow"), (100, "-wide"), (160, "-broad")]  # noqa: RUF012  # as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "stop", "Stop", show=False, priority=True),
        Binding("ctrl+d", "leave_if_empty", show=False, priority=True),
        Binding("ctrl+y", "copy_answer", "Copy the last answer", show=False, priority=True),
        Binding("ctrl+r", "search_history", "Search what was typed", show=False, priority=True),
        Binding("f2", "copy_code", "Copy code", show=False, priority=True),
        Binding("f3", "find", "Find in the conversation", show=False, priority=True),
        Binding("f4", "take_back", "Take back what was learned", show=False, priority=True),
        Binding("ctrl+t", "unfold", "Thoughts, calls, long texts", show=False, priority=True),
        Binding("ctrl+b", "panel", "Memory panel", show=False, priority=True),
        Binding("alt+up", "scroll_panel(-5)", show=False, priority=True),
        Binding("alt+down", "scroll_panel(5)", show=False, priority=True),
        Binding("pageup", "scroll_page(-1)", show=False, priority=True),
        Binding("pagedown", "scroll_page(1)", show=False, priority=True),
        Binding("ctrl+home", "scroll_to_edge(-1)", show=False, priority=True),
        Binding("ctrl+end", "scroll_to_edge(1)", show=False, priority=True),
    ]

    def __init__(self, settings: InterfaceSettings, history_file: Path, *, temporary: bool = False) -> None:
        """``temporary``: nothing of it is kept, from the first key on."""
        super().__init__()
        self._settings = settings
        self._temporary = temporary
        self._inputs = InputHistory(history_file, self._keeps)
        self._last_interrupt = -QUIT_WITHIN_SECS

    def compose(self) -> ComposeResult:
        offered = Suggestions()
        with Horizontal(id="upper"):
            yield Transcript(self.stored)
            yield MemoryPanel()
        yield offered
        yield Prompt(self._inputs, offered)
        yield StatusLine()

    def on_mount(self) -> None:
        self.query_one(Prompt).focus()
        self.query_one(MemoryPanel).set_class(self._settings.memory_panel, "open")
        self.set_interval(0.25, self.tick)
        self.changed()

    async def opened(self, context: "CommandContext", notes: list[str]) -> None:
        """The session is there: what was said before, what there is to tell, and what was sent meanwhile."""
        assert context.chat is not None
        self._conversation = context.chat.conversation.id
        transcript = self.query_one(Transcript)
        messages = await context.memory.conversations.history(self._conversation, FIRST)
        if messages:
            await transcript.show_conversation(messages)
        else:
            transcript.add(Welcome())
        transcript.add(*map(Notice, filter(None, [*notes, self._inputs.problem])))
        self.talk.open(context)
        self.overview.refresh()
        self.changed()

    # ------------------------------------------------------------ what is typed

    @on(Prompt.Sent)
    async def sent(self, event: Prompt.Sent) -> None:
        await self.query_one(Transcript).to_end()
        self.talk.send(event.text)

    def _keeps(self, text: str) -> bool:
        private = self.talk.private if self.talk.context else self._temporary
        return not private and goes_into_history(text)

    @on(Prompt.Edited)
    def edit_outside(self) -> None:
        """The terminal is the editor's until it ends; without one, or where it fails, the text stays as it was."""
        from textual.app import SuspendNotSupported

        from zeph.tui.terminal.editor import edited

        prompt = self.query_one(Prompt)
        try:
            with self.app.suspend():
                text = edited(prompt.whole, os.environ)
        except (UsageError, SuspendNotSupported) as error:
            self.app.notify(str(error) or "This terminal cannot be lent to an editor.", markup=False)
            return
        self.app.refresh()
        self.put(text)

    @on(Prompt.Changed)
    def typed(self) -> None:
        self.changed()

    def hint(self) -> str:
        """What Escape or Ctrl+C would do now."""
        prompt = self.query_one(Prompt)
        if time.monotonic() - self._last_interrupt < QUIT_WITHIN_SECS:
            return "press Ctrl+C again to quit"
        if prompt.text:
            return "Esc stops · Ctrl+C clears" if self.talk.busy else "Ctrl+C clears"
        if self.talk.busy:
            waiting = len(self.talk.queue)
            return f"Esc stops, {waiting} queued come back" if waiting else "Esc stops"
        return "Ctrl+P palette"

    def take_typed(self, text: str) -> None:
        """Letters that were typed while a question stood before the input."""
        self.query_one(Prompt).insert(text)

    # ------------------------------------------------------------ stopping and leaving

    def after_typing(self, act: Callable[[], None]) -> None:
        """When every key that was pressed before has done its work."""
        self.query_one(Prompt).call_later(act)

    def action_stop(self) -> None:
        self.after_typing(self._stop)

    def _stop(self) -> None:
        """Escape: closes the suggestions, else stops what runs; it never quits."""
        if not self.query_one(Prompt).close_suggestions() and self.talk.busy:
            self._stop_work()

    def _stop_work(self) -> None:
        """What waited in the queue is not lost: it comes back into the input."""
        prompt = self.query_one(Prompt)
        waiting = self.talk.interrupt()
        if waiting:
            prompt.put("\n\n".join(filter(None, [*waiting, prompt.whole])))

    def ladder(self) -> None:
        """Ctrl+C: clear the input, then stop the work, then ask, then leave."""
        prompt = self.query_one(Prompt)
        if prompt.text:
            prompt.clear_typed()
        elif self.talk.busy:
            self._stop_work()
        elif time.monotonic() - self._last_interrupt < QUIT_WITHIN_SECS:
            self.app.exit(0)
        else:
            self._last_interrupt = time.monotonic()
            self.set_timer(QUIT_WITHIN_SECS, self.changed)
        self.changed()

    def action_leave_if_empty(self) -> None:
        self.after_typing(self._leave_if_empty)

    def _leave_if_empty(self) -> None:
        prompt = self.query_one(Prompt)
        if prompt.text:
            prompt.action_delete_right()
        elif not self.talk.busy:
            self.app.exit(0)

    # ------------------------------------------------------------ the other keys

    def action_copy_answer(self) -> None:
        text = self.get_selected_text() or self.last_answer()
        if text:
            copy_text(self.app, text, "The selection" if self.get_selected_text() else "The last answer")
        else:
            self.app.notify("There is no answer yet.", markup=False)

    def action_copy_code(self) -> None:
        """The code of the last answer that has any; where it has several blocks, one is chosen."""
        blocks = self.last_code()
        if len(blocks) > 1:
            from zeph.tui.screens.named_pickers import code

            self.app.push_screen(code(blocks), lambda text: copy_text(self.app, text, "The code") if text else None)
        elif blocks:
            copy_text(self.app, blocks[0].text, "The code")
        else:
            self.app.notify("There is no code yet.", markup=False)

    def action_unfold(self) -> None:
        """What the model thought and called, and long texts, open or folded again."""
        folded = [*self.query(Folded), *(said for said in self.query(Said) if said.is_long)]
        if not folded:
            self.app.notify("Nothing is folded: no thought, no call, no long text.", markup=False)
        opened = any(each.is_open for each in folded)
        for each in folded:
            each.fold(opened)

    def action_find(self) -> None:
        """A message of this conversation, by its words."""
        from zeph.tui.screens.named_pickers import messages

        async def chosen(message_id: int | None) -> None:
            if message_id is not None:
                await self.query_one(Transcript).show_message(message_id)

        context = self.talk.context
        if context and context.chat and self.is_current:
            conversation = context.chat.conversation.id
            self.app.push_screen(messages(context.memory.conversations.history(conversation, MOST_SOUGHT)), chosen)

    async def action_take_back(self) -> None:
        """The undo or the forgetting of one thing that was learned in this talk, the newest first."""
        from zeph.tui.screens.named_pickers import learned

        lines = [line for receipt in reversed(list(self.query(ReceiptLine))) for line in receipt.orders]
        if picker := await learned(lines, self.talk):
            self.app.push_screen(picker, lambda chosen: self.talk.send(chosen) if chosen else None)
        else:
            self.app.notify("Nothing was learned in this talk yet.", markup=False)

    @on(TextSelected)
    def selected(self) -> None:
        text = self.get_selected_text()
        if text and self._settings.copy_on_select:
            copy_text(self.app, text, "The selection")

    def action_search_history(self) -> None:
        from zeph.tui.screens.named_pickers import earlier_inputs

        def chosen(text: str | None) -> None:
            if text is not None:
                self.put(text)

        self.app.push_screen(earlier_inputs(self._inputs, self.query_one(Prompt).text), chosen)

    def put(self, text: str) -> None:
        """In the input, for the person to go on with."""
        self.query_one(Prompt).put(text)
        self.query_one(Prompt).focus()

    def action_panel(self) -> None:
        self.query_one(MemoryPanel).toggle_class("open")
        self.overview.refresh()

    def action_scroll_panel(self, lines: int) -> None:
        self.query_one(MemoryPanel).scroll_relative(y=lines, animate=False)

    def action_scroll_page(self, pages: int) -> None:
        transcript = self.query_one(Transcript)
        transcript.scroll_relative(y=pages * max(1, transcript.size.height - 2), animate=False)

    async def action_scroll_to_edge(self, where: int) -> None:
        transcript = self.query_one(Transcript)
        if where < 0:
            transcript.scroll_home(animate=False)
        else:
            await transcript.to_end()
