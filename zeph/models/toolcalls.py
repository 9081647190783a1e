"""Tool calls as they are kept in a ChatMessage: one JSON text, whatever the provider's own shape.

In: (name, arguments as JSON) pairs. Out: the JSON for ``ChatMessage.tool_calls``, and back.
"""

import json
from collections.abc import Iterable
from typing import Any

Call = tuple[str, str]


def encode_tool_calls(calls: Iterable[Call]) -> str:
    """The text for ``ChatMessage.tool_calls``."""
    return json.dumps([{"name": name, "arguments": loads_object(arguments)} for name, arguments in calls])


def decode_tool_calls(text: str) -> list[Call]:
    """The (name, arguments as JSON) pairs in a ``ChatMessage.tool_calls``; also of the providers' nested shapes."""
    try:
        found = json.loads(text) if text else []
    except ValueError:
        return []
    found = found if isinstance(found, list) else [found]
    return [call for call in map(_decode_one, found) if call is not None]


def loads_object(arguments: str) -> dict[str, Any]:
    """The arguments as an object; what cannot be read becomes an empty one."""
    try:
        value = json.loads(arguments)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _decode_one(item: Any) -> Call | None:
    if isinstance(item, list) and len(item) == 2:
        item = {"name": item[0], "arguments": item[1]}
    if not isinstance(item, dict):
        return None
    nested = item.get("function")
    inner: dict[str, Any] = nested if isinstance(nested, dict) else item
    name, arguments = inner.get("name"), inner.get("arguments", {})
    if not isinstance(name, str):
        return None
    return name, arguments if isinstance(arguments, str) else json.dumps(arguments)
