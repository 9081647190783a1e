"""Statements of other memories as messages: a sentence, or a fact with its ends, and the times it held.

In: what another memory says. Out: lines whose ids are made of what they say, so that the same export adds nothing again
and a later one only what has changed since.
"""

import json
import re
from dataclasses import replace
from pathlib import Path

from blake3 import blake3

from zeph.clock import Moment
from zeph.memory.exchange.message_lines import Line
from zeph.memory.language.names import canonical_name
from zeph.records.message import PERSON
from zeph.records.statement import statement_id
from zeph.safety.text import clean_text, one_line

OWNER = re.compile(r"\b(?:[Tt]he user|User)\b(?![-_])")
"""How agents that keep notes call the one whom they are about."""
ENDS = ("subject", "object")


def by_name(text: str, whose: str) -> str:
    """The same with the name of the one whom the memory is about."""
    return OWNER.sub(lambda _: whose, text) if whose else text


def others_name(name: str, path: Path) -> str:
    """The name; of somebody who is called as the person is here, one of their own: whose file it is nobody said."""
    if canonical_name(name) != canonical_name(PERSON):
        return name
    return f"user of {one_line(clean_text(path.name))}"


def statement(
    conversation: str, key: str, text: str, speaker: str, said_at: Moment, *, since: Moment | None = None,
    until: Moment | None = None,
) -> Line:  # fmt: skip
    """``key`` tells it from others with the same words."""
    ident = statement_id(_hash(key, speaker, text), since, until)
    return Line(
        1, ident, conversation, speaker, "user", clean_text(text).strip(), said_at, conversation, by_content=True
    )


def triple(
    conversation: str, subject: str, relation: str, target: str, fact: str, said_at: Moment, *,
    speaker: str = "", types: tuple[str, str] = ("", ""), since: Moment | None = None, until: Moment | None = None,
) -> Line:  # fmt: skip
    """A fact between two things by name; ``relation`` as the other program has it, ``WORKS_AT`` or ``works at``."""
    words = "_".join(re.findall(r"\w+", relation.lower()))
    values = {
        "fact": one_line(fact), "subject": one_line(subject), "relation": words, "object": one_line(target),
        "subject_type": types[0], "object_type": types[1], "valid_from": since or "", "valid_until": until or "",
    }  # fmt: skip
    text = json.dumps({key: value for key, value in values.items() if value}, ensure_ascii=False)
    return Line(
        1, statement_id(_hash(text), triple=True), conversation, speaker, "user", text, said_at, conversation,
        by_content=True, is_triple=True,
    )  # fmt: skip


def as_mine(line: Line, me: str) -> Line:
    """The same where ``me`` is the name under which the file knows the person. It has an id of its own then, so that it
    may come in as the person's after it has come in as somebody's."""
    mine = _told_of_me(line, me) if me else line
    if mine is line or not line.by_content:
        return mine
    begins, slash, key = line.id.rpartition("/")
    return replace(mine, id=f"{begins}{slash}{_hash(me.casefold())[:8]}{key}")


def _told_of_me(line: Line, me: str) -> Line:
    if line.user and canonical_name(me) == canonical_name(PERSON):
        me = line.user
    named = re.compile(rf"(?<!\w){re.escape(me)}(?!\w)", re.IGNORECASE)
    if line.is_triple:
        values = json.loads(line.text)
        ends = {end: PERSON for end in ENDS if values.get(end, "").casefold() == me.casefold()}
        fact = {"fact": named.sub(PERSON, values["fact"])} if ends and "fact" in values else {}
        return replace(line, text=json.dumps(values | ends | fact, ensure_ascii=False)) if ends else line
    if line.speaker.casefold() != me.casefold():
        return replace(line, text=named.sub(PERSON, line.text)) if line.user and named.search(line.text) else line
    text = named.sub(PERSON, line.text) if line.id.startswith("statement/") else line.text
    return replace(line, speaker="", text=text)


def _hash(*parts: str) -> str:
    return blake3("\x1f".join(parts).encode()).hexdigest(length=16)
