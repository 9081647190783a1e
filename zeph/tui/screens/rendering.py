"""How a conversation's events look: each becomes a widget of the transcript.

In: the calls of :class:`~zeph.tui.talk.Talk`. Out: what is seen. It decides nothing; status line and panel are
:mod:`zeph.tui.screens.overview`'s.
"""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.screen import Screen
from textual.widget import Widget

from zeph.agent.tools.call_groups import INTERRUPTED
from zeph.commands.outputs import Advance, Copy, Data, Draft, Output, Text, Themed
from zeph.records.events import Event, MemoryChanged, TextDelta, ThinkingDelta, ToolCall, ToolDone, TurnEnded
from zeph.records.events import Notice as Note
from zeph.records.message import Message
from zeph.records.revision import Receipt
from zeph.records.tool_request import Permit, ToolRequest
from zeph.tui.screens.overview import Overview
from zeph.tui.talk import Talk
from zeph.tui.terminal.clipboard import copy_text
from zeph.tui.theme import next_theme, theme_for
from zeph.tui.widgets.folded import Called
from zeph.tui.widgets.message_widget import MessageWidget
from zeph.tui.widgets.transcript import FIRST, Transcript
from zeph.tui.widgets.transcript_items import Notice, ReceiptLine, Result, Said

if TYPE_CHECKING:
    from zeph.tui.markdown.layout import Code
    from zeph.tui.widgets.answer import Answer

LAST = 60
"""Stored messages among which those that were just said are found."""


class Rendering(Screen[None]):
    """Half of the chat screen: the listener."""

    def __init__(self) -> None:
        super().__init__()
        self.talk = Talk(self)
        self.overview = Overview(self, self.talk, self.changed)
        self._answer: Answer | None = None
        self._calls: dict[int, Called] = {}
        """Those that run."""
        self._progress: Result | None = None
        self._receipts: list[ReceiptLine] = []
        self._conversation = 0
        self._results: list[Result] = []
        """What the command that runs has given so far."""
        self._told: list[str] = []
        """What the command that runs has said so far: another conversation's transcript says it too."""

    # ------------------------------------------------------------ a turn

    def turn_began(self, text: str, again: bool) -> None:
        self._add(*([] if again else [Said(text)]))

    def command_began(self, line: str) -> None:
        self._told.clear()
        self._add(Said(line))

    def happened(self, event: Event) -> None:
        """Pieces of an answer come a hundred times a second: they change nothing else on the screen."""
        match event:
            case TextDelta(text):
                if self._answer is not None or text.strip():
                    self._answering().feed(text)
                return
            case ThinkingDelta(text):
                self._answering().think(text)
                return
            case ToolCall() | ToolDone():
                self._called(event)
            case MemoryChanged(receipt):
                self._add_receipt(receipt, answered=True)
            case Note(text):
                self._add(Notice(text))
            case TurnEnded(error=error):
                if error:
                    self._add(Notice(error, "error"))
            case _:
                self.overview.refresh()
        self.changed()

    def _called(self, event: ToolCall | ToolDone) -> None:
        """A call stands between what was said before it and what comes after."""
        if isinstance(event, ToolCall):
            self._end_answer()
            self._calls[event.call_id] = Called(event.name, event.arguments)
            self._add(self._calls[event.call_id])
        elif event.call_id in self._calls:
            self._calls.pop(event.call_id).done(event.text, failed=event.failed)

    def ended(self, interrupted: bool) -> None:
        if not self.is_running:
            return
        answered = self._end_answer(interrupted=interrupted)
        if interrupted and not answered:
            self._add(Notice("(interrupted)", "warning"))
        for call in self._calls.values():
            call.done(INTERRUPTED, failed=True)
        self._calls.clear()
        if self._results:
            self.query_one(Transcript).show_from(self._results[0])
        self._results.clear()
        self._progress = None
        self._show_receipts()
        self.run_worker(self._after_turn(), group="after turn", exclusive=True)
        self.overview.refresh()
        if self.talk.leaving:
            self.app.exit(0)

    async def rewritten(self, sentence: str) -> None:
        """The conversation is shown as it is now."""
        context = self.talk.context
        if not self.is_running or context is None or context.chat is None:
            return
        private = context.chat.unkept.messages if context.chat.unkept else ()
        transcript = self.query_one(Transcript)
        await transcript.show_conversation([*await self.stored(None, None, FIRST), *private])
        transcript.add(Notice(sentence))
        self._receipts.clear()
        self.overview.refresh()

    def failed(self, sentence: str) -> None:
        self._add(Notice(sentence, "error"))

    def learned(self, receipt: Receipt) -> None:
        self._add_receipt(receipt)
        self.overview.refresh()

    def _end_answer(self, *, interrupted: bool = False) -> bool:
        """Whether there was one that streamed."""
        answer, self._answer = self._answer, None
        if answer is not None:
            self.run_worker(answer.finish(interrupted=interrupted))
        return answer is not None

    def _answering(self) -> "Answer":
        if self._answer is None:
            from zeph.tui.widgets.answer import Answer

            self._answer = Answer()
            self._add(self._answer)
        return self._answer

    def _add(self, *widgets: Widget) -> None:
        """Nothing where the screen is closed already: work may end after it."""
        if self.is_running:
            self.query_one(Transcript).add(*widgets)

    def _add_receipt(self, receipt: Receipt, *, answered: bool = False) -> None:
        """Under the turn, which may still run."""
        if receipt.tells:
            self._receipts.append(ReceiptLine(receipt, answered=answered))
        if not self.talk.busy:
            self._show_receipts()

    def _show_receipts(self) -> None:
        receipts, self._receipts = self._receipts, []
        self._add(*receipts)
        if any(line.receipt.learned for line in receipts):
            self.run_worker(self._number(receipts), group="receipts")

    async def _number(self, receipts: Sequence[ReceiptLine]) -> None:
        """What was noted gets the numbers to forget it by."""
        context = self.talk.context
        if context is None:
            return
        for line in receipts:
            facts = await context.memory.graph.facts_of_message(line.receipt.message_id)
            line.number({fact.fact: fact.id for fact in facts})

    async def _after_turn(self) -> None:
        """What was said live gets its ids; another conversation takes the place of this one."""
        context = self.talk.context
        if context is None or context.chat is None:
            return
        conversation, transcript = context.chat.conversation, self.query_one(Transcript)
        if conversation.id != self._conversation:
            self._conversation = conversation.id
            self.talk.forget_turn()
            await transcript.show_conversation(await self.stored(None, None, FIRST))
            told = self._told or [conversation.title or f"A new conversation: {conversation.external_id}"]
            self._add(*map(Notice, told))
            self.overview.refresh()
        else:
            transcript.identify(await context.memory.conversations.history(conversation.id, LAST))

    # ------------------------------------------------------------ a command

    def output(self, output: Output) -> None:
        match output:
            case Copy(text, what):
                copy_text(self.app, text, what)
            case Draft(text):
                self.put(text)
            case Themed(theme):
                self.app.theme = theme_for(theme, os.environ) if theme else next_theme(self.app.theme)
                self._add(Notice("Other colours for this talk; `/config set interface.theme` keeps them."))
            case Advance():
                self._show_progress(output)
            case Data():
                pass
            case _:
                self._told += [output.text] if isinstance(output, Text) else []
                self._results.append(Result(output))
                self._add(self._results[-1])

    def _show_progress(self, step: Advance) -> None:
        if self._progress is None:
            self._progress = Result(step)
            self._add(self._progress)
        else:
            self._progress.show(step)

    async def confirm(self, question: str) -> bool:
        from zeph.tui.screens.confirm import asked

        return await asked(self.app, question)

    async def permit(self, request: ToolRequest) -> Permit:
        from zeph.tui.screens.permission_dialog import permitted

        return await permitted(self.app, request)

    def put(self, text: str) -> None:
        """A text in the input."""
        raise NotImplementedError

    # ------------------------------------------------------------ what is stored

    async def stored(self, before_id: int | None, after_id: int | None, limit: int) -> Sequence[Message]:
        """Messages of this conversation, for the transcript."""
        context = self.talk.context
        if context is None or context.chat is None:
            return ()
        return await context.memory.conversations.history(
            context.chat.conversation.id, limit, before_id=before_id, after_id=after_id
        )

    def last_answer(self) -> str:
        """As the model wrote it; while it streams, what there is of it."""
        children = self.query_one(Transcript).children
        shown = [child.text for child in children if isinstance(child, MessageWidget) and child.role == "assistant"]
        return shown[-1] if shown else ""

    def last_code(self) -> "list[Code]":
        """The code in the last answer that has any."""
        from zeph.tui.widgets.prose import code_of

        children = reversed(self.query_one(Transcript).children)
        return next(filter(None, (code_of([child]) for child in children)), [])

    # ------------------------------------------------------------ status and panel

    def tick(self) -> None:
        """Seconds pass."""
        if self.is_current and (self.talk.busy or self.talk.background):
            self.changed()

    def changed(self) -> None:
        if self.is_running:
            self.overview.show(self.hint())

    def hint(self) -> str:
        """What the next key would do."""
        raise NotImplementedError
