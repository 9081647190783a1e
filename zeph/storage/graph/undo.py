"""Undo: puts back what a change of the graph changed (graph-memory §4: nothing is erased, an undo is a revision too
and can be undone).

In: a connection inside a write transaction, the id of a revision. Out: the id of the undoing one. What Zeph had decided
by itself a person has set right then: the fact that comes back is theirs, and what had taken its place goes where the
two cannot both hold.
"""

import json
from collections.abc import Iterable

from zeph.clock import Moment
from zeph.errors import NotFound, UsageError
from zeph.storage.engine.driver import Connection
from zeph.storage.graph.merging import open_edge
from zeph.storage.graph.revision_edit import Edit, Row
from zeph.storage.ports import Excludes, excludes_nothing

AUTOMATIC = ("supersede", "end")
"""What Zeph decided by itself; a fact that a person brings back stays."""

UNDONE = "undone: "


def undo(
    conn: Connection, space_id: int, revision_id: int | None, now: Moment, excludes: Excludes = excludes_nothing
) -> tuple[int, str]:
    """Puts back what a revision changed, by default the last one. (id of the undoing revision, what was undone).

    ``excludes(relation, other relation, same target)`` says which facts of one source cannot both hold: the one that
    took the place of what comes back is retracted with its taking over; any other stands, and a person is asked.
    Raises NotFound, and UsageError where something later has to be undone first.
    """
    row = _revision(conn, space_id, revision_id)
    number, kind, reason = row
    _refuse_covered(conn, number)
    conn.execute("PRAGMA defer_foreign_keys = ON")  # rows that point at one another come back one by one
    edit = Edit(conn, space_id, "undo", f"{UNDONE}{reason.removeprefix(UNDONE)}", now)
    items = conn.execute(
        "SELECT item_kind, item_id, before FROM graph_revision_items WHERE revision_id = ? ORDER BY id", (number,)
    ).fetchall()
    images = [(k, i, json.loads(before) if before else None) for k, i, before in items]
    edges = [(i, before) for k, i, before in images if k == "edge" and before is not None and kind in AUTOMATIC]
    for item_id, before in edges:
        _retract_successor(conn, edit, item_id, before, excludes)
    for wanted in ("entity", "edge", "alias"):
        for item_kind, item_id, before in images:
            if item_kind == wanted and before is not None:
                _put_back(conn, edit, item_kind, item_id, before, by_hand=kind in AUTOMATIC)
    for item_kind, item_id, before in reversed(images):
        if item_kind == "mention" and before is not None:
            edit.link(before["table"], item_id, before["other"], there=before["was"])
    _take_away(edit, [(k, i) for k, i, before in images if before is None and k != "mention"], kind)
    for item_id, _ in edges:
        _ask(conn, edit, item_id, excludes)
    conn.execute("UPDATE graph_revisions SET undone_by = NULL WHERE undone_by = ?", (number,))
    conn.execute("UPDATE graph_revisions SET undone_by = ? WHERE id = ?", (edit.id, number))
    return edit.id, _in_words(kind, reason, [before["fact"] for _, before in edges])


def _in_words(kind: str, reason: str, facts: list[str]) -> str:
    """What was undone: the facts that are so again, and why they were not."""
    return f"{'; '.join(facts)} ({reason})" if facts else reason.removeprefix(UNDONE)


def _revision(conn: Connection, space_id: int, revision_id: int | None) -> tuple[int, str, str]:
    which = "id = :id" if revision_id is not None else "kind NOT IN ('undo', 'review', 'evict')"
    row = conn.execute(
        f"""SELECT id, kind, reason, undone_by FROM graph_revisions
        WHERE space_id = :space AND {which} AND (:id IS NOT NULL OR undone_by IS NULL) ORDER BY id DESC LIMIT 1""",
        {"space": space_id, "id": revision_id},
    ).fetchone()
    if row is None:
        missing = f"There is no change {revision_id}" if revision_id is not None else "There is no change to undo"
        raise NotFound(f"{missing}; `zeph graph revisions` lists them.")
    if row[3] is not None:
        raise UsageError(f"Change {row[0]} is undone already, by change {row[3]}.")
    if row[1] == "review":
        raise UsageError(f"Change {row[0]} is a question to you; it changed nothing.")
    if row[1] == "evict":
        raise UsageError(f"Change {row[0]} removed what was out of use for long; that is final.")
    return int(row[0]), str(row[1]), str(row[2])


def _refuse_covered(conn: Connection, number: int) -> None:
    """An image may only be put back where nothing changed the same row since."""
    later = conn.execute(
        """SELECT max(r.id) FROM graph_revision_items a JOIN graph_revision_items b
            ON b.item_kind = a.item_kind AND b.item_id = a.item_id AND b.revision_id > a.revision_id
        JOIN graph_revisions r ON r.id = b.revision_id
        WHERE a.revision_id = :id AND a.item_kind <> 'mention' AND r.undone_by IS NULL AND r.kind <> 'review'
            AND NOT EXISTS (SELECT 1 FROM graph_revisions u WHERE u.undone_by = r.id)""",
        {"id": number},
    ).fetchone()[0]
    if later is not None:
        raise UsageError(f"Change {later} changed the same thing later: undo that first.")


def _put_back(conn: Connection, edit: Edit, kind: str, item_id: int, before: Row, *, by_hand: bool) -> None:
    if kind == "edge":
        if by_hand:
            before = {**before, "origin": "person"}
            for (newer,) in conn.execute("SELECT id FROM graph_edges WHERE supersedes_id = ?", (item_id,)).fetchall():
                edit.change("edge", newer, supersedes_id=None)
        same = open_edge(conn, before) if before["expired_at"] is None and before["valid_until"] is None else None
        if same is not None:
            raise UsageError(f"That fact stands again as #{same}: there is nothing to undo.")
    if edit.row(kind, item_id) is None:
        edit.add(kind, before)
    else:
        edit.change(kind, item_id, **{name: value for name, value in before.items() if name != "id"})


def _retract_successor(conn: Connection, edit: Edit, edge_id: int, before: Row, excludes: Excludes) -> None:
    """The fact that took its place goes with the change, where the two cannot both hold."""
    now = edit.row("edge", edge_id)
    if not now or now["superseded_by"] in (None, before["superseded_by"]):
        return
    newer = edit.row("edge", now["superseded_by"])
    if not newer or not _contradict(before, newer, excludes):
        return
    if newer["expired_reason"] == "superseded":
        later = conn.execute(
            """SELECT max(r.id) FROM graph_revision_items AS i JOIN graph_revisions AS r ON r.id = i.revision_id
            WHERE i.item_kind = 'edge' AND i.item_id = ? AND r.kind = 'supersede' AND r.undone_by IS NULL""",
            (newer["id"],),
        ).fetchone()[0]
        what = f"Change {later} put" if later else "Something later was put"
        raise UsageError(f"{what} another in place of “{newer['fact']}”: undo that first.")
    if newer["expired_at"] is None:
        edit.change("edge", newer["id"], expired_at=edit.now, expired_reason="retracted", live=0)


def _ask(conn: Connection, edit: Edit, edge_id: int, excludes: Excludes) -> None:
    """A question for each current fact that what came back contradicts."""
    row = edit.row("edge", edge_id)
    if not row or not row["live"]:
        return
    others = conn.execute(
        """SELECT id FROM graph_edges WHERE space_id = :space AND source_entity_id = :source
            AND canonical_relation = :relation AND expired_at IS NULL AND valid_until IS NULL AND live = 1
        UNION SELECT id FROM graph_edges
        WHERE source_entity_id = :source AND target_entity_id = :target AND live = 1""",
        {
            "space": edit.space_id, "source": row["source_entity_id"], "relation": row["canonical_relation"],
            "target": row["target_entity_id"],
        },
    ).fetchall()  # fmt: skip
    for (other_id,) in others:
        other = edit.row("edge", other_id)
        if other and other_id != edge_id and _contradict(row, other, excludes):
            review = conn.execute(
                """INSERT INTO graph_revisions (space_id, kind, reason, origin, created_at)
                VALUES (?, 'review', ?, 'local', ?) RETURNING id""",
                (edit.space_id, f"“{other['fact']}” contradicts “{row['fact']}”, which you brought back; both stand.",
                 edit.now),
            ).fetchone()[0]  # fmt: skip
            conn.executemany(
                "INSERT INTO graph_revision_items (revision_id, item_kind, item_id) VALUES (?, 'edge', ?)",
                [(review, other_id), (review, edge_id)],
            )


def _contradict(one: Row, other: Row, excludes: Excludes) -> bool:
    """The same fact in other words ("three children", who were two) counts too."""
    same_target = one["target_entity_id"] == other["target_entity_id"]
    relations = one["canonical_relation"], other["canonical_relation"]
    return (same_target and relations[0] == relations[1]) or excludes(*relations, same_target)


def _take_away(edit: Edit, made: Iterable[tuple[str, int]], kind: str) -> None:
    """What the change made: facts are retracted, names and entities removed (redone, they come back)."""
    for item_kind, item_id in sorted(made, key=lambda item: item[0] == "entity"):
        row = edit.row(item_kind, item_id)
        if row is None:
            continue
        if item_kind == "edge" and kind != "undo":
            edit.change("edge", item_id, expired_at=edit.now, expired_reason="retracted", live=0)
        else:
            edit.remove(item_kind, item_id)
