"""What is wrong in a foreign file is told with its place, and takes nothing else along."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.memory.exchange.test_chats import CHATGPT, CLAUDE, CLAUDE_CODE, CODEX, bring
from zeph.errors import BadInput
from zeph.memory.exchange.foreign_json import list_items, read_json
from zeph.memory.exchange.shapes import Name, Shape, When, fitted

SPOILS: list[tuple[str, list[Any], tuple[Any, ...], Any, int, str]] = [
    ("chatgpt", CHATGPT, (0, "mapping", "b", "message", "author", "role"), ["user"], 2,
     "conversations[0].mapping.b.message.author.role must be a text"),
    ("chatgpt", CHATGPT, (0, "mapping", "c", "message", "content", "parts"), [7, "A fine name."], 3,
     "conversations[0].mapping.c.message.content.parts[0] must be a text or an object"),
    ("chatgpt", CHATGPT, (0, "mapping", "c", "parent"), "nobody", 3, ""),
    ("chatgpt", CHATGPT, (0, "mapping", "b", "message", "id"), "\ud800", 3, ""),
    ("chatgpt", CHATGPT, (0, "mapping", "d"), "text", 2, "conversations[0].mapping.d must be an object"),
    ("chatgpt", CHATGPT, (0, "title"), {}, 3, "conversations[0].title must be a text"),
    ("chatgpt", CHATGPT, (1, "mapping"), [], 3, "conversations[1].mapping must be an object"),
    ("claude", CLAUDE, (0, "chat_messages", 0, "created_at"), "", 2,
     "conversations[0].chat_messages[0].created_at must be an ISO 8601 time, 2024-05-08T13:56:00Z"),
    ("claude", CLAUDE, (0, "chat_messages", 1, "uuid"), "x" * 2_000, 1,
     "conversations[0].chat_messages[1].uuid is longer than 1000 characters"),
    ("claude-code", CLAUDE_CODE, (1, "message", "content"), 7, 1,
     "line 2: message.content must be a text or a list"),
    ("claude-code", CLAUDE_CODE, (3, "message"), None, 1, "line 4: message must be an object"),
    ("codex", CODEX, (2, "payload", "content", 0, "text"), None, 1, "line 3: payload.content[0].text is missing"),
    ("codex", CODEX, (4, "timestamp"), "soon", 2, "line 5: timestamp must be an ISO 8601 time"),
]  # fmt: skip


@pytest.mark.parametrize(("format", "sane", "path", "value", "new", "complaint"), SPOILS)
async def test_a_part_is_told_with_its_place_and_skipped(
    tmp_path: Path, format: str, sane: list[Any], path: tuple[Any, ...], value: Any, new: int, complaint: str
) -> None:
    spoiled = json.loads(json.dumps(sane))
    at = spoiled
    for key in path[:-1]:
        at = at[key]
    if format == "chatgpt" and path[-1] == "parent":
        at.pop("parent")
        spoiled[0]["mapping"]["b"]["children"] = ["c"]
    at[path[-1]] = value
    as_lines = format in ("codex", "claude-code")
    file = tmp_path / ("file.jsonl" if as_lines else "conversations.json")
    file.write_text("\n".join(map(json.dumps, spoiled)) if as_lines else json.dumps(spoiled))
    _, added, bad = await bring(tmp_path, file)
    assert added == new
    assert [complaint in sentence for sentence in bad] == [True] * bool(complaint)


LISTS: dict[str, tuple[str | bytes, list[Any], list[str]]] = {
    "a long number": ('[{"k": 1}, {"k": %s}, {"k": 3}]' % ("9" * 5_000), [1, "9" * 5_000, 3], []),
    "no number": ('[{"k": 1}, {"k": NaN}, {"k": 1e999}]', [1, "NaN", "1e999"], []),
    "depth": ('[{"k": 1}, {"k": %s}, {"k": 3}]' % ("[" * 20_000 + "]" * 20_000), [1, 3], ["[1]: nested too deeply"]),
    "a damaged item": ('[{"k": 1}, {"k": }, {"k": 3}]', [1, 3], ["[1]: not valid JSON"]),
    "no comma": ('[{"k": 1} {"k": 2}]', [1, 2], []),
    "a lost bracket": ('[{"k": 1}, {"k": {"a": [1, {"k": 3}]', [1, 3], ["[1]: damaged"]),
    "a lost quote": ('[{"k": 1}, {"k": "no end}, {"k": 3}]', [1, 3], ["[1]: damaged"]),
    "words": ('[{"k": 1}, nonsense, {"k": 3}]', [1, 3], ["[1]: not valid JSON"]),
    "bytes": (b'[{"k": "caf\xe9"}]', ["caf\udce9"], ["[0]: bytes that are no UTF-8 stand as \ufffd"]),
    "another encoding": ('[{"k": "Zoë"}]'.encode("utf-16"), ["Zoë"], []),
}  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_read_past_what_is_damaged(tmp_path: Path, name: str) -> None:
    text, found, complaints = LISTS[name]
    file = tmp_path / "list.json"
    told: list[str] = []
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert [item["k"] for _, item in list_items(file, told.append)] == found
    assert told == complaints


def test_a_list_that_is_only_begun_is_refused_in_no_time(tmp_path: Path) -> None:
    file = tmp_path / "list.json"
    file.write_text('[{"a": 1}, ' + '{"a": [' * 10_000)
    with pytest.raises(BadInput, match="cut off"):
        list(list_items(file, lambda _: None))


@pytest.mark.parametrize(
    ("text", "complaint"), [("[" * 100_000, "nested"), ("{", "not valid"), ('{"a" 1}', "not valid")]
)
def test_what_is_no_json_is_told(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        read_json(text)


class Thing(Shape):
    name: Name
    at: When = None


def test_a_field_that_may_be_missing_is_left_out_alone() -> None:
    told: list[str] = []
    assert fitted(Thing, {"name": "a", "at": "soon"}, "x.", told.append) == Thing(name="a")
    assert fitted(Thing, {"name": ["a"], "at": 7}, "x.", told.append) is None
    assert fitted(Thing, "thing", "x[3].", told.append) is None
    assert told == [
        "x.at must be an ISO 8601 time, 2024-05-08T13:56:00Z",
        "x.name must be a text",
        "x[3] must be an object",
    ]


OWN = '{"type": "zeph", "version": 1}\n'
ROWS = [
    ('{"type": "entity", "id": 1, "name": "A", "canonical_name": "a", "entity_type": "planet", "first_seen_at":'
     ' "2024-01-01 00:00:00", "last_seen_at": "2024-01-01 00:00:00", "created_at": "2024-01-01 00:00:00"}',
     1, "line 2: entity_type “planet” is not known here; taken as concept"),
    ('{"type": "entity", "id": 1, "name": "A", "canonical_name": "a", "entity_type": "person", "first_seen_at": "",'
     ' "last_seen_at": "2024-01-01 00:00:00", "created_at": "2024-01-01 00:00:00"}',
     0, "line 2: first_seen_at must be a time"),
    ('{"type": "revision", "id": 1, "kind": "end", "reason": "x", "origin": "local", "created_at":'
     ' "2024-01-01 00:00:00", "items": [{"kind": "edge", "id": 1, "before": {"id": 1, "a = 1; --": 2}}]}',
     0, "line 2: items[0]: a = 1; -- is no part of “fact”"),
    ('{"type": "revision", "id": 1, "kind": "end", "reason": "x", "origin": "local", "created_at":'
     ' "2024-01-01 00:00:00", "items": [{"kind": ["edge"], "id": 1, "before": null}]}',
     0, "line 2: items[0]: kind must be one of"),
    *(('{"type": "revision", "id": 1, "kind": "end", "reason": "x", "origin": "local", "created_at":'
       ' "2024-01-01 00:00:00", "items": [{"kind": "edge", "id": 1, "before": {"id": 1, "canonical_relation": "likes",'
       f' "created_at": "2024-01-01 00:00:00", "qualifiers": {json.dumps(spoiled)}' + "}}]}",
       0, "line 2: items[0]: qualifiers must be a JSON object")
      for spoiled in ("[1]", " ", "no", "{", '{"a": {}}', "7", "[" * 20_000)),
]  # fmt: skip


@pytest.mark.parametrize(("row", "new", "complaint"), ROWS)
async def test_rows_of_a_memory_are_checked_like_any_others(tmp_path: Path, row: str, new: int, complaint: str) -> None:
    (tmp_path / "own.jsonl").write_text(OWN + row + "\n")
    _, added, bad = await bring(tmp_path, tmp_path / "own.jsonl")
    assert added == new
    assert len(bad) == 1
    assert complaint in bad[0]
