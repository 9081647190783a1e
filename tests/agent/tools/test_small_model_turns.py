"""Forty turns with tools of a real small model: only where ``ZEPH_TEST_GGUF`` names a GGUF file. What holds the
requests to account is tested without one."""

import os
from pathlib import Path

import pytest

from benchmarks.small_model import Request
from benchmarks.small_model_turns import TURNS, Said, look_at, run
from zeph.agent.context import GRAPH_HEADER, SUMMARY_HEADER
from zeph.agent.standing_context import CORE_HEADER
from zeph.models.ports import ChatMessage
from zeph.models.toolcalls import encode_tool_calls
from zeph.safety.fence import quoted

GGUF = os.environ.get("ZEPH_TEST_GGUF", "")
SYSTEM = ChatMessage("system", f"You are Zeph.\n\nToday is Sunday.\n\n{CORE_HEADER}\nLikes hens")
GRAPH = ChatMessage("system", f"{GRAPH_HEADER}\n{quoted('- a fact')}")
SUMMARY = ChatMessage("system", f"{SUMMARY_HEADER}\n{quoted('- told')}")
CALL = ChatMessage("assistant", "", encode_tool_calls([("list_files", "{}")]))
RESULT = ChatMessage("tool", quoted("notes.md"), tool_name="list_files")
HENS = ["Likes hens"]
ASKED = ChatMessage("user", "Hi")


@pytest.mark.skipif(not GGUF, reason="ZEPH_TEST_GGUF names no GGUF file")
@pytest.mark.timeout(7200)
async def test_forty_turns_of_a_small_model(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    turns = await run(Path(GGUF).resolve(), tmp_path)
    assert len(turns) == len(TURNS) == 40
    assert all(one.requests and (one.answer or one.interrupted or one.calls) for one in turns)


def test_a_request_that_is_as_it_should_be_passes() -> None:
    look_at(Request([SYSTEM, GRAPH, SUMMARY, ASKED, CALL, RESULT], ()), Said("Hi"), HENS, summed_up=True)
    look_at(Request([SYSTEM, ASKED], ()), Said("Hi"), HENS, summed_up=False)


@pytest.mark.parametrize(
    ("messages", "blocks", "summed_up"),
    [
        ([SYSTEM, GRAPH, ASKED], ["Keeps goats"], False),
        ([SYSTEM, GRAPH, ASKED], [], False),
        ([SYSTEM, GRAPH, ASKED], HENS, True),
        ([SYSTEM, SUMMARY, GRAPH, ASKED], HENS, True),
        ([SYSTEM, ChatMessage("system", f"{GRAPH_HEADER}\n- a fact"), ASKED], HENS, False),
        ([SYSTEM, ASKED, CALL], HENS, False),
        ([SYSTEM, ASKED, CALL, ASKED], HENS, False),
        ([SYSTEM, ASKED, CALL, ChatMessage("tool", "notes.md", tool_name="list_files")], HENS, False),
        ([SYSTEM, ChatMessage("user", "Hello")], HENS, False),
        ([SYSTEM, ChatMessage("user", "word " * 4000), ASKED], HENS, False),
    ],
)
def test_a_request_that_lacks_something_does_not(
    messages: list[ChatMessage], blocks: list[str], summed_up: bool
) -> None:
    with pytest.raises(AssertionError):
        look_at(Request(messages, ()), Said("Hi"), blocks, summed_up=summed_up)
