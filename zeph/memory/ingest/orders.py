"""Orders inside a text: what tells a reader to store, answer or forget something is nobody's statement.

In: a message, a document or a JSON record. Out: the same without such sentences, so that neither a model sees them nor
can a fact be found in them again. Whole messages that show the known patterns of injection never come this far
(``safety/injection``); this is for the order that hides among ordinary sentences. "Remember that I am vegan" stays.
"""

import json
import re
from typing import Any

from zeph.memory.ingest.episode import EpisodeKind

_TELLS = (
    r"(?:store|save|record|remember|memori[sz]e|note|add|insert|append|include|output|answer|reply|respond|return|emit|"
    r"extract|write|register|log|put|treat|consider|mark|assert|state)"
)
_ABOUT = r"(?:that|facts?|memory|memories|knowledge(?: graph)?|graph|database|edges?|entit(?:y|ies)|json|instead|as true|down)"
_SPEAKER = r"(?:i|i'm|i’m|i've|i’ve|i'd|my|we|we're|our|me)"
_ORDER = re.compile(
    rf"(?:^|[:;,.!]\s*|\b(?:please|must|should|now|always|also|and|then|to|you|just|only)\s+){_TELLS}\b[^.!?\n]{{0,60}}?\b{_ABOUT}\b"
    rf"(?![^.!?\n]*\b{_SPEAKER}\b)"
    r"|\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:instruction|prompt|rule|above|previous|earlier|told)"
    r"|\b(?:new|updated|real|your) (?:rules?|instructions?|task|orders?|system prompt)\b\s*(?::|are|is)"
    r"|^\s*(?:system|assistant|developer|admin|root)\s*:|</?(?:data|system|instructions?|user|assistant)>",
    re.IGNORECASE,
)
_MARKED = re.compile(r"<{3,}[^<>]{0,2000}(?:>{3,}|\Z)")
_ANSWER = re.compile(r"\{\s*\"(?:facts|entities|edges)\"\s*:.{0,4000}", re.DOTALL)
_SENTENCES = re.compile(r"((?<=[.!?…])\s+|\n+)")


def without_orders(text: str, kind: EpisodeKind = "message") -> str:
    """The text as it is where there is none."""
    return _record(text) if kind == "json" else _plain(text)


def _plain(text: str) -> str:
    clean = _ANSWER.sub(" ", _MARKED.sub(" ", text))
    if clean == text and not _ORDER.search(text):
        return text
    pieces = _SENTENCES.split(clean)
    return "".join("" if _ORDER.search(piece) else piece for piece in pieces).strip()


def _record(text: str) -> str:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return _plain(text)
    clean = _cleaned(value)
    return text if clean == value else json.dumps(clean, ensure_ascii=False)


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return _plain(value)
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, dict):
        return {key: _cleaned(item) for key, item in value.items()}
    return value
