"""What is forgotten goes out of core memory too: out of what a block is, what it was, and the bytes of the file."""

import pytest

from tests.remembering import remember
from zeph.memory.facade import Memory
from zeph.records.forgetting import Forgotten

SAID = ("My sister Ottilie lives in Hull.", "I keep four hens.", "The shed opens with 4711.")


@pytest.fixture
async def memory(memory: Memory) -> Memory:
    await remember(memory, *SAID)
    return memory


def in_files(memory: Memory, text: str) -> bool:
    return any(text.encode() in file.read_bytes() for file in memory.path.parent.rglob("*") if file.is_file())


async def text_of(memory: Memory, label: str) -> str:
    return (await memory.blocks.block(label)).text


async def forgotten(memory: Memory, words: str) -> Forgotten:
    target = await memory.edits.forgetting.meant(words)
    would = await memory.edits.forgetting.preview(target)
    gone = await memory.forget(target)
    assert would.blocks == gone.blocks
    return gone


async def test_a_name_goes_from_all_forms(memory: Memory) -> None:
    await memory.blocks.rewrite(
        "human", "Is Dutch. Calls OTTILIE on Sundays. Keeps hens.\nOttilie's birthday is in May"
    )
    await memory.blocks.rewrite("human", "Keeps hens.\n- Sister: Ottilie", by="model")
    await memory.blocks.append("ottilie", "She bakes.", description="About Ottilie")
    await memory.blocks.append("plans", "Visit the coast.", description="For Ottilie and hens")
    gone = await forgotten(memory, "Ottilie")
    assert set(gone.blocks) == {("ottilie", ""), ("human", "- Sister: Ottilie"), ("plans", "For Ottilie and hens")}
    assert gone.rows["memory_blocks"] == 1 and gone.rows["block_sentences"] == 4
    assert await text_of(memory, "human") == "Keeps hens."
    await memory.blocks.undo("human")
    assert await text_of(memory, "human") == "Is Dutch. Keeps hens."
    assert await text_of(memory, "plans") == "Visit the coast."
    assert not in_files(memory, "ttilie") and not in_files(memory, "OTTILIE")
    assert (await memory.admin.check())[1] == []


async def test_what_tells_a_fact_goes(memory: Memory) -> None:
    await memory.blocks.append("human", "Keeps four hens in the yard. Likes rain.")
    [fact] = [f for f in (await memory.facts("User"))[1] if "hens" in f.fact]
    gone = await forgotten(memory, f"#{fact.id}")
    assert gone.blocks == (("human", "Keeps four hens in the yard."),)
    assert await text_of(memory, "human") == "Likes rain."


async def test_a_word_that_nothing_else_holds(memory: Memory) -> None:
    """What a model wrote of it goes; the person's own only where all of it was said there."""
    await memory.blocks.append("notes", "Garden door, code 4711", by="person")
    await memory.blocks.append("persona", "Pin for shed: 4711", by="model")
    await memory.blocks.append("human", "Shed opens with 4711", by="person")
    gone = await forgotten(memory, "shed opens with 4711")
    assert ("persona", "Pin for shed: 4711") in gone.blocks and ("human", "Shed opens with 4711") in gone.blocks
    assert await text_of(memory, "notes") == "Garden door, code 4711"


async def test_words_that_a_block_alone_holds(memory: Memory) -> None:
    await memory.blocks.append("notes", "Zyxwerk invoice is due. Water the plants.")
    gone = await forgotten(memory, "Zyxwerk invoice")
    assert gone.blocks == (("notes", "Zyxwerk invoice is due."),) and not in_files(memory, "Zyxwerk")
    gone = await memory.forget(await memory.edits.forgetting.matching("water plants"))
    assert gone.blocks and await text_of(memory, "notes") == ""


async def test_a_part_of_another_sentence_stays(memory: Memory) -> None:
    await memory.blocks.append("notes", "Hull\nHull is far from here. Ask Hull")
    gone = await memory.forget(await memory.edits.forgetting.matching("far here"))
    assert gone.blocks == (("notes", "Hull is far from here."),)
    assert await text_of(memory, "notes") == "Hull\nAsk Hull"


async def test_everything_and_a_whole_space(memory: Memory) -> None:
    await memory.blocks.append("notes", "Quagga")
    await memory.blocks.append("notes", "Okapi")
    await memory.forget(await memory.edits.forgetting.everything())
    assert [block.label for block in await memory.blocks.all()] == ["persona", "human"]
    await memory.use_space("other")
    await memory.blocks.append("notes", "Quagga")
    await memory.use_space("personal")
    await memory.admin.spaces.remove(await memory.admin.spaces.named("other"))
    assert not in_files(memory, "Quagga") and not in_files(memory, "Okapi")
    assert (await memory.admin.check())[1] == []
