"""However a conversation was cut, what a provider gets of it has one result for each call."""

import json
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from zeph.agent.context import ContextFrame
from zeph.agent.tools.call_groups import called, is_strange, result_mark
from zeph.models.openai.wire import wire_messages
from zeph.models.ports import ChatMessage, ToolSpec
from zeph.models.toolcalls import decode_tool_calls
from zeph.records.message import GraphState, Message, Role
from zeph.records.recalled import Recalled

NAMES = st.sampled_from(("read_file", "run_command", "x"))
TEXTS = st.sampled_from(("", "a word", "many words " * 80))
TOOLS = (ToolSpec("read_file", "", {}),)


def message(number: int, role: Role, text: str, tool_calls: str = "", speaker: str = "") -> Message:
    moment = "2026-01-01T00:00:00Z"
    return Message(number, 1, 1, str(number), role, speaker, text, moment, (), GraphState.NEVER, False, tool_calls)


@st.composite
def talks(draw: st.DrawFn) -> list[Message]:
    """Turns with calls, results in any order, some missing, attachments between; then any piece of it."""
    rows: list[tuple[Role, str, str, str]] = []
    for _ in range(draw(st.integers(1, 6))):
        if draw(st.booleans()):
            rows.append(("tool", draw(TEXTS), "", "notes.md"))
        rows.append(("user", draw(TEXTS), "", ""))
        for _ in range(draw(st.integers(0, 3))):
            names = draw(st.lists(NAMES, min_size=1, max_size=3))
            calls = [{"name": name, "arguments": {"n": n}} for n, name in enumerate(names)]
            rows.append(("assistant", draw(TEXTS), json.dumps(calls), ""))
            for at in draw(st.permutations(range(len(names)))):
                if draw(st.integers(0, 3)):
                    rows.append(("tool", draw(TEXTS), result_mark(names[at], at, False), ""))
        if draw(st.booleans()):
            rows.append(("assistant", draw(TEXTS), "", ""))
    dropped = draw(st.sets(st.integers(0, len(rows) - 1)))
    kept = [row for at, row in enumerate(rows) if at not in dropped or draw(st.booleans())]
    first = draw(st.integers(0, len(kept)))
    return [message(at, role, text, calls, who) for at, (role, text, calls, who) in enumerate(kept[first:], 1)]


def well_formed(messages: Sequence[ChatMessage]) -> bool:
    waiting: list[str] = []
    for one in messages:
        if one.role == "tool":
            if not waiting or waiting.pop(0) != one.tool_name:
                return False
        elif waiting:
            return False
        else:
            waiting = [name for name, _ in decode_tool_calls(one.tool_calls)]
    return not waiting


@given(talks(), st.integers(128, 3000), st.integers(0, 3), st.booleans())
def test_every_call_has_its_one_result(talk: list[Message], window: int, rounds: int, tools: bool) -> None:
    frame = ContextFrame.of("Be brief.", talk, "And?", window, 64, True, tools=TOOLS if tools else ())
    plan = frame.plan(Recalled("And?"))
    assert well_formed(plan.messages)
    if not tools:
        assert not any(one.role == "tool" or one.tool_calls for one in plan.messages)
    calls = [("x", "{}"), ("read_file", "{}")]
    said = [one for n in range(rounds) for one in called("", calls, {0: "long " * 400 * n})]
    sent = plan.going_on(said)
    assert well_formed(sent)
    wire = wire_messages(sent)
    answered = [one["tool_call_id"] for one in wire if one["role"] == "tool"]
    assert answered == [call["id"] for one in wire for call in one.get("tool_calls", ())]
    assert "(no result)" not in str(wire)


@given(talks(), st.integers(128, 1200))
def test_what_is_sent_whole_is_an_end_of_the_talk_that_parts_no_call(talk: list[Message], window: int) -> None:
    frame = ContextFrame.of("Be brief.", talk, "And?", window, 64, True, tools=TOOLS)
    whole = [one.id for one in frame.sent_whole]
    assert whole == [one.id for one in talk if one.id in whole]
    if whole:
        first = next(one for one in talk if one.id == whole[0])
        assert not (first.role == "tool" and first.tool_calls)


def test_a_mark_is_read_as_json_not_as_text() -> None:
    named = message(1, "tool", "", result_mark('x", "strange": true, "y', 0, False))
    assert not is_strange(named)
    spaced = message(2, "tool", "", '[{"name":"graph_search","result_of":0,"failed":false,"strange":true}]')
    assert is_strange(spaced) and is_strange(message(3, "tool", "", result_mark("x", 0, False, strange=True)))
    assert is_strange(message(4, "tool", "", "damaged")), "whose words these are, is not known"
    assert not is_strange(message(5, "user", "Hello."))
