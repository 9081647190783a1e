"""What kind of episode a message is: something said, a document, or a JSON record.

In: a message. Out: the kind that decides which prompt reads it and what ``graph_episodes`` calls it.
"""

import json
import re
from typing import Literal

from zeph.memory.language.names import FIRST_PERSON
from zeph.records.message import Message

EpisodeKind = Literal["message", "text", "json"]

DOCUMENT_CHARS = 800
"""A text at least this long in which nobody says "I" is a document, not something said."""

_WORD = re.compile(r"\w+")


def kind_of(message: Message) -> EpisodeKind:
    """JSON by its form; a document by its length and by nobody saying "I" in it; else something said."""
    text = message.text.strip()
    if text[:1] in ("{", "[") and _is_record(text):
        return "json"
    if len(text) >= DOCUMENT_CHARS and not message.speaker and FIRST_PERSON.isdisjoint(_WORD.findall(text.casefold())):
        return "text"
    return "message"


def _is_record(text: str) -> bool:
    try:
        return bool(value := json.loads(text)) and isinstance(value, (dict, list))
    except (ValueError, RecursionError):
        return False
