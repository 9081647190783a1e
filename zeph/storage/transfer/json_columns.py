"""Columns that hold JSON and are read as such by whoever shows them.

In: a column's name and its text. Out: nothing, or BadInput with what it must be.
"""

import json
from collections.abc import Callable
from typing import Any

from zeph.errors import BadInput


def check_json(name: str, text: str) -> None:
    """Raises BadInput for text that is no JSON, or another than this column has; other columns hold any text."""
    if name not in _JSON:
        return
    what, fits = _JSON[name]
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not fits(value):
        raise BadInput(f"{name} must be a JSON {what}")


def _is_calls(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(call, dict) for call in value)


def _is_qualifiers(value: Any) -> bool:
    return isinstance(value, dict) and not any(isinstance(inner, (dict, list)) for inner in value.values())


_JSON: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "tool_calls": ("list of objects", _is_calls), "qualifiers": ("object of texts", _is_qualifiers),
}  # fmt: skip
"""Columns that hold JSON: what it must be, and whether a value is."""
