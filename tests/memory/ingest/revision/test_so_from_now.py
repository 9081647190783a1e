"""What is so from now on takes the place of what was: a number, a place, a way of eating."""

from dataclasses import replace
from typing import Any

import pytest

from tests.memory.ingest.stated_edges import Graph, at
from zeph.records.claim import Claim, ClaimKind, Marker, Mention, Span
from zeph.records.qualifiers import parse_qualifiers

NOW = "2026-06-01 10:00:00"
_NOW: frozenset[Marker] = frozenset({"now"})


def claim(kind: ClaimKind, relation: str, name: str, **more: Any) -> Claim:
    thing = Mention(name, more.pop("entity_type", "concept"))
    sentence = f"User {relation} {name}"
    person = Mention("User", "person")
    return Claim(kind, person, relation, thing, sentence, Span(0, 4), "pattern:test", 0.95, **more)


@pytest.mark.parametrize(
    ("first", "then", "left"),
    [
        (("follows_diet", "vegetarian"), ("eats", "steak", "every day"), ["eats steak"]),
        (("eats", "steak"), ("follows_diet", "vegetarian", ""), ["follows_diet vegetarian"]),
        (("follows_diet", "teetotal"), ("drinks", "wine", "on fridays"), ["drinks wine"]),
        (("follows_diet", "vegetarian"), ("eats", "salad", "every day"), ["follows_diet vegetarian", "eats salad"]),
    ],
)
async def test_what_is_so_day_by_day_ends_what_it_contradicts(
    graph: Graph, first: tuple[str, str], then: tuple[str, str, str], left: list[str]
) -> None:
    relation, thing, often = then
    await graph.claim(at(1), claim("state", *first))
    await graph.claim(at(2), claim("state", relation, thing, qualifiers={"when": often} if often else {}))
    assert await graph.facts(NOW) == left


@pytest.mark.parametrize(
    ("known", "amount", "now"),
    [("84 kilos", "79 kilos", "79 kilos"), ("84 kilos", "6 minutes", "84 kilos"), ("38k", "41k", "41k")],
)
async def test_a_number_of_the_same_unit_is_another_now(graph: Graph, known: str, amount: str, now: str) -> None:
    said = claim("state", "has_weight", "weight", qualifiers={"amount": known})
    await graph.claim(at(1), replace(said, sentence=f"User is at {known}"))
    await graph.claim(
        at(2), claim("correct", "anything", "it", qualifiers={"amount": amount}, markers=frozenset({"if_known"}))
    )
    assert [parse_qualifiers(e.qualifiers)["amount"] for e in await graph.known(NOW)] == [now]


async def test_where_one_meets_now_one_met_elsewhere_before(graph: Graph) -> None:
    await graph.claim(at(1), claim("state", "meet_at", "Rull"), claim("state", "meet_with", "Ana"))
    await graph.claim(at(2), claim("state", "meet_at", "library", markers=frozenset({"now"})))
    assert await graph.facts(NOW) == ["meet_with Ana", "meet_at library"]


async def test_who_holds_a_post_now_held_it_not_before(graph: Graph) -> None:
    captain, treasurer = claim("state", "has_role", "captain"), claim("state", "has_role", "treasurer")
    other = replace(captain, subject=Mention("Lotte", "person"), sentence="Lotte is captain now", markers=_NOW)
    await graph.claim(at(1), replace(captain, sentence="User is captain of the team"), treasurer)
    await graph.claim(at(2), other)
    assert await graph.facts(NOW) == ["has_role treasurer", "has_role captain"]
    elsewhere = replace(other, subject=Mention("Ana", "person"), sentence="Ana is captain of the chess club now")
    await graph.claim(at(3), elsewhere)
    assert len([e for e in await graph.known(NOW) if e.target == "captain"]) == 2
