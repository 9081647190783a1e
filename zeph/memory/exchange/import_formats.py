"""Which program wrote a file: told from its first lines, or said by the person.

In: a path. Out: the name of its format, and the files of a folder that one can import.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from zeph.errors import BadInput
from zeph.memory.exchange import chat_exports, document_files, message_lines
from zeph.memory.exchange.message_lines import Line, OnBadLine

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
}
PASSAGES = ("notes", "my-notes", "records")
"""Formats that are counted in passages, not in lines."""
DOCUMENTS = dict.fromkeys(document_files.NOTES, "notes") | dict.fromkeys(document_files.TABLES, "table")
"""Formats that the end of a file's name tells."""
ARRAYS = ("chatgpt", "claude")
"""Files that are one JSON array."""
ENDINGS = (".jsonl", ".json", *DOCUMENTS)
LOOKED_AT = 50
HEAD = 1 << 16


def files_of(path: Path) -> list[Path]:
    """The file itself, or every file below a folder whose name ends as one of :data:`ENDINGS`, by name, without what
    is hidden. Raises BadInput for nothing."""
    if not path.is_dir():
        if path.exists() and not path.is_file():
            raise BadInput(f"{path} is no ordinary file: save what comes out of it as one, and import that.")
        return [path]
    below = (p for p in path.rglob("*") if p.suffix.lower() in ENDINGS and p.is_file())
    found = sorted(p for p in below if not any(part.startswith(".") for part in p.relative_to(path).parts))
    if not found:
        raise BadInput(f"{path} holds no file that can be imported ({', '.join(ENDINGS)}).")
    return found


def format_of(path: Path) -> str:
    """Raises BadInput where the file cannot be read or is in no known format."""
    if path.suffix.lower() in DOCUMENTS:
        return DOCUMENTS[path.suffix.lower()]
    try:
        with path.open("rb") as file:
            head = file.read(HEAD).lstrip(b"\xef\xbb\xbf \t\r\n")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error
    if head.startswith(b"["):
        return _array(path)
    for _, raw in zip(range(LOOKED_AT), message_lines.raw_lines(path), strict=False):
        try:
            found = _line(json.loads(raw[1]))
        except ValueError:
            continue
        if found:
            return found
    return "records" if path.suffix.lower() == ".json" and head.startswith(b"{") else "lines"


def _array(path: Path) -> str:
    talk: dict[str, Any] = next(chat_exports.conversations(path), {})
    if "mapping" in talk:
        return "chatgpt"
    return "claude" if "chat_messages" in talk or not talk else "records"


def _line(entry: Any) -> str:
    if not isinstance(entry, dict):
        return ""
    if entry.get("type") == WHOLE:
        return WHOLE
    if "conversation" in entry and "role" in entry:
        return "lines"
    if "payload" in entry or ("instructions" in entry and "timestamp" in entry):
        return "codex"
    return "claude-code" if "sessionId" in entry else ""
