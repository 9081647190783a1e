"""What was said and is otherwise since: told beside the message, and where a question takes it to be so."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest_asyncio

from tests.memory.recall.conftest import plan
from tests.remembering import remember
from zeph.agent.answers.memory_answer import answer_from_memory
from zeph.agent.context import GRAPH_HEADER, ContextFrame
from zeph.memory.facade import Memory
from zeph.memory.recall.render.recall_lines import change_told, premise_line
from zeph.memory.recall.render.since_said import Changes
from zeph.records.recalled import NOTHING_KNOWN, Change, Recalled

MAY = "2025-05-03 10:00:00"
MOVED = Change(1, (0, 14), "User lives in Hull", ("User", "Hull"), "User moved to Bristol", MAY, "day", 3, True)
RAISED = Change(2, (0, 20), "User takes drops", ("User", "drops"), "User takes more drops", MAY, "day", 4, False)


@pytest_asyncio.fixture
async def memory(tmp_path: Path) -> AsyncIterator[Memory]:
    async with Memory.open(tmp_path / "zeph.db", background=False) as memory:
        await remember(memory, "I live in Hull.", "My sister Ines lives in Oslo.", sent_at="2025-01-14 08:00:00")
        await remember(memory, "I moved to Bristol.", sent_at="2025-05-03 08:00:00")
        yield memory


def by_text(found: Recalled, text: str) -> str:
    return next(m.line for m in found.messages if text in m.message.text)


async def test_a_message_says_what_is_otherwise_since(memory: Memory) -> None:
    found = await memory.recall("Where in Hull do I live?")
    assert by_text(found, "Hull").endswith("I live in Hull. (changed since: User moved to Bristol, 2025-05-03)")
    assert "changed since" not in by_text(found, "Bristol")


async def test_what_holds_still_says_nothing_of_the_kind(memory: Memory) -> None:
    found = await memory.recall("Where does Ines live?")
    assert "changed since" not in by_text(found, "Ines")
    assert found.premises == ()


async def test_a_question_that_takes_for_so_what_is_over_is_told(memory: Memory) -> None:
    found = await memory.recall("Where is my house in Hull?")
    assert [premise.sentence for premise in found.premises] == ["User moved to Bristol"]
    frame = ContextFrame.of("", (), "Where is my house in Hull?", 8192, 512, True)
    block = next(m.content for m in frame.plan(found).messages if m.content.startswith(GRAPH_HEADER))
    assert block.splitlines()[2] == (
        "- Over since then: User moved to Bristol, 2025-05-03; no longer: User lives in Hull"
    )


async def test_a_question_about_the_past_is_not_told(memory: Memory) -> None:
    assert (await memory.recall("When did I live in Hull before?")).premises == ()


async def test_a_look_at_the_past_does_not_know_what_was_told_later(memory: Memory) -> None:
    found = await memory.recall("Where in Hull do I live?", as_of="2025-02-01 00:00:00")
    assert "changed since" not in by_text(found, "Hull")


def test_only_what_is_over_and_named_is_presumed() -> None:
    changes = Changes((MOVED, RAISED))
    assert changes.presumed(plan("How far is Hull from my office?")) == (MOVED,)
    assert changes.presumed(plan("How many drops do I take?")) == ()
    assert changes.presumed(plan("How far is my office?")) == ()


def test_of_several_changes_of_one_sentence_the_last_is_told() -> None:
    later = replace(MOVED, sentence="User moved to Leeds", by=5)
    assert Changes((MOVED, later)).of(1) == (later,)
    assert Changes((MOVED,)).of(3) == ()


def test_how_it_is_said() -> None:
    assert change_told(MOVED) == "User moved to Bristol, 2025-05-03"
    assert premise_line(MOVED).startswith("Over since then: User moved to Bristol, 2025-05-03")


async def test_what_is_over_is_told_also_where_nothing_is_like_the_question(memory: Memory) -> None:
    found = await memory.recall("Which bus do I take to my office from the place in Hull on rainy mornings?")
    assert found.unsure
    assert [change.sentence for change in found.premises] == ["User moved to Bristol"]


async def test_where_nothing_is_like_the_question_facts_are_of_whom_it_names(memory: Memory) -> None:
    named = await memory.recall("Which sweets does Ines enjoy most?")
    assert named.unsure
    assert {fact.edge.source for fact in named.facts} | {fact.edge.target for fact in named.facts} >= {"Ines"}
    quoted = await memory.recall("Which sweets do I enjoy most after moving?")
    assert quoted.unsure
    assert quoted.messages
    assert quoted.facts == ()


async def test_without_words_in_common_or_an_embedder_nothing_is_given_and_that_is_said(memory: Memory) -> None:
    found = await memory.recall("Which sweets do I enjoy most?")
    assert (found.unsure, found.facts, found.messages) == (False, (), ())
    assert found.notes == (NOTHING_KNOWN,)


async def test_a_message_whose_fact_was_taken_back_says_so(memory: Memory) -> None:
    await remember(memory, "The intern Casper starts on 7 december.", "The intern Odile likes figs.")
    assert "took back" not in by_text(await memory.recall("When does Casper start?"), "Casper")
    fact = next(f for f in (await memory.facts("Odile"))[1] if "figs" in f.fact)
    done = await memory.edits.retract([fact])
    when = memory.now[:10]
    found = by_text(await memory.recall("What does Odile like?"), "Odile")
    assert found.endswith(f"(changed since: User took back: {fact.fact}, {when})")
    assert "took back" not in by_text(await memory.recall("When does Casper start?"), "Casper")
    await memory.edits.undo(done.revision_id)
    assert "took back" not in by_text(await memory.recall("What does Odile like?"), "Odile")


async def test_the_memorys_own_answer_says_so_too(memory: Memory) -> None:
    await remember(memory, "The intern Odile likes figs.")
    await memory.edits.retract((await memory.facts("Odile"))[1])
    found = await memory.recall("What does Odile like?")
    told = (await answer_from_memory("What does Odile like?", None, found)).text
    assert "(changed since: You took back: " in told.splitlines()[0]
