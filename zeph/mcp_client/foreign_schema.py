"""The schema that another program gives of a tool's arguments, made one that no model server stumbles over.

In: whatever it sent. Out: an object's schema of JSON Schema's plain words (JSON Schema 2020-12, core and validation),
with references put in place; any object where it has another shape, is too deep or too large. It stands before the
model, so its words are those of a stranger: cut, cleaned, and left out where they read like an order.
"""

import json
import math
import re
from typing import Any

from zeph.safety.injection import is_planted
from zeph.safety.text import clean_text, one_line

LONGEST = 3_000
"""Characters of a schema as JSON; a longer one is not shown to the model, which then has to guess."""
LONGEST_HINT = 120
LONGEST_VALUE = 200
"""Characters of a value that is named."""
MOST_VALUES = 100
DEEPEST = 8
"""Schemas in each other."""
MOST_NODES = 200
MOST_LOOKED_AT = 4 * LONGEST
"""Characters that are looked at for orders: looking takes time."""
NAME = re.compile(r"[A-Za-z0-9_.$-]{1,64}")
FORMAT = re.compile(r"[a-z-]{1,30}")
TYPES = frozenset(("object", "array", "string", "number", "integer", "boolean", "null"))
LIMITS = (
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems",
    "maxItems", "minProperties", "maxProperties",
)  # fmt: skip
ANYTHING: dict[str, Any] = {"type": "object"}


def usable_schema(schema: Any) -> dict[str, Any]:
    """What a model and its server get of it."""
    try:
        found = _Reading(schema).schema(schema, 0)
        fits = found.get("type", "object") == "object" and len(json.dumps(found)) <= LONGEST
    except ValueError:
        return ANYTHING
    return {**found, "type": "object"} if fits else ANYTHING


class _Reading:
    """Raises ValueError where the whole is of no use."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._nodes, self._left = MOST_NODES, MOST_LOOKED_AT

    def schema(self, node: Any, depth: int) -> dict[str, Any]:
        self._nodes -= 1
        if node is True:
            return {}
        if not isinstance(node, dict) or depth > DEEPEST or self._nodes < 0:
            raise ValueError("no schema, too deep or too large")
        if "$ref" in node:
            return self.schema(self._target(node["$ref"]), depth + 1)
        plain: dict[str, Any] = {}
        if "type" in node:
            plain["type"] = _type(node["type"])
        plain |= self._words(node)
        plain |= {key: node[key] for key in LIMITS if _is_number(node.get(key))}
        plain |= self._values(node)
        plain |= self._inner(node, depth)
        return plain

    def _words(self, node: dict[str, Any]) -> dict[str, Any]:
        words = {key: node[key] for key in ("title", "description") if isinstance(node.get(key), str)}
        plain = {key: one_line(clean_text(text))[:LONGEST_HINT] for key, text in words.items() if self._is_honest(text)}
        form = node.get("format")
        return {**plain, "format": form} if isinstance(form, str) and FORMAT.fullmatch(form) else plain

    def _values(self, node: dict[str, Any]) -> dict[str, Any]:
        """Values stand as they are or not at all: another one would be refused by the program."""
        named: dict[str, Any] = {
            key: node[key] for key in ("const", "default") if key in node and self._is_value(node[key])
        }
        values = node.get("enum")
        if isinstance(values, list) and values and self._are_values(values):
            named["enum"] = values
        return named

    def _are_values(self, values: list[Any]) -> bool:
        texts = " ".join(value for value in values if isinstance(value, str))
        return len(values) <= MOST_VALUES and all(map(_is_plain, values)) and self._is_honest(texts)

    def _is_value(self, value: Any) -> bool:
        return self._are_values(value if isinstance(value, list) else [value])

    def _inner(self, node: dict[str, Any], depth: int) -> dict[str, Any]:
        plain: dict[str, Any] = {}
        if "properties" in node:
            plain["properties"] = self._properties(node["properties"], depth)
        if "required" in node:
            names = node["required"]
            if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
                raise ValueError("required is no list of names")
            plain["required"] = [name for name in dict.fromkeys(names) if name in plain.get("properties", {})]
        if "items" in node:
            plain["items"] = self.schema(node["items"], depth + 1)
        if "additionalProperties" in node:
            more = node["additionalProperties"]
            plain["additionalProperties"] = more if isinstance(more, bool) else self.schema(more, depth + 1)
        for key in ("anyOf", "oneOf", "allOf"):
            if key in node:
                if not isinstance(node[key], list) or not node[key]:
                    raise ValueError(f"{key} is no list")
                plain[key] = [self.schema(one, depth + 1) for one in node[key]]
        return plain

    def _properties(self, found: Any, depth: int) -> dict[str, Any]:
        if not isinstance(found, dict):
            raise ValueError("properties is no object")
        if len(found) > MOST_NODES:
            raise ValueError("too large")
        return {
            name: self.schema(one, depth + 1)
            for name, one in found.items()
            if isinstance(name, str) and NAME.fullmatch(name) and self._is_honest(name.replace("_", " "))
        }

    def _target(self, ref: Any) -> Any:
        """What ``#/$defs/NAME`` leads to."""
        if not isinstance(ref, str) or not ref.startswith("#/"):
            raise ValueError("it leads elsewhere")
        node = self._root
        for step in ref[2:].split("/"):
            if not isinstance(node, dict) or step not in node:
                raise ValueError("it leads nowhere")
            node = node[step]
        return node

    def _is_honest(self, text: str) -> bool:
        self._left -= len(text)
        if self._left < 0:
            raise ValueError("too large")
        return not is_planted(text)


def _type(found: Any) -> Any:
    names = found if isinstance(found, list) else [found]
    if not names or not all(isinstance(name, str) and name in TYPES for name in names):
        raise ValueError("no type")
    return found


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _is_plain(value: Any) -> bool:
    """Whether a value can be written everywhere as it is."""
    if isinstance(value, str):
        return len(value) <= LONGEST_VALUE and "\n" not in value and clean_text(value) == value
    return value is None or isinstance(value, bool) or _is_number(value)
