"""What a line is for, told by example: lines that nothing was learned from, and what is made of them."""

import json
from collections import Counter
from importlib import resources

import pytest
from blake3 import blake3

from benchmarks.learn_intents import CHECKED, FORMED, FORMS, FORMS_CHECKED, KINDS, LEARNED, Line, lines_of
from tests.remembering import remember
from zeph.agent.answers.talk_kinds import CIVIL, talk_answer
from zeph.commands.orders import ordered
from zeph.memory.facade import Memory
from zeph.memory.ingest.intents.heeded import heeded
from zeph.memory.ingest.intents.line_features import MOST_WORDS, stretches_of, tokens_of
from zeph.memory.ingest.intents.line_kinds import DATA_FILE, about_of, kind_of
from zeph.memory.ingest.intents.order_of import order_of, task_order_of
from zeph.records.message import GraphState, Message

CHECK = lines_of(CHECKED)
ORDERED = [line for line in CHECK if line["order"] not in KINDS[:2]]


def read(line: Line) -> str:
    order = order_of(line["text"], if_known=True) or task_order_of(line["text"])
    return order.kind if order else "none"


def test_the_weights_were_learned_from_the_lines_that_are_here() -> None:
    made = json.loads((resources.files("zeph.memory.ingest.intents") / DATA_FILE).read_text("utf-8"))
    for file in (LEARNED, FORMED):
        assert made["learned_from"][file.name] == blake3(file.read_bytes()).hexdigest()


def test_five_orders_of_six_in_words_of_others_are_recognised() -> None:
    assert sum(kind_of(line["text"])[0] == line["order"] for line in ORDERED) >= 0.85 * len(ORDERED)


def test_two_of_three_are_done_and_hardly_any_is_taken_for_another() -> None:
    """Of what is done at once only what names the memory; of what is to be kept nothing is done but keeping it."""
    told = [(line["order"], read(line)) for line in ORDERED]
    assert sum(kind == wanted for wanted, kind in told) >= 0.65 * len(told)
    assert sum(kind not in ("none", wanted) for wanted, kind in told) <= 0.03 * len(told)


def test_half_of_what_is_civil_in_words_of_others_is_told_and_hardly_anything_else() -> None:
    told = [(line["form"], talk_answer(line["text"])[0]) for line in lines_of(FORMS_CHECKED)]
    civil = [kind in CIVIL for form, kind in told if form in CIVIL]
    others = [kind in CIVIL for form, kind in told if form not in FORMS]
    assert sum(civil) >= 0.5 * len(civil)
    assert sum(others) <= 0.01 * len(others)
    assert sum(kind == "work" for form, kind in told if form not in FORMS) <= 0.01 * len(others)


@pytest.mark.parametrize("text", ["elbe?", "notif-svc?", "and kai?", "keys?", "port 8443", "zalando"])
def test_what_names_a_thing_and_hardly_more_is_nothing_civil(text: str) -> None:
    assert talk_answer(text)[0] not in CIVIL


@pytest.mark.parametrize("kind", ["forget", "show", "task", "done", "pause", "resume"])
def test_three_of_four_of_what_is_shown_asked_or_said_are_done(kind: str) -> None:
    told = Counter(read(line) for line in ORDERED if line["order"] == kind)
    assert told[kind] >= 0.75 * told.total()


@pytest.mark.parametrize(
    "text",
    [
        "undo the haircut, she cried", "revert that PR before lunch", "put the clock back an hour",
        "reset the router to how it was", "stop filming me", "mute the alerts channel", "go ahead and merge",
        "please keep quiet about the baby till sunday", "that's not my coat, it's dad's", "add Jo to the rota",
        "stop the recorder in the hall", "start the backup again at night", "save me a seat", "keep the change",
        "unpause the music", "log out of the portal when done", "write nothing on the form", "set it to 19 again",
        "take my name off the lease", "note that the shop shuts at 5", "pick up where we left off", "carry on",
    ],
)  # fmt: skip
def test_what_is_asked_of_anybody_else_does_nothing_to_the_memory(text: str) -> None:
    assert order_of(text, if_known=True) is None and task_order_of(text) is None


def test_other_talk_though_much_of_it_sounds_alike_is_hardly_ever_an_order() -> None:
    others = [line for line in CHECK if line["order"] in KINDS[:2]]
    assert sum(read(line) != "none" for line in others) <= 0.03 * len(others)


def test_what_it_is_about_is_told_in_most_of_its_words() -> None:
    shared = []
    for line in (one for one in ORDERED if one["what"]):
        start, stop = about_of(line["text"], line["order"])
        told, meant = ({*part.casefold().split()} for part in (line["text"][start:stop], line["what"]))
        shared.append(2 * len(told & meant) / (len(told) + len(meant)))
    assert sum(shared) >= 0.75 * len(shared)


@pytest.mark.parametrize(
    "text",
    ["dont forget nans birthday", "dont forget nans party", "please dont forget my birthday",
     "must not forget the bins", "don't forget Ann's leaving do", "dont forget about the vet",
     "mustnt forget bin day", "lets not forget the deposit",
     "dont let me forget the bins", "never forget my brothers number", "Do not forget my sister's address",
     "cant forget mums anniversary", "dont you forget grandads phone number", "i must not forget my pin",
     "never forget a face", "i wont forget her address", "you never forget your first job"],
)  # fmt: skip
def test_what_is_not_to_be_forgotten_is_no_order_to_forget_it(text: str) -> None:
    order = order_of(text, if_known=True)
    assert order is None or order.kind != "forget"
    assert kind_of(text)[0] != "forget"


@pytest.mark.parametrize(
    "text",
    ["forget nans birthday", "forget about nans party", "can you forget my birthday", "please forget the bins",
     "could you not just forget my pin", "I never said you could keep it, forget my pin"],
)  # fmt: skip
def test_and_an_order_to_forget_the_same_is_one(text: str) -> None:
    order = order_of(text, if_known=True)
    assert order is not None
    assert order.kind == "forget"


@pytest.mark.parametrize(
    "text", ["Mi hermana vive en Madrid", "vergeet mijn adres alsjeblieft", "zapomnij mój adres", "", "…", "42", "?!"]
)
def test_what_is_hardly_english_is_no_order_and_no_question(text: str) -> None:
    assert kind_of(text)[0] == "talk"
    assert about_of(text, "forget")[0] <= len(text)


def test_of_a_line_of_marks_no_stretch_is_left_but_none() -> None:
    assert stretches_of(["-", "!", "?"]) == [(0, 0)]


def test_of_a_very_long_line_its_ends_tell() -> None:
    line = " ".join(["word"] * 20 * MOST_WORDS)
    assert len(tokens_of(line)) > MOST_WORDS and kind_of(line)[1] <= 1.0


def message(text: str) -> Message:
    return Message(1, 1, 1, "", "user", "", text, "2026-03-01 09:00:00", (), GraphState.PENDING)


def test_beside_a_task_that_an_example_tells_the_rest_is_read() -> None:
    said = message("My sister Ana moved to Hull, stick a card for her on my list would you")
    assert heeded(said).reads and heeded(said).message.text == said.text


def test_of_what_is_to_go_nothing_is_read_though_nothing_of_it_is_known() -> None:
    assert not heeded(message("get shot of whatever you hold on my cousin Rolly's debts, would you")).reads


async def test_an_order_in_words_of_ones_own_is_the_command_that_does_it(memory: Memory) -> None:
    await remember(memory, "I am 63 years old.", "I owe my cousin Rolly 300 for the boat.")
    lines = {
        "take my age out, thats nobodys business": "forget",
        "forget about the money i owe rolly, shouldnt be in there": "forget",
        "undo what you just noted down for me please": "graph undo",
        "no more notes for a while ok": "private",
    }
    found = {text: await ordered(text, memory) for text in lines}
    assert {text: one[0].name if one else "" for text, one in found.items()} == lines


async def test_what_nothing_is_known_of_is_no_order_to_forget_it(memory: Memory) -> None:
    await remember(memory, "I am 63 years old.")
    assert await ordered("forget about the money the bakery owes rolly, shouldnt be in there", memory) is None


async def test_an_order_to_forget_that_was_kept_does_not_stand_for_what_it_is_about(memory: Memory) -> None:
    text = "forget about the money i owe rolly, shouldnt be in there"
    await remember(memory, text, "I owe my cousin Rolly 4000 dollars.")
    would = await memory.edits.forgetting.preview(await memory.edits.forgetting.meant("the money i owe rolly"))
    gone = [message.text for message in (*would.messages, *(one for one, _ in would.cut))]
    assert "I owe my cousin Rolly 4000 dollars." in gone and text in gone


@pytest.mark.parametrize(
    "text",
    [
        "anything coming up i shouldnt forget",
        "what was it i had to remember",
        "Oh dear, I believe I pressed something.",
    ],
)
def test_what_asks_and_what_names_nothing_forgets_nothing(text: str) -> None:
    assert order_of(text) is None
