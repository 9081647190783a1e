"""What is not to be kept of a message is its last sentence, where the message says so of a part of itself."""

import pytest

from zeph.memory.ingest.intents.order_of import order_of
from zeph.records.order import Order


@pytest.mark.parametrize(
    ("text", "left", "last"),
    [
        ("Rolf runs the depot. he is useless. don't keep that last bit", "Rolf runs the depot.", "he is useless."),
        ("I live in Trier. The code is 4411. don't store the last part", "I live in Trier.", "The code is 4411."),
        ("Jan runs it. The gate code is from Dr. Smith. don't keep that last bit", "Jan runs it.",
         "The gate code is from Dr. Smith."),
        ("Jan runs it. The gate code is 4411. Oops. don't keep that last bit", "Jan runs it.",
         "The gate code is 4411. Oops."),
        ("Jan runs it. He is a fool, don't keep that last bit", "Jan runs it.", "He is a fool"),
        ("we won. I cheated though. forget that last sentence please", "we won.", "I cheated though."),
    ],
)  # fmt: skip
def test_the_last_bit_is_of_the_message_itself(text: str, left: str, last: str) -> None:
    order = order_of(text)
    assert order is not None
    assert (order.kind, order.about, order.what, text[: order.start].strip()) == ("unstored", "last_bit", last, left)


def test_of_one_sentence_nothing_is_kept() -> None:
    order = order_of("Ines is expecting. don't keep the last part")
    assert order is not None
    assert (order.kind, order.about, order.what) == ("unstored", "what", "Ines is expecting.")


@pytest.mark.parametrize(
    "text", ["forget the last thing I said", "Sorry. forget my last message", "forget that last bit",
             "Sorry, I should not have said that. forget that last bit"],
)  # fmt: skip
def test_whole_messages_are_meant_otherwise(text: str) -> None:
    order = order_of(text)
    assert order is not None
    assert (order.kind, order.about) == ("forget", "last_message")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("scrap the alarm code, don't keep that", "the alarm code"),
        ("get rid of gran's address, don't store that any more", "gran's address"),
        ("bin my old number, dont keep that", "my old number"),
    ],
)
def test_what_is_to_be_forgotten_before_it_is(text: str, what: str) -> None:
    """Where something is known of it; else the line alone is kept nowhere."""
    order, by_itself = order_of(text, if_known=True), order_of(text)
    assert order is not None
    assert (order.kind, order.what, text[order.start : order.stop], order.if_known) == ("forget", what, what, True)
    assert by_itself is not None
    assert by_itself.kind == "unstored"


def test_what_is_told_before_it_is_kept_nowhere() -> None:
    order = order_of("the alarm code is 4471, don't keep that", if_known=True)
    assert order is not None
    assert order.kind == "unstored"


def test_an_order_that_is_all_of_its_message_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told by example may be about the whole line, so that nothing is left to read before it."""
    text = "My aunt said something of a family fare, maybe it was a bundle with the ferry."
    whole = Order("unstored", text, 0, len(text), if_known=True)
    monkeypatch.setattr("zeph.memory.ingest.intents.order_of._by_example", lambda *_, **__: whole)
    assert order_of(text, if_known=True) == whole
