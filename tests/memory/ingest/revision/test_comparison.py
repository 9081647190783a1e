"""The one question of a message: each verdict from the model's words to the rows, and what stands where there is
none."""

from pathlib import Path
from typing import Any

import pytest

from tests.fakes.models import ScriptedChat, TableEmbedder, extraction, fact
from tests.memory.ingest.scripted_memory import Talk
from zeph.errors import ModelTimeout
from zeph.records.edge import Edge
from zeph.storage.ports import Reader

LATER = "2026-02-01 10:00:00"
GROUPS = extraction(fact("User", "member_of", "Kites"), fact("User", "member_of", "rowing crew"))
NO_GROUP = extraction(fact("User", "member_of", "Thursday group", ends=True))


def says(*verdicts: tuple[int, int, str]) -> list[dict[str, Any]]:
    return [{"claim": c, "fact": f, "reason": "so it was said", "verdict": v} for c, f, v in verdicts]


def tool(target: str, **more: Any) -> dict[str, Any]:
    return extraction(fact("User", "uses", target, **more))


async def reviews(talk: Talk) -> list[str]:
    return [r.reason for r in await talk.memory._store.graph.revisions(1, 20) if "cannot change" in r.reason]


async def superseded(talk: Talk, *targets: str) -> list[Edge]:
    def read(reader: Reader) -> list[Edge]:
        (me,) = reader.entities.named(1, "user")
        return [e for e in reader.edges.from_source(me.id, history=True) if e.target in targets and not e.active]

    return await talk.memory._store.read(read)


@pytest.mark.parametrize(
    ("verdicts", "left"),
    [
        (says((1, 1, "ends")), ["rowing crew"]),
        (says((1, 1, "ends"), (1, 2, "ends")), []),
        (says((1, 1, "updates"), (1, 2, "beside")), ["rowing crew"]),
        (says((1, 1, "beside"), (1, 2, "beside")), ["Kites", "rowing crew"]),
        (says((1, 1, "same")), ["Kites", "rowing crew"]),
        (says((1, 9, "ends"), (7, 1, "ends")), ["Kites", "rowing crew"]),
        ([], ["Kites", "rowing crew"]),
        (ModelTimeout("slow"), ["Kites", "rowing crew"]),
        ("no verdicts at all", ["Kites", "rowing crew"]),
    ],
)
async def test_which_facts_an_end_in_other_words_means(tmp_path: Path, verdicts: Any, left: list[str]) -> None:
    chat = ScriptedChat({"Kites": GROUPS, "No more": NO_GROUP}, verdicts=verdicts)
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("Kites and a rowing crew.")
        receipt = await talk.say("No more Thursday group.", LATER)
        assert [e.target for e in await talk.edges()] == left
        assert len(receipt.ended) == 2 - len(left)
        asked = chat.asked("verdicts")[0]
    assert "1: User member_of Kites (since 2026-01-01)" in asked and "2: User member_of rowing crew" in asked
    assert "1: (end) User member_of Thursday group" in asked and "Message: No more Thursday group." in asked


@pytest.mark.parametrize(
    ("verdict", "left", "ended"),
    [
        ("same", ["green tea"], 0),
        ("updates", ["tea with milk"], 1),
        ("ends", ["tea with milk"], 1),
        ("beside", ["green tea", "tea with milk"], 0),
    ],
)
async def test_a_new_claim_beside_one_that_is_near_by_its_words(
    tmp_path: Path, verdict: str, left: list[str], ended: int
) -> None:
    first, second = (extraction(fact("User", "drinks", t)) for t in ("green tea", "tea with milk"))
    chat = ScriptedChat({"First": first, "Second": second}, verdicts=says((1, 1, verdict)), relation="none")
    alike = {"User drinks tea with milk": ("User drinks green tea", 0.8)}
    async with Talk(tmp_path, chat, TableEmbedder(alike), extractor="llm") as talk:
        await talk.say("First, green tea")
        await talk.say("Second, tea with milk", LATER)
        assert [e.target for e in await talk.edges()] == left
        assert len(await superseded(talk, "green tea")) == ended
    assert len(chat.asked("verdicts")) == 1


async def test_what_no_table_admits_is_left_for_a_person(tmp_path: Path) -> None:
    """The model ends what the claim was not compared with: a fact near to the other claim alone."""
    known = extraction(fact("User", "member_of", "Kites"), fact("User", "suffers_from", "hay fever"))
    over = extraction(
        fact("User", "member_of", "Thursday group", ends=True),
        fact("User", "suffers_from", "spring sneezing", ends=True),
    )
    chat = ScriptedChat({"Known": known, "Over": over}, verdicts=says((1, 2, "ends"), (2, 2, "ends")))
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("Known: Kites and hay fever")
        await talk.say("Over: the Thursday group, the spring sneezing", LATER)
        assert [e.target for e in await talk.edges()] == ["Kites"]
        (reason,) = await reviews(talk)
    assert reason.startswith("“User member_of Thursday group” cannot change “User suffers_from hay fever”")


async def test_a_relation_no_table_knows_changes_only_what_shares_a_word(tmp_path: Path) -> None:
    known = extraction(fact("User", "member_of", "harbour choir"), fact("User", "owns", "red Volvo"))
    chat = ScriptedChat(
        {"Known": known, "Gave": extraction(fact("User", "handed_in_robe_of", "harbour singers", ends=True))},
        verdicts=says((1, 1, "ends"), (1, 2, "ends")), relation="none",
    )  # fmt: skip
    alike = {"User handed_in_robe_of harbour singers": ("User owns red Volvo", 0.7)}
    async with Talk(tmp_path, chat, TableEmbedder(alike), extractor="llm") as talk:
        await talk.say("Known: harbour choir and a red Volvo")
        await talk.say("Gave my robe back", LATER)
        assert [e.target for e in await talk.edges()] == ["red Volvo"]
        assert len(await reviews(talk)) == 1


async def test_nobody_is_asked_where_nothing_is_near_or_a_rule_tells(tmp_path: Path) -> None:
    chat = ScriptedChat(
        {
            "Vim": tool("vim"), "Bike": tool("bike"), "Stop": tool("vim", ends=True), "Hull": _home("Hull"),
            "Leeds": _home("Leeds"), "Again": tool("bike"),
        },
        verdicts=says((1, 1, "ends")),
    )  # fmt: skip
    async with Talk(tmp_path, chat, TableEmbedder(), extractor="llm") as talk:
        for number, said in enumerate(("Vim", "Bike", "Hull", "Leeds", "Again", "Stop"), start=1):
            await talk.say(said, f"2026-0{number}-01 10:00:00")
        assert await talk.known() == ["User uses bike", "User lives_in Leeds"]
    assert not chat.asked("verdicts")


async def test_at_most_ten_facts_are_put_in_one_question(tmp_path: Path) -> None:
    many = extraction(*(fact("User", "member_of", f"Club {letter}{letter}") for letter in "abcdefghijkl"))
    chat = ScriptedChat({"Many": many, "No more": NO_GROUP}, verdicts=[])
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("Many clubs")
        await talk.say("No more Thursday group.", LATER)
    (asked,) = chat.asked("verdicts")
    assert "10: User" in asked and "11: User" not in asked


async def test_a_used_up_budget_leaves_it_to_the_rules(tmp_path: Path) -> None:
    chat = ScriptedChat({"Kites": GROUPS}, verdicts=says((1, 1, "ends")))
    async with Talk(tmp_path, chat, extractor="auto", extraction_token_budget_per_day=1) as talk:
        await talk.say("Kites and a rowing crew.")
        before = len(chat.prompts)
        await talk.say("I'm no longer in the Thursday group.", "2026-01-01 11:00:00")
    assert len(chat.prompts) == before


def _home(place: str) -> dict[str, Any]:
    return extraction(fact("User", "lives_in", place))
