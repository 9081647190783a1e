"""The command that is told on leaving works where the person started the program."""

import sys
from pathlib import Path

import pytest

from zeph.cli.going_on import going_on
from zeph.commands.slash import parse_slash
from zeph.errors import UsageError


def test_where_zeph_is_no_command_its_place_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("ZEPH_STARTED_BY", raising=False)
    monkeypatch.chdir(Path(sys.prefix).parent)
    program = going_on("abc").removeprefix("Go on later with: ").split()[0]
    assert Path(program).exists() and going_on("abc").endswith("chat --resume abc")


def test_after_make_it_is_make_that_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("ZEPH_STARTED_BY", "make")
    assert going_on("abc") == 'Go on later with: make chat ARGS="--resume abc"'


def test_a_command_on_the_path_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "zeph"
    program.write_text("#!/bin/sh")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert going_on("abc") == "Go on later with: zeph chat --resume abc"


def test_a_command_of_the_shell_is_done_in_the_talk_where_it_does_it_too() -> None:
    command, values = parse_slash("/memory forget the council and the 3,150 euros")
    assert command.path == ("forget",) and values["what"] == "the council and the 3,150 euros"


def test_what_the_shell_alone_does_is_told_as_it_works_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(Path(sys.prefix).parent)
    with pytest.raises(UsageError) as told:
        parse_slash("/memory gc")
    assert Path(str(told.value).split("`")[1].split()[0]).exists()
