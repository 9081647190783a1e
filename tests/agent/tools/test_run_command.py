"""Commands: what they print, when they are stopped, what they do not see."""

import asyncio
import ctypes
import os
import sys
import time
from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of
from tests.agent.tools.calling_model import Caller, Person, at_work, results
from zeph.agent.tools.audit_log import AuditLog

pytestmark = pytest.mark.skipif(os.name != "posix", reason="commands run on POSIX systems alone")


async def printed(path: Path, *commands: str, secs: float = 20) -> list[str]:
    chat = Caller(rounds=([("run_command", {"command": one}) for one in commands], "Done."))
    async with at_work(path, chat, Person(), timeout_secs=secs) as (agent, conversation):
        await events_of(agent, conversation, "Go")
    return results(chat.sent[1])


async def test_both_streams_and_the_exit_code(tmp_path: Path) -> None:
    out = await printed(tmp_path, "echo out; echo err >&2", "exit 3", "pwd", "cat", "printf '\\033[31mred\\033[0m'")
    assert out == [
        "out\nerr\n(exit code 0)", "(exit code 3)", f"{tmp_path / 'work'}\n(exit code 0)", "(exit code 0)",
        "red\n(exit code 0)",
    ]  # fmt: skip
    assert [entry.ended for entry in AuditLog(tmp_path / "state").last(9)] == ["0", "0", "0", "3", "0"]


async def test_it_sees_no_key_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ZEPH_MODEL__API_KEY", "HARMLESS", "LD_PRELOAD", "SSH_AUTH_SOCK"):
        monkeypatch.setenv(name, "the-value-of-it")
    (out,) = await printed(tmp_path, "env")
    assert "the-value-of-it" not in out and "PATH=" in out


async def test_after_its_time_the_whole_group_ends(tmp_path: Path) -> None:
    began = time.monotonic()
    (out,) = await printed(tmp_path, "echo begun; (sleep 60; touch late) & sleep 60", secs=3)
    assert "begun" in out and "stopped after 1 s" in out
    assert time.monotonic() - began < 30
    assert not (tmp_path / "work" / "late").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process started")
@pytest.mark.parametrize("way", ["setsid sh -c '{}'", "(setsid sh -c '{}' &)", "env -i setsid setsid -f sh -c '{}'"])
@pytest.mark.parametrize(("stays", "secs"), [("sleep 60", 4), ("echo done", 20)])
async def test_what_leaves_its_group_and_parents_ends_too(tmp_path: Path, way: str, stays: str, secs: float) -> None:
    hidden = way.format("echo $$ > pid; sleep 60; touch late")
    began = time.monotonic()
    (out,) = await printed(tmp_path, f"{hidden} & sleep 0.3; {stays}", secs=secs)
    assert time.monotonic() - began < 30
    assert ("stopped after 2 s" in out) == (stays == "sleep 60")
    assert not is_running(int((tmp_path / "work" / "pid").read_text()))
    assert not (tmp_path / "work" / "late").exists()


async def test_a_signal_is_told_as_a_shell_does(tmp_path: Path) -> None:
    out = await printed(tmp_path, "kill -9 $$")
    assert out == [f"(exit code {137 if sys.platform == 'linux' else -9})"]


@pytest.mark.skipif(sys.platform != "linux", reason="/proc of Linux")
async def test_it_cannot_look_into_zephs_own_process(tmp_path: Path) -> None:
    """Where it is so set, /proc has its variables for root alone."""
    ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)
    await printed(tmp_path, "true")
    assert ctypes.CDLL(None).prctl(3, 0, 0, 0, 0) == 0


async def test_what_it_leaves_running_holds_nothing_up(tmp_path: Path) -> None:
    (out,) = await printed(tmp_path, "sleep 60 & echo done")
    assert out == "done\n(exit code 0)"


async def test_what_it_prints_without_end_is_cut(tmp_path: Path) -> None:
    (out,) = await printed(tmp_path, "yes | head -c 5000000; echo end")
    assert len(out) < 20_000 and "left out here" in out and out.endswith("end\n(exit code 0)")


async def test_an_interrupted_turn_ends_it(tmp_path: Path) -> None:
    chat = Caller(rounds=([("run_command", {"command": "echo $$ > pid; sleep 60"})], "Done."))
    async with at_work(tmp_path, chat, Person()) as (agent, conversation):
        task = asyncio.create_task(events_of(agent, conversation, "Go"))
        pid = tmp_path / "work" / "pid"
        async with asyncio.timeout(10):
            while not (pid.exists() and pid.read_text().strip()):  # noqa: ASYNC110  # another process writes it
                await asyncio.sleep(0.02)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        async with asyncio.timeout(20):
            while is_running(int(pid.read_text())):  # noqa: ASYNC110  # another process ends
                await asyncio.sleep(0.02)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
