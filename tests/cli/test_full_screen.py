"""The full screen in a real terminal: start, streaming, interrupt, resize, quit, crash; and where it does not open."""

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.zeph_program import environment, zeph
from tests.fakes.ollama_server import FakeOllama, Reply

pexpect = pytest.importorskip("pexpect")

ENTERED, LEFT = "\x1b[?1049h", "\x1b[?1049l"


@contextmanager
def screen(home: Path, *words: str, **env: str) -> Iterator[Any]:
    own = environment(home, TERM="xterm-256color", ZEPH_INTERFACE__SCREEN="full", **env)
    terminal = pexpect.spawn(
        sys.executable, ["-m", "zeph", *words], env=own, encoding="utf-8", timeout=30, dimensions=(24, 80)
    )  # fmt: skip
    try:
        terminal.expect_exact(ENTERED)
        terminal.expect("ay something")  # the cursor is on the first letter
        yield terminal
    finally:
        terminal.close(force=True)


def ended(terminal: Any, status: int = 0) -> str:
    """What was written after the screen was given back."""
    terminal.expect_exact(LEFT)
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == status
    return str(terminal.before)


def test_what_is_told_is_known_after_a_restart(tmp_path: Path) -> None:
    with screen(tmp_path) as terminal:
        terminal.expect("answering from")
        terminal.send("I live in Berlin.\r")
        terminal.expect("Noted: You live in Berlin")
        terminal.send("\x04")
        found = re.search("zeph chat --resume ([0-9a-f]+)", ended(terminal))
    assert found
    with screen(tmp_path, "chat", "--resume", found[1]) as terminal:
        terminal.expect("I live in Berlin")
        terminal.send("Where do I live?\r")
        terminal.expect("You live in Berlin")
        terminal.send("/exit\r")
        ended(terminal)


def test_resume_without_an_id_lets_one_choose(tmp_path: Path) -> None:
    for text in ("I live in Berlin.", "I like plums."):
        zeph(tmp_path, "chat", "-p", text)
    with screen(tmp_path, "chat", "--resume") as terminal:
        terminal.expect("Sessions")
        terminal.expect("Berlin")
        terminal.send("berlin")
        time.sleep(0.7)  # a picker ignores Enter at first
        terminal.send("\r")
        terminal.expect("Noted: You live in Berlin")
        terminal.send("\x04")
        ended(terminal)
    refused = zeph(tmp_path, "chat", "--resume", "--plain", text="x")
    assert refused.returncode == 2 and "zeph sessions list" in refused.stderr


def test_streaming_interrupt_and_the_ladder(tmp_path: Path) -> None:
    reply = Reply("Once upon a time there was a very long story " * 40, chunk_delay=0.05)
    with (
        FakeOllama(models=["qwen3:4b"], reply=reply) as server,
        screen(tmp_path, OLLAMA_HOST=server.host, ZEPH_MEMORY__GRAPH__ENABLED="false") as terminal,
    ):
        terminal.expect("qwen3:4b")
        terminal.send("A story\r")
        terminal.expect("Once")
        terminal.expect("Answering")
        terminal.send("\x1b")
        terminal.expect("interrupted")
        terminal.send("\x03")
        terminal.expect("again to quit")
        terminal.send("\x03")
        assert "Traceback" not in ended(terminal)
    listed = zeph(tmp_path, "sessions", "list").stdout
    session = listed.splitlines()[1].split()[0]
    assert "Once upon" in zeph(tmp_path, "sessions", "show", session).stdout


def test_what_is_pasted_presses_no_keys_and_broken_bytes_stop_nothing(tmp_path: Path) -> None:
    with screen(tmp_path) as terminal:
        terminal.expect("answering from")
        terminal.send("\x1b[200~I live in [b]Oslo\x1b]0;owned\x07\x1b[31m\x10\u202e\x1b[201~")
        terminal.expect_exact("[b]Oslo")
        os.write(terminal.child_fd, b"\xff\xfe!\r")
        terminal.expect("Kept|Noted")
        terminal.send("\x04")
        ended(terminal)
    [said] = [m for m in zeph(tmp_path, "export").stdout.splitlines() if "Oslo" in m and '"role":"user"' in m]
    assert "\\u001b" not in said and "\u202e" not in said


def test_a_smaller_and_a_larger_terminal(tmp_path: Path) -> None:
    with screen(tmp_path) as terminal:
        terminal.expect("answering from")
        for rows, columns in ((10, 30), (60, 200), (3, 10), (24, 80)):
            terminal.setwinsize(rows, columns)
            time.sleep(0.4)
        terminal.send("hello\r")
        terminal.expect("Hello!")
        terminal.send("\x04")
        ended(terminal)


def test_a_mistake_in_the_session_is_told_when_the_terminal_is_itself_again(tmp_path: Path) -> None:
    with screen(tmp_path, "chat", "--resume", "nosuch") as terminal:
        assert "No conversation begins with 'nosuch'" in ended(terminal, 1)


def test_a_crash_gives_the_terminal_back_and_keeps_the_trace(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.mkdir()
    (bad / "sitecustomize.py").write_text(
        "import sys\n"
        "class Break:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'zeph.tui.browser.browser_screen': raise ZeroDivisionError('broken on purpose')\n"
        "sys.meta_path.insert(0, Break())\n"
    )
    with screen(tmp_path, PYTHONPATH=f"{bad}:{Path(__file__).resolve().parents[2]}") as terminal:
        terminal.expect("answering from")
        terminal.send("\x07")
        after = ended(terminal, 1)
    assert "Something went wrong" in after and "Traceback" not in after
    [kept] = (tmp_path / "state").glob("crash-*.txt")
    assert "broken on purpose" in kept.read_text()


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"TERM": ""}])
def test_a_terminal_that_cannot_draw_gets_the_line_interface(tmp_path: Path, env: dict[str, str]) -> None:
    own = environment(tmp_path) | {"ZEPH_INTERFACE__SCREEN": "full"} | env
    terminal = pexpect.spawn(sys.executable, ["-m", "zeph"], env=own, encoding="utf-8", timeout=30, dimensions=(24, 80))
    try:
        terminal.expect("›")
        assert ENTERED not in terminal.before
        terminal.send("/exit\r")
        terminal.expect("zeph chat --resume")
    finally:
        terminal.close(force=True)


def test_plain_is_the_line_interface(tmp_path: Path) -> None:
    own = environment(tmp_path, TERM="xterm-256color", ZEPH_INTERFACE__SCREEN="full")
    terminal = pexpect.spawn(
        sys.executable, ["-m", "zeph", "chat", "--plain"], env=own, encoding="utf-8", timeout=30, dimensions=(24, 80)
    )
    try:
        terminal.expect("›")
        assert ENTERED not in terminal.before
    finally:
        terminal.close(force=True)
