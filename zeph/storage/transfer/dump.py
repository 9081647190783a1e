"""Rows out of a space.

In: a connection inside a snapshot. Out: (kind, row), what is referred to first.
"""

import json
from collections.abc import Iterator

from zeph.clock import Moment
from zeph.records.view import View
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.graph.graph_rows import select_edges
from zeph.storage.transfer.row_kinds import BY_KIND, PARTS, Part, Row, columns_of, hidden

_LINK_SQL = "SELECT json_group_array({other}) FROM (SELECT {other} FROM {table} WHERE {own} = r.id ORDER BY {other})"


def dump(conn: Connection, space_id: int) -> Iterator[tuple[str, Row]]:
    """(kind, row) of everything in the space, what is referred to first, each kind in the order of its keys."""
    for part in PARTS:
        columns = [name for name, _, _ in columns_of(conn, part.table) if name not in hidden(part)]
        links = ", ".join(
            f"({_LINK_SQL.format(table=t, own=own, other=other)})" for t, own, other, _ in part.links.values()
        )
        order = "id" if part.numbered else ", ".join(part.key)
        cursor = conn.execute(
            f"SELECT {', '.join(f'r.{name}' for name in columns)}{', ' + links if links else ''} FROM {part.table} r"
            f" WHERE {_in_space(conn, part)} ORDER BY {order}",
            {"space": space_id},
        )
        for values in cursor:
            row = dict(zip([*columns, *part.links], values, strict=True))
            for name in part.links:
                row[name] = json.loads(row[name])
            if part.kind == "revision":
                row["items"] = _items(conn, row["id"])
            yield part.kind, row


def dump_at(conn: Connection, view: View) -> Iterator[tuple[str, Row]]:
    """What was said until ``view.as_of``, and what was true then, without what came of it since."""
    facts = {edge.id for edge in select_edges(conn, "1", view, {})}
    kept: dict[str, set[int]] = {"message": set(), "entity": set(), "conversation": set()}
    for message, conversation in conn.execute(
        "SELECT id, conversation_id FROM messages WHERE space_id = ? AND sent_at <= ?", (view.space_id, view.as_of)
    ):
        kept["message"].add(message)
        kept["conversation"].add(conversation)
    for source, target in conn.execute(
        "SELECT source_entity_id, target_entity_id FROM graph_edges WHERE id IN (SELECT value FROM json_each(?))",
        (as_json(sorted(facts)),),
    ):
        kept["entity"] |= {source, target}
    kept["fact"] = facts
    for kind, row in dump(conn, view.space_id):
        if kind == "alias" and row["entity_id"] in kept["entity"]:
            yield kind, row if row["message_id"] in kept["message"] else row | {"message_id": None}
        elif kind in kept and row["id"] in kept[kind]:
            if "messages" in row:
                row["messages"] = [m for m in row["messages"] if m in kept["message"]]
            if kind == "entity":
                row["summary"] = ""  # it tells what is so now
            yield kind, _as_then(row, view.as_of or "") if kind == "fact" else row


def _as_then(fact: Row, as_of: Moment) -> Row:
    then = dict.fromkeys(("expired_at", "expired_reason", "supersedes_id", "superseded_by"))
    if (fact["valid_until"] or "") > as_of:
        then |= {"valid_until": None, "valid_until_precision": None}
    return fact | then | {"live": int(not (then.get("valid_until", fact["valid_until"])))}


def _in_space(conn: Connection, part: Part) -> str:
    if any(name == "space_id" for name, _, _ in columns_of(conn, part.table)):
        return "r.space_id = :space"
    column, kind = next(iter(part.refs.items()))
    return f"r.{column} IN (SELECT id FROM {BY_KIND[kind].table} WHERE space_id = :space)"


def _items(conn: Connection, revision_id: int) -> list[Row]:
    rows = conn.execute(
        "SELECT item_kind, item_id, before FROM graph_revision_items WHERE revision_id = ? ORDER BY id", (revision_id,)
    )
    return [
        {"kind": kind, "id": item_id, "before": json.loads(before) if before else None}
        for kind, item_id, before in rows
    ]
