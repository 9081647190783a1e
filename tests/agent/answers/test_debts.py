"""What somebody owes is told as a sum, with what came to it; other questions and statements are left alone."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from tests.agent.samples import AT, fact, message
from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.debts import as_owed_now, asks_of_debts, told_of_debts
from zeph.memory.debts.accounts import Account, Step
from zeph.memory.debts.amounts import Amount
from zeph.memory.debts.books import Debts
from zeph.records.events import TurnEnded

SAID = [message(1, "lent Gwen 60 quid for the lock"), message(2, "gwen gave me 20 back"), message(3, "I owe Rolf 15")]


def _step(kind: str, by: str, to: str, amount: int, number: int) -> Step:
    return Step(kind, by, to, Amount(Decimal(amount), "£"), number, f"2026-03-{number:02} 09:00:00")


GWEN = Account(
    "User", "Gwen", (("£", Decimal(40)),), (_step("lent", "User", "Gwen", 60, 1), _step("paid", "Gwen", "User", 20, 2))
)
ROLF = Account("User", "Rolf", (("£", Decimal(-15)),), (_step("owed", "Rolf", "User", 15, 3),))
DEBTS = Debts((GWEN, ROLF))


@pytest.mark.parametrize(
    "question",
    ["how much does gwen owe me", "Has Gwen paid me back?", "what did I lend Gwen in all", "am I square with Gwen",
     "how much is left of what I lent gwen"],
)  # fmt: skip
def test_the_sum_and_what_came_to_it(question: str) -> None:
    assert asks_of_debts(question)
    first = told_of_debts(question, DEBTS, SAID).splitlines()[0]
    assert first == "Gwen owes you £40: you lent £60 (2026-03-01); Gwen paid £20 (2026-03-02)."


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("who owes me money", "Gwen owes you £40: you lent £60 (2026-03-01); Gwen paid £20 (2026-03-02)."),
        ("whom do I owe?", "You owe Rolf £15: you owed £15 (2026-03-03)."),
        ("do I owe Ann anything", "I know of no such debt."),
        ("what is owed altogether", "Gwen owes you £40. You owe Rolf £15."),
    ],
)
def test_of_everybody_or_of_nobody(question: str, first: str) -> None:
    assert told_of_debts(question, DEBTS, SAID).splitlines()[0] == first


def test_whoever_is_named_most_exactly_is_meant() -> None:
    mother = replace(GWEN, other="Gwen's mum")
    both = Debts((GWEN, mother))
    assert told_of_debts("what does Gwen's mum owe me?", both, SAID).startswith("Gwen's mum owes you £40")
    assert told_of_debts("what does Gwen owe me?", both, SAID).startswith("Gwen owes you £40")


@pytest.mark.parametrize("text", ["when is Gwen back?", "is Gwen even taller than Rolf?", "has Gwen given a talk?"])
def test_of_people_who_owe_something_else_is_asked_too(text: str) -> None:
    assert not asks_of_debts(text) or not told_of_debts(text, DEBTS, SAID)


def test_nobody_owes_anything_only_where_all_was_read() -> None:
    assert told_of_debts("who owes me money", Debts(), []) == "Nobody owes you anything, as far as I know."
    unread = Debts((), frozenset((1,)), frozenset((1,)))
    assert told_of_debts("who owes me money", unread, SAID) == ""
    assert told_of_debts("does Gwen owe me anything", unread, SAID) == ""


def test_what_could_not_be_read_is_told_with_the_sum() -> None:
    account = Account(GWEN.one, GWEN.other, GWEN.balances, GWEN.steps, unread=(3,))
    told = told_of_debts("what does Gwen owe me", Debts((account,)), SAID).splitlines()
    assert told[0].startswith("As far as I could read it, Gwen owes you £40: ")
    assert told[1] == "- Not counted, for I could not read it: On 2024-06-01 you said: “I owe Rolf 15”"


@pytest.mark.parametrize(
    "text",
    ["did I give the drill back to Sam?", "what has Kev got of mine", "lent Gwen 60 quid", "Gwen paid me back",
     "who has my ladder", "how old is Gwen", "I owe Rolf a drink"],
)  # fmt: skip
def test_it_is_asked_for_nothing_else(text: str) -> None:
    assert not asks_of_debts(text)


async def test_it_is_told_in_a_talk_and_goes_before_a_model(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        for text in ("lent Gwen 60 quid for the lock", "gwen gave me 20 back, her boiler is mended"):
            await events_of(agent, conversation, text)
        events = await events_of(agent, conversation, "how much does gwen owe me")
        ended = [event for event in events if isinstance(event, TurnEnded)]
        assert ended[0].answer.startswith("Gwen owes you £40: you lent £60")
        plan = await agent.plan("how much does gwen owe me", conversation)
        assert any("Gwen owes you £40" in one.content for one in plan.messages)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("sandra gave me a tenner back", "Sandra owes you £10."),
        ("forget about the money with sandra its all sorted", "You and Sandra are square."),
        ("sandra came by for a tenner of petrol, not for me", ""),
        ("the tenner Sandra has is green", ""),
    ],
)
async def test_what_is_left_is_told_with_what_was_paid(tmp_path: Path, said: str, told: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, "lent my sister sandra 20 quid for bingo")
        last = (await events_of(agent, talk, said))[-1]
        assert isinstance(last, TurnEnded)
        assert told in last.answer
        assert bool(told) == ("Sandra owes" in last.answer or "are square" in last.answer)
        assert "/forget" not in last.answer


def test_a_fact_of_what_was_owed_is_told_as_it_is_now() -> None:
    was = fact(1, "Gwen owes User 60")
    owing = was.edge._replace(source="Gwen", target="User", canonical_relation="owes", fact="Gwen owes User 60")
    now = as_owed_now(replace(was, edge=owing), DEBTS, AT)
    assert now is not None
    assert (now.edge.fact, now.line.startswith("Gwen owes User £40 (")) == ("Gwen owes User £40", True)
    square = Debts((Account("User", "Gwen", (("£", Decimal(0)),), GWEN.steps),))
    assert as_owed_now(replace(was, edge=owing), square, AT) is None
    unsure = Debts((replace(GWEN, unread=(9,)),))
    assert as_owed_now(replace(was, edge=owing), unsure, AT) == replace(was, edge=owing)
