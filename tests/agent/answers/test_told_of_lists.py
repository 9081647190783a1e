"""What is still to be done is told by itself where no list is asked for; how much stands on the lists, beside it."""

import pytest

from tests.agent.samples import message
from zeph.agent.answers.open_tasks import told_of_list

TOLD = ("put milk, eggs and bread on the shopping list", "put a rake on the diy list", "remind me to ring Ossian")
COUNTED = "Still to do: ring Ossian.\nOn the shopping list: 3 things.\nOn the diy list: 1 thing."
FULL = "Still to do: ring Ossian.\nOn the shopping list: milk; eggs; bread.\nOn the diy list: a rake."


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what have i still got to do", COUNTED),
        ("whats on my list", FULL),
        ("what do i need to buy", "On the shopping list: milk; eggs; bread."),
    ],
)  # fmt: skip
def test_of_lists_that_are_not_asked_for_it_is_told_how_much_is_on_them(question: str, answer: str) -> None:
    assert told_of_list(question, [message(number, text) for number, text in enumerate(TOLD, 1)]) == answer


def test_where_nothing_else_is_to_be_done_the_lists_are_told() -> None:
    told = [message(1, TOLD[0])]
    assert told_of_list("what have i still got to do", told) == "On the shopping list: milk; eggs; bread."
