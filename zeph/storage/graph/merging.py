"""Merge, split, alias: what a person says of which things are one.

In: a connection inside a write transaction, ids. Out: the id of the revision. Each change is one revision that
keeps the image of every row before it changed, so that undo (``undo.py``) is the same for all of them.
"""

import json
import re

from zeph.clock import Moment
from zeph.errors import NotFound, UsageError
from zeph.storage.engine.driver import Connection
from zeph.storage.graph.revision_edit import Edit, Row
from zeph.storage.ports.unspaced import name_index


def merge(conn: Connection, space_id: int, kept_id: int, gone_id: int, now: Moment) -> int:
    """Everything of ``gone_id`` goes to ``kept_id``: facts, sources, names. Facts between the two go away."""
    names = dict(conn.execute("SELECT id, name FROM graph_entities WHERE id IN (?, ?)", (kept_id, gone_id)).fetchall())
    edit = Edit(conn, space_id, "merge", f"{names[gone_id]} is {names[kept_id]}", now)
    for edge_id in _edges_of(conn, gone_id):
        _move_edge(conn, edit, edge_id, gone_id, kept_id)
    kept, gone = edit.row("entity", kept_id), edit.row("entity", gone_id)
    assert kept
    assert gone
    for (alias_id,) in conn.execute("SELECT id FROM graph_entity_aliases WHERE entity_id = ?", (gone_id,)).fetchall():
        edit.change("alias", alias_id, entity_id=kept_id)
    _insert_alias(conn, edit, kept_id, gone["name"], gone["canonical_name"], gone["entity_type"])
    for table in ("graph_entity_mentions", "graph_episode_entities"):
        for other in edit.links(table, gone_id):
            edit.link(table, kept_id, other, there=True)
            edit.link(table, gone_id, other, there=False)
    edit.change(
        "entity", kept_id,
        summary=kept["summary"] or gone["summary"],
        first_seen_at=min(kept["first_seen_at"], gone["first_seen_at"]),
        last_seen_at=max(kept["last_seen_at"], gone["last_seen_at"]),
        alias_text=_alias_text(conn, kept_id, kept["canonical_name"]),
    )  # fmt: skip
    edit.remove("entity", gone_id)
    return edit.id


def split(conn: Connection, space_id: int, entity_id: int, alias_name: str, now: Moment) -> int:
    """An alias becomes an entity of its own, with the facts whose messages use that name and not the other."""
    alias = conn.execute(
        "SELECT id, alias FROM graph_entity_aliases WHERE entity_id = ? AND alias_name = ?", (entity_id, alias_name)
    ).fetchone()
    row = conn.execute("SELECT name, canonical_name FROM graph_entities WHERE id = ?", (entity_id,))
    name, canonical = row.fetchone()
    if alias is None or alias_name == canonical:
        raise NotFound(f"“{alias_name}” is no other name of {name}; `zeph graph entities` shows names.")
    edit = Edit(conn, space_id, "split", f"{alias[1]} is not {name}", now)
    whole = edit.row("entity", entity_id)
    assert whole
    fresh = {k: whole[k] for k in ("space_id", "entity_type", "first_seen_at", "last_seen_at")}
    new_id = edit.add(
        "entity",
        {
            **fresh,
            "name": alias[1],
            "canonical_name": alias_name,
            "summary": "",
            "alias_text": name_index(alias[1], ""),
            "created_at": edit.now,
        },
    )
    edit.change("alias", alias[0], entity_id=new_id)
    theirs = _messages_saying(conn, entity_id, alias[1], name)
    for edge_id in _edges_of(conn, entity_id):
        sources = edit.links("graph_edge_mentions", edge_id)
        if sources and theirs.issuperset(sources):
            _move_edge(conn, edit, edge_id, entity_id, new_id)
    for message_id in sorted(theirs):
        edit.link("graph_entity_mentions", new_id, message_id, there=True)
        edit.link("graph_entity_mentions", entity_id, message_id, there=False)
    for (episode,) in conn.execute(
        """SELECT DISTINCT p.id FROM graph_episodes p JOIN messages m ON m.conversation_id = p.conversation_id
        WHERE m.id IN (SELECT value FROM json_each(?))""",
        (json.dumps(sorted(theirs)),),
    ).fetchall():
        edit.link("graph_episode_entities", new_id, episode, there=True)
    edit.change("entity", entity_id, alias_text=_alias_text(conn, entity_id, canonical))
    return edit.id


def add_alias(conn: Connection, space_id: int, entity_id: int, said: str, alias_name: str, now: Moment) -> int:
    """Another name for an entity."""
    name, canonical, entity_type = conn.execute(
        "SELECT name, canonical_name, entity_type FROM graph_entities WHERE id = ?", (entity_id,)
    ).fetchone()
    edit = Edit(conn, space_id, "alias", f"{said} is another name of {name}", now)
    if not _insert_alias(conn, edit, entity_id, said, alias_name, entity_type):
        raise UsageError(f"{name} is known as “{said}” already.")
    edit.change("entity", entity_id, alias_text=_alias_text(conn, entity_id, canonical))
    return edit.id


def _edges_of(conn: Connection, entity_id: int) -> list[int]:
    sql = "SELECT id FROM graph_edges WHERE source_entity_id = :id OR target_entity_id = :id ORDER BY id"
    return [row[0] for row in conn.execute(sql, {"id": entity_id})]


def _move_edge(conn: Connection, edit: Edit, edge_id: int, old: int, new: int) -> None:
    """The edge's end ``old`` becomes ``new``; where that fact stands already, the two become one."""
    row = edit.row("edge", edge_id)
    assert row
    source, target = (new if row[end] == old else row[end] for end in ("source_entity_id", "target_entity_id"))
    if source == target:
        _remove_edge(conn, edit, edge_id)
        return
    moved = {"source_entity_id": source, "target_entity_id": target}
    same = open_edge(conn, {**row, **moved}) if row["expired_at"] is None and row["valid_until"] is None else None
    if same is None:
        edit.change("edge", edge_id, **moved)
        return
    edit.change("edge", edge_id, **moved, expired_at=edit.now, expired_reason="merged", superseded_by=same, live=0)
    for message_id in edit.links("graph_edge_mentions", edge_id):
        edit.link("graph_edge_mentions", same, message_id, there=True)
    other = edit.row("edge", same)
    assert other
    if row["confidence"] > other["confidence"]:
        edit.change("edge", same, confidence=row["confidence"])


def _remove_edge(conn: Connection, edit: Edit, edge_id: int) -> None:
    for message_id in edit.links("graph_edge_mentions", edge_id):
        edit.link("graph_edge_mentions", edge_id, message_id, there=False)
    for pointer in ("superseded_by", "supersedes_id"):
        for (other,) in conn.execute(f"SELECT id FROM graph_edges WHERE {pointer} = ?", (edge_id,)).fetchall():
            edit.change("edge", other, **{pointer: None})
    edit.remove("edge", edge_id)


def open_edge(conn: Connection, row: Row) -> int | None:
    """The open edge that says the same, if it is another."""
    found = conn.execute(
        """SELECT id FROM graph_edges WHERE space_id = :space_id AND source_entity_id = :source_entity_id
        AND canonical_relation = :canonical_relation AND target_entity_id = :target_entity_id
        AND expired_at IS NULL AND valid_until IS NULL AND id <> :id""",
        row,
    ).fetchone()
    return found[0] if found else None


def _insert_alias(conn: Connection, edit: Edit, entity_id: int, said: str, alias_name: str, entity_type: str) -> bool:
    taken = conn.execute(
        "SELECT 1 FROM graph_entity_aliases WHERE space_id = ? AND alias_name = ? AND entity_type = ?",
        (edit.space_id, alias_name, entity_type),
    ).fetchone()
    if taken:
        return False
    edit.add(
        "alias",
        {
            "space_id": edit.space_id, "entity_id": entity_id, "alias": said, "alias_name": alias_name,
            "entity_type": entity_type, "created_at": edit.now,
        },
    )  # fmt: skip
    return True


def _alias_text(conn: Connection, entity_id: int, canonical: str) -> str:
    sql = "SELECT alias FROM graph_entity_aliases WHERE entity_id = ? AND alias_name <> ? ORDER BY id"
    others = " ".join(row[0] for row in conn.execute(sql, (entity_id, canonical)))
    return name_index(conn.execute("SELECT name FROM graph_entities WHERE id = ?", (entity_id,)).fetchone()[0], others)


def _messages_saying(conn: Connection, entity_id: int, name: str, not_name: str) -> set[int]:
    rows = conn.execute(
        """SELECT m.id, m.text FROM graph_entity_mentions g JOIN messages m ON m.id = g.message_id
        WHERE g.entity_id = ?""",
        (entity_id,),
    ).fetchall()
    says, other = _word(name), _word(not_name)
    return {i for i, text in rows if says.search(text) and not other.search(says.sub(" ", text))}


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
