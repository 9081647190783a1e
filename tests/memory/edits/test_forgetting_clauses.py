"""Of a long sentence the clause goes that tells what is to be forgotten; what stands without it stays."""

import pytest

from tests.remembering import remember
from zeph.commands.handlers.forget import _shown
from zeph.commands.outputs import Rows, Text
from zeph.memory.facade import Memory

LODGER = (
    "piotr's lodging with me since september, he's in the back bedroom",
    "pays 450 a month",
    "works nights at the hospital",
)
CASES = (
    (", ".join(LODGER), "piotr pays", f"{LODGER[0]}, […], {LODGER[2]}"),
    ("I like tea and I have a sister called Ida.", "I like tea", "[…] and I have a sister called Ida."),
    (
        "igor is on call this week, im allergic to nuts, then it rained",
        "im allergic to nuts",
        "igor is on call this week, […], then it rained",
    ),
    (
        "I live in Oslo, my sister works at Lumen, we have a dog called Rolf",
        "I live",
        "[…], my sister works at Lumen, we have a dog called Rolf",
    ),
    (
        "My brother Marco works at Lumen, and he earns 4,000 a month; he hates it.",
        "marco works at lumen",
        "[…], and he earns 4,000 a month; he hates it.",
    ),
    (
        "I have a cat called Pickle, who is allergic to fish, and my car is a Volvo",
        "a cat called Pickle",
        "[…], and my car is a Volvo",
    ),
    (
        "guest list is at 84 so far n the barn holds 110 max, beths mum wants her whole choir there which is a joke",
        "beths mum n the choir shell kill me",
        "guest list is at 84 so far n the barn holds 110 max, […]",
    ),
    (
        "the boiler man comes on friday, dads dodgy tenant owes him three months, the bins are tomorrow",
        "the bit on dads dodgy tenant",
        "the boiler man comes on friday, […], the bins are tomorrow",
    ),
    (
        "dads dodgy tenant owes him three months, dads birthday is on friday, the bins are tomorrow",
        "the bit on dads dodgy tenant",
        "[…], dads birthday is on friday, the bins are tomorrow",
    ),
    (
        "Their server is called akte, on port 8443. Contact is Pieter Maes, he replaced Ann Colpaert.",
        "Ann Colpaert",
        "Their server is called akte, on port 8443. […]",
    ),
)  # fmt: skip


@pytest.mark.parametrize(("said", "what", "left"), CASES)
async def test_what_stands_by_itself_stays(memory: Memory, said: str, what: str, left: str) -> None:
    await remember(memory, said)
    target = await memory.edits.forgetting.meant(what)
    would = await memory.edits.forgetting.preview(target)
    await memory.forget(target)
    assert await memory.admin.health() == []
    [chat] = await memory.conversations.list()
    assert [m.text for m in await memory.conversations.history(chat.id)] == [left]
    shown = [output.text for output in _shown(would) if isinstance(output, Text)]
    assert f"Of what you said there stays: “{left}”" in shown


async def test_no_byte_of_a_clause_that_goes_is_left(memory: Memory) -> None:
    await remember(memory, "Rita is my boss, she pays me 3417 a month, and I work from home")
    await memory.forget(await memory.edits.forgetting.meant("3417"))
    files = [file for file in memory.path.parent.rglob("*") if file.is_file()]
    assert files and not any(b"3417" in file.read_bytes() for file in files)
    [chat] = await memory.conversations.list()
    [found] = [message.text for message in await memory.conversations.history(chat.id)]
    assert "Rita is my boss" in found and "I work from home" in found


async def test_what_goes_is_shown_whole_before_it_goes(memory: Memory) -> None:
    said = "I " + "and I ".join(f"keep the number {n} of the harbour office in a drawer " for n in range(4)) + "of Zyx."
    await remember(memory, said.strip())
    would = await memory.edits.forgetting.preview(await memory.edits.forgetting.last_messages(1))
    rows = [cell for output in _shown(would) if isinstance(output, Rows) for row in output.rows for cell in row]
    assert said in rows


async def test_what_only_shares_a_thing_that_was_read_into_it_does_not_speak_of_it(memory: Memory) -> None:
    await remember(memory, "igor is on call this week, i like tea, then bao", "my team is sanne (lead), igor and bao")
    would = await memory.edits.forgetting.preview(await memory.edits.forgetting.meant("I like tea"))
    assert would.facts and would.mentioned_in == ()


async def test_what_only_the_fact_words_so_is_forgotten_with_what_told_it(memory: Memory) -> None:
    await remember(memory, "hello, i'm wenna, 61, and I like tea")
    assert await memory.edits.forgetting.knows("old I am") and not await memory.edits.forgetting.knows("tall I am")
    gone = await memory.forget(await memory.edits.forgetting.meant("old I am"))
    assert [fact.fact for fact in gone.facts] == ["User is 61 years old"]
