"""The relevance floor: what is like nothing known gets nothing."""

import pytest

from tests.memory.recall.conftest import evidence, plan, said
from zeph.memory.recall.gather.named_entities import Named
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.ranking.relevance import anything_relevant

DOG = said(1, "My dog Rex likes the beach.")


@pytest.mark.parametrize(
    ("question", "likes", "known"),
    [
        ("Which animal lives with me?", {1: 0.45}, True),  # like it, with no word in common
        ("Which animal lives with me?", {1: 0.25}, False),
        ("Where does my dog like to be?", {1: 0.20}, True),  # most of its words
        ("Which dog won the national championship?", {1: 0.30}, False),  # one word of four
        ("Does the beach in Lisbon please a dog owner?", {1: 0.30}, False),
        ("Is the dog fond of Bartholomew?", {1: 0.28}, False),  # a name nobody ever said
        ("Is the dog fond of bartholomew?", {1: 0.28}, True),
    ],
)
def test_the_floor_with_vectors(question: str, likes: dict[int, float], known: bool) -> None:
    knows = evidence(DOG, likes=likes, named=Named(topic=analyse(question).terms))
    assert anything_relevant(knows, plan(question)) is known


def test_the_floor_without_vectors_counts_words() -> None:
    assert anything_relevant(evidence(DOG), plan("Where does my dog like to be?"))
    assert not anything_relevant(evidence(DOG), plan("Which dog won the national championship?"))


def test_a_name_alone_or_oneself_is_enough_where_it_is_known() -> None:
    assert anything_relevant(evidence(named=Named(frozenset((7,)), frozenset((7,)))), plan("Who is Caroline?"))
    assert anything_relevant(evidence(named=Named(frozenset((1,)))), plan("What do you know about me?"))
    assert not anything_relevant(evidence(), plan("What do you know about me?"))
