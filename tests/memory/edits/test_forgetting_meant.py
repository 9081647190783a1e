"""What a person means to be forgotten goes with the sentences that told it; what stands beside them stays."""

import pytest

from tests.remembering import remember
from zeph.commands.orders import goes_into_history, ordered
from zeph.errors import NotFound
from zeph.memory.edits.sentences_about import tells_of, told_stems
from zeph.memory.facade import Memory
from zeph.memory.ingest.intents.heeded import heeded
from zeph.memory.ingest.intents.order_of import order_of
from zeph.records.forgetting import Forgotten
from zeph.records.message import GraphState, Message, NewMessage

TALK = (
    "I live at 14 Alder Road. My phone number is 555-0134.",
    "I like tea and I have a sister called Ida.",
    "My brother Marco works at Lumen. The boiler is from 2012.",
    "Marco likes tea.",
)


@pytest.fixture
async def memory(memory: Memory) -> Memory:
    await remember(memory, *TALK)
    [chat] = await memory.conversations.list()
    await memory.observe(NewMessage(chat.id, "assistant", "Noted: You live at 14 Alder Road. You like tea."))
    return memory


async def texts(memory: Memory) -> list[str]:
    return [m.text for chat in await memory.conversations.list() for m in await memory.conversations.history(chat.id)]


async def facts(memory: Memory, name: str = "User") -> list[str]:
    return [fact.fact for fact in (await memory.facts(name))[1]]


async def forgotten(memory: Memory, what: str) -> Forgotten:
    target = await memory.edits.forgetting.meant(what)
    would = await memory.edits.forgetting.preview(target)
    gone = await memory.forget(target)
    assert (would.facts, would.messages, would.cut) == (gone.facts, gone.messages, gone.cut)
    assert await memory.admin.health() == []
    return gone


def in_files(memory: Memory, text: str) -> bool:
    return any(text.encode() in file.read_bytes() for file in memory.path.parent.rglob("*") if file.is_file())


async def test_a_fact_takes_its_sentence_along_and_no_other(memory: Memory) -> None:
    [home] = [fact for fact in (await memory.facts("User"))[1] if "Alder" in fact.fact]
    await forgotten(memory, f"#{home.id}")
    said = await texts(memory)
    assert "[…] My phone number is 555-0134." in said
    assert "[…] You like tea." in said
    assert not in_files(memory, "Alder Road")


async def test_a_sentence_that_tells_another_fact_too_leaves_that_fact(memory: Memory) -> None:
    gone = await forgotten(memory, "I like tea")
    assert [fact.fact for fact in gone.facts] == ["User likes tea"]
    assert "User has a sister called Ida" in await facts(memory)
    assert "[…] and I have a sister called Ida." in await texts(memory)
    assert "Marco likes tea." in await texts(memory), "that is another's"


async def test_a_thing_goes_with_the_sentences_that_name_it(memory: Memory) -> None:
    await forgotten(memory, "my brother Marco")
    assert "[…] The boiler is from 2012." in await texts(memory)
    assert not in_files(memory, "Marco") and not in_files(memory, "Lumen")


async def test_what_no_fact_tells_is_forgotten_by_its_words(memory: Memory) -> None:
    await forgotten(memory, "my phone number")
    assert "I live at 14 Alder Road. […]" in await texts(memory)
    assert "User lives at 14 Alder Road" in await facts(memory)


async def test_the_sentences_are_kept_where_the_person_wants_that(memory: Memory) -> None:
    target = await memory.edits.forgetting.meant("I like tea", keep_messages=True)
    gone = await memory.forget(target)
    assert [fact.fact for fact in gone.facts] == ["User likes tea"] and not gone.cut
    assert set(TALK) <= set(await texts(memory))


async def test_nothing_is_meant_by_what_nobody_spoke_of(memory: Memory) -> None:
    with pytest.raises(NotFound, match="my unicorn"):
        await memory.edits.forgetting.meant("my unicorn")


async def test_the_last_message_goes_with_its_answer_and_everything_with_all(memory: Memory) -> None:
    [chat] = await memory.conversations.list()
    target = await memory.edits.forgetting.last_messages(chat.id)
    assert (await memory.edits.forgetting.preview(target)).messages[0].text == TALK[3]
    await memory.profile.add("I sleep badly")
    await memory.forget(await memory.edits.forgetting.everything())
    assert await texts(memory) == [] and await facts(memory) == []
    assert (await memory.profile.view()).lines == ()


async def test_what_was_cut_is_found_anew_and_claims_keep_their_places(memory: Memory) -> None:
    await forgotten(memory, "my phone number")
    [message] = [
        m for m in (await memory.conversations.search("Alder"))[0][1] if "Alder" in m.text and m.role == "user"
    ]
    claims = await memory.graph.claims(message.id)
    assert [message.text[slice(*claim.span)] for claim in claims if "Alder" in claim.sentence]
    assert await memory.conversations.search("555-0134") == []


@pytest.mark.parametrize(
    ("text", "of_memory"),
    [
        ("forget the phone number", True), ("forget Marco", True), ("please forget the Alder Road", True),
        ("forget the boiler", False), ("forget the tests", False), ("forget pasta", False),
        ("forget the road map", False), ("what a day", False),
    ],
)  # fmt: skip
async def test_what_may_be_said_of_anything_is_an_order_where_it_is_remembered(
    memory: Memory, text: str, of_memory: bool
) -> None:
    assert (await ordered(text, memory) is not None) is of_memory
    assert (order_of(text) is None) and heeded_reads(text), "and else it is read like other talk"


def heeded_reads(text: str) -> bool:
    return heeded(Message(1, 1, 1, "", "user", "", text, "2026-03-01 09:00:00", (), GraphState.PENDING)).reads


async def test_what_is_called_mine_is_the_thing_named_beside_it(memory: Memory) -> None:
    await remember(memory, "My boat, the Kestrel, needs a new mast. The Kestrel leaks.")
    gone = await forgotten(memory, "my boat")
    assert "Kestrel" in gone.entities
    assert not in_files(memory, "Kestrel")


async def test_a_word_that_begins_so_is_meant_where_there_is_no_such_word(memory: Memory) -> None:
    await remember(memory, "the thing on the router is qwerty77Zz and so on")
    await forgotten(memory, "qwerty77")
    assert not in_files(memory, "qwerty77")


SECRET = "I told my sister Ada in trust that the bakery owes the council 3,150 euros, and I blush."


@pytest.mark.parametrize("what", ["the council and the 3,150 euros", "the bakery owes the council money"])
async def test_a_sentence_goes_whatever_else_it_tells_and_whatever_word_it_lacks(memory: Memory, what: str) -> None:
    await remember(memory, SECRET, "The bakery sells rye.")
    await forgotten(memory, what)
    assert not in_files(memory, "3,150")
    assert "The bakery sells rye." in await texts(memory)


async def test_of_two_words_one_is_no_sentence_that_is_meant(memory: Memory) -> None:
    await remember(memory, SECRET)
    with pytest.raises(NotFound):
        await memory.edits.forgetting.meant("the council's tortoise")


async def test_what_says_no_more_than_never_mind_is_not_the_last_thing_said(memory: Memory) -> None:
    await remember(memory, "My sister likes tea.", "never mind")
    target = await memory.edits.forgetting.last_messages((await memory.conversations.list())[0].id)
    assert "My sister likes tea." in [m.text for m in (await memory.edits.forgetting.preview(target)).messages]


async def test_as_many_of_the_last_messages_go_as_are_named(memory: Memory) -> None:
    await remember(memory, "One is here.", "Two is here.", "Three is here.")
    target = await memory.edits.forgetting.last_messages((await memory.conversations.list())[0].id, 2)
    assert len(target.messages) == 2, "nothing was answered here"


@pytest.mark.parametrize(
    ("text", "goes"),
    [
        ("stop remembering for a bit", False), ("don't save any of this", False), ("forget my address", False),
        ("/private on", False), ("remember again", True), ("I like tea", True),
    ],
)  # fmt: skip
def test_orders_to_keep_nothing_are_not_kept_among_the_inputs(text: str, goes: bool) -> None:
    assert goes_into_history(text) is goes


@pytest.mark.parametrize(
    ("fact", "names", "what", "may"),
    [
        ("Kit is expecting", "Kit baby", "asking Kit to marry me", False),
        ("User asked Kit to marry them", "User Kit", "asking Kit to marry me", True),
        ("Gwilym died", "Gwilym death", "Gwilym's singing", False),
        ("Kev is User's brother", "Kev User", "kev", True),
        ("The address of the club is 9 Pier Road", "address of the club 9 Pier Road", "new address of the club", True),
        ("User has pneumonia", "User pneumonia", "mum falling ill last week", True),
    ],
)
def test_a_name_among_several_words_brings_nothing_else_of_theirs(fact: str, names: str, what: str, may: bool) -> None:
    assert tells_of(fact, names, told_stems(what)) is may


async def test_a_fact_that_stands_on_what_goes_goes_along_though_its_words_are_others(memory: Memory) -> None:
    await remember(memory, "The vet has rung, Tibbles won't be ready till Wednesday, and the bill is £285.")
    assert any("285" in fact for fact in await facts(memory, "bill"))
    await forgotten(memory, "the vet's bill")
    assert await facts(memory, "bill") == []
    assert any("Tibbles won't be ready till Wednesday" in text for text in await texts(memory))
    assert not in_files(memory, "bill is £285")


async def test_what_was_read_of_the_same_sentence_goes_along(memory: Memory) -> None:
    await remember(memory, "I live at 14 Corve Street in Ludlow.")
    assert len([fact for fact in await facts(memory) if "Corve" in fact]) > 1
    road = (await memory.facts("14 Corve Street"))[1][0]
    await memory.forget(await memory.edits.forgetting.fact(road.id))
    assert not [fact for fact in await facts(memory) if "Corve" in fact]
