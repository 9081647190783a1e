"""What a memory consists of: each kind of row, where it is stored, and how it is known again in another file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from zeph.storage.engine.driver import Connection

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of row: where it is stored, and how it is known again."""

    kind: str
    table: str
    key: tuple[str, ...]
    """Columns that tell the same row in another file."""
    refs: Mapping[str, str] = field(default_factory=dict)
    """Column to the kind of row whose id it holds."""
    later: Mapping[str, str] = field(default_factory=dict)
    """References to rows that may come later in the file."""
    links: Mapping[str, tuple[str, str, str, str]] = field(default_factory=dict)
    """Name in the file to (table, own column, other column, kind of the other)."""
    numbered: bool = True
    """Whether the table has ids."""
    repeats: bool = False
    """Whether several rows may share a key: then the n-th in the file is the n-th in the database."""


PARTS = (
    Part("conversation", "conversations", ("external_id",)),
    Part("message", "messages", ("conversation_id", "external_id"), {"conversation_id": "conversation"}),
    Part(
        "entity", "graph_entities", ("canonical_name", "entity_type"),
        links={"messages": ("graph_entity_mentions", "entity_id", "message_id", "message")},
    ),
    Part(
        "alias", "graph_entity_aliases", ("alias_name", "entity_type"), {"entity_id": "entity", "message_id": "message"}
    ),
    Part(
        "episode", "graph_episodes", ("conversation_id",), {"conversation_id": "conversation"},
        links={"entities": ("graph_episode_entities", "episode_id", "entity_id", "entity")},
    ),
    Part(
        "fact", "graph_edges", ("source_entity_id", "canonical_relation", "target_entity_id", "created_at"),
        {"source_entity_id": "entity", "target_entity_id": "entity"},
        later={"supersedes_id": "fact", "superseded_by": "fact"},
        links={"messages": ("graph_edge_mentions", "edge_id", "message_id", "message")}, repeats=True,
    ),
    Part("usage", "graph_edge_usage", ("edge_id",), {"edge_id": "fact"}, numbered=False),
    Part(
        "version", "graph_edge_versions", ("edge_id", "known_from", "known_until"), {"edge_id": "fact"},
        later={"superseded_by": "fact"}, repeats=True,
    ),
    Part(
        "revision", "graph_revisions", ("kind", "reason", "created_at"), {"message_id": "message"},
        later={"undone_by": "revision"}, repeats=True,
    ),
    Part("relation", "graph_relations", ("relation",), {"message_id": "message"}, numbered=False),
    Part(
        "similar", "graph_similar", ("entity_id", "similar_id"), {"entity_id": "entity", "similar_id": "entity"},
        numbered=False,
    ),
    Part(
        "claim", "graph_claims", ("message_id", "ordinal"), {"message_id": "message", "revision_id": "revision"}
    ),
    Part(
        "claim_fact", "graph_claim_edges", ("claim_id", "edge_id", "role"), {"claim_id": "claim", "edge_id": "fact"},
        numbered=False,
    ),
    Part("profile", "profile_lines", ("text", "edge_id"), {"edge_id": "fact"}),
    Part("block", "memory_blocks", ("label",), later={"form_id": "block_form"}),
    Part(
        "block_form", "memory_block_forms", ("block_id", "text", "description", "created_at"), {"block_id": "block"},
        later={"before_id": "block_form"}, repeats=True,
    ),
    Part("cost", "graph_ledger", ("message_id", "created_at"), {"message_id": "message"}, repeats=True),
)  # fmt: skip
BY_KIND = {part.kind: part for part in PARTS}
DERIVED = ("space_id", "content_hash", "indexed_text")


def hidden(part: Part) -> tuple[str, ...]:
    return DERIVED if part.kind == "message" else ("space_id",)


def columns_of(conn: Connection, table: str) -> list[tuple[str, str, bool]]:
    """Name, declared type and whether it may be empty."""
    return [(row[1], row[2], not row[3]) for row in conn.execute(f"PRAGMA table_info({table})")]
