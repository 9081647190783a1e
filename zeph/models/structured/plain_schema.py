"""A pydantic model's JSON schema in the plain form that grammars of local models take.

In: a BaseModel class. Out: one self-contained schema: ``$ref`` replaced by what it names, no unknown keys allowed.
"""

from functools import lru_cache
from typing import Any

from pydantic import BaseModel

_NOISE = ("title", "default")


@lru_cache(maxsize=32)
def plain_schema(schema_type: type[BaseModel]) -> dict[str, Any]:
    """The schema of ``schema_type`` without ``$defs``; a type inside itself becomes "anything" there.
    Everybody gets the same object: pydantic takes milliseconds to make one."""
    schema = schema_type.model_json_schema()
    plain = _inlined(schema, schema.get("$defs", {}), ())
    assert isinstance(plain, dict)
    return plain


def _inlined(node: Any, defs: dict[str, Any], inside: tuple[str, ...]) -> Any:
    if isinstance(node, list):
        return [_inlined(item, defs, inside) for item in node]
    if not isinstance(node, dict):
        return node
    if isinstance(ref := node.get("$ref"), str):
        name = ref.rpartition("/")[2]
        return {} if name in inside else _inlined(defs.get(name, {}), defs, (*inside, name))
    plain = {key: _inlined(value, defs, inside) for key, value in node.items() if key not in (*_NOISE, "$defs")}
    if isinstance(properties := node.get("properties"), dict):
        # A field may be called "title" or "default": names are kept here, noise only dropped around them.
        plain["properties"] = {name: _inlined(value, defs, inside) for name, value in properties.items()}
        plain.setdefault("additionalProperties", False)
    return plain


def looks_like_schema(value: Any) -> bool:
    """Whether a model repeated the schema (or a part of it) instead of answering by it."""
    if not isinstance(value, dict):
        return False
    if "$defs" in value or "$ref" in value:
        return True
    return value.get("type") in ("object", "array", "string", "integer", "number", "boolean") and bool(
        {"properties", "items", "maxLength", "additionalProperties"} & value.keys()
    )
