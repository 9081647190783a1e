"""Orders about the memory: the table's own examples, those that were held out, and what an order does to a reading."""

from typing import Any

import pytest

from benchmarks.memory_orders import FILES, Example, load, told
from tests.remembering import remember
from zeph.memory.facade import Memory
from zeph.memory.ingest.intents.heeded import heeded
from zeph.memory.ingest.intents.order_of import (
    LONGEST,
    count_of,
    intents_table,
    let_be_of,
    order_of,
    order_of_list,
    task_order_of,
)
from zeph.records.message import GraphState, Message
from zeph.records.order import Order

ROWS = intents_table()["order"]


def of_row(text: str, row: dict[str, Any], *, if_known: bool = False) -> Order | None:
    if row["kind"] in ("let_be", "never_mind"):
        return let_be_of(text)
    if row["kind"] in ("task", "done"):
        return order_of_list(text) if row.get("if_known") else task_order_of(text)
    return order_of(text, if_known=if_known)


def message(text: str, role: str = "user") -> Message:
    return Message(1, 1, 1, "", role, "", text, "2026-03-01 09:00:00", (), GraphState.PENDING)  # type: ignore[arg-type]


@pytest.mark.parametrize(("row", "yes"), [(row, yes) for row in ROWS for yes in row["yes"]])
def test_what_a_row_says_it_reads(row: dict[str, Any], yes: str) -> None:
    text, _, what = yes.partition(" => ")
    order = of_row(text, row, if_known=True)
    assert order is not None, text
    assert (order.kind, order.about, order.what) == (row["kind"], row.get("about", "what"), what)
    assert order.if_known == row.get("if_known", False)
    assert not order.if_known or order_of(text) is None
    assert text[order.start : order.stop] == what


@pytest.mark.parametrize(("row", "no"), [(row, no) for row in ROWS for no in row["no"]])
def test_what_a_row_says_is_no_order(row: dict[str, Any], no: str) -> None:
    text, _, kind = no.partition(" => ")
    order = of_row(text, row, if_known=row.get("if_known", False))
    assert (order.kind if order else "") == kind != row["kind"]


@pytest.mark.parametrize(
    ("kind", "say"), [(row["kind"], say) for row in ROWS if row["kind"] in ("pause", "resume") for say in row["say"]]
)
def test_whatever_is_worded_so_has_a_word_that_its_kind_needs(kind: str, say: str) -> None:
    assert has_one(say, frozenset(intents_table()["needs"][kind]))


def has_one(say: str, needed: frozenset[str]) -> bool:
    """Whether a wording has one of the words, whichever of its alternatives is said."""
    return any(all(is_one(one, needed) for one in part.split("/")) for part in say.split() if part[-1] not in "?*")


def is_one(word: str, needed: frozenset[str]) -> bool:
    if word.startswith("<"):
        return all(has_one(say, needed) for say in intents_table()["groups"][word[1:-1]])
    return word in needed


def test_talk_about_remembering_and_forgetting_is_hardly_ever_an_order() -> None:
    others = [e for name in FILES for e in load(name) if e.order == "none"]
    assert sum(told(e)[0] != "none" for e in others) <= 0.02 * len(others)


@pytest.mark.parametrize("name", FILES)
def test_nine_orders_of_ten_are_told(name: str) -> None:
    orders: list[Example] = [e for e in load(name) if e.order != "none"]
    assert sum(told(e)[0] == e.order for e in orders) >= 0.9 * len(orders)
    assert [e.text for e in orders if told(e)[0] not in ("none", e.order)] == []


@pytest.mark.parametrize(
    "text",
    ["You can forget about Dai's water tablets, he's off them",
     "forget the caravan, they sold it", "forget the parish concert, it's been cancelled",
     "you can forget dais tablets hes off them now", "Forget the boxing class, I packed it in.",
     "forget about nans bus pass cos shes moved into the home and left it",
     "forget the allotment - we gave it up in October",
     "Please forget about the night shift, I am no longer doing it", "Forget the choir. It folded at Christmas."],
)  # fmt: skip
def test_what_is_said_to_be_over_is_told_and_not_forgotten(text: str) -> None:
    assert order_of(text, if_known=True) is None
    assert heeded(message(text)).reads


@pytest.mark.parametrize(
    "text",
    ["forget about Dai's water tablets", "forget the caravan, it's nobody's business",
     "forget Mrs. Petrova's address, she has moved away.", "forget my old phone number, i have a new one now",
     "forget everything about jade, we broke up", "forget that I go to yoga, I packed it in",
     "wipe jess from ur memory we broke up", "forget the notes on the caravan, they sold it",
     "forget what I said about my boss, I left", "Forget the plumber's number. The pipe still leaks",
     "forget about the loan please, it's embarrassing", "forget the Lumen thing, it came to nothing",
     "forget my boss's temper because he'd sack me"],
)  # fmt: skip
def test_an_order_to_forget_is_one_whatever_it_gives_as_its_reason(text: str) -> None:
    order = order_of(text, if_known=True)
    assert order is not None
    assert order.kind == "forget"


def test_a_long_text_was_pasted_and_orders_nothing() -> None:
    assert order_of("Remember that I like tea. " + "It is good. " * (LONGEST // 10)) is None


def test_an_order_to_remember_is_read_without_its_words_each_character_where_it_was() -> None:
    text = "Please don't forget that I like tea!"
    read = heeded(message(text))
    assert read.reads and read.remember == "I like tea"
    assert read.message.text.strip() == "I like tea"
    assert read.message.text.index("I like tea") == text.index("I like tea")


@pytest.mark.parametrize("text", ["Forget that I like tea.", "off the record, I like tea"])
def test_of_an_order_to_forget_nothing_is_read(text: str) -> None:
    assert not heeded(message(text)).reads
    assert heeded(message(text, "assistant")).reads, "only a person orders"


async def test_what_is_to_be_remembered_stands_in_the_profile(memory: Memory) -> None:
    await remember(
        memory, "Remember that my sister Ida is allergic to nuts.", "Keep in mind that I can't do Thursdays."
    )
    lines = {line.text: line.kind for line in (await memory.profile.view()).lines}
    assert lines["Ida is allergic to nuts"] == "pinned"
    assert lines["I can't do Thursdays"] == "written", "no fact tells it"


async def test_what_is_to_be_remembered_changes_like_any_fact(memory: Memory) -> None:
    """A later change of the person's own is no less theirs than the order was."""
    await remember(memory, "Remember that I live in Porto.", "I moved to Bergen.")
    texts = [line.text for line in (await memory.profile.view()).lines]
    assert any("Bergen" in text for text in texts) and not any("Porto" in text for text in texts)


async def test_an_order_to_forget_in_an_import_gives_no_fact(memory: Memory) -> None:
    await remember(memory, "Forget that I like tea.")
    assert (await memory.facts("User"))[1] == []


def test_a_correction_that_names_a_thing_is_read_as_a_statement_of_it() -> None:
    text = "Please correct the tour: it's on the 4th of May, not the 3rd."
    read = heeded(message(text))
    assert read.corrects is not None
    assert " ".join(read.message.text.split()) == "the tour is on the 4th of May, not the 3rd"
    assert read.message.text.index("4th") == text.index("4th")


def test_of_a_sentence_in_which_a_key_was_hidden_nothing_is_read() -> None:
    read = heeded(message("The pw is [redacted] on staging. I live in Oslo."))
    assert read.reads and read.message.text.split() == ["I", "live", "in", "Oslo."]
    assert read.message.text.index("Oslo") == "The pw is [redacted] on staging. I live in Oslo.".index("Oslo")


@pytest.mark.parametrize(("text", "count"), [("forget my last two messages", 2), ("delete that last note", 1)])
def test_how_many_of_the_last_messages_are_meant(text: str, count: int) -> None:
    order = order_of(text)
    assert order is not None and order.about == "last_message" and count_of(order) == count


async def test_an_order_to_show_is_answered_like_the_question(memory: Memory) -> None:
    await remember(memory, "I live in Porto.", "Show me what you have noted, please.")
    assert [fact.fact for fact in (await memory.facts("User"))[1]] == ["User lives in Porto"]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("shopping: inner tubes 700x28, chain lube", ""),
        ("shopping list: rope 12mm, shackles", ""),
        ("todo: ring the dentist. I live in Hull", "I live in Hull"),
        ("my list for Tom: a kite\nI live in Hull", "I live in Hull"),
        ("parking: level 2, bay 14", "parking: level 2, bay 14"),
        ("my shopping list is long", "my shopping list is long"),
    ],
)
def test_what_stands_on_a_list_is_read_as_no_fact(text: str, read: str) -> None:
    found = heeded(message(text))
    assert found.message.text.strip(" .\n") == read and len(found.message.text) == len(text)
    assert found.reads == bool(read)
