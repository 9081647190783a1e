"""Orders to forget in the person's own words: what they mean, and what else is told beside them."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.undone import beside_undoing
from zeph.agent.turn import Agent
from zeph.commands.aspects_meant import aspect_meant, meant_or_aspect
from zeph.commands.handlers.graph_corrections import undo
from zeph.commands.orders import ordered, told_beside
from zeph.commands.outputs import Text
from zeph.commands.types import ChatState, CommandContext
from zeph.errors import UsageError
from zeph.memory.ingest.intents.order_of import order_of
from zeph.records.events import TurnEnded
from zeph.records.message import Conversation


async def said(agent: Agent, talk: Conversation, text: str) -> str:
    last = (await events_of(agent, talk, text))[-1]
    assert isinstance(last, TurnEnded)
    return last.answer


@pytest.mark.parametrize(
    "text",
    [
        "dont keep that", "don't save that, it's the shop's laptop", "please don't remember that",
        "dont keep that its our sams", "don't store it", "don't keep that, I was only joking",
        "dont save that, sorry", "hm dont write that down",
    ],
)  # fmt: skip
def test_what_was_said_before_is_not_kept(text: str) -> None:
    order = order_of(text)
    assert order is not None
    assert (order.kind, order.about) == ("forget", "last_message")


@pytest.mark.parametrize(
    ("text", "kind", "what"),
    [
        ("don't keep this: the boss drinks", "unstored", "the boss drinks"),
        ("I owe Ray a grand. dont keep that", "unstored", "I owe Ray a grand"),
        ("don't keep that about mo's divorce", "forget", "mo's divorce"),
        ("off the record", "unstored", ""),
    ],
)
def test_and_this_or_what_is_named_is(text: str, kind: str, what: str) -> None:
    order = order_of(text)
    assert order is not None
    assert (order.kind, order.what) == (kind, what)


@pytest.mark.parametrize("text", ["dont keep that pan on the hob", "i dont keep that", "dont save it for sunday"])
def test_and_other_talk_orders_nothing(text: str) -> None:
    assert order_of(text) is None


@pytest.mark.parametrize(
    ("text", "told", "left_out"),
    [
        (
            "please delete what i said about ann. also the gas man comes on friday",
            "also the gas man comes on friday",
            "",
        ),
        ("forget my address. we moved to leeds last week", "we moved to leeds last week", ""),
        ("forget my address. when is the dentist?", "when is the dentist?", ""),
        ("forget my address. its nobody's business", "", "its nobody's business"),
        ("forget my address. thanks!", "", ""),
        ("i live at 4 mill lane. forget my address.", "", ""),
        ("forget what i said about kim. kim is fine now", "", "kim is fine now"),
        ("forget my diagnosis. having coeliac is nobody's business", "", "having coeliac is nobody's business"),
        ("dont keep that, its the shop's laptop. the van is booked for friday", "", "the van is booked for friday"),
        ("forget my address. forget my diagnosis", "", "forget my diagnosis"),
        ("forget my address", "", ""),
        ("forget my diagnosis; it was only a rash, and Kim had the flu", "it was only a rash, and Kim had the flu", ""),
        ("forget my address; i moved to Hull in May", "i moved to Hull in May", ""),
        ("forget my diagnosis; she had a whole bottle on Sunday", "", "she had a whole bottle on Sunday"),
        ("forget ann owes kim, its Bert and Jo now", "its Bert and Jo now", ""),
        ("forget my diagnosis, thats sorted now", "", ""),
        ("the gas man comes on friday. the tap drips", "", ""),
    ],
)
async def test_what_is_told_behind_an_order_is_told(tmp_path: Path, text: str, told: str, left_out: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for line in ("I live at 4 Mill Lane", "my diagnosis is coeliac disease", "ann owes kim a tenner"):
            await said(agent, talk, line)
        assert (await told_beside(text, agent.memory))[:2] == (told, left_out)


@pytest.mark.parametrize(
    "text",
    [
        "don't write it down, my pin is 4411",
        "don't keep it but Sam hit me",
        "dont save it though sam hit me",
        "dont save that, just tell me what helps with a rash",
    ],
)
def test_what_is_told_behind_not_keeping_is_not_kept(text: str) -> None:
    order = order_of(text)
    assert order is not None
    assert order.kind == "unstored"


@pytest.mark.parametrize("text", ["no, don't keep that", "I changed my mind, don't keep that", "oh no. dont save that"])
def test_no_is_nothing_that_was_told(text: str) -> None:
    order = order_of(text)
    assert order is not None
    assert (order.kind, order.about) == ("forget", "last_message")


@pytest.mark.parametrize(
    ("told", "order", "goes"),
    [
        ("ring dev on 0161 496 0333, he does roofs. the shed leaks", "devs number", "ring dev on 0161 496 0333"),
        ("write to priya at pp@example.org about the flat. the shed leaks", "priyas email", "pp@example.org"),
    ],
)
async def test_somebodys_number_is_what_tells_it(tmp_path: Path, told: str, order: str, goes: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await said(agent, talk, told)
        target = await aspect_meant(agent.memory, order)
        assert target is not None
        assert await ordered(f"forget {order}", agent.memory) is not None
        await agent.memory.forget(target)
        left = " ".join(m.text for m in await agent.memory.conversations.history(talk.id, 50))
        assert goes not in left
        assert "shed leaks" in left


async def test_what_nobody_told_is_no_order(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await said(agent, talk, "dev does roofs")
        assert await aspect_meant(agent.memory, "devs number") is None
        assert await ordered("forget devs number", agent.memory) is None


@pytest.mark.parametrize(
    ("told", "goes", "stays"),
    [
        (("Dev's number is 12345", "Dev uses 0161 496 0333 at work"), "12345", "0333"),
        (("mum's number is 0161 496 0333", "the surgery is on 0161 496 0333 too"), "mum", "surgery"),
    ],
)
async def test_and_no_other_number_and_nobody_elses(
    tmp_path: Path, told: tuple[str, ...], goes: str, stays: str
) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for line in told:
            await said(agent, talk, line)
        owner = told[0].partition("'")[0]
        await agent.memory.forget(await meant_or_aspect(agent.memory, f"{owner}'s number"))
        left = " ".join(m.text for m in await agent.memory.conversations.history(talk.id, 50) if m.role == "user")
        assert goes not in left
        assert stays in left


@pytest.mark.parametrize(
    "order", ["the number of guests", "harriet's number 7 shirt", "kim's birthday present", "graham's birthday"]
)
async def test_what_only_looks_like_somebodys_number_is_none(tmp_path: Path, order: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for line in ("call the guests on 0151 555 0199", "Harriet was born on 1980-03-11", "Graham may move to Paris"):
            await said(agent, talk, line)
        assert await aspect_meant(agent.memory, order) is None


async def test_what_is_said_behind_undoing_is_told(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await said(agent, talk, "my sister is called Bernadette")
        told = await said(agent, talk, "scratch that. My brother is called Bob.")
        assert "Taken back: Your sister" in told
        assert "Bob" in told


async def test_undo_that_takes_back_what_was_just_noted(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await said(agent, talk, "my brother lives in Cork")
        await said(agent, talk, "my sister is called Bernadette")
        assert (await said(agent, talk, "no undo that, thats the neighbour")).startswith("Taken back: Your sister")
        assert "Cork" in await said(agent, talk, "where does my brother live?")
        assert "Taken back" not in await said(agent, talk, "undo the top bolt first")


async def test_a_question_between_changes_nothing_of_what_is_undone(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await said(agent, talk, "my brother lives in Cork")
        await said(agent, talk, "I start at the library on 3 December 2099")
        await said(agent, talk, "where does my brother live?")
        assert (await said(agent, talk, "undo that")).startswith("Taken back: You start at the library")
        assert "library" not in await said(agent, talk, "what have I got on?")
        assert "Cork" in await said(agent, talk, "where does my brother live?")


async def test_an_order_to_undo_a_list_in_other_words_is_the_command_and_a_turn_does_the_same(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await said(agent, talk, "my brother lives in Cork")
        await said(agent, talk, "put nails on the diy list")
        order = "undo what you just noted down for me please"
        found = await ordered(order, agent.memory)
        assert found is not None
        assert found[0].path == ("graph", "undo")
        assert await said(agent, talk, order) == "Off the list: nails."
        assert "Cork" in await said(agent, talk, "where does my brother live?")


async def test_the_command_undoes_a_list_too(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await said(agent, talk, "my brother lives in Cork")
        await said(agent, talk, "put nails on the diy list")
        context = cast("CommandContext", SimpleNamespace(memory=agent.memory, chat=ChatState(talk)))
        shown = [one.text async for one in undo(context, {"id": None}) if isinstance(one, Text)]
        assert shown == ["Off the list: nails."]
        assert "nails" not in await said(agent, talk, "what is on the diy list?")
        assert "Cork" in await said(agent, talk, "where does my brother live?")


@pytest.mark.parametrize(
    ("told", "right", "stands"),
    [
        (
            "failed it, headlights. retest 6 may half ten and 40 quid",
            "no thats wrong its the 7th of may the retest",
            "failed it, headlights. retest 6 may half ten and 40 quid",
        ),
        ("gran lands 17:55 with klm", "thats wrong with gran, she lands 18:25 not 17:55", "lands 18:25 with klm"),
    ],
)
async def test_what_is_put_right_is_told(tmp_path: Path, told: str, right: str, stands: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await said(agent, talk, told)
        assert stands in await said(agent, talk, right)


@pytest.mark.parametrize(
    ("told", "order", "goes", "stays"),
    [
        ("Tom's birthday is 4 May.", "forget Tom's birthday, we broke up", "birthday", "sertraline"),
        ("Jo has depression.", "forget Jo's depression because she left", "depression", "sertraline"),
        ("my lawyer is Ms Roe", "forget the lawyer, I've left her", "lawyer", "sertraline"),
    ],
)
async def test_what_is_named_goes_and_nothing_else_for_any_reason(
    tmp_path: Path, told: str, order: str, goes: str, stays: str
) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in (told, "Kim takes sertraline."):
            await said(agent, talk, text)
        found = await ordered(order, agent.memory)
        assert found is not None
        would = await agent.memory.edits.forgetting.preview(await meant_or_aspect(agent.memory, found[1]["what"]))
        gone = " ".join([*(m.text for m in would.messages), *(text for _, text in would.cut)])
        assert goes in gone
        assert stays not in gone


async def test_undoing_is_of_the_talk_that_it_is_said_in(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await said(agent, talk, "put milk on my list")
        other = await agent.memory.start_conversation()
        assert await agent.affairs.undone(other.id, None) == ""
        await said(agent, other, "no wait, undo that")
        assert "milk" in await said(agent, other, "whats on my list")
        assert "milk" in await agent.affairs.undone(talk.id, None)


async def test_what_is_so_instead_does_not_go(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for line in ("ida got swimming tues 5.30", "ida packed in swimming, shes doing drama instead mondays 4.30"):
            await said(agent, talk, line)
        found = await ordered("ida doesnt swim any more, forget the swimming its drama mondays now", agent.memory)
        assert found is not None
        assert (found[1]["what"], found[1]["instead"]) == ("the swimming", "its drama mondays now")


@pytest.mark.parametrize(
    ("text", "what"), [("forget #6", "#6"), ("Forget #12 please", "#12"), ("delete #3, that's wrong", "#3")]
)
async def test_a_fact_goes_by_its_number(tmp_path: Path, text: str, what: str) -> None:
    async with opened(tmp_path, None) as (agent, _):
        found = await ordered(text, agent.memory)
        assert found is not None and found[0].name == "forget" and found[1]["what"] == what


async def test_what_was_noted_before_a_line_that_changed_nothing_goes_only_when_that_is_meant(tmp_path: Path) -> None:
    asked: list[str] = []

    def no(question: str) -> bool:
        asked.append(question)
        return False

    async with opened(tmp_path, None) as (agent, talk):
        for line in ("my boss is Karen", "no wait its once a day not twice, misread the box"):
            await said(agent, talk, line)
        chat = ChatState(talk)
        context = cast(
            "CommandContext",
            SimpleNamespace(memory=agent.memory, chat=chat, confirm=no),
        )
        with pytest.raises(UsageError):
            [one async for one in undo(context, {"id": None})]
        assert "misread the box" in asked[0] and "Your boss is Karen" in asked[0]
        assert [fact.fact for fact in (await agent.memory.facts("User"))[1]] == ["User's boss is Karen"]


@pytest.mark.parametrize(
    ("line", "rest"),
    [("undo that, twice was right", "twice was right"), ("undo that", ""), ("undo that, it was the wrong box", "")],
)
async def test_a_line_that_changed_nothing_is_taken_back_and_told_no_more(tmp_path: Path, line: str, rest: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in ("my pills are to be taken twice a day", "they are to be taken once a day, the box says so"):
            await said(agent, talk, text)
        answer = await said(agent, talk, line)
        assert answer.startswith("Taken back, and told no more: “they are to be taken once a day")
        assert ("\n" in answer) == bool(rest)
        question = "how often are my pills to be taken?"
        assert "once a day" not in await said(agent, talk, question)
        assert beside_undoing(line) == rest
        sent = (await agent.plan(question, await agent.memory.start_conversation(), ())).recalled  # as a model gets it
        told = [one.message.text for one in sent.messages if one.message.role == "user"]
        assert any("twice a day" in one for one in told) and not any("once a day" in one for one in told)
