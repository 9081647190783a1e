"""What a question for all that is known gets: facts with their dates, summaries, groups; and who is told just now."""

from collections.abc import Sequence

import pytest

from tests.remembering import remember, say
from zeph.agent.answers.memory_answer import answer_from_memory
from zeph.memory.facade import Memory
from zeph.records.message import NewMessage
from zeph.records.recall_request import RecallKind, RecallRequest, Scope
from zeph.records.recalled import Recalled


@pytest.fixture
async def known(memory: Memory) -> Memory:
    await remember(
        memory, "Orion depends on Redis.", "Orion is written in Go.", "Priya leads Orion.", "Priya lives in Leeds.",
        "Orion went live in March 2025.", "Greta runs the adoption agency.", "The adoption agency is based in Ghent.",
        "Greta lives in Ghent.", "I work at Corvo as a nurse.", "My manager is called Dan.", "Dan works at Corvo.",
        "We bought the house in 2021.", "The house needs a new roof.", "Tomek is repairing the roof.",
        *(f"I like hobby{n}." for n in range(30)),
    )  # fmt: skip
    assert await memory._background.upkeep.refresh()
    return memory


async def asked(memory: Memory, question: str) -> tuple[Recalled, str]:
    recalled = await memory.recall(RecallRequest(question))
    return recalled, (await answer_from_memory(question, None, recalled)).text


async def test_a_name_alone_gets_its_facts_with_dates_and_what_its_group_adds(known: Memory) -> None:
    recalled, answer = await asked(known, "What do you know about Orion?")
    lines = "\n".join(fact.line for fact in recalled.facts)
    assert "Orion went live in March 2025" in lines and "2025-03" in lines
    assert all(thing in lines for thing in ("Redis", "Go", "Priya leads"))
    beyond = " ".join(summary.line for summary in recalled.overview)
    assert "Leeds" in lines + beyond
    assert "Priya leads Orion" not in beyond, "what a fact says is not said again"
    assert all(part in answer for part in ("depends on Redis", "written in Go", "Priya leads"))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("tell me about my work", ["You work at Corvo as a nurse"]),
        ("what's going on with the house?", ["new roof"]),
        ("Fill me in on the adoption agency.", ["Ghent", "Greta"]),
    ],
)
async def test_a_topic_gets_what_is_known_of_it(known: Memory, question: str, told: list[str]) -> None:
    recalled, _ = await asked(known, question)
    assert recalled.broad
    said = " ".join(fact.line for fact in recalled.facts) + " ".join(summary.line for summary in recalled.overview)
    assert all(part.removeprefix("You work") in said for part in told)


@pytest.mark.parametrize(
    "question", ["Where does Priya live?", "What is Orion written in?", "Does Greta live in Ghent?", "Who leads Orion?"]
)
async def test_a_question_for_something_in_particular_gets_no_summaries(known: Memory, question: str) -> None:
    recalled, _ = await asked(known, question)
    assert recalled.facts and not recalled.broad and not recalled.overview


@pytest.mark.parametrize(
    ("member", "name"), [("adoption", "Greta"), ("Ghent", "Greta"), ("greta", "Greta"), ("Leeds", "Orion")]
)
async def test_a_community_is_found_by_any_member_also_one_that_it_does_not_mention(
    known: Memory, member: str, name: str
) -> None:
    request = RecallRequest(member, scope=Scope(kinds=("communities",)), most=10, sought=True)
    recalled = await known.recall(request)
    assert recalled.communities and not recalled.facts and not recalled.messages
    assert name in recalled.communities[0].community.name


async def test_what_was_said_in_this_conversation_comes_before_what_was_said_in_another(memory: Memory) -> None:
    await remember(memory, "Nora likes tea.")
    here = await memory.start_conversation()
    await memory.observe(NewMessage(here.id, "user", "Nora likes jazz."))
    await say(memory, "Nora likes chess.")
    await remember(memory, "Nora likes opera.")
    recalled = await memory.recall(RecallRequest("What does Nora like?", conversation_id=here.id))
    assert recalled.facts[-1].edge.target == "tea"
    assert all("fresh" in fact.why.parts for fact in recalled.facts[:-1])


class Reads:
    """A reranking model that likes what comes last, and keeps what it was given."""

    model_id = "last"

    def __init__(self) -> None:
        self.given: list[str] = []

    async def rerank(self, question: str, texts: Sequence[str]) -> list[float]:
        self.given += texts
        return [float(place) for place, _ in enumerate(texts)]

    async def close(self) -> None: ...


@pytest.mark.parametrize("kind", ["entities", "communities"])
async def test_a_reranking_model_reads_what_is_shown_and_nothing_else(known: Memory, kind: RecallKind) -> None:
    request = RecallRequest("Orion and the adoption agency", scope=Scope(kinds=(kind,)), most=10, sought=True)
    usual = await known.recall(request)
    known._reranker = reader = Reads()
    recalled = await known.recall(request)

    def names(found: Recalled) -> list[str]:
        return [one.entity.name for one in found.entities] + [one.community.name for one in found.communities]

    assert len(names(usual)) > 1 and names(recalled) == names(usual)[::-1]
    assert len(reader.given) == len(names(usual))
