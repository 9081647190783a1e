"""The measures against examples worked out by hand."""

import math

import pytest

from zeph.bench.metrics import COLUMNS, means, ndcg, score, tokens

COSTS = dict.fromkeys("abcdef", 200)


def test_one_of_two_found_third() -> None:
    row = score(list("abcdef"), ["c", "z"], COSTS)
    assert (row["r@5"], row["hit@5"]) == (0.5, 0.0)
    assert row["mrr"] == pytest.approx(1 / 3)
    # Gained 1/log2(4) = 1/2; the best order gains 1 + 1/log2(3).
    assert row["ndcg@10"] == pytest.approx(0.5 / (1 + 1 / math.log2(3)))


def test_recall_within_tokens_takes_whole_messages_until_one_does_not_fit() -> None:
    row = score(list("abcdef"), ["b", "c", "f"], COSTS)
    assert row["r@500t"] == pytest.approx(1 / 3)  # a and b are 400; c would make 600
    assert row["r@1000t"] == pytest.approx(2 / 3)  # five of them
    assert row["r@2000t"] == 1.0
    # The long one ends the list, even if a shorter one after it would fit.
    assert score(["a", "b", "c"], ["c"], {"a": 100, "b": 450, "c": 10})["r@500t"] == 0.0


def test_ndcg_of_the_best_order_is_one_and_later_places_count_less() -> None:
    assert ndcg(["a", "b", "x"], {"a", "b"}) == pytest.approx(1.0)
    assert ndcg(["x", "a"], {"a"}) == pytest.approx(1 / math.log2(3))
    assert ndcg(["x"] * 10 + ["a"], {"a"}) == 0.0
    # More evidence than places: ten right ones are the best there is.
    assert ndcg([str(n) for n in range(10)], {str(n) for n in range(12)}) == pytest.approx(1.0)


def test_nothing_found_is_zero_everywhere() -> None:
    assert set(score([], ["a"], {}).values()) == {0.0}


def test_means_are_per_cent() -> None:
    rows = [dict.fromkeys(COLUMNS, 1.0), dict.fromkeys(COLUMNS, 0.5)]
    assert set(means(rows).values()) == {75.0}


@pytest.mark.parametrize(("speaker", "text", "cost"), [("Ann", "abc", 2), ("Ann", "abcd", 3), ("", "", 1)])
def test_four_characters_are_a_token(speaker: str, text: str, cost: int) -> None:
    assert tokens(speaker, text) == cost
