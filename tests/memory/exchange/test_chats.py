"""Other programs' conversations come in with their own times, once, and without what nobody said."""

import json
from pathlib import Path
from typing import Any

import pytest

from zeph.clock import FixedClock
from zeph.errors import BadInput
from zeph.memory.exchange.import_formats import format_of
from zeph.memory.facade import Memory
from zeph.records.message import Message

CHATGPT = [
    {
        "title": "Sourdough", "conversation_id": "c-1", "create_time": 1714989600.5, "current_node": "d",
        "mapping": {
            "root": {"message": None, "parent": None, "children": ["a"]},
            "a": {"parent": "root", "message": {"id": "m-a", "author": {"role": "system"}, "create_time": None,
                  "content": {"content_type": "text", "parts": [""]},
                  "metadata": {"is_visually_hidden_from_conversation": True}}},
            "b": {"parent": "a", "message": {"id": "m-b", "author": {"role": "user"}, "create_time": 1714989601.0,
                  "content": {"content_type": "text", "parts": ["My starter is called Bubbles."]}}},
            "x": {"parent": "b", "message": {"id": "m-x", "author": {"role": "assistant"}, "create_time": 1714989602.0,
                  "content": {"content_type": "text", "parts": ["An answer that was asked again."]}}},
            "c": {"parent": "b", "message": {"id": "m-c", "author": {"role": "assistant"}, "create_time": 1714989603.0,
                  "content": {"content_type": "multimodal_text", "parts": [{"asset": 1}, "A fine name."]}}},
            "t": {"parent": "c", "message": {"id": "m-t", "author": {"role": "tool"}, "create_time": 1714989604.0,
                  "content": {"content_type": "text", "parts": ["tool output"]}}},
            "d": {"parent": "t", "message": {"id": "m-d", "author": {"role": "user"}, "create_time": None,
                  "content": {"content_type": "text", "parts": ["Thanks!"]}}},
        },
    },
    {"title": "Empty", "id": "c-2", "mapping": {}},
]  # fmt: skip
CLAUDE = [
    {
        "uuid": "u-1",
        "name": "Garden",
        "created_at": "2025-04-02T08:00:00.123456Z",
        "chat_messages": [
            {
                "uuid": "a",
                "sender": "human",
                "created_at": "2025-04-02T08:00:01Z",
                "text": "I grow tomatoes.",
                "content": [{"type": "text", "text": "I grow tomatoes."}],
            },
            {
                "uuid": "b",
                "sender": "assistant",
                "created_at": "2025-04-02T10:00:02+02:00",
                "text": "Lovely.",
                "content": [],
            },
            {"uuid": "c", "sender": "human", "text": "", "content": [{"type": "tool_result", "content": "x"}]},
        ],
    }
]
CLAUDE_CODE = [
    {"type": "summary", "summary": "Fix the tests"},
    {
        "type": "user",
        "sessionId": "s-1",
        "uuid": "1",
        "timestamp": "2025-06-01T09:00:00.000Z",
        "message": {"role": "user", "content": "Our API is written in Go."},
    },
    {
        "type": "user",
        "sessionId": "s-1",
        "uuid": "2",
        "timestamp": "2025-06-01T09:00:01.000Z",
        "isMeta": True,
        "message": {"role": "user", "content": "meta"},
    },
    {
        "type": "assistant",
        "sessionId": "s-1",
        "uuid": "3",
        "timestamp": "2025-06-01T09:00:02.000Z",
        "message": {
            "role": "assistant",
            "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Understood."}],
        },
    },
    {
        "type": "user",
        "sessionId": "s-1",
        "uuid": "4",
        "timestamp": "2025-06-01T09:00:03.000Z",
        "message": {"role": "user", "content": [{"type": "tool_result", "content": "42"}]},
    },
    {
        "type": "user",
        "sessionId": "s-1",
        "uuid": "5",
        "timestamp": "2025-06-01T09:00:04.000Z",
        "message": {"role": "user", "content": "<command-name>/clear</command-name>"},
    },
    {
        "type": "user",
        "sessionId": "s-1",
        "uuid": "6",
        "timestamp": "2025-06-01T09:00:05.000Z",
        "isSidechain": True,
        "message": {"role": "user", "content": "for a helper"},
    },
]
CODEX = [
    {
        "timestamp": "2025-09-01T10:00:00.000Z",
        "type": "session_meta",
        "payload": {"id": "x-9", "timestamp": "2025-09-01T09:59:59.000Z", "cwd": "/src"},
    },
    {
        "timestamp": "2025-09-01T10:00:01.000Z",
        "type": "response_item",
        "payload": {
            "type": "message",
            "role": "user",
            "content": [{"type": "input_text", "text": "<environment_context>…"}],
        },
    },
    {
        "timestamp": "2025-09-01T10:00:02.000Z",
        "type": "response_item",
        "payload": {
            "type": "message",
            "role": "user",
            "content": [{"type": "input_text", "text": "We deploy with Nomad."}],
        },
    },
    {
        "timestamp": "2025-09-01T10:00:03.000Z",
        "type": "event_msg",
        "payload": {"type": "user_message", "message": "We deploy with Nomad."},
    },
    {
        "timestamp": "2025-09-01T10:00:04.000Z",
        "type": "response_item",
        "payload": {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Noted."}]},
    },
]
OLD_CODEX = [
    {"id": "y-1", "timestamp": "2025-05-01T10:00:00.000Z", "instructions": None},
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "I prefer tabs."}]},
]


def write(path: Path, value: Any) -> Path:
    path.write_text("\n".join(map(json.dumps, value)) if path.suffix == ".jsonl" else json.dumps(value))
    return path


async def bring(folder: Path, file: Path) -> tuple[list[tuple[str, str, list[Message]]], int, list[str]]:
    """(id, title, messages) of the conversations, new messages, complaints."""
    bad: list[str] = []
    async with Memory.open(folder / "zeph.db", clock=FixedClock("2026-03-01 09:00:00"), background=False) as memory:
        steps = [s async for s in memory.admin.import_file(file, lambda n, why: bad.append(f"{n}: {why}"))]
        talks = await memory.conversations.list()
        return [(c.external_id, c.title, await memory.conversations.history(c.id)) for c in talks], steps[-1].facts, bad


def said(messages: list[Message]) -> list[tuple[str, str, str]]:
    return [(m.role, m.text, m.sent_at) for m in messages]


CASES = {
    "conversations.json": (
        CHATGPT,
        "chatgpt",
        "chatgpt/c-1",
        "Sourdough",
        [
            ("user", "My starter is called Bubbles.", "2024-05-06 10:00:01"),
            ("assistant", "A fine name.", "2024-05-06 10:00:03"),
            ("user", "Thanks!", "2024-05-06 10:00:04"),
        ],
    ),
    "claude.json": (
        CLAUDE,
        "claude",
        "claude/u-1",
        "Garden",
        [("user", "I grow tomatoes.", "2025-04-02 08:00:01"), ("assistant", "Lovely.", "2025-04-02 08:00:02")],
    ),
    "session.jsonl": (
        CLAUDE_CODE,
        "claude-code",
        "claude-code/s-1",
        "Our API is written in Go.",
        [
            ("user", "Our API is written in Go.", "2025-06-01 09:00:00"),
            ("assistant", "Understood.", "2025-06-01 09:00:02"),
        ],
    ),
    "rollout.jsonl": (
        CODEX,
        "codex",
        "codex/x-9",
        "We deploy with Nomad.",
        [("user", "We deploy with Nomad.", "2025-09-01 10:00:02"), ("assistant", "Noted.", "2025-09-01 10:00:04")],
    ),
    "old.jsonl": (
        OLD_CODEX,
        "codex",
        "codex/y-1",
        "I prefer tabs.",
        [("user", "I prefer tabs.", "2025-05-01 10:00:00")],
    ),
}


@pytest.mark.parametrize("name", CASES)
async def test_what_was_said_comes_in_once(tmp_path: Path, name: str) -> None:
    content, format, ident, title, expected = CASES[name]
    file = write(tmp_path / name, content)
    assert format_of(file) == format
    talks, new, bad = await bring(tmp_path, file)
    assert [(i, t, said(m)) for i, t, m in talks] == [(ident, title, expected)]
    assert (new, bad) == (len(expected), [])
    assert (await bring(tmp_path, file))[1] == 0


async def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "exports" / "deep"
    folder.mkdir(parents=True)
    for name, (content, *_) in CASES.items():
        write(folder / name, content)
    talks, new, bad = await bring(tmp_path, tmp_path / "exports")
    assert len(talks) == len(CASES)
    assert (new, bad) == (sum(len(case[4]) for case in CASES.values()), [])


async def test_a_cut_off_export_keeps_what_is_whole_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "conversations.json"
    file.write_text(json.dumps(CLAUDE)[:-1] + ', {"uuid": "cut')
    with pytest.raises(BadInput, match="cut off"):
        await bring(tmp_path, file)
    async with Memory.open(tmp_path / "zeph.db", background=False) as memory:
        assert [c.messages for c in await memory.conversations.list()] == [2]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("[1, 2]", ""), ("[" * 100_000, "damaged|cannot be read"), ('[{"a": 1', "damaged")],
)
async def test_other_json_is_refused_with_a_sentence(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "conversations.json"
    file.write_text(text)
    if not complaint:
        assert (await bring(tmp_path, file))[1] == 0
        return
    with pytest.raises(BadInput, match=complaint):
        await bring(tmp_path, file)


async def test_broken_entries_lose_only_themselves(tmp_path: Path) -> None:
    strange: list[Any] = [
        {"mapping": {"a": {"parent": "b", "message": {"author": None}}, "b": {"parent": "a"}}, "current_node": "a"},
        {
            "title": 7,
            "mapping": {
                "a": {
                    "message": {
                        "id": "1",
                        "author": {"role": "user"},
                        "create_time": 9e99,
                        "content": {"content_type": "text", "parts": [1]},
                    }
                }
            },
        },
        *CHATGPT,
    ]
    talks, new, _ = await bring(tmp_path, write(tmp_path / "conversations.json", strange))
    assert new == 3
    assert [i for i, _, _ in talks] == ["chatgpt/c-1"]
