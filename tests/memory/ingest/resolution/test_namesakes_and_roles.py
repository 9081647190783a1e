"""Who is meant, over several messages: two of one name, one role under two words, a role that only one can have."""

import pytest

from tests.memory.ingest.stated_edges import Graph, at, edge
from zeph.errors import UsageError
from zeph.memory.language.roles import differ, one_role
from zeph.memory.views.lookup import entity_of_name
from zeph.storage.ports import TextQuery

PEOPLE = dict.fromkeys(
    ("Anna", "Bob", "Jan", "Laura", "Robert", "Tom", "User's wife", "User's brother", "User's mum", "User's mother"),
    "person",
)

NOW = "2026-02-01 10:00:00"


async def known(graph: Graph) -> list[str]:
    return [f"{e.source} {e.canonical_relation} {e.target}" for e in await graph.known(NOW)]


async def meet(graph: Graph, day: int, role: str, name: str, relation: str, city: str, text: str = "") -> None:
    """ "My sister Anna lives in Rome." """
    named = edge(relation, name).model_copy(update={"fact": f"User's {role} is {name}"})
    text = text or f"My {role} {name} lives in {city}."
    await graph.say(at(day), named, edge("lives_in", city, source=name), types=PEOPLE, text=text)


async def test_a_sister_is_not_the_friend_of_the_same_name(graph: Graph) -> None:
    await meet(graph, 1, "friend", "Anna", "friend_of", "Rome")
    await meet(graph, 2, "sister", "Anna", "sibling_of", "Oslo")
    await meet(graph, 3, "friend", "Anna", "friend_of", "Bonn")
    await meet(graph, 4, "sister", "Anna", "sibling_of", "Kiel")
    assert await known(graph) == [
        "User friend_of Anna", "User sibling_of Anna (sister)", "Anna lives_in Bonn", "Anna (sister) lives_in Kiel"
    ]  # fmt: skip
    names = [e.name for e in await graph.store.graph.entities_matching(1, "anna", TextQuery(), 5)]
    assert names == ["Anna", "Anna (sister)"]
    assert (await entity_of_name(graph.store, 1, "Anna (sister)")).name == "Anna (sister)"
    assert (await entity_of_name(graph.store, 1, "Anna (person)")).name == "Anna"
    with pytest.raises(UsageError):
        await entity_of_name(graph.store, 1, "Anna")


async def test_a_name_that_two_have_means_the_one_spoken_of_last(graph: Graph) -> None:
    await meet(graph, 1, "friend", "Anna", "friend_of", "Rome")
    await meet(graph, 2, "sister", "Anna", "sibling_of", "Oslo")
    await graph.say(at(3), edge("likes", "tea", source="Anna"), types=PEOPLE)
    assert "Anna (sister) likes tea" in await known(graph)


async def test_what_the_known_one_also_is_makes_no_second_one(graph: Graph) -> None:
    await meet(graph, 1, "sister", "Anna", "sibling_of", "Rome")
    await meet(graph, 2, "friend", "Anna", "friend_of", "Oslo", text="Anna is my friend. She lives in Oslo.")
    await meet(graph, 3, "neighbour", "Bob", "neighbor_of", "Ulm")
    await meet(graph, 4, "colleague", "Bob", "colleague_of", "Ulm")
    assert {e.name for e in await graph.store.graph.latest_entities(1, 50)} == {
        "User", "Anna", "Bob", "Rome", "Oslo", "Ulm"
    }  # fmt: skip


async def test_a_friend_of_ones_own_name_is_somebody_else(graph: Graph) -> None:
    await graph.say(at(1), edge("has_name", "Tom"), edge("lives_in", "Rome"))
    await meet(graph, 2, "friend", "Tom", "friend_of", "Bonn")
    await graph.say(at(3), edge("likes", "beer", source="Tom"), types=PEOPLE)
    assert {"User lives_in Rome", "User friend_of Tom", "Tom lives_in Bonn", "Tom likes beer"} <= set(
        await known(graph)
    )


async def test_a_brother_is_not_the_cat_of_the_same_name(graph: Graph) -> None:
    cat = edge("has_pet", "Tom").model_copy(update={"fact": "User's cat is called Tom"})
    await graph.say(at(1), cat, text="I have a cat called Tom.")
    await meet(graph, 2, "brother", "Tom", "sibling_of", "Kiel")
    await graph.say(at(3), edge("likes", "milk", source="User's cat"))
    found = {e.id: e.entity_type for e in await graph.store.graph.entities_matching(1, "tom", TextQuery(), 5)}
    assert sorted(found.values()) == ["concept", "person"]
    (milk,) = [e for e in await graph.known(at(4)) if e.target == "milk"]
    assert found[milk.source_id] == "concept"


async def test_mum_and_mother_are_one(graph: Graph) -> None:
    await graph.say(at(1), edge("lives_in", "Rome", source="User's mother"), types=PEOPLE)
    await graph.say(at(2), edge("lives_in", "Oslo", source="User's mum"), types=PEOPLE)
    await meet(graph, 3, "mum", "Anna", "parent_of", "Oslo")
    await graph.say(at(4), edge("likes", "tea", source="User's mother"), types=PEOPLE)
    assert [f for f in await known(graph) if "parent" not in f] == ["Anna lives_in Oslo", "Anna likes tea"]


async def test_my_wife_is_whom_i_am_married_to(graph: Graph) -> None:
    await graph.say(at(1), edge("married_to", "Laura"), types=PEOPLE)
    await graph.say(at(2), edge("likes", "tea", source="User's wife"), types=PEOPLE)
    assert await known(graph) == ["User married_to Laura", "Laura likes tea"]


async def test_who_was_only_my_wife_has_a_name_after_the_wedding_is_told(graph: Graph) -> None:
    await graph.say(at(1), edge("likes", "tea", source="User's wife"), types=PEOPLE)
    await graph.say(at(2), edge("married_to", "Laura", valid_from="2010"), types=PEOPLE)
    assert await known(graph) == ["Laura likes tea", "User married_to Laura"]


async def test_the_one_named_in_the_same_breath_is_meant(graph: Graph) -> None:
    await meet(graph, 1, "brother", "Robert", "sibling_of", "York")
    named = edge("sibling_of", "Bob").model_copy(update={"fact": "User's brother is Bob"})
    text = "Bob, my brother, plays golf."
    await graph.say(at(2), named, edge("plays", "golf", source="User's brother"), types=PEOPLE, text=text)
    assert "Bob plays golf" in await known(graph)


async def test_a_dog_is_not_named_as_a_thing_that_is_known(graph: Graph) -> None:
    """The cinema keeps its name: two things of one type cannot have the same."""
    await graph.say(at(1), edge("visited", "Rex"), edge("likes", "bones", source="User's dog"))
    named = edge("has_pet", "Rex").model_copy(update={"fact": "User's dog is called Rex"})
    receipt = await graph.say(at(2), named, types={"Rex": "person"})
    assert receipt.learned


async def test_a_name_that_is_everybodys(graph: Graph) -> None:
    """A cat, a speaker, a brother and two friends of one name, each spoken of twice."""
    await graph.say(at(1), edge("has_name", "Tom"))
    cat = edge("has_pet", "Tom").model_copy(update={"fact": "User's cat is called Tom"})
    await graph.say(at(2), cat, text="I have a cat called Tom.")
    told = (("brother", "sibling_of"), ("friend", "friend_of"), ("cousin", "relative_of"), ("neighbour", "neighbor_of"))
    for day, (role, relation) in enumerate((*told, *told), start=3):
        await meet(graph, day, role, "Tom", relation, f"Town {day}")
    homes = [e for e in await graph.known(NOW) if e.canonical_relation == "lives_in"]
    assert len({e.source_id for e in homes}) == 3 and len(homes) == 3  # the friend may be the neighbour
    assert len(await graph.store.graph.entities_matching(1, "tom", TextQuery(), 9)) >= 4


async def test_a_month_may_be_a_person_and_nothing_is_left_of_a_fact_that_is_dropped(graph: Graph) -> None:
    await graph.say(at(1), edge("likes", "sailing", source="Jan"), types=PEOPLE)
    await graph.say(at(2), edge("likes", "rowing", source="Feb"))
    assert {e.name for e in await graph.store.graph.latest_entities(1, 50)} == {"Jan", "sailing"}


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [("sister", "friend", True), ("sister", "cousin", True), ("mum", "mother", False), ("stepdad", "father", False),
     ("sibling", "brother", False), ("colleague", "wife", False), ("friend", "boss", False), ("dog", "brother", True),
     ("puppy", "dog", False), ("dog", "cat", True), ("girlfriend", "wife", False), ("uncle", "aunt", True)],
)  # fmt: skip
def test_which_roles_one_cannot_both_have(one: str, other: str, apart: bool) -> None:
    assert differ(one, other) is differ(other, one) is apart


def test_every_role_on_the_way_gets_its_one_word() -> None:
    assert one_role("User's mum's doggy") == "User's mother's dog"
    assert one_role("Mum's House") == "Mum's House"


async def boss(graph: Graph, day: int, role: str, name: str, relation: str = "has_boss") -> None:
    named = edge(relation, name).model_copy(update={"fact": f"User's {role} is {name}"})
    await graph.say(at(day), named, types={name: "person"}, text=f"My {role} is {name}.")


@pytest.mark.parametrize(("full", "short"), [("Lisa Kudrow", "Lisa"), ("Mr. Brown", "Brown"), ("Brown", "Mr. Brown")])
async def test_a_short_name_is_the_only_one_so_called_who_is_something_to_the_speaker(
    graph: Graph, full: str, short: str
) -> None:
    await boss(graph, 1, "boss", full)
    await graph.say(at(2), edge("likes", "tea", source=short), types={short: "person"})
    assert f"{full} likes tea" in await known(graph)


async def test_a_short_name_of_two_or_of_a_stranger_is_nobody_known(graph: Graph) -> None:
    await boss(graph, 1, "boss", "Tom Baker")
    await boss(graph, 2, "teacher", "Tom Miller", "has_teacher")
    await graph.say(at(3), edge("likes", "Stephen King"), types={"Stephen King": "person"})
    for day, name in ((4, "Tom"), (5, "Stephen")):
        await graph.say(at(day), edge("likes", "tea", source=name), types={name: "person"})
    assert {"Tom likes tea", "Stephen likes tea"} <= set(await known(graph))


async def test_another_who_has_the_first_name_of_the_boss(graph: Graph) -> None:
    await boss(graph, 1, "boss", "Lisa Kudrow")
    await graph.say(at(2), edge("likes", "tea", source="Lisa"), types={"Lisa": "person"})
    people = {"Lisa": "person"}
    for day, role, relation in ((3, "sister", "sibling_of"), (4, "friend", "friend_of")):
        named = edge(relation, "Lisa").model_copy(update={"fact": f"User's {role} is Lisa"})
        await graph.say(
            at(day), named, edge("likes", role, source="Lisa"), types=people, text=f"My {role} Lisa likes it."
        )
    assert {e.source for e in await graph.known(NOW) if e.canonical_relation == "likes"} == {
        "Lisa Kudrow", "Lisa", "Lisa (friend)"
    }  # fmt: skip


async def test_a_new_boyfriend_is_not_the_one_who_is_gone(graph: Graph) -> None:
    people = dict.fromkeys(("User's boyfriend", "User's ex-boyfriend", "Tom"), "person")
    for day, city in ((1, "Ulm"), (3, "Bonn")):
        await graph.say(at(day), edge("lives_in", city, source="User's boyfriend"), types=people)
        if day == 1:
            await graph.say(at(2), edge("partner_of", "User's boyfriend", ends=True), types=people)
    await boss(graph, 4, "boyfriend", "Tom", "partner_of")
    await graph.say(at(5), edge("likes", "tea", source="User's ex-boyfriend"), types=people)
    assert {"User's ex-boyfriend lives_in Ulm", "Tom lives_in Bonn", "User's ex-boyfriend likes tea"} <= set(
        await known(graph)
    )
