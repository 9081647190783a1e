"""Every way by which a text of somebody else comes into a memory, with what of it can leave again.

In: texts, a door. Out: how many of them are flagged or refused, stand in a fact, stand in a prompt at all, and stand
there outside a quotation. Each text comes with a made-up word of its own, which is then asked for.
"""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fakes.models import ScriptedChat
from tests.remembering import backfilled
from zeph.agent.turn import Agent
from zeph.config.schema import MemorySettings, Settings
from zeph.memory.facade import Memory
from zeph.records.message import NewMessage, Role
from zeph.safety.text import one_line

AT = "2024-05-08 10:00:00"
QUOTED = re.compile(r"<<([0-9a-f]{6})\n.*?\n\1>>", re.DOTALL)
TELLING = 8
"""Characters of what is left of a text without what is invisible, from which finding them means the text."""
NAME = 180
"""Characters of a name that a model gives."""


@dataclass(frozen=True)
class Outcome:
    texts: int
    stopped: int
    """Flagged, or refused at the door."""
    in_facts: int
    in_prompts: int
    unfenced: int


Put = Callable[[Memory, Sequence[str], Path], Awaitable[None]]


def word(number: int) -> str:
    return "zor" + "".join(chr(ord("a") + int(digit)) for digit in f"{number:03}") + "blax"


async def through(door: str, texts: Sequence[str], folder: Path) -> Outcome:
    async with _opened(door, texts, folder) as memory:
        await DOORS[door](memory, texts, folder)
        await backfilled(memory)
        prompts = [await _prompt(memory, number) for number in range(len(texts))]
        facts = "\n".join([line async for line in _stored_facts(memory, folder)])
        flagged = (await memory.stats()).flagged
    shown = [one_line(text)[:60].strip() for text in texts]
    seen = [part if len(part) >= TELLING else text for part, text in zip(shown, texts, strict=True)]
    inside = [part in prompt for part, prompt in zip(seen, map(one_line, prompts), strict=True)]
    bare = [part in one_line(QUOTED.sub("", prompt)) for part, prompt in zip(seen, prompts, strict=True)]
    in_facts = sum(json.dumps(part, ensure_ascii=False)[1:-1] in facts for part in seen)
    stopped = flagged if door in FLAGGED else len(texts) - in_facts
    return Outcome(len(texts), stopped, in_facts, sum(inside), sum(bare))


@asynccontextmanager
async def _opened(door: str, texts: Sequence[str], folder: Path) -> AsyncIterator[Memory]:
    extractor = "llm" if door.startswith("model") else "local"
    settings = MemorySettings.model_validate({"graph": {"extractor": extractor, "extract_assistant": True}})
    chat = ScriptedChat(said=_misled(texts)) if extractor == "llm" else None
    async with Memory.open(folder / "zeph.db", settings=settings, chat=chat, background=False) as memory:
        yield memory


async def _prompt(memory: Memory, number: int) -> str:
    agent = Agent(memory, None, Settings(memory=memory.settings))
    plan = await agent.plan(f"What do you know about {word(number)}?", kept=False)
    return "\n".join(message.content for message in plan.messages)


async def _stored_facts(memory: Memory, folder: Path) -> AsyncIterator[str]:
    await memory.admin.export(folder / "out.jsonl")
    for line in (folder / "out.jsonl").read_text("utf-8").strip().split("\n"):
        if json.loads(line)["type"] not in ("zeph", "message", "conversation"):
            yield line


# ---------------------------------------------------------------- what is said


def _observed(role: Role) -> Put:
    async def put(memory: Memory, texts: Sequence[str], folder: Path) -> None:
        chat = await memory.start_conversation()
        for number, text in enumerate(texts):
            said = f"My note on {word(number)}.\n{text}"
            await memory.observe(NewMessage(chat.id, role, said, "shell" if role == "tool" else ""))

    return put


async def _imported(memory: Memory, path: Path) -> None:
    async for _ in memory.admin.import_file(path, lambda *_: None, standing=True):
        pass


def _lines(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


async def _import(memory: Memory, texts: Sequence[str], folder: Path) -> None:
    roles = ("user", "assistant", "tool", "system")
    rows = [
        {"id": f"m{n}", "conversation": f"c{n % 9}", "speaker": "", "role": roles[n % 4], "sent_at": AT + "Z",
         "text": f"On {word(n)}:\n{text}"}
        for n, text in enumerate(texts)
    ]  # fmt: skip
    await _imported(memory, _lines(folder / "talk.jsonl", rows))


async def _speakers(memory: Memory, texts: Sequence[str], folder: Path) -> None:
    rows = [
        {"id": f"m{n}", "conversation": f"c{n}", "speaker": f"{text}", "role": "user", "sent_at": AT + "Z",
         "text": f"I live in Oslo and I like {word(n)}."}
        for n, text in enumerate(texts)
    ]  # fmt: skip
    await _imported(memory, _lines(folder / "talk.jsonl", rows))


async def _titles(memory: Memory, texts: Sequence[str], folder: Path) -> None:
    talks = [
        {"uuid": f"t{n}", "name": text, "created_at": "2024-05-08T10:00:00Z", "chat_messages": [
            {"uuid": f"m{n}", "sender": "human", "text": f"I like {word(n)}.", "created_at": "2024-05-08T10:00:00Z"}]}
        for n, text in enumerate(texts)
    ]  # fmt: skip
    (folder / "conversations.json").write_text(json.dumps(talks), encoding="utf-8")
    await _imported(memory, folder / "conversations.json")


async def _documents(memory: Memory, texts: Sequence[str], folder: Path) -> None:
    (folder / "notes").mkdir()
    for number, text in enumerate(texts):
        (folder / "notes" / f"n{number}.md").write_text(f"# {word(number)}\n\nOn {word(number)}.\n\n{text}\n", "utf-8")
    await _imported(memory, folder / "notes")


# ---------------------------------------------------------------- our own format


def _own(field: str) -> Put:
    """Rows as an export has them, with the text in one field of each."""

    async def put(memory: Memory, texts: Sequence[str], folder: Path) -> None:
        rows = [row for number, text in enumerate(texts) for row in own_rows(field, number, text)]
        await _imported(memory, _lines(folder / "memory.jsonl", [*OWN_HEAD, *rows]))

    return put


def own_rows(field: str, n: int, text: str) -> list[dict[str, Any]]:
    """A message, two things and a fact, with the text in the field."""
    a, b, has = 2 * n + 1, 2 * n + 2, {field: text}
    said = has.get("message", f"{word(n)} likes tea.")
    return [
        _row("message", id=n + 1, external_id=f"m{n}", text=f"{word(n)}: {said}", speaker=has.get("speaker", "")),
        _row("entity", id=a, name=word(n), canonical_name=word(n), summary=has.get("summary", "")),
        _row("entity", id=b, name=has.get("name", f"tea {n}"), canonical_name=has.get("name", f"tea {n}").lower(),
             entity_type=has.get("type", "concept")),
        _row("alias", id=a, entity_id=a, alias=word(n), alias_name=word(n)),
        _row("alias", id=b, entity_id=b, alias=has.get("alias", f"tea {n}"), alias_name=has.get("alias", f"tea {n}")),
        _row("fact", id=n + 1, source_entity_id=a, target_entity_id=b, relation=has.get("relation", "likes"),
             canonical_relation=has.get("relation", "likes"), fact=has.get("fact", f"{word(n)} likes tea {n}"),
             qualifiers=json.dumps({"also": has["qualifier"]}) if "qualifier" in has else "", messages=[n + 1]),
        *([_row("profile", id=n + 1, text=text)] if field == "profile" else []),
    ]  # fmt: skip


ROWS: dict[str, dict[str, Any]] = {
    "conversation": {"kind": "chat", "title": "", "created_at": AT, "updated_at": AT},
    "message": {
        "conversation_id": 1, "role": "user", "tool_calls": "", "sent_at": AT, "created_at": AT, "injection_flags": "",
        "interrupted": 0, "graph_processed": 1, "graph_attempts": 0, "graph_error": "", "graph_due_at": "",
    },
    "entity": {
        "entity_type": "person", "summary": "", "alias_text": "", "first_seen_at": AT, "last_seen_at": AT,
        "created_at": AT, "messages": [],
    },
    "alias": {"entity_type": "person", "message_id": None, "created_at": AT},
    "fact": {
        "indexed_text": "", "edge_type": "semantic", "confidence": 0.95, "origin": "local", "valid_from": AT,
        "valid_from_precision": "instant", "valid_from_stated": 0, "valid_until": None, "valid_until_precision": None,
        "created_at": AT, "expired_at": None, "expired_reason": None, "supersedes_id": None, "superseded_by": None,
        "live": 1,
    },
    "profile": {"kind": "written", "edge_id": None, "created_at": AT},
}  # fmt: skip


def _row(kind: str, **values: Any) -> dict[str, Any]:
    return {"type": kind, **ROWS[kind], **values}


OWN_HEAD = ({"type": "zeph", "version": 1}, _row("conversation", id=1, external_id="t"))
"""What such a file begins with."""


# ---------------------------------------------------------------- a model that was misled


def _misled(texts: Sequence[str]) -> dict[str, Any]:
    """What a model answers to each message: the text as a name, or as a fact's sentence."""
    answers = {}
    for n, text in enumerate(texts):
        edge = {"source": word(n), "relation": "says", "target": text[:NAME] if n % 2 else "tea", "fact": text[:390]}
        names = [{"name": word(n), "type": "person"}, {"name": edge["target"], "type": "concept"}]
        answers[f"I met {word(n)}"] = {"entities": names, "edges": [edge]}
    return answers


async def _model_facts(memory: Memory, texts: Sequence[str], folder: Path) -> None:
    chat = await memory.start_conversation()
    for number in range(len(texts)):
        await memory.observe(NewMessage(chat.id, "user", f"I met {word(number)} who says tea is good."))


DOORS: dict[str, Put] = {
    "chat": _observed("user"), "assistant": _observed("assistant"), "tool": _observed("tool"), "import": _import,
    "speaker": _speakers, "title": _titles, "document": _documents, "model facts": _model_facts,
} | {
    f"own {field}": _own(field)
    for field in (
        "message", "speaker", "name", "type", "alias", "relation", "fact", "summary", "qualifier", "profile"
    )
}  # fmt: skip
FLAGGED = {"chat", "assistant", "tool", "import", "speaker", "document", "own message", "own speaker"}
"""Doors behind which a text is kept, and flagged."""
