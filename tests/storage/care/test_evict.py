"""What eviction takes, and above all what it never takes."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.storage.graph_rows import SPACE, Graph, database_health
from zeph.clock import FixedClock
from zeph.errors import UsageError
from zeph.records.eviction import Rule
from zeph.storage.care.eviction_rules import candidates, evict, preview
from zeph.storage.care.sqlite_upkeep import SqliteUpkeep
from zeph.storage.engine.connections import Database
from zeph.storage.graph.merging import merge
from zeph.storage.graph.undo import undo
from zeph.storage.ports import Limits

NOW = "2026-06-01 00:00:00"
OLD, YOUNG = "2026-01-01 00:00:00", "2026-05-20 00:00:00"
KEPT_90 = Limits(90, 0)
RULES: tuple[Rule, ...] = ("expired", "orphan", "cap")


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    return new_graph(tmp_path / "zeph.db")


def new_graph(path: Path) -> Graph:
    graph = Graph(path, vec0=False)
    graph.conn.commit()
    graph.conn.isolation_level = None
    for pragma in ("foreign_keys = ON", "synchronous = OFF", "journal_mode = MEMORY"):
        graph.conn.execute(f"PRAGMA {pragma}")
    return graph


def entity(graph: Graph, name: str, seen: str = YOUNG) -> int:
    number = graph.entity(name)
    graph.conn.execute("UPDATE graph_entities SET last_seen_at = ? WHERE id = ?", (seen, number))
    return number


def retired(graph: Graph, source: int, target: int, at: str = OLD, **more: Any) -> int:
    return graph.edge(source, "used", target, expired_at=at, expired_reason="superseded", **more)


def run(graph: Graph, limits: Limits) -> dict[str, int]:
    """All rules once, as upkeep does it; how many went by rule."""
    gone = {}
    for rule in RULES:
        ids = candidates(graph.conn, SPACE, limits, NOW, rule)
        gone[rule] = evict(graph.conn, SPACE, limits, NOW, rule, ids, 60)[0]
    return {rule: n for rule, n in gone.items() if n}


def ids(graph: Graph, table: str) -> set[int]:
    return {row[0] for row in graph.conn.execute(f"SELECT id FROM {table}")}


def test_facts_retired_longer_ago_than_kept_go_and_younger_ones_and_active_ones_stay(graph: Graph) -> None:
    a, b = entity(graph, "A"), entity(graph, "B")
    gone, young = retired(graph, a, b), retired(graph, b, a, YOUNG)
    active, ended = graph.edge(a, "uses", b), graph.edge(a, "was", b, valid_until=OLD, live=0)
    assert run(graph, KEPT_90) == {"expired": 1}
    assert ids(graph, "graph_edges") == {young, active, ended}
    assert gone not in ids(graph, "graph_edges")
    assert database_health(graph.conn, thorough=True) == []


def test_zero_days_keep_everything_for_ever(graph: Graph) -> None:
    retired(graph, entity(graph, "A", OLD), entity(graph, "B", OLD))
    entity(graph, "C", OLD)
    assert run(graph, Limits(0, 0)) == {}
    assert preview(graph.conn, SPACE, Limits(0, 0), NOW, 9).total == 0


def test_what_a_person_set_by_hand_stays_with_its_ends(graph: Graph) -> None:
    a, b = entity(graph, "A", OLD), entity(graph, "B", OLD)
    retired(graph, a, b, origin="person")
    assert run(graph, Limits(90, 1)) == {}
    assert ids(graph, "graph_entities") == {a, b}


def test_entities_without_facts_go_when_unseen_for_long(graph: Graph) -> None:
    lonely, seen = entity(graph, "Lonely", OLD), entity(graph, "Seen")
    a, b = entity(graph, "A", OLD), entity(graph, "B", OLD)
    graph.edge(a, "uses", b)
    past, other = entity(graph, "Past", OLD), entity(graph, "Other", OLD)
    retired(graph, past, other)
    recent, third = entity(graph, "Recent", OLD), entity(graph, "Third", OLD)
    retired(graph, recent, third, YOUNG)
    plan = preview(graph.conn, SPACE, KEPT_90, NOW, 9)
    assert plan.counts == {"expired": 1, "orphan": 3, "cap": 0}
    assert [i.text for i in plan.items if i.rule == "orphan"] == ["Lonely", "Past", "Other"]
    assert run(graph, KEPT_90) == {"expired": 1, "orphan": 3}
    assert ids(graph, "graph_entities") == {seen, a, b, recent, third}
    assert lonely not in ids(graph, "graph_entities")


def test_the_cap_takes_those_with_the_fewest_facts_the_longest_unseen_first_and_counts_each_once(graph: Graph) -> None:
    orphan = entity(graph, "Orphan", OLD)
    first, second = entity(graph, "First", "2026-05-01 00:00:00"), entity(graph, "Second", "2026-05-02 00:00:00")
    user, a, b, c = entity(graph, "User", OLD), entity(graph, "A", OLD), entity(graph, "B", OLD), entity(graph, "C")
    graph.edge(a, "uses", b)
    graph.edge(b, "uses", c)
    graph.edge(user, "knows", a)
    limits = Limits(90, 5)
    plan = preview(graph.conn, SPACE, limits, NOW, 9)
    assert (plan.counts, plan.above) == ({"expired": 0, "orphan": 1, "cap": 1}, 0)
    assert [(i.id, i.rule) for i in plan.items] == [(orphan, "orphan"), (first, "cap")]
    assert run(graph, limits) == {"orphan": 1, "cap": 1}
    assert ids(graph, "graph_entities") == {second, user, a, b, c}
    assert run(graph, Limits(90, 3)) == {"cap": 2}, "with their facts, as nothing else can make room"
    assert ids(graph, "graph_entities") == {user, a, b}
    assert len(ids(graph, "graph_edges")) == 2
    assert run(graph, Limits(90, 1)) == {"cap": 2}
    assert ids(graph, "graph_entities") == {user}, "nobody would know whom it is talking with"
    assert database_health(graph.conn, thorough=True) == []


def test_what_is_taken_by_the_cap_takes_its_retired_facts_along(graph: Graph) -> None:
    a, b = entity(graph, "A"), entity(graph, "B", YOUNG)
    edge = retired(graph, a, b, YOUNG)
    graph.version(edge, known_from=OLD, known_until=YOUNG, valid_until=None)
    assert run(graph, Limits(90, 1)) == {"cap": 1}
    assert ids(graph, "graph_entities") == {b}
    assert ids(graph, "graph_edges") == ids(graph, "graph_edge_versions") == set()
    assert database_health(graph.conn, thorough=True) == []


def test_members_and_the_only_fact_of_a_community_in_use_stay(graph: Graph) -> None:
    a, b = entity(graph, "A", OLD), entity(graph, "B", OLD)
    only = retired(graph, a, b)
    graph.conn.execute(
        "INSERT INTO graph_communities (space_id, name, fingerprint, created_at, updated_at)"
        " VALUES (1, 'N', 'p', ?, ?)",
        (OLD, OLD),
    )
    graph.conn.execute("INSERT INTO graph_community_members VALUES (?, 1), (?, 1)", (a, b))
    assert run(graph, KEPT_90) == {}
    graph.edge(b, "uses", a)
    assert run(graph, KEPT_90) == {"expired": 1}
    assert only not in ids(graph, "graph_edges")


def test_a_chain_of_supersessions_closes_over_the_gap(graph: Graph) -> None:
    a, b, c, d = (entity(graph, name) for name in "ABCD")
    pinned = retired(graph, a, b, "2025-01-01 00:00:00", origin="person")
    middle = retired(graph, a, c, supersedes_id=pinned)
    newest = graph.edge(a, "used", d, supersedes_id=middle)
    for older, newer in ((pinned, middle), (middle, newest)):
        graph.conn.execute("UPDATE graph_edges SET superseded_by = ? WHERE id = ?", (newer, older))
    assert run(graph, KEPT_90) == {"expired": 1}
    rows = dict(graph.conn.execute("SELECT id, coalesce(superseded_by, supersedes_id) FROM graph_edges").fetchall())
    assert rows == {pinned: newest, newest: pinned}


def change(graph: Graph, edge: int, at: str) -> int:
    graph.conn.execute(
        "INSERT INTO graph_revisions (space_id, kind, reason, origin, created_at)"
        " VALUES (1, 'supersede', 'r', 'local', ?)",
        (at,),
    )
    number = int(graph.conn.execute("SELECT max(id) FROM graph_revisions").fetchone()[0])
    graph.conn.execute(
        "INSERT INTO graph_revision_items (revision_id, item_kind, item_id, before) VALUES (?, 'edge', ?, '{}')",
        (number, edge),
    )
    return number


def test_what_an_undo_of_a_younger_change_needs_stays_and_older_images_go_along(graph: Graph) -> None:
    a, b = entity(graph, "A", OLD), entity(graph, "B", OLD)
    needed, gone = retired(graph, a, b), retired(graph, b, a)
    young, _ = change(graph, needed, YOUNG), change(graph, gone, OLD)
    assert run(graph, KEPT_90) == {"expired": 1}
    assert (ids(graph, "graph_edges"), ids(graph, "graph_revisions")) == ({needed}, {young})


def test_a_merge_within_the_time_facts_are_kept_can_still_be_undone(graph: Graph) -> None:
    a, b, c = entity(graph, "A", OLD), entity(graph, "B", OLD), entity(graph, "C", OLD)
    retired(graph, b, c)
    revision = merge(graph.conn, SPACE, a, b, YOUNG)
    run(graph, Limits(90, 1))
    undo(graph.conn, SPACE, revision, NOW)
    assert {a, b} <= ids(graph, "graph_entities")
    assert database_health(graph.conn) == []


async def test_the_store_tells_of_it_among_the_changes_and_it_is_final(tmp_path: Path) -> None:
    database = await Database(tmp_path / "zeph.db", FixedClock(NOW)).open()
    try:
        store = SqliteUpkeep(database)

        def fill(conn: Any) -> None:
            for n in range(1, 121):
                conn.execute(
                    "INSERT INTO graph_entities (space_id, name, canonical_name, entity_type, first_seen_at,"
                    " last_seen_at, created_at) VALUES (1, ?, ?, 'concept', ?, ?, ?)",
                    (f"N{n}", f"n{n}", OLD, OLD, OLD),
                )

        await database.write(fill)
        assert (await store.evictable(SPACE, KEPT_90, NOW, 5)).counts["orphan"] == 120
        done = await store.evict(SPACE, KEPT_90, NOW)
        assert (done.counts, done.total) == ({"expired": 0, "orphan": 120, "cap": 0}, 120)
        assert (await store.evict(SPACE, KEPT_90, NOW)).total == 0
        rows = await database.snapshot(lambda c: c.execute("SELECT id, kind, reason FROM graph_revisions").fetchall())
        assert [row[1:] for row in rows] == [("evict", "things without facts, unseen for long: 120")]
        with pytest.raises(UsageError, match="final"):
            await database.write(lambda c: undo(c, SPACE, rows[0][0], NOW))
    finally:
        await database.close()


EDGE = st.tuples(
    st.integers(0, 7), st.integers(0, 7), st.sampled_from(["active", "ended", "old", "young", "pinned"]), st.booleans()
)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(EDGE, max_size=20), st.lists(st.booleans(), min_size=8, max_size=8), st.sampled_from([0, 90]),
    st.integers(0, 9),
)  # fmt: skip
def test_it_never_takes_what_it_must_not_and_does_what_it_said(
    rows: list[tuple[int, int, str, bool]], seen: list[bool], days: int, cap: int
) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        graph = new_graph(Path(folder) / "zeph.db")
        nodes = [entity(graph, f"E{n}", YOUNG if fresh else OLD) for n, fresh in enumerate(seen)]
        kept: set[int] = set()
        for number, (a, b, state, _) in enumerate(rows):
            if a == b:
                continue
            more: dict[str, Any] = {"expired_at": OLD, "expired_reason": "superseded"}
            if state in ("active", "ended"):
                more = {"live": 0, "valid_until": OLD} if state == "ended" else {}
            elif state == "young":
                more["expired_at"] = YOUNG
            elif state == "pinned":
                more["origin"] = "person"
            edge = graph.edge(nodes[a], f"r{number}", nodes[b], **more)
            if state == "pinned" or (state in ("active", "ended") and not cap):
                kept.add(edge)
        limits = Limits(days, cap)
        plan = preview(graph.conn, SPACE, limits, NOW, 100)
        gone = run(graph, limits)
        assert gone == {rule: n for rule, n in plan.counts.items() if n}
        assert kept <= ids(graph, "graph_edges")
        left = ids(graph, "graph_entities")
        assert len(plan.items) == len({(i.kind, i.id) for i in plan.items}) == plan.total
        assert left == set(nodes) - {i.id for i in plan.items if i.kind == "entity"}
        if cap and len(left) > cap:
            assert plan.above == len(left) - cap
        assert database_health(graph.conn, thorough=True) == []
        again = preview(graph.conn, SPACE, limits, NOW, 100)
        # Who was linked only to one that the cap took is alone now: the next round's orphan, nothing else is left.
        assert again.counts["expired"] == again.counts["cap"] == 0
        assert not again.counts["orphan"] or plan.counts["cap"]
        graph.conn.close()
