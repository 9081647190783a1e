"""A capable reader made of labels: answers a model's prompt about a message with the claims written beside it.

In: texts with their claims, as ``benchmarks/data/answer_sentences.jsonl`` has them: the parts of a model's claim, and
in ``over`` words of the known facts that are over by it. Out: a chat model; of any other prompt it knows nothing.
"""

import json
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any

from zeph.models.ports import ChatChunk, ChatMessage, ToolSpec, Usage

NOTHING = '{"entities": [], "edges": []}'
SURE = 0.9


class LabelledReader:
    """See :class:`zeph.models.ports.ChatModel`."""

    name = "labels/labels"
    context_window = 32_768

    def __init__(self, messages: Iterable[dict[str, Any]]) -> None:
        """``messages``: each with its ``text`` and, where it claims something, ``claims``."""
        self._claims = {message["text"]: message.get("claims", []) for message in messages}

    async def stream(
        self, messages: Sequence[ChatMessage], *, tools: Sequence[ToolSpec] = ()
    ) -> AsyncIterator[ChatChunk]:
        yield ChatChunk(done=True)

    async def complete(
        self, messages: Sequence[ChatMessage], *, schema: dict[str, Any] | None = None, **_: Any
    ) -> tuple[str, Usage]:
        asked = messages[-1].content
        said = asked.rpartition("CURRENT:\n<<<")[2].rpartition(">>>")[0]
        claims = self._claims.get(said, [])
        return (answer(claims, known_in(asked)) if claims else NOTHING), Usage(1, 1)

    async def close(self) -> None: ...


def known_in(prompt: str) -> list[str]:
    """The known facts that a prompt shows, as ``subject | relation | object: sentence``."""
    block = prompt.partition("Known:\n<<<")[2].partition(">>>")[0]
    return [line.partition(". ")[2] for line in block.splitlines()]


def answer(claims: Sequence[dict[str, Any]], known: Sequence[str]) -> str:
    """JSON as a model is asked for."""
    edges = []
    for claim in claims:
        words = [word.casefold() for word in claim.get("over", [])]
        over = [i for i, fact in enumerate(known, 1) if any(word in fact.casefold() for word in words)]
        told = {key: value for key, value in claim.items() if key != "over"}
        edges.append({**told, "known": over, "confidence": SURE})
    names = dict.fromkeys(name for claim in claims for name in (claim["subject"], claim["object"]))
    return json.dumps({"entities": [{"name": name} for name in names], "edges": edges})
