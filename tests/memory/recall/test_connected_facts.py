"""What several facts answer only together, through the memory with its real reader, with and without an embedder."""

import pytest

from tests.remembering import remember
from zeph.agent.answers.memory_answer import answer_from_memory
from zeph.memory.facade import Memory
from zeph.records.recall_request import RecallRequest
from zeph.records.recalled import NOTHING_KNOWN

HOBBIES = "tea jazz chess hiking sushi pottery opera cycling tulips rowing baking sailing yoga cinema".split()


async def connected(memory: Memory, question: str) -> list[str]:
    """The facts of the row that stands first."""
    recalled = await memory.recall(RecallRequest(question))
    by_id = {fact.edge.id: fact.edge.fact.rstrip(".") for fact in recalled.facts}
    assert [fact.edge.id for fact in recalled.facts[: len(recalled.connected)]] == list(recalled.connected)
    return [by_id[i] for i in recalled.connected]


@pytest.fixture
async def town(memory: Memory) -> Memory:
    """Of each person much is known; what is asked for lies behind one of many facts."""
    for who in ("Nora", "Piet"):
        await remember(memory, " ".join(f"{who} likes {hobby}." for hobby in HOBBIES))
    await remember(
        memory, "Nora works at Brightloom.", "Brightloom is based in Turku.", "Turku is in Finland.",
        "Piet uses Helix.", "Helix is written in Rust.", "Ada is married to Piet.", "Ada works at Corvo.",
    )  # fmt: skip
    await remember(memory, "My sister is called Greta.", "Greta works at Alderfen.", "Alderfen is based in Leeds.")
    return memory


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("In which city does Nora work?", ["Nora works at Brightloom", "Brightloom is based in Turku"]),
        ("Which country is Brightloom based in?", ["Brightloom is based in Turku", "Turku is in Finland"]),
        ("Which language is Piet's editor written in?", ["Piet uses Helix", "Helix is written in Rust"]),
        ("What town is Greta's employer in?", ["Greta works at Alderfen", "Alderfen is based in Leeds"]),
    ],
)
async def test_what_lies_behind_one_of_many_facts_is_given_with_the_way_there(
    town: Memory, question: str, row: list[str]
) -> None:
    assert await connected(town, question) == row


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("How is Nora related to Finland?", "Nora works at Brightloom", "Turku is in Finland"),
        ("What connects Ada with Rust?", "Ada is married to Piet", "Helix is written in Rust"),
        ("Leeds and Greta?", "Greta works at Alderfen", "Alderfen is based in Leeds"),
    ],
)
async def test_a_question_that_names_two_things_gets_the_way_between_them(
    town: Memory, question: str, first: str, last: str
) -> None:
    row = await connected(town, question)
    assert {row[0], row[-1]} == {first, last}
    recalled = await town.recall(RecallRequest(question))
    answer = (await answer_from_memory(question, None, recalled)).text.splitlines()[0]
    assert all(fact in answer for fact in row)


@pytest.mark.parametrize(
    "question",
    [
        "Where does Nora work?",  # one fact says it
        "What does Piet like?",
        "Does Nora like the opera in Finland?",  # asks for something known of her
        "How far is Turku from the sea in kilometres?",
        "Tell me about Nora.",
    ],
)
async def test_what_one_fact_answers_or_none_gets_no_row(town: Memory, question: str) -> None:
    assert await connected(town, question) == []


async def test_two_who_are_only_known_to_the_same_person_are_not_connected(memory: Memory) -> None:
    await remember(memory, "My neighbour is called Odo.", "My dentist is called Ira.")
    assert await connected(memory, "How are Odo and Ira connected?") == []


async def test_a_question_about_nothing_known_still_gets_nothing(town: Memory) -> None:
    assert NOTHING_KNOWN in (await town.recall(RecallRequest("What is the tallest mountain in Peru?"))).notes


async def test_what_one_sentence_says_of_several_is_one_line(memory: Memory) -> None:
    await remember(memory, "Ann, Bob and Carla founded Brightloom in 2019.")
    recalled = await memory.recall(RecallRequest("Who founded Brightloom?"))
    assert len(recalled.facts) == 1 and all(name in recalled.facts[0].line for name in ("Ann", "Bob", "Carla"))
