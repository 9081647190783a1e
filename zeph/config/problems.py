"""What pydantic found wrong, in the words of the person who wrote the setting."""

import difflib
from collections.abc import Callable, Mapping
from typing import Any

from pydantic_core import ErrorDetails

from zeph.config.keys import find_key, nearest

_SENTENCES: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "greater_than_equal": lambda c: f"must be at least {c['ge']}",
    "greater_than": lambda c: f"must be more than {c['gt']}",
    "less_than_equal": lambda c: f"must be at most {c['le']}",
    "less_than": lambda c: f"must be less than {c['lt']}",
    "int_type": lambda c: "must be a whole number",
    "int_from_float": lambda c: "must be a whole number",
    "float_type": lambda c: "must be a number",
    "finite_number": lambda c: "must be a finite number",
    "bool_type": lambda c: "must be true or false",
    "string_type": lambda c: "must be text in quotes",
    "string_too_short": lambda c: "must not be empty",
    "string_too_long": lambda c: f"must be at most {c['max_length']} characters long",
    "tuple_type": lambda c: 'must be a list of texts, such as ["one", "two"]',
    "model_type": lambda c: "must be a section of its own, not a value",
    "value_error": lambda c: str(c["error"]),
}


def describe(error: ErrorDetails) -> tuple[tuple[str, ...], str]:
    """The key that is wrong, and the line about it: ``memory.graph.max_hops: must be at least 1``."""
    context = error.get("ctx", {})
    path = tuple(str(part) for part in error["loc"])
    if "key" in context:
        path = (*path, str(context["key"]))
    return path, f"{'.'.join(path)}: {_sentence(path, error, context)}"


def _sentence(path: tuple[str, ...], error: ErrorDetails, context: Mapping[str, Any]) -> str:
    if error["type"] == "extra_forbidden":
        meant = nearest(path)
        return "unknown key" + (f"; did you mean {meant}?" if meant else "")
    key = find_key(path)
    if error["type"] == "literal_error" and key:
        return _one_of(key.allowed, error["input"])
    if error["type"] == "one_of":
        return _one_of(context["allowed"], error["input"])
    sentence = _SENTENCES.get(error["type"])
    return sentence(context) if sentence else error["msg"]


def _one_of(allowed: str, given: object) -> str:
    meant = difflib.get_close_matches(str(given), allowed.split(", "), n=1)
    return f"must be one of {allowed}" + (f"; did you mean {meant[0]}?" if meant else "")
