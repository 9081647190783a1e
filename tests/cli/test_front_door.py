"""What is typed behind `zeph` that is no command of the table: texts, options of chat, mistyped commands."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeph.cli.front_door import as_command
from zeph.commands.registry import COMMANDS
from zeph.commands.types import CHOOSE
from zeph.errors import UsageError


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["Where do I live?"], ["chat", "Where do I live?"]),
        (["where", "do", "I", "live"], ["chat", "where", "do", "I", "live"]),
        (["what", "is", "new"], ["chat", "what", "is", "new"]),
        (["Where do I live?", "-c"], ["chat", "Where do I live?", "-c"]),
        (["-p", "hi"], ["chat", "-p", "hi"]),
        (["--prompt=hi"], ["chat", "--prompt=hi"]),
        (["-c"], ["chat", "-c"]),
        (["--plain"], ["chat", "--plain"]),
        (["--graph-memory"], ["chat", "--graph-memory"]),
        (["--no-graph-memory", "-p", "hi"], ["chat", "--no-graph-memory", "-p", "hi"]),
        (["--resume"], ["chat", f"--resume={CHOOSE}"]),
        (["--resume", "abc"], ["chat", "--resume", "abc"]),
        (["--db", "x.db", "-p", "hi"], ["--db", "x.db", "chat", "-p", "hi"]),
        (["--db=x.db", "Where is it?"], ["--db=x.db", "chat", "Where is it?"]),
        (["--init", "-y"], ["init", "-y"]),
        (["graph"], ["graph", "stats"]),
        (["sessions"], ["sessions", "--help"]),
        (["graph", "facts", "Jo"], ["graph", "facts", "Jo"]),
        (["--install-completion"], ["--install-completion"]),
        (["--db"], ["--db"]),
    ],
)
def test_texts_and_options_of_chat_are_chat(words: list[str], command: list[str]) -> None:
    assert as_command(words) == command


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["grahp", "facts"], "`zeph graph`"),
        (["sesions"], "`zeph sessions`"),
        (["hello"], "`zeph --help`"),
        (["docter"], "`zeph doctor`"),
    ],
)
def test_what_may_be_a_mistyped_command_is_not_said(words: list[str], meant: str) -> None:
    with pytest.raises(UsageError, match=meant):
        as_command(words)


@pytest.mark.parametrize("name", sorted({command.path[0] for command in COMMANDS if command.cli}))
def test_a_command_stays_what_it_is(name: str) -> None:
    alone = [word for c in COMMANDS if c.alone and c.path[0] == name for word in c.path[1:]]
    assert as_command([name, "--json"]) == [name, *alone, "--json"]


@given(st.lists(st.text(max_size=8), max_size=4))
def test_any_words_become_a_command_or_a_sentence(words: list[str]) -> None:
    with contextlib.suppress(UsageError):
        assert as_command(words)[: len(words)] == words or "chat" in as_command(words)
