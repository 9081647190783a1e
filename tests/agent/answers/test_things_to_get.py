"""What is to be bought: told in other words than a list, and the list that is meant."""

import pytest

from tests.agent.answers.test_named_lists import _said as said_of
from zeph.agent.answers.open_tasks import told_of_list


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        (["put rice and tea on the shopping list", "I need to get some flour and a chicken as well."],
         "what's on my shopping list", "On the shopping list: rice; tea; some flour; a chicken."),
        (["remind me to ring Nia", "buy: boxes, tape, bin bags"], "what do i still need to buy",
         "On the shopping list: boxes; tape; bin bags."),
        (["buy: boxes, tape, bin bags", "tape + bin bags bought"], "what do i still need to buy",
         "On the shopping list: boxes."),
        (["need to buy: a drill, wall plugs", "the drill's bought"], "what's on my shopping list",
         "On the shopping list: wall plugs."),
        (["shopping: leeks, cod if they've got any, tea", "got the leeks and the cod, take them off the list"],
         "whats left on the list then", "On the shopping list: tea."),
        (["remind me to ring Nia", "shopping: a chicken, chicken pellets"], "whats left on the list then",
         "On the shopping list: a chicken; chicken pellets."),
        (["shopping: tea, rice", "remind me to ring Nia"], "whats left on the list then",
         "Still to do: ring Nia. On the shopping list: tea; rice."),
        (["put tea on the shopping list", "I need to get my hair cut as well"], "what's on my shopping list",
         "On the shopping list: tea."),
    ],
)  # fmt: skip
def test_things_to_be_got_are_on_the_list_for_that_however_they_are_told(
    told: list[str], question: str, answer: str
) -> None:
    assert " ".join(told_of_list(question, said_of(*told)).partition("\n- ")[0].split("\n")) == answer


@pytest.mark.parametrize(
    ("told", "left"),
    [
        (["I am to bring a raffle prize.", "remind me to ring Nia",
          "Forget about the raffle prize, Roy is going to bring one instead."], "Still to do: ring Nia."),
        (["i'm to take mum to the clinic", "I'm to blame for the mess", "we're to be married"],
         "Still to do: take mum to the clinic."),
        (["remind me to book the ferry", "forget the ferry times, they are online"], "Still to do: book the ferry."),
    ],
)  # fmt: skip
def test_what_one_is_to_do_and_may_let_be(told: list[str], left: str) -> None:
    assert told_of_list("what have i got to do", said_of(*told)).partition("\n- ")[0] == left
