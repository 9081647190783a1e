"""Pictures of made-up graphs, small and large, for the tests of the page."""

import random
from collections import defaultdict
from typing import Any

from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.graph_page import Picture
from zeph.records.message import GraphState, Message

NOW = "2026-03-01 09:00:00"


def entity(number: int, name: str, kind: str = "person", aliases: tuple[str, ...] = (), summary: str = "") -> Entity:
    return Entity(number, 1, name, name.casefold(), kind, summary, "2019-01-01 00:00:00", NOW, aliases)


def fact(
    number: int, source: Entity, target: Entity, text: str, begin: str, end: str | None = None, **more: Any
) -> Edge:
    stated = more.get("stated", True)
    return Edge(
        number,
        1,
        source.id,
        target.id,
        source.name,
        target.name,
        "knows",
        "knows",
        text,
        "semantic",
        0.9,
        "local",
        begin,
        "day",
        stated,
        end,
        "day" if end else None,
        begin,
        None,
        None,
        None,
        None,
        0.0,
        more.get("said", (number,)),
    )


def message(number: int, text: str, at: str = "2020-01-01 10:00:00") -> Message:
    return Message(number, 1, 1, str(number), "user", "", text, at, (), GraphState.DONE)


def small(name: str = "Nora Vale", text: str = "Nora Vale lives in Bergen") -> Picture:
    """A person who moved in 2021 from Porto to Bergen, and a friend; two communities."""
    nora, porto, bergen = (
        entity(1, name, aliases=(name, "Noor"), summary="A diver."),
        entity(2, "Porto", "location"),
        entity(3, "Bergen", "location"),
    )
    ilya, harbour = entity(4, "Ilya Brandt"), entity(5, "Quiet Harbour", "organization")
    facts = (
        fact(1, nora, porto, "Nora Vale lives in Porto", "2019-05-01 00:00:00", "2021-06-01 00:00:00"),
        fact(2, nora, bergen, text, "2021-06-01 00:00:00"),
        fact(3, ilya, harbour, "Ilya Brandt works at Quiet Harbour", "2023-02-01 00:00:00", stated=False),
        fact(4, nora, ilya, "Nora Vale knows Ilya Brandt", "2020-01-01 00:00:00"),
    )
    said = {n: message(n, f"I said it in message {n}.") for n in (1, 3, 4)} | {2: message(2, f"You know: {text}!")}
    communities = {
        1: (1, "Nora and the sea"),
        2: (1, "Nora and the sea"),
        3: (1, "Nora and the sea"),
        4: (2, "Work"),
        5: (2, "Work"),
    }
    return Picture(NOW, (nora, porto, bergen, ilya, harbour), facts, communities, said)


def crowd(size: int, seed: int = 5) -> Picture:
    """Communities of about a hundred with a hub each, and one hub over all; facts of eight years."""
    dice = random.Random(seed)
    parts = "ba be do ka ke lo ma mi na no ra ri sa so ta te va ve".split()
    entities = [entity(n, "".join(dice.choices(parts, k=4)).title() + f" {n}") for n in range(1, size + 1)]
    groups: dict[int, list[Entity]] = defaultdict(list)
    for each in entities:
        groups[each.id % max(4, size // 100)].append(each)
    names = {key: f"{members[0].name} and {members[1].name}" for key, members in groups.items()}
    facts: list[Edge] = []

    def add(one: Entity, other: Entity) -> None:
        begin, end = sorted(
            f"20{dice.randint(18, 25)}-{dice.randint(1, 12):02d}-{dice.randint(1, 28):02d} 10:00:00" for _ in "ab"
        )
        if one.id != other.id:
            number = len(facts) + 1
            facts.append(
                fact(number, one, other, f"{one.name} knows {other.name}", begin, end if dice.random() < 0.2 else None)
            )

    for members in groups.values():
        for place, each in enumerate(members[1:], 1):
            add(members[min(place - 1, int(dice.expovariate(0.4)))], each)
            add(dice.choice(members), each)
    for _ in range(size // 8):
        add(entities[0], dice.choice(entities))
        add(dice.choice(entities), dice.choice(entities))
    said = {f.id: message(f.id, f"I heard that {f.fact}.") for f in facts}
    of = {each.id: (key + 1, names[key]) for key, members in groups.items() for each in members}
    return Picture(NOW, tuple(entities), tuple(facts), of, said, entities_left_out=123)
