"""What another program keeps as JSON, as a message: its texts are said, the JSON comes back as it was.

In: JSON values. Out: messages, and the values again. The value stands where a message has its calls of tools, so that
forgetting reaches each of its texts; keys and passwords are taken out of it as out of all that is stored.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

from zeph.errors import UsageError
from zeph.library.async_memory import Memory
from zeph.library.blocking_memory import SyncMemory
from zeph.records.message import Message
from zeph.safety.secrets import REDACTED
from zeph.safety.text import clean_text
from zeph.safety.told_secrets import hide_secrets

T = TypeVar("T")

MOST = 100_000
"""Items of one place that are read."""
AWAITED = (
    "A zeph.Memory is awaited. Open a zeph.SyncMemory instead, or call what begins with “a” (aget, aput, asearch)."
)


async def asked(memory: Memory | SyncMemory, ask: Callable[[Memory], Awaitable[T]]) -> T:
    """What it gives, from a loop of the program's own, whichever of the two it has."""
    return await (asyncio.to_thread(memory.run, ask) if isinstance(memory, SyncMemory) else ask(memory))


def asked_at_once(memory: Memory | SyncMemory, ask: Callable[[Memory], Awaitable[T]]) -> T:
    """The same without a loop. Raises UsageError over a memory that is awaited."""
    if not isinstance(memory, SyncMemory):
        raise UsageError(AWAITED)
    return memory.run(ask)


def as_record(name: str, item: dict[str, Any], *, keep_secrets: bool) -> str:
    """For ``tool_calls``. Raises UsageError for what JSON does not have."""
    try:
        value = json.loads(json.dumps(item, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(f"This cannot be kept, for it is no JSON: {error}.") from error
    return json.dumps([{"name": name, "arguments": value if keep_secrets else _hidden(value)}])


def item_of(message: Message, name: str) -> dict[str, Any] | None:
    """What :func:`as_record` kept under this name; None where the message has none."""
    records = json.loads(message.tool_calls) if message.tool_calls else []
    found = next((one.get("arguments") for one in records if isinstance(one, dict) and one.get("name") == name), None)
    return found if isinstance(found, dict) else None


def prose(value: Any) -> Iterator[str]:
    """Its texts of more than one word, in their order; names of fields are none."""
    if isinstance(value, str):
        if len(value.split()) > 1:
            yield value
    elif isinstance(value, (dict, list)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from prose(inner)


def _hidden(value: Any, field: str = "") -> Any:
    """A text may show by the field's name that it is a password."""
    if isinstance(value, str):
        text = hide_secrets(clean_text(value)).text
        named = f"{field}: {text}"
        return REDACTED if field and text and hide_secrets(named).text != named and REDACTED not in text else text
    if isinstance(value, dict):
        return {name: _hidden(inner, name) for name, inner in value.items()}
    return [_hidden(inner, field) for inner in value] if isinstance(value, list) else value
