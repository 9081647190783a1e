"""What is said to be over in other words than it was said to be so, and what stands beside it (reading: revision)."""

import pytest

from tests.memory.ingest.stated_edges import Graph
from zeph.records.claim import Claim, ClaimKind, Marker, Mention, Span

NOW = "2026-06-01 10:00:00"


def at(day: int, month: int = 1) -> str:
    return f"2026-{month:02d}-{day:02d} 10:00:00"


def claim(
    kind: ClaimKind, relation: str, name: str, *, sentence: str = "", old: str = "", family: str = "",
    subject: str = "User", slot: str = "", markers: tuple[Marker, ...] = (), start: str = "", kinds: str = "",
) -> Claim:  # fmt: skip
    return Claim(
        kind=kind, subject=Mention(subject, "person"), relation=relation, object=Mention(name, kinds), start=start,
        sentence=sentence or f"{subject} {relation.replace('_', ' ')} {name}", span=Span(0, 1), reader="pattern:test",
        confidence=0.9, old=Mention(old) if old else None, family=family, slot=slot, markers=frozenset(markers),
    )  # fmt: skip


async def current(graph: Graph) -> set[str]:
    return {f"{e.source} {e.canonical_relation} {e.target}" for e in await graph.known(NOW) if e.current(NOW)}


async def test_what_has_no_type_is_known_all_the_same(graph: Graph) -> None:
    await graph.claim(at(1), claim("state", "takes_medicine", "Zelarin"))
    assert await current(graph) == {"User takes_medicine Zelarin"}


@pytest.mark.parametrize(
    ("state", "end"),
    [
        (claim("state", "follows_diet", "vegetarian"), claim("end", "doing", "vegetarian", family="doing")),
        (claim("state", "volunteers_at", "hospice"), claim("end", "doing", "hospice", family="doing")),
        (claim("state", "smokes", "cigarettes"), claim("end", "doing", "smoking", family="doing")),
        (claim("state", "runs_on", "Couchwell"), claim("end", "uses", "Couchwell")),
        (claim("state", "uses", "Streamly"), claim("end", "subscribes_to", "Streamly subscription")),
        (claim("state", "has_role", "plumber"), claim("end", "doing", "plumbing", family="doing")),
        (claim("state", "has_role", "gardener"), claim("end", "doing", "gardening", family="doing")),
    ],
)
async def test_an_end_names_another_relation_or_form_than_the_state(graph: Graph, state: Claim, end: Claim) -> None:
    await graph.claim(at(1), state)
    await graph.claim(at(2), end)
    assert await current(graph) == set()


@pytest.mark.parametrize(
    ("relation", "end", "sentence"),
    [
        ("has_role", "works_at", "User is a bookkeeper at Halden"),
        ("has_role", "studied_at", "User is a student at Halden"),
        ("has_role", "volunteers_at", "User is a steward at Halden"),
    ],
)
async def test_a_post_is_over_with_the_place_that_it_names(
    graph: Graph, relation: str, end: str, sentence: str
) -> None:
    post = sentence.split(" ")[3]
    await graph.claim(at(1), claim("state", relation, post, sentence=sentence))
    await graph.claim(at(2), claim("end", end, "Kestrel"))
    assert await current(graph) == {f"User {relation} {post}"}
    await graph.claim(at(3), claim("end", end, "Halden"))
    assert await current(graph) == set()


async def test_a_post_is_over_when_its_firm_gives_way_to_another(graph: Graph) -> None:
    post = claim("state", "has_role", "bookkeeper", sentence="User works for Halden as a bookkeeper")
    await graph.claim(at(1), claim("state", "works_at", "Halden"), post)
    await graph.claim(at(2), claim("replace", "works_at", "Kestrel", old="Halden"))
    assert await current(graph) == {"User works_at Kestrel"}


async def test_what_is_replaced_is_found_by_other_forms_of_its_name(graph: Graph) -> None:
    await graph.claim(at(1), claim("state", "learns", "trombone lessons"), claim("state", "plays", "harp"))
    await graph.claim(at(2), claim("replace", "doing", "sax", old="trombone", family="doing"))
    assert await current(graph) == {"User learns sax", "User plays harp"}


async def test_what_is_taken_up_in_the_place_of_something_unknown_is_a_fact(graph: Graph) -> None:
    await graph.claim(at(1), claim("replace", "doing", "rowing", old="cycling", family="doing"))
    assert await current(graph) == {"User practices rowing"}


async def test_a_second_job_stays_where_the_first_changes_or_comes_back(graph: Graph) -> None:
    await graph.claim(at(1), claim("state", "works_at", "Halden"))
    await graph.claim(at(2), claim("state", "works_at", "Pellow", markers=("besides",)))
    await graph.claim(at(3), claim("replace", "works_at", "Kestrel", old="Halden"))
    assert await current(graph) == {"User works_at Kestrel", "User works_at Pellow"}
    await graph.claim(at(4), claim("end", "works_at", "Kestrel"))
    await graph.claim(at(5), claim("begin", "works_at", "Halden", markers=("again",)))
    assert await current(graph) == {"User works_at Halden", "User works_at Pellow"}


async def test_what_gives_way_by_name_is_no_other_job(graph: Graph) -> None:
    await graph.claim(at(1), claim("state", "works_at", "Pellow"))
    await graph.claim(at(2), claim("replace", "works_at", "Kestrel", old="Halden"))
    assert await current(graph) == {"User works_at Kestrel", "User works_at Pellow"}
    assert (await graph.store.graph.claims(1, None, 1))[0].reason


async def test_a_boss_and_a_manager_fill_one_place(graph: Graph) -> None:
    boss = claim("state", "manages", "User", subject="Priska", sentence="User's boss is Priska")
    await graph.claim(at(1), boss, claim("state", "manages", "Femke"))
    new = claim("state", "manages", "User", subject="Dan", sentence="User's manager is Dan", slot="User's manager")
    await graph.claim(at(2), new)
    assert await current(graph) == {"Dan manages User", "User manages Femke"}


async def test_of_two_that_are_meant_alike_none_ends(graph: Graph) -> None:
    await graph.claim(at(1), claim("state", "owns", "road bike"), claim("state", "owns", "mountain bike"))
    await graph.claim(at(2), claim("end", "owns", "bike"))
    assert await current(graph) == {"User owns road bike", "User owns mountain bike"}
    assert (await graph.store.graph.claims(1, None, 1))[0].operation == "conflict"


@pytest.mark.parametrize("now", ["manages", "reports_to"])
async def test_who_is_so_now_takes_the_place_of_the_only_one_who_was(graph: Graph, now: str) -> None:
    await graph.claim(at(1), claim("state", "reports_to", "Priska"), claim("state", "manages", "Femke"))
    new = ("User", "Dan") if now == "manages" else ("Dan", "User")
    await graph.claim(at(2), claim("state", now, new[0], subject=new[1], markers=("now",)))
    assert await current(graph) == {"Dan manages User", "User manages Femke"}


async def test_a_second_boss_is_nobody_s_end(graph: Graph) -> None:
    await graph.claim(at(1), claim("state", "reports_to", "Priska"))
    await graph.claim(at(2), claim("state", "reports_to", "Dan", markers=("besides", "now")))
    assert await current(graph) == {"Priska manages User", "Dan manages User"}


async def test_an_end_may_name_a_thing_by_the_beginning_of_its_name(graph: Graph) -> None:
    await graph.claim(at(1), claim("state", "studied_at", "Wolden University"), claim("state", "studied_at", "Hexley"))
    await graph.claim(at(2), claim("end", "studied_at", "Wolden"))
    assert await current(graph) == {"User studied_at Hexley"}


async def test_a_trip_that_is_off_is_the_plan_to_go_there(graph: Graph) -> None:
    ahead = claim("event", "visited", "Tolva", start="in December 2026", markers=("ahead",))
    past = claim("event", "visited", "Tolva Bay", start="in 2019")
    await graph.claim(at(1), past, ahead)
    await graph.claim(at(2), claim("end", "has_event", "trip to Tolva"))
    edges = {e.target: e for e in await graph.known("2027-01-10 10:00:00")}
    assert edges["Tolva Bay"].valid_until is None
    assert "Tolva" not in edges or edges["Tolva"].valid_until == edges["Tolva"].valid_from


async def test_what_one_keeps_off_is_drunk_no_longer(graph: Graph) -> None:
    await graph.claim(at(1), claim("state", "drinks", "coffee"), claim("state", "drinks", "tea"))
    await graph.claim(at(2), claim("state", "avoids", "coffee"))
    assert await current(graph) == {"User drinks tea", "User avoids coffee"}


async def test_one_name_is_one_thing_whatever_was_guessed_of_its_type(graph: Graph) -> None:
    await graph.claim(at(1), claim("state", "likes", "Nora", kinds="project"))
    await graph.claim(at(2), claim("state", "works_at", "Brightloom", subject="Nora"))
    await graph.claim(at(3), claim("state", "visited", "Nora"))
    entities = await graph.store.graph.latest_entities(1, 100)
    assert sorted(e.name for e in entities) == ["Brightloom", "Nora", "User"]


async def test_a_common_noun_is_no_person_s_name(graph: Graph) -> None:
    await graph.claim(at(1), claim("state", "likes", "lily", kinds="concept"))
    await graph.claim(at(2), claim("state", "works_at", "Brightloom", subject="Lily"))
    entities = await graph.store.graph.latest_entities(1, 100)
    assert sorted(e.name for e in entities) == ["Brightloom", "Lily", "User", "lily"]
