import os
import stat
from pathlib import Path

import pytest

from zeph.errors import DatabaseReadOnly, StorageError
from zeph.paths import private_dir, resolve_paths


def test_zeph_home_moves_everything(tmp_path: Path) -> None:
    paths = resolve_paths({"ZEPH_HOME": str(tmp_path)})
    assert paths.config_file == tmp_path / "config" / "config.toml"
    assert paths.db == tmp_path / "data" / "zeph.db"
    assert paths.data_dir == paths.db.parent
    assert paths.log_file.parent == paths.history_file.parent == paths.state_dir == tmp_path / "state"
    assert list(tmp_path.iterdir()) == []


def test_a_relative_home_does_not_follow_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert resolve_paths({"ZEPH_HOME": "here"}).db == tmp_path / "here" / "data" / "zeph.db"


@pytest.mark.parametrize("empty", ["", "  "])
def test_an_empty_home_means_the_platforms_folders(empty: str) -> None:
    paths = resolve_paths({"ZEPH_HOME": empty})
    assert paths == resolve_paths({})
    assert "zeph" in str(paths.db)


def test_a_tilde_is_the_home_folder() -> None:
    assert "~" not in str(resolve_paths({"ZEPH_HOME": "~/z"}).db)


def test_new_folders_are_private(tmp_path: Path) -> None:
    made = private_dir(tmp_path / "a" / "b")
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    assert stat.S_IMODE(made.parent.stat().st_mode) == 0o700


def test_an_open_folder_is_closed_and_its_parent_left_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    private_dir(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_file_in_the_way_is_said(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(StorageError, match="there is a file of that name"):
        private_dir(tmp_path / "data")
    with pytest.raises(StorageError, match="there is a file of that name"):
        private_dir(tmp_path / "data" / "below")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(DatabaseReadOnly, match="cannot be written"):
        private_dir(tmp_path / "data")


@pytest.mark.parametrize(
    ("number", "words"), [(30, "cannot be written"), (13, "cannot be written"), (28, "disk is full")]
)
def test_what_the_system_says_becomes_a_sentence(
    number: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(StorageError, match=words):
        private_dir(tmp_path / "data")
