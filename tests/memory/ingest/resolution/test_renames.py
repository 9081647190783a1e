"""A thing that is renamed: the new name is shown, the old one still finds it, sentences name it as it is called now."""

from dataclasses import replace

import pytest

from tests.memory.ingest.stated_edges import Graph, edge
from zeph.memory.ingest.extraction import ExtractedEdge
from zeph.records.claim import Claim, ClaimKind, Mention, Span

PROJECT = {"Lumen": "project", "Halvard": "project"}
NOW = "2026-02-01 10:00:00"


def at(day: int) -> str:
    return f"2026-01-{day:02d} 10:00:00"


def named(kind: ClaimKind, old: str, new: str, relation: str = "has_name") -> Claim:
    subject, thing = Mention(old, "project", named=True), Mention(new, "project", named=True)
    sentence = f"The app {old} is called {new}"
    return Claim(kind, subject, relation, thing, sentence, Span(0, 5), "test", 0.9)


def told(fact: str, relation: str, target: str) -> ExtractedEdge:
    return edge(relation, target).model_copy(update={"fact": fact})


async def known(graph: Graph) -> list[tuple[str, str]]:
    return [(e.target, e.fact) for e in await graph.known(NOW)]


@pytest.mark.parametrize(
    ("kind", "relation"), [("replace", "has_name"), ("begin", "has_name"), ("event", "renamed_to")]
)
async def test_the_new_name_is_shown(graph: Graph, kind: ClaimKind, relation: str) -> None:
    await graph.say(at(1), told("User designs the app Lumen", "works_on", "Lumen"), types=PROJECT)
    await graph.say(at(2), told("User draws the icons of Lumen", "does", "icons"), types=PROJECT)
    receipt = await graph.claim(at(3), named(kind, "Lumen", "Halvard", relation))
    assert await known(graph) == [
        ("Halvard", "User designs the app Halvard"), ("icons", "User draws the icons of Halvard"),
    ]  # fmt: skip
    assert len(receipt.changed) == 2
    await graph.say(at(4), told("Ruta tests Lumen", "tests", "Lumen"), types=PROJECT)
    assert (await known(graph))[-1][0] == "Halvard"
    (icons,) = [e for e in await graph.known(NOW) if e.target == "icons"]
    assert [f.fact for f in await graph.store.graph.forms(icons.id)][-1] == "User draws the icons of Lumen"


async def test_facts_of_the_same_message_find_it_by_either_name(graph: Graph) -> None:
    await graph.say(at(1), told("User designs the app Lumen", "works_on", "Lumen"), types=PROJECT)
    claim = named("replace", "Lumen", "Halvard")
    made = replace(claim, kind="state", relation="written_in", subject=Mention("Halvard", "project"),
                   object=Mention("Kotlin", "language"), sentence="Halvard is written in Kotlin")  # fmt: skip
    await graph.claim(at(2), made, claim)
    assert {e.source for e in await graph.known(NOW)} == {"User", "Halvard"}
    names = [e.name for e in await graph.store.graph.latest_entities(1, 100)]
    assert "Lumen" not in names and names.count("Halvard") == 1


async def test_another_thing_that_is_called_so_is_no_rename(graph: Graph) -> None:
    await graph.say(at(1), told("User designs the app Lumen", "works_on", "Lumen"), types=PROJECT)
    await graph.claim(at(2), named("state", "Lumen lamp shop", "Lumen"))
    assert ("Lumen", "User designs the app Lumen") in await known(graph)
