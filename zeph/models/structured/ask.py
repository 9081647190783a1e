"""An answer in a given shape from any chat model: constrained decoding, repair, one second try.

In: messages and a pydantic model. Out: the model filled in, with what it cost and how many list items were unusable.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from zeph.errors import ModelError, ModelGarbage, ModelTimeout
from zeph.models.ports import ChatMessage, ChatModel, Usage
from zeph.models.streams import printable_line
from zeph.models.structured.json_text import find_json
from zeph.models.structured.lenient import Unusable, validated
from zeph.models.structured.plain_schema import plain_schema

T = TypeVar("T", bound=BaseModel)
_QUOTED = 1500


@dataclass(frozen=True, slots=True)
class Structured(Generic[T]):
    value: T
    usage: Usage
    """Of all calls together."""
    calls: int
    dropped: int
    """List items that could not be used; the others are in ``value``."""


async def ask_structured(
    model: ChatModel,
    messages: Sequence[ChatMessage],
    schema_type: type[T],
    *,
    model_name: str = "",
    max_tokens: int | None = None,
    timeout_secs: float,
    items: tuple[str, ...] = (),
) -> Structured[T]:
    """What the model answers, as ``schema_type``; ``items`` names the list fields validated item by item (empty: all).

    ``timeout_secs`` bounds each of at most two calls. Raises ModelGarbage when the second answer cannot be used either,
    ModelTimeout, and what the model itself raises; each such error tells what the calls took.
    """
    schema, asked, usage, reason = plain_schema(schema_type), list(messages), Usage(), ""
    for call in (1, 2):
        try:
            async with asyncio.timeout(timeout_secs):
                text, spent = await model.complete(
                    asked, schema=schema, model=model_name, max_tokens=max_tokens, timeout_secs=timeout_secs
                )
        except TimeoutError as error:
            late = ModelTimeout(f"{model.name} did not answer within {timeout_secs:g} s.")
            raise _having_spent(late, call, usage) from error
        except ModelError as error:
            raise _having_spent(error, call, usage)  # noqa: B904  # the same error
        usage = _sum(usage, spent)
        try:
            value, dropped = validated(find_json(text), schema_type, items)
            return Structured(value, usage, call, dropped)
        except Unusable as unusable:
            reason = str(unusable)
            asked = [*messages, ChatMessage("assistant", text[:_QUOTED]), _correction(reason)]
    garbage = ModelGarbage(f"{model.name} gave no usable answer in two tries: {printable_line(reason)}.")
    raise _having_spent(garbage, 2, usage)


def _having_spent(error: ModelError, calls: int, usage: Usage) -> ModelError:
    error.calls, error.prompt_tokens, error.answer_tokens = calls, usage.prompt_tokens or 0, usage.answer_tokens or 0
    return error


def _correction(reason: str) -> ChatMessage:
    return ChatMessage(
        "user",
        f"That answer cannot be used: {reason}. Answer again with one JSON object that holds the values themselves, "
        "with no text around it.",
    )


def _sum(one: Usage, other: Usage) -> Usage:
    return Usage(
        _plus(one.prompt_tokens, other.prompt_tokens),
        _plus(one.answer_tokens, other.answer_tokens),
    )


def _plus(one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else one + other
