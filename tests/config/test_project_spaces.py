"""The space of a project is the person's choice, never the folder's."""

from pathlib import Path

import pytest

from tests.config.test_load import Desk
from zeph.config.project_spaces import ProjectSpaces, project_of


def test_a_choice_holds_below_the_project_and_nowhere_else(tmp_path: Path) -> None:
    work, spaces = tmp_path / "work", ProjectSpaces(tmp_path / "state")
    for folder in (work / ".git", work / "deep" / ".git", tmp_path / "other"):
        folder.mkdir(parents=True)
    assert spaces.unasked(work / "deep") == work / "deep" and spaces.unasked(tmp_path / "other") is None
    spaces.offered(work)
    assert spaces.unasked(work) is None and spaces.chosen(work) is None
    spaces.choose(work, "pier")
    assert spaces.chosen(work / "deep") == (work, "pier") and spaces.chosen(tmp_path) is None
    assert spaces.unasked(work / "deep") is None
    spaces.drop("pier")
    assert spaces.chosen(work) is None and spaces.unasked(work) is None


def test_the_home_folder_is_no_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    below = tmp_path / "notes"
    below.mkdir()
    assert project_of(below) == tmp_path
    monkeypatch.setenv("HOME", str(tmp_path))
    assert project_of(below) is None and project_of(tmp_path) is None


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"projects": [1]}', '{"projects": {"/": 3}}'])
def test_a_damaged_file_chooses_nothing(tmp_path: Path, damaged: str) -> None:
    (tmp_path / "project_spaces.json").write_text(damaged)
    assert ProjectSpaces(tmp_path).chosen(tmp_path) is None


def test_it_wins_over_the_persons_file_and_gives_way_to_a_trusted_one(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    ProjectSpaces(Path(desk.env["ZEPH_HOME"]) / "state").choose(desk.work, "pier")
    desk.user.write_text("memory.space = 'mine'")
    assert desk.load().settings.memory.space == "pier"
    desk.project.write_text("memory.space = 'theirs'")
    assert desk.load().settings.memory.space == "pier"
    desk.trust()
    assert desk.load().settings.memory.space == "theirs"
