"""New facts against known ones, through the real store: the table of graph-memory §4."""

from pathlib import Path

import pytest

from tests.memory.ingest.edge_claims import claimed
from tests.memory.ingest.scripted_memory import Talk
from tests.memory.ingest.stated_edges import Graph, edge
from zeph.clock import FixedClock
from zeph.memory.ingest.extraction import Extracted, ExtractedEdge, Extraction, ExtractionCost
from zeph.memory.ingest.planning import Rules, make_plan
from zeph.records.plan import Plan
from zeph.storage import open_store
from zeph.storage.ports import Reader, TextQuery


async def test_the_page_example_of_vim_and_neovim(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("prefers", "vim"))
    await graph.say("2026-02-01 10:00:00", edge("switched_to", "neovim", replaces=""))
    (b,) = await graph.known("2026-02-01 10:00:00")
    (a,) = await graph.known("2026-02-01 10:00:00", as_of="2026-01-15 00:00:00")
    assert (a.canonical_relation, a.target, a.valid_from) == ("prefers", "vim", "2026-01-01 10:00:00")
    assert (a.valid_until, a.expired_at, a.supersedes_id) == ("2026-02-01 10:00:00", "2026-02-01 10:00:00", None)
    assert (b.canonical_relation, b.target, b.valid_from) == ("prefers", "neovim", "2026-02-01 10:00:00")
    assert (b.valid_until, b.expired_at, b.supersedes_id, a.superseded_by) == (None, None, a.id, b.id)


async def test_new_wording_keeps_one_active_fact_of_the_higher_confidence(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("prefer", "vim", confidence=0.7))
    receipt = await graph.say("2026-01-02 10:00:00", edge("preferred", "Vim", confidence=0.9))
    (fact,) = await graph.known("2026-01-03 00:00:00")
    assert (fact.canonical_relation, fact.confidence, len(fact.sources)) == ("prefers", 0.9, 2)
    assert receipt.reinforced and not receipt.learned


async def test_docker_never_retires_python(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("uses", "Python"))
    await graph.say("2026-01-02 10:00:00", edge("uses", "Docker"))
    assert await graph.facts("2026-01-03 00:00:00") == ["uses Python", "uses Docker"]


async def test_an_end_closes_the_fact_and_makes_none(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("uses", "vim"))
    receipt = await graph.say("2026-01-05 10:00:00", edge("uses", "vim", ends=True))
    assert receipt.ended and not receipt.learned
    assert await graph.facts("2026-01-06 00:00:00") == []
    assert await graph.facts("2026-01-06 00:00:00", as_of="2026-01-03 00:00:00") == ["uses vim"]


async def test_an_end_without_a_match_is_kept_as_a_closed_fact(graph: Graph) -> None:
    await graph.say("2026-01-05 10:00:00", edge("uses", "vim", ends=True))
    assert await graph.facts("2026-01-06 00:00:00") == []
    (fact,) = await graph.known("2026-01-06 00:00:00", as_of="2025-01-01 00:00:00")
    assert (fact.valid_from, fact.valid_until) == (None, "2026-01-05 10:00:00")


async def test_a_second_stint_is_a_second_fact(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("works_with", "Ann", valid_from="in 2015", valid_until="2017"))
    await graph.say("2026-01-02 10:00:00", edge("works_with", "Ann", valid_from="2021"))
    (current,) = await graph.known("2026-01-03 00:00:00")
    assert (current.valid_from, current.valid_from_precision) == ("2021-01-01 00:00:00", "year")
    (first,) = await graph.known("2026-01-03 00:00:00", as_of="2016-06-01 00:00:00")
    assert first.id != current.id
    assert await graph.facts("2026-01-03 00:00:00", as_of="2019-06-01 00:00:00") == []


async def test_a_functional_fact_is_superseded(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("lives_in", "Paris"))
    await graph.say("2026-02-01 10:00:00", edge("lives_in", "Oslo"))
    assert await graph.facts("2026-03-01 00:00:00") == ["lives_in Oslo"]
    assert await graph.facts("2026-03-01 00:00:00", as_of="2026-01-15 00:00:00") == ["lives_in Paris"]
    assert await graph.facts("2026-03-01 00:00:00", known_at="2026-01-15 00:00:00") == ["lives_in Paris"]


async def test_an_old_fact_learned_late_becomes_history(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("lives_in", "Paris", valid_from="since 2020"))
    await graph.say("2026-02-01 10:00:00", edge("lives_in", "Rome", valid_from="in 2015"))
    await graph.say("2026-02-02 10:00:00", edge("lives_in", "Bonn", valid_from="in 2018"))
    now = "2026-03-01 00:00:00"
    assert await graph.facts(now) == ["lives_in Paris"]
    assert await graph.facts(now, as_of="2016-01-01 00:00:00") == ["lives_in Rome"]
    assert await graph.facts(now, as_of="2019-01-01 00:00:00") == ["lives_in Bonn"]
    assert await graph.facts(now, as_of="2021-01-01 00:00:00") == ["lives_in Paris"]


async def test_a_move_next_month_leaves_today_as_it_is(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("lives_in", "Paris"))
    await graph.say("2026-01-15 10:00:00", edge("lives_in", "Berlin", valid_from="next month"))
    assert await graph.facts("2026-01-20 00:00:00") == ["lives_in Paris"]
    assert await graph.facts("2026-02-02 00:00:00") == ["lives_in Berlin"]


async def test_opposites_exclude_each_other(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("likes", "coriander"))
    await graph.say("2026-02-01 10:00:00", edge("hates", "coriander"))
    assert await graph.facts("2026-03-01 00:00:00") == ["dislikes coriander"]


async def test_a_named_replacement_takes_the_old_relation(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("prefers", "vim"), edge("uses", "Python"))
    await graph.say("2026-02-01 10:00:00", edge("switched_to", "Helix", replaces="vim"))
    assert await graph.facts("2026-03-01 00:00:00") == ["uses Python", "prefers Helix"]


async def test_an_unnamed_replacement_with_two_candidates_asks(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("uses", "vim"), edge("uses", "Emacs"))
    receipt = await graph.say("2026-02-01 10:00:00", edge("switched_to", "neovim", replaces=""))
    assert receipt.review
    assert await graph.facts("2026-03-01 00:00:00") == ["uses vim", "uses Emacs", "uses neovim"]


async def test_a_candidate_retires_nothing(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("lives_in", "Paris"))
    await graph.say("2026-02-01 10:00:00", edge("lives_in", "Oslo", confidence=0.5))
    assert "lives_in Paris" in await graph.facts("2026-03-01 00:00:00")


async def test_self_loops_pronouns_and_unknown_ends_are_dropped_and_counted(graph: Graph) -> None:
    bad = [edge("knows", "User"), edge("uses", "it")]
    undeclared = ExtractedEdge(source="I", relation="uses", target="Ghost", fact="User uses Ghost")
    receipt = await graph.say("2026-01-01 10:00:00", *bad, edge("uses", "Rust"))
    assert (receipt.dropped, receipt.learned) == (2, ("I uses Rust",))
    extracted = Extracted(Extraction(edges=[undeclared]), ExtractionCost("test"))

    def planned(reader: Reader) -> Plan:
        message = next(iter(reader.messages.by_id([1]).values()))
        return make_plan(graph.rules, message, claimed(extracted, message), "llm", reader)

    plan = await graph.store.read(planned)
    assert (plan.new_edges, plan.ledger.dropped) == ((), 1)


async def test_a_shipped_alias_reaches_the_same_entity(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("uses", "Kubernetes"))
    await graph.say("2026-01-02 10:00:00", edge("uses", "k8s"))
    (fact,) = await graph.known("2026-01-03 00:00:00")
    assert (fact.target, len(fact.sources)) == ("Kubernetes", 2)
    (entity,) = await graph.store.graph.entities_matching(1, "k8s", TextQuery(), 5)
    assert (entity.name, "k8s" in entity.aliases) == ("Kubernetes", True)


async def test_a_learned_name_is_an_alias_of_user(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("has_name", "Piotr"))
    await graph.say("2026-01-02 10:00:00", edge("uses", "Rust", source="Piotr"), types={"Piotr": "person"})
    assert {e.source for e in await graph.known("2026-01-03 00:00:00")} == {"User"}


async def test_a_chain_of_100_corrections_reads_and_writes(graph: Graph) -> None:
    for day in range(100):
        await graph.say(f"2026-{1 + day // 28:02d}-{1 + day % 28:02d} 10:00:00", edge("lives_in", f"Town {day}"))
    assert await graph.facts("2027-01-01 00:00:00") == ["lives_in Town 99"]
    assert await graph.facts("2027-01-01 00:00:00", as_of="2026-01-05 12:00:00") == ["lives_in Town 4"]


async def test_the_confidence_strategy(graph: Graph) -> None:
    graph.rules = Rules(graph.rules.ontology, graph.rules.gazetteer, "confidence")
    await graph.say("2026-01-01 10:00:00", edge("lives_in", "Paris", confidence=0.9))
    await graph.say("2026-02-01 10:00:00", edge("lives_in", "Oslo", confidence=0.7))
    assert await graph.facts("2026-03-01 00:00:00") == ["lives_in Paris"]


async def test_confidence_yields_to_what_the_person_says_outright(graph: Graph) -> None:
    graph.rules = Rules(graph.rules.ontology, graph.rules.gazetteer, "confidence")
    await graph.say("2026-01-01 10:00:00", edge("lives_in", "Paris", confidence=0.9))
    await graph.say("2026-02-01 10:00:00", edge("lives_in", "Oslo", confidence=0.7, replaces="Paris"))
    assert await graph.facts("2026-02-02 00:00:00") == ["lives_in Oslo"]
    await graph.say("2026-03-01 10:00:00", edge("lives_in", "Rome", confidence=0.65), origin="person")
    assert await graph.facts("2026-03-02 00:00:00") == ["lives_in Rome"]


async def test_a_tie_of_confidence_goes_to_the_later(graph: Graph) -> None:
    graph.rules = Rules(graph.rules.ontology, graph.rules.gazetteer, "confidence")
    await graph.say("2026-01-01 10:00:00", edge("lives_in", "Paris", confidence=0.8))
    await graph.say("2026-02-01 10:00:00", edge("lives_in", "Oslo", confidence=0.8))
    assert await graph.facts("2026-02-02 00:00:00") == ["lives_in Oslo"]


async def test_an_earlier_start_makes_room_in_history(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("lives_in", "Paris"))
    await graph.say("2026-01-02 10:00:00", edge("lives_in", "Rome", valid_from="2015"))
    await graph.say("2026-01-03 10:00:00", edge("lives_in", "Paris", valid_from="since 2020"))
    now = "2026-02-01 00:00:00"
    assert await graph.facts(now, as_of="2018-01-01 00:00:00") == ["lives_in Rome"]
    assert await graph.facts(now, as_of="2021-01-01 00:00:00") == ["lives_in Paris"]


async def test_a_start_before_another_stretch_is_not_believed(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("lives_in", "Paris"))
    await graph.say("2026-01-02 10:00:00", edge("lives_in", "Rome", valid_from="2022"))
    await graph.say("2026-01-03 10:00:00", edge("lives_in", "Paris", valid_from="since 2020"))
    assert await graph.facts("2026-02-01 00:00:00", as_of="2023-01-01 00:00:00") == ["lives_in Rome"]
    assert await graph.facts("2026-02-01 00:00:00") == ["lives_in Paris"]


async def test_a_stay_that_is_over_takes_nothing_from_what_holds(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("lives_in", "Paris", valid_from="2014"))
    receipt = await graph.say("2026-01-02 10:00:00", edge("lives_in", "Rome", valid_from="2015", valid_until="2016"))
    assert receipt.review
    assert await graph.facts("2026-02-01 00:00:00") == ["lives_in Paris"]


async def test_an_older_message_read_late_ends_nothing_that_began_after_it(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("uses", "vim"))
    await graph.say("2026-02-01 10:00:00", edge("uses", "vim", ends=True), sent_at="2020-01-01 10:00:00")
    assert await graph.facts("2026-03-01 00:00:00") == ["uses vim"]


async def test_an_older_message_read_late_does_not_revive_what_ended(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("uses", "vim"))
    await graph.say("2026-01-05 10:00:00", edge("uses", "vim", ends=True))
    await graph.say("2026-02-01 10:00:00", edge("uses", "vim"), sent_at="2026-01-03 10:00:00")
    assert await graph.facts("2026-03-01 00:00:00") == []


async def test_two_places_in_one_breath_both_stand_and_are_shown(graph: Graph) -> None:
    receipt = await graph.say("2026-01-01 10:00:00", edge("lives_in", "Paris"), edge("lives_in", "Oslo"))
    assert len(receipt.review) == 1
    assert await graph.facts("2026-01-02 00:00:00") == ["lives_in Paris", "lives_in Oslo"]


@pytest.mark.parametrize("order", [1, -1])
async def test_two_dated_places_of_one_message_follow_each_other(graph: Graph, order: int) -> None:
    both = [edge("lives_in", "Paris", valid_from="2015"), edge("lives_in", "Oslo", valid_from="2019")]
    await graph.say("2026-01-01 10:00:00", *both[::order])
    now = "2026-01-02 00:00:00"
    assert await graph.facts(now) == ["lives_in Oslo"]
    assert await graph.facts(now, as_of="2017-01-01 00:00:00") == ["lives_in Paris"]
    old, new = sorted(
        await graph.known(now, as_of="2017-01-01 00:00:00") + await graph.known(now), key=lambda e: e.target
    )[::-1]
    assert old.superseded_by == new.id


async def test_an_opposite_of_old_is_history_whatever_else_was_disliked(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("dislikes", "spinach", valid_from="2016"), edge("likes", "coriander"))
    await graph.say("2026-01-02 10:00:00", edge("dislikes", "coriander", valid_from="2010"))
    now = "2026-02-01 00:00:00"
    assert await graph.facts(now) == ["dislikes spinach", "likes coriander"]
    assert await graph.facts(now, as_of="2020-01-01 00:00:00") == ["dislikes spinach", "dislikes coriander"]


async def test_an_unsure_end_is_only_shown(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("uses", "vim"))
    receipt = await graph.say("2026-02-01 10:00:00", edge("uses", "vim", ends=True, confidence=0.5))
    assert receipt.review and await graph.facts("2026-03-01 00:00:00") == ["uses vim"]


async def test_a_named_replacement_takes_the_stretch_that_holds_not_an_old_one(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("uses", "vim"))
    await graph.say("2026-01-02 10:00:00", edge("uses", "vim", ends=True))
    await graph.say("2026-01-10 10:00:00", edge("uses", "vim"))
    await graph.say("2026-02-01 10:00:00", edge("switched_to", "Helix", replaces="vim"))
    now = "2026-03-01 00:00:00"
    assert await graph.facts(now) == ["uses Helix"]
    assert await graph.facts(now, as_of="2026-01-05 00:00:00") == []
    assert await graph.facts(now, as_of="2026-01-15 00:00:00") == ["uses vim"]


async def test_a_known_later_plan_stays_when_one_moves_meanwhile(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("lives_in", "Paris"))
    await graph.say("2026-01-05 10:00:00", edge("lives_in", "Berlin", valid_from="2026-03-01"))
    await graph.say("2026-01-10 10:00:00", edge("lives_in", "Oslo"))
    assert await graph.facts("2026-01-15 00:00:00") == ["lives_in Oslo"]
    assert await graph.facts("2026-03-02 00:00:00") == ["lives_in Berlin"]


async def test_switching_to_what_is_preferred_already_is_no_second_fact(graph: Graph) -> None:
    editors = {"neovim": "tool"}
    await graph.say("2026-01-01 10:00:00", edge("prefers", "neovim"), types=editors)
    receipt = await graph.say("2026-01-02 10:00:00", edge("switched_to", "neovim", replaces=""), types=editors)
    assert receipt.superseded == ()
    facts = await graph.known("2026-02-01 00:00:00")
    assert [
        (e.canonical_relation, e.valid_from, e.supersedes_id) for e in facts if e.canonical_relation == "prefers"
    ] == [("prefers", "2026-01-01 10:00:00", None)]


async def test_an_older_message_read_late_shows_that_it_held_by_then(graph: Graph) -> None:
    await graph.say("2026-01-10 10:00:00", edge("uses", "Docker"))
    receipt = await graph.say("2026-02-01 10:00:00", edge("uses", "Docker"), sent_at="2024-05-01 10:00:00")
    assert receipt.changed == () and receipt.reinforced
    now = "2026-03-01 00:00:00"
    (known,) = await graph.known(now)
    assert (known.valid_from, known.valid_from_stated) == ("2024-05-01 10:00:00", False)
    assert await graph.facts(now, as_of="2025-01-01 00:00:00") == ["uses Docker"]
    assert await graph.facts(now, as_of="2025-01-01 00:00:00", known_at="2026-01-20 00:00:00") == []


async def test_an_older_message_neither_moves_a_said_start_nor_does_an_unsure_one(graph: Graph) -> None:
    await graph.say("2026-01-10 10:00:00", edge("uses", "Docker", valid_from="2025-06"), edge("uses", "Rust"))
    await graph.say(
        "2026-02-01 10:00:00",
        edge("uses", "Docker"),
        edge("uses", "Rust", confidence=0.5),
        sent_at="2024-05-01 10:00:00",
    )
    assert [e.valid_from for e in await graph.known("2026-03-01 00:00:00")] == [
        "2025-06-01 00:00:00",
        "2026-01-10 10:00:00",
    ]


async def test_a_stint_that_begins_when_the_last_one_ended_is_a_new_one(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("works_with", "Ann", valid_from="2015", valid_until="2017"))
    await graph.say("2026-01-02 10:00:00", edge("works_with", "Ann", valid_from="2017"))
    now = "2026-02-01 00:00:00"
    assert await graph.facts(now) == ["works_with Ann"]
    assert await graph.facts(now, as_of="2016-01-01 00:00:00") == ["works_with Ann"]
    assert await graph.facts(now, as_of="2014-01-01 00:00:00") == []


async def test_an_outright_move_wins_over_all_homes_whatever_the_strategy(tmp_path: Path) -> None:
    clock = FixedClock("2026-01-01 00:00:00")
    store = await open_store(tmp_path / "zeph.db", clock, 1)
    graph = Graph(store, clock, "confidence")
    try:
        await graph.say(
            "2026-01-01 10:00:00", edge("lives_in", "Paris", confidence=0.9), edge("lives_in", "Lyon", confidence=0.95)
        )
        await graph.say("2026-02-01 10:00:00", edge("lives_in", "Oslo", replaces="Paris", confidence=0.7))
        assert await graph.facts("2026-03-01 00:00:00") == ["lives_in Oslo"]
    finally:
        await store.close()


async def test_a_fact_that_begins_when_another_ended_supersedes_nothing(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("lives_in", "Paris", valid_until="2026-02-01"))
    receipt = await graph.say("2026-03-01 10:00:00", edge("lives_in", "Oslo", valid_from="2026-02-01"))
    assert (receipt.superseded, receipt.revision_ids) == ((), ())
    assert await graph.facts("2026-03-02 00:00:00") == ["lives_in Oslo"]
    (paris,) = await graph.known("2026-03-02 00:00:00", as_of="2026-01-20 00:00:00")
    assert (paris.target, paris.expired_at, paris.superseded_by) == ("Paris", None, None)


async def test_of_two_equal_starts_the_later_said_stands_in_whatever_order_they_are_read(graph: Graph) -> None:
    await graph.say("2026-02-01 10:00:00", edge("lives_in", "Paris", valid_from="2020"))
    receipt = await graph.say(
        "2026-03-01 10:00:00", edge("lives_in", "Oslo", valid_from="2020"), sent_at="2026-01-01 10:00:00"
    )
    assert receipt.superseded == ()
    assert await graph.facts("2026-03-02 00:00:00") == ["lives_in Paris"]


async def test_a_date_that_is_said_less_surely_makes_the_fact_no_less_sure(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", edge("uses", "vim", confidence=0.9))
    await graph.say("2026-01-02 10:00:00", edge("uses", "vim", confidence=0.7, valid_from="2015"))
    (fact,) = await graph.known("2026-02-01 00:00:00")
    assert (fact.confidence, fact.valid_from) == (0.9, "2015-01-01 00:00:00")


async def test_of_several_in_one_sentence_the_receipt_names_the_one_that_is_over(tmp_path: Path) -> None:
    async with Talk(tmp_path, extractor="local") as talk:
        await talk.say("I take ramipril and a statin every night.")
        one = await talk.say("The doctor took me off the statin.")
        rest = await talk.say("The doctor took me off the ramipril.")
    assert one.ended == ("statin: User takes ramipril and a statin every night",)
    assert rest.ended == ("User takes ramipril and a statin every night",)
