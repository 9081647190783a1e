"""Tool calls as they are kept in a ChatMessage: one JSON text, whatever the provider's own shape.

In: (name, arguments as JSON) pairs. Out: the JSON for ``ChatMessage.tool_calls``, and back. A model's JSON may be
anything; what comes out here is sent back to it in every later request, so it is such as every provider takes.
"""

import json
import math
import re
from collections.abc import Iterable
from typing import Any

from zeph.safety.text import whole_characters

Call = tuple[str, str]

DEEPEST = 50
"""Levels of lists and objects in arguments."""
LONGEST_NAME = 64
NAMELESS = "unknown"


def encode_tool_calls(calls: Iterable[Call]) -> str:
    """The text for ``ChatMessage.tool_calls``."""
    return json.dumps([{"name": sent_name(name), "arguments": loads_object(arguments)} for name, arguments in calls])


def decode_tool_calls(text: str) -> list[Call]:
    """The (name, arguments as JSON) pairs in a ``ChatMessage.tool_calls``; also of the providers' nested shapes."""
    try:
        found = load_json(text, DEEPEST + 4) if text else []
    except ValueError:
        return []
    found = found if isinstance(found, list) else [found]
    return [call for call in map(_decode_one, found) if call is not None]


def sent_name(name: str) -> str:
    """A tool's name as every provider takes it."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", name[:LONGEST_NAME]) or NAMELESS


def loads_object(arguments: str) -> dict[str, Any]:
    """The arguments as an object; what cannot be read becomes an empty one."""
    try:
        value = load_json(arguments)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def load_json(text: str, deepest: int = DEEPEST) -> Any:
    """JSON that can be written again, everywhere: a number that is none (NaN, infinity) is null, half a surrogate pair
    is U+FFFD. Raises ValueError, also where it is deeper."""
    try:
        return _sound(json.loads(text), deepest)
    except RecursionError:
        raise ValueError("nested too deep") from None


def _sound(value: Any, deepest: int) -> Any:
    if isinstance(value, str):
        return whole_characters(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, (list, dict)) and deepest <= 0:
        raise ValueError("nested too deep")
    if isinstance(value, list):
        return [_sound(one, deepest - 1) for one in value]
    if isinstance(value, dict):
        return {whole_characters(name): _sound(one, deepest - 1) for name, one in value.items()}
    return value


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
    return sent_name(name), arguments if isinstance(arguments, str) else json.dumps(arguments)
