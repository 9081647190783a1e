"""What the person asks of their own: by its kind, never by its opposite, and never "nothing" where it was told."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.found_answer import NOTHING
from zeph.agent.answers.own_things import own_thing
from zeph.records.events import TurnEnded

BODY = (
    "i take lisinopril",
    "my dad takes warfarin",
    "im allergic to latexin",
    "i can't eat shellfish",
    "my nephew cant eat eggs",
    "i drink two coffees a day",
    "i get 14 pounds an hour at the laundry plus tips",
    "no wait its 16 pounds an hour since may",
    "my cousin is getting paid 25 quid an hour",
)
"""An allergy that is spelled so that nothing is read from it."""
WITHOUT = ("i take lisinopril", "i drink two coffees a day", "i eat a lot of fish")


async def _answers(path: Path, told: Sequence[str], questions: Sequence[str]) -> list[str]:
    async with opened(path, None) as (agent, talk):
        for text in told:
            await events_of(agent, talk, text)
            await agent.memory.wait_idle(30)
        later = await agent.memory.start_conversation()
        answers = []
        for question in questions:
            last = (await events_of(agent, later, question))[-1]
            assert isinstance(last, TurnEnded)
            answers.append(last.answer)
        return answers


async def test_what_one_takes_is_found_by_any_word_for_it(tmp_path: Path) -> None:
    questions = ("what meds am i on", "which tablets do i take", "what medication am i taking", "what are my meds")
    for answer in await _answers(tmp_path, BODY, questions):
        assert answer.casefold().startswith("you take lisinopril.") and "warfarin" not in answer.splitlines()[0], answer


async def test_what_one_must_not_have_is_never_what_one_has(tmp_path: Path) -> None:
    questions = (
        "what can't i take", "what cant i eat", "which foods should i avoid", "what am i not allowed to drink",
        "what mustn't i have", "is there anything i can't take", "what can i not eat",
    )  # fmt: skip
    for answer in await _answers(tmp_path, BODY, questions):
        assert "shellfish" in answer and "allergic to latexin" in answer, answer
        assert not any(word in answer for word in ("isinopril", "coffees", "warfarin", "eggs")), answer


async def test_where_no_ban_was_told_nothing_is_said_of_what_is_taken(tmp_path: Path) -> None:
    questions = ("what can't i take", "what am i not allowed to eat", "what shouldn't i drink")
    assert await _answers(tmp_path, WITHOUT, questions) == [NOTHING] * len(questions)


async def test_a_ban_in_other_words_than_these_is_told(tmp_path: Path) -> None:
    asked = ["what am i not aloud to eat with my tablets?", "what can't i have with my tablets"]
    ban = "Please remember that I am not aloud grapefruit because of my tablets."
    for text in await _answers(tmp_path, ["I eat toast with my tablets", ban], asked):
        assert "grapefruit" in text and "toast" not in text


async def test_a_ban_of_another_is_theirs(tmp_path: Path) -> None:
    (answer,) = await _answers(tmp_path, BODY, ["what can't my nephew eat"])
    assert answer.startswith("Your nephew can not eat eggs.")


async def test_the_last_pay_that_was_told_goes_first_and_no_one_elses(tmp_path: Path) -> None:
    for answer in await _answers(tmp_path, BODY, ["how much do i earn an hour", "whats my hourly pay"]):
        assert "16 pounds" in answer.splitlines()[0] and "25 quid" not in answer, answer


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("what meds am i on", "medicines"),
        ("do i take any tablets", "medicines"),
        ("what cant i take with my pills", "banned"),
        ("what is tom not allowed to eat", "banned"),
        ("what do i have to avoid", "banned"),
        ("what am i allergic to", "allergies"),
        ("how much did i make a week then", "pay"),
        ("what's my salary", "pay"),
        ("whats my name", "name"),
        ("which conditions do i have", "conditions"),
        ("what can't i take to the tip", ""),
        ("what can i eat", ""),
        ("what did i make for tea", ""),
        ("where do i take the tablets back", ""),
        ("how much does ann earn", ""),
        ("what day can't i have the hall", ""),
    ],
)
def test_of_which_kind_it_is(question: str, kind: str) -> None:
    thing = own_thing(question)
    assert (thing.kind if thing else "") == kind


LIFE = (
    "we live in kendal, me and my wife brid and our two girls orla (7) and maeve whos 12",
    "my gran is in hospital in penrith til monday",
    "the rent is 640 a month",
    "my boss is petra",
    "orla does fencing on mondays",
    "orla stopped with fencing in august",
    "i quit the choir last month",
    "maeve plays chess",
    "my aunts van broke down in may",
    "my brother sold his flat for 90k",
)


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("how many girls do i have and how old are they", "orla (7)", "I know nothing of"),
        ("which hospital is gran in and till when", "til monday", "I know nothing of"),
        ("where is gran and until when", "til monday", "I know nothing of"),
        ("how much is the rent and how much is the insurance", "I know nothing of “how much is the insurance”", "orla"),
        ("who is my boss and when does she retire", "I know nothing of “when does my boss retire”", "monday"),
        ("who is my boss and how old is she", "I have nothing about your boss’s age.", "rla"),
        ("does orla still do fencing", "Not any more. ", "I know nothing"),
        ("is orla still fencing", "Not any more. ", "I know nothing"),
        ("do i still sing in the choir", "Not any more. ", "I know nothing"),
        ("does maeve still play chess", "Maeve plays chess.", "Not any more"),
        ("what does orla do on mondays", "fencing", "Not any more"),
        ("what colour is my van", NOTHING, "aunt"),
        ("how much did my flat cost", "", "90k"),
        ("what happened to my aunts van", "broke down", NOTHING),
    ],
)
async def test_nothing_is_denied_that_was_told_nor_told_of_another(
    tmp_path: Path, question: str, told: str, untold: str
) -> None:
    (answer,) = await _answers(tmp_path, LIFE, [question])
    assert told in answer and untold not in answer, answer


async def test_ages_are_denied_where_only_a_number_of_kids_was_told(tmp_path: Path) -> None:
    (answer,) = await _answers(tmp_path, ["we have two boys"], ["how many boys do we have and how old are they"])
    assert "I know nothing of “how old are the boys”." in answer


LONG_AGO = ("Kenji is 31.", "Rosa lives in Ghent.", "Dov works at Lumen as a nurse.", "Pavel breeds budgies.")


@pytest.mark.parametrize(
    ("line", "right", "wrong"),
    [
        ("kenji isnt 31 hes 32, i looked it up", "Kenji is 32", "Kenji is 31"),
        ("rosa doesnt live in Ghent, its Bruges", "Rosa lives in Bruges", "Rosa lives in Ghent"),
        ("its Anouk who breeds budgies, not Pavel", "Anouk breeds budgies", "Pavel breeds budgies"),
    ],
)
async def test_a_fact_of_an_earlier_talk_is_put_right_where_the_line_names_it(
    tmp_path: Path, line: str, right: str, wrong: str
) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in LONG_AGO:
            await events_of(agent, talk, text)
            await agent.memory.wait_idle(30)
        later = await agent.memory.start_conversation()
        for text in ("i like tea", line):
            await events_of(agent, later, text)
            await agent.memory.wait_idle(30)
        _, facts = await agent.memory.facts(right.split()[0])
        _, old = await agent.memory.facts(wrong.split()[0])
    assert right in [fact.fact for fact in facts if fact.active]
    assert wrong not in [fact.fact for fact in old if fact.active and fact.valid_until is None]


@pytest.mark.parametrize(
    "line",
    [
        "its not sunny, its wet",
        "no, not Ghent, Bruges",
        "actually its 32",
        "sorry, 31 minutes late",
        "Dov isnt here today",
    ],
)
async def test_a_line_that_names_nothing_of_it_changes_no_fact_of_an_earlier_talk(tmp_path: Path, line: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in LONG_AGO:
            await events_of(agent, talk, text)
            await agent.memory.wait_idle(30)
        later = await agent.memory.start_conversation()
        await events_of(agent, later, line)
        await agent.memory.wait_idle(30)
        stands = [fact for name in ("Kenji", "Rosa", "Dov", "Pavel") for fact in (await agent.memory.facts(name))[1]]
    kept = {fact.fact for fact in stands if fact.active and fact.valid_until is None}
    assert {text.rstrip(".") for text in LONG_AGO} <= kept
