"""What the person sees is what is done: characters that no screen shows, noes that are asked again."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.agent.scripted_turn import events_of
from tests.agent.tools.calling_model import Caller, Person, at_work, results
from zeph.agent.tools.tool import Tool, ToolContext, ToolResult

HIDING = [
    "\x1b]; {};\x07", "\x1b[8m{}\x1b[0m", "\x9d{}\x9c", "\x1bP{}\x1b\\", "a\r{}", "\b\b{}", "\0{}", "\u202e{}",
    "\u2028{}", "\x7f{}", "\U000e0041{}",
]  # fmt: skip


@pytest.mark.parametrize("hiding", HIDING, ids=ascii)
async def test_what_cannot_be_shown_is_not_asked_about(tmp_path: Path, hiding: str) -> None:
    hidden = hiding.format("touch pwned")
    calls: list[tuple[str, dict[str, Any]]] = [
        ("run_command", {"command": f"echo ok {hidden} "}),
        ("write_file", {"path": "Makefile", "content": f"all:\n\techo ok {hidden}\n"}),
        ("fetch_url", {"url": f"https://example.org/{hidden}"}),
        ("other__send", {"deep": [{f"a{hidden}": 1}]}),
    ]
    person, done = Person(), list[Any]()

    async def send(arguments: Any, _: ToolContext) -> ToolResult:
        done.append(arguments)
        return ToolResult("sent")

    chat = Caller(rounds=(calls, "Done."), context_window=32_000)
    async with at_work(tmp_path, chat, person, permissions={"allow": ["run_command"]}) as (agent, conversation):
        agent.toolbox.more = lambda: [Tool("other__send", "Sends.", "foreign", send, {"type": "object"}, dict)]
        await events_of(agent, conversation, "Go")
    assert not person.asked and not done and not [*(tmp_path / "work").iterdir()]
    told = results(chat.sent[1])
    assert all("cannot be shown" in result or "no spaces" in result for result in told) and "no spaces" not in told[0]


@pytest.mark.parametrize("size", [59_000, 61_000])
async def test_what_nobody_can_look_through_is_not_asked_about(tmp_path: Path, size: int) -> None:
    lines = "\n".join(f"line {number:06}" for number in range(size // 13)) + "\ntouch pwned\n"
    calls: list[tuple[str, dict[str, Any]]] = [
        ("write_file", {"path": "long.sh", "content": lines}),
        ("other__send", {"text": lines}),
    ]

    async def send(arguments: Any, _: ToolContext) -> ToolResult:
        return ToolResult("sent")

    person = Person()
    chat = Caller(rounds=(calls, "Done."), context_window=128_000)
    async with at_work(tmp_path, chat, person) as (agent, conversation):
        agent.toolbox.more = lambda: [Tool("other__send", "Sends.", "foreign", send, {"type": "object"}, dict,
                                           subject=lambda arguments, _: json.dumps(arguments))]  # fmt: skip
        await events_of(agent, conversation, "Go")
    asked, told = [one.tool for one in person.asked], results(chat.sent[1])
    assert asked == (["write_file", "other__send"] if size < 60_000 else [])
    assert (tmp_path / "work" / "long.sh").exists() == bool(asked)
    assert all(("too long to be looked through" in result) != bool(asked) for result in told)


async def test_lines_tabs_and_signs_of_any_language_are_shown(tmp_path: Path) -> None:
    text = "один\n\tdeux\r\n三 👨\u200d👩\u200d👧 ☂\ufe0f\n"
    chat = Caller(rounds=([("write_file", {"path": "a.txt", "content": text})], "Done."))
    async with at_work(tmp_path, chat, Person()) as (agent, conversation):
        await events_of(agent, conversation, "Go")
    assert (tmp_path / "work" / "a.txt").read_bytes().decode() == text


async def test_an_edit_beside_hiding_characters_is_not_asked_about(tmp_path: Path) -> None:
    person = Person()
    chat = Caller(rounds=([("edit_file", {"path": "a.sh", "old": "AAA", "new": "; touch pwned"})], "Done."))
    async with at_work(tmp_path, chat, person) as (agent, conversation):
        (tmp_path / "work" / "a.sh").write_text("echo \x1b]AAA;\x07\n")
        await events_of(agent, conversation, "Go")
    assert not person.asked and "cannot be shown" in results(chat.sent[1])[0]


async def test_a_no_is_not_asked_about_again(tmp_path: Path) -> None:
    person = Person(("deny",))
    rounds = [[("run_command", {"command": "touch a", "why": str(number)})] for number in range(9)]
    async with at_work(tmp_path, Caller(rounds=(*rounds, "Done.")), person, max_rounds=9) as (agent, conversation):
        await events_of(agent, conversation, "Go")
    assert len(person.asked) == 1


async def test_after_three_noes_the_turn_asks_no_more(tmp_path: Path) -> None:
    person = Person(("deny",))
    rounds = [[("run_command", {"command": f"touch {number}"})] for number in range(9)]
    async with at_work(tmp_path, Caller(rounds=(*rounds, "Done.")), person, max_rounds=9) as (agent, conversation):
        await events_of(agent, conversation, "Go")
        assert len(person.asked) == 3
        agent.chat = Caller(rounds=(rounds[0], "Done."))
        await events_of(agent, conversation, "Go")
    assert len(person.asked) == 4


NESTED = "[" * 600 + "]" * 600
ODD_ARGUMENTS = [
    f'{{"path": {NESTED}}}', '{"a":' * 5000 + "1" + "}" * 5000, '{"path": NaN}', '{"path": 1e999, "b": -Infinity}',
    '{"path": "\\ud800"}', "[1]", "null", "{", '{"path": ' + "9" * 5000 + "}",
]  # fmt: skip
ODD_NAMES = ["", "read file!", "x" * 500, "\ud800", "ключ", "a\nb", "read_file"]


@pytest.mark.parametrize("keep_secrets", [False, True])
async def test_calls_that_are_none_break_no_turn_and_none_after_it(tmp_path: Path, keep_secrets: bool) -> None:
    from zeph.models.ports import ChatChunk, Usage
    from zeph.models.toolcalls import decode_tool_calls

    class Odd(Caller):
        async def stream(self, messages: Any, *, tools: Any = ()) -> Any:
            self.sent.append(list(messages))
            calls = [(name, "{}") for name in ODD_NAMES] + [("read_file", one) for one in ODD_ARGUMENTS]
            at = 8 * (len(self.sent) - 1)
            yield ChatChunk(
                text="" if calls[at:] else "Done.", tool_calls=tuple(calls[at : at + 8]), done=True, usage=Usage()
            )

    chat = Odd()
    async with at_work(tmp_path, chat, Person()) as (agent, conversation):
        settings = agent.settings.model_copy(
            update={"memory": agent.settings.memory.model_copy(update={"keep_secrets": keep_secrets})}
        )
        agent.settings = settings
        await events_of(agent, conversation, "Go")
        await events_of(agent, conversation, "And again")
    for message in chat.sent[-1]:
        message.content.encode()
        for name, arguments in decode_tool_calls(message.tool_calls):
            assert name and len(name) <= 64 and name.isascii() and name.replace("_", "a").replace("-", "a").isalnum()
            json.dumps(json.loads(arguments), allow_nan=False, ensure_ascii=False).encode()
