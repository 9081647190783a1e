"""What a forgotten text has left in files goes, and what is kept there stays, whenever the program dies."""

import os
from pathlib import Path

import pytest

from zeph.agent.file_traces import forget_traces
from zeph.paths import resolve_paths
from zeph.records.forgetting import Forgotten

SECRET, KEPT = "the safe opens with 4711", "we keep four hens"


@pytest.mark.parametrize("dies", [False, True])
def test_a_death_in_the_middle_loses_nothing_that_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dies: bool
) -> None:
    paths, gone = resolve_paths({"ZEPH_HOME": str(tmp_path)}), Forgotten((), (), (), (), {}, lines=(SECRET,))
    history = paths.history_file
    history.parent.mkdir(parents=True, exist_ok=True)
    history.write_text(f"\n# 2026-11-23\n+{SECRET}\n\n# 2026-11-23\n+{KEPT}\n", encoding="utf-8")

    def death(_: int) -> None:
        raise KeyboardInterrupt

    if dies:
        monkeypatch.setattr(os, "fsync", death)
        with pytest.raises(KeyboardInterrupt):
            forget_traces(paths, tmp_path / "zeph.db", gone)
    else:
        assert forget_traces(paths, tmp_path / "zeph.db", gone) == {"history_entries": 1}
    left = history.read_text(encoding="utf-8")
    assert KEPT in left and SECRET not in left and "\0" not in left
