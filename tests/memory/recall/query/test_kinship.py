"""Who is meant by what they are to somebody."""

from collections.abc import Collection
from pathlib import Path

import pytest

from tests.memory.ingest.scripted_memory import Talk
from tests.memory.recall.conftest import EDGE
from zeph.memory.recall.query.kinship import relatives_meant
from zeph.records.edge import Edge

USER, NORA, PAUL, REX, BERGEN, TOM = range(1, 7)
NAMES = {"": [USER], "nora": [NORA], "paul": [PAUL]}


def fact(text: str, source: int, target: int, source_name: str, target_name: str) -> Edge:
    return EDGE._replace(fact=text, source_id=source, target_id=target, source=source_name, target=target_name)


FACTS = (
    fact("User's older sister is Nora", USER, NORA, "User", "Nora"),
    fact("Paul is Nora's husband", NORA, PAUL, "Nora", "Paul"),
    fact("Paul has a dog called Rex", PAUL, REX, "Paul", "Rex"),
    fact("User visited sister Nora in Bergen", USER, BERGEN, "User", "Bergen"),
    fact("User's son is Tom", USER, TOM, "User", "Tom"),
)


def named(name: str) -> Collection[int]:
    return NAMES.get(name, [])


@pytest.mark.parametrize(
    ("question", "ids", "owners"),
    [
        ("Where does my sister live?", (NORA,), {""}),
        ("When did I last visit my sister?", (NORA,), set()),
        ("Where does my older sister work?", (NORA,), {""}),
        ("How old is my sister's husband?", (PAUL,), {""}),
        ("What is Nora\u2019s husband's dog called?", (REX,), {"nora"}),
        ("What do Nora and Nora's husband have in common?", (PAUL,), set()),
        ("How are my kids?", (), set()),
        ("How is my kid?", (TOM,), {""}),
        ("Where does my brother live?", (), set()),
        ("What's my sister's job?", (NORA,), {""}),
        ("What's new?", (), set()),
        ("my", (), set()),
    ],
)
def test_who_is_meant(question: str, ids: tuple[int, ...], owners: set[str]) -> None:
    found = relatives_meant(question, FACTS, named)
    assert found.ids == ids and found.owners == frozenset(owners)


async def test_the_sister_s_home_comes_before_one_s_own(tmp_path: Path) -> None:
    async with Talk(tmp_path, extractor="local") as talk:
        for said in (
            "I live in Lisbon.",
            "My sister Nora lives in Bergen.",
            "Nora is married to Paul.",
            "Paul works at Acme.",
        ):
            await talk.say(said)
        sister = await talk.memory.recall("Where does my sister live?")
        husband = await talk.memory.recall("Where does Nora's husband work?")
        mine = await talk.memory.recall("Where do I live?")
    assert [sister.facts[0].edge.target, husband.facts[0].edge.target, mine.facts[0].edge.target] == [
        "Bergen",
        "Acme",
        "Lisbon",
    ]
