"""What stands on the screen of the line interface: a terminal of 80×24 that says where its cursor is."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shown_screen import ShownScreen
from tests.cli.zeph_process import Home, prompts
from tests.fakes.ollama_server import FakeOllama, Reply

pexpect = pytest.importorskip("pexpect")

PROMPT = "›"
WAIT_SECS = 30


class Terminal:
    """A program and the screen it writes to."""

    def __init__(self, program: Any) -> None:
        self._program, self.screen = program, ShownScreen()

    def send(self, text: str) -> None:
        self._program.send(text)

    def read(self, quiet: float) -> None:
        """Until nothing came for so many seconds."""
        while True:
            try:
                came = self._program.read_nonblocking(65536, timeout=quiet)
            except (pexpect.TIMEOUT, pexpect.EOF):
                return
            first, *asking = came.split("\x1b[6n")
            self.screen.feed(first)
            for part in asking:
                self._program.send(self.screen.place)
                self.screen.feed(part)

    def until(self, shown: Callable[[list[str]], bool]) -> None:
        end = time.monotonic() + WAIT_SECS
        while not shown(self.screen.lines):
            assert time.monotonic() < end, "\n".join(self.screen.lines)
            self.read(0.05)

    def prompts_again(self, times: int) -> None:
        self.until(lambda lines: sum(line.startswith(PROMPT) for line in lines) == times)
        self.read(0.3)


SLOW_THREADS = """
import time
from prompt_toolkit.patch_stdout import StdoutProxy
writes = StdoutProxy._write_and_flush
def late(self, loop, text):
    time.sleep(0.03)
    writes(self, loop, text)
StdoutProxy._write_and_flush = late
from zeph.cli.main import run
run()
"""
"""Zeph on a machine that leaves a thread waiting between two of its steps."""


@contextmanager
def terminal(home: Home) -> Iterator[Terminal]:
    home.write_config()
    env = home.environment(TERM="xterm-256color", ZEPH_INTERFACE__SCREEN="line")
    env.pop("PROMPT_TOOLKIT_NO_CPR", None)
    program = pexpect.spawn(
        sys.executable, ["-c", SLOW_THREADS, "chat", "--plain"], env=env, cwd=str(home.path), encoding="utf-8",
        dimensions=(24, 80),
    )  # fmt: skip
    program.delaybeforesend = None
    try:
        shown = Terminal(program)
        shown.prompts_again(1)
        yield shown
    finally:
        program.close(force=True)


def test_what_a_slow_terminal_is_sent_stands_there_whole(tmp_path: Path) -> None:
    """Whatever is not yet written when the next prompt is drawn is written before it."""
    told = [f"word{number}" for number in range(2000)]
    with FakeOllama(reply=" ".join(told)) as server:
        home = Home(tmp_path, server)
        home.config["memory.graph.enabled"] = False
        with terminal(home) as zeph:
            zeph.send("Tell me.\r")
            time.sleep(3)
            zeph.prompts_again(2)
            shown = " ".join(zeph.screen.lines).split()
            assert [word for word in shown if word.startswith("word")] == told


def test_every_receipt_of_many_stands_there(tmp_path: Path) -> None:
    with terminal(Home(tmp_path)) as zeph:
        for turn, name in enumerate("Ada Bea Cid Dov Eli Fay".split()):
            zeph.send(f"My friend {name} lives in Oslo.\r")
            zeph.prompts_again(turn + 2)
            assert f"Noted: Your friend is {name}. {name} lives in Oslo." in zeph.screen.lines


@pytest.mark.parametrize("columns", [80, 160])
def test_a_line_as_wide_as_the_terminal_stays(tmp_path: Path, columns: int) -> None:
    with FakeOllama(reply="x" * columns) as server:
        home = Home(tmp_path, server)
        home.config["memory.graph.enabled"] = False
        with terminal(home) as zeph:
            zeph.send("Tell me.\r")
            zeph.prompts_again(2)
            assert sum(line.count("x") for line in zeph.screen.lines if set(line) == {"x"}) == columns


def test_what_is_typed_while_an_answer_is_awaited_stands_in_the_next_prompt(tmp_path: Path) -> None:
    with FakeOllama(reply=[Reply("one two three four", chunk_delay=0.4), "Second."]) as server:
        home = Home(tmp_path, server)
        home.config["memory.graph.enabled"] = False
        with terminal(home) as zeph:
            zeph.send("First\r")
            zeph.until(lambda lines: any(line.startswith("one") for line in lines))
            zeph.send("half a thoughtx\x7f")
            zeph.prompts_again(2)
            assert "one two three four" in zeph.screen.lines
            assert f"{PROMPT} half a thought" in zeph.screen.lines
            zeph.send(", and the rest\r")
            zeph.until(lambda lines: "Second." in lines)
        assert prompts(server)[-1]["messages"][-1]["content"] == "half a thought, and the rest"


def test_a_question_shows_what_is_answered(tmp_path: Path) -> None:
    with terminal(Home(tmp_path)) as zeph:
        zeph.send("I like Zyxtea.\r")
        zeph.prompts_again(2)
        zeph.send("/forget Zyxtea\r")
        zeph.until(lambda lines: "Forget this for good? [y/N]" in lines)
        zeph.send("nox\x7f")
        zeph.until(lambda lines: "no" in lines)
        zeph.send("\r")
        zeph.until(lambda lines: any("Nothing was forgotten" in line for line in lines))
        zeph.prompts_again(3)
