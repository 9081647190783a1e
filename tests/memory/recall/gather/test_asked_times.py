"""Questions for a time: what was said or is dated then, beside an event, when one last talked."""

import pytest

from tests.memory.recall.conftest import Life
from zeph.memory.recall.query.time_intent import Event, leans, time_intent
from zeph.records.stretch import BEGINNING

TALK = (
    ("2026-09-02 09:00:00", "We hired Oleander to tune the piano."),
    ("2026-10-05 18:00:00", "The cellar was flooded."),
    ("2026-10-06 18:00:00", "I rented two pumps."),
    ("2026-11-18 08:00:00", "My recital is on 4 December."),
    ("2026-11-19 19:00:00", "I glazed eleven bowls."),
    ("2026-11-20 07:30:00", "The kiln arrived."),
)
"""The present is Saturday, 21 November 2026."""


@pytest.fixture
def talk(life: Life) -> Life:
    for at, text in TALK:
        life.graph.message(text, sent_at=at)
    dates = "INSERT INTO message_dates VALUES (4, 1, '2026-12-04 00:00:00', '2026-12-05 00:00:00')"
    life.graph.conn.execute(dates)
    return life


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What did I do yesterday?", ["The kiln arrived."]),
        ("What happened on Thursday?", ["I glazed eleven bowls."]),
        ("What happened in September?", ["We hired Oleander to tune the piano."]),
        ("What do I have in December?", ["My recital is on 4 December."]),
        ("What's coming up?", ["My recital is on 4 December."]),
        ("What did we talk about last time?", ["The kiln arrived."]),
    ],
)
async def test_what_is_asked_for_by_its_time_alone(talk: Life, question: str, said: list[str]) -> None:
    assert [m.message.text for m in (await talk.ask(question)).messages] == said


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What did I do after the flood in the cellar?", "I rented two pumps."),
        ("What happened before the cellar was flooded?", "We hired Oleander to tune the piano."),
        ("Since I glazed bowls, what arrived?", "The kiln arrived."),
    ],
)
async def test_what_happened_beside_an_event(talk: Life, question: str, first: str) -> None:
    assert (await talk.ask(question)).messages[0].message.text == first


async def test_an_event_that_is_dated_otherwise_than_told(talk: Life) -> None:
    talk.fact("visited", "Crete", fact="User visited Crete", valid_from="2026-10-05 00:00:00", valid_from_stated=1)
    found = await talk.ask("What happened after Crete?")
    assert found.messages[0].message.text == "I rented two pumps."


async def test_a_question_that_leans_on_the_one_before_it(talk: Life) -> None:
    talk.graph.message("What happened yesterday?", sent_at="2026-11-21 19:59:00")
    found = await talk.ask("And the day before that?", conversation_id=talk.graph.conversation, before_id=8)
    assert [m.message.text for m in found.messages] == ["I glazed eleven bowls."]
    assert found.question == "And the day before that?"


def test_what_a_question_leans_on() -> None:
    assert leans("And before that?")
    assert leans("What about the week before?")
    assert not leans("Where did I live before Ghent?")
    now = "2026-11-21 20:00:00"
    day = time_intent("What did I do on Monday? And before that?", now).period
    assert day == (BEGINNING, "2026-11-16 00:00:00")
    assert time_intent("When did I go to Lyon? And after that?", now).event == Event(
        "When did I go to Lyon? And ", True
    )
    assert time_intent("Who looks after the cat?", now).event is None
    assert time_intent("Which school is it named after the founder?", now).event is None
