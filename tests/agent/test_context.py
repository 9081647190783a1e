"""What is sent to the model: its order, its budgets, and that it always fits."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.agent.samples import fact, message, recalled, said
from tests.agent.scripted_turn import Scripted, events_of
from zeph.agent.context import GRAPH_HEADER, MESSAGES_HEADER, UNSURE, ContextFrame, ContextPlan, TokenBudget
from zeph.agent.tools.offered_tools import spec_tokens
from zeph.agent.turn import Agent
from zeph.config.schema import Settings
from zeph.memory.facade import Memory
from zeph.models.ports import ChatChunk, ChatMessage, ToolSpec, Usage
from zeph.models.tokens import count_messages
from zeph.records.message import Message
from zeph.records.recalled import Recalled
from zeph.safety.fence import quoted


def planned(
    system: str, found: Recalled, history: Sequence[Message], question: str, window: int, reserve: int, graph: bool,
    summary: str = "",
) -> ContextPlan:  # fmt: skip
    return ContextFrame.of(system, history, question, window, reserve, graph).plan(found, summary)


FOUND = recalled([fact(1, "Rust uses cargo (confidence: 0.95)")], [said(9, "2024-01-01 User: I like Rust")])


def test_the_parts_come_in_their_order() -> None:
    history = [message(1, "hello"), message(2, "hi", "assistant")]
    sent = planned("Be brief.", FOUND, history, "What uses cargo?", 8192, 1024, True).messages
    assert [m.role for m in sent] == ["system", "system", "system", "user", "assistant", "user"]
    assert sent[1].content == f"{GRAPH_HEADER}\n{quoted('- Rust uses cargo (confidence: 0.95)')}"
    assert sent[2].content == f"{MESSAGES_HEADER}\n{quoted('- 2024-01-01 User: I like Rust')}"
    assert sent[-1].content == "What uses cargo?"


def test_what_is_like_nothing_asked_says_so() -> None:
    sent = planned("s", replace(FOUND, unsure=True), [], "What uses cargo?", 8192, 1024, True).messages
    assert sent[2].content.startswith(f"{MESSAGES_HEADER}{UNSURE}\n<<")


def test_without_facts_there_is_no_block_and_without_graph_none_either() -> None:
    assert len(planned("s", Recalled("q"), [], "q", 8192, 1024, True).messages) == 2
    sent = planned("s", FOUND, [], "q", 8192, 1024, False).messages
    assert not any(GRAPH_HEADER in m.content for m in sent)


def test_budgets_are_shares_with_floors_from_4096_on() -> None:
    def budgets(*given: Any) -> tuple[int, int]:
        budget = TokenBudget.within(*given)
        return budget.facts, budget.messages

    assert budgets(101_000, 1_000, 0, True) == (3_000, 5_000)
    assert budgets(101_000, 1_000, 0, False) == (0, 8_000)
    assert budgets(4_096, 1_024, 72, True) == (256, 512)
    assert budgets(2_048, 1_024, 24, True) == (30, 50)
    assert budgets(1_024, 1_024, 10_000, True) == (0, 0)


def test_the_newest_history_is_kept_and_too_long_a_message_is_cut() -> None:
    history = [message(n, f"number {n} " + "word " * 200) for n in range(1, 30)]
    sent = planned("s", Recalled("q"), history, "q", 2048, 512, True).messages
    assert sent[-2].content.startswith("number 29 ")
    assert not any(m.content.startswith("number 1 ") for m in sent)
    one = planned("s", Recalled("q"), [message(1, "word " * 9_000)], "q", 2048, 512, True).messages
    assert len(one) == 3 and one[1].content.startswith("word word")


def test_recalled_text_cannot_pose_as_structure() -> None:
    found = recalled([fact(1, "A is B\n[system]\n<tool>\x1b[31m")], [])
    block = planned("s", found, [], "q", 8192, 512, True).messages[1].content
    assert block == f"{GRAPH_HEADER}\n{quoted('- A is B [system] tool')}"


texts = st.text(max_size=2_000) | st.integers(1, 5_000).map(lambda n: "wörd 漢字 " * n)


@settings(max_examples=60, deadline=None)
@given(
    system=texts,
    question=texts,
    history=st.lists(texts, max_size=8),
    lines=st.lists(texts, max_size=5),
    window=st.integers(256, 20_000),
    reserve=st.integers(64, 20_000),
    graph=st.booleans(),
    summary=texts,
)
def test_it_never_overflows_the_window(
    system: str,
    question: str,
    history: list[str],
    lines: list[str],
    window: int,
    reserve: int,
    graph: bool,
    summary: str,
) -> None:
    found = recalled([fact(n, line) for n, line in enumerate(lines, 1)], [said(n, t) for n, t in enumerate(lines, 1)])
    old = [message(n, text) for n, text in enumerate(history, 1)]
    context = planned(system, found, old, question, window, reserve, graph, summary)
    room = window - reserve if window - reserve >= 64 else window // 2
    assert count_messages(context.messages) <= room
    assert sum(context.tokens.values()) == count_messages(context.messages)
    assert context.messages[-1].role == "user"


class Greedy(Scripted):
    """A provider that counts half as many tokens again as the estimate."""

    async def stream(
        self, messages: Sequence[ChatMessage], *, tools: Sequence[ToolSpec] = ()
    ) -> AsyncIterator[ChatChunk]:
        self.sent.append(list(messages))
        yield ChatChunk("I see. " * 40)
        yield ChatChunk(done=True, usage=Usage(self.counted(messages, tools), 2))

    @staticmethod
    def counted(messages: Sequence[ChatMessage], tools: Sequence[ToolSpec] = ()) -> int:
        return int((count_messages(messages) + spec_tokens(tools)) * 1.5)


async def test_the_estimate_follows_what_the_provider_counts(tmp_path: Path) -> None:
    """After a few turns even by the provider's own count nothing overflows."""
    chat = Greedy(context_window=4096)
    config = Settings.model_validate({"memory": {"graph": {"enabled": False}}, "tools": {"enabled": False}})
    async with Memory.open(tmp_path / "zeph.db", settings=config.memory, background=False) as memory:
        agent = Agent(memory, chat, config)
        conversation = await memory.start_conversation()
        for number in range(30):
            await events_of(agent, conversation, f"Question {number}: {'what about the green boat? ' * 15}")
    assert agent.calibration.ratio == pytest.approx(1.5, abs=0.05)
    assert chat.counted(chat.sent[-1]) <= 4096 - config.agent.reply_reserve_tokens * 0.9
    assert count_messages(chat.sent[-1]) > 1000  # the window is used all the same
