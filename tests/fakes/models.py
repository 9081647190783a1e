"""A chat model and an embedder that stand at the process boundary: scripted, counted, able to fail.

``ScriptedChat`` answers extraction by what the text between the last markers is, and every other question by the
first of ``answers`` whose schema key fits; an exception as an answer is raised. ``TableEmbedder`` gives each text the
vector of the first table entry it begins with, else one of its own that is far from all others.
"""

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

import numpy as np

from zeph.errors import ModelError, ModelUnreachable
from zeph.models.ports import ChatChunk, ChatMessage, ToolSpec, Usage

Json = dict[str, Any]
DIMENSION = 64
EXTRACTS = {"entities", "claims"}
"""Keys of the schemas of an extraction, in full and in brief."""


def fact(source: str, relation: str, target: str, **more: Any) -> Json:
    return {"source": source, "relation": relation, "target": target, "fact": f"{source} {relation} {target}"} | more


def extraction(*edges: Json, types: Mapping[str, str] | None = None) -> Json:
    names = dict.fromkeys(str(edge[end]) for edge in edges for end in ("source", "target"))
    kinds = {"User": "person"} | dict(types or {})
    return {"entities": [{"name": n, "type": kinds.get(n, "concept")} for n in names], "edges": list(edges)}


class ScriptedChat:
    name = "fake/big"
    context_window = 8192
    in_process = False
    """True: it is asked as a small model in this process is."""

    def __init__(self, said: Mapping[str, Any] | None = None, **answers: Any) -> None:
        """``answers``: ``number`` (which entity), ``relation``, ``newer_wins``; a value or a callable of the prompt."""
        self.said, self.answers = dict(said or {}), answers
        self.prompts: list[list[ChatMessage]] = []
        self.schemas: list[Json] = []

    def asked(self, key: str) -> list[str]:
        """The last words of every prompt whose schema has that key."""
        return [p[-1].content for p, s in zip(self.prompts, self.schemas, strict=True) if key in s["properties"]]

    def stream(self, messages: Sequence[ChatMessage], *, tools: Sequence[ToolSpec] = ()) -> AsyncIterator[ChatChunk]:
        raise NotImplementedError

    async def complete(
        self, messages: Sequence[ChatMessage], *, schema: Json | None = None, model: str = "",
        max_tokens: int | None = None, timeout_secs: float | None = None,
    ) -> tuple[str, Usage]:  # fmt: skip
        if schema is None:
            return "", Usage(0, 1)  # it is only to read what prompts begin with
        self.prompts.append(list(messages))
        self.schemas.append(schema)
        said = [
            m.content
            for m in messages
            if m.role == "user" and EXTRACTS & schema["properties"].keys() and "CURRENT:" in m.content
        ]
        found = _in_form(
            self._answer(said[-1] if said else messages[-1].content, schema["properties"]), schema["properties"]
        )
        if isinstance(found, Exception):
            raise found
        return found if isinstance(found, str) else json.dumps(found), Usage(10, 5)

    def _answer(self, prompt: str, keys: Json) -> Any:
        if not EXTRACTS & keys.keys():
            key = next(iter(keys))
            given = self.answers.get(key, ModelUnreachable("not scripted"))
            given = given(prompt) if callable(given) else given
            return given if isinstance(given, (Exception, dict)) else {key: given}
        current = prompt.rpartition("CURRENT:\n<<<")[2]
        given = next((answer for text, answer in self.said.items() if current.startswith(text)), extraction())
        return given(prompt) if callable(given) else given

    async def close(self) -> None: ...


def _in_form(found: Any, keys: Json) -> Any:
    """An extraction in the few words that a model in this process is asked for; anything else as it is."""
    if "claims" not in keys or not isinstance(found, dict) or "edges" not in found:
        return found
    return {"claims": [_brief(e) for e in found["edges"]]}


def _brief(edge: Any) -> Any:
    if not isinstance(edge, dict):
        return edge
    more = {"when": edge.get("valid_from") or edge.get("valid_until"), "old": edge.get("replaces")}
    kind = {"kind": "end"} if edge.get("ends") else {"kind": "replace"} if edge.get("replaces") is not None else {}
    ends = {"subject": edge.get("source"), "relation": edge.get("relation"), "object": edge.get("target")}
    return {k: v for k, v in (ends | kind | more).items() if v is not None}


class TableEmbedder:
    model_id = "table"
    dimension = DIMENSION
    in_process = True

    def __init__(self, alike: Mapping[str, tuple[str, float]] | None = None) -> None:
        """``alike``: text to (another text, their cosine)."""
        self.alike = dict(alike or {})
        self.fails: ModelError | None = None
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Any:
        if self.fails:
            raise self.fails
        self.texts += texts
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> Any:
        if text not in self.alike:
            return _own(text)
        other, cosine = self.alike[text]
        near, own = self._vector(other), _own(text)
        across = own - near * float(own @ near)
        across /= np.linalg.norm(across)
        return (cosine * near + np.sqrt(1 - cosine**2) * across).astype(np.float32)

    async def close(self) -> None: ...


def _own(text: str) -> Any:
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    vector = np.random.default_rng(seed).normal(size=DIMENSION)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


Answer = Callable[[str], Any]
