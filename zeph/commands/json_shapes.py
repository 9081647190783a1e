"""The JSON shapes that scripts rely on: one function per noun.

In: records. Out: plain dicts, in the documented order of keys.
"""

import json
from typing import TYPE_CHECKING, Any

from zeph.records.block import Block, BlockForm
from zeph.records.claim_log import LoggedClaim
from zeph.records.community import Community, Detection, GraphStats
from zeph.records.edge import Edge, Form
from zeph.records.entity import Entity
from zeph.records.eviction import Eviction
from zeph.records.ledger import Cost
from zeph.records.message import Conversation, Message
from zeph.records.profile import ProfileLine
from zeph.records.qualifiers import parse_qualifiers
from zeph.records.recalled import RecalledCommunity, RecalledEntity, RecalledFact, RecalledMessage, Why
from zeph.records.revision import Receipt, Revision
from zeph.records.vectors import VectorState

if TYPE_CHECKING:
    from zeph.memory.language.relations import ListedRelation


def fact(edge: Edge) -> dict[str, Any]:
    return {
        "id": edge.id, "source": edge.source, "relation": edge.canonical_relation, "target": edge.target,
        "fact": edge.fact, "edge_type": edge.edge_type, "confidence": round(edge.confidence, 4),
        "valid_from": edge.valid_from, "valid_until": edge.valid_until, "precision": edge.valid_from_precision,
        "created_at": edge.created_at, "expired_at": edge.expired_at, "sources": list(edge.sources),
    }  # fmt: skip


def claim(logged: LoggedClaim) -> dict[str, Any]:
    return {
        "id": logged.id, "message": logged.message_id, "kind": logged.kind, "subject": logged.subject,
        "relation": logged.relation, "object": logged.object, "old": logged.old,
        "qualifiers": parse_qualifiers(logged.qualifiers), "modality": logged.modality, "sentence": logged.sentence,
        "span": list(logged.span), "reader": logged.reader, "confidence": round(logged.confidence, 4),
        "operation": logged.operation, "reason": logged.reason, "created_at": logged.created_at,
        "revision": logged.revision_id, "facts": [{"id": i, "role": role} for i, role in logged.facts],
    }  # fmt: skip


def form(found: Form) -> dict[str, Any]:
    return {
        "known_from": found.known_from, "known_until": None if found.known_until == "9999" else found.known_until,
        "fact": found.fact, "confidence": round(found.confidence, 4), "valid_from": found.valid_from,
        "valid_until": found.valid_until, "expired_reason": found.expired_reason,
    }  # fmt: skip


def why(reason: Why) -> dict[str, Any]:
    return {"channels": reason.channels, "seeds": list(reason.seeds), "hop": reason.hop, "parts": reason.parts}


def recalled_fact(found: RecalledFact) -> dict[str, Any]:
    return fact(found.edge) | {"score": round(found.score, 4), "why": why(found.why)}


def profile_line(line: ProfileLine) -> dict[str, Any]:
    return {
        "kind": line.kind, "section": line.section, "text": line.text, "facts": list(line.facts),
        "sources": list(line.sources), "sent": line.sent,
    }  # fmt: skip


def block(found: Block) -> dict[str, Any]:
    return {"label": found.label} | block_form(found.form)


def block_form(form: BlockForm) -> dict[str, Any]:
    return {
        "form": form.id, "text": form.text, "description": form.description, "characters": len(form.text),
        "char_limit": form.char_limit, "read_only": form.read_only, "removed": form.removed,
        "written_by": form.written_by, "created_at": form.created_at,
    }  # fmt: skip


def message(said: Message) -> dict[str, Any]:
    return {
        "id": said.id, "external_id": said.external_id, "role": said.role, "speaker": said.speaker, "text": said.text,
        "sent_at": said.sent_at, "interrupted": said.interrupted, "injection_flags": list(said.injection_flags),
        **({"tool_calls": json.loads(said.tool_calls)} if said.tool_calls else {}),
    }  # fmt: skip


def recalled_message(found: RecalledMessage) -> dict[str, Any]:
    return message(found.message) | {"score": round(found.score, 4), "why": why(found.why)}


def recalled_entity(found: RecalledEntity) -> dict[str, Any]:
    return entity(found.entity) | {"score": round(found.score, 4), "why": why(found.why)}


def recalled_community(found: RecalledCommunity) -> dict[str, Any]:
    return community(found.community) | {"score": round(found.score, 4), "why": why(found.why)}


def entity(found: Entity) -> dict[str, Any]:
    return {
        "id": found.id, "name": found.name, "type": found.entity_type, "summary": found.summary,
        "aliases": list(found.aliases), "degree": found.degree,
        "first_seen_at": found.first_seen_at, "last_seen_at": found.last_seen_at,
    }  # fmt: skip


def community(found: Community) -> dict[str, Any]:
    return {
        "id": found.id, "name": found.name, "summary": found.summary, "size": found.size,
        "members": list(found.members), "created_at": found.created_at, "updated_at": found.updated_at,
    }  # fmt: skip


def detection(found: Detection | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {"found_at": found.found_at, "modularity": found.modularity, "algorithm": found.algorithm}


def vectors(found: VectorState | None) -> dict[str, Any]:
    if found is None:
        return {}
    return {"model": found.model, "made": found.made, "rows": found.rows, "complete": found.complete}


def eviction(found: Eviction) -> dict[str, Any]:
    return {
        "counts": dict(found.counts), "above_cap": found.above,
        "items": [{"kind": i.kind, "id": i.id, "text": i.text, "rule": i.rule, "since": i.since} for i in found.items],
    }  # fmt: skip


def graph_stats(stats: GraphStats) -> dict[str, Any]:
    return {
        "entities": stats.entities, "edges": stats.edges, "communities": stats.communities,
        "waiting": stats.waiting, "failed": stats.failed, "gated": stats.gated, "flagged": stats.flagged,
    }  # fmt: skip


def stuck(stats: GraphStats) -> list[dict[str, Any]]:
    return [{"reason": one.reason, "messages": one.messages, "since": one.since} for one in stats.stuck]


def cost(of: str, row: Cost) -> dict[str, Any]:
    return {
        of: row.of, "messages": row.messages, "calls": row.model_calls, "prompt_tokens": row.prompt_tokens,
        "answer_tokens": row.answer_tokens, "seconds": round(row.seconds, 3), "facts": row.facts,
        "dropped": row.dropped, "failed": row.failed,
    }  # fmt: skip


def revision(found: Revision) -> dict[str, Any]:
    return {
        "id": found.id, "kind": found.kind, "reason": found.reason, "before": found.before, "message": found.message_id,
        "created_at": found.created_at, "undone": found.undone, "waits": found.waits,
    }  # fmt: skip


def receipt(found: Receipt) -> dict[str, Any]:
    return {
        "message": found.message_id, "learned": list(found.learned),
        "learned_when": list(found.learned_when), "reinforced": list(found.reinforced),
        "changed": list(found.changed), "superseded": list(found.superseded), "ended": list(found.ended),
        "remembered": list(found.remembered),
        "review": list(found.review), "revisions": list(found.revision_ids), "dropped": found.dropped,
    }  # fmt: skip


def relation(found: "ListedRelation") -> dict[str, Any]:
    return {
        "name": found.canonical, "edge_type": found.edge_type, "cardinality": found.cardinality,
        "inverse": found.inverse, "family": found.family, "aliases": list(found.aliases),
        "learned": list(found.learned), "origin": found.origin,
    }  # fmt: skip


def conversation(found: Conversation) -> dict[str, Any]:
    return {
        "id": found.external_id, "kind": found.kind, "title": found.title, "messages": found.messages,
        "created_at": found.created_at, "updated_at": found.updated_at,
    }  # fmt: skip
