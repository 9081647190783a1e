"""Qualifiers of a fact as the text they are stored as: a JSON object with sorted keys, empty for none."""

import json
from collections.abc import Mapping

MODALITY, DOUBT, TELLS_END = "modality", "doubt", "tells_end"
"""Marks of a plan, of a fact that something it leans on has changed since that day, and of one whose sentence says that
it is over: nothing was known of it before."""
DEED, INSTEAD = "deed", "instead"
"""Of a plan without a day: the relation that it is about, and what that is to take the place of."""


def qualifiers_text(qualifiers: Mapping[str, str]) -> str:
    return json.dumps(dict(qualifiers), sort_keys=True, ensure_ascii=False) if qualifiers else ""


def parse_qualifiers(text: str) -> dict[str, str]:
    return {str(key): str(value) for key, value in json.loads(text).items()} if text else {}
