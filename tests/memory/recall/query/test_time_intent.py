"""Questions about the past, about plans, and about days: which facts they see, in which order."""

from pathlib import Path
from typing import Any

import pytest

from tests.memory.recall.conftest import LATER, Life
from tests.storage.graph_rows import SPACE, Graph
from zeph.memory.recall.query.time_intent import Past, asks_plans, past, period
from zeph.records.stretch import FOR_EVER
from zeph.records.view import View
from zeph.storage.engine.view_sql import view_params
from zeph.storage.graph.sqlite_walk_reads import SqliteWalkReads, dated_sql


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Where did I live before Ghent?", "Porto"),
        ("Where did I use to live?", "Porto"),
        ("Where did I work in 2020?", "Acme"),
        ("Until when did I work at Acme?", "Acme"),
        ("Do I drink coffee?", "coffee"),
        ("Do I still drink coffee?", "coffee"),
        ("Who is Nadia?", "Nadia"),
        ("Do I have a girlfriend?", "Nadia"),
    ],
)
async def test_what_is_over_answers_questions_about_the_past(life: Life, question: str, first: str) -> None:
    found = await life.ask(question)
    assert found.facts[0].edge.target == first
    assert ", until 20" in found.facts[0].line


@pytest.mark.parametrize("question", ["Where do I live?", "Which town do I live in now?", "What do you know about me?"])
async def test_what_is_over_stays_out_of_questions_about_the_present(life: Life, question: str) -> None:
    targets = await life.targets(question)
    assert "Ghent" in targets
    assert {"Porto", "Acme", "coffee", "Nadia"}.isdisjoint(targets)


async def test_a_look_at_a_moment_is_not_widened(life: Life) -> None:
    assert await life.targets("Where did I live before Ghent?", as_of="2026-05-01 00:00:00") == ["Ghent"]


async def test_what_was_retracted_is_never_seen(life: Life) -> None:
    life.fact("lives_in", "Mars", expired_at="2026-01-01 00:00:00", expired_reason="retracted", live=0)
    assert "Mars" not in await life.targets("Where did I live before?")


async def test_plans_are_what_lies_ahead_and_not_what_was_planned(life: Life) -> None:
    life.plans()
    for question in ("What are my plans?", "What's coming up?"):
        found = await life.ask(question)
        assert [fact.edge.target for fact in found.facts[:2]] in (["eye test", "Tartu"], ["Tartu", "eye test"])
        assert "driving test" not in [fact.edge.target for fact in found.facts]
        assert "User lives in Tartu (confidence: 0.90, from 2027-03)" in [fact.line for fact in found.facts]
    assert (await life.targets("When was my driving test?"))[0] == "driving test"
    assert "Tartu" not in await life.targets("Where do I live?")


async def test_days_are_answered_by_what_lies_in_them(life: Life) -> None:
    life.plans()
    life.graph.message("We had a picnic.", sent_at="2026-05-20 10:00:00")
    life.graph.conn.execute("UPDATE messages SET indexed_text = 'user, 20 May 2026: We had a picnic.'")
    may = await life.ask("What happened in May?")
    assert [fact.edge.target for fact in may.facts] == ["Crete"]
    assert [m.message.text for m in may.messages] == ["We had a picnic."]
    assert "eye test" in await life.targets("What do I have in December?")
    assert set(await life.targets("What changed this year?")) >= {"Porto", "Ghent", "coffee", "Nadia"}
    assert (await life.ask("What happened in 1998?")).facts == ()


@pytest.mark.parametrize(
    ("question", "targets"),
    [("What do I like?", "tea"), ("What don't I like?", "fog"), ("Where am I now?", "Ghent")],
)
async def test_questions_of_common_words_alone(life: Life, question: str, targets: str) -> None:
    assert (await life.targets(question))[0] == targets


def test_how_far_a_question_turns_to_the_past() -> None:
    assert past("Where did I live before Graz?", 2026) is Past.SURELY
    assert past("What should I do before Friday?", 2026) is Past.NO
    assert past("Where did I live?", 2026) is Past.PERHAPS
    assert past("My employer in 2019", 2026) is Past.PERHAPS
    assert past("Am I allergic to nuts?", 2026) is Past.PRESENT
    assert past("Who is Nadia?", 2026) is Past.NAMED
    assert past("Which editor do I use now?", 2026) is Past.NO


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("What happened in May?", "2026-05-01", "2026-06-01"),
        ("What happened in December?", "2025-12-01", "2026-01-01"),
        ("What is planned for December?", "2026-12-01", "2027-01-01"),
        ("What happened in March 2024?", "2024-03-01", "2024-04-01"),
        ("What did I do in 2021?", "2021-01-01", "2022-01-01"),
        ("What did I do last year?", "2025-01-01", "2026-01-01"),
        ("What changed since last year?", "2025-01-01", "2026-11-22"),
        ("What did we do last summer?", "2026-06-01", "2026-09-01"),
        ("What happened yesterday?", "2026-11-20", "2026-11-21"),
        ("What do I have on Thursday?", "2026-11-26", "2026-11-27"),
        ("What did I do on Thursday?", "2026-11-19", "2026-11-20"),
        ("What's on next week?", "2026-11-23", "2026-11-30"),
        ("What did I do last month?", "2026-10-01", "2026-11-01"),
    ],
)
def test_days_that_a_question_names(question: str, start: str, end: str) -> None:
    days = period(question, LATER)
    assert days is not None
    assert (days.start[:10], days.end[:10]) == (start, end)


def test_no_days() -> None:
    assert period("I may march on", LATER) is None
    assert period("Where do I live?", LATER) is None
    assert period("What are my plans?", LATER) == (LATER, FOR_EVER)
    assert asks_plans("What's coming up?")


def test_dated_edges_are_read_from_the_index(tmp_path: Path) -> None:
    """The days are looked for in the covering index; a hub's rows are not read for it."""
    graph = Graph(tmp_path / "z.db")
    hub = graph.entity("Hub")
    stated: dict[str, Any] = {"valid_from": "2026-05-02 00:00:00", "valid_from_stated": 1}
    told = graph.edge(hub, "likes", graph.entity("tea"), valid_from="2026-05-09 00:00:00")
    begun = graph.edge(hub, "uses", graph.entity("vim"), **stated)
    over = graph.edge(graph.entity("Eve"), "knows", hub, valid_until="2026-05-03 00:00:00", live=0)
    graph.edge(hub, "uses", graph.entity("ed"), valid_from="2026-06-01 00:00:00")
    view = View(SPACE, LATER, ended=True)
    may = ("2026-05-01 00:00:00", "2026-06-01 00:00:00")
    assert SqliteWalkReads(graph.conn).edges_dated([hub], view, *may, 9) == [over, begun, told]
    assert SqliteWalkReads(graph.conn).edges_dated([hub], view, *may, 1) == [over]
    assert SqliteWalkReads(graph.conn).edges_dated([hub], View(SPACE, LATER), *may, 9) == [begun, told]
    plan = " ".join(str(row) for row in graph.conn.execute(f"EXPLAIN QUERY PLAN {dated_sql(view)}", {
        "nodes": "[1]", "start": may[0], "end": may[1], "over": may[1], "limit": 9, **view_params(view)}))  # fmt: skip
    assert "COVERING INDEX graph_edges_out" in plan
    assert "COVERING INDEX graph_edges_in" in plan
