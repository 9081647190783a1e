"""Questions that ask two things: each part is answered."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.question_parts import question_parts
from zeph.records.events import TurnEnded


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("When was Osk born, and when was Runa born?", ["When was Osk born", "when was Runa born?"]),
        ("When does Mrs. Lund's boat have to be ready, and what does she pay?",
         ["When does Mrs. Lund's boat have to be ready", "what does Mrs. Lund pay?"]),
        ("who is my boss and where does he live", ["who is my boss", "where does my boss live"]),
        ("Where do we live now? And where are we moving to?", ["Where do we live now", "where are we moving to?"]),
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
