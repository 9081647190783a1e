"""How likely a line is to help."""

import math

import pytest

from zeph.memory.recall.ranking.scorer import BASE, PartsOf, Scorer, log_odds_of, probability, scorers
from zeph.memory.recall.ranking.word_shares import phrases, word_shares

SCORER = Scorer(-2.0, {"words": 3.0, "question": -0.5})


def test_log_odds_are_the_sum_of_their_parts() -> None:
    features = {"words": {1: 1.0, 2: 0.5}, "question": {2: 1.0}, "unknown": {1: 9.0}, "other": {7: 1.0}}
    odds = SCORER.log_odds({1: None, 2: None, 3: None}, features)
    assert odds == pytest.approx({1: 1.0, 2: -1.0, 3: -2.0})
    parts = PartsOf(SCORER, features, odds)
    assert parts[2] == {BASE: -2.0, "words": 1.5, "question": -0.5}
    assert all(sum(parts[i].values()) == pytest.approx(odds[i]) for i in odds)


def test_probability_and_log_odds_are_opposites() -> None:
    assert probability(0.0) == 0.5
    assert probability(log_odds_of(0.12)) == pytest.approx(0.12)
    assert 0.0 < probability(-1e9) < probability(1e9) <= 1.0
    assert log_odds_of(0.5) == 0.0


@pytest.mark.parametrize("embedded", [True, False])
def test_what_ships_speaks_for_what_search_found(embedded: bool) -> None:
    made = scorers(embedded)
    for scorer in (made.facts, made.messages, made.messages_alone):
        assert scorer.base < 0  # most lines do not help
        assert all(math.isfinite(weight) for weight in scorer.weights.values())
    assert ("likeness" in made.messages.weights) is embedded
    for messages in (made.messages, made.messages_alone):
        assert messages.weights["words"] > 0
        assert messages.weights["first_by_words"] > 0
        assert messages.weights["cited"] > 0
        assert messages.weights["question"] < 0


def test_rare_words_of_a_question_count_more() -> None:
    texts = {1: "the kiln is hot", 2: "a cold kiln", 3: "hot tea", 4: "my kiln, hot again", 5: "kilns"}
    shares = word_shares(texts, ("kiln", "hot", "again"))
    assert shares.own[4] == pytest.approx(1.0)
    assert shares.own[5] == shares.own[2] < shares.own[3] < shares.own[1]
    assert sum(share for share, _ in shares.holding) == pytest.approx(1.0)


def test_words_that_answer_to_others_are_told_apart() -> None:
    shares = word_shares({1: "my sister's husband", 2: "she got married"}, ("married",))
    assert (shares.own, shares.related) == ({2: 1.0}, {1: 1.0})


def test_a_question_s_own_wording() -> None:
    assert phrases({1: "we read the sea wall book", 2: "a wall"}, "Who read the Sea Wall?") == {1: 1.0}
