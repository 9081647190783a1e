"""What becomes of a claim: one operation each, on what is known, with its reason kept (reading: revision)."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.models import ScriptedChat, TableEmbedder, extraction, fact
from tests.memory.ingest.scripted_memory import Talk
from tests.memory.ingest.stated_edges import Graph, edge
from zeph.clock import FixedClock
from zeph.memory.edits.edits import Edits
from zeph.memory.ingest.extraction import ExtractedEdge
from zeph.memory.language.families import Families
from zeph.memory.language.times.date_resolution import resolve_nearest
from zeph.records.claim import Claim, ClaimKind, Mention, Modality, Span
from zeph.records.forgetting import Target
from zeph.records.view import View
from zeph.storage import open_store

NOW = "2026-06-01 10:00:00"


def at(day: int, month: int = 1) -> str:
    return f"2026-{month:02d}-{day:02d} 10:00:00"


def told(fact: str, relation: str, target: str, **more: str) -> ExtractedEdge:
    return edge(relation, target, **more).model_copy(update={"fact": fact})


async def operations(graph: Graph) -> list[tuple[str, str]]:
    """Of every claim so far, oldest first."""
    logged = await graph.store.graph.claims(1, None, 100)
    return [(c.operation, c.object) for c in sorted(logged, key=lambda c: c.id)]


# ------------------------------------------------------------ UPDATE


async def test_one_event_has_one_date(graph: Graph) -> None:
    first = told("User has a flight to Rome", "plans_to", "Rome", valid_from="coming December 1")
    await graph.say(at(1), first, text="My flight to Rome is on December 1.")
    moved = told("User has a flight to Rome", "plans_to", "Rome", valid_from="coming December 9")
    receipt = await graph.say(at(2), moved, text="My flight to Rome is on December 9, not December 1.")
    assert receipt.changed == ("User has a flight to Rome: 2026-12-01 → 2026-12-09",)
    (flight,) = [e for e in await graph.known("2026-12-20 00:00:00") if e.target == "Rome"]
    assert (flight.valid_from or "")[:10] == "2026-12-09"
    forms = await graph.store.graph.forms(flight.id)
    assert [(f.valid_from or "")[:10] for f in forms] == ["2026-12-09", "2026-12-01"]
    await Edits(graph.store, 1, lambda: NOW).undo()
    (flight,) = [e for e in await graph.known("2026-12-20 00:00:00") if e.target == "Rome"]
    assert (flight.valid_from or "")[:10] == "2026-12-01"


@pytest.mark.parametrize(
    ("fact", "first", "then", "shown"),
    [
        ("User owns cats", "I have two cats.", "I have three cats.", "3 cats"),
        ("backend uses Go", "Our backend uses Go 1.24.", "Our backend uses Go 1.25.", "1.24 → 1.25"),
        ("User pays Telia", "I pay Telia €20 a month.", "I pay Telia €25 a month.", "€20 → €25"),
    ],
)
async def test_another_number_version_or_price_is_not_known_already(
    graph: Graph, fact: str, first: str, then: str, shown: str
) -> None:
    source, relation, target = fact.split()
    said = told(fact, relation, target, source=source)
    await graph.say(at(1), said, text=first)
    receipt = await graph.say(at(2), said, text=then)
    assert shown in " ".join((*receipt.changed, *receipt.learned))
    assert len(await graph.known(NOW)) == 1


async def test_what_is_only_told_more_fully_is_kept_with_it(graph: Graph) -> None:
    await graph.say(at(1), edge("owns", "boat"), text="I have a boat.")
    receipt = await graph.say(at(2), edge("owns", "boat"), text="I have the boat because my aunt gave it to me.")
    (boat,) = await graph.known(NOW)
    assert json.loads(boat.qualifiers) == {"reason": "my aunt gave it to me"} and not receipt.changed
    assert await operations(graph) == [("add", "boat"), ("update", "boat")]


async def test_two_things_kept_in_one_place_are_both_told(graph: Graph) -> None:
    await graph.say(at(1), told("User stores photos on the NAS", "stores_in", "NAS"))
    await graph.say(at(2), told("User stores backups on the NAS", "stores_in", "NAS"))
    (fact,) = await graph.known(NOW)
    assert fact.fact == "User stores photos on the NAS; User stores backups on the NAS"


async def test_a_thing_has_one_version_and_a_person_may_use_two(graph: Graph) -> None:
    for day, version in ((1, "Go 1.24"), (2, "Go 1.25")):
        await graph.say(at(day), edge("uses", version, source="backend"), edge("uses", version))
    await graph.say(at(3), edge("uses", "Rust 1.80"))
    await graph.say(at(4), edge("uses", "Rust 1.90"), text="I use Rust 1.90 now.")
    known = [f"{e.source} {e.target}" for e in await graph.known(NOW)]
    assert known == ["User Go 1.24", "backend Go 1.25", "User Go 1.25", "User Rust 1.90"]


# ------------------------------------------------------------ time


async def test_a_change_that_names_its_date_overtakes_a_start_that_nobody_named(graph: Graph) -> None:
    await graph.say(at(1, 6), edge("lives_in", "Hull"))
    moved = told("User moved to Bristol", "lives_in", "Bristol", valid_from="in May")
    receipt = await graph.say(at(2, 6), moved, text="I moved to Bristol in May.")
    assert await graph.facts(at(3, 6)) == ["lives_in Bristol"]
    assert receipt.superseded and await graph.facts(at(3, 6), as_of=at(3, 4)) == ["lives_in Hull"]


async def test_a_month_of_years_ago_takes_nothing_from_what_holds(graph: Graph) -> None:
    await graph.say(at(1, 6), edge("lives_in", "Hull"))
    await graph.say(at(2, 6), edge("lives_in", "Rome", valid_from="in May 2019"), text="I lived in Rome in May 2019.")
    assert await graph.facts(at(3, 6)) == ["lives_in Hull"]


async def test_since_years_ago_is_until_today(graph: Graph) -> None:
    await graph.say(at(1), edge("works_at", "Shopify"))
    await graph.say(at(2), edge("works_at", "Google", valid_from="since May 2019"), text="At Google since May 2019.")
    assert await graph.facts(NOW) == ["works_at Google"]


async def test_a_year_long_past_takes_nothing_from_what_holds(graph: Graph) -> None:
    await graph.say(at(1, 6), edge("lives_in", "Hull"))
    await graph.say(at(2, 6), edge("lives_in", "Rome", valid_from="in 2015"), text="I lived in Rome in 2015.")
    assert await graph.facts(at(3, 6)) == ["lives_in Hull"]


@pytest.mark.parametrize(
    ("phrase", "said_at", "moment"),
    [("12 may", "2025-04-14", "2025-05-12"), ("20 june", "2025-06-03", "2025-06-20"),
     ("3 March", "2025-04-14", "2025-03-03"), ("in May", "2025-06-03", "2025-05-01"),
     ("20 december", "2025-01-10", "2024-12-20"), ("12 may 2024", "2025-04-14", "2024-05-12")],
)  # fmt: skip
def test_a_day_without_a_year_is_never_a_year_away_where_a_few_weeks_fit(
    phrase: str, said_at: str, moment: str
) -> None:
    found = resolve_nearest(phrase, f"{said_at} 10:00:00")
    assert found is not None and found.moment[:10] == moment


# ------------------------------------------------------------ END


@pytest.mark.parametrize(
    ("state", "end", "text"),
    [
        (edge("works_at", "Shopify"), edge("uses", "Shopify", ends=True), "I left Shopify."),
        (edge("learns", "violin"), edge("plays", "violin", ends=True), "I dropped the violin."),
        (edge("take", "violin lessons"), edge("uses", "violin", ends=True), "I gave up the violin."),
        (edge("practices", "smoking"), edge("uses", "smoking", ends=True), "I stopped smoking."),
        (edge("is_a", "smoker"), edge("uses", "smoking", ends=True), "I quit smoking."),
        (edge("likes", "running"), edge("practices", "running", ends=True), "I stopped running."),
        (edge("learns", "German"), edge("works_at", "German classes", ends=True), "I quit my German classes."),
        (edge("owns", "Volvo"), edge("switched_to", "Skoda", replaces="Volvo"), "I traded in my Volvo for a Skoda."),
    ],
)
async def test_an_end_in_other_words_ends_what_is_known(
    graph: Graph, state: ExtractedEdge, end: ExtractedEdge, text: str
) -> None:
    await graph.say(at(1), state, edge("owns", "kayak"), edge("works_with", "Ann"))
    await graph.say(at(2), end, text=text)
    left = await graph.facts(NOW)
    assert not any(state.target in fact for fact in left)
    assert {"owns kayak", "works_with Ann"} <= set(left)
    assert (await operations(graph))[-1][0] in ("end", "replace")


async def test_what_hangs_on_a_job_ends_with_it(graph: Graph) -> None:
    await graph.say(at(1), edge("works_at", "Shopify"), edge("has_role", "designer"))
    await graph.say(at(2), edge("owns", "dog"))
    await graph.say(at(3), edge("works_at", "Shopify", ends=True), text="I left Shopify.")
    assert await graph.facts(NOW) == ["owns dog"]


async def test_a_post_that_was_told_apart_goes_on(graph: Graph) -> None:
    await graph.say(at(1), edge("works_at", "Shopify"))
    await graph.say(at(2), edge("has_role", "designer"))
    await graph.say(at(3), edge("works_at", "Shopify", ends=True), text="I left Shopify.")
    assert await graph.facts(NOW) == ["has_role designer"]


async def test_one_of_two_alike_never_takes_the_other_along(graph: Graph) -> None:
    await graph.say(at(1), edge("runs_on", "postgres 14", source="staging"))
    await graph.say(at(2), edge("runs_on", "postgres 14", source="prod"))
    await graph.say(at(3), edge("works_at", "Acme"))
    await graph.say(at(4), edge("works_at", "Globex"), text="I work at Globex too.")
    await graph.say(at(5), edge("runs_on", "postgres 14", source="prod", ends=True))
    await graph.say(at(6), edge("works_at", "Globex", ends=True), text="I left Globex.")
    assert [f"{e.source} {e.target}" for e in await graph.known(NOW)] == ["staging postgres 14", "User Acme"]


async def test_where_it_is_not_clear_which_is_over_all_stand_and_a_person_may_look(graph: Graph) -> None:
    await graph.say(at(1), edge("owns", "road bike"), edge("owns", "mountain bike"))
    receipt = await graph.say(at(2), edge("owns", "bike", ends=True), text="I sold the bike.")
    assert receipt.review and len(await graph.facts(NOW)) == 2
    assert (await operations(graph))[-1][0] == "conflict"


async def test_no_longer_using_a_thing_is_not_giving_up_what_is_done_with_it(graph: Graph) -> None:
    await graph.say(at(1), edge("learns", "Perl"), edge("owns", "bike"))
    await graph.say(at(2), edge("uses", "Perl", ends=True), text="I no longer use Perl.")
    await graph.say(at(3), edge("uses", "bike", ends=True), text="I no longer use the bike.")
    assert await graph.facts(NOW) == ["learns Perl", "owns bike"]


async def test_a_thing_that_is_no_more_ends_all_that_stood_in_it(graph: Graph) -> None:
    await graph.say(at(1), edge("member_of", "choir"), edge("member_of", "chess club"))
    await graph.say(at(2), edge("member_of", "choir", source="Ann"))
    broke_up = edge("has_event", "break-up", source="choir")
    await graph.say(at(3), broke_up, types={"break-up": "event"}, text="The choir broke up.")
    assert [e.target for e in await graph.known(NOW) if e.canonical_relation == "member_of"] == ["chess club"]


@pytest.mark.parametrize(
    ("text", "left"),
    [("I eat steak again.", ["eats steak"]), ("I eat steak every day.", ["follows_diet vegetarian", "eats steak"])],
)
async def test_a_vegetarian_who_eats_steak(graph: Graph, text: str, left: list[str]) -> None:
    await graph.say(at(1), edge("follows_diet", "vegetarian"))
    receipt = await graph.say(at(2), edge("eats", "steak"), text=text)
    assert await graph.facts(NOW) == left and bool(receipt.review) == (len(left) > 1)


# ------------------------------------------------------------ claims of a reader that gives them itself


def claim(kind: ClaimKind, relation: str, name: str, **more: Any) -> Claim:
    thing = Mention(name, more.pop("entity_type", "concept"))
    sentence = f"User {relation} {name}"
    person = Mention("User", "person")
    return Claim(kind, person, relation, thing, sentence, Span(0, 4), "pattern:test", 0.95, **more)


async def test_claims_need_nothing_but_themselves(graph: Graph) -> None:
    await graph.claim(at(1), claim("state", "plays", "trombone"), claim("state", "take", "trombone lessons"))
    await graph.claim(at(2), claim("begin", "works_at", "Acme", entity_type="organization"))
    await graph.claim(at(3), claim("end", "doing", "trombone", family="doing"))
    known = await graph.known(NOW)
    assert [(e.canonical_relation, e.target, e.origin) for e in known] == [("works_at", "Acme", "local")]
    assert [operation for operation, _ in await operations(graph)] == ["add", "add", "add", "end"]


async def test_an_end_of_a_group_of_which_nothing_is_known_leaves_no_fact(graph: Graph) -> None:
    await graph.claim(at(1), claim("end", "doing", "trombone", family="doing"))
    assert await graph.known(NOW, as_of="2025-01-01 00:00:00") == []
    assert await operations(graph) == [("noop", "trombone")]


async def test_what_is_said_not_to_be_so_is_no_fact(graph: Graph) -> None:
    await graph.claim(at(1), claim("state", "eats", "meat"))
    await graph.claim(
        at(2), claim("state", "eats", "meat", polarity=False), claim("state", "eats", "fish", polarity=False)
    )
    assert await graph.known(NOW) == []
    assert [operation for operation, _ in await operations(graph)] == ["add", "end", "noop"]


@pytest.mark.parametrize(("modality", "begun"), [("fact", "2025-05-01 00:00:00"), ("plan", "2026-05-01 00:00:00")])
async def test_what_has_begun_lies_behind_and_a_plan_ahead(graph: Graph, modality: Modality, begun: str) -> None:
    moved = claim("begin", "lives_in", "Bristol", entity_type="location", start="in May", modality=modality)
    await graph.claim(at(14, 4), moved)
    (home,) = await graph.known(NOW)
    assert home.valid_from == begun


async def test_a_wish_is_kept_as_read_and_changes_nothing(graph: Graph) -> None:
    await graph.claim(at(1), claim("state", "lives_in", "Hull", entity_type="location"))
    await graph.claim(at(2), claim("state", "lives_in", "Rome", entity_type="location", modality="wish"))
    assert await graph.facts(NOW) == ["lives_in Hull"] and (await operations(graph))[-1] == ("noop", "Rome")


# ------------------------------------------------------------ REOPEN, NOOP, SUSPECT


async def test_what_is_so_again_is_told_as_that(graph: Graph) -> None:
    await graph.say(at(1), edge("eats", "meat"))
    await graph.say(at(2), edge("eats", "meat", ends=True))
    await graph.say(at(3), edge("eats", "meat"), text="I eat meat again.")
    assert [operation for operation, _ in await operations(graph)] == ["add", "end", "reopen"]
    assert await graph.facts(NOW) == ["eats meat"]


async def test_what_nearly_happened_is_kept_as_read_and_is_no_fact(graph: Graph) -> None:
    receipt = await graph.say(at(1), edge("owns", "houseboat"), text="We nearly bought a houseboat.")
    (claim,) = await graph.store.graph.claims(1, None, 9)
    assert (claim.operation, claim.modality, claim.reason) == ("noop", "almost", "not a fact: almost")
    assert not receipt.learned and await graph.facts(NOW) == []


async def test_every_claim_is_kept_with_its_reason(graph: Graph) -> None:
    await graph.say(at(1), edge("uses", "vim"), edge("uses", "it"))
    await graph.say(at(2), edge("uses", "vim"))
    await graph.say(at(3), edge("uses", "vim", ends=True))
    await graph.say(at(4), edge("uses", "vim", ends=True))
    logged = sorted(await graph.store.graph.claims(1, None, 9), key=lambda c: c.id)
    assert [c.operation for c in logged] == ["add", "noop", "reinforce", "end", "noop"]
    assert logged[3].revision_id is not None and logged[3].facts == ((1, "ended"),)
    assert all(c.reason for c in logged if c.operation == "noop")


async def test_what_leans_on_a_home_becomes_doubtful_when_that_changes(graph: Graph) -> None:
    await graph.say(at(1), edge("lives_in", "Hull"))
    await graph.say(at(2), edge("commutes_by", "bike"), edge("likes", "tea"))
    await graph.say(at(3), edge("lives_in", "Leeds"))
    doubts = {e.target: e.qualifiers for e in await graph.known(NOW)}
    assert json.loads(doubts["bike"]) == {"doubt": "2026-01-03"} and doubts["tea"] == ""
    await Edits(graph.store, 1, lambda: NOW).undo()
    assert "lives_in Hull" in await graph.facts(NOW)
    await graph.say(at(4), edge("commutes_by", "bike"))
    assert {e.target: e.qualifiers for e in await graph.known(NOW)}["bike"] == ""


# ------------------------------------------------------------ forgetting


async def test_what_a_forgotten_message_told_otherwise_is_as_it_was_before(graph: Graph) -> None:
    said = told("backend uses Go", "uses", "Go", source="backend")
    await graph.say(at(1), said, text="Our backend uses Go 1.24.")
    await graph.say(at(2), said, text="Our backend uses Go 1.25.")
    await graph.store.care.forget(1, Target(messages=(2,)))
    (fact,) = await graph.known(NOW)
    assert json.loads(fact.qualifiers) == {"version": "1.24"}
    assert [c.message_id for c in await graph.store.graph.claims(1, None, 9)] == [1]
    assert [f.fact for f in await graph.store.graph.forms(fact.id)] == ["backend uses Go"]


async def test_claims_of_a_forgotten_fact_lose_their_words(graph: Graph) -> None:
    await graph.say(at(1), edge("uses", "Zyxwerk"), edge("likes", "tea"))
    await graph.store.care.forget(1, Target(facts=(1,)))
    assert {c.sentence for c in await graph.store.graph.claims(1, None, 9)} == {"", "I likes tea"}


# ------------------------------------------------------------ by likeness, and by a model


def test_likeness_is_asked_only_of_names_that_share_a_word() -> None:
    families = Families.load()
    assert families.shares_word("canal allotment papers", "allotment by the canal")
    assert not families.shares_word("viola", "violin") and not families.shares_word("Python 2", "Python 3")


@pytest.mark.parametrize(
    ("cosine", "left"), [(0.9, ["member_of chess"]), (0.3, ["member_of Thursday band", "member_of chess"])]
)
async def test_what_an_end_says_in_other_words_is_found_by_likeness(
    tmp_path: Path, cosine: float, left: list[str]
) -> None:
    joined = extraction(fact("User", "member_of", "Thursday band"), fact("User", "member_of", "chess"))
    over = extraction(fact("User", "member_of", "noisy band rehearsals", ends=True))
    chat = ScriptedChat({"Thursday band": joined, "No more noisy": over})
    alike = {"User member_of noisy band rehearsals": ("User member_of Thursday band", cosine)}
    async with Talk(tmp_path, chat, TableEmbedder(alike), extractor="llm") as talk:
        await talk.say("Thursday band and chess it is.")
        await talk.say("No more noisy band rehearsals.", "2026-02-01 10:00:00")
        assert [f"{e.canonical_relation} {e.target}" for e in await talk.edges()] == left


# ------------------------------------------------------------ another file


async def test_claims_qualifiers_and_doubts_go_with_a_memory_into_another_file(graph: Graph, tmp_path: Path) -> None:
    backend = told("backend uses Go", "uses", "Go", source="backend")
    await graph.say(at(1), backend, edge("lives_in", "Hull"), text="Our backend uses Go 1.24. I live in Hull.")
    await graph.say(at(2), edge("commutes_by", "bike"))
    await graph.say(at(3), backend, edge("lives_in", "Leeds"), text="Our backend uses Go 1.25. I live in Leeds.")
    rows: list[tuple[int, str, dict[str, Any]]] = []
    await graph.store.transfer.dump(View(1, NOW), lambda kind, row: rows.append((len(rows), kind, row)))
    other = await open_store(tmp_path / "other.db", FixedClock(NOW))
    try:
        await other.space("personal")
        load = other.transfer.load(1, vouched=True)
        await load.add(rows, lambda number, why: pytest.fail(f"{number}: {why}"))
        await load.finish()
        again: list[tuple[int, str, dict[str, Any]]] = []
        await other.transfer.dump(View(1, NOW), lambda kind, row: again.append((len(again), kind, row)))
        assert again == rows
        assert await other.graph.claims(1, None, 99) == await graph.store.graph.claims(1, None, 99)
    finally:
        await other.close()
