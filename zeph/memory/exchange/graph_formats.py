"""The graph for other tools: GraphML, and the lines of the MCP memory server.

In: entities and facts. Out: text, piece by piece. GraphML: http://graphml.graphdrawing.org (1.0); the memory server's
file: one JSON object a line, ``entity`` with observations, ``relation`` between two names.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.safety.text import clean_text

_NODE_KEYS = ("name", "type", "summary", "aliases", "first_seen_at", "last_seen_at")
_EDGE_KEYS = ("relation", "fact", "edge_type", "valid_from", "valid_until", "created_at")


def graphml(entities: Sequence[Entity], edges: Sequence[Edge]) -> Iterator[str]:
    """A directed graph; what XML cannot say (control characters) is left out."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for key in _NODE_KEYS:
        yield f'  <key id="n_{key}" for="node" attr.name="{key}" attr.type="string"/>\n'
    for key in _EDGE_KEYS:
        yield f'  <key id="e_{key}" for="edge" attr.name="{key}" attr.type="string"/>\n'
    yield '  <key id="e_confidence" for="edge" attr.name="confidence" attr.type="double"/>\n'
    yield '  <graph id="zeph" edgedefault="directed">\n'
    for n in entities:
        values = (n.name, n.entity_type, n.summary, ", ".join(n.aliases), n.first_seen_at, n.last_seen_at)
        yield f'    <node id="n{n.id}">{_data("n", _NODE_KEYS, values)}</node>\n'
    for e in edges:
        said = (e.canonical_relation, e.fact, e.edge_type, e.valid_from, e.valid_until, e.created_at)
        data = _data("e", (*_EDGE_KEYS, "confidence"), (*said, str(e.confidence)))
        yield f'    <edge id="e{e.id}" source="n{e.source_id}" target="n{e.target_id}">{data}</edge>\n'
    yield "  </graph>\n</graphml>\n"


def _data(prefix: str, keys: Sequence[str], values: Sequence[str | None]) -> str:
    pairs = zip(keys, values, strict=True)
    return "".join(f"<data key={quoteattr(f'{prefix}_{k}')}>{escape(_xml(v))}</data>" for k, v in pairs if v)


def _xml(text: str) -> str:
    return "".join(c for c in clean_text(text) if c not in "\ufffe\uffff")


def mcp_memory(entities: Sequence[Entity], edges: Sequence[Edge]) -> Iterator[str]:
    """Facts as observations of what they are about, and as relations; names that two things share are told apart."""
    facts: defaultdict[int, list[str]] = defaultdict(list)
    for edge in edges:
        facts[edge.source_id].append(edge.fact)
    names = _different_names(entities)
    for n in entities:
        observations = [n.summary] * bool(n.summary) + facts[n.id]
        yield _line({"type": "entity", "name": names[n.id], "entityType": n.entity_type, "observations": observations})
    for e in edges:
        if e.source_id in names and e.target_id in names:
            ends = {"from": names[e.source_id], "to": names[e.target_id]}
            yield _line({"type": "relation", **ends, "relationType": e.canonical_relation})


def _different_names(entities: Sequence[Entity]) -> dict[int, str]:
    shared: defaultdict[str, int] = defaultdict(int)
    for n in entities:
        shared[n.name] += 1
    return {n.id: f"{n.name} ({n.entity_type})" if shared[n.name] > 1 else n.name for n in entities}


def _line(value: dict[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"
