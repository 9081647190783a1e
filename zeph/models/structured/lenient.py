"""Validation that keeps what is good: one bad list item never costs the others.

In: a parsed answer and the pydantic model it should be. Out: the model and how many items were dropped, or Unusable.
Mended: strings and lists over their length are cut, numbers outside their range moved to its edge, unknown keys
removed, and an optional field with a wrong value takes its default.
"""

from functools import lru_cache
from typing import Any, TypeVar, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from zeph.models.structured.json_text import ParsedJson
from zeph.models.structured.plain_schema import looks_like_schema

T = TypeVar("T", bound=BaseModel)
V = TypeVar("V")
_ROUNDS = 4


class Unusable(Exception):
    """Why an answer cannot be used, in words for the model's second try. Never leaves ``zeph.models``."""


def validated(found: ParsedJson, schema_type: type[T], items: tuple[str, ...] = ()) -> tuple[T, int]:
    """The answer as ``schema_type`` and the count of dropped items; ``items`` names the list fields (empty: all)."""
    lists = {n: f for n, f in schema_type.model_fields.items() if get_origin(f.annotation) is list}
    lists = {n: f for n, f in lists.items() if not items or n in items}
    answer = _object(found.value, schema_type, tuple(lists))
    dropped = _drop_open_item(answer, tuple(lists)) if found.open_item else 0
    for name, field in lists.items():
        if name in answer:
            answer[name], lost = _good_items(answer[name], field)
            dropped += lost
    if dropped and not any(answer.get(name) for name in answer):
        raise Unusable("none of the items has the required fields")
    return _mended(_adapter(schema_type), answer), dropped


def _object(value: Any, schema_type: type[BaseModel], lists: tuple[str, ...]) -> dict[str, Any]:
    if isinstance(value, list) and lists:
        value = {lists[0]: value}
    if not isinstance(value, dict):
        raise Unusable("there is no JSON object in it")
    known = {key: item for key, item in value.items() if key in schema_type.model_fields}
    if looks_like_schema(value) or any(map(looks_like_schema, known.values())):
        raise Unusable("it repeats the schema instead of giving values")
    if value and not known:
        raise Unusable(f"it has none of the keys {', '.join(schema_type.model_fields)}")
    return known


def _drop_open_item(answer: dict[str, Any], lists: tuple[str, ...]) -> int:
    last = next(reversed(answer), "")
    if last in lists and isinstance(answer[last], list) and answer[last]:
        answer[last] = answer[last][:-1]
        return 1
    return 0


def _good_items(value: Any, field: FieldInfo) -> tuple[list[Any], int]:
    given = value if isinstance(value, list) else [value] if isinstance(value, dict) else []
    adapter = _item_adapter(field)
    good, dropped = [], int(value is not None and not isinstance(value, (list, dict)))
    for item in given:
        try:
            if looks_like_schema(item):
                raise Unusable("a schema")
            good.append(_mended(adapter, item))
        except Unusable:
            dropped += 1
    limit = next((m.max_length for m in field.metadata if getattr(m, "max_length", None) is not None), len(good))
    return good[:limit], dropped + max(0, len(good) - limit)


def _item_adapter(field: FieldInfo) -> TypeAdapter[Any]:
    inner = getattr(field.annotation, "__args__", (Any,))
    return _adapter(inner[0])


@lru_cache(maxsize=64)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _mended(adapter: TypeAdapter[V], value: Any) -> V:
    failure: ValidationError | None = None
    for _ in range(_ROUNDS):
        try:
            return adapter.validate_python(value)
        except ValidationError as error:
            failure = error
            changes = [_mend(value, dict(problem)) for problem in error.errors(include_url=False)]
            if not any(changes):
                break
    raise Unusable(_reason(failure))


def _mend(value: Any, problem: dict[str, Any]) -> bool:
    """Changes one wrong place; False when there is nothing sensible to do."""
    holder, key = _place(value, problem["loc"])
    if holder is None:
        return False
    context, kind = problem.get("ctx") or {}, problem["type"]
    if kind in ("string_too_long", "too_long"):
        holder[key] = holder[key][: context["max_length"]]
    elif kind in ("less_than_equal", "greater_than_equal"):
        holder[key] = context.get("le", context.get("ge"))
    elif kind == "missing":
        return False
    else:
        # Unknown keys go; so do wrong values: an optional field is left its default, a required one is then missing.
        del holder[key]
    return True


def _place(value: Any, loc: tuple[int | str, ...]) -> tuple[Any, Any]:
    """The dictionary and key that ``loc`` names; pydantic appends the branches of unions, which are not keys."""
    holder, key = None, None
    for step in loc:
        if isinstance(value, dict) and step in value:
            holder, key, value = value, step, value[step]
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            break
    return holder, key


def _reason(error: ValidationError | None) -> str:
    problems = error.errors(include_url=False)[:3] if error else []
    return "; ".join(f"{'.'.join(map(str, p['loc']))}: {p['msg']}" for p in problems)
