"""A fact, set right by hand: its sentence, its dates, how sure it is.

In: a connection inside a write transaction, an edge's id, the columns that change. Out: the id of the revision, which
undo takes back. What a person wrote is theirs from then on: nothing automatic retires it.
"""

from collections.abc import Mapping
from typing import Any

from zeph.clock import Moment
from zeph.errors import NotFound, UsageError
from zeph.storage.engine.driver import Connection
from zeph.storage.graph.merging import Edit
from zeph.storage.vectors.embeddings import drop_vectors


def amend(conn: Connection, space_id: int, edge_id: int, columns: Mapping[str, Any], now: Moment) -> int:
    """Without columns it only becomes the person's. Raises NotFound, and UsageError where the fact would end before it begins."""
    row = conn.execute(
        "SELECT fact, valid_from, valid_until, expired_at, origin FROM graph_edges WHERE id = ? AND space_id = ?",
        (edge_id, space_id),
    ).fetchone()
    if row is None:
        raise NotFound(f"There is no fact {edge_id}; `zeph graph facts NAME` shows their numbers.")
    fact, since, until, expired, origin = row
    if not columns and origin == "person":
        raise UsageError(f"Fact {edge_id} is yours already: nothing changes it by itself.")
    since, until = columns.get("valid_from", since), columns.get("valid_until", until)
    if since and until and until < since:
        raise UsageError(f"A fact cannot end ({until[:10]}) before it begins ({since[:10]}).")
    edit = Edit(conn, space_id, "edit", f"{'set right by hand' if columns else 'pinned'}: {fact}", now)
    live = int(expired is None and (until is None or until > edit.now))
    edit.change("edge", edge_id, **columns, origin="person", live=live)
    if "fact" in columns:
        drop_vectors(conn, "edge", [edge_id])
    return edit.id
