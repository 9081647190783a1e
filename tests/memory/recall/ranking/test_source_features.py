"""What speaks for a fact once messages are ranked."""

import math

from tests.agent.samples import edge
from tests.memory.recall.conftest import said
from zeph.memory.recall.ranking.source_features import FAR_BEHIND, source_features
from zeph.records.edge import CANDIDATE_BELOW

KNOWN = {
    1: said(1, "We sang in Hallow.", at="2024-05-01 10:00:00"),
    2: said(2, "We sing in Merrow now.", at="2024-06-01 10:00:00"),
    3: said(3, "Nice.", at="2024-04-01 10:00:00"),
}
ODDS = {1: -1.0, 2: 1.0, 3: -4.0}


def test_a_fact_is_as_likely_as_the_best_message_it_came_from() -> None:
    facts = {10: edge(10, "User sang in Hallow", sources=(3, 1)), 11: edge(11, "User sings in Merrow", sources=(2,))}
    seen = source_features(facts, {10: -2.0, 11: 0.5}, KNOWN, ODDS)
    assert seen["fact"] == {10: -2.0, 11: 0.5}
    assert seen["place"] == {10: 1 / 2, 11: 1.0}
    assert seen["behind"] == {10: 2.0, 11: 0.0}


def test_what_was_said_later_and_is_as_likely_tells_of_a_change() -> None:
    facts = {i: edge(i, "…", sources=(i,)) for i in KNOWN}
    seen = source_features(facts, dict.fromkeys(facts, 0.0), KNOWN, {1: 1.0, 2: 0.0, 3: -9.0})
    assert seen["later"] == {1: math.exp(-1.0), 2: math.exp(-FAR_BEHIND), 3: 1.0}


def test_a_fact_whose_messages_were_not_found_is_far_behind() -> None:
    facts = {10: edge(10, "User sang in Hallow", sources=(99,))}
    seen = source_features(facts, {10: 0.0}, KNOWN, ODDS)
    assert seen["behind"] == {10: FAR_BEHIND}
    assert 10 not in seen["place"] and 10 not in seen["later"]


def test_candidates_are_told_apart() -> None:
    facts = {1: edge(1, "…")._replace(confidence=CANDIDATE_BELOW - 0.1), 2: edge(2, "…")}
    assert source_features(facts, dict.fromkeys(facts, 0.0), {}, {})["candidate"] == {1: 1.0}
