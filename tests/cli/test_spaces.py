"""Spaces from the command line and in a chat."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_line import PROMPT, chat, leave, type_in
from tests.cli.zeph_process import Home
from tests.cli.zeph_program import data


@pytest.fixture
def reading(home: Home) -> Home:
    """Facts are read from what is said."""
    del home.config["memory.graph.enabled"]
    return home


def names(home: Home) -> list[str]:
    return [row["name"] for row in home.data("spaces", "list")]


def test_a_space_from_its_making_to_its_end(reading: Home) -> None:
    home = reading
    home.ok("-p", "My neighbour Tavish has bees.")
    assert "zeph spaces use garden" in home.ok("spaces", "new", "garden").out
    home.ok("--space", "garden", "I planted 12 tulips.")
    assert "tulips" not in home.ok("-p", "What did I plant?").out
    assert "tulips" in home.ok("chat", "--space", "garden", "-p", "What did I plant?").out
    home.ok("spaces", "use", "garden")
    assert "tulips" in home.ok("-p", "What did I plant?").out
    (garden, personal) = home.data("spaces", "list")
    assert (garden["in_use"], garden["messages"] > 1, personal["in_use"]) == (True, True, False)
    home.run("spaces", "delete", "garden", "--yes").failed(2, "is in use")
    home.ok("spaces", "use", "personal")
    refused = home.run("spaces", "delete", "garden")
    refused.failed(2, "nothing was deleted")
    assert "3 conversations" in refused.out and "messages" in refused.out
    assert "The space garden is gone" in home.ok("spaces", "delete", "garden", "--yes").out
    assert names(home) == ["personal"] and b"tulips" not in home.db.read_bytes()


def test_a_mistyped_space_is_refused_with_the_nearest(home: Home) -> None:
    home.ok("spaces", "new", "garden")
    asked = (
        "--space gardn -p hello",
        "chat --space gardn -p hello",
        "--space gardn graph stats",
        "spaces use gardn",
        "spaces delete gardn",
    )
    for line in asked:
        home.run(*line.split()).refused(1, "did you mean garden")
    assert names(home) == ["garden", "personal"]


def test_a_project_has_its_own_space_once_the_person_says_so(home: Home, tmp_path: Path) -> None:
    (home.path / ".git").mkdir()
    home.ok("spaces", "new", "pier", "--here")
    assert [row["name"] for row in home.data("spaces", "list") if row["in_use"]] == ["pier"]
    value = next(row for row in home.data("config", "check")["values"] if row["key"] == "memory.space")
    assert value["value"] == '"pier"' and str(home.path) in value["from"]
    assert "which wins here" in home.run("spaces", "use", "personal").err
    home.ok("spaces", "use", "personal", "--here")
    assert [row["name"] for row in home.data("spaces", "list") if row["in_use"]] == ["personal"]
    home.ok("spaces", "use", "pier", "--here")
    home.ok("--space", "personal", "spaces", "delete", "pier", "--yes")
    assert names(home) == ["personal"]


def told(terminal: Any, line: str, shown: str) -> None:
    type_in(terminal, line)
    terminal.expect(shown)
    terminal.expect(PROMPT)


def test_a_chat_goes_from_space_to_space(tmp_path: Path) -> None:
    with chat(tmp_path, "--plain") as terminal:
        told(terminal, "I live in Berlin.", "Noted")
        told(terminal, "/space", "in the space personal")
        told(terminal, "/space work", "no space work")
        told(terminal, "/spaces new work", "/space work")
        told(terminal, "/space work", "in the space work now .empty")
        told(terminal, "Where do I live?", "(?i)nothing|do not know|don't know")
        told(terminal, "I work at Brightwater.", "Noted")
        told(terminal, "/spaces", "personal")
        told(terminal, "/spaces delete work", "is in use")
        told(terminal, "/space personal", "in the space personal now .[0-9]+ messages, 1 fact")
        told(terminal, "Where do I live?", "You live in Berlin")
        leave(terminal)
    assert [row["facts"] for row in data(tmp_path, "spaces", "list")] == [1, 1]


def test_a_project_is_offered_its_own_space_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "pier"
    (project / ".git").mkdir(parents=True)
    (project / "src").mkdir()
    monkeypatch.chdir(project / "src")
    home = tmp_path / "home"
    with chat(home, "--plain", PYTHONPATH=str(Path(__file__).parents[2])) as terminal:
        assert "project pier" in terminal.before
        told(terminal, "/space --here", "In .*pier the space pier is used")
        leave(terminal)
    with chat(home, "--plain", PYTHONPATH=str(Path(__file__).parents[2])) as terminal:
        assert "project pier" not in terminal.before
        told(terminal, "/space", "in the space pier")
        leave(terminal)
