"""A system that ends the program, or a terminal that goes away: what was shown until then is kept, as after Ctrl+C."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.cli.zeph_process import Home
from tests.fakes.ollama_server import FakeOllama, Reply

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of another kind")
SHOWN = "The first words of an answer"
SLOW = Reply(f"{SHOWN} that goes on for a very long time indeed, word after word after word", chunk_delay=0.4)
ENDING = [signal.SIGTERM, signal.SIGHUP, signal.SIGINT]


@pytest.fixture(autouse=True)
def hang_up_is_heard() -> Iterator[None]:
    """Under nohup the tests' programs would inherit that a hang-up is ignored, and rightly go on."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


def kept(home: Home, session: str = "") -> list[dict[str, Any]]:
    return [message for message in home.stored(session) if message["role"] == "assistant"]


def beginning_is_kept(home: Home) -> None:
    (answer,) = kept(home)
    assert answer["text"].startswith("The first") and len(answer["text"]) < len(SLOW.text)


@pytest.mark.parametrize(
    ("output", "number"),
    [
        pytest.param(output, number, marks=[pytest.mark.campaign] * (at % 2))
        for at, (output, number) in enumerate(product(("text", "stream-json"), ENDING))
    ],
)
def test_one_answer(tmp_path: Path, server: FakeOllama, number: signal.Signals, output: str) -> None:
    home = Home(tmp_path, server)
    home.write_config()
    server.reply = SLOW
    program = subprocess.Popen(
        home.command("chat", "-p", "Tell me.", "--output", output), env=home.environment(), cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert program.stdout is not None
    seen = b""
    while b"first" not in seen:
        seen += os.read(program.stdout.fileno(), 100)
    program.send_signal(number)
    _, err = program.communicate(timeout=30)
    assert program.returncode == 128 + number, err
    assert b"Traceback" not in err and b"should not" not in err
    server.reply = "Fine."
    beginning_is_kept(home)


@pytest.mark.parametrize("number", ENDING[:2])
@pytest.mark.parametrize("screen", ["line", "full"])
def test_a_chat(tmp_path: Path, server: FakeOllama, number: signal.Signals, screen: str) -> None:
    pexpect = pytest.importorskip("pexpect")
    home = Home(tmp_path, server)
    home.write_config(interface__screen=screen)
    server.reply = SLOW
    env = home.environment(TERM="xterm-256color", PROMPT_TOOLKIT_NO_CPR="1")
    terminal = pexpect.spawn(
        sys.executable, ["-m", "zeph", "chat"], env=env, cwd=tmp_path, encoding="utf-8", timeout=30,
        dimensions=(30, 100),
    )  # fmt: skip
    terminal.expect("›" if screen == "line" else "qwen3")
    time.sleep(0.5 if screen == "line" else 1.5)
    terminal.send("Tell me.\r")
    terminal.expect("first")
    os.kill(terminal.pid, number)
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 128 + number, (terminal.exitstatus, terminal.signalstatus, terminal.before)
    server.reply = "Fine."
    beginning_is_kept(home)


def test_a_terminal_that_is_closed(tmp_path: Path, server: FakeOllama) -> None:
    pexpect = pytest.importorskip("pexpect")
    home = Home(tmp_path, server)
    home.write_config(interface__screen="line")
    server.reply = SLOW
    terminal = pexpect.spawn(
        sys.executable, ["-m", "zeph", "chat"], env=home.environment(TERM="xterm", PROMPT_TOOLKIT_NO_CPR="1"),
        cwd=tmp_path, encoding="utf-8", timeout=30,
    )  # fmt: skip
    terminal.expect("›")
    terminal.send("Tell me.\r")
    terminal.expect("first")
    os.close(terminal.child_fd)
    for _ in range(100):
        if not alive(terminal.pid):
            break
        time.sleep(0.1)
    assert not alive(terminal.pid)
    server.reply = "Fine."
    beginning_is_kept(home)


def alive(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG) == (0, 0)
    except ChildProcessError:
        return False


def test_a_program_that_was_told_to_outlive_its_terminal_goes_on(tmp_path: Path, server: FakeOllama) -> None:
    home = Home(tmp_path, server)
    home.write_config()
    server.reply = Reply("Short and whole.", chunk_delay=0.2)
    program = subprocess.Popen(
        ["nohup", *home.command("chat", "-p", "Tell me.", "--output", "json")], env=home.environment(), cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    time.sleep(1.5)
    program.send_signal(signal.SIGHUP)
    out, _ = program.communicate(timeout=30)
    assert program.returncode == 0 and json.loads(out)["answer"] == "Short and whole."
