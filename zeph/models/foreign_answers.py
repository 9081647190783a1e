"""What a server sends, before any client reads it: bounded, and without lines that no answer has.

In: responses of httpx (or httpx2), as their clients hand them to a hook. Out: the same, whose bodies end with an error
where they are larger than an answer can be; of a stream, lines that are no JSON object of the expected shape are left
out, counted and logged.
"""

import importlib
import json
import logging
from collections.abc import AsyncIterator
from typing import Any

from zeph.errors import ModelGarbage
from zeph.safety.secrets import shown_address

log = logging.getLogger(__name__)

MOST_BYTES = 64 << 20
"""Of one response: a million characters in pieces of a letter each, or vectors for a batch of texts."""
LONGEST_LINE = 4 << 20
MOST_ODD = 1_000
"""Lines of one response that are left out."""
LARGEST_COUNT = 10**12
_STREAMS = ("text/event-stream", "application/x-ndjson", "application/jsonl", "application/json-seq")
_OBJECTS = ("message", "delta", "function", "usage", "details")
_LISTS = ("choices", "tool_calls")
_TEXTS = ("content", "thinking", "reasoning", "reasoning_content", "finish_reason", "done_reason", "name", "role")
_COUNTS = ("index", "prompt_tokens", "completion_tokens", "prompt_eval_count", "eval_count")


async def bound(response: Any) -> None:
    """A response hook: from here on the body is bounded."""
    module = importlib.import_module(type(response).__module__.partition(".")[0])
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    lines = kind in _STREAMS or response.request.url.path.endswith("/api/chat")
    where = shown_address(str(response.request.url))
    bounded = type("Bounded", (_Bounded, module.AsyncByteStream), {})
    plain = "content-encoding" not in response.headers
    response.stream = bounded(response.stream, where, lines=lines and plain, events=kind == _STREAMS[0])


class _Bounded:
    def __init__(self, stream: Any, where: str, *, lines: bool, events: bool) -> None:
        self._stream, self._where, self._lines, self._events = stream, where, lines, events
        self._odd = self._kept = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        whole = self._whole()
        async for piece in self._readable(whole) if self._lines else whole:
            yield piece

    async def aclose(self) -> None:
        if self._odd:
            log.warning("%s sent %d lines that cannot be read; they were left out", self._where, self._odd)
            self._odd = 0
        await self._stream.aclose()

    async def _whole(self) -> AsyncIterator[bytes]:
        size = 0
        async for piece in self._stream:
            size += len(piece)
            if size > MOST_BYTES:
                raise ModelGarbage(f"{self._where} sent more than {MOST_BYTES >> 20} MB; this cannot be an answer.")
            yield piece

    async def _readable(self, pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        rest = b""
        async for piece in pieces:
            *lines, rest = (rest + piece).split(b"\n")
            if len(rest) > LONGEST_LINE:
                raise ModelGarbage(f"{self._where} sent a line of more than {LONGEST_LINE >> 20} MB.")
            if kept := [line for line in lines if self._is_kept(line)]:
                yield b"\n".join(kept) + b"\n"
        if rest and self._is_kept(rest):
            yield rest
        if self._odd and not self._kept:
            raise ModelGarbage(f"{self._where} sent nothing but lines that cannot be read.")

    def _is_kept(self, line: bytes) -> bool:
        said = line.strip()
        if said.startswith(b"data:"):
            said = said.removeprefix(b"data:").strip()
            if said == b"[DONE]":
                return True
        elif self._events or not said:
            return self._events  # a comment or another field; between events a blank line
        if is_readable(said):
            self._kept += 1
            return True
        self._odd += 1
        if self._odd > MOST_ODD:
            raise ModelGarbage(f"{self._where} sends lines that cannot be read, more than {MOST_ODD:,} of them.")
        return False


def is_readable(line: bytes) -> bool:
    """Whether a line is a JSON object in which what clients read has the expected types."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and _has_shape(value)


def _has_shape(value: dict[str, Any]) -> bool:
    for name, inner in value.items():
        if inner is None or name == "error":
            continue
        if name in _OBJECTS and not (isinstance(inner, dict) and _has_shape(inner)):
            return False
        if name in _LISTS and not (
            isinstance(inner, list) and all(isinstance(i, dict) and _has_shape(i) for i in inner)
        ):
            return False
        if name in _TEXTS and not isinstance(inner, str):
            return False
        if name in _COUNTS and not (type(inner) is int and 0 <= inner <= LARGEST_COUNT):
            return False
    return True
