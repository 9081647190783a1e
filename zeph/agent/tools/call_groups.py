"""Calls and their results as a conversation holds them: what belongs together, however it was cut off.

In: messages of a conversation, any piece of it. Out: groups, and what a provider gets of them: each call has exactly
one result, in the calls' order, right after it; a result whose call is not there is not sent. Nothing is repaired on
the disk: a turn that was killed between a call and its result reads the same way ever after.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from zeph.models.ports import ChatMessage
from zeph.models.toolcalls import Call, decode_tool_calls, encode_tool_calls, loads_object
from zeph.records.message import Message
from zeph.safety.fence import quoted
from zeph.safety.text import clean_text
from zeph.safety.told_secrets import hide_secrets

INTERRUPTED = "(interrupted)"
"""In place of a result that never came."""
LONGEST_TEXT = 400
"""Characters of a text among the arguments of an earlier turn's call, such as a file that it wrote."""

Group = tuple[Message, ...]
"""Messages that stand or fall together."""


def result_mark(name: str, at: int, failed: bool, *, strange: bool = False) -> str:
    """For ``tool_calls`` of a message that is a result: of which tool, of which of the calls before it, and whether
    words of strangers may stand in it although it is from the memory."""
    return json.dumps([{"name": name, "result_of": at, "failed": failed} | ({"strange": True} if strange else {})])


def is_result(message: Message) -> bool:
    return message.role == "tool" and bool(message.tool_calls)


def result_of(message: Message) -> tuple[str, int, bool]:
    """Of which tool, of which of the calls before it, and whether it failed."""
    mark = _mark(message)
    try:
        return str(mark["name"]), int(mark["result_of"]), bool(mark.get("failed"))
    except (ValueError, TypeError, KeyError):
        return "", -1, False


def is_strange(message: Message) -> bool:
    """What :func:`result_mark` was told; of a mark that says nothing it is not known, and so it is."""
    mark = _mark(message)
    return is_result(message) and (not mark or bool(mark.get("strange")))


def _mark(message: Message) -> dict[str, Any]:
    """Empty for what is none."""
    try:
        marks = json.loads(message.tool_calls)
    except ValueError:
        return {}
    return marks[0] if isinstance(marks, list) and marks and isinstance(marks[0], dict) else {}


def groups(messages: Sequence[Message]) -> Iterator[Group]:
    """A message that calls tools with the results that follow it; every other message by itself. Results without
    their call are left out."""
    at = 0
    while at < len(messages):
        first = messages[at]
        end = at + 1
        if calls_of(first):
            while end < len(messages) and is_result(messages[end]):
                end += 1
        if not is_result(first):
            yield tuple(messages[at:end])
        at = end


def calls_of(message: Message) -> list[Call]:
    """The calls that a message of the model makes."""
    return decode_tool_calls(message.tool_calls) if message.role == "assistant" else []


def as_called(group: Group) -> tuple[ChatMessage, ...]:
    """What a provider gets of a message that calls tools, and of its results."""
    first, *results = group
    found = {at: message.text for message in results for _, at, _ in [result_of(message)]}
    calls = [(name, json.dumps(_short(loads_object(arguments)))) for name, arguments in calls_of(first)]
    return called(clean_text(first.text), calls, found)


def _short(value: Any) -> Any:
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        return f"{value[:LONGEST_TEXT]}… ({len(value) - LONGEST_TEXT:,} more characters)"
    if isinstance(value, dict):
        return {name: _short(inner) for name, inner in value.items()}
    return [_short(inner) for inner in value] if isinstance(value, list) else value


def without_secrets(calls: Sequence[Call]) -> list[Call]:
    """As they may be kept, and shown to the model again."""
    return [(name, json.dumps(_hidden(loads_object(arguments)))) for name, arguments in calls]


def _hidden(value: Any) -> Any:
    if isinstance(value, str):
        return hide_secrets(clean_text(value)).text
    if isinstance(value, dict):
        return {clean_text(name): _hidden(inner) for name, inner in value.items()}
    return [_hidden(inner) for inner in value] if isinstance(value, list) else value


def called(text: str, calls: Sequence[Call], results: dict[int, str]) -> tuple[ChatMessage, ...]:
    """``results``: by the call's place; the missing ones were interrupted."""
    made = ChatMessage("assistant", text, tool_calls=encode_tool_calls(calls))
    answers = [
        ChatMessage("tool", quoted(results.get(at, INTERRUPTED)), tool_name=name) for at, (name, _) in enumerate(calls)
    ]
    return (made, *answers)


def without_first(messages: Sequence[ChatMessage]) -> tuple[ChatMessage, ...]:
    """Without the oldest message, and the results that hang on it."""
    end = 1
    while end < len(messages) and messages[end].role == "tool":
        end += 1
    return tuple(messages[end:])
