"""What "no, undo that" takes back: the last message that told or ordered something, whatever was asked since.

In: messages of the person in the order of time, a text. Out: whether it orders that, of which message, and the messages
without those that were taken back. Pure. The wordings stand in ``open_tasks.toml``.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.talk_kinds import asks, talk_answer
from zeph.agent.answers.what_is_kept import tells
from zeph.memory.ingest.intents.line_kinds import chance_of
from zeph.memory.ingest.intents.order_of import order_of
from zeph.memory.language.asking_features import WORDS
from zeph.memory.language.sentence_split import behind_first, split_sentences
from zeph.records.message import Message

KEPT = 2048
"""Texts that stay known."""
LONGEST = 200
"""Characters of what says why, and then that something is to be undone."""
LEAST = 3
"""Words that tell something behind it."""
_FIRST, _LAST, _NEVER, _MAY, _WHY = (
    re.compile(read_answers("open_tasks.toml")["undone"][key], re.IGNORECASE)
    for key in ("undo", "behind", "never", "may", "why")
)

_PAUSE = re.compile(r"[,.;!–—]\s")
_OF_IT = re.compile(r"\bit\b", re.IGNORECASE)
_NAMES = re.compile(rf"\W+(?:{'|'.join(WORDS['determiners'])})\b", re.IGNORECASE)
"""What an "it" before it is: "take it back, *the* drill"."""
_SURE = 0.7
"""How likely it orders that at least, where a word of it may: of 303 other lines with such a word none does."""

UNDO: str = read_answers("open_tasks.toml")["undone"]["said"]
"""What is kept of an undoing that was a command."""


@lru_cache(maxsize=KEPT)
def undoes(text: str) -> bool:
    """ "No, undo that", "that was the wrong one. undo": what was told last is not to be so."""
    return bool(_FIRST.search(text)) or _undoes_at_last(text) or _orders_it(text)


def _orders_it(text: str) -> bool:
    """In words of their own, told by example: all of it, or what stands before a pause: "take that back please, it is
    not settled"."""
    begun = (text[: one.start()] for one in _PAUSE.finditer(text)) if len(text) <= LONGEST else ()
    first = next((one for one in begun if len(one.split()) >= LEAST), "")
    first = "" if _OF_IT.search(first) and _NAMES.match(text, len(first)) else first
    said = ((one, found) for one in (text[:LONGEST], first) if (found := _MAY.search(one)))
    return any(chance_of(one, "undo") >= _SURE for one, found in said if not _NEVER.search(one[: found.start()]))


def _undoes_at_last(text: str) -> bool:
    found = _LAST.search(text) if len(text) <= LONGEST else None
    return found is not None and not _NEVER.search(text[: found.start("undo")])


def beside_undoing(text: str) -> str:
    """What such a message says beside that and why: "undo that, *twice was right*"."""
    found = _FIRST.search(text)
    if found is None or _undoes_at_last(text):
        return ""
    first = split_sentences(text)[0]
    rest = text[found.end() : first.start + len(first.text)].strip(" ,;:-–—.!")
    if len(rest.split()) < LEAST or _WHY.match(rest) or talk_answer(rest)[0] or not text[found.end() :].startswith(","):
        return behind_first(text)
    return text[found.end() :].strip(" ,")


def undone_next(said: Sequence[Message], talk: int) -> Message | None:
    """The message of a talk that would be taken back now: questions and thanks told nothing, nor did orders to show
    something."""
    left = without_undone(said)
    at = _changed_last(left, talk)
    return None if at is None else left[at]


def without_undone(said: Sequence[Message]) -> list[Message]:
    """Without those that were taken back, and of those that took back only what they say beside."""
    left: list[Message] = []
    for message in said:
        if not undoes(message.text):
            left.append(message)
            continue
        last = _changed_last(left, message.conversation_id)
        if last is not None:
            del left[last]
        if rest := beside_undoing(message.text):
            left.append(message._replace(text=rest))
    return left


def _changed_last(said: Sequence[Message], talk: int) -> int | None:
    """Where the last message of a talk stands that may have changed something."""
    own = (at for at in range(len(said) - 1, -1, -1) if said[at].conversation_id == talk)
    return next((at for at in own if _may_change(said[at].text)), None)


def _may_change(text: str) -> bool:
    if asks(text) or not tells(text) or talk_answer(text)[0]:
        return False
    order = order_of(text)
    return order is None or order.kind != "show"
