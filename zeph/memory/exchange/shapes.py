"""What values of foreign files must look like: pydantic models, and one way to hold a value against them.

In: a value from JSON and its place in the file. Out: the model, without the fields that are wrong and may be missing;
None where one that is needed is wrong. Each is told with its place, as ``conversations[3].mapping.x.message.author``.
"""

from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints, ValidationError

from zeph.clock import Moment, parse_moment, to_moment
from zeph.memory.exchange.foreign_json import Tell
from zeph.safety.text import clean_text, one_line

LONGEST_TEXT = 1_000_000
"""Characters of a message."""
LONGEST_NAME = 1_000
"""Of an id or a name."""
LONGEST_KEY = 60
"""Characters of a key that a place shows."""
_SENTENCES = {
    "missing": "is missing", "string_type": "must be a text", "string_too_short": "is empty",
    "dict_type": "must be an object", "model_type": "must be an object", "list_type": "must be a list",
    "tuple_type": "must be a list",
    "string_too_long": "is longer than {max_length} characters", "too_long": "is longer than {max_length} characters",
    "too_short": "is empty", "literal_error": "must be one of {expected}",
    "bool_type": "must be true or false", "bool_parsing": "must be true or false",
}  # fmt: skip
"""Kind of pydantic's error to what is said of the field."""


class Shape(BaseModel):
    """What nobody reads may stand beside the fields."""

    model_config = ConfigDict(extra="ignore", frozen=True)


def _cleaned(value: Any) -> Any:
    return clean_text(value) if isinstance(value, str) else value


def _numbered(value: Any) -> Any:
    """Ids are texts; where a program counts, its numbers are."""
    value = str(value) if isinstance(value, int) and not isinstance(value, bool) else _cleaned(value)
    return value.strip() if isinstance(value, str) else value


def _when(value: Any) -> Any:
    """Seconds since 1970, or an ISO 8601 time."""
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return to_moment(datetime.fromtimestamp(value, UTC))
        return to_moment(parse_moment(value)) if isinstance(value, str) else None if value is None else _no_time()
    except (ValueError, OverflowError, OSError):
        return _no_time()


def _no_time() -> None:
    raise ValueError("must be an ISO 8601 time, 2024-05-08T13:56:00Z")


Text = Annotated[str, BeforeValidator(_cleaned), StringConstraints(max_length=LONGEST_TEXT)]
Name = Annotated[str, BeforeValidator(_cleaned), StringConstraints(max_length=LONGEST_NAME)]
Ident = Annotated[str, BeforeValidator(_numbered), StringConstraints(min_length=1, max_length=LONGEST_NAME)]
When = Annotated[Moment | None, BeforeValidator(_when)]

S = TypeVar("S", bound=Shape)


def fitted(shape: type[S], value: Any, place: str, tell: Tell) -> S | None:
    """``value`` as a ``shape``; ``place`` ends where the names of fields go on ("line 3: ", "[3].mapping.x.")."""
    if not isinstance(value, dict):
        tell(f"{place.rstrip('.')} must be an object".replace(":  ", ": "))
        return None
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        problems = error.errors(include_url=False)
    fields = {field.alias or name: field for name, field in shape.model_fields.items()}
    value = dict(value)
    whole = True
    for problem in problems:
        tell(f"{place}{path_of(problem['loc'])} {_sentence(problem)}")
        whole = whole and not fields[str(problem["loc"][0])].is_required()
        value.pop(problem["loc"][0], None)
    return shape.model_validate(value) if whole else None


def path_of(keys: Any) -> str:
    """``mapping.x.parts[2]``, of keys that may be anything."""
    path = ""
    for key in keys:
        path += f"[{key}]" if isinstance(key, int) else f"{'.' if path else ''}{one_line(str(key))[:LONGEST_KEY]}"
    return path


def _sentence(problem: Any) -> str:
    context = problem.get("ctx") or {}
    if problem["type"] == "value_error":
        return str(context.get("error"))
    return _SENTENCES.get(problem["type"], "cannot be used").format_map(context)
