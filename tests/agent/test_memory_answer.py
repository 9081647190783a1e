"""The memory's own answers: what was noted, what is known, and honesty where nothing is."""

from tests.agent.samples import fact, recalled, said
from zeph.agent.memory_answer import KEPT, NOTHING, answer_from_memory
from zeph.records.recalled import Recalled
from zeph.records.revision import Receipt

EMPTY = Recalled("?")


def test_it_says_what_it_noted_and_what_is_over() -> None:
    receipt = Receipt(1, learned=("User lives in Berlin",), superseded=("User lives in Rome",))
    answer = answer_from_memory("I moved to Berlin", receipt, EMPTY)
    assert answer == "Noted: User lives in Berlin.\nNo longer current: User lives in Rome."


def test_one_sentence_that_tells_two_facts_is_told_once() -> None:
    receipt = Receipt(1, learned=("User works at Lidl as a nurse", "User works at Lidl as a nurse"))
    assert answer_from_memory("Hi", receipt, EMPTY).count("nurse") == 1


def test_it_answers_with_facts_dates_and_sources() -> None:
    found = recalled([fact(1, "User lives in Berlin", stated=True, sources=(7,))], [said(7, "I live in Berlin.")])
    answer = answer_from_memory("Where do I live?", None, found)
    assert answer == ("From memory:\n- User lives in Berlin (2024-06). On 2024-06-01 you said: “I live in Berlin.”")


def test_it_is_honest_where_nothing_is_known() -> None:
    assert answer_from_memory("Where do I live?", None, EMPTY) == NOTHING
    assert answer_from_memory("Hm.", None, EMPTY) == KEPT


def test_its_own_words_and_earlier_questions_are_no_answers() -> None:
    found = recalled([], [said(3, "Where do I live?"), said(4, "From memory: nothing", "assistant")])
    assert answer_from_memory("Where do I live?", None, found) == NOTHING


def test_the_same_input_gives_the_same_answer() -> None:
    found = recalled([fact(1, "A"), fact(2, "B")], [said(3, "C"), said(4, "D")])
    assert len({answer_from_memory("What?", None, found) for _ in range(5)}) == 1
