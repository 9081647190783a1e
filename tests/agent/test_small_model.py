"""Ten facts, a compaction, a restart and ten questions with a real small model: only where ``ZEPH_TEST_GGUF`` names a
GGUF file."""

import os
from pathlib import Path

import pytest

from benchmarks.small_model import FACTS, run

GGUF = os.environ.get("ZEPH_TEST_GGUF", "")


@pytest.mark.skipif(not GGUF, reason="ZEPH_TEST_GGUF names no GGUF file")
@pytest.mark.timeout(1800)
async def test_what_was_told_stands_before_the_model_and_is_answered_without_one(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    ran = await run(Path(GGUF).resolve(), tmp_path)
    for answers in (ran.answers, ran.apart):
        assert sum(bool(one.context) for one in answers) >= len(FACTS) - 1
        assert all(one.said for one in answers), "whatever it says, each turn ends with an answer"
    assert sum(one.is_said for one in ran.alone) >= 8
