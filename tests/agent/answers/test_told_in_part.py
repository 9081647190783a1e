"""What hardly half of a message says is told as that: the rest is kept as it was said."""

import pytest

from zeph.agent.answers.told_in_part import told_in_part
from zeph.records.revision import Receipt


@pytest.mark.parametrize(
    ("said", "noted", "in_part"),
    [
        ("i'm allergic to latex, and i take naproxen when the headaches come", "User takes naproxen", True),
        ("my mate Jo and i are opening a bike shop in Leith in may", "User's mate is Jo", True),
        ("i live in Leith", "User lives in Leith", False),
        ("my sister Wilma works at the Halden bakery", "User's sister is Wilma", True),
        ("i started at Halden on 3 may 2021", "User started at Halden", False),
        ("ok so i live in Leith now", "User lives in Leith", False),
        ("who is that", "", False),
    ],
)
def test_what_is_hardly_told(said: str, noted: str, in_part: bool) -> None:
    assert told_in_part(said, Receipt(message_id=1, learned=(noted,) if noted else ())) is in_part


def test_without_a_receipt_nothing_is() -> None:
    assert not told_in_part("my mate Jo and i are opening a bike shop in Leith", None)
