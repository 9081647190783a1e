"""What a new thing takes the place of although its relation may have many, and what only seems to: favourites, bosses,
versions, second jobs, companies with and without their legal form, days and months that lie ahead."""

import pytest

from tests.memory.ingest.sentence_cues import is_additional, said_ahead
from tests.memory.ingest.stated_edges import Graph, at, edge
from zeph.memory.ingest.extraction import ExtractedEdge
from zeph.memory.language.names import same_but_version
from zeph.memory.language.own_sentences import filled_slot
from zeph.memory.language.spellings import companies, has_legal_form
from zeph.memory.language.times.date_resolution import resolve_ahead

NOW = "2026-06-01 10:00:00"


def favourite(what: str, name: str, owner: str = "User") -> ExtractedEdge:
    return edge("prefers", name, source=owner).model_copy(update={"fact": f"{owner}'s favorite {what} is {name}"})


async def test_a_favourite_gives_way_to_the_next_of_its_kind_alone(graph: Graph) -> None:
    await graph.say(at(1), favourite("colour", "blue"), favourite("food", "sushi"))
    await graph.say(at(2), favourite("colour", "green", owner="Ann"), types={"Ann": "person"})
    receipt = await graph.say(at(3), favourite("colour", "red"))
    assert receipt.superseded == ("User's favorite colour is blue",)
    assert await graph.facts(NOW) == ["prefers sushi", "prefers green", "prefers red"]
    assert "prefers blue" in await graph.facts(NOW, as_of=at(2))
    await graph.say(at(4), favourite("colour", "blue"))
    assert "prefers blue" in await graph.facts(NOW) and "prefers red" not in await graph.facts(NOW)


async def test_an_older_favourite_read_late_retires_nothing(graph: Graph) -> None:
    await graph.say(at(1), favourite("colour", "blue"))
    await graph.say(at(2), favourite("colour", "red"), sent_at="2020-01-01 10:00:00")
    assert "prefers blue" in await graph.facts(NOW)


async def test_a_favourite_set_by_hand_stays(graph: Graph) -> None:
    await graph.say(at(1), favourite("colour", "blue"), origin="person")
    receipt = await graph.say(at(2), favourite("colour", "red"))
    assert receipt.review and set(await graph.facts(NOW)) == {"prefers blue", "prefers red"}


async def test_a_new_boss_takes_the_place_of_the_old_one(graph: Graph) -> None:
    people = dict.fromkeys(("Lisa", "Mark", "Ida", "User's boss"), "person")

    async def boss(day: int, name: str, text: str) -> None:
        named = edge("has_boss", name).model_copy(update={"fact": f"User's boss is {name}"})
        await graph.say(at(day), named, types=people, text=text)

    await boss(1, "Lisa", "My boss is Lisa.")
    await boss(2, "Mark", "My new boss is Mark.")
    await graph.say(at(3), edge("likes", "golf", source="User's boss"), types=people)
    assert [f"{e.source} {e.canonical_relation}" for e in await graph.known(NOW)] == ["Mark manages", "Mark likes"]
    await boss(4, "Ida", "My boss is Ida.")
    assert len(await graph.facts(NOW)) == 3


@pytest.mark.parametrize(
    ("fact", "message", "place"),
    [
        ("User's boss is Mark", "My boss is Mark now.", "User's boss"),
        ("User's boss is Mark", "My boss is now Mark.", "User's boss"),
        ("User's boss is Mark", "My boss Mark is now in Rome.", ""),
        ("User's friend is Mark", "My new friend Mark.", ""),
        ("User's favourite film is Alien", "", "User's favourite film"),
        ("User prefers tea", "", ""),
    ],
)
def test_what_place_a_fact_fills(fact: str, message: str, place: str) -> None:
    assert filled_slot(fact, message) == place


async def test_a_new_version_takes_the_place_of_its_own_older_one(graph: Graph) -> None:
    kinds = {"Java": "language", "Python 2": "tool", "Python 3": "language"}
    await graph.say(at(1), edge("uses", "Java"), edge("uses", "Python 2"), types=kinds)
    await graph.say(at(2), edge("switched_to", "Python 3", replaces=""), types=kinds)
    assert await graph.facts(NOW) == ["uses Java", "uses Python"]


async def test_a_second_job_that_is_said_to_be_one_retires_nothing(graph: Graph) -> None:
    await graph.say(at(1), edge("works_at", "Acme"))
    receipt = await graph.say(at(2), edge("works_at", "Globex"), text="I work at Globex too.")
    assert receipt.review and await graph.facts(NOW) == ["works_at Acme", "works_at Globex"]
    await graph.say(at(3), edge("works_at", "Hooli"), text="I moved to Hooli. My wife works there too.")
    assert await graph.facts(NOW) == ["works_at Hooli"]


@pytest.mark.parametrize("name", ["Acme Inc.", "ACME Corp", "acme ltd", "Acme"])
async def test_a_company_is_one_with_and_without_its_legal_form(graph: Graph, name: str) -> None:
    kinds = dict.fromkeys(("Acme", "Acme Inc", "Acme Inc.", "ACME Corp"), "organization")
    await graph.say(at(1), edge("works_at", "Acme Inc"), types=kinds)
    receipt = await graph.say(at(2), edge("works_at", name), types=kinds)
    assert receipt.reinforced and not receipt.superseded


async def test_an_apple_is_no_company(graph: Graph) -> None:
    await graph.say(at(1), edge("works_at", "Apple Inc"), types={"Apple Inc": "organization"})
    await graph.say(at(2), edge("eats", "apple"))
    assert {e.name for e in await graph.store.graph.latest_entities(1, 9)} == {"User", "Apple Inc", "apple"}


async def test_a_job_that_is_left_next_month_is_had_until_then(graph: Graph) -> None:
    await graph.say(at(10, 5), edge("works_at", "Acme"))
    await graph.say(
        at(11, 5), edge("works_at", "Acme", ends=True, valid_until="in June"), text="I'm leaving Acme in June."
    )
    (job,) = await graph.known(at(20, 5))
    assert job.valid_until == "2026-06-01 00:00:00" and await graph.facts(at(2, 6)) == []


@pytest.mark.parametrize(
    ("phrase", "moment"),
    [
        ("in March", "2027-03-01"),
        ("in June", "2026-06-01"),
        ("on Monday", "2026-05-11"),
        ("on 3 June", "2026-06-03"),
        ("on 3 March", "2027-03-03"),
        ("next month", "2026-06-01"),
        ("in March 2026", "2026-03-01"),
        ("last March", "2026-03-01"),
        ("in May", "2026-05-01"),
        ("since March", "2026-03-01"),
        ("at easter", "2027-03-28"),
    ],
)
def test_days_and_months_that_lie_ahead(phrase: str, moment: str) -> None:
    found = resolve_ahead(phrase, "2026-05-10 10:00:00")
    assert found is not None and found.moment[:10] == moment


def test_words_of_what_is_to_come_of_versions_and_of_a_second() -> None:
    text = "I was in Rome in March. I'm moving to Berlin in March."
    assert said_ahead(text, "in March", "Berlin") and not said_ahead(text, "in March", "Rome")
    assert said_ahead("I start at Airbus in May.", "in May", "Airbus")
    assert not said_ahead("I started at Airbus in May.", "in May", "Airbus")
    assert same_but_version("Python 2", "Python 3.12") and same_but_version("python", "Python 3")
    assert not same_but_version("Python", "python") and not same_but_version("1984", "2010")
    assert is_additional("I also work at Globex.", "Globex") and not is_additional("I also moved to Rome.", "Rome")
    assert companies("Acme Inc.")[0] == "acme" and has_legal_form("Foo GmbH") and not has_legal_form("Inc")


async def test_what_is_preferred_the_other_way_round_takes_its_place(graph: Graph) -> None:
    tea = edge("prefers", "tea").model_copy(update={"fact": "User prefers tea over coffee"})
    await graph.say(
        at(1), tea, edge("prefers", "tea", source="Ann").model_copy(update={"fact": "Ann prefers tea over coffee"})
    )
    coffee = edge("prefers", "coffee").model_copy(update={"fact": "User prefers coffee over tea"})
    receipt = await graph.say(at(2), coffee)
    assert receipt.superseded == ("User prefers tea over coffee",)


async def test_my_editor_is_another_one_now(graph: Graph) -> None:
    for day, name, text in (
        (1, "vim", "My editor is vim."),
        (2, "nano", "My editor is nano, too."),
        (3, "Emacs", "My editor is Emacs now."),
    ):
        fact = edge("uses", name).model_copy(update={"fact": f"User's editor is {name}"})
        await graph.say(at(day), fact, text=text)
    assert await graph.facts(NOW) == ["uses Emacs"]


async def test_the_same_job_in_another_town_now(graph: Graph) -> None:
    for day, town, text in (
        (1, "Zurich", "I work for Google in Zurich."),
        (2, "London", "I work for Google in London now."),
    ):
        fact = edge("works_at", "Google").model_copy(update={"fact": f"User works for Google in {town}"})
        await graph.say(at(day), fact, text=text)
    assert [e.fact for e in await graph.known(NOW)] == ["User works for Google in London"]
    assert [e.fact for e in await graph.known(NOW, as_of=at(1))] == ["User works for Google in Zurich"]


async def test_a_second_trade_beside_the_first(graph: Graph) -> None:
    await graph.say(at(1), edge("has_role", "nurse"))
    await graph.say(at(2), edge("has_role", "painter"), text="I'm also a painter.")
    assert await graph.facts(NOW) == ["has_role nurse", "has_role painter"]
    await graph.say(at(3), edge("has_role", "doctor"), text="I'm a doctor now.")
    assert await graph.facts(NOW) == ["has_role doctor"]


async def test_only_what_is_so_now_is_another_place(graph: Graph) -> None:
    for day, town, text in ((1, "Ghent", "I teach at Acme in Ghent."), (2, "Bruges", "I teach at Acme in Bruges.")):
        fact = edge("works_at", "Acme").model_copy(update={"fact": f"User works at Acme in {town}"})
        receipt = await graph.say(at(day), fact, text=text)
    assert receipt.changed == ("User works at Acme in Ghent; User works at Acme in Bruges",)
    assert not receipt.superseded and not receipt.reinforced, "another town is not what was known"
