"""Which program wrote a file: told from its first lines, or said by the person.

In: a path. Out: the name of its format, and the files of a folder that one can import.
"""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from zeph.errors import BadInput
from zeph.memory.exchange import chat_exports, document_files, message_lines
from zeph.memory.exchange.foreign_items import items_of
from zeph.memory.exchange.graphiti_graphs import graphiti
from zeph.memory.exchange.letta_agents import letta
from zeph.memory.exchange.mem0_memories import mem0
from zeph.memory.exchange.message_lines import Line, OnBadLine
from zeph.memory.exchange.page_folder import own_pages
from zeph.storage.ports import ROW_KINDS

WHOLE = "zeph"
"""Zeph's own export, with the graph; it is no chat, so that :data:`READERS` has none for it."""
READERS: dict[str, Callable[[Path, OnBadLine], Iterator[tuple[int, list[Line]]]]] = {
    "lines": message_lines.messages,
    "chatgpt": chat_exports.chatgpt,
    "claude": chat_exports.claude,
    "claude-code": chat_exports.claude_code,
    "codex": chat_exports.codex,
    "notes": document_files.notes,
    "my-notes": document_files.own_notes,
    "records": document_files.records,
    "table": document_files.tables,
    "mem0": mem0,
    "letta": letta,
    "graphiti": graphiti,
}
PASSAGES = ("notes", "my-notes", "records", "mem0", "letta", "graphiti")
"""Formats that are counted in passages, not in lines."""
DOCUMENTS = (
    dict.fromkeys(document_files.NOTES, "notes") | dict.fromkeys(document_files.TABLES, "table") | {".af": "letta"}
)
"""Formats that the end of a file's name tells."""
ARRAYS = ("chatgpt", "claude")
"""Files that are one JSON array."""
ENDINGS = (".jsonl", ".json", *DOCUMENTS)
OWN_KEYS = {"conversation_id", "canonical_name", "alias_name", "edge_id", "canonical_relation", "external_id"}
"""Fields of Zeph's own rows that other programs' lines do not have; its first line may be lost."""
KEYS: dict[str, tuple[set[str], ...]] = {
    "chatgpt": ({"mapping"},),
    "claude": ({"chat_messages"},),
    "mem0": ({"id", "memory"}, {"memory_id", "event"}),
    "graphiti": ({"uuid", "fact"}, {"uuid", "source_node_uuid"}, {"uuid", "name", "group_id"}),
}
"""Fields by which an object of a program's is known."""
AGENT_LISTS = ("agents", "core_memory")
AGENT_KEYS = {"agent_type", "block_ids", "in_context_message_ids", "label", "messages"}
"""The same of Letta's, whose objects stand in lists of these names."""
LOOKED_AT = 50
HEAD = 1 << 16


def files_of(path: Path) -> list[Path]:
    """The file itself, or every file below a folder whose name ends as one of :data:`ENDINGS`, by name, without what
    is hidden and without pages that we wrote. Raises BadInput for nothing."""
    if not path.is_dir():
        if path.exists() and not path.is_file():
            raise BadInput(f"{path} is no ordinary file: save what comes out of it as one, and import that.")
        return [path]
    below = (p for p in path.rglob("*") if p.suffix.lower() in ENDINGS and p.is_file())
    shown = (p for p in below if not any(part.startswith(".") for part in p.relative_to(path).parts))
    ours: dict[Path, frozenset[str]] = {}
    found = sorted(p for p in shown if p.name not in ours.setdefault(p.parent, own_pages(p.parent)))
    if not found:
        raise BadInput(f"{path} holds no file that can be imported ({', '.join(ENDINGS)}).")
    return found


def format_of(path: Path) -> str:
    """Raises BadInput where the file cannot be read or is in no known format."""
    if path.suffix.lower() in DOCUMENTS:
        return DOCUMENTS[path.suffix.lower()]
    try:
        with path.open("rb") as file:
            head = file.read(HEAD).replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error
    if head.startswith(b"["):
        return _of_list(path)
    found: Counter[str] = Counter()
    for number, raw in islice(message_lines.raw_lines(path), LOOKED_AT):
        with contextlib.suppress(BadInput):
            found[_of_line(message_lines.read_object(raw, number))] += 1
    del found[""]
    if WHOLE in found:
        return WHOLE
    if found:
        return found.most_common(1)[0][0]
    is_object = path.suffix.lower() == ".json" and head.startswith(b"{")
    return _of_object(path) if is_object else "lines"


def _of_object(path: Path) -> str:
    """By what stands in its lists; the whole of it is read."""
    kinds: Counter[str] = Counter()
    with contextlib.suppress(BadInput):  # told when it is read
        for name, _, item in items_of(path, lambda *_: None):
            kinds[_of_item(item) or ("letta" if name in AGENT_LISTS and _is_agent(item) else "")] += 1
    del kinds[""]
    return kinds.most_common(1)[0][0] if kinds else "records"


def _is_agent(item: Any) -> bool:
    return isinstance(item, dict) and bool(item.keys() & AGENT_KEYS)


def _of_list(path: Path) -> str:
    """By its first items; one alone may be spoiled."""
    kinds: list[str | None] = []
    with contextlib.suppress(BadInput):  # told when it is read
        for _, item in islice(chat_exports.conversations(path), LOOKED_AT):
            kinds.append(_of_item(item))
    return next(filter(None, kinds), "records" if any(kind == "" for kind in kinds) else "claude")


def _of_item(item: Any) -> str | None:
    """Empty for an object of no known program, None for what is none."""
    if not isinstance(item, dict):
        return None
    return next((name for name, keys in KEYS.items() if any(one <= item.keys() for one in keys)), "")


def _of_line(entry: dict[str, Any]) -> str:
    kind = entry.get("type")
    if kind == WHOLE or (kind in ROW_KINDS and entry.keys() & OWN_KEYS):
        return WHOLE
    if "conversation" in entry and "role" in entry:
        return "lines"
    if "payload" in entry or ("instructions" in entry and "timestamp" in entry):
        return "codex"
    if kind == "message" and "content" in entry:
        return "codex"
    return "claude-code" if "sessionId" in entry else _of_item(_properties(entry)) or ""


def _properties(entry: dict[str, Any]) -> dict[str, Any]:
    """What Neo4j keeps of a node or relationship; of any other line the line."""
    values = entry.get("properties")
    return values if isinstance(values, dict) else entry
