"""The first line of an answer: a fact where it has what is asked, the sentence where that goes on with a change."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.records.events import TurnEnded


@pytest.mark.parametrize(
    ("told", "question", "first"),
    [
        (["Mareike owns the invoice service, Deniz does the mail service and Jonas has search"],
         "who owns the invoice service?", "Mareike owns the invoice service."),
        (["Our Sian is the children's mam, she's my daughter, she's a nurse in Singleton"],
         "where does Sian work?", "Sian is a nurse in Singleton."),
        (["vet upped churros insulin to 3 units, was 2"], "how much insulin does churro get", "Vet upped Churro's"),
        (["the fence is 14 metres"], "how long is the fence", "The fence is 14 metres."),
        (["Port 8443 of kasse is blocked by the new firewall, we moved it to 9443"],
         "which port has kasse now?", "moved it to 9443"),
        (["work at the garden centre wed thu fri", "leaving the garden centre, start at the library on monday"],
         "where do i work", "start at the library"),
        (["choir is tuesdays half seven at the chapel in Sketty"], "what time is choir?", "half seven"),
    ],
)  # fmt: skip
async def test_what_is_told_first(tmp_path: Path, told: list[str], question: str, first: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in told:
            await events_of(agent, talk, text)
        last = (await events_of(agent, talk, question))[-1]
        assert isinstance(last, TurnEnded)
        assert first in last.answer.splitlines()[0]


@pytest.mark.parametrize(
    ("told", "question", "first"),
    [
        (["Ive got six hens and a whippet called Jess"], "how many hens have I got", "six hens"),
        (["my daughter Alison is out in Canada with her husband Greg and the bairn Rosie"],
         "where's Alison living", "Canada"),
        (["I play darts at the Fox on a Thursday"], "when do I play darts", "on a Thursday"),
    ],
)  # fmt: skip
async def test_and_neither_counts_nor_relations_nor_days_that_were_not_said(
    tmp_path: Path, told: list[str], question: str, first: str
) -> None:
    await test_what_is_told_first(tmp_path, told, question, first)
