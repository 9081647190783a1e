"""Spoiled files of other programs: `python -m tests.faults.foreign_files` reads 100,000 of them, this some."""

from pathlib import Path

import pytest

from tests.faults import foreign_files


@pytest.mark.parametrize(
    ("files", "seed"),
    [(250, 7_000_000), pytest.param(3_000, 8_000_000, marks=[pytest.mark.campaign, pytest.mark.timeout(900)])],
)
def test_no_spoiled_file_crashes_or_takes_along_what_is_whole(tmp_path: Path, files: int, seed: int) -> None:
    assert foreign_files.run(files, seed, tmp_path) == []
