"""What was before something that came: a fact that is over, an older sentence, or that nothing is known."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.records.events import TurnEnded


@pytest.mark.parametrize(
    ("told", "question", "first"),
    [
        (["I live in Hull.", "I moved to York in May."], "where did i live before york", "Hull"),
        (["we moved to York in may, before that we lived in Hull"], "where did we live before york", "Hull"),
        (["my boss is now Runa, Osk left on friday"], "who was my boss before runa?", "Osk"),
        (["the boat is due on 18 December", "the boat has slipped to 8 January"],
         "what was the date of the boat before it slipped?", "18 December"),
        (["we decided to drop Kafka and use Pulsar"], "what did we use before pulsar", "Kafka"),
        (["the boat is due dec 18th, paint 2 days before", "the boat slipped, now 8 jan"],
         "what was the old date of the boat", "dec 18th"),
        (["the boat is due dec 18th", "the boat slipped, now 8 jan", "the boat slipped again, 20 jan"],
         "when was the boat due originally?", "dec 18th"),
        (["the boat is due dec 18th", "the boat slipped, now 8 jan", "the boat slipped again, 20 jan"],
         "when was the boat due before", "8 jan"),
        (["I take 50mg of ramipril", "they put the ramipril up to 100mg"], "how much ramipril was i on before", "50mg"),
        (["crew is Osk (skipper) and Runa", "Osk left on friday, Runa is skipper now"], "who was the skipper before",
         "Osk (skipper)"),
        (["the boat is due on 8 january", "we painted the boat now"], "what was the boat's old date", "8 january"),
        (["I live in Hull."], "where did i live before hull", "I know of nothing before that"),
    ],
)  # fmt: skip
async def test_what_was_before_leads(tmp_path: Path, told: list[str], question: str, first: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in told:
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, question))[-1]
        assert isinstance(last, TurnEnded)
        assert first in last.answer.splitlines()[0]


async def test_what_is_to_be_done_before_something_is_no_such_question(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, "I took my pills before lunch at Osk's.")
        last = (await events_of(agent, talk, "what did i take before lunch"))[-1]
        assert isinstance(last, TurnEnded)
        assert "pills" in last.answer.splitlines()[0]
