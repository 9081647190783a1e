"""Retrieval as a whole must not get worse: a small conversation with labelled questions, with the embedded models.

The floors lie just under what was measured when they were set; one question less at the first place moves a figure by
one to four points.
"""

from pathlib import Path

import pytest

from zeph.bench.retrieval import OVERALL, measure, summary
from zeph.bench.sets import load
from zeph.config.schema import MemorySettings
from zeph.models.local.embed import embedded_available, embedded_embedder

SET = Path(__file__).parents[2] / "data" / "retrieval_small.jsonl"
FLOORS = {"r@5": 86.0, "r@10": 90.0, "mrr": 74.0, "ndcg@10": 77.0, "r@500t": 90.0}


@pytest.mark.skipif(embedded_available() != "minilm", reason="measured with the embedded model")
async def test_what_was_said_is_found_again() -> None:
    embedder = embedded_embedder()
    assert embedder is not None
    settings = MemorySettings.model_validate({"graph": {"extractor": "local"}})
    report = await measure(load(SET, "jsonl"), settings, embedder)
    await embedder.close()
    zeph, plain = summary(report.zeph, frozenset())[OVERALL][1], summary(report.plain, frozenset())[OVERALL][1]
    assert {c: round(zeph[c], 1) for c, floor in FLOORS.items() if zeph[c] < floor} == {}
    assert all(zeph[c] > plain[c] for c in FLOORS)
    assert report.unanswerable["unknown"].nothing == report.unanswerable["unknown"].questions
    assert report.answerable.nothing <= 2
