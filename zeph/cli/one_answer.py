"""One answer and the end: `zeph chat -p "…"`, or text on stdin.

In: a session and a text. Out: the answer alone on stdout (or JSON, or a stream of JSON lines), the exit code.
"""

import asyncio
import dataclasses
import sys
from collections.abc import Sequence
from typing import Any

from zeph.agent.attachments import Attachment, check_seen
from zeph.agent.session import Session
from zeph.agent.unkept import Unkept
from zeph.cli.console import note, say
from zeph.commands import json_shapes
from zeph.commands.told_calls import called_line
from zeph.errors import INTERRUPTED, ModelError
from zeph.records.events import Event, FactsRecalled, MemoryChanged, Notice, TextDelta, ToolCall, ToolDone, TurnEnded
from zeph.records.message import Conversation
from zeph.records.recalled import Recalled
from zeph.safety.text import clean_text, shown_json

GRACE_SECS = 2.0
"""Given to background work after the answer; the rest stays queued."""


async def answer_once(
    session: Session,
    conversation: Conversation,
    text: str,
    output: str,
    attached: Sequence[Attachment] = (),
    unkept: Unkept | None = None,
) -> int:
    """0, 4 where the model failed, 130 where it was interrupted. What was answered so far is printed and kept."""
    await check_seen(attached, session.agent.chat)
    printer = {"text": TextPrinter, "json": JsonPrinter, "stream-json": StreamPrinter}[output](conversation)
    session.memory.on_change = lambda receipt: printer.render(MemoryChanged(receipt))
    try:
        async with session.agent.turn(text, conversation, attached=attached, unkept=unkept) as events:
            async for event in events:
                printer.show(event)
    except asyncio.CancelledError:
        printer.stop()
        raise KeyboardInterrupt from None
    printer.stop()
    await session.memory.wait_idle(GRACE_SECS)
    return printer.code


class TextPrinter:
    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.code = 0
        self.recalled: Recalled | None = None
        self.end: TurnEnded | None = None

    def show(self, event: Event) -> None:
        if isinstance(event, FactsRecalled):
            self.recalled = event.recalled
        if isinstance(event, Notice):
            note(f"({event.text})")
        if isinstance(event, ToolCall):
            note(f"▸ {called_line(event.name, event.arguments)}")
        if isinstance(event, TurnEnded):
            self.end = event
            self.code = ModelError.exit_code if event.error else INTERRUPTED if event.interrupted else 0
            if event.error:
                note(f"zeph: {event.error}")
        self.render(event)

    def render(self, event: Event) -> None:
        if isinstance(event, TextDelta):
            say(event.text, end="")

    def stop(self) -> None:
        if self.end is None or self.end.answer:
            say("")


class JsonPrinter(TextPrinter):
    def __init__(self, conversation: Conversation) -> None:
        super().__init__(conversation)
        self.calls: dict[int, dict[str, Any]] = {}

    def render(self, event: Event) -> None:
        """A call and what came of it, in the fields that stream-json has for them."""
        if isinstance(event, (ToolCall, ToolDone)):
            fields = {name: value for name, value in event_json(event).items() if name != "type"}
            self.calls.setdefault(event.call_id, {}).update(fields)

    def stop(self) -> None:
        end = self.end or TurnEnded("", "", interrupted=True)
        usage = {"prompt_tokens": end.prompt_tokens, "answer_tokens": end.answer_tokens}
        facts = [json_shapes.recalled_fact(f) for f in self.recalled.facts] if self.recalled else []
        answer: dict[str, Any] = {
            "answer": end.answer,
            "session_id": self.conversation.external_id,
            "model": end.model,
            "usage": usage,
            "facts": facts,
            "calls": [*self.calls.values()],
        }
        if end.error:
            answer["error"] = end.error
        print(shown_json(answer))


class StreamPrinter(TextPrinter):
    """One JSON object a line: {"type": "text_delta", …}."""

    def render(self, event: Event) -> None:
        print(shown_json(event_json(event)), flush=True)

    def stop(self) -> None:
        sys.stdout.flush()


def event_json(event: Event) -> dict[str, Any]:
    name = "".join(f"_{c.lower()}" if c.isupper() else c for c in type(event).__name__).lstrip("_")
    if isinstance(event, FactsRecalled):
        facts = [json_shapes.recalled_fact(f) for f in event.recalled.facts]
        return {"type": name, "facts": facts, "tokens": event.tokens}
    if isinstance(event, MemoryChanged):
        return {"type": name, **json_shapes.receipt(event.receipt)}
    fields = {k: clean_text(v) if isinstance(v, str) else v for k, v in dataclasses.asdict(event).items()}
    return {"type": name, **fields}
