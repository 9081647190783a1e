"""A conversation of sixty turns in which a person changes their mind in every way that graph-memory §4 knows.

Each turn says what the graph hears and what then holds, as plain stretches of time that are kept here by hand.
After every turn all that was true on every earlier day, and all that was believed then, is looked up again.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.memory.ingest.stated_edges import Graph, edge, nth_day
from zeph.clock import FixedClock
from zeph.memory.ingest.extraction import ExtractedEdge
from zeph.records.entity import Origin
from zeph.records.revision import Receipt
from zeph.storage import open_store

EVER = "0000"
ALWAYS = "9999"
Spans = dict[str, list[tuple[str, str]]]


@dataclass
class Turn:
    says: str
    hears: list[ExtractedEdge] = field(default_factory=list)
    holds: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """Fact to all its stretches from now on; the other facts stay as they were."""
    kind: str = ""
    """The case of §4; empty: nothing changes but that something is added."""
    origin: Origin = "llm"
    review: bool = False


def uses(thing: str, **more: Any) -> ExtractedEdge:
    return edge("uses", thing, **more)


def turns() -> list[Turn]:
    """The sixty, one a day; ``now`` is the moment of a turn."""
    made: list[Turn] = []

    def now(number: int) -> str:
        return nth_day(number)

    def turn(
        says: str, *hears: ExtractedEdge, kind: str = "", origin: Origin = "llm", review: bool = False, **holds: Any
    ) -> None:
        spans = {name.replace("__", " "): stretches for name, stretches in holds.items()}
        made.append(Turn(says, list(hears), spans, kind, origin, review))

    def open_(number: int) -> list[tuple[str, str]]:
        return [(now(number), ALWAYS)]

    turn("I live in Paris.", edge("lives_in", "Paris"), lives_in__Paris=open_(0))
    turn("I prefer vim.", edge("prefers", "vim"), prefers__vim=open_(1))
    turn("I use Python.", uses("Python"), uses__Python=open_(2))
    turn("I use Docker.", uses("Docker"), uses__Docker=open_(3))
    turn("I like coriander.", edge("likes", "coriander"), likes__coriander=open_(4))
    turn("Hello.")
    turn("Actually, I switched to neovim.", edge("switched_to", "neovim", replaces=""), kind="unnamed replacement",
         prefers__vim=[(now(1), now(6))], prefers__neovim=open_(6))  # fmt: skip
    turn("I no longer use Docker.", uses("Docker", ends=True), kind="end", uses__Docker=[(now(3), now(7))])
    turn("As I said, no Docker any more.", uses("Docker", ends=True), kind="end again")
    turn("I no longer smoke pipes.", edge("smokes", "pipes", ends=True), kind="end of something unknown",
         smokes__pipes=[(EVER, now(9))])  # fmt: skip
    turn("I moved to Oslo.", edge("lives_in", "Oslo"), kind="functional",
         lives_in__Paris=[(now(0), now(10))], lives_in__Oslo=open_(10))  # fmt: skip
    turn("I hate coriander now.", edge("hates", "coriander"), kind="opposite",
         likes__coriander=[(now(4), now(11))], dislikes__coriander=open_(11))  # fmt: skip
    turn("I work at Acme.", edge("works_at", "Acme"), works_at__Acme=open_(12))
    turn("I use Docker again.", uses("Docker"), kind="second stint", uses__Docker=[(now(3), now(7)), (now(13), ALWAYS)])
    turn("In 2015 I lived in Rome.", edge("lives_in", "Rome", valid_from="2015"), kind="late arrival",
         lives_in__Rome=[("2015", now(0))])  # fmt: skip
    turn("In 2018 I lived in Bonn.", edge("lives_in", "Bonn", valid_from="2018"), kind="late arrival in between",
         lives_in__Rome=[("2015", "2018")], lives_in__Bonn=[("2018", now(0))])  # fmt: skip
    turn("How are you?")
    turn("I use Emacs.", uses("Emacs"), uses__Emacs=open_(17))
    turn("I use nano.", uses("nano"), uses__nano=open_(18))
    turn("I switched to Helix.", edge("switched_to", "Helix", replaces=""), kind="unnamed, several", review=True,
         uses__Helix=open_(19))  # fmt: skip
    turn("From Emacs I went to Kakoune.", edge("switched_to", "Kakoune", replaces="Emacs"), kind="named replacement",
         uses__Emacs=[(now(17), now(20))], uses__Kakoune=open_(20))  # fmt: skip
    turn(
        "Maybe I live in Ghent.", edge("lives_in", "Ghent", confidence=0.5), kind="candidate", lives_in__Ghent=open_(21)
    )
    turn("I am moving to Berlin on 5 March.", edge("lives_in", "Berlin", valid_from="2026-03-05"), kind="plan",
         lives_in__Oslo=[(now(10), "2026-03-05")], lives_in__Berlin=[("2026-03-05", ALWAYS)])  # fmt: skip
    turn("I speak Dutch.", edge("speaks", "Dutch"), speaks__Dutch=open_(23))
    turn("Berlin is off.", edge("lives_in", "Berlin", ends=True), kind="plan called off",
         lives_in__Berlin=[], lives_in__Oslo=[(now(10), ALWAYS)])  # fmt: skip
    turn("I have used Python since 2012.", uses("Python", valid_from="since 2012"), kind="stated start",
         uses__Python=[("2012", ALWAYS)])  # fmt: skip
    turn("I changed from Acme to Initech.", edge("works_at", "Initech", replaces="Acme"), kind="named, functional",
         works_at__Acme=[(now(12), now(26))], works_at__Initech=open_(26))  # fmt: skip
    turn("I own a Volvo.", edge("owns", "Volvo"), owns__Volvo=open_(27))
    turn("I like coriander after all.", edge("likes", "coriander"), kind="opposite back",
         likes__coriander=[(now(4), now(11)), (now(28), ALWAYS)], dislikes__coriander=[(now(11), now(28))])  # fmt: skip
    turn("I rent a garden until 1 May 2026.", edge("rents", "garden", valid_until="1 May 2026"), kind="stated end",
         rents__garden=[(EVER, "2026-05-01")])  # fmt: skip
    turn("I was at Globex from 2010 to 2013.", edge("works_at", "Globex", valid_from="2010", valid_until="2013"),
         kind="past stretch", works_at__Globex=[("2010", "2013")])  # fmt: skip
    turn("I worked with Ann from 2015 to 2017.", edge("works_with", "Ann", valid_from="2015", valid_until="2017"),
         works_with__Ann=[("2015", "2017")])  # fmt: skip
    turn("And again since 2021.", edge("works_with", "Ann", valid_from="2021"), kind="second stint, dated",
         works_with__Ann=[("2015", "2017"), ("2021", ALWAYS)])  # fmt: skip
    turn("Remember: I drink tea.", edge("drinks", "tea"), origin="person", drinks__tea=open_(33))
    turn("I no longer drink tea.", edge("drinks", "tea", ends=True), kind="set by hand", review=True)
    turn("My diet is vegan.", edge("follows_diet", "vegan"), origin="person", follows_diet__vegan=open_(35))
    turn("I follow keto.", edge("follows_diet", "keto"), kind="set by hand, functional", review=True,
         follows_diet__keto=open_(36))  # fmt: skip
    turn("I play chess.", edge("plays", "chess"), plays__chess=open_(37))
    turn("I stopped playing chess last week.", edge("plays", "chess", ends=True), kind="end said again later",
         plays__chess=[(now(37), now(38))])  # fmt: skip
    turn("I use Rust.", uses("Rust"), uses__Rust=open_(39))
    turn("I prefer Zed to neovim now.", edge("prefers", "Zed", replaces="neovim"), kind="named, same relation",
         prefers__neovim=[(now(6), now(40))], prefers__Zed=open_(40))  # fmt: skip
    turn("I moved from Oslo to Bergen.", edge("lives_in", "Bergen", replaces="Oslo"), kind="named, functional again",
         lives_in__Oslo=[(now(10), now(41))], lives_in__Bergen=open_(41))  # fmt: skip
    turn("Bergen is home.", edge("lives_in", "Bergen"), kind="said again")
    for number, tool in enumerate(("Go", "Kotlin", "Swift", "Elixir", "Erlang", "Ruby", "Perl", "PHP"), start=43):
        added: dict[str, Any] = {f"uses__{tool}": open_(number)}
        turn(f"I use {tool}.", uses(tool), **added)
    turn("I no longer use Perl.", uses("Perl", ends=True), kind="end", uses__Perl=[(now(49), now(51))])
    turn("I left Initech for Hooli.", edge("works_at", "Hooli", replaces="Initech"), kind="named, functional",
         works_at__Initech=[(now(26), now(52))], works_at__Hooli=open_(52))  # fmt: skip
    turn("I am back in Paris.", edge("lives_in", "Paris"), kind="back again",
         lives_in__Bergen=[(now(41), now(53))], lives_in__Paris=[(now(0), now(10)), (now(53), ALWAYS)])  # fmt: skip
    turn("I love jazz.", edge("loves", "jazz"), likes__jazz=open_(54))
    turn("I cannot stand jazz.", edge("can't stand", "jazz"), kind="opposite",
         likes__jazz=[(now(54), now(55))], dislikes__jazz=open_(55))  # fmt: skip
    turn("I am 40.", edge("has_age", "forty years"), has_age__forty_years=open_(56))
    older: dict[str, Any] = {"has_age__forty-one_years": open_(57)}
    turn("I am 41 now.", edge("has_age", "forty-one years"), kind="functional",
         has_age__forty_years=[(now(56), now(57))], **older)  # fmt: skip
    turn("Thanks.")
    turn("Bye.")
    return made


class Expected:
    """What is held to be true, turn after turn; no intervals are computed here."""

    def __init__(self) -> None:
        self.after: list[Spans] = []

    def take(self, turn: Turn) -> None:
        before = self.after[-1] if self.after else {}
        self.after.append(before | {name.replace("_years", " years"): spans for name, spans in turn.holds.items()})

    def on(self, at: str, known: int) -> list[str]:
        held = self.after[known].items()
        return sorted(name for name, spans in held for begins, ends in spans if begins <= at < ends)


@pytest.fixture
async def graph(tmp_path: Path) -> AsyncIterator[Graph]:
    clock = FixedClock(nth_day(0))
    store = await open_store(tmp_path / "zeph.db", clock, 1)
    yield Graph(store, clock)
    await store.close()


async def test_sixty_turns_with_every_kind_of_change(graph: Graph) -> None:
    script, expected = turns(), Expected()
    assert len(script) == 60 and len({t.kind for t in script} - {""}) >= 15
    for number, turn in enumerate(script):
        receipt = await said(graph, number, turn)
        expected.take(turn)
        assert bool(receipt.review) == turn.review, (number, turn.says, receipt)
        assert await facts(graph, nth_day(number, 12)) == expected.on(nth_day(number, 12), number), turn.says
        for earlier in range(number):
            at = nth_day(earlier, 12)
            assert await facts(graph, nth_day(number, 12), as_of=at) == expected.on(at, number), (turn.says, at)
            assert await facts(graph, at, known_at=at) == expected.on(at, earlier), (turn.says, earlier)


async def test_far_past_and_far_future_after_all_of_it(graph: Graph) -> None:
    script, expected = turns(), Expected()
    for number, turn in enumerate(script):
        await said(graph, number, turn)
        expected.take(turn)
    for at in (
        "2011-06-01 00:00:00",
        "2016-06-01 00:00:00",
        "2019-06-01 00:00:00",
        "2022-01-01 00:00:00",
        "2031-01-01 00:00:00",
    ):
        assert await facts(graph, nth_day(60), as_of=at) == expected.on(at, 59), at


async def said(graph: Graph, number: int, turn: Turn) -> Receipt:
    kinds = {"Ann": "person"} | {
        e.target: "tool" for e in turn.hears if e.relation in ("uses", "prefers", "switched_to")
    }
    return await graph.say(nth_day(number), *turn.hears, types=kinds, origin=turn.origin)


async def facts(graph: Graph, now: str, **when: str) -> list[str]:
    return sorted(await graph.facts(now, **when))
