"""Lists that have a name: what is put on them, asked for, and taken off."""

import tomllib
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from tests.agent.samples import AT
from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.got_things import is_got
from zeph.agent.answers.open_tasks import (
    asked_for_tasks,
    list_asked,
    tasks_of,
    told_in,
    told_of_change,
    told_of_no_list,
    told_of_tasks,
)
from zeph.agent.answers.told_tasks import things_told
from zeph.memory.ingest.intents.list_names import list_in
from zeph.records.events import TurnEnded
from zeph.records.message import GraphState, Message


def _said(*texts: str) -> list[Message]:
    return [Message(i, 1, 1, str(i), "user", "", text, AT, (), GraphState.DONE) for i, text in enumerate(texts, 1)]


def _answer(question: str, *texts: str) -> str:
    said = _said(*texts)
    assert asked_for_tasks(question)
    on = list_asked(question)
    return (told_of_tasks(tasks_of(said), on) or told_of_no_list(on, said)).partition("\n- ")[0]


@pytest.mark.parametrize(
    ("said", "things"),
    [
        ("put puppy pads and cat biscuits on the shopping list pls",
         [("puppy pads", "shopping"), ("cat biscuits", "shopping")]),
        ("hiya, pop bread and a pint of milk on the shopping list would you",
         [("bread", "shopping"), ("a pint of milk", "shopping")]),
        ("start a list for xmas pressies: slippers for Dilwyn, knife roll for Tom",
         [("slippers for Dilwyn", "xmas pressies"), ("knife roll for Tom", "xmas pressies")]),
        ("make me a list for the vet: worm tablets, claw clip", [("worm tablets", "vet"), ("claw clip", "vet")]),
        ("keep a camping list for me will you: pegs, rope", [("pegs", "camping"), ("rope", "camping")]),
        ("start a packing list - socks, charger", [("socks", "packing"), ("charger", "packing")]),
        ("can you start a list called garden with compost on it?", [("compost", "garden")]),
        ("put on the camping list: tent pegs; stove gas", [("tent pegs", "camping"), ("stove gas", "camping")]),
        ("reading list: Dune, The Waves", [("Dune", "reading"), ("The Waves", "reading")]),
        ("ok add eggs to shopping list then", [("eggs", "shopping")]),
        ("add screws to the shed list, and ring Marek", [("screws", "shed"), ("ring Marek", "shed")]),
        ("done the brushes. add ring the insurance about the van to the list, and order 20 rods",
         [("ring the insurance about the van", ""), ("order 20 rods", "")]),
        ("remind me to post the letters and put stamps on the shopping list",
         [("post the letters", ""), ("stamps", "shopping")]),
        ("we had fish for tea. put lemons on the shopping list pls", [("lemons", "shopping")]),
        ("add tyre change to my list", [("tyre change", "")]),
        ("Put onion sets on my list for the allotment would you cariad", [("onion sets", "allotment")]),
        ("put twine on my list for the shed please love", [("twine", "shed")]),
        ("add eggs to the shopping list would you mate", [("eggs", "shopping")]),
        ("pop stamps on the list, there's a dear", [("stamps", "")]),
        ("stick bin bags on my list for the caravan ta duck", [("bin bags", "caravan")]),
        ("could you put bleach on the cleaning list for me hun", [("bleach", "cleaning")]),
        ("put peas on the shopping list would you Gwen?", [("peas", "shopping")]),
        ("chuck oil on the list for the van cheers pal", [("oil", "van")]),
        ("Love, can you put a fork on my list for the allotment?", [("a fork", "allotment")]),
        ("put sardines on the list if you'd be so kind", [("sardines", "")]),
        ("put bread on the shopping list for mum", [("bread", "shopping mum")]),
        ("put a card for my love on the list", [("a card for my love", "")]),
        ("put love hearts on the shopping list", [("love hearts", "shopping")]),
        ("add duck to the list", [("duck", "")]),
        ("put on the shopping list: mate tea", [("mate tea", "shopping")]),
        ("add darling buds to the list for the garden", [("darling buds", "garden")]),
        ("remind me to feed the hen", [("feed the hen", "")]),
        ("remind me to buy a duck", [("buy a duck", "")]),
        ("remind me to ring my mate", [("ring my mate", "")]),
        ("add wax to my to-do list", [("wax", "")]),
        ("shopping: oat milk, AA batteries", [("oat milk", "shopping"), ("AA batteries", "shopping")]),
        ("Put wax on my list. I need to mend the gate.", [("wax", ""), ("mend the gate", "")]),
        ("packing: socks, a tent", [("socks", "packing"), ("a tent", "packing")]),
        ("add ham and mustard to my list", [("ham and mustard", "")]),
        ("the guest list is 40 people", []),
        ("she put me on the waiting list", []),
    ],
)  # fmt: skip
def test_a_thing_knows_its_list(said: str, things: list[tuple[str, str]]) -> None:
    assert told_in(said).things == things


TOLD = ("put milk and bread on the shopping list", "start a list for xmas pressies: a torch for dad, slippers",
        "remind me to ring Ossian")  # fmt: skip


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("whats on my shopping list", "On the shopping list: milk; bread."),
        ("what have i got on my shopping list?", "On the shopping list: milk; bread."),
        ("the shopping list please", "On the shopping list: milk; bread."),
        ("show me the shopping list", "On the shopping list: milk; bread."),
        ("is there anything left on the shopping list", "On the shopping list: milk; bread."),
        ("read me the xmas list", "On the xmas pressies list: a torch for dad; slippers."),
        ("whats on the list for xmas", "On the xmas pressies list: a torch for dad; slippers."),
        ("tell me what is on the xmas pressies list", "On the xmas pressies list: a torch for dad; slippers."),
        ("whats on my wish list", "I know of no wish list."),
        ("whats on my list", "Still to do: ring Ossian.\nOn the shopping list: milk; bread.\n"
                             "On the xmas pressies list: a torch for dad; slippers."),
        ("what have i still got to do", "Still to do: ring Ossian.\nOn the shopping list: milk; bread.\n"
                                        "On the xmas pressies list: a torch for dad; slippers."),
    ],
)  # fmt: skip
def test_a_list_is_asked_for_by_its_name(question: str, answer: str) -> None:
    assert _answer(question, *TOLD) == answer


@pytest.mark.parametrize(
    "said", ["i have a list", "i lost my list", "mum wrote a list for the plumber", "the list is long"]
)
def test_what_tells_of_a_list_asks_for_none(said: str) -> None:
    assert not asked_for_tasks(said)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("take the milk off the shopping list", "Off the list: milk."),
        ("bought the milk", "Off the list: milk."),
        ("put jam on my list and cross off the bread", "To do: jam.\nOff the list: bread."),
        ("take the caviar off the shopping list", "I find no “the caviar” on it."),
        ("add take the tablets every day to the list",
         "Kept as you said it, and not put on a list: “take the tablets every day”."),
        ("start a list for the wedding", "Nothing is on that list yet: “put … on the wedding list” begins it."),
        ("i have got to buy bread", "To do: buy bread."),
    ],
)  # fmt: skip
def test_what_is_done_of_an_order_is_said_and_what_is_not(said: str, answer: str) -> None:
    assert told_of_change(said, _said(*TOLD)) == answer


ALLOTMENT = ("put onion sets on my list for the allotment", "whats on my allotment list")


@pytest.mark.parametrize(
    ("told", "said", "answer"),
    [
        (ALLOTMENT, "Take that onion one off will you, and put string on my shopping list",
         "On the shopping list: string.\nOff the list: onion sets."),
        (ALLOTMENT, "take the rake off and put string on the shopping list",
         "On the shopping list: string.\nI find no “the rake” on it."),
        (ALLOTMENT, "take that onion one off", "Off the list: onion sets."),
        (ALLOTMENT, "take the onion thing off my list please cariad", "Off the list: onion sets."),
        (TOLD, "put fridge seal on", "To do: fridge seal."),
        (TOLD[:1], "put fridge seal on", "On the shopping list: fridge seal."),
        ((*TOLD[:1], "put fridge seal on", "pop blue roll on too please"), "take fridge seal off",
         "Off the list: fridge seal."),
        ((*TOLD[:1], "ta"), "add a mop on as well would you", "On the shopping list: a mop."),
        ((*TOLD[:1], "it rained all day", "we went to Borth"), "put fridge seal on", ""),
        (TOLD[:1], "put the kettle on", ""),
        (TOLD[:1], "take your coat off", ""),
        (TOLD[:1], "he put a hat on", ""),
        (("Ana lives in Ghent",), "take the dog off and put the lead on", ""),
    ],
)  # fmt: skip
def test_an_order_may_leave_out_the_list_that_was_spoken_of(told: tuple[str, ...], said: str, answer: str) -> None:
    assert told_of_change(said, _said(*told)) == answer


def test_neither_the_list_nor_its_colon_is_a_thing() -> None:
    told = told_of_change("Put on my to-do list: renew the licence, bring cake", _said())
    assert told == "To do: renew the licence; bring cake."
    more = told_of_change(
        "Strike the licence from my to-do, and add: order two pumps",
        _said("Put on my to-do list: renew the licence, bring cake"),
    )
    assert more == "To do: order two pumps.\nOff the list: renew the licence."


def test_a_list_of_which_all_is_done_is_empty() -> None:
    told = _answer("whats on the shopping list", "put milk on the shopping list", "bought milk")
    assert told == "Nothing is left on the shopping list."


def test_a_list_that_something_else_was_said_of_is_asked_of_what_was_said() -> None:
    assert _answer("whats on the guest list", *TOLD, "the guest list is 40 people") == ""


@pytest.mark.parametrize(
    "said",
    ["who found the milk?", "Ana has got milk intolerance", "I picked up my milk allergy from my mum",
     "did you know they ordered milk for the whole school", "found milk stains on the sofa", "dad got his socks wet",
     "ana got engaged, must send a card", "I've got bread rolls in the oven", "have you bought bread",
     "mum found the bread", "I got bread all over the floor", "dad finished work early", "who packed the socks",
     "got a birthday card from Ana", "we ordered milk chocolate", "got the milk out of the fridge",
     "got the bread out", "I've got the socks down from the loft", "got the milk from the fridge and spilt it",
     "found the socks in the wash", "got the socks onto him", "fetched the bread in from the car"],
)  # fmt: skip
def test_talk_of_a_thing_takes_it_off_no_list(said: str) -> None:
    told = ("put milk and bread on the shopping list", "put socks for dad and a card for ana on the xmas list")
    assert all(task.done_by is None for task in tasks_of(_said(*told, said)) if task.on)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("got the milk", ["bread", "socks for dad"]),
        ("ok, I've bought milk and bread today", ["socks for dad"]),
        ("picked up some bread from the shop", ["milk", "socks for dad"]),
        ("ordered dad's socks online", ["milk", "bread"]),
        ("We packed the socks.", ["milk", "bread"]),
    ],
)
def test_what_the_person_got_is_off_the_list(said: str, left: list[str]) -> None:
    told = ("put milk and bread on the shopping list", "put socks for dad on the xmas list")
    assert [task.text for task in tasks_of(_said(*told, said)) if task.done_by is None] == left


def test_a_thing_stands_on_each_list_that_it_was_put_on() -> None:
    told = ("put milk on the shopping list", "put milk on the party list")
    assert _answer("whats on the shopping list", *told) == "On the shopping list: milk."
    assert _answer("whats on the party list", *told) == "On the party list: milk."
    off = (*told, "take milk off the party list")
    assert _answer("whats on the shopping list", *off) == "On the shopping list: milk."
    assert _answer("whats on the party list", *off) == "Nothing is left on the party list."
    assert told_of_change("bought the milk", _said(*told)) == "Off the list: milk (shopping); milk (party)."
    assert _answer("whats on my list", "put wax on my list", "put wax on the car list") == "On the car list: wax."


def test_what_is_taken_off_another_list_stays() -> None:
    told = ("put milk on the shopping list",)
    assert told_of_change("take milk off the diy list", _said(*told)) == "I find no “milk” on it."
    assert _answer("whats on the shopping list", *told, "take milk off the diy list") == "On the shopping list: milk."


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("shopping list:\nmilk\neggs\nbread", "On the shopping list: milk; eggs; bread."),
        ("my diy list: nails\nglue\nI live in Ghent", "On the diy list: nails; glue."),
        ("packing list:\n- socks\n- a torch\n\nAna is here", "On the packing list: socks; a torch."),
        ("packing list: socks\nshopping list: milk\neggs",
         "On the packing list: socks.\nOn the shopping list: milk; eggs."),
        ("put milk on the shopping list and nails on the diy list",
         "On the shopping list: milk.\nOn the diy list: nails."),
        ("add salt and pepper to the food list and a rope to the boat list and wax to the car list",
         "On the food list: salt; pepper.\nOn the boat list: a rope.\nOn the car list: wax."),
        ("start a list for the party and put crisps on it", "On the party list: crisps."),
        ("start a list for the camp and add a rope to it", "On the camp list: a rope."),
        ("put eggs on my list and Ana lives in Ghent now",
         "To do: eggs.\nKept as you said it, and not put on a list: “Ana lives in Ghent now”."),
        ("put tape on my list and my brother Tom moved to Bath",
         "To do: tape.\nKept as you said it, and not put on a list: “my brother Tom moved to Bath”."),
        ("add milk to the shopping list and call mum", "To do: call mum.\nOn the shopping list: milk."),
        ("add tape to the shopping list and ring the vet", "To do: ring the vet.\nOn the shopping list: tape."),
        ("put bread on the food list and forget that I like tea",
         "On the food list: bread.\nKept as you said it, and not put on a list: “forget that I like tea”."),
        ("clear the xmas list", "Off the list: tea."),
        ("take everything off the xmas list", "Off the list: tea."),
        ("empty the shopping list", "Nothing is left on the shopping list."),
        ("add  to the list", ""),
        ("put on my list", ""),
        ("take tea off the xmas list and put bread on it", "On the xmas list: bread.\nOff the list: tea."),
        ("add milk to the list and", "On the xmas list: milk."),
    ],
)  # fmt: skip
def test_of_an_order_that_holds_more_what_is_sure_is_done(said: str, answer: str) -> None:
    assert told_of_change(said, _said("put tea on the xmas list")) == answer


async def test_what_is_told_behind_an_order_is_read(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, "put eggs on my list and Ana lives in Ghent now")
        last = (await events_of(agent, talk, "where does Ana live?"))[-1]
        assert isinstance(last, TurnEnded) and last.answer.startswith("Ana lives in Ghent")


@pytest.mark.parametrize("word", ["a ", "the ", "list ", "got ", "\n", " ", "todo ", "and ", "my list and "])
@pytest.mark.parametrize("before", ["", "shopping list:", "got milk "])
def test_one_word_over_and_over_takes_no_time(before: str, word: str) -> None:
    text, told = (before + word * 5000)[:5000], _said("put milk on the shopping list")
    tasks_of(told)
    began = process_time()
    list_in(text), things_told(text), is_got("milk", text)
    assert process_time() - began < 0.5  # what takes the square of its length takes seconds


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("read me out my shopping list please", "On the shopping list: eggs; rope."),
        ("Show me my list for Portugal please", "On the portugal list: tea."),
        ("And what is on that list, so that I can copy it out.", "On the portugal list: tea."),
        ("what do i still need to buy", "On the shopping list: eggs; rope."),
        ("what's on portugal", "On the portugal list: tea."),
    ],
)
async def test_a_list_is_shown_in_whatever_words(tmp_path: Path, asked: str, told: str) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        for said in (
            "add eggs to me shopping list",
            "put rope on the shopping list",
            "put tea on my list for portugal",
        ):
            await events_of(agent, conversation, said)
        end = next(event for event in await events_of(agent, conversation, asked) if isinstance(event, TurnEnded))
        assert told in end.answer


@pytest.mark.parametrize(
    "asked", ["show me what you know about Schindler's List", "give me a list of everything you know about me"]
)
async def test_what_is_only_called_a_list_is_none(tmp_path: Path, asked: str) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await events_of(agent, conversation, "My favourite film is Schindler's List.")
        end = next(event for event in await events_of(agent, conversation, asked) if isinstance(event, TurnEnded))
        assert "Your favourite film is Schindler's List." in end.answer


@pytest.mark.parametrize(
    ("said", "gone"),
    [("tick that off", True), ("get it done", False), ("not done that one", False), ("what's done is done", False)],
)
def test_only_what_points_at_what_was_just_spoken_of_takes_it_off(said: str, gone: bool) -> None:
    tasks = tasks_of(_said("remind me to ring the dentist", "is the dentist still to do", said))
    assert [task.done_by is not None for task in tasks] == [gone]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("got the eggs and the rope but they had no tea so what do i still need to get", "On the shopping list: tea."),
        ("Picked up the tea and the rope on my way home, so you can take those off the list", "eggs"),
        ("please put oats on the shopping list, and then read me everything on it", "eggs; rope; tea; oats."),
        ("bought the tea. whats left on the list then", "On the shopping list: eggs; rope."),
    ],
)
async def test_what_is_said_of_a_list_is_done_before_what_is_asked_of_it(tmp_path: Path, said: str, told: str) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await events_of(agent, conversation, "put eggs, rope and tea on the shopping list")
        await events_of(agent, conversation, said)
        end = (await events_of(agent, conversation, "what is on the shopping list"))[-1]
        assert isinstance(end, TurnEnded)
        listed = end.answer.partition("\n- ")[0]
        assert told in listed and "everything" not in listed


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("got the bread. add murphys worming tablets and milk",
         "On the shopping list: murphys worming tablets; milk.\nOff the list: bread."),
        ("I have got the bread, so please take it off the list, and put on a quarter of loose tea.",
         "On the shopping list: a quarter of loose tea.\nOff the list: bread."),
        ("take the blue roll off the list found a box behind the van", "Off the list: blue roll."),
        ("take the blue roll off the list mum gave us two", "Off the list: blue roll."),
        ("picked up the bread, can you add honey", "On the shopping list: honey.\nOff the list: bread."),
        ("bought the bread and stick oat milk on the list", "On the shopping list: oat milk.\nOff the list: bread."),
        ("got the bread, so take it off and add wall plugs", "On the shopping list: wall plugs.\nOff the list: bread."),
        ("bread is sorted, put sandpaper on instead", "On the shopping list: sandpaper.\nOff the list: bread."),
        ("got the bread, add buy stamps to my list", "To do: buy stamps.\nOff the list: bread."),
        ("I put the shed roof on and took the scaffold off", ""),
        ("he added salt to the tea, and took it off the hob", ""),
        ("add it to the bill", ""),
    ],
)  # fmt: skip
def test_each_order_of_several_is_done(said: str, answer: str) -> None:
    assert told_of_change(said, _said("put bread and blue roll on the shopping list")) == answer


@pytest.mark.parametrize(
    ("said", "things"),
    [
        ("put packed lunch bits n bin bags on the shopping list", ["packed lunch bits", "bin bags"]),
        ("put fish n chips on the shopping list", ["fish n chips"]),
        ("add salt n vinegar crisps n dip to the shopping list", ["salt n vinegar crisps", "dip"]),
        ("add a b n q voucher to the shopping list", ["a b n q voucher"]),
        ("Please put ringing the surgery, by Wednesday, on my to-do list, and also polishing the brass.",
         ["ringing the surgery, by Wednesday", "polishing the brass"]),
        ("put post the form, on monday, and ring sue, by the 9th, on my list",
         ["post the form, on monday", "ring sue, by the 9th"]),
        ("todo: chase Farrah, by Tuesday, write postmortem", ["chase Farrah, by Tuesday", "write postmortem"]),
        ("add the friday cakes, sunday roast and milk to the food list", ["the friday cakes", "sunday roast", "milk"]),
    ],
)  # fmt: skip
def test_where_one_thing_ends_and_the_next_begins(said: str, things: list[str]) -> None:
    assert [text for text, _ in told_in(said).things] == things


IN_PART = tomllib.loads(Path(__file__).with_name("lists_in_part.toml").read_text(encoding="utf-8"))["list"]


@pytest.mark.parametrize("one", IN_PART, ids=lambda one: one["asked"])
def test_a_list_is_called_by_a_part_of_its_name(one: dict[str, Any]) -> None:
    first = _answer(one["asked"], *one["told"]).partition("\n- ")[0].lower()
    assert all(thing.lower() in first for thing in one["on"])
    assert not any(thing.lower() in first for thing in one["off"])
