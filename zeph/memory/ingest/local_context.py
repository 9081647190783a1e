"""Whom "she" and "they" mean when the message itself names nobody: the speaker's last messages tell.

In: earlier texts of one speaker. Out: the person or group that the discourse starts with. Only words are looked at,
so that a message without such a pronoun costs nothing.
"""

import re

from zeph.memory.graph.gazetteer import Gazetteer
from zeph.memory.graph.names import canonical_name
from zeph.memory.ingest.local_entities import singular
from zeph.memory.ingest.local_patterns import KIN, PETS
from zeph.memory.ingest.local_reader import Actor, Discourse

MAX_TEXT = 2_000
_SHE = frozenset("wife girlfriend fiancee mother mom mum sister daughter grandmother grandma aunt niece".split())
_HE = frozenset("husband boyfriend fiance father dad brother son grandfather grandpa uncle nephew".split())
_POINTS = re.compile(r"\b(?:she|he|they)\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:my|our) (?:[a-z]+ )?([a-z-]+)(?: ([A-Z][a-z]+))?")
_NAME = re.compile(r"(?<![.!?] )(?<!^)\b([A-Z][a-z]+)\b")


def recall_person(discourse: Discourse, text: str, before: tuple[str, ...], gazetteer: Gazetteer) -> None:
    """Sets whom the first "he", "she" or "they" of the text points back to, where that is clear."""
    pronoun = _POINTS.search(text[:MAX_TEXT])
    if pronoun is None or not before:
        return
    for earlier in reversed(before):
        actor = _last_named(earlier[:MAX_TEXT], pronoun.group().lower(), discourse.speaker, gazetteer)
        if actor is not None:
            discourse.notice(actor)
            return


def _last_named(text: str, pronoun: str, speaker: str, gazetteer: Gazetteer) -> Actor | None:
    own = [actor for match in _OWN.finditer(text) if (actor := _own(match, pronoun, speaker)) is not None]
    if own or pronoun == "they":
        return own[-1] if own else None
    names = [name for name in _NAME.findall(text) if gazetteer.kind(canonical_name(name)) == "given_name"]
    return Actor(names[-1], "person") if len(set(names)) == 1 else None


def _own(match: re.Match[str], pronoun: str, speaker: str) -> Actor | None:
    word, name = match.group(1), match.group(2)
    one = singular(word)
    plural = one != word
    if one not in KIN and one not in PETS or plural != (pronoun == "they"):
        return None
    if (pronoun == "she" and one in _HE) or (pronoun == "he" and one in _SHE):
        return None
    kind = "person" if one in KIN else "concept"
    return Actor(name or f"{speaker}'s {word}", kind, plural=plural)
