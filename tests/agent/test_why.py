"""Why an answer knew what it knew: exactly what went into it, with sources and paths."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import Scripted, events_of, opened
from zeph.records.events import FactsRecalled, Notice
from zeph.records.recall_request import RecallRequest, Scope


async def test_the_answer_of_the_memory_is_explained(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        assert await agent.why(conversation) is None
        await events_of(agent, conversation, "My sister Nora works at Acme.")
        why = await agent.why(conversation)
        assert why is not None
        assert why.recalled.facts == ()  # nothing was asked
        events = await events_of(agent, conversation, "Where does Nora work?")
        shown = next(e.recalled for e in events if isinstance(e, FactsRecalled))
        why = await agent.why(conversation)
        assert why is not None
        assert (why.recalled, why.anew) == (shown, False)
        fact = why.recalled.facts[0]
        assert fact.edge.fact == "Nora works at Acme"
        assert why.sources[fact.edge.sources[0]].text == "My sister Nora works at Acme."
        assert fact.why.channels["fact_text"] == 1
        assert abs(sum(fact.why.parts.values()) - fact.score) < 0.01


async def test_what_a_model_was_sent_is_explained_and_counted(tmp_path: Path) -> None:
    chat = Scripted(context_window=3000)
    async with opened(tmp_path, chat) as (agent, conversation):
        for number in range(40):
            await events_of(agent, conversation, f"My cousin Person{number} likes the band Number{number}.")
        await agent.memory.wait_idle(20)
        other = await agent.memory.start_conversation()
        events = await events_of(agent, other, "Which bands do my cousins like?")
        shown = next(e.recalled for e in events if isinstance(e, FactsRecalled))
        prompt = "\n".join(message.content for message in chat.sent[-1])
        assert shown.facts or shown.messages
        lines = [fact.line for fact in shown.facts] + [message.line for message in shown.messages]
        assert all(f"- {line}" in prompt for line in lines)
        why = await agent.why(other)
        assert why is not None
        assert why.recalled == shown


async def test_an_earlier_sessions_answer_is_explained_anew(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await events_of(agent, conversation, "My sister Nora works at Acme.")
        await events_of(agent, conversation, "Where does Nora work?")
    async with opened(tmp_path, None) as (agent, _):
        why = await agent.why(await agent.memory.conversations.find(conversation.external_id))
        assert why is not None
        assert why.anew
        assert why.recalled.facts[0].edge.fact == "Nora works at Acme"


async def test_a_misspelt_name_is_taken_for_the_known_one_and_told(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await events_of(agent, conversation, "My friend Caroline plays the cello.")
        events = await events_of(agent, conversation, "What does Carolnie play?")
        assert Notice("Took “carolnie” for Caroline.") in events
        shown = next(e.recalled for e in events if isinstance(e, FactsRecalled))
        assert "cello" in shown.facts[0].edge.fact


@pytest.mark.parametrize("said", ["remind me to ring about my water tablets", "where are my spare keys"])
async def test_a_word_that_people_often_type_is_no_slip(tmp_path: Path, said: str) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await events_of(agent, conversation, "My friend Walter has a share in a boat.")
        assert not [one for one in await events_of(agent, conversation, said) if isinstance(one, Notice)]


async def test_a_search_keeps_to_its_scope(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, first):
        await events_of(agent, first, "Nora likes green tea.")
        second = await agent.memory.start_conversation()
        await events_of(agent, second, "Nora likes jazz.")
        memory = agent.memory
        both = await memory.recall("What does Nora like?")
        assert {f.edge.target for f in both.facts} == {"green tea", "jazz"}
        one = await memory.recall(RecallRequest("What does Nora like?", within=second.id))
        assert {f.edge.target for f in one.facts} == {"jazz"}
        assert {m.message.conversation_id for m in one.messages} == {second.id}
        assert one.messages[0].message.text == "Nora likes jazz."
        asked = await memory.recall(
            RecallRequest("What does Nora like?", scope=Scope(edge_types=frozenset({"causal"})))
        )
        assert asked.facts == ()
        listed = await memory.recall(RecallRequest("What does Nora like?", scope=Scope(kinds=("entities",))))
        assert listed.entities[0].entity.name == "Nora"
        assert listed.entities[0].why.channels["entity_name"] == 1
