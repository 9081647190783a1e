"""What a picture of the graph says, as the JSON that its page reads.

In: a :class:`~zeph.records.graph_page.Picture`. Out: a text that may stand inside a ``script`` element: no ``<`` is
in it.
"""

import json
from typing import Any

from zeph.clock import Moment
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.graph_page import Picture
from zeph.records.message import Message
from zeph.safety.text import shown_text

LONGEST_SAID = 400
"""Characters of a source that the page quotes."""
LONGEST_TEXT = 2_000
ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})
"""A script element ends at ``</script``, wherever it stands; these five characters are written by their numbers."""


def as_json(picture: Picture, at: Moment | None) -> str:
    """``at``: the date that the page opens at; None for the present."""
    names = dict(picture.communities.values())
    content = {
        "now": picture.now,
        "at": at,
        "focus": picture.focus,
        "left_out": {"entities": picture.entities_left_out, "facts": picture.facts_left_out},
        "communities": [{"id": i, "name": _text(name, LONGEST_SAID)} for i, name in names.items()],
        "entities": [_entity(e, picture.communities.get(e.id)) for e in picture.entities],
        "facts": [_fact(f) for f in picture.facts],
        "messages": {str(m.id): _message(m) for m in picture.messages.values()},
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).translate(ESCAPES)


def _entity(entity: Entity, community: tuple[int, str] | None) -> dict[str, Any]:
    others = [alias for alias in entity.aliases if alias.casefold() != entity.name.casefold()]
    found: dict[str, Any] = {
        "id": entity.id, "name": _text(entity.name, LONGEST_SAID) or f"#{entity.id}",
        "type": _text(entity.entity_type, LONGEST_SAID), "aliases": [_text(a, LONGEST_SAID) for a in others],
        "seen": entity.first_seen_at,
    }  # fmt: skip
    if entity.summary:
        found["summary"] = _text(entity.summary, LONGEST_TEXT)
    if community:
        found["community"] = community[0]
    return found


def _fact(edge: Edge) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": edge.id, "source": edge.source_id, "target": edge.target_id, "fact": _text(edge.fact, LONGEST_TEXT),
        "confidence": round(edge.confidence, 2), "said": list(edge.sources),
    }  # fmt: skip
    if edge.valid_from:
        found |= {"from": edge.valid_from, "from_precision": edge.valid_from_precision}
        found |= {"stated": True} if edge.valid_from_stated else {}
    if edge.valid_until:
        found |= {"until": edge.valid_until, "until_precision": edge.valid_until_precision}
    return found


def _message(message: Message) -> dict[str, str]:
    return {
        "who": _text(message.person, LONGEST_SAID),
        "at": message.sent_at,
        "text": _text(message.text, LONGEST_SAID),
    }


def _text(text: str, most: int) -> str:
    clean = " ".join(shown_text(text).split())
    return clean if len(clean) <= most else clean[: most - 1] + "…"
