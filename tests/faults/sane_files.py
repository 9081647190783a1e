"""Files of other programs as they write them, one function a format: what :mod:`tests.faults.foreign_files` spoils.

In: a chance, and a tag that all texts of the file have. Out: the value, or the text. It says "TAG said …".
"""

import json
import random
from collections.abc import Callable
from typing import Any


def chatgpt(chance: random.Random, tag: str) -> Any:
    def talk(n: int) -> dict[str, Any]:
        nodes: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": ["n0"]}}
        for m in range(4):
            nodes[f"n{m}"] = {
                "id": f"n{m}", "parent": f"n{m - 1}" if m else "root", "children": [f"n{m + 1}"] * (m < 3),
                "message": {
                    "id": f"{tag}-{n}-{m}", "author": {"role": ("user", "assistant")[m % 2], "name": None},
                    "create_time": 1714989600.5 + m, "status": "finished_successfully",
                    "content": {"content_type": "text", "parts": [f"{tag} said {n} {m}."]}, "metadata": {},
                },
            }  # fmt: skip
        return {"title": f"Talk {n}", "create_time": 1714989600.0, "mapping": nodes, "current_node": "n3",
                "conversation_id": f"{tag}-{n}"}  # fmt: skip

    return [talk(n) for n in range(3)]


def claude(chance: random.Random, tag: str) -> Any:
    return [
        {
            "uuid": f"{tag}-{n}", "name": f"Talk {n}", "created_at": "2025-04-02T08:00:00.123456Z",
            "chat_messages": [
                {
                    "uuid": f"{n}-{m}", "sender": ("human", "assistant")[m % 2], "created_at": "2025-04-02T08:00:01Z",
                    "text": f"{tag} said {n} {m}.", "content": [{"type": "text", "text": f"{tag} said {n} {m}."}],
                }
                for m in range(4)
            ],
        }
        for n in range(3)
    ]  # fmt: skip


def claude_code(chance: random.Random, tag: str) -> Any:
    return [
        {
            "type": ("user", "assistant")[n % 2], "sessionId": tag, "uuid": f"{tag}-{n}", "cwd": "/src",
            "timestamp": f"2025-06-01T09:00:{n:02d}.000Z",
            "message": {
                "role": ("user", "assistant")[n % 2],
                "content": f"{tag} said 0 {n}." if n % 3 else [{"type": "text", "text": f"{tag} said 0 {n}."}],
            },
        }
        for n in range(8)
    ]  # fmt: skip


def codex(chance: random.Random, tag: str) -> Any:
    first = {"timestamp": "2025-09-01T10:00:00.000Z", "type": "session_meta",
             "payload": {"id": tag, "timestamp": "2025-09-01T09:59:59.000Z"}}  # fmt: skip
    return [first] + [
        {
            "timestamp": f"2025-09-01T10:00:{n + 1:02d}.000Z", "type": "response_item",
            "payload": {
                "type": "message", "role": ("user", "assistant")[n % 2],
                "content": [{"type": ("input_text", "output_text")[n % 2], "text": f"{tag} said 0 {n}."}],
            },
        }
        for n in range(8)
    ]  # fmt: skip


def lines(chance: random.Random, tag: str) -> Any:
    return [
        {"id": f"{tag}-{n}", "conversation": tag, "speaker": "Ann", "role": ("user", "assistant")[n % 2],
         "text": f"{tag} said 0 {n}.", "sent_at": "2024-05-08T13:56:00Z"}
        for n in range(8)
    ]  # fmt: skip


def records(chance: random.Random, tag: str) -> Any:
    rows = [{"name": f"{tag} said 0 {n}.", "since": "2024-01-01", "tags": ["a", {"b": n}]} for n in range(6)]
    return chance.choice((rows, {"people": rows}, rows[0]))


def notes(chance: random.Random, tag: str) -> str:
    sections = "".join(f"## Part {n}\n\n{tag} said 0 {n}.\n\n- one\n- two\n\n" for n in range(4))
    return f"---\ndate: 2024-02-03\n---\n# {tag}\n\n{sections}```\ncode # no heading\n```\n"


def table(chance: random.Random, tag: str) -> str:
    return "name;since;note\n" + "".join(f'{tag} said 0 {n}.;2024-01-0{n + 1};"a ""b"" c"\n' for n in range(6))


def mem0(chance: random.Random, tag: str) -> Any:
    memories = [
        {
            "id": f"{tag}-{n}", "memory": f"{tag} said 0 {n}.", "hash": "0" * 32, "metadata": {"a": [1]},
            "user_id": "mira", "categories": ["misc"], "created_at": "2024-02-01T10:00:00-07:00", "updated_at": None,
        }
        for n in range(5)
    ]  # fmt: skip
    changes = [
        {
            "id": f"h{n}", "memory_id": f"{tag}-{n}", "old_memory": None, "new_memory": f"{tag} was {n}.",
            "event": "ADD", "created_at": "2023-02-01T10:00:00Z", "updated_at": None, "is_deleted": False,
        }
        for n in range(3)
    ]  # fmt: skip
    return chance.choice((memories, {"results": memories, "history": changes}, {"count": 5, "results": memories}))


def letta(chance: random.Random, tag: str) -> Any:
    messages: list[dict[str, Any]] = [
        {
            "id": f"message-{n}", "role": ("user", "assistant")[n % 2], "tool_calls": None,
            "content": [{"type": "text", "text": f"{tag} said 0 {n}."}], "created_at": f"2025-10-31T22:56:0{n}+00:00",
        }
        for n in range(4)
    ]  # fmt: skip
    call: dict[str, Any] = {"function": {"name": "send_message", "arguments": json.dumps({"message": f"{tag} sent."})}}
    messages.append({**messages[1], "tool_calls": [call]})
    block = {"id": "block-0", "label": "human", "value": f"{tag} is known.", "limit": 2_000}
    agent = {"name": tag, "agent_type": "memgpt_agent", "messages": messages, "block_ids": ["block-0"]}
    old = {"name": tag, "agent_type": "memgpt_agent", "messages": messages, "core_memory": [block], "version": "0.7"}
    passages = [{"id": "p", "text": f"{tag} kept.", "created_at": "2025-10-31T22:56:00Z", "embedding": [0.5]}]
    return chance.choice((old, {"agents": [agent], "blocks": [block], "passages": passages, "tools": [], "files": []}))


def graphiti(chance: random.Random, tag: str) -> Any:
    nodes = [{"uuid": f"n{n}", "name": f"{tag} {n}", "labels": ["Entity", "Person"], "group_id": "g"} for n in range(4)]
    edges: list[dict[str, Any]] = [
        {
            "uuid": f"{tag}-{n}", "group_id": "g", "name": "KNOWS", "fact": f"{tag} said 0 {n}.", "episodes": ["p"],
            "source_node_uuid": f"n{n}", "target_node_uuid": f"n{n + 1}", "created_at": "2024-08-10T12:00:00Z",
            "valid_at": "2024-08-01T00:00:00Z", "invalid_at": (None, "2025-01-15T08:30:00Z")[n % 2],
            "expired_at": None, "attributes": {},
        }
        for n in range(3)
    ]  # fmt: skip
    episode = {"uuid": "p", "name": "e", "source": "message", "source_description": "chat", "content": f"{tag} spoke.",
               "valid_at": "2024-08-10T11:59:00Z", "group_id": "g"}  # fmt: skip
    return chance.choice((edges, {"nodes": nodes, "edges": edges, "episodes": [episode]}, {"facts": edges}))


MADE: dict[str, tuple[str, Callable[[random.Random, str], Any]]] = {
    "chatgpt": ("conversations.json", chatgpt),
    "claude": ("conversations.json", claude),
    "claude-code": ("session.jsonl", claude_code),
    "codex": ("rollout.jsonl", codex),
    "lines": ("lines.jsonl", lines),
    "records": ("records.json", records),
    "notes": ("note.md", notes),
    "table": ("table.csv", table),
    "mem0": ("mem0.json", mem0),
    "letta": ("agent.af", letta),
    "graphiti": ("graph.json", graphiti),
}
"""Format to (name of its file, a sane one); whole memories are added where one was made."""
