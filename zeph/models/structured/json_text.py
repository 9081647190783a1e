"""JSON out of what a model wrote: prose around it, code fences, an end that is missing.

In: text. Out: the value, and whether its end was cut off. Repair is ``json_repair``'s, and only used when needed.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

MOST_REPAIRED = 8_000
"""Characters that repair looks at: an answer is far shorter, and repairing 100,000 brackets takes half a minute."""


@dataclass(frozen=True, slots=True)
class ParsedJson:
    value: Any
    """An object or a list; None when there is neither."""
    open_item: bool = False
    """The text ended inside an item: what the item says may be half of what was meant."""


def find_json(text: str) -> ParsedJson:
    """The first whole object or list in ``text``, else what repair makes of its beginning."""
    with suppress(ValueError, RecursionError):
        if isinstance(value := json.loads(text), (dict, list)):
            return ParsedJson(value)
    start = min((n for n in (text.find("{"), text.find("[")) if n >= 0), default=-1)
    if start < 0:
        return ParsedJson(None)
    whole = _first_whole(text, start)
    return ParsedJson(whole) if whole is not None else _repaired(text[start:])


def _first_whole(text: str, start: int) -> Any:
    decoder = json.JSONDecoder(strict=False)
    opened = start
    # "[note] {…}": a bracket in the prose is not the answer, so a few openings are tried.
    for _ in range(8):
        if opened < 0:
            return None
        try:
            value, _end = decoder.raw_decode(text, opened)
        except (ValueError, RecursionError):
            if text[opened] == "{" and opened == text.find("{"):
                return None
        else:
            if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(v, dict) for v in value)):
                return value
        opened = min((n for n in (text.find("{", opened + 1), text.find("[", opened + 1)) if n >= 0), default=-1)
    return None


def _repaired(text: str) -> ParsedJson:
    from json_repair import loads

    text = text[:MOST_REPAIRED]
    try:
        value = loads(text)
    except (ValueError, RecursionError):
        return ParsedJson(None)
    depth, in_string = _open_at_end(text)
    # Repair makes "{}" of nearly anything; only what holds something was an answer.
    return ParsedJson(value if value and isinstance(value, (dict, list)) else None, open_item=in_string or depth >= 3)


def _open_at_end(text: str) -> tuple[int, bool]:
    """How deep the brackets are, and whether a string is open, where the text ends."""
    depth, in_string, escaped = 0, False, False
    for char in text:
        if in_string:
            in_string, escaped = (char != '"' or escaped), (char == "\\" and not escaped)
        elif char == '"':
            in_string = True
        else:
            depth += (char in "{[") - (char in "}]")
    return depth, in_string
