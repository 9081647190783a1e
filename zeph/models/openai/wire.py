"""Messages and tools in the shape OpenAI-compatible endpoints expect, and streamed tool calls put together.

In: ChatMessages and ToolSpecs. Out: JSON-ready dictionaries. Our messages carry no call ids, so ids are numbered here,
and every call gets exactly one result: endpoints refuse a conversation where one is missing or left over.
"""

import base64
from collections.abc import Sequence
from typing import Any

from zeph.models.ports import ChatMessage, ToolSpec
from zeph.models.toolcalls import decode_tool_calls


def wire_messages(messages: Sequence[ChatMessage]) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []
    waiting: list[tuple[str, str]] = []
    numbered = 0
    for message in messages:
        if message.role == "tool":
            sent.append(_result(message, waiting))
            continue
        sent += _unanswered(waiting)
        sent.append({"role": message.role, "content": _content(message)})
        if calls := decode_tool_calls(message.tool_calls):
            ids = [f"call_{numbered + n}" for n in range(len(calls))]
            numbered += len(calls)
            sent[-1]["tool_calls"] = [_call(i, *call) for i, call in zip(ids, calls, strict=True)]
            waiting += [(i, name) for i, (name, _) in zip(ids, calls, strict=True)]
    return sent + _unanswered(waiting)


def wire_tools(tools: Sequence[ToolSpec]) -> list[dict[str, Any]]:
    return [
        {"type": "function", "function": {"name": t.name, "description": t.description, "parameters": t.parameters}}
        for t in tools
    ]


def thinking_of(delta: Any) -> str:
    """What the model thought, under either of the names that endpoints use."""
    extra = getattr(delta, "model_extra", None) or {}
    return str(extra.get("reasoning_content") or extra.get("reasoning") or "")


class ToolCalls:
    """Streamed tool calls: names and pieces of arguments by index, whole at the end."""

    def __init__(self) -> None:
        self._parts: dict[int, list[str]] = {}

    def add(self, index: int, name: str | None, arguments: str | None) -> None:
        call = self._parts.setdefault(index, ["", ""])
        call[0] = call[0] or name or ""
        call[1] += arguments or ""

    def whole(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, arguments or "{}") for _, (name, arguments) in sorted(self._parts.items()) if name)


def _content(message: ChatMessage) -> str | list[dict[str, Any]]:
    """The text, or text and pictures, these as data addresses."""
    if not message.pictures:
        return message.content
    urls = [f"data:{_kind(one)};base64,{base64.b64encode(one).decode()}" for one in message.pictures]
    shown = [{"type": "image_url", "image_url": {"url": url}} for url in urls]
    return [{"type": "text", "text": message.content}, *shown]


def _kind(picture: bytes) -> str:
    begins = {b"\x89P": "image/png", b"\xff\xd8": "image/jpeg", b"GI": "image/gif"}
    return begins.get(picture[:2], "image/webp")


def _call(call_id: str, name: str, arguments: str) -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def _result(message: ChatMessage, waiting: list[tuple[str, str]]) -> dict[str, Any]:
    if not waiting:
        return {"role": "user", "content": f"Result of {message.tool_name or 'a tool'}: {message.content}"}
    same = [n for n, (_, name) in enumerate(waiting) if name == message.tool_name]
    call_id, _ = waiting.pop(same[0] if same else 0)
    return {"role": "tool", "tool_call_id": call_id, "content": message.content}


def _unanswered(waiting: list[tuple[str, str]]) -> list[dict[str, Any]]:
    sent = [{"role": "tool", "tool_call_id": call_id, "content": "(no result)"} for call_id, _ in waiting]
    waiting.clear()
    return sent
