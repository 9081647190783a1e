"""Questions that ask two things: each part is answered."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.question_parts import asked_alone, asked_behind, question_parts
from zeph.agent.answers.talk_kinds import asks
from zeph.records.events import TextDelta, TurnEnded


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("When was Osk born, and when was Runa born?", ["When was Osk born", "when was Runa born?"]),
        ("When does Mrs. Lund's boat have to be ready, and what does she pay?",
         ["When does Mrs. Lund's boat have to be ready", "what does Mrs. Lund pay?"]),
        ("what colour is grannys scarf and where did i put it",
         ["what colour is grannys scarf", "where did i put grannys scarf"]),
        ("where do i take the parcel and who do i ask for",
         ["where do i take the parcel", "who do i ask for parcel"]),
        ("who is my boss and where does he live", ["who is my boss", "where does my boss live"]),
        ("Where do we live now? And where are we moving to?", ["Where do we live now", "where are we moving to?"]),
        ("whats my parrot called and how old is he", ["whats my parrot called", "how old is my parrot"]),
        ("where does my brother live and what is his job", ["where does my brother live", "what is my brother's job"]),
        ("whos our landlord n whats her number", ["whos our landlord", "whats our landlord's number"]),
        ("when is the play and where?", ["when is the play", "where is the play"]),
        ("who's painting our boat and how much", ["who's painting our boat", "how much is painting our boat"]),
        ("when does the new shift start n where is it", ["when does the new shift start", "where is the new shift"]),
        ("what's Osk's number & when does he call", ["what's Osk's number", "when does Osk call"]),
        ("morning! whats my name and where do i live", ["whats my name", "where do i live"]),
        ("when is my review, and is it wee Osk thats injured", ["when is my review", "is it wee Osk thats injured"]),
        ("When is my exam, and what was the date before?", ["When is my exam", "When is my exam before"]),
        ("When does Osk move, and to which street?", ["When does Osk move", "to which street does Osk move"]),
        ("who is there and who was the boss before", ["who is there", "who was the boss before"]),
        ("when is my review and how long is it", ["when is my review", "how long is my review"]),
        ("What do Osk and Runa eat?", ["What do Osk and Runa eat?"]),
        ("Do you know what I said and did?", ["Do you know what I said and did?"]),
        ("I moved to Hull and then what?", ["I moved to Hull and then what?"]),
    ],
)  # fmt: skip
def test_the_parts_of_a_question(text: str, parts: list[str]) -> None:
    assert question_parts(text) == parts


async def test_each_part_is_answered(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, "My brother Osk lives in Hull.")
        await events_of(agent, talk, "I work at Brightloom.")
        last = (await events_of(agent, talk, "Where does Osk live, and where do I work?"))[-1]
        assert isinstance(last, TurnEnded)
        lines = last.answer.splitlines()
        assert "Hull" in lines[0]
        assert "Brightloom" in lines[1]


@pytest.mark.parametrize("text", ["when I was in York and where I slept", "is it salt n pepper", "I know who and why"])
def test_one_thing_is_asked_or_none(text: str) -> None:
    assert question_parts(text) == [text]


async def test_the_time_of_each_part_holds(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, "I work at Brightloom.")
        await events_of(agent, talk, "The new job at Holmfirth Mill starts on 11 January.")
        last = (await events_of(agent, talk, "where do i work now and where does the new job start?"))[-1]
        assert isinstance(last, TurnEnded)
        lines = last.answer.splitlines()
        assert "Brightloom" in lines[0]
        assert "Holmfirth" in lines[1]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("i live in hull\nwhere do i live\n", "where do i live"),
        ("My cat is called Mog. Rex is a dog. What is my cat called?", "What is my cat called?"),
        ("where do i live", "where do i live"),
        ("where do i live? i forgot", "where do i live? i forgot"),
        ("i live in hull\ni like tea", "i live in hull\ni like tea"),
        ("alright. where do i live and who's my boss", "alright. where do i live and who's my boss"),
        ("right! where do i live", "right! where do i live"),
    ],
)
def test_what_is_asked_behind_what_is_told(text: str, asked: str) -> None:
    assert asked_behind(text) == asked


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("my cat is called Mog\nmy dog is Rex\nwhat is my cat called", "Your cat is called Mog."),
        ("plot 14 is ours\nthe shed key is under the pot\nwhere is the shed key?", "The shed key is under the pot."),
        ("the boiler man is dave\nhe comes on tuesday\nwhen does the boiler man come", "he comes on tuesday"),
        ("i live in hull. where do i live?", "You live in Hull."),
    ],
)
async def test_a_question_is_answered_from_the_lines_before_it(tmp_path: Path, text: str, answer: str) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        events = await events_of(agent, conversation, text)
    told = "".join(event.text for event in events if isinstance(event, TextDelta))
    noted, _, answered = told.rpartition("\n\n")
    assert answer in answered, noted
    assert text.splitlines()[-1] not in told, "the question is not quoted"


async def test_a_pronoun_of_the_second_part_is_what_the_first_asks_of(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in ("I am 63 years old.", "rabbit name Clover, a white lop, he 4 now"):
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, "whats my rabbit called and how old is he"))[-1]
        assert isinstance(last, TurnEnded)
        assert "63" not in last.answer and "he 4 now" in last.answer


@pytest.mark.parametrize(
    ("question", "alone"),
    [
        ("hi zeph, where does Ida live now just so i know you got it", "where does Ida live now"),
        ("when is the play, so that I can book the sitter?", "when is the play"),
        ("what is on friday so i can book the car", "what is on friday"),
        ("which job did I leave because of my back?", "which job did I leave because of my back?"),
        ("We sold the car so we take the bus", "We sold the car so we take the bus"),
        ("is it because of the rain?", "is it because of the rain?"),
        ("in case of fire", "in case of fire"),
        ("who is Ida", "who is Ida"),
    ],
)
def test_what_it_is_asked_for_is_no_part_of_what_is_asked(question: str, alone: str) -> None:
    assert asked_alone(question) == alone


async def test_a_question_that_names_nothing_is_of_what_its_message_tells(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, "the kiln tripped the breaker, i dried the elements and reset the relay")
        await events_of(agent, talk, "my aunt moved to Cork")
        last = (await events_of(agent, talk, "that kiln is at it again. what did i do then"))[-1]
        assert isinstance(last, TurnEnded)
        assert "reset the relay" in last.answer


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("What time and where is choir then?", "What time choir"),
        ("what time and where is the play", "what time the play"),
        ("how many and how big are the tiles", "how many the tiles"),
    ],
)  # fmt: skip
def test_a_first_part_that_names_nothing_takes_what_the_second_is_of(text: str, first: str) -> None:
    assert question_parts(text)[0] == first


LIFE = [
    "hiya im rab, 31, stay in perth wi my flatmate gregor",
    "driving test is 9 december 10.14am at the test centre, instructor is mags. failed the first one on a roundabout",
    "asthma: blue inhaler when i need it. annual review at the surgery on 3 dec at 2",
    "saturday game is away to the boys, 10.30 ko, wee aidan cannae play hes done his ankle. lewis is in goals",
    "gregors moving oot at the end o january, gettin a flat wi his burd",
    "wage went up, its 13.10 an hour fae december",
    "put eggs on the shopping list",
    "remind me to ring the bank on tuesday",
    "we pay 1400 a month for the flat in leith",
    "the mortgage is 850 a month with nationwide",
]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("alright. what days the driving test and who's my instructor", ["9 december", "mags"]),
        ("whos ma flatmate and when is he leaving", ["flatmate gregor", "end o january"]),
        ("right, when is ma driving test n whats ma hourly", ["9 december", "13.10"]),
        ("when n what time is ma asthma review, and what has wee aidan done to his ankle", ["3 dec", "ankle"]),
        ("whats on ma to do list n whats coming up this week", ["ring the bank", "Tue", "Thu 3 Dec", "review"]),
        ("whats on this week & who's my instructor", ["ring the bank", "Thu 3 Dec", "mags"]),
        ("how much are we paying for the flat, and how much is the mortgage?", ["1400", "850"]),
    ],
)
async def test_each_part_is_answered_as_it_would_be_alone(tmp_path: Path, question: str, told: list[str]) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in LIFE:
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, question))[-1]
    assert isinstance(last, TurnEnded)
    assert all(one in last.answer for one in told), last.answer
    assert "I know nothing" not in last.answer and "alright" not in last.answer
    quoted = [line.partition("“")[2] for line in last.answer.splitlines() if "“" in line]
    assert len(quoted) == len({*quoted}), last.answer


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("how much is the mortgage and how much is the council tax", "council tax"),
        ("who's my instructor and whats the wifi password", "wifi password"),
    ],
)
async def test_of_a_part_that_nobody_told_nothing_is_known(tmp_path: Path, question: str, unknown: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in LIFE:
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, question))[-1]
    assert isinstance(last, TurnEnded)
    assert unknown in last.answer.partition("I know nothing of")[2], last.answer


@pytest.mark.parametrize(
    "text", ["show me the list", "list printers for the office", "show everything", "list open tickets"]
)
def test_what_is_to_be_shown_is_asked_for(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize("text", ["show committee thursday 10 december", "show rehearsal on friday at 7"])
def test_a_show_is_none(text: str) -> None:
    assert not asks(text)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("the brownies want the hut 2 til 4, what do i charge", "what do i charge"),
        ("the boiler man rang, what did i pay him last time", "what did i pay him last time"),
    ],
)
def test_what_is_asked_behind_a_comma(said: str, asked: str) -> None:
    assert asks(said)
    assert asked_behind(said) == asked


@pytest.mark.parametrize(
    "said",
    ["Tom left, who knows why", "he told me, what a laugh", "Dai has the key, which is mine", "i know what he wants"],
)
def test_what_only_sounds_so_is_not(said: str) -> None:
    assert asked_behind(said) == said
