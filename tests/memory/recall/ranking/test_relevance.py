"""The relevance floor: what is like nothing known gets nothing."""

from dataclasses import replace

import pytest

from tests.memory.recall.conftest import evidence, plan, said
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.gather.hits import Hits
from zeph.memory.recall.gather.loading import Loaded
from zeph.memory.recall.gather.named_entities import Named
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.ranking.relevance import Relevance, relevance

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
    assert (relevance(knows, plan(question)) is Relevance.SURE) is known


def test_the_floor_without_vectors_counts_words() -> None:
    assert relevance(evidence(DOG), plan("Where does my dog like to be?")) is Relevance.SURE
    assert relevance(evidence(DOG), plan("Which dog won the national championship?")) is not Relevance.SURE


def test_a_name_alone_or_oneself_is_enough_where_it_is_known() -> None:
    assert (
        relevance(evidence(named=Named(frozenset((7,)), frozenset((7,)))), plan("Who is Caroline?")) is Relevance.SURE
    )
    assert relevance(evidence(named=Named(frozenset((1,)))), plan("What do you know about me?")) is Relevance.SURE
    assert relevance(evidence(), plan("What do you know about me?")) is not Relevance.SURE


@pytest.mark.parametrize(
    ("question", "named", "told"),
    [
        ("What's on my back these days?", Named(), Relevance.UNSURE),  # said in other words than it is asked
        ("Which pills did the doctor put me on?", Named(), Relevance.UNSURE),
        ("How do I get red wine out of a carpet?", Named(), Relevance.NONE),  # "I" alone is anybody
        ("Write me a poem about the sea", Named(), Relevance.NONE),
        ("What is the capital of Peru?", Named(), Relevance.NONE),
        ("Where does Odalys work?", Named(frozenset((7,)), frozenset((7,)), frozenset((7,))), Relevance.UNSURE),
    ],
)
def test_a_question_about_the_person_always_gets_the_best_there_is(
    question: str, named: Named, told: Relevance
) -> None:
    named = replace(named, topic=analyse(question).terms)
    assert relevance(evidence(DOG, likes={1: 0.02}, named=named), plan(question)) is told
    assert relevance(evidence(named=named, likes={}), plan(question)) is Relevance.NONE  # nothing at all is stored


def test_what_has_no_vector_yet_is_not_unlike() -> None:
    """Just imported: the words decide as they do where nothing can be embedded."""
    question = "Does Rex like the beach in winter?"
    found = Hits(vector=object(), messages={"message_text": {1: 3.0}, "message_vector": {}})
    known = Evidence(found, Named(topic=analyse(question).terms), loaded=Loaded(messages={1: DOG}))
    unembedded = replace(known, hits=replace(found, unembedded_messages=frozenset((1,))))
    assert relevance(unembedded, plan(question)) is Relevance.SURE
    assert relevance(known, plan(question)) is not Relevance.SURE
