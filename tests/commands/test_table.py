"""The table: every handler is there, every slash line is understood or refused in a sentence, the docs are its
image.
"""

import contextlib
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from zeph.cli import typer_app
from zeph.cli.line_interface import _completer
from zeph.commands import docs
from zeph.commands import registry as table
from zeph.commands.outputs import Output
from zeph.commands.registry import COMMANDS, GROUPS, handler_of, slash_commands
from zeph.commands.slash import parse_slash, slash_line
from zeph.commands.types import Argument, Command, CommandContext
from zeph.errors import UsageError
from zeph.memory.views.dates_asked import end_of
from zeph.paths import resolve_paths
from zeph.tui.prompt.completion import suggestions
from zeph.tui.screens.named_pickers import palette_choices


def test_names_are_unique_and_groups_have_help() -> None:
    assert len({c.path for c in COMMANDS}) == len(COMMANDS)
    assert {c.path[0] for c in COMMANDS if len(c.path) > 1} == set(GROUPS)


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.opens != "door"], ids=lambda c: c.name)
def test_every_handler_exists(command: Command) -> None:
    assert callable(handler_of(command))


def test_the_slash_commands_are_those_that_people_know() -> None:
    assert {c.name for c in slash_commands()} >= {
        "help", "graph", "graph entities", "graph facts", "graph communities", "graph backfill", "model", "new", "exit",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "name", "values"),
    [
        ("/graph", "graph", {}),
        (
            "/graph facts Anna Maria O'Neil",
            "graph facts",
            {"name": "Anna Maria O'Neil", "as_of": None, "known_at": None, "limit": 200},
        ),
        (
            "/graph facts Anna Maria --as-of 2023",
            "graph facts",
            {"name": "Anna Maria", "as_of": "2023", "known_at": None, "limit": 200},
        ),
        ('/graph merge "Ada Lovelace" Ada', "graph merge", {"kept": "Ada Lovelace", "gone": "Ada"}),
        ("/graph backfill", "graph backfill", {"limit": None, "include_gated": False}),
        ("/graph backfill --limit 5", "graph backfill", {"limit": 5, "include_gated": False}),
        ("/graph backfill --limit=5", "graph backfill", {"limit": 5, "include_gated": False}),
        ("/graph backfill --include-gated", "graph backfill", {"limit": None, "include_gated": True}),
        ("/graph cost", "graph cost", {}),
        ("/why", "why", {"explain": False}),
        ('/graph at "last summer" Ann', "graph at", {"date": "last summer", "name": "Ann", "limit": 200}),
        ('/graph path Ann "New York"', "graph path", {"start": "Ann", "goal": "New York"}),
        (
            "/memory search --kind entities -k 3 who plays the cello?",
            "memory search",
            {
                "question": "who plays the cello?",
                "kind": "entities",
                "most": 3,
                "as_of": None,
                "known_at": None,
                "conversation": None,
                "space": None,
                "near": None,
                "edge_type": None,
                "explain": False,
            },
        ),
        *(
            (f"/blocks edit human {text}", "blocks edit", {"label": "human", "text": kept, "old": None})
            for text, kept in (
                ('"Called Ann."', "Called Ann."),
                ("'Called Ann.'", "Called Ann."),
                ('"Ann" is the name', '"Ann" is the name'),
                ('says "hm"', 'says "hm"'),
                ('"A" or "B"', '"A" or "B"'),
                ("rock 'n'", "rock 'n'"),
            )
        ),
        ("/model", "model", {"name": None}),
        ("/model qwen3:4b", "model", {"name": "qwen3:4b"}),
        ("/exit ", "exit", {}),
        ("/q", "exit", {}),
        ("/clear", "new", {}),
        ("/? why", "help", {"command": "why"}),
        ("/sessions", "sessions list", {"limit": 50}),
    ],
)
def test_a_slash_line_is_its_command_and_values(line: str, name: str, values: dict[str, object]) -> None:
    command, found = parse_slash(line)
    assert (command.name, found) == (name, values)


@pytest.mark.parametrize(
    "line",
    [
        "/",
        "/nosuch",
        "/graph facts",
        "/graph backfill --limit",
        "/graph backfill --limit x",
        "/graph backfill --limit 0",
        "/exit now",
        "/graph nosuch",
        "/memory search --kind things who",
        "/memory search who --as-of",
        "/graph path Ann",
    ],
)
def test_what_cannot_be_a_command_is_refused_in_a_sentence(line: str) -> None:
    with pytest.raises(UsageError, match=r"[.;:]"):
        parse_slash(line)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("/grap facts Jo", "/graph facts Jo"),
        ("/graph Jo", "/graph facts Jo"),
        ("/graph fcts Jo", "/graph facts Jo"),
        ("/facts Jo", "/graph facts Jo"),
        ("/accept 3", "/graph accept 3"),
        ("/serach tea", "/search tea"),
        ("/quitt", "/quit"),
        ("/help fcts", "/graph facts"),
    ],
)
async def test_the_nearest_command_is_named(line: str, meant: str) -> None:
    with pytest.raises(UsageError, match=re.escape(f"(did you mean {meant}?)")):
        await _ran(line)


async def _ran(line: str) -> list[Output]:
    command, values = parse_slash(line)
    return [output async for output in handler_of(command)(CommandContext({}, resolve_paths({}), Path()), values)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (" /graph ", "/graph"),
        ("exit", "/exit"),
        ("Quit", "/exit"),
        ("help", "/help"),
        ("/etc/hosts is wrong", None),
        ("help me with the boiler", None),
        ("the exit is on the left", None),
        ("", None),
    ],
)
def test_what_is_typed_is_a_command_or_said(text: str, line: str | None) -> None:
    assert slash_line(text) == line


@given(st.text(max_size=80))
def test_any_line_is_understood_or_refused(text: str) -> None:
    with contextlib.suppress(UsageError):
        parse_slash("/" + text)


def test_a_row_in_the_table_is_all_that_a_new_command_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a slash command, a command of the command line, completed, in the palette and in the docs."""
    what = Argument("command", "What is said again.", required=False, rest=True)
    echo = Command(("echo",), "Say it once more.", "help:help_", (what,), opens="nothing", slash=True)
    for reader in (table, docs, typer_app):
        monkeypatch.setattr(reader, "COMMANDS", (*COMMANDS, echo))
    assert parse_slash("/echo exit") == (echo, {"command": "exit"})
    assert "echo" in typer.main.get_command(typer_app.build_app()).commands  # type: ignore[attr-defined]  # a group
    assert [found.label for found in suggestions("/ech", Path())] == ["/echo [COMMAND]"]
    words = _completer().words
    assert not callable(words) and "/echo" in words
    assert "/echo" in {choice.value for choice in palette_choices()}
    assert "### `zeph echo [COMMAND]`" in docs.render() and "| `/echo [COMMAND]` |" in docs.render()
    assert "echo      Say it once more." in docs.overview()


def test_the_reference_is_written_from_the_table() -> None:
    text = docs.render()
    for command in COMMANDS:
        assert f"`zeph {command.name}" in text or f"`/{command.name}" in text
    assert Path("docs/cli.md").read_text(encoding="utf-8") == text


def test_reading_the_table_loads_nothing_of_the_engine() -> None:
    code = (
        "import sys, zeph.cli.main, zeph.commands.docs; zeph.commands.docs.overview();"
        "heavy = {'typer', 'pydantic', 'asyncio', 'rich', 'prompt_toolkit', 'numpy'} & "
        "set(sys.modules); sys.exit(str(heavy) if heavy else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("2023-05-07", "2023-05-07 23:59:59"),
        ("2023-05", "2023-05-31 23:59:59"),
        ("2023-12", "2023-12-31 23:59:59"),
        ("2023", "2023-12-31 23:59:59"),
        ("yesterday", "2026-02-28 23:59:59"),
        ("2023-05-07T10:00:00Z", "2023-05-07 10:00:00"),
        ("", None),
    ],
)
def test_a_moment_is_the_end_of_what_it_names(text: str, end: str | None) -> None:
    assert end_of(text, "2026-03-01 09:00:00") == end


def test_a_text_that_names_no_time_is_refused() -> None:
    with pytest.raises(UsageError, match="2023-05-07"):
        end_of("soonish", "2026-03-01 09:00:00")


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("zeph.cli.chat_command", ("textual", "prompt_toolkit", "rich", "typer", "zeph.memory.facade")),
        (
            "zeph.tui.start",
            ("prompt_toolkit", "typer", "numpy", "markdown_it", "pygments.lexers", "aiosqlite", "zeph.memory.facade"),
        ),
        ("zeph.cli.one_answer", ("textual", "prompt_toolkit")),
        ("zeph.cli.line_interface", ("textual",)),
    ],
)
def test_a_door_loads_only_what_it_shows_first(module: str, heavy: tuple[str, ...]) -> None:
    code = f"import sys, {module}; found = set({heavy!r}) & set(sys.modules); sys.exit(str(found) if found else 0)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_file_that_is_typed_in_a_chat_is_a_path() -> None:
    """Whichever command takes one: no shell has read it."""
    for command in (c for c in COMMANDS if c.slash):
        for argument in (a for a in command.arguments if a.kind == "path"):
            _, values = parse_slash(f"/{command.name} ~/some/file.txt")
            assert values[argument.name] == Path("~/some/file.txt").expanduser()
        for option in (o for o in command.options if o.kind == "path"):
            needed = " ".join("x" for a in command.arguments if a.required)
            _, values = parse_slash(f"/{command.name} {needed} {option.flags[0]} some/file.txt")
            assert values[option.name] == Path("some/file.txt")
    with pytest.raises(UsageError, match="name of a file"):
        parse_slash("/export " + "x" * 5000)
