"""A person at a real terminal: keys, completion, colours, coming back."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.zeph_process import Home, prompts
from tests.fakes.ollama_server import FakeOllama, Reply

pexpect = pytest.importorskip("pexpect")

PROMPT = "›"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
HINT = r"press Ctrl\+C again to qui"
"""The last letter is drawn on its own, in the last column."""


def streamed(text: str) -> str:
    """``text`` as it is shown when it came in pieces of a word: each is drawn on its own."""
    return r"(?:\x1b\[\?7h)?".join(re.escape(piece) for piece in re.split(r"(?= )", text))


@contextmanager
def terminal(home: Home, *words: str) -> Iterator[Any]:
    """Zeph's line interface at a terminal of 80×24 that shows colours."""
    home.write_config()
    env = {
        k: v
        for k, v in home.environment(
            TERM="xterm-256color", PROMPT_TOOLKIT_NO_CPR="1", ZEPH_INTERFACE__SCREEN="line"
        ).items()
        if k != "NO_COLOR"
    }
    program = pexpect.spawn(
        sys.executable, ["-m", "zeph", "chat", *words], env=env, cwd=str(home.path), encoding="utf-8", timeout=40,
        dimensions=(24, 80),
    )  # fmt: skip
    try:
        program.expect(PROMPT)
        yield program
    finally:
        program.close(force=True)


def ended(program: Any) -> str:
    """Waits for the end; what was shown until then."""
    program.expect(pexpect.EOF)
    program.wait()
    assert program.exitstatus == 0, program.before
    assert "Traceback" not in program.before
    return str(program.before)


def test_a_fact_told_is_shown_and_known_in_the_next_session(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with terminal(home) as zeph:
        zeph.send("I live in Bergen.\r")
        zeph.expect("Noted: You live in Bergen")
        zeph.expect(PROMPT)
        zeph.send("/graph facts User\r")
        zeph.expect("Looking up the facts")
        zeph.expect("User lives in Bergen +0.[89][0-9]")
        zeph.expect(PROMPT)
        zeph.send("\x04")
        assert "zeph chat --resume " in ended(zeph)
    with terminal(home, "-c") as zeph:
        zeph.expect_exact("Noted: You live in Bergen.")  # the earlier conversation, shown again
        zeph.expect(PROMPT)
        zeph.send("Where do I live?\r")
        zeph.expect("You live in Bergen")
        zeph.send("\x04")
        ended(zeph)
    assert [m["role"] for m in home.stored()] == ["user", "assistant"] * 2


def test_completion_offers_the_commands(tmp_path: Path) -> None:
    with terminal(Home(tmp_path)) as zeph:
        zeph.send("/graph b")
        zeph.expect("/graph b")
        zeph.send("\t")
        zeph.expect("ackfill")
        zeph.send("\r")
        zeph.expect("Nothing waits")
        zeph.send("/he")
        zeph.expect("/he")
        zeph.send("\t")
        zeph.expect("lp")
        zeph.send("\r")
        zeph.expect("what it does")
        zeph.expect(PROMPT)
        zeph.send("\x04")
        ended(zeph)


def test_ctrl_c_clears_then_warns_then_leaves(tmp_path: Path) -> None:
    with FakeOllama() as server:
        home = Home(tmp_path, server)
        with terminal(home) as zeph:
            zeph.send("half a thought")
            zeph.expect("half a thought")
            zeph.send("\x03")
            with pytest.raises(pexpect.TIMEOUT):
                zeph.expect([HINT, pexpect.EOF], timeout=0.5)
            zeph.send("\x03")
            zeph.expect(HINT)
            zeph.send("\x03")
            assert "zeph chat --resume" in ended(zeph)
        assert prompts(server) == [], "nothing was sent"


def test_ctrl_c_once_and_a_pause_stays(tmp_path: Path) -> None:
    with terminal(Home(tmp_path)) as zeph:
        zeph.send("\x03")
        zeph.expect(HINT)
        with pytest.raises(pexpect.TIMEOUT):
            zeph.expect(pexpect.EOF, timeout=2.2)
        zeph.send("\x03")
        zeph.expect(HINT)
        zeph.send("/exit\r")
        ended(zeph)


MARKDOWN = "# Title\n\nSome **bold** text.\n\n```python\nprint('hi')\n```\n\n- one\n- two [brackets]\n"


def test_markdown_is_rendered_as_it_streams(tmp_path: Path) -> None:
    with FakeOllama(reply=Reply(MARKDOWN, chunk_delay=0.02)) as server:
        home = Home(tmp_path, server)
        home.config["memory.graph.enabled"] = False
        with terminal(home) as zeph:
            zeph.send("Show me.\r")
            zeph.expect_exact("two [brackets]")
            shown = zeph.before
            assert "**" not in shown and "```" not in shown and COLOUR.search(shown)
            assert all(word in COLOUR.sub("", shown) for word in ("Title", "bold", "print('hi')", "• one"))
            zeph.send("\x04")
            ended(zeph)
        assert home.stored()[1]["text"].strip() == MARKDOWN.strip()


def test_plain_prints_the_answer_as_it_came_without_colours(tmp_path: Path) -> None:
    with FakeOllama(reply=Reply(MARKDOWN, chunk_delay=0.02)) as server:
        home = Home(tmp_path, server)
        home.config["memory.graph.enabled"] = False
        with terminal(home, "--plain") as zeph:
            zeph.send("Show me.\r")
            zeph.expect(streamed("# Title"))
            zeph.expect(streamed("two [brackets]"))
            assert "**bold**" in zeph.before and "```python" in zeph.before
            assert not COLOUR.search(zeph.before), repr(zeph.before)
            zeph.send("\x04")
            ended(zeph)


def test_an_answer_is_interrupted_and_the_chat_goes_on(tmp_path: Path) -> None:
    with FakeOllama(reply=[Reply("Once upon a time " * 50, chunk_delay=0.1), "Again."]) as server:
        home = Home(tmp_path, server)
        home.config["memory.graph.enabled"] = False
        with terminal(home, "--plain") as zeph:
            zeph.send("A story\r")
            zeph.expect(streamed("Once upon a time Once"))
            zeph.send("\x03")
            zeph.expect("interrupted")
            zeph.expect(PROMPT)
            zeph.send("And now?\r")
            zeph.expect_exact("Again.")
            zeph.send("\x04")
            ended(zeph)
        assert [m["interrupted"] for m in home.stored()] == [False, True, False, False]


def test_what_is_typed_while_the_model_answers_is_sent_next(tmp_path: Path) -> None:
    with FakeOllama(reply=[Reply("one two three four five six", chunk_delay=0.15), "Second."]) as server:
        home = Home(tmp_path, server)
        home.config["memory.graph.enabled"] = False
        with terminal(home, "--plain") as zeph:
            zeph.send("First\r")
            zeph.expect("three")
            zeph.send("Typed ahead\r")
            zeph.expect_exact("Second.", timeout=5)
            zeph.send("\x04")
            ended(zeph)
        assert [p["messages"][-1]["content"] for p in prompts(server)] == ["First", "Typed ahead"]
