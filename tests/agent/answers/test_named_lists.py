"""Lists that have a name: what is put on them, asked for, and taken off."""

import pytest

from tests.agent.samples import AT
from zeph.agent.answers.open_tasks import (
    asked_for_tasks,
    list_asked,
    tasks_of,
    told_in,
    told_of_change,
    told_of_no_list,
    told_of_tasks,
)
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
        ("add wax to my to-do list", [("wax", "")]),
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


def test_a_list_of_which_all_is_done_is_empty() -> None:
    told = _answer("whats on the shopping list", "put milk on the shopping list", "bought milk")
    assert told == "Nothing is left on the shopping list."


def test_a_list_that_something_else_was_said_of_is_asked_of_what_was_said() -> None:
    assert _answer("whats on the guest list", *TOLD, "the guest list is 40 people") == ""
