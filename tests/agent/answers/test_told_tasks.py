"""Which things a message puts on a list: each whole, and none that it takes back in the same breath."""

import pytest

from zeph.agent.answers.got_things import is_got, is_needless
from zeph.agent.answers.told_tasks import things_told


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("I want to get a spade for Robbie, a xylophone for Tilda, slippers for Brenda, and a card for Neil.",
         ["get a spade for Robbie", "a xylophone for Tilda", "slippers for Brenda", "a card for Neil"]),
        ("I must see Mr Fenwick at the Nuffield, no sorry, at the Royal, on Thursday at ten.",
         ["see Mr Fenwick at the Nuffield, no sorry, at the Royal, on Thursday at ten"]),
        ("todo b4 tartu: backfill script, slides, power adapter? (no same plug, scrap that), ask jola to feed it",
         ["backfill script", "slides", "ask jola to feed it"]),
        ("shopping: milk (no lactose), nappies (no not nappies lol), bin bags", ["milk (no lactose)", "bin bags"]),
        ("got the milk n eggs. need calpol too and the small screw in bulbs", ["calpol", "the small screw in bulbs"]),
        ("Please remember that I must order the mince pies by Friday week", ["order the mince pies by Friday week"]),
        ("remember that my locker is number 91", []),
        ('put "write test plan for defrost" on my todo, for friday', ["write test plan for defrost"]),
        ('add "call mum" to the list', ["call mum"]),
        ("she is allergic to walnuts, so I must not make the coffee and walnut cake", []),
        ("I need you too", []),
    ],
)  # fmt: skip
def test_things_of_a_list(text: str, things: list[str]) -> None:
    assert [thing for thing, _ in things_told(text).things] == things


@pytest.mark.parametrize(
    ("task", "text", "needless"),
    [
        ("swap my shift w Bernadette", "clinic moved to the 17th, so dont need to swap w bernadette now", True),
        ("swap my shift w Bernadette", "i dont need to call Bernadette", False),
        ("ring the vet", "no need to ring the vet now", True),
        ("ring the vet", "I dont need to ring mum", False),
    ],
)
def test_what_there_is_no_need_to_do(task: str, text: str, needless: bool) -> None:
    assert is_needless(task, text) is needless


@pytest.mark.parametrize(
    ("thing", "text", "got"),
    [
        ("lightbulbs bayonet", "got the oat milk n the lightbulbs", True),
        ("gravy bones", "got the gravy", False),
    ],
)
def test_a_thing_is_called_by_its_first_word_where_that_is_in_the_plural(thing: str, text: str, got: bool) -> None:
    assert is_got(thing, text) is got
