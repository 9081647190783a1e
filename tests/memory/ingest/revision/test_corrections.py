"""What was told wrong gives way at once to what is told right, by number or by the words that are taken back."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from tests.memory.ingest.stated_edges import Graph
from zeph.memory.ingest.reader.read_message import Reader
from zeph.records.claim import Claim, Mention, Span

LATER = "2026-08-20 10:00:00"


def corrected(thing: str, old: str, sentence: str, **more: Any) -> Claim:
    return Claim(
        "correct", Mention("User", "person"), "has_event", Mention(thing, "event"), sentence, Span(0, 1), "test", 0.9,
        old=Mention(old), modality="plan", markers=frozenset({"ahead"}), start="10 August 2026", **more,
    )  # fmt: skip


def fete(who: str) -> Claim:
    return Claim(
        "event", Mention("User", "person"), "has_event", Mention(f"recital of {who}", "event"),
        f"User has the recital of {who} on 10 August 2026", Span(0, 1), "test", 0.9, modality="plan",
        markers=frozenset({"ahead"}), start="10 August 2026",
    )  # fmt: skip


@pytest.mark.parametrize("numbered", [False, True])
async def test_what_is_corrected_gives_way_at_once_also_where_it_lies_ahead(graph: Graph, numbered: bool) -> None:
    await graph.claim("2026-05-01 10:00:00", fete("Osric"))
    await graph.claim("2026-05-02 10:00:00", fete("Nell and Vico"))
    (osric,) = [e for e in await graph.known(LATER) if "Osric" in e.target]
    told_right = corrected("recital of Pia", "Osric", "User has the recital of Pia on 10 August 2026")
    await graph.claim("2026-05-03 10:00:00", replace(told_right, known=(osric.id,) if numbered else ()))
    assert sorted(e.target for e in await graph.known(LATER)) == ["recital of Nell and Vico", "recital of Pia"]


async def test_a_date_that_is_corrected_is_no_other_thing(graph: Graph) -> None:
    await graph.claim("2026-05-01 10:00:00", fete("Osric"))
    moved = corrected("recital of Osric", "10 August", "User has the recital of Osric on 12 August 2026")
    await graph.claim("2026-05-02 10:00:00", replace(moved, start="12 August 2026"))
    (one,) = await graph.known(LATER)
    assert (one.valid_from or "")[:10] == "2026-08-12"


@pytest.mark.parametrize(
    ("told", "moved", "now"),
    [
        ("Release 4.2 goes out on 11 December", "release 4.2 slipped one week, a lockup was found", "2026-12-18"),
        ("The dentist is on 9 December at 8:30", "the dentist has been put back a week", "2026-12-16"),
        ("my exam is on 20 January", "they've brought my exam forward by three days", "2027-01-17"),
        ("My flight to Oslo leaves on 3 January.", "the flight to oslo is delayed by two days", "2027-01-05"),
        ("the boiler man comes on thursday", "boiler man put back a day", "2026-12-04"),
        ("driving test 22 jan, 8.15 at the Mill Road centre", "they've brought my driving test forward four days",
         "2027-01-18"),
        ("My flight to Lisbon leaves on Thursday 14 January", "lisbon flights delayed by 2 days ugh", "2027-01-16"),
        ("moving house 29 jan", "the move is a fortnight later now, solicitors being slow", "2027-02-12"),
        ("my chemistry exam is on 20 january", "Tom's history exam was brought forward two days", "2027-01-20"),
        ("my exam is on 20 January", "they might put my exam back by three days", "2027-01-20"),
        ("my exam is on 20 January", "the dentist has been put back a week", "2027-01-20"),
    ],
)  # fmt: skip
async def test_what_is_moved_by_a_length_is_on_another_day(graph: Graph, told: str, moved: str, now: str) -> None:
    reader = Reader()
    await graph.claim("2026-11-30 10:00:00", *reader.claims(told))
    await graph.claim("2026-11-30 11:00:00", *reader.claims(moved))
    day = date.fromisoformat(now)
    facts = [f"{one.valid_from} {one.fact}" for one in await graph.known("2027-03-01 12:00:00")]
    assert any(now in one or f"{day.day} {day:%B}" in one for one in facts), facts
