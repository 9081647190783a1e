"""The same thing under two names stays one entity: number, article, accent, role, "my dog" and what it is called."""

import pytest

from tests.memory.ingest.stated_edges import Graph, edge
from zeph.memory.ingest.extraction import ExtractedEdge


async def entities(graph: Graph) -> dict[str, tuple[str, ...]]:
    return {e.name: e.aliases for e in await graph.store.graph.latest_entities(1, 100) if e.name != "User"}


def at(minute: int) -> str:
    return f"2026-01-01 10:{minute:02d}:00"


@pytest.mark.parametrize(
    ("first", "then"),
    [("park", "parks"), ("stories", "story"), ("the Beatles", "Beatles"), ("café", "cafe"), ("cafe", "café"),
     ("e-bike", "e bike"), ("Anna", "neighbor Anna"), ("beach", "the beach")],
)  # fmt: skip
async def test_another_spelling_is_the_same_thing(graph: Graph, first: str, then: str) -> None:
    await graph.say(at(1), edge("likes", first))
    await graph.say(at(2), edge("visited", then))
    assert len(await entities(graph)) == 1, await entities(graph)


@pytest.mark.parametrize(
    ("first", "then", "types"),
    [
        ("panda", "pandas", {"pandas": "tool", "panda": "concept"}),
        ("friend", "friends", {"friend": "person", "friends": "person"}),
        ("glass", "glasses", {}),
        ("Maria", "MariaDB", {"Maria": "person", "MariaDB": "tool"}),
        ("Jordan", "jordan", {"Jordan": "person", "jordan": "location"}),
    ],
)
async def test_what_only_looks_alike_is_two(graph: Graph, first: str, then: str, types: dict[str, str]) -> None:
    await graph.say(at(1), edge("likes", first), types=types)
    await graph.say(at(2), edge("visited", then), types=types)
    assert len(await entities(graph)) == 2, await entities(graph)


async def test_two_spellings_in_one_message_are_one_entity(graph: Graph) -> None:
    await graph.say(at(1), edge("likes", "camping trip"), edge("plans_to", "camping trips"))
    assert await entities(graph) == {"camping trip": ("camping trip", "camping trips")}


def called(what: str, name: str, relation: str = "has_pet") -> ExtractedEdge:
    return edge(relation, name).model_copy(update={"fact": f"User's {what} is called {name}"})


async def test_my_dog_is_what_the_dog_is_called(graph: Graph) -> None:
    await graph.say(at(1), called("dog", "Biscuit"))
    await graph.say(at(2), edge("likes", "carrots", source="User's dog"))
    assert set(await entities(graph)) == {"Biscuit", "carrots"}


async def test_a_dog_that_is_named_later_stays_the_same_dog(graph: Graph) -> None:
    await graph.say(at(1), edge("likes", "carrots", source="User's dog"))
    await graph.say(at(2), called("dog", "Biscuit"))
    await graph.say(at(3), edge("likes", "tuna", source="Biscuit"), types={"Biscuit": "person"})
    await graph.say(at(4), edge("likes", "rain", source="User's dog"))
    assert set(await entities(graph)) == {"Biscuit", "carrots", "tuna", "rain"}


async def test_with_two_sisters_my_sister_is_neither(graph: Graph) -> None:
    people = {"Anna": "person", "Eva": "person", "User's sister": "person"}
    for minute, name in enumerate(("Anna", "Eva")):
        await graph.say(at(minute), called("sister", name, "sibling_of"), types=people)
    await graph.say(at(3), edge("plays", "chess", source="User's sister"), types=people)
    assert set(await entities(graph)) == {"Anna", "Eva", "User's sister", "chess"}


async def test_a_second_dog_is_not_what_the_first_is_called(graph: Graph) -> None:
    await graph.say(at(1), edge("likes", "carrots", source="User's dog"))
    await graph.say(at(2), called("dog", "Biscuit"))
    await graph.say(at(3), called("dog", "Rex"))
    await graph.say(at(4), edge("likes", "rain", source="User's dog"))
    assert set(await entities(graph)) == {"Biscuit", "Rex", "User's dog", "carrots", "rain"}


async def test_friends_that_are_named_are_not_the_one_who_was_not(graph: Graph) -> None:
    """One has several: who "my friend" was is not told by who is named as a friend later."""
    people = {"Bob": "person", "Clara": "person", "User's friend": "person"}
    await graph.say(at(1), edge("works_at", "Cork Bank", source="User's friend"), types=people)
    for minute, name in enumerate(("Bob", "Clara")):
        fact = edge("friend_of", name).model_copy(update={"fact": f"User's friend is {name}"})
        await graph.say(at(2 + minute), fact, types=people)
    assert set(await entities(graph)) == {"Bob", "Clara", "User's friend", "Cork Bank"}


async def test_a_pet_spoken_of_as_a_person_is_the_pet(graph: Graph) -> None:
    await graph.say(at(1), edge("has_pet", "Luna"))
    await graph.say(at(2), edge("lives_in", "Bonn", source="Luna"), types={"Luna": "person"})
    assert set(await entities(graph)) == {"Luna", "Bonn"}
