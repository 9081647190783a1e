"""Streams that are closed or full, files that are none, arguments of any bytes: an exit code and a sentence."""

import subprocess
from typing import Any

import pytest

from tests.cli.zeph_process import Home
from zeph.commands.registry import COMMANDS
from zeph.commands.types import Command

ODD = {
    "empty": "", "blank": " ", "invisible": "\u200b", "controls": "\x01\x1b[2J\x9b\x7f", "bidi": "\u202eabc\u2066",
    "no UTF-8": "\udcff\udcfe", "syntax": "\"'*)(; DROP -- %_ [",
    "long": "a" * 100_000, "dash": "-", "number": "9" * 5_000,
    "names": "../../etc/passwd", "null": "None",
}  # fmt: skip


def shell(home: Home, line: str, **env: str) -> "subprocess.CompletedProcess[str]":
    """``zeph`` in a shell line, with its own streams."""
    if not (home.path / "config").exists():
        home.write_config()
    zeph = " ".join(home.command())
    return subprocess.run(
        ["bash", "-c", line.replace("zeph", zeph)], env=home.environment(**env), cwd=home.path, capture_output=True,
        text=True, timeout=100, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("zeph sessions list >&-", 1, "output is closed"),
        ("zeph chat -p Hello <&- >&-", 1, "output is closed"),
        ("zeph sessions list <&-", 0, ""),
        ("zeph chat -p Hello 2>&-", 0, ""),
        ("zeph sessions list >/dev/full", 1, "cannot be written"),
        ("zeph sessions list --json >/dev/full", 1, "cannot be written"),
        ("zeph export >/dev/full", 1, "cannot be written"),
        ("zeph --version >/dev/full", 1, "cannot be written"),
        ("zeph chat -p Hello >/dev/full 2>/dev/full", 1, ""),
        ("ulimit -n 12; zeph chat -p Hello; true", 0, ""),
        ("mkfifo pipe; zeph --db pipe sessions list", 1, "no ordinary file"),
        ("mkfifo pipe; zeph import pipe", 1, "no ordinary file"),
        ("zeph import /dev/zero", 1, "no ordinary file"),
        ("zeph --db /dev/null sessions list", 1, "no ordinary file"),
        ("zeph --db $(printf 'a%.0s' {1..20000}) sessions list", 2, "cannot be the name"),
    ],
)
def test_odd_means(home: Home, line: str, code: int, says: str) -> None:
    done = shell(home, line)
    assert done.returncode == code, done
    assert says in done.stderr and "should not" not in done.stderr
    assert list((home.path / "state").glob("crash*")) == [], done.stderr


@pytest.mark.parametrize("kilobytes", [200_000, pytest.param(400_000, marks=pytest.mark.campaign)])
def test_without_memory_it_ends_with_a_sentence(home: Home, kilobytes: int) -> None:
    """Wherever the memory ends: in a library that is loaded, in a thread that is begun, in one that runs."""
    done = shell(home, f"ulimit -v {kilobytes}; timeout -s KILL 60 zeph chat -p 'I like ham.'")
    assert done.returncode in (0, 1) and "Traceback" not in done.stderr, done
    assert done.returncode == 0 or "not enough memory" in done.stderr, done.stderr
    assert list((home.path / "state").glob("crash*")) == []


def calls(command: Command) -> list[list[str]]:
    """The command with each of its arguments and options odd in turn; "?" is where."""
    plain = [{"number": "1", "path": "nowhere"}.get(a.kind, "x") for a in command.arguments]
    found = [[*command.path, *plain[:n], "?", *plain[n + 1 :]] for n in range(len(plain))]
    taking = [o for o in command.options if o.kind != "flag"]
    return found + [[*command.path, *plain, o.flags[0], "?"] for o in taking]


EVERY = 3
LINES = [c for c in COMMANDS if c.cli and c.name not in ("init", "bench retrieval") and calls(c)]


def try_all(home: Home, command: Command, kinds: Any) -> None:
    for words in calls(command):
        for kind in kinds:
            done = home.run(*(ODD[kind] if word == "?" else word for word in words))
            told = done.out + done.err
            assert done.code in (0, 1, 2, 3, 4, 5) and "Traceback" not in told and "should not" not in told, (
                words,
                kind,
                told,
            )
            assert "\x1b" not in told and "\u202e" not in told, (words, kind)


@pytest.mark.parametrize("command", LINES, ids=lambda c: c.name)
def test_every_argument_takes_anything(home: Home, command: Command) -> None:
    by_turns = ("no UTF-8",) * (LINES.index(command) % EVERY == 0)
    try_all(home, command, ("empty", *by_turns))


@pytest.mark.campaign
@pytest.mark.parametrize("command", LINES, ids=lambda c: c.name)
def test_every_argument_takes_anything_at_all(home: Home, command: Command) -> None:
    """The kinds by turns, so that each has several commands; all kinds reach all commands in one process, in
    ``tests/commands/test_odd_arguments.py``."""
    first = LINES.index(command) % EVERY
    try_all(home, command, [*ODD][first::EVERY])
