"""The model calls, the turn runs it and goes on; whatever happens in between is kept."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.agent.scripted_turn import Scripted, events_of
from tests.agent.tools.calling_model import Caller, Person, at_work, kept, results
from zeph.agent.standing_context import CORE_HEADER
from zeph.agent.tools.call_groups import INTERRUPTED
from zeph.agent.tools.calling import REFUSED, REPEATED
from zeph.agent.tools.offered_tools import built_in
from zeph.agent.tools.tool import Tool, ToolContext, ToolResult
from zeph.agent.unkept import Unkept
from zeph.models.toolcalls import decode_tool_calls
from zeph.records.events import Notice, TextDelta, ToolCall, ToolDone, TurnEnded
from zeph.records.message import GraphState

READ = [("read_file", {"path": "notes.md"})]


def a_tool(name: str, effect: str, run: object) -> Tool:
    return Tool(name, "A tool.", effect, run, {"type": "object"}, dict)  # type: ignore[arg-type]


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "notes.md").write_text("The kiln is number 2.\n")
    return folder


async def test_a_call_is_run_and_the_answer_comes_after_it(tmp_path: Path, work: Path) -> None:
    chat = Caller(rounds=(("Let me look.", READ), "It is kiln number 2."))
    async with at_work(tmp_path, chat) as (agent, conversation):
        events = await events_of(agent, conversation, "Which kiln?")
        shown = [e for e in events if isinstance(e, (TextDelta, ToolCall, ToolDone, TurnEnded))]
        assert shown == [
            TextDelta("Let me look."),
            ToolCall("read_file", '{"path": "notes.md"}', 1),
            ToolDone(1, "read_file", "1\tThe kiln is number 2."),
            TextDelta("\n\n"),
            TextDelta("It is kiln number 2."),
            TurnEnded("Let me look.\n\nIt is kiln number 2.", "test/scripted", False, 200, 4),
        ]
        said = await kept(agent, conversation)
        assert [(m.role, m.text) for m in said] == [
            ("user", "Which kiln?"), ("assistant", "Let me look."), ("tool", "1\tThe kiln is number 2."),
            ("assistant", "It is kiln number 2."),
        ]  # fmt: skip
        assert decode_tool_calls(said[1].tool_calls) == [("read_file", '{"path": "notes.md"}')]
        assert [m.graph_processed for m in said[1:3]] == [GraphState.NEVER] * 2
        assert [m.role for m in chat.sent[1]][-3:] == ["user", "assistant", "tool"]
        assert results(chat.sent[1]) == ["1\tThe kiln is number 2."]


async def test_the_next_turn_and_a_restart_send_calls_with_their_results(tmp_path: Path, work: Path) -> None:
    async with at_work(tmp_path, Caller(rounds=(READ, "Two."))) as (agent, conversation):
        await events_of(agent, conversation, "Which kiln?")
    chat = Caller(rounds=("Yes.",))
    async with at_work(tmp_path, chat) as (agent, _):
        await events_of(agent, conversation, "Sure?")
        assert [m.role for m in chat.sent[0] if m.role != "system"] == [
            "user",
            "assistant",
            "tool",
            "assistant",
            "user",
        ]


async def test_without_tools_the_model_sees_none_and_nothing_of_earlier_calls(tmp_path: Path, work: Path) -> None:
    async with at_work(tmp_path, Caller(rounds=(("Let me look.", READ), "Two."))) as (agent, conversation):
        await events_of(agent, conversation, "Which kiln?")
    chat = Caller(rounds=("Yes.",))
    async with at_work(tmp_path, chat, enabled=False) as (agent, _):
        await events_of(agent, conversation, "Sure?")
        assert chat.offered == [[]]
        said = [m for m in chat.sent[0] if m.role != "system"]
        assert [(m.role, m.content) for m in said[1:]] == [
            ("assistant", "Let me look."), ("assistant", "Two."), ("user", "Sure?"),
        ]  # fmt: skip
        assert not any(m.tool_calls for m in said)
        assert "folder" not in chat.sent[0][0].content


async def test_a_model_that_takes_no_tools_is_offered_none(tmp_path: Path) -> None:
    class NoTools(Caller):
        async def takes_tools(self) -> bool | None:
            return False

    chat = NoTools(rounds=("Hello.",))
    async with at_work(tmp_path, chat) as (agent, conversation):
        await events_of(agent, conversation, "Hi")
        assert chat.offered == [[]]


async def test_after_so_many_rounds_it_has_to_answer(tmp_path: Path, work: Path) -> None:
    calls = [[("read_file", {"path": "notes.md", "first_line": n})] for n in range(1, 20)]
    chat = Caller(rounds=calls)
    async with at_work(tmp_path, chat, max_rounds=3) as (agent, conversation):
        events = await events_of(agent, conversation, "Which kiln?")
        assert [bool(names) for names in chat.offered] == [True] * 3 + [False]
        assert any(isinstance(e, Notice) and "no answer" in e.text for e in events)
        assert (await kept(agent, conversation))[-1].role == "tool"


async def test_the_same_call_is_not_made_again_and_again(tmp_path: Path, work: Path) -> None:
    chat = Caller(rounds=(READ,))
    async with at_work(tmp_path, chat) as (agent, conversation):
        await events_of(agent, conversation, "Which kiln?")
        assert results(chat.sent[-1])[1:] == [REPEATED] * 3
        assert [bool(names) for names in chat.offered] == [True] * 4 + [False]


async def test_wrong_arguments_and_unknown_tools_are_told_to_the_model(tmp_path: Path, work: Path) -> None:
    calls = [("read_file", {}), ("delete_everything", {}), ("read_file", {"path": "none.md"})]
    chat = Caller(rounds=(calls, "I cannot."))
    async with at_work(tmp_path, chat) as (agent, conversation):
        await events_of(agent, conversation, "Do it")
        wrong, unknown, missing = results(chat.sent[1])
        assert "arguments of read_file are not right: path" in wrong
        assert "There is no tool delete_everything. There are: read_file" in unknown
        assert "none.md cannot be read" in missing


async def test_what_only_reads_runs_side_by_side_and_the_rest_in_order(tmp_path: Path) -> None:
    running, most, order = 0, 0, []

    async def slow(arguments: dict[str, str], _: ToolContext) -> ToolResult:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.02)
        running -= 1
        order.append(arguments["n"])
        return ToolResult(f"did {arguments['n']}")

    calls = [("look", {"n": "a"}), ("look", {"n": "b"}), ("change", {"n": "c"}), ("look", {"n": "d"})]
    chat = Caller(rounds=(calls, "Done."))
    person = Person()
    async with at_work(tmp_path, chat, person) as (agent, conversation):
        agent.toolbox.more = lambda: (a_tool("look", "recall", slow), a_tool("change", "write", slow))
        await events_of(agent, conversation, "Go")
        assert most == 2
        assert order[2:] == ["c", "d"]
        assert results(chat.sent[1]) == [f"did {n}" for n in "abcd"]
        assert [one.tool for one in person.asked] == ["change"]


async def test_where_nobody_can_be_asked_nothing_is_changed(tmp_path: Path) -> None:
    ran = []

    async def change(arguments: dict[str, str], _: ToolContext) -> ToolResult:
        ran.append(arguments)
        return ToolResult("changed")

    chat = Caller(rounds=([("change", {})], "I could not."))
    async with at_work(tmp_path, chat) as (agent, conversation):
        agent.toolbox.more = lambda: (a_tool("change", "write", change),)
        await events_of(agent, conversation, "Change it")
        assert not ran
        assert "nobody can be asked" in results(chat.sent[1])[0]


async def test_what_was_refused_is_not_asked_about_again(tmp_path: Path) -> None:
    async def change(arguments: dict[str, str], _: ToolContext) -> ToolResult:
        raise AssertionError

    chat = Caller(rounds=([("change", {})],))
    person = Person(("deny",))
    async with at_work(tmp_path, chat, person) as (agent, conversation):
        agent.toolbox.more = lambda: (a_tool("change", "write", change),)
        await events_of(agent, conversation, "Change it")
        assert len(person.asked) == 1
        assert set(results(chat.sent[-1])) == {REFUSED}


async def test_a_tool_that_breaks_or_takes_too_long_breaks_nothing(tmp_path: Path) -> None:
    async def breaks(arguments: object, _: ToolContext) -> ToolResult:
        raise RuntimeError("secret detail")

    async def hangs(arguments: object, _: ToolContext) -> ToolResult:
        await asyncio.sleep(60)
        return ToolResult("never")

    chat = Caller(rounds=([("breaks", {}), ("hangs", {})], "Oh."))
    async with at_work(tmp_path, chat, timeout_secs=0.05) as (agent, conversation):
        agent.toolbox.more = lambda: (a_tool("breaks", "recall", breaks), a_tool("hangs", "recall", hangs))
        end = (await events_of(agent, conversation, "Go"))[-1]
        assert isinstance(end, TurnEnded) and end.answer == "Oh."
        assert results(chat.sent[1]) == ["It failed: RuntimeError.", "Stopped: it took longer than 0.05 s."]


async def test_keys_are_hidden_in_results_in_arguments_and_on_the_disk(tmp_path: Path, work: Path) -> None:
    key = "ghp_" + "a1B2" * 9
    (work / "notes.md").write_text(f"token {key}\n")
    calls = [("read_file", {"path": "notes.md"}), ("search_files", {"text": key})]
    chat = Caller(rounds=(calls, "Done."))
    async with at_work(tmp_path, chat) as (agent, conversation):
        events = await events_of(agent, conversation, "Look")
        assert key not in str(chat.sent)
        assert key not in str(await kept(agent, conversation))
        assert key not in str(events)
        assert "[redacted]" in results(chat.sent[1])[0]
    assert key not in (tmp_path / "state" / "tools.log").read_text()


async def test_a_private_turn_writes_nothing(tmp_path: Path, work: Path) -> None:
    chat = Caller(rounds=(READ, "Two.", "Yes."))
    unkept = Unkept()
    async with at_work(tmp_path, chat) as (agent, conversation):
        for text in ("Which kiln?", "Sure?"):
            async with agent.turn(text, conversation, unkept=unkept) as events:
                [event async for event in events]
        assert not await kept(agent, conversation)
        assert [m.role for m in chat.sent[2] if m.role != "system"] == [
            "user",
            "assistant",
            "tool",
            "assistant",
            "user",
        ]
    assert not (tmp_path / "state" / "tools.log").exists()


async def test_an_interrupted_call_has_a_result_and_the_talk_goes_on(tmp_path: Path) -> None:
    began = asyncio.Event()

    async def hangs(arguments: object, _: ToolContext) -> ToolResult:
        began.set()
        await asyncio.sleep(60)
        return ToolResult("never")

    chat = Caller(rounds=([("hangs", {"n": 1}), ("hangs", {"n": 2})], "Fine."))
    async with at_work(tmp_path, chat) as (agent, conversation):
        agent.toolbox.more = lambda: (a_tool("hangs", "recall", hangs),)
        task = asyncio.create_task(events_of(agent, conversation, "Go"))
        await asyncio.wait_for(began.wait(), 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert [(m.role, m.text) for m in await kept(agent, conversation)] == [
            ("user", "Go"), ("assistant", ""), ("tool", INTERRUPTED), ("tool", INTERRUPTED),
        ]  # fmt: skip
        await events_of(agent, conversation, "And now?")
        assert results(chat.sent[1]) == [INTERRUPTED] * 2
    log = [json.loads(line) for line in (tmp_path / "state" / "tools.log").read_text().splitlines()]
    assert [row["ended"] for row in log] == ["interrupted"] * 2


async def test_a_model_that_calls_without_being_offered_anything_is_not_obeyed(tmp_path: Path) -> None:
    chat = Caller(rounds=(("Hm.", [("read_file", {"path": "a"})]),))
    async with at_work(tmp_path, chat, enabled=False) as (agent, conversation):
        await events_of(agent, conversation, "Hi")
        assert [(m.role, m.text) for m in await kept(agent, conversation)] == [("user", "Hi"), ("assistant", "Hm.")]


@pytest.mark.parametrize(
    ("name", "tools", "names"),
    [
        ("qwen3:4b", {}, "all"),
        ("a model of no known size", {}, "all"),
        ("gguf/Qwen2.5-Coder-1.5B-Instruct", {}, []),
        ("gemma3:270m", {}, []),
        (
            "llama:1b",
            {"permissions": {"allow": ["read_file(*.md)"], "ask": ["graph_*"]}},
            ["read_file", "graph_search"],
        ),
        ("llama:1b", {"permissions": {"ask": ["fetch_url"], "deny": ["fetch_url"]}}, []),
    ],
)
async def test_a_small_model_is_offered_the_tools_that_a_rule_names(
    tmp_path: Path, name: str, tools: dict[str, Any], names: Any
) -> None:
    chat = Caller()
    chat.name = name
    async with at_work(tmp_path, chat, **tools) as (agent, conversation):
        await events_of(agent, conversation, "Hi")
        assert chat.offered[-1] == ([tool.name for tool in built_in()] if names == "all" else names)
        system = chat.sent[-1][0].content
        assert ("Tools work in the folder" in system) == bool(names)
        assert (CORE_HEADER in system) == (names == "all"), "empty blocks stand there where a tool writes into them"


@pytest.mark.parametrize("window", [4096, 8192])
async def test_the_tools_stay_the_same_when_a_provider_counts_more_tokens_than_we_do(
    tmp_path: Path, window: int
) -> None:
    chat = Caller(context_window=window)
    async with at_work(tmp_path, chat) as (agent, conversation):
        for _ in range(2):
            await events_of(agent, conversation, "Hi")
            agent.calibration.learn(1000, 1300)
        assert agent.window < window
        assert chat.offered[0] and chat.offered[0] == chat.offered[1]


async def test_no_model_no_tools(tmp_path: Path) -> None:
    async with at_work(tmp_path, None) as (agent, _):
        assert await agent.offered() == ()


async def test_long_results_are_cut_in_the_middle_and_never_fill_the_window(tmp_path: Path, work: Path) -> None:
    for n in range(12):
        (work / f"{n}.txt").write_text(f"begin {n} " + "word " * 8000 + f"end {n}")
    chat = Caller(rounds=(*[[("read_file", {"path": f"{n}.txt"})] for n in range(9)], "Done."))
    async with at_work(tmp_path, chat) as (agent, conversation):
        await events_of(agent, conversation, "Read them all")
        last = results(chat.sent[-1])
        assert len(last) == 9
        assert "begin 8" in last[-1] and "end 8" in last[-1] and "characters are left out" in last[-1]
        assert "left out to make room" in last[0]


async def test_a_plain_model_answers_as_before(tmp_path: Path) -> None:
    async with at_work(tmp_path, Scripted()) as (agent, conversation):
        await events_of(agent, conversation, "Hi")
        assert [m.text for m in await kept(agent, conversation)] == ["Hi", "Hello there."]


async def test_a_call_that_a_model_writes_as_text_is_made_and_not_shown(tmp_path: Path) -> None:
    written = '```json\n{{"name": "list_files", "arguments": {"path": "."}}}\n```'
    chat = Caller(rounds=(f"I look. {written}", "One file."))
    async with at_work(tmp_path, chat) as (agent, conversation):
        (tmp_path / "work" / "notes.md").write_text("Order clay.")
        async with agent.turn("What is there?", conversation) as events:
            seen = [event async for event in events]
        assert "notes.md" in results(chat.sent[-1])[0]
        said = "".join(event.text for event in seen if isinstance(event, TextDelta))
        assert said == "I look. \n\nOne file."
