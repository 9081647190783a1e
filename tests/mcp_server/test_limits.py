"""Bad input, bounds and pages: what a careless or hostile client meets."""

import json
from typing import Any

import pytest

from tests.cli.zeph_process import Home, jsonl, row
from tests.mcp_server.serving import served

BAD: list[tuple[str, dict[str, Any], str]] = [
    ("memory_add", {}, "either a note or messages"),
    ("memory_add", {"note": "x", "messages": [{"role": "user", "text": "y"}]}, "either a note or messages"),
    ("memory_add", {"note": ""}, "at least 1 character"),
    ("memory_add", {"note": "x" * 20_001}, "at most 20000"),
    ("memory_add", {"note": 5}, "valid string"),
    ("memory_add", {"messages": []}, "at least 1 item"),
    ("memory_add", {"messages": [{"role": "user", "text": "x"}] * 51}, "at most 50"),
    ("memory_add", {"messages": [{"role": "system", "text": "x"}]}, "'user' or 'assistant'"),
    ("memory_add", {"messages": [{"role": "user", "text": "x", "when": "now"}]}, "no such argument"),
    ("memory_add", {"messages": [{"role": "user", "text": "x", "sent_at": "soon"}]}, "sent_at"),
    ("memory_search", {}, "question"),
    ("memory_search", {"question": "x" * 2001}, "at most 2000"),
    ("memory_search", {"question": "x", "limit": 0}, "greater than or equal to 1"),
    ("memory_search", {"question": "x", "limit": 101}, "less than or equal to 100"),
    ("memory_search", {"question": "x", "limit": "5"}, "valid integer"),
    ("memory_search", {"question": "x", "limit": True}, "valid integer"),
    ("memory_search", {"question": "x", "kind": "everything"}, "kind"),
    ("memory_search", {"question": "x", "as_of": "the day of the ducks"}, "is no date"),
    ("memory_search", {"question": "x", "asof": "2024"}, "no such argument"),
    ("memory_search", {"question": "x", "cursor": "-1"}, "No answer gave this cursor"),
    ("memory_search", {"question": "x", "cursor": "99999999"}, "No answer gave this cursor"),
    ("memory_search", {"question": "x", "cursor": "٣"}, "No answer gave this cursor"),
    ("graph_facts", {"name": ""}, "at least 1 character"),
    ("graph_history", {"name": "x", "fact": 1}, "either a name or the id"),
    ("graph_history", {"fact": 10**30}, "fact"),
    ("graph_history", {"fact": 99}, "There is no fact 99"),
    ("graph_history", {"fact": "1"}, "valid integer"),
    ("graph_path", {"start": "a", "goal": "b"}, "Nothing is known under the name"),
    ("memory_undo", {"revision": 1}, "No answer of this session gave the change 1"),
    ("memory_undo", {"revision": "1"}, "valid integer"),
    ("memory_forget", {}, "Give the ids"),
    ("memory_forget", {"facts": [1]}, "No answer of this session gave #1"),
    ("memory_forget", {"facts": ["1"]}, "valid integer"),
    ("memory_forget", {"facts": [True]}, "valid integer"),
    ("memory_forget", {"messages": [1.5]}, "valid integer"),
    ("memory_forget", {"facts": list(range(1, 22))}, "at most 20"),
]


async def test_bad_input_is_a_sentence(home: Home) -> None:
    home.write_config(mcp__allow_forget=True)
    async with served(home, "--tools", "all") as zeph:
        for tool, arguments, words in BAD:
            told = await zeph.refused(tool, **arguments)
            assert words in told, (tool, arguments, told)
            assert len(told) < 1000 and "pydantic" not in told and "x" * 100 not in told
        assert (await zeph.call("memory_search", question="anything"))["messages"] == []


async def test_strange_text_is_kept_harmless(home: Home) -> None:
    async with served(home) as zeph:
        key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"
        await zeph.call("memory_add", note=f"I live in Oslo.\x1b[31m My key is {key}")
        hidden = await zeph.call("memory_add", note="I live in Oslo\u202e \u2066or not\u2069\U000e0041.")
        assert hidden["messages"] == [{"id": hidden["messages"][0]["id"], "state": "kept", "facts": []}]
        found = json.dumps(await zeph.call("memory_search", question="Where do I live?"), ensure_ascii=False)
        assert "Oslo" in found
        for gone in ("\u202e", "\x1b", "\u2066", "\U000e0041", "abcdefghijklmnop"):
            assert gone not in found, gone


async def test_what_is_not_allowed_is_not_there(home: Home) -> None:
    async with served(home, "--tools", "all", "--read-only") as zeph:
        names = await zeph.tools()
        assert names.isdisjoint({"memory_add", "memory_undo", "memory_forget"}) and "graph_path" in names
        assert "Unknown tool" in await zeph.refused("memory_add", note="x")
        assert [p.name for p in (await zeph.client.list_prompts()).prompts] == ["pause", "resume", "recall"]


async def test_only_what_was_shown_is_forgotten(home: Home) -> None:
    home.write_config(mcp__allow_forget=True)
    async with served(home, "--tools", "all") as zeph:
        added = await zeph.call("memory_add", note="Mirela works at Tandoor Labs. Mirela lives in Porto.")
    async with served(home, "--tools", "all") as zeph:
        ids = {fact["fact"]: fact["id"] for fact in added["messages"][0]["facts"]}
        wanted = ids["Mirela works at Tandoor Labs"]
        assert "No answer of this session" in await zeph.refused("memory_forget", facts=[wanted])
        await zeph.call("graph_facts", name="Mirela")
        assert "1 facts" in (await zeph.call("memory_forget", facts=[wanted]))["done"]
        left = [fact["fact"] for fact in (await zeph.call("graph_facts", name="Mirela"))["facts"]]
        assert left == ["Mirela lives in Porto"]
        found = await zeph.call("memory_search", question="Where does Mirela work?", kind="messages")
        assert "Tandoor" not in json.dumps(found)


async def test_a_change_of_this_session_is_taken_back(home: Home) -> None:
    async with served(home, "--tools", "all") as zeph:
        await zeph.call("memory_add", note="Mirela works at Tandoor Labs.")
        changed = await zeph.call("memory_add", note="Mirela works at Brightwater now.")
        assert changed["superseded"] or changed["ended"]
        await zeph.call("memory_undo", revision=changed["revisions"][0])
        works = [f for f in (await zeph.call("graph_facts", name="Mirela"))["facts"] if f["relation"] == "works_at"]
        assert "Tandoor Labs" in {fact["target"] for fact in works}
        explained = await zeph.call("memory_explain", question="Where does Mirela work?")
        assert "Tandoor" in explained["facts"][0]["sources"][0]["text"]


@pytest.fixture
def crowded(home: Home) -> Home:
    """A memory with 160 facts about one person, and long messages, of which the most is no talk."""
    pasted = f"```\n{'And so on, as people do. ' * 60}\n```"
    rows = [row(n, f"Mirela likes Sort{n} cheese.\n{pasted}", speaker="") for n in range(160)]
    home.ok("import", str(jsonl(home.path / "talk.jsonl", *rows)))
    home.ok("graph", "backfill")
    return home


async def test_answers_are_bounded_and_go_on(crowded: Home) -> None:
    async with served(crowded, "--tools", "all") as zeph:
        seen: list[int] = []
        cursor = None
        for _ in range(30):
            answer = await zeph.client.call_tool("graph_facts", {"name": "Mirela", "limit": 100, "cursor": cursor})
            assert len(answer.model_dump_json().encode()) < 60_000
            shape: dict[str, Any] = answer.structured_content or {}
            seen += [fact["id"] for fact in shape["facts"]]
            if (cursor := shape["next_cursor"]) is None:
                break
        assert len(seen) == len(set(seen)) >= 150
        for tool, arguments in (
            ("memory_search", {"question": "Which cheese does Mirela like?", "limit": 100}),
            ("memory_context", {"message": "Which cheese does Mirela like?"}),
            ("memory_explain", {"question": "Which cheese does Mirela like?", "limit": 100}),
            ("graph_entities", {"limit": 100}),
            ("graph_history", {"name": "Mirela", "limit": 100}),
        ):
            answer = await zeph.client.call_tool(tool, arguments)
            assert not answer.is_error
            assert len(answer.model_dump_json().encode()) < 60_000, tool
        for uri in ("zeph://entities", "zeph://sessions", "zeph://entities/Mirela", "zeph://sessions/harbour"):
            assert len(json.dumps(await zeph.resource(uri))) < 60_000
