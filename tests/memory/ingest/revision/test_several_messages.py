"""What several messages tell together: ends and beginnings, plans that come true, numbers that change, old dates."""

import pytest

from tests.memory.ingest.sentence_cues import gave_up, lies_ahead
from tests.memory.ingest.stated_edges import Graph, at, edge
from zeph.clock import parse_moment
from zeph.memory.edits.edits import Edits
from zeph.memory.ingest.extraction import ExtractedEdge
from zeph.memory.language.own_sentences import planned_verbs

PEOPLE = dict.fromkeys(("Laura", "Mia", "Tom", "Eva", "children"), "person")
NOW = "2026-06-01 10:00:00"


def told(fact: str, relation: str, target: str, **more: object) -> ExtractedEdge:
    return edge(relation, target).model_copy(update={"fact": fact, **more})


async def test_a_wedding_ends_the_courtship_and_a_courtship_no_marriage(graph: Graph) -> None:
    await graph.say(at(1), edge("dating", "Laura"), types=PEOPLE)
    receipt = await graph.say(at(2), edge("married_to", "Laura"), types=PEOPLE)
    assert receipt.superseded and await graph.facts(NOW) == ["married_to Laura"]
    assert await graph.facts(NOW, as_of=at(1)) == ["partner_of Laura"]
    await graph.say(at(3), edge("partner_of", "Laura"), types=PEOPLE)
    assert "married_to Laura" in await graph.facts(NOW)


async def test_a_divorce_of_last_year_ends_the_marriage_told_of_this_year(graph: Graph) -> None:
    await graph.say(at(1), edge("married_to", "Laura"), types=PEOPLE)
    await graph.say(at(2), edge("divorced_from", "Laura", valid_from="2025"), types=PEOPLE)
    await graph.say(at(3), edge("married_to", "Mia", valid_from="May 2025"), types=PEOPLE)
    assert await graph.facts(NOW) == ["divorced_from Laura", "married_to Mia"]
    assert await graph.facts(NOW, as_of="2024-01-01 00:00:00") == ["married_to Laura"]


async def test_the_second_divorce_from_the_same_is_dated_before_the_first_wedding(graph: Graph) -> None:
    for day, who in ((1, "Laura"), (5, "Mia"), (10, "Laura")):
        await graph.say(at(day), edge("married_to", who), types=PEOPLE)
    await graph.say(at(15), edge("divorced_from", "Laura", valid_from="2024"), types=PEOPLE)
    assert await graph.facts(NOW) == ["divorced_from Laura"]
    assert await graph.store.care.health(thorough=True) == []


async def test_an_undone_divorce_leaves_the_marriage_alone(graph: Graph) -> None:
    await graph.say(at(1), edge("married_to", "Laura"), types=PEOPLE)
    await graph.say(at(2), edge("divorced_from", "Laura", valid_from="2025"), types=PEOPLE)
    graph.clock.at = parse_moment(at(3))
    await Edits(graph.store, 1, lambda: NOW).undo()
    assert await graph.facts(NOW) == ["married_to Laura"]
    assert await graph.facts(NOW, known_at=at(2)) == ["divorced_from Laura"]


async def test_who_divorced_whom_makes_no_difference(graph: Graph) -> None:
    await graph.say(at(1), edge("married_to", "Eva", source="Tom"), types=PEOPLE)
    await graph.say(at(2), edge("divorced", "Tom", source="Eva"), types=PEOPLE)
    await graph.say(at(3), edge("friend_of", "Tom", source="Eva"), types=PEOPLE)
    await graph.say(at(4), edge("friend_of", "Eva", source="Tom"), types=PEOPLE)
    assert [f.rsplit(" ", 1)[0] for f in await graph.facts(NOW)] == ["divorced_from", "friend_of"]


async def test_each_of_two_is_named_by_the_other_and_a_divorce_is_of_both(graph: Graph) -> None:
    people = PEOPLE | {"Tom's wife": "person", "Eva's husband": "person"}
    husband = edge("married_to", "Tom", source="Eva").model_copy(update={"fact": "Eva's husband is Tom"})
    wife = edge("married_to", "Eva", source="Tom").model_copy(update={"fact": "Tom's wife is Eva"})
    await graph.say(at(1), husband, types=people)
    await graph.say(at(2), wife, types=people)
    for day, who in ((3, "Tom's wife"), (4, "Eva's husband")):
        await graph.say(at(day), edge("likes", "tea", source=who), types=people)
    assert {e.source for e in await graph.known(NOW) if e.target == "tea"} == {"Tom", "Eva"}
    await graph.say(at(5), edge("divorced_from", "Tom", source="Eva"), types=people)
    assert [e.canonical_relation for e in await graph.known(NOW) if e.target != "tea"] == ["divorced_from"]


async def test_what_ended_before_it_was_first_told_of_has_no_start(graph: Graph) -> None:
    await graph.say(at(1), edge("works_at", "Acme"))
    await graph.say(at(2), edge("works_at", "Acme", ends=True, valid_until="2025"))
    assert await graph.facts(NOW) == []
    assert await graph.facts(NOW, as_of="2024-05-01 00:00:00") == ["works_at Acme"]
    assert await graph.facts(at(1), known_at=at(1)) == ["works_at Acme"]


async def test_what_ended_before_a_said_start_was_another_stretch(graph: Graph) -> None:
    await graph.say(at(1), edge("uses", "vim", valid_from="2025-06"))
    await graph.say(at(2), edge("uses", "vim", ends=True, valid_until="2024"))
    assert await graph.facts(NOW) == ["uses vim"] == await graph.facts(NOW, as_of="2023-05-01 00:00:00")
    assert await graph.facts(NOW, as_of="2025-02-01 00:00:00") == []


async def test_an_old_home_was_left_before_the_one_of_today(graph: Graph) -> None:
    await graph.say(at(1), edge("lives_in", "Rome", valid_from="2019"))
    await graph.say(at(2), edge("lives_in", "Turin", ends=True))
    assert await graph.facts(NOW, as_of="2022-01-01 00:00:00") == ["lives_in Rome"]
    assert await graph.facts(NOW, as_of="2018-01-01 00:00:00") == ["lives_in Turin"]


@pytest.mark.parametrize("relation", ["practices", "learns", "plays", "eats"])
async def test_whatever_one_did_of_what_is_given_up_is_over(graph: Graph, relation: str) -> None:
    await graph.say(at(1), edge(relation, "guitar"), edge("likes", "guitar"))
    await graph.say(at(2), edge("uses", "guitar", ends=True), text="I gave it all up.")
    assert await graph.facts(NOW) == ["likes guitar"]


async def test_what_is_no_longer_used_may_still_be_taught(graph: Graph) -> None:
    await graph.say(at(1), edge("learns", "Perl"))
    await graph.say(at(2), edge("uses", "Perl", ends=True), text="I no longer use Perl.")
    assert await graph.facts(NOW) == ["learns Perl"]


async def test_three_children_who_were_two(graph: Graph) -> None:
    await graph.say(at(1), told("User has two children", "parent_of", "children"), types=PEOPLE)
    await graph.say(at(2), told("User has 2 children", "parent_of", "children"), types=PEOPLE)
    receipt = await graph.say(at(3), told("User has three children", "parent_of", "children"), types=PEOPLE)
    assert receipt.changed == ("User has three children: 2 → 3",)
    (children,) = await graph.known(NOW)
    assert children.fact == "User has three children"
    assert [f.fact for f in await graph.store.graph.forms(children.id)][1] == "User has two children"
    await Edits(graph.store, 1, lambda: NOW).undo()
    assert [e.fact for e in await graph.known(NOW)] == ["User has two children"]


async def test_a_plan_that_came_true_is_told_anew_from_the_planned_day(graph: Graph) -> None:
    await graph.say(at(1), edge("lives_in", "Paris"))
    await graph.say(at(2), told("User plans to move to Berlin", "lives_in", "Berlin", valid_from="2026-03-01"))
    await graph.say(at(15, 3), told("User lives in Berlin", "lives_in", "Berlin"))
    assert [e.fact for e in await graph.known(NOW)] == ["User lives in Berlin"]
    assert [e.fact for e in await graph.known(NOW, as_of=at(5, 3))] == ["User lives in Berlin"]
    assert await graph.facts(NOW, as_of=at(5, 2)) == ["lives_in Paris"]
    assert [e.fact for e in await graph.known(at(5, 3), known_at=at(5, 3))] == ["User plans to move to Berlin"]


async def test_a_plan_that_came_true_before_its_day(graph: Graph) -> None:
    await graph.say(at(1), edge("lives_in", "Paris"))
    await graph.say(at(2), told("User plans to move to Berlin", "lives_in", "Berlin", valid_from="2026-03-01"))
    await graph.say(at(15, 2), told("User lives in Berlin", "lives_in", "Berlin"))
    for when, place in ((at(10, 2), "Paris"), (at(20, 2), "Berlin"), (at(5, 3), "Berlin")):
        assert await graph.facts(NOW, as_of=when) == [f"lives_in {place}"], when
    assert await graph.facts(NOW) == ["lives_in Berlin"]


async def test_a_stay_long_before_the_plan_is_not_the_plan_come_true(graph: Graph) -> None:
    for day, town in ((1, "Milan"), (2, "Paris")):
        await graph.say(at(day), edge("lives_in", town))
    await graph.say(at(3), told("User plans to move to Berlin", "lives_in", "Berlin", valid_from="2026-03-01"))
    await graph.say(at(2, 3), told("User moved to Berlin", "lives_in", "Berlin", valid_from="2020"))
    assert await graph.facts(NOW) == ["lives_in Berlin"]
    assert await graph.store.care.health(thorough=True) == []


async def test_two_plans_of_which_the_later_comes_true_first(graph: Graph) -> None:
    """Paris in June, after Berlin in March, and then Paris at once: no two facts give way to each other."""
    await graph.say(at(1), edge("lives_in", "Rome"))
    for day, town, start in ((2, "Berlin", "2026-03-01"), (3, "Paris", "2026-06-01")):
        await graph.say(at(day), told(f"User plans to move to {town}", "lives_in", town, valid_from=start))
    await graph.say(at(5), told("User lives in Paris", "lives_in", "Paris"))
    assert await graph.facts(at(6)) == ["lives_in Paris"]
    assert await graph.store.care.health(thorough=True) == []
    await graph.say(at(7), told("User lives in Berlin", "lives_in", "Berlin"))
    assert await graph.facts(at(8)) == ["lives_in Berlin"]
    assert await graph.store.care.health(thorough=True) == []


async def test_a_move_from_the_present_home_with_a_date_before_several_of_them(graph: Graph) -> None:
    for day, town in ((10, "Berlin"), (15, "Bonn"), (20, "Rome")):
        await graph.say(at(day), edge("lives_in", town))
    await graph.say(at(25), edge("lives_in", "Kiel", replaces="Rome", valid_from="2025-12"))
    assert await graph.facts(NOW) == ["lives_in Kiel"]
    assert await graph.facts(NOW, as_of=at(16)) == ["lives_in Bonn"]
    assert await graph.store.care.health(thorough=True) == []


async def test_what_holds_already_does_not_begin_some_day_to_come(graph: Graph) -> None:
    await graph.say(at(1), edge("lives_in", "Berlin"))
    await graph.say(at(2), told("User is moving to Berlin", "lives_in", "Berlin", valid_from="2026-03-01"))
    assert await graph.facts(at(3)) == ["lives_in Berlin"]


async def test_a_birthplace_that_was_wrong_never_was_one(graph: Graph) -> None:
    await graph.say(at(1), edge("born_in", "Graz"))
    await graph.say(at(2), edge("born_in", "Linz"))
    assert await graph.facts(NOW) == await graph.facts(NOW, as_of="2020-01-01 00:00:00") == ["born_in Linz"]
    assert await graph.facts(at(1), known_at=at(1)) == ["born_in Graz"]
    await Edits(graph.store, 1, lambda: NOW).undo()
    assert await graph.facts(NOW) == ["born_in Graz"]


async def test_the_cat_that_died_is_the_one_with_the_name(graph: Graph) -> None:
    await graph.say(at(1), told("User's cat is called Mimi", "has_pet", "Mimi"))
    await graph.say(at(2), told("User's cat died", "has_pet", "cat", ends=True))
    assert await graph.facts(NOW) == []
    assert {e.name for e in await graph.store.graph.latest_entities(1, 10)} == {"User", "Mimi"}


@pytest.mark.parametrize(
    ("known", "said", "anew"),
    [("User has two kids", "User has three kids", True), ("User has two kids", "User has 2 kids", False),
     ("User has kids", "User has three kids", False)],
)  # fmt: skip
async def test_only_a_number_that_is_another_makes_another_fact(
    graph: Graph, known: str, said: str, anew: bool
) -> None:
    await graph.say(at(1), told(known, "has_kid", "kids"))
    receipt = await graph.say(at(2), told(said, "has_kid", "kids"))
    assert bool(receipt.changed) is anew


async def test_what_is_said_more_fully_is_new_and_what_is_said_again_is_not(graph: Graph) -> None:
    await graph.say(at(1), told("User has kids", "has_kid", "kids"))
    more = await graph.say(at(2), told("User has three kids", "has_kid", "kids"))
    again = await graph.say(at(3), told("User has three kids", "has_kid", "kids"))
    assert more.learned == again.reinforced == ("User has three kids",)


def test_words_for_what_lies_ahead_and_what_is_given_up() -> None:
    assert lies_ahead("User plans to move to Berlin") and lies_ahead("User is moving to Berlin")
    assert not lies_ahead("User moved to Berlin") and not lies_ahead("User lives in Berlin")
    assert gave_up("I quit smoking.") and gave_up("I gave it up.") and not gave_up("I no longer use vim.")


@pytest.mark.parametrize("relation", ["uses", "lives_in"])
async def test_an_older_message_says_again_what_was_replaced_since(graph: Graph, relation: str) -> None:
    await graph.say(at(1), edge(relation, "Oslo"), sent_at="2019-05-01 10:00:00")
    await graph.say(at(2), edge(relation, "Kiel", replaces="Oslo"), sent_at="2021-05-01 10:00:00")
    receipt = await graph.say(at(3), edge(relation, "Oslo"), sent_at="2020-05-01 10:00:00")
    assert receipt.reinforced and not receipt.learned
    assert await graph.facts(NOW) == [f"{relation} Kiel"]
    assert await graph.facts(NOW, as_of="2020-06-01 00:00:00") == [f"{relation} Oslo"]


async def test_what_is_taken_up_again_after_it_was_replaced_is_a_second_stint(graph: Graph) -> None:
    await graph.say(at(1), edge("uses", "vim"))
    await graph.say(at(2), edge("uses", "Helix", replaces="vim"))
    await graph.say(at(3), edge("uses", "vim"))
    assert await graph.facts(NOW) == ["uses Helix", "uses vim"]
    assert await graph.facts(NOW, as_of=at(2)) == ["uses Helix"]


async def test_my_wife_of_then_in_a_message_that_is_read_late(graph: Graph) -> None:
    people = PEOPLE | {"User's wife": "person"}
    wife = told("User's wife is Eva", "married_to", "Eva")
    await graph.say(at(1), wife, types=people, sent_at="2020-05-01 10:00:00")
    await graph.say(at(2), edge("divorced_from", "Eva"), types=people, sent_at="2023-05-01 10:00:00")
    tea = edge("likes", "tea", source="User's wife")
    await graph.say(at(3), tea, types=people, sent_at="2021-05-01 10:00:00")
    await graph.say(at(4), told("User's wife is Mia", "married_to", "Mia"), types=people)
    assert [e.source for e in await graph.known(NOW) if e.target == "tea"] == ["Eva"]


async def test_a_year_that_is_over_is_all_that_is_known_of_an_old_job(graph: Graph) -> None:
    await graph.say(at(1), edge("works_at", "Acme", ends=True, valid_from="2019"), text="I worked at Acme in 2019.")
    await graph.say(at(2), edge("works_at", "Globex", ends=True, valid_from="May 2020"), text="In May 2020 at Globex.")
    await graph.say(at(3), edge("works_at", "Hooli", ends=True, valid_from="2021"), text="Since 2021, not any more.")
    when = ("2019-06-01", "2020-02-01", "2020-05-20", "2020-07-01", "2022-07-01")
    found = [await graph.facts(NOW, as_of=f"{day} 00:00:00") for day in when]
    assert found == [["works_at Acme"], [], ["works_at Globex"], [], ["works_at Hooli"]]


async def test_a_plan_is_over_when_it_is_carried_out_or_dropped(graph: Graph) -> None:
    await graph.say(at(1), told("User plans to buy a Volvo", "plans_to", "Volvo"), edge("likes", "Volvo"))
    await graph.say(at(2), told("User plans to learn Rust", "plans_to", "Rust"))
    await graph.say(at(3), edge("interested_in", "Volvo"), edge("likes", "Rust"))
    assert len([f for f in await graph.facts(NOW) if f.startswith("plans")]) == 2
    await graph.say(at(4), told("User bought a Volvo", "bought", "Volvo"))
    await graph.say(at(5), edge("learns", "Rust", ends=True))
    assert [f for f in await graph.facts(NOW) if f.startswith("plans")] == []
    assert "plans Rust" in await graph.facts(NOW, as_of=at(4))


def test_the_verbs_of_a_plan() -> None:
    assert planned_verbs("User plans to move to Berlin") == ("move to", "move")
    assert planned_verbs("User plans to buy a Volvo") == ("buy",) and planned_verbs("User plans a trip") == ()
