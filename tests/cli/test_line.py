"""The line interface in a real terminal."""

import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.zeph_program import environment, zeph
from tests.fakes.ollama_server import FakeOllama, Reply

pexpect = pytest.importorskip("pexpect")

PROMPT = "›"


@contextmanager
def chat(home: Path, *words: str, **env: str) -> Iterator[Any]:
    terminal = pexpect.spawn(
        sys.executable, ["-m", "zeph", "chat", *words], env=environment(home, **env), encoding="utf-8", timeout=20,
        dimensions=(24, 80),
    )  # fmt: skip
    try:
        terminal.expect(PROMPT)
        yield terminal
    finally:
        terminal.close(force=True)


def type_in(terminal: Any, text: str) -> None:
    terminal.send(text + "\r")


def leave(terminal: Any) -> None:
    terminal.send("\x04")
    terminal.expect("zeph chat --resume [0-9a-f]+")
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 0


def test_what_is_told_is_known_after_a_restart(tmp_path: Path) -> None:
    with chat(tmp_path) as terminal:
        type_in(terminal, "I live in Berlin.")
        terminal.expect("Noted: You live in Berlin")
        terminal.expect(PROMPT)
        leave(terminal)
    with chat(tmp_path, "--plain") as terminal:
        type_in(terminal, "Where do I live?")
        terminal.expect("You live in Berlin[^“]+“I live in Berlin")
        leave(terminal)
    assert stat.S_IMODE((tmp_path / "state" / "history").stat().st_mode) == 0o600


def test_slash_commands(tmp_path: Path) -> None:
    with chat(tmp_path, "--plain") as terminal:
        type_in(terminal, "I live in Berlin.")
        terminal.expect("Noted")
        for line, shown in (
            ("/help", "/graph backfill"),
            ("/help memory search", "--as-of"),
            ("/graph", "entities"),
            ("/graph entities", "Berlin"),
            ("/graph facts user", "User lives in Berlin"),
            ("/graph communities", "communities"),
            ("/graph backfill --limit 1", "Nothing waits|messages"),
            ("/model", "memory does"),
            ("/why", "Nothing from memory"),
            ("/memory search --kind entities where do I live", "User"),
            ("/graph at 2001 user", "No facts at that time"),
            ("/graph path user Berlin", "User → Berlin"),
            (f"/export {tmp_path}/all.jsonl", "Written to"),
            (f"/graph view --no-open --output {tmp_path}/graph.html", "graph.html"),
            ("/new", "new conversation"),
            ("/why", "ask something first"),
            ("/nosuch", "no command /nosuch"),
            ("/graph facts Nobody", "Nothing is known"),
        ):
            terminal.expect(PROMPT)
            type_in(terminal, line)
            terminal.expect(shown)
        terminal.expect(PROMPT)
        type_in(terminal, "/exit")
        terminal.expect(pexpect.EOF)


def test_a_receipt_is_printed_when_the_background_has_learned(tmp_path: Path) -> None:
    with (
        FakeOllama(models=["qwen3:4b"], reply="Nice **city**.") as server,
        chat(tmp_path, OLLAMA_HOST=server.host, ZEPH_MEMORY__GRAPH__EXTRACTOR="local") as terminal,
    ):
        type_in(terminal, "I live in Berlin.")
        terminal.expect("Nice")
        terminal.expect("noted: You live in Berlin")
        leave(terminal)


def test_the_ladder_of_ctrl_c(tmp_path: Path) -> None:
    reply = Reply("Once upon a time there was a very long story " * 20, chunk_delay=0.1)
    with (
        FakeOllama(models=["qwen3:4b"], reply=reply) as server,
        chat(tmp_path, "--plain", OLLAMA_HOST=server.host) as terminal,
    ):
        terminal.send("something half typed")
        terminal.expect("half typed")
        terminal.send("\x03")
        type_in(terminal, "A story")
        terminal.expect("Once")
        terminal.send("\x03")
        terminal.expect("interrupted;")
        terminal.expect(PROMPT)
        terminal.send("\x03")
        terminal.expect("again|quit")
        terminal.send("\x03")
        terminal.expect("zeph chat --resume ([0-9a-f]+)")
        session = terminal.match[1]
        terminal.expect(pexpect.EOF)
        texts = [c["messages"][-1]["content"] for c in server.chats() if "format" not in c]
    assert texts == ["A story"]
    assert "assistant: Once" in zeph(tmp_path, "sessions", "show", session).stdout


def test_old_messages_are_shown_on_resume(tmp_path: Path) -> None:
    zeph(tmp_path, "chat", "-p", "I live in Berlin.")
    with chat(tmp_path, "-c") as terminal:
        assert "I live in Berlin." in terminal.before or terminal.expect("Noted") == 0
        leave(terminal)


def test_text_from_a_model_never_steers_the_terminal(tmp_path: Path) -> None:
    reply = "[red]x[/red] \x1b]0;owned\x07 done"
    with FakeOllama(models=["qwen3:4b"], reply=reply) as server, chat(tmp_path, OLLAMA_HOST=server.host) as terminal:
        type_in(terminal, "Hi")
        terminal.expect_exact("[red]x[/red]")
        terminal.expect("done")
        assert "\x1b]0;owned" not in terminal.before
        terminal.expect(PROMPT)
        leave(terminal)


def test_the_prompt_comes_back_while_extraction_hangs(tmp_path: Path) -> None:
    def answer(body: dict[str, Any]) -> Reply:
        return Reply(hang=True) if "format" in body else Reply("Fine.")

    with (
        FakeOllama(models=["qwen3:4b"], reply=answer, structured=Reply(hang=True)) as server,
        chat(tmp_path, "--plain", OLLAMA_HOST=server.host, ZEPH_MEMORY__GRAPH__EXTRACTOR="llm") as terminal,
    ):
        for _ in range(3):
            type_in(terminal, "I live in Berlin.")
            terminal.expect("Fine.", timeout=5)
            terminal.expect(PROMPT, timeout=5)
        leave(terminal)


def test_forget_asks_first_and_leaves_no_byte(tmp_path: Path) -> None:
    with chat(tmp_path, "--plain") as terminal:
        type_in(terminal, "My dog is called Zyxbert.")
        terminal.expect("Noted: ")
        terminal.expect(PROMPT)
        type_in(terminal, "/forget Zyxbert")
        terminal.expect("Forget this for good")
        type_in(terminal, "n")
        terminal.expect(r"\nNothing was forgotten\.\r")
        type_in(terminal, "/forget Zyxbert")
        terminal.expect("Forget this for good")
        type_in(terminal, "y")
        terminal.expect("Forgotten: ")
        type_in(terminal, "/forget dog called")
        terminal.expect("Nothing that I remember is about")
        leave(terminal)
    assert not [p for p in (tmp_path / "data").rglob("*") if p.is_file() and b"Zyxbert" in p.read_bytes()]


def test_forget_it_names_nothing_and_the_last_message_is_what_was_told(tmp_path: Path) -> None:
    with chat(tmp_path, "--plain") as terminal:
        type_in(terminal, "My sister likes tea.")
        terminal.expect("Noted: ")
        for said, answer in (("forget it", "Nothing was forgotten.*likes tea"), ("never mind", "forget my last")):
            terminal.expect(PROMPT)
            type_in(terminal, said)
            terminal.expect(answer)
        type_in(terminal, "forget what i just said")
        terminal.expect("My sister likes tea.*Forget this for good")
        type_in(terminal, "y")
        terminal.expect("Forgotten: 1 fact")
        leave(terminal)


def test_the_memory_is_paused_and_goes_on_as_one_says_it(tmp_path: Path) -> None:
    with chat(tmp_path, "--plain") as terminal:
        for said, answer in (
            ("you can remember again", "Nothing is private"), ("stop remembering for a bit", "Private from here on"),
            ("My dog is called Zyxbert.", "keep none of it"), ("dont keep anything for now", "private already"),
            ("forget it", "kept nowhere"), ("/private maybe", "on or off"), ("ok, remember again", "Private no more"),
            ("I live in Berlin.", "Noted: You live in Berlin"), ("private mode on", "said before in this talk stays"),
        ):  # fmt: skip
            type_in(terminal, said)
            terminal.expect(answer)
            terminal.expect(PROMPT)
        leave(terminal)
    assert not [p for p in tmp_path.rglob("*") if p.is_file() and b"Zyxbert" in p.read_bytes()]


def test_what_waits_for_a_look_is_shown_with_what_settles_it(tmp_path: Path) -> None:
    with chat(tmp_path, "--plain") as terminal:
        for said, answer in (
            ("/review", "No change waits"), ("I live in Hull.", "Noted"), ("I moved to York.", "No longer current"),
            ("/review", "You live in Hull +replaced by: You moved to York.*/undo 1.*/graph accept 1"),
            ("/graph accept 1", "is accepted"), ("/review", "No change waits"),
        ):  # fmt: skip
            type_in(terminal, said)
            terminal.expect(answer)
            terminal.expect(PROMPT)
        leave(terminal)
