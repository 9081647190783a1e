"""Scores of several channels as one."""

import pytest

from zeph.memory.recall.ranking import fusion


def test_fusion_is_a_sum_of_scaled_scores() -> None:
    weights = {"fact_text": 1.0, "graph": 0.5, "named": 0.6}
    parts = fusion.fuse({"fact_text": {1: 4.0, 2: 2.0}, "graph": {2: 0.3}}, {"named": {2: 1.0, 9: 1.0}}, weights)
    assert fusion.totals(parts) == pytest.approx({1: 1.0, 2: 0.5 + 0.5 + 0.6})
