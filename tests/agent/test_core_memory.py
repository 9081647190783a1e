"""Core memory in a request: where there is none, nothing changes; where there is, each line stands once."""

from datetime import UTC
from pathlib import Path

from tests.agent.scripted_turn import Scripted, events_of, opened
from zeph.agent.standing_context import CORE_EXPLANATION, CORE_HEADER, PROFILE_HEADER, standing_context
from zeph.records.block import Block, BlockForm, CoreMemory, ShownBlock
from zeph.safety.fence import quoted

NOW = "2026-11-22 12:00:00"


def shown(label: str, text: str, *, sent: bool = True, read_only: bool = False) -> ShownBlock:
    form = BlockForm(1, None, text, f"About {label}", 50, read_only, False, "person", NOW)
    return ShownBlock(Block(1, label, form), sent)


def test_without_blocks_it_is_what_it_was() -> None:
    lines = ["Lives in Utrecht"]
    assert standing_context("Prompt.", NOW, lines, UTC) == standing_context("Prompt.", NOW, lines, UTC, CoreMemory())
    assert CORE_HEADER not in standing_context("Prompt.", NOW, lines, UTC)


def test_where_each_part_stands() -> None:
    blocks = (
        shown("persona", "I am Sam.\nI hum.", read_only=True), shown("human", "- Lives in Utrecht\nKeeps hens"),
        shown("notes", "Long", sent=False), shown("tasks", ""),
    )  # fmt: skip
    core = CoreMemory(blocks, messages=12, facts=3, passages=1)
    text = standing_context("Prompt.", NOW, ["User lives in Utrecht (since 2020)", "User lives in Utrecht"], UTC, core)
    inside = (
        "persona (16/50, read-only): About persona\nI am Sam.\nI hum.\n"
        f"human (29/50): About human\n(It stands first under {PROFILE_HEADER}.)\n"
        "notes (4/50): About notes\n(There is no room for it here.)\n"
        "tasks (0/50): About tasks"
    )
    own = "- Lives in Utrecht\n- Keeps hens\n- User lives in Utrecht (since 2020)"
    assert text.split("\n\n")[1:] == [
        "Today is Sunday, 22 November 2026.",
        f"{CORE_HEADER}\n{CORE_EXPLANATION}\n{quoted(inside)}",
        f"{PROFILE_HEADER}\n{quoted(own)}",
        "Outside of what stands here are remembered: at least 10 messages, at least 2 facts, at least 1 passages of"
        " long texts.",
    ]


def test_what_lies_outside_is_told_in_steps_so_that_a_prompt_begins_as_the_one_before_it() -> None:
    def told(messages: int) -> str:
        core = CoreMemory((shown("tasks", ""),), messages=messages)
        return standing_context("Prompt.", NOW, (), UTC, core=core).rpartition("remembered: ")[2].split(",")[0]

    steps = [told(messages) for messages in (0, 1, 4, 5, 9, 10, 19, 20, 49, 50, 99, 100, 4999)]
    assert steps == [
        "no messages",
        *(f"at least {step} messages" for step in (1, 2, 5, 5, 10, 10, 20, 20, 50, 50, 100, 2000)),
    ]


async def test_a_turn_has_them_in_one_order(tmp_path: Path) -> None:
    chat = Scripted()
    async with opened(tmp_path, chat) as (agent, talk):
        await events_of(agent, talk, "I live in Berlin.")
        assert await agent.memory.wait_idle(60)
        before = await agent.plan("Hello?", talk)
        assert CORE_HEADER not in before.messages[0].content
        blocks = agent.memory.blocks
        await blocks.append("human", "Lives in Berlin\nPlays the cello")
        await blocks.append("persona", "I am Sam.")
        await events_of(agent, await agent.memory.start_conversation(), "What is a good name for a boat?")
        told = chat.sent[-1][0].content
        assert told.count("in Berlin") == 1 and "\n- Lives in Berlin\n- Plays the cello\n" in told
        assert told.index("persona (9/2000)") < told.index("human (31/2000)") < told.index(PROFILE_HEADER + "\n<<")
        first = (await agent.plan("One?", talk)).messages[0].content
        await events_of(agent, talk, "I am going out.")
        second = (await agent.plan("Two?", talk)).messages[0].content
        assert first == second
