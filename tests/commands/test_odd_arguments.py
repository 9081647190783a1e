"""Every slash command takes anything for each argument and option, a megabyte too: it answers, or says a sentence.

The same on the command line, where the system itself takes no more than 128 kB: ``tests/cli/test_odd_means.py``.
"""

import contextlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from zeph.agent.session import open_session
from zeph.clock import FixedClock
from zeph.commands.registry import COMMANDS, handler_of
from zeph.commands.slash import parse_slash
from zeph.commands.types import ChatState, Command, CommandContext
from zeph.config.schema import Settings
from zeph.errors import ZephError
from zeph.paths import resolve_paths
from zeph.records.message import NewMessage

MEGABYTE = 1_000_000
LONG = {
    "one word": "a" * MEGABYTE, "many words": "ab " * (MEGABYTE // 3), "quotes": '"' * MEGABYTE,
    "no letters": "\u0301" * MEGABYTE, "other script": "比亚迪" * (MEGABYTE // 3),
}  # fmt: skip
ODD = {
    "empty": '""', "blank": '" "', "invisible": "\u200b", "controls": "\x01\x1b[2J\x9b\x7f", "half": "\ud800",
    "no UTF-8": "\udcff\udcfe", "syntax": "\"'*)(; DROP -- %_ [", "dash": "-", "number": "9" * 5_000, "minus": "-1",
    "names": "../../etc/passwd", "null": "None", "lines": "a\nb\r\nc\u2028d",
}  # fmt: skip
LEAVE_THE_MACHINE = ("model pull", "doctor", "config set", "set")
"""What they do is tested where a server, or settings of its own, stand beside."""
TRIED = [c for c in COMMANDS if c.slash and c.opens != "door" and c.name not in LEAVE_THE_MACHINE]


@pytest.fixture
async def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[CommandContext]:
    env = {"ZEPH_HOME": str(tmp_path)}
    monkeypatch.chdir(tmp_path)
    settings = Settings.model_validate({"embedding": {"provider": "none"}, "memory": {"graph": {"extractor": "local"}}})
    paths = resolve_paths(env)
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(
            open_session(
                settings, paths, paths.db, env, models=False, background=False, clock=FixedClock("2026-03-01 09:00:00")
            )
        )
        chat = await session.memory.start_conversation()
        await session.memory.observe(NewMessage(chat.id, "user", "I live in Hull."))
        async for _ in session.memory.backfill():
            pass
        yield CommandContext(env, paths, paths.db, None, None, session, ChatState(chat), confirm=lambda _: False)


def lines(command: Command, odd: str) -> list[str]:
    """The command with each argument and option odd in turn, the others plain."""
    plain = [{"number": "1", "path": "nowhere"}.get(a.kind, "x") for a in command.arguments]
    name = f"/{command.name}"
    found = [" ".join([name, *plain[:n], odd, *plain[n + 1 :]]) for n in range(len(plain))]
    return found + [" ".join([name, *plain, o.flags[0], odd]) for o in command.options if o.kind != "flag"]


async def try_all(context: CommandContext, command: Command, kinds: dict[str, str]) -> None:
    for odd in kinds.values():
        for line in lines(command, odd):
            with contextlib.suppress(ZephError):
                chosen, values = parse_slash(line)
                if chosen.handler:
                    _ = [output async for output in handler_of(chosen)(context, values)]


def _of(kinds: dict[str, str], *names: str) -> dict[str, str]:
    return {name: kinds[name] for name in names}


@pytest.mark.parametrize("command", TRIED, ids=lambda c: c.name)
async def test_every_argument_takes_a_megabyte(context: CommandContext, command: Command) -> None:
    await try_all(context, command, _of(LONG, "many words") | _of(ODD, "half", "empty"))


@pytest.mark.campaign
@pytest.mark.parametrize("command", TRIED, ids=lambda c: c.name)
async def test_every_argument_takes_anything(context: CommandContext, command: Command) -> None:
    await try_all(context, command, LONG | ODD)


def test_the_table_is_what_is_tried() -> None:
    tried: Any = [c for c in TRIED if lines(c, "x")]
    assert len(tried) > 20
