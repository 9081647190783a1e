"""What is still to do, from lists and plans that were told and what was told as done since."""

from pathlib import Path

import pytest

from tests.agent.samples import AT
from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.open_tasks import (
    asked_for_tasks,
    asked_of_task,
    surely_asks_for_tasks,
    tasks_of,
    told_of_change,
    told_of_list,
    told_of_task,
    told_of_tasks,
    told_undone,
)
from zeph.agent.answers.undone import beside_undoing, undoes, undone_next
from zeph.records.events import TurnEnded
from zeph.records.message import GraphState, Message


def _said(*texts: str) -> list[Message]:
    return [Message(i, 1, 1, str(i), "user", "", text, AT, (), GraphState.DONE) for i, text in enumerate(texts, 1)]


def _left(*texts: str) -> list[str]:
    return [task.text for task in tasks_of(_said(*texts)) if task.done_by is None]


@pytest.mark.parametrize(
    "question",
    ["whats still open on my side?", "what todos are left", "What do I still have to do?",
     "is anything left on my list", "what have i got to do today", "show me my tasks please", "any to-dos left?"],
)  # fmt: skip
def test_what_is_left_is_asked_for(question: str) -> None:
    assert asked_for_tasks(question)


@pytest.mark.parametrize(
    "question",
    ["which shops are open", "what should I do in Rome", "what do you do", "what to do about mould", "who left",
     "how much is left of the paint", "what did I do on Monday", "Left", "I have to do the dishes and the bins"],
)  # fmt: skip
def test_something_else_is_asked(question: str) -> None:
    assert not asked_for_tasks(question)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (["todo: mend the gate, ring Ossian", "the gate is done"], ["ring Ossian"]),
        (["need to paint the shed and return the ladder", "returned the ladder"], ["paint the shed"]),
        (["I must post the parcel, and I have to buy stamps.", "I have bought the stamps"], ["post the parcel"]),
        (["to do: renew cert for api.example.io, order bread and butter"],
         ["renew cert for api.example.io", "order bread and butter"]),
        (["todo: mend the gate", "the gate is not done yet"], ["mend the gate"]),
        (["todo: mend the gate", "I still need to mend the gate"], ["mend the gate"]),
        (["have got to ring the vet", "no longer have to ring the vet"], []),
        (["I must say it was lovely", "you have to try the soup", "I don't have to work",
          "I have to get up early every day"], []),
        (["must ask Brannoch if I can park there", "so i wont need to ask brannoch after all"], []),
        (["I need to return the drill.", "There's no need to return the drill, Ossian did it."], []),
        (["I have to pay the fine.", "The gate is not ready, and I have paid the fine."], []),
        (["I have to pay the fine and call Ossian.", "I still need to pay the fine, but I called Ossian."],
         ["pay the fine"]),
        (["remind me to buy hay"], ["buy hay"]),
        (["I need to order the blue oars (by post)", "need to buy rope", "still need to order the oars"],
         ["buy rope", "order the blue oars (by post)"]),
        (["do I have to pay the fine?"], []),
        (["could you remind me to ring Ossian and order rye (2 kg)?"], ["ring Ossian", "order rye (2 kg)"]),
        (["dont let me forget to pay the deposit", "add tyre change to my list"], ["pay the deposit", "tyre change"]),
        (["todo: mend the gate, ring Ossian", "delete the todo about the gate, Ada did that"], ["ring Ossian"]),
        (["todo: mend the gate, ring Ossian", "you can take Ossian off my list"], ["mend the gate"]),
        (["todo: mend the gate, ring Ossian", "done: the gate"], ["ring Ossian"]),
        (["todo: order 6 gas bottles, pay Belmar the light bill before dec 8", "ordered the gas this morning"],
         ["pay Belmar the light bill before dec 8"]),
        (["todo: pay Belmar the light bill before dec 8", "paid belmar already"], []),
        (["todo: rotate the ledger db password before friday", "ana says 3.9 first. and password rotated"], []),
        (["todo: mend the gate, ring Ossian", "cross off the fence"], ["mend the gate", "ring Ossian"]),
        (["need to paint the shed and return the ladder, stick those on the list please"],
         ["paint the shed", "return the ladder"]),
        (["I've got to chase the certificate by Monday, pop that on my list will you"],
         ["chase the certificate by Monday"]),
    ],
)  # fmt: skip
def test_what_was_told_and_not_as_done(said: list[str], left: list[str]) -> None:
    assert _left(*said) == left


def test_the_answer_names_what_is_left_or_that_nothing_is() -> None:
    told = told_of_tasks(tasks_of(_said("todo: mend the gate, ring Ossian", "rang ossian")))
    assert told.splitlines()[0] == "Still to do: mend the gate."
    assert told_of_tasks(tasks_of(_said("todo: mend the gate", "mended the gate"))).startswith("Nothing of what")
    assert told_of_tasks([]) == ""


async def test_what_is_put_on_the_list_or_taken_off_is_said_and_no_fact(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        asked = (await events_of(agent, talk, "remind me to buy Rex's worming tablets and order a kite"))[-1]
        done = (await events_of(agent, talk, "delete the todo about the kite, Ada has one"))[-1]
        assert isinstance(asked, TurnEnded) and isinstance(done, TurnEnded)
        assert asked.answer == "To do: buy Rex's worming tablets; order a kite."
        assert done.answer.endswith("Off the list: order a kite.")
        assert (await agent.memory.facts("User"))[1] == []


@pytest.mark.parametrize("question", ["what do i have to do?", "anything left on my todo list?", "what are my tasks"])
async def test_where_no_task_was_told_what_is_coming_up_is_and_nothing_of_the_person(
    tmp_path: Path, question: str
) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, "I'm Pia, a vet in Ghent.")
        none = (await events_of(agent, talk, question))[-1]
        await events_of(agent, talk, "the boat goes back in the water next friday")
        one = (await events_of(agent, talk, question))[-1]
        assert isinstance(none, TurnEnded) and isinstance(one, TurnEnded)
        assert none.answer == "I know of nothing that you have to do."
        assert one.answer.splitlines()[0] == "I know of nothing that you have to do; what is coming up:"
        assert "the boat" in one.answer and "Ghent" not in one.answer


@pytest.mark.parametrize("question", ["is there any rice left", "whats left of the cake", "who has to do it"])
def test_what_may_be_asked_of_something_else_asks_for_no_task(question: str) -> None:
    assert not surely_asks_for_tasks(question)


async def test_a_talk_tells_what_is_left(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in ("todo: mend the gate, ring Ossian", "the gate is done", "I like tea."):
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, "what do i still have to do?"))[-1]
        assert isinstance(last, TurnEnded)
        assert last.answer.splitlines()[0] == "Still to do: ring Ossian."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("hello. is the gate still open", "Still to do: mend the gate."),
        ("is the gate done?", "Still to do: mend the gate."),
        ("did i ring Ossian", "Off the list: ring Ossian."),
        ("have we mended the gate", "Still to do: mend the gate."),
        ("is the shop still open", ""),
        ("is Ossian at the gate", ""),
        ("who mended the gate", ""),
        ("did Ossian see the gate", ""),
    ],
)  # fmt: skip
def test_whether_one_is_left_is_asked(question: str, told: str) -> None:
    tasks = tasks_of(_said("todo: mend the gate, ring Ossian", "rang Ossian"))
    said = told_of_task(question, tasks) if asked_of_task(question) else ""
    assert said.partition("\n")[0] == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Please remind me on Wednesday to ring the vet.", "To do: ring the vet (Wed 4 March)."),
        ("remind me to order the fish on thursday", "To do: order the fish on thursday (Thu 5 March)."),
        (
            "The dean signed on Tuesday. Remind me on Monday to pay the invoice.",
            "To do: pay the invoice (Mon 9 March).",
        ),
        ("remind me tomorrow morning to post the parcel", "To do: post the parcel (Tue 3 March)."),
        ("remind me on the 28th to fetch the pot", "To do: fetch the pot (Sat 28 March)."),
        ("remind me to call Ossian today", "To do: call Ossian today (Mon 2 March)."),
        ("remind me to paint the shed in spring", "To do: paint the shed in spring."),
        ("My boss was fired on Monday, remind me to call her", "To do: call her."),
        ("remind me on 5 January 2028 to renew the passport", "To do: renew the passport (Wed 5 January 2028)."),
        ("put the seed potatoes on my list, for friday", "To do: the seed potatoes (Fri 6 March)."),
        ("remind me on Tuesday 3 March to pay the rent", "To do: pay the rent (Tue 3 March)."),
        ("remind me to buy things for the party", "To do: buy things for the party."),
        ("On Friday, please remind me to return the books.", "To do: return the books (Fri 6 March)."),
        ("I have to renew the permit. Remind me on Sunday.", "To do: renew the permit (Sun 8 March)."),
        ("on 1 april remind me to cancel the trial", "To do: cancel the trial (Wed 1 April)."),
        ("remind me to ring the vet this week about Rex", "To do: ring the vet this week about Rex."),
        ("shopping: done", ""),
        ("packing: it takes me for ever", ""),
        ("put oats on the shopping list", "On the shopping list: oats."),
    ],
)
def test_a_thing_to_do_has_its_day(said: str, told: str) -> None:
    assert told_of_change(said, [], "2026-03-02 18:00:00") == told


def test_a_task_that_is_told_again_keeps_its_day() -> None:
    said = _said("remind me tomorrow to ring the vet about Rex", "remind me to ring the vet")
    assert [bool(task.day) for task in tasks_of(said)] == [True]
    assert " (" in told_of_tasks(tasks_of(said)).splitlines()[0]


def test_only_what_is_put_there_goes_on_the_list_there() -> None:
    said = _said("put eggs on the shopping list", "remind me to call Ann, I left my bag in there")
    assert [(task.text, task.on) for task in tasks_of(said)] == [("eggs", "shopping"), ("call Ann", "")]


@pytest.mark.parametrize(
    ("told", "done"),
    [("remind me to rotate the deploy key", "deploy key rotated"), ("todo: ring Ossian, mend the gate", "rang Ossian")],
)
async def test_a_few_words_say_that_one_is_done(tmp_path: Path, told: str, done: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, told)
        await events_of(agent, talk, "I moved to Hull")
        last = (await events_of(agent, talk, done))[-1]
        assert isinstance(last, TurnEnded) and last.answer.startswith("Off the list: ")


async def test_what_is_told_beside_a_reminder_with_its_day_is_read(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        said = "Remind me on the 20th of March to send the papers. My sister Ida lives in Ghent."
        last = (await events_of(agent, talk, said))[-1]
        assert isinstance(last, TurnEnded)
        assert "Ida lives in Ghent" in last.answer and "send the papers" in last.answer


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("need washers, a tap key, ptfe tape", ["washers", "a tap key", "ptfe tape"]),
        ("We still need milk, eggs and bread.", ["milk", "eggs", "bread"]),
        ("need " + ", ".join(f"part {n}" for n in range(1, 30)), [f"part {n}" for n in range(1, 30)]),
        ("need " + "a, " * 200 + "b?", []),
        ("I need a new car, this one is dying", []),
        ("need to rest, then work", []),
        ("need you, badly", []),
    ],
)
def test_several_things_that_are_needed_are_to_be_got(text: str, left: list[str]) -> None:
    assert _left(text) == left


@pytest.mark.parametrize(
    ("later", "left"),
    [
        ("ledgers done, thank god", ["the rota"]),
        ("rota sorted", ["the ledgers for Ann"]),
        ("ann finished early", ["the ledgers for Ann", "the rota"]),
        ("I have spoken to everybody about the rota, so you may cross that off.", ["the ledgers for Ann"]),
        ("ledgers nearly done", ["the ledgers for Ann", "the rota"]),
    ],
)
def test_a_part_of_its_name_says_that_a_task_is_done(later: str, left: list[str]) -> None:
    assert _left("to do: the ledgers for Ann, the rota", later) == left


def test_a_list_may_be_asked_for_by_what_it_is_for() -> None:
    said = _said("the audit is on friday. to do: count the tills, file the slips")
    assert told_of_list("what's on my list for the audit", said).startswith(
        "Still to do: count the tills; file the slips."
    )


def test_a_question_strikes_nothing_off() -> None:
    told = "remind me to renew the boat licence"
    assert _left(told, "eck mended the gate. did the boat licence ever get renewed") == ["renew the boat licence"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("remind me to ring the vet. and order seed potatoes", ["ring the vet", "order seed potatoes"]),
        ("remember get tar for the hull, ring wayne, n pay trevor",
         ["get tar for the hull", "ring wayne", "pay trevor"]),
        ("remind me to ring Ann. and she was cross", ["ring Ann"]),
    ],
)  # fmt: skip
def test_an_order_may_go_on(text: str, left: list[str]) -> None:
    assert _left(text) == left


@pytest.mark.parametrize(
    ("told", "undone", "line", "left"),
    [
        (["need washers, a tap key", "washers done"], "no hang on undo that, they were the wrong ones",
         "Back on the list: washers.", ["washers", "a tap key"]),
        (["put a gift for Wout on my list"], "undo, Hedda has one", "Off the list: a gift for Wout.", []),
        (["need washers, a tap key", "Ana lives in Ghent"], "undo that", "", ["washers", "a tap key"]),
        (["need washers, a tap key", "washers done"], "sorry no, that was the wrong one. undo that",
         "Back on the list: washers.", ["washers", "a tap key"]),
        (["need washers, a tap key", "washers done", "whats on my list", "thanks"], "no wait put that back",
         "Back on the list: washers.", ["washers", "a tap key"]),
        (["need washers, a tap key", "put a hat on my list", "undo that", "washers done", "no, undo"],
         "undo the last one", "Off the list: washers; a tap key.", []),
    ],
)  # fmt: skip
def test_what_a_message_did_to_a_list_is_undone(told: list[str], undone: str, line: str, left: list[str]) -> None:
    said = _said(*told)
    last = undone_next(said, said[0].conversation_id)
    assert last is not None
    assert told_undone(said, last) == line
    assert _left(*told, undone) == left


@pytest.mark.parametrize(
    "text",
    ["oops wrong one, undo", "hmm thats not right, undo that please", "i meant the other one, undo it",
     "that was the wrong list - undo that would you love", "Ah, my mistake. Please undo that.",
     "Wait, not that one! Undo",
     "no put it back on the list", "put it back on", "she hasn't paid yet, can you undo that", "could you undo that",
     "No, take that back please, the date has not been settled.", "no wait, undo that with the filters, she got others",
     "undo that last one please", "sorry that was last years one, undo it", "i havent paid that yet. scratch that"],
)  # fmt: skip
def test_an_order_to_undo_may_say_why_first(text: str) -> None:
    assert undoes(text)
    assert not beside_undoing(text)


@pytest.mark.parametrize(
    "text",
    ["undo the nginx change", "take back the drill", "scratch it off the list", "he'd undo it",
     "if it leaks, undo that", "he said: undo that", "she told me, undo that", "the lid is stuck, I can't undo it",
     "put the drill back", "i put that back", "put that back in the shed tomorrow", "never undo that",
     "tie the rope, then undo it", "don't undo that", "how do I undo that?",
     "the kettle was faulty, take it back", "i wish i could undo that",
     "the zip is stuck and wont undo", "what's done is done, no undo"],
)  # fmt: skip
def test_nothing_is_undone_by(text: str) -> None:
    assert not undoes(text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("have to be home by 6, the plumber comes", []),
        ("got to be there by 11, side door on mill st ask for sanjay", []),
        ("got to ring the vet, ask for jenny", ["ring the vet", "ask for jenny"]),
        ("need to get milk, bread rolls", ["get milk", "bread rolls"]),
        ("must ring anna, she is ill", ["ring anna"]),
    ],
)
def test_a_plan_goes_on_with_a_verb_or_what_is_got_with_it(text: str, left: list[str]) -> None:
    assert _left(text) == left


def test_what_was_got_behind_something_else_goes_off_a_list_without_a_name() -> None:
    got = "went to the shop with efua, got the plantain and the palm oil (5 litre, 19 euro wow)"
    assert _left("put plantain, palm oil and work gloves on my list", got) == ["work gloves"]


@pytest.mark.parametrize(
    ("told", "later", "left"),
    [
        ("my tasks: bump the driver 4.2 -> 4.4, write runbook for payouts, call Ana",
         "bumped the driver, done. runbook too", ["call Ana"]),
        ("remind me i need bonios for monty and a secret santa for janet", "forget the secret santa janets off sick",
         ["bonios for monty"]),
        ("remind me i need bonios for monty and a secret santa for janet", "forget what janet said",
         ["bonios for monty", "a secret santa for janet"]),
        ("put foam, ribbon and tape on my shopping list",
         "I picked up the foam and the ribbon, and could you add glue to the list please?", ["tape", "glue"]),
        ("put foam, ribbon and tape on my shopping list", "take the foam and ribbon off as I've got those", ["tape"]),
        ("put foam on my shopping list", "add to tasks: ring Ana", ["foam", "ring Ana"]),
    ],
)  # fmt: skip
def test_what_is_done_and_dropped_beside_something_else(told: str, later: str, left: list[str]) -> None:
    assert _left(told, later) == left


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (["todo today: - fix the form - backup the db - answer mail from piet", "form done"],
         ["backup the db", "answer mail from piet"]),
        (["todo: renew ssl for shop, call hetzner re invoice", "ssl is renewed", "the ssl is not done yet"],
         ["renew ssl for shop", "call hetzner re invoice"]),
        (["todo: renew ssl for shop, call hetzner re invoice", "the call hetzner thing is off, they fixed it"],
         ["renew ssl for shop"]),
        (["put milk and eggs on my shopping list", "the milk is off"], ["milk", "eggs"]),
    ],
)  # fmt: skip
def test_a_list_of_dashes_and_what_is_open_again_or_off(said: list[str], left: list[str]) -> None:
    assert _left(*said) == left


def test_what_else_is_open_is_asked_of_no_list() -> None:
    assert not asked_for_tasks("which invoices are still open?")
    assert asked_for_tasks("which tasks are still open?")
