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
_ABOUT = r"(?:that|facts?|memory|memories|knowledge(?: graph)?|graph|database|edges?|entit(?:y|ies)|json|as true|down)"
_MACHINE = (
    r"(?:that (?:the |this )?(?:user|speaker|owner|person)\b|(?:to |in )?your (?:memory|notes|knowledge|answer)|"
    r"(?:the|a) fact that|as (?:a )?facts?\b)"
)
_SPEAKER = r"(?:i|i'm|i’m|i've|i’ve|i'd|my|we|we're|our|me)"
_ORDER = re.compile(
    # An imperative: "Store that …", "please note down: …"; not "remember that I …".
    rf"(?:^|[:;]\s*|\bplease,? ){_TELLS}\b[^.!?\n]{{0,60}}?\b{_ABOUT}\b(?![^.!?\n]*\b{_SPEAKER}\b)"
    # Anywhere, where it is plain that a machine is told: "… and store that the user …".
    rf"|\b{_TELLS}\b[^.!?\n]{{0,40}}?\b{_MACHINE}"
    r"|(?:^|[\"'“.:;,]\s*)(?:dear |hey |attention,? )?(?:assistant|ai|chatbot|language model|llm|zeph)\s*[,:]"
    r"|\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:instruction|prompt|rule|above|previous|earlier|told)"
    r"|\b(?:new|updated|real|your) (?:rules?|instructions?|task|orders?|system prompt)\b\s*(?::|are|is)"
    r"|\bevery (?:answer|fact|reply|response) must\b"
    r"|^\s*(?:system|assistant|developer|admin|root)\s*:|</?(?:data|system|instructions?|user|assistant)>",
    re.IGNORECASE,
)
_MARKED = re.compile(r"<{3,}[^<>]{0,2000}(?:>{3,}|\Z)")
_ANSWER = re.compile(r"\{\s*\"(?:facts|entities|edges)\"\s*:.{0,4000}", re.DOTALL)
_SENTENCES = re.compile(r"((?<=[.!?…])\s+|\n+)")


def without_instructions(text: str, kind: EpisodeKind = "message") -> str:
    """The text as it is where there is none."""
    return _record(text) if kind == "json" else _plain(text)


def _plain(text: str) -> str:
    clean = _ANSWER.sub(" ", _MARKED.sub(" ", text))
    pieces = _SENTENCES.split(clean)
    kept = [piece for piece in pieces if not _ORDER.search(piece)]
    return text if clean == text and len(kept) == len(pieces) else "".join(kept).strip()


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
