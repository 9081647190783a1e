"""The same fact in another form: its sentence, qualifiers and start, or a doubt about it; the old form is a version.

In: a connection inside a write transaction, and an update of the plan. Out: the row changed; the row as it was.
"""

import json

from zeph.clock import Moment
from zeph.records.plan import Suspect, UpdateEdge
from zeph.records.qualifiers import DOUBT, parse_qualifiers, qualifiers_text
from zeph.storage.engine.driver import Connection
from zeph.storage.ports.unspaced import indexed_fact

FORM = ("fact", "indexed_text", "qualifiers", "confidence", "valid_from", "valid_from_precision", "valid_from_stated")
"""Columns that an update may change."""


def update_edge(conn: Connection, edge_id: int, update: UpdateEdge) -> None:
    conn.execute(
        """UPDATE graph_edges SET
            indexed_text = CASE WHEN fact = :fact THEN indexed_text ELSE :indexed END, fact = :fact,
            qualifiers = :qualifiers, confidence = max(confidence, :confidence),
            valid_from = coalesce(:from, valid_from), valid_from_precision = coalesce(:precision, valid_from_precision),
            valid_from_stated = max(valid_from_stated, :stated)
        WHERE id = :id""",
        {
            "id": edge_id, "fact": update.fact,
            "indexed": indexed_fact(update.fact, update.indexed_text),
            "qualifiers": update.qualifiers, "confidence": update.confidence, "from": update.valid_from,
            "precision": update.valid_from_precision, "stated": int(update.stated),
        },
    )  # fmt: skip


def doubt_edge(conn: Connection, edge_id: int, suspect: Suspect) -> None:
    known = conn.execute("SELECT qualifiers FROM graph_edges WHERE id = ?", (edge_id,)).fetchone()[0]
    marked = qualifiers_text({**parse_qualifiers(known), DOUBT: suspect.since[:10]})
    conn.execute("UPDATE graph_edges SET qualifiers = ? WHERE id = ?", (marked, edge_id))


def take_back_update(conn: Connection, revision_id: int, edge_id: int, before: str, at: Moment) -> None:
    """The form before an update that is forgotten; a later change takes it for the one before itself."""
    image = json.loads(before)
    later = conn.execute(
        """SELECT id, before FROM graph_revision_items WHERE item_kind = 'edge' AND item_id = ? AND revision_id > ?
        AND before <> '' ORDER BY revision_id LIMIT 1""",
        (edge_id, revision_id),
    ).fetchone()
    if later is not None:
        merged = {**json.loads(later[1]), **{name: image[name] for name in FORM if name in image}}
        conn.execute("UPDATE graph_revision_items SET before = ? WHERE id = ?", (json.dumps(merged), later[0]))
        conn.execute(
            """DELETE FROM graph_edge_versions WHERE id = (
                SELECT id FROM graph_edge_versions WHERE edge_id = ? AND known_from >= ? ORDER BY id LIMIT 1)""",
            (edge_id, at),
        )
        return
    conn.execute("DELETE FROM graph_edge_versions WHERE edge_id = ? AND known_until >= ?", (edge_id, at))
    columns = [name for name in FORM if name in image]
    conn.execute(
        f"UPDATE graph_edges SET {', '.join(f'{name} = :{name}' for name in columns)} WHERE id = :id",
        {**{name: image[name] for name in columns}, "id": edge_id},
    )


def told_closed(conn: Connection, edge_id: int, fact: str) -> str:
    """The sentence of a fact that was closed; where it names the thing of another fact that stands, with what of it is
    closed before it: "statin: User takes ramipril and a statin"."""
    row = conn.execute(
        """SELECT target.name FROM graph_edges AS closed
            JOIN graph_entities AS target ON target.id = closed.target_entity_id
        WHERE closed.id = :id AND EXISTS (
            SELECT 1 FROM graph_edges AS other JOIN graph_entities AS named ON named.id = other.target_entity_id
            WHERE other.source_entity_id = closed.source_entity_id AND other.live AND other.id <> closed.id
                AND other.canonical_relation = closed.canonical_relation
                AND other.target_entity_id <> closed.target_entity_id
                AND instr(lower(closed.fact), lower(named.name)) > 0
        )""",
        {"id": edge_id},
    ).fetchone()
    return f"{row[0]}: {fact}" if row else fact
