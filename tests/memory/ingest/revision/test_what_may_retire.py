"""What may retire a fact, whatever is said: an end, a replacement, another target of a functional relation, an
opposite.

Random statements, each strategy; after every one the rows before and after are held against each other.
"""

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.fakes.models import ScriptedChat, extraction, fact
from tests.memory.ingest.scripted_memory import Talk
from tests.memory.ingest.stated_edges import Graph, edge
from zeph.clock import FixedClock
from zeph.memory.language.ontology import Ontology
from zeph.records.edge import Edge
from zeph.records.entity import Origin
from zeph.storage import open_store
from zeph.storage.ports import TextQuery

ONTOLOGY = Ontology.load()
TARGETS = ("vim", "Emacs", "Oslo", "Paris", "Acme")
RELATIONS = ("uses", "prefers", "avoids", "likes", "dislikes", "lives_in", "works_at", "switched_to", "frobs")


@dataclass(frozen=True)
class Told:
    relation: str
    target: str
    sure: float = 0.9
    ends: bool = False
    replaces: str | None = None
    since: str | None = None
    until: str | None = None
    origin: Origin = "llm"


WHEN = st.sampled_from([None, None, "2019", "in March 2020", "2026-01-03", "next month", "31 February", "year 0"])
TOLD = st.builds(
    Told,
    st.sampled_from(RELATIONS), st.sampled_from(TARGETS), st.sampled_from([0.5, 0.7, 0.9]),
    st.sampled_from([False, False, False, True]), st.sampled_from([None, None, "", *TARGETS]), WHEN, WHEN,
    st.sampled_from(["llm", "llm", "llm", "person"]),
)  # fmt: skip


async def rows(graph: Graph) -> dict[int, Edge]:
    found = await graph.store.graph.entities_matching(1, "user", TextQuery(), 1)
    if not found:
        return {}
    edges = await graph.store.read(lambda r: r.edges.from_source(found[0].id, history=True))
    return {e.id: e for e in edges}


async def checked(told: list[Told], strategy: str, path: Path) -> None:
    clock = FixedClock("2026-01-01 00:00:00")
    store = await open_store(path / "zeph.db", clock, 1)
    graph = Graph(store, clock, strategy)
    try:
        for number, one in enumerate(told):
            before = await rows(graph)
            said = edge(
                one.relation, one.target, confidence=one.sure, ends=one.ends, replaces=one.replaces,
                valid_from=one.since, valid_until=one.until,
            )  # fmt: skip
            await graph.say(f"2026-01-{2 + number:02d} 10:00:00", said, origin=one.origin)
            after = await rows(graph)
            assert before.keys() <= after.keys(), "nothing is deleted"
            for edge_id, old in before.items():
                new = after[edge_id]
                assert (new.fact, new.target_id, new.canonical_relation, new.origin) == (
                    old.fact,
                    old.target_id,
                    old.canonical_relation,
                    old.origin,
                )
                if (new.valid_until, new.expired_at) != (old.valid_until, old.expired_at):
                    assert justified(one, old), (one, old)
                    assert new.origin != "person" or one.origin == "person", (one, old)
                    assert one.sure >= 0.6, (one, old)
        assert await graph.store.care.health() == []
    finally:
        await store.close()


def justified(said: Told, old: Edge) -> bool:
    match = ONTOLOGY.normalise(said.relation)
    canonical = match.relation.name if match else said.relation
    family = ONTOLOGY.family(said.relation) == ONTOLOGY.family(old.canonical_relation)
    same = old.target == said.target
    return (
        (said.ends and same and family)
        or (said.until is not None and same and old.canonical_relation == canonical)
        or (said.replaces is not None and family and (said.replaces in ("", old.target)))
        or (ONTOLOGY.functional(canonical) and old.canonical_relation == canonical and not same)
        or (old.canonical_relation in ONTOLOGY.opposites(canonical) and same)
    )


REPLACES_ITSELF = [
    Told("works_at", "vim", 0.7, ends=True),
    Told("works_at", "Emacs", 0.5),
    Told("works_at", "Emacs", 0.7, replaces="Emacs", until="31 February"),
]


@pytest.mark.parametrize("strategy", ["recency", "confidence"])
@settings(max_examples=25, deadline=None)
@example(told=REPLACES_ITSELF)
@given(told=st.lists(TOLD, min_size=2, max_size=10))
def test_nothing_else_retires_a_fact(strategy: str, told: list[Told]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(checked(told, strategy, Path(folder)))


@pytest.mark.parametrize(
    ("relation", "target", "more"),
    [
        ("uses", "vim", {"ends": True}),
        ("uses", "vim", {"valid_until": "2026-01-15"}),
        ("avoids", "vim", {}),
        ("uses", "Emacs", {"replaces": "vim"}),
        ("lives_in", "Oslo", {}),
        ("lives_in", "Oslo", {"replaces": "Paris"}),
    ],
)
async def test_what_a_person_set_by_hand_stands_and_is_shown_for_review(
    tmp_path: Path, relation: str, target: str, more: dict[str, Any]
) -> None:
    clock = FixedClock("2026-01-01 00:00:00")
    store = await open_store(tmp_path / "zeph.db", clock, 1)
    graph = Graph(store, clock)
    await graph.say("2026-01-01 10:00:00", edge("uses", "vim"), edge("lives_in", "Paris"), origin="person")
    receipt = await graph.say("2026-02-01 10:00:00", edge(relation, target, **more))
    assert len(receipt.review) == 1 and "you set yourself" in receipt.review[0]
    assert {"uses vim", "lives_in Paris"} <= set(await graph.facts("2026-03-01 00:00:00"))
    await graph.say("2026-02-02 10:00:00", edge("uses", "vim", ends=True), origin="person")
    assert "uses vim" not in await graph.facts("2026-03-01 00:00:00")
    await store.close()


LONG = "Zib" + "x" * 10_000


@pytest.mark.parametrize(
    "when",
    ["31 February", "30 February 2024", "year 0", "0000-00-00", "in the year 12000", "99999-01-01", "\x00", "soon"],
)
async def test_dates_that_are_none_stay_unknown(tmp_path: Path, when: str) -> None:
    chat = ScriptedChat({"I use": extraction(fact("User", "uses", "vim", valid_from=when))})
    async with Talk(tmp_path, chat) as talk:
        await talk.say(f"I use vim since {when}")
        (found,) = await talk.edges()
        assert (found.target, found.valid_from, found.valid_from_stated) == ("vim", None, False)


async def test_a_name_of_ten_kilobytes_is_cut_and_found_again(tmp_path: Path) -> None:
    chat = ScriptedChat({"I use": extraction(fact("User", "uses", LONG))})
    async with Talk(tmp_path, chat) as talk:
        await talk.say(f"I use {LONG}")
        await talk.say(f"I use {LONG}")
        (found,) = await talk.edges()
        assert len(found.target) == 200 and len(found.sources) == 2


async def test_a_chain_of_a_hundred_changes_back_and_forth(tmp_path: Path) -> None:
    clock = FixedClock("2026-01-01 00:00:00")
    store = await open_store(tmp_path / "zeph.db", clock, 1)
    graph = Graph(store, clock)
    for number in range(100):
        at = f"2026-{1 + number // 28:02d}-{1 + number % 28:02d} 10:00:00"
        await graph.say(at, edge("lives_in", ("Oslo", "Paris", "Rome")[number % 3]))
    everything = await rows(graph)
    assert len(everything) == 100
    newest = max(everything.values(), key=lambda e: e.id)
    chain = [newest]
    while chain[-1].supersedes_id:
        chain.append(everything[chain[-1].supersedes_id])
    assert len(chain) == 100
    assert await graph.facts("2027-01-01 00:00:00") == ["lives_in Oslo"]
    assert await graph.facts("2027-01-01 00:00:00", as_of="2026-01-02 12:00:00") == ["lives_in Paris"]
    await store.close()
