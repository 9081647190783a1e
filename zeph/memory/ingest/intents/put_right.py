"""What a line puts right of what was told just before: "no sorry, *300* beans" of "sowed 400 broad beans".

In: a line, and the messages before it. Out: a :class:`PutRight`, or the messages as they stand since. Which word or
number of the line belongs in the place of which one that was told, if any does, is a choice among all such pairs: a
conditional logit (McFadden 1974) over what is so of the two (:mod:`.put_right_features`) and over how the line is
worded. The weights (``put_right.json``) are learned from corrections that writers wrote who knew no rule, with
look-alikes: ``python -m benchmarks.learn_put_right --write``.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import NamedTuple

from zeph.memory.ingest.intents import put_right_features
from zeph.memory.ingest.intents.order_of import order_of
from zeph.memory.ingest.intents.put_right_features import LONGEST, Candidate, Compared, wording, words_told
from zeph.memory.language.questions import is_question
from zeph.memory.language.sentence_split import split_sentences
from zeph.records.message import Message

DATA_FILE = "put_right.json"
SURE = 0.75
"""How likely it is at least that a line puts something right, to be believed."""
MOST_COMMAS = 3
"""Of a line, behind which it may say something else."""
LOOKED_AT = 4
"""Messages before a line that it may put right."""
LOOKED_BACK = 30
"""The same where one has a number, day or name that the line denies: "it was 260, *not 240*"."""
LONGEST_TEXT = 400
"""Characters of a line that puts something right."""
LONGEST_TOLD = 2000
"""The same of a message that is put right."""
BESIDE = 3
"""Ids between a message and one right behind it, an answer between them."""
_KEPT = 8192


class PutRight(NamedTuple):
    of: int
    """Which of the messages before: 0 is the first."""
    start: int
    end: int
    """Characters of that message that were wrong."""
    right: str
    """What belongs there."""
    likely: float
    """0 to 1."""
    names_it: bool = True
    """Whether the line says again what it is of, or denies what was wrong."""

    def applied(self, text: str) -> str:
        """That message with what belongs there."""
        return text[: self.start] + self.right + text[self.end :]

    def stands(self, wrong: Message) -> Message:
        """That message as it stands since, with the words that stood in it first."""
        was = wrong.was or wrong.text[self.start : self.end]
        return wrong._replace(text=self.applied(wrong.text), was=was)

    def sentence(self, text: str) -> str:
        """Its sentence of that message, with what belongs there."""
        made, begin = self.applied(text), next(at for at, one in _told_in(text) if at + len(one) >= self.end)
        end = begin + next(len(one) for at, one in _told_in(text) if at == begin) + len(made) - len(text)
        return made[begin:end].strip()


@dataclass(frozen=True, slots=True)
class Learned:
    pair: Mapping[str, float]
    line: Mapping[str, float]
    none: float
    """Log odds of every pair before anything is known of it, nothing being put right having 0."""

    def reads(self, text: str, before: Sequence[str]) -> PutRight | None:
        """The likeliest, however likely; None of what asks, is long, or has nothing of the kind."""
        line = Compared(text)
        if not line.cues or len(line.words) > LONGEST:
            return None
        of_line = self._of_line(wording(line.words))
        pairs = [
            PutRight(at, start + one.start, start + one.end, one.right, of_line + self.of_pair(one), one.names_it)
            for at, start, one in pairs_of(line, before)
        ]
        found = _likeliest(pairs, before) if pairs else None
        return None if found is None or is_question(text) else found

    def of_pair(self, candidate: Candidate) -> float:
        return sum(self.pair.get(name, 0.0) * value for name, value in candidate.told.items())

    def _of_line(self, told: set[str]) -> float:
        return self.none + sum(self.line.get(name, 0.0) for name in told) / math.sqrt(len(told) + 1)


def _likeliest(pairs: Sequence[PutRight], before: Sequence[str]) -> PutRight:
    """``pairs``: with their log odds; those that make the same message are one: "31" for "13", "31 kg" for "13 kg"."""
    most = max(0.0, *(one.likely for one in pairs))
    total = math.exp(-most) + sum(math.exp(one.likely - most) for one in pairs)
    shares: dict[tuple[int, str], float] = {}
    for one in pairs:
        made = (one.of, one.applied(before[one.of]).casefold())
        shares[made] = shares.get(made, 0.0) + math.exp(one.likely - most) / total
    best = max(pairs, key=lambda one: one.likely)
    return best._replace(likely=shares[best.of, best.applied(before[best.of]).casefold()])


def may_put_right(text: str) -> bool:
    """Whether it may put anything right at all."""
    return len(text) <= LONGEST_TEXT and bool(Compared(text).cues)


def put_right(text: str, before: Sequence[str], least: float = SURE, near: int = LOOKED_AT) -> PutRight | None:
    """``before``: what was told, in order; the last ``near`` may be meant where none has what the line denies. None
    where it is less likely than ``least`` that anything is put right, and of a question."""
    if not text.strip() or len(text) > LONGEST_TEXT:
        return None
    looked_at = _looked_at(text, before, near)
    told = tuple(before[at] for at in looked_at)
    found = next((one for line in _lines_of(text) if (one := _surely(line, told, least)) is not None), None)
    return None if found is None else found._replace(of=looked_at[found.of])


def _lines_of(text: str) -> Iterator[str]:
    """The line, and what of it denies something, without what follows behind a comma: "the tasting is the 23rd not the
    16th, *Beth's away*"."""
    yield text
    for comma in [*re.finditer(r",(?=\s)", text)][:MOST_COMMAS]:
        if Compared(text[: comma.start()]).denied:
            yield text[: comma.start()]


def _surely(line: str, told: tuple[str, ...], least: float) -> PutRight | None:
    """What it puts right of what was told; None where that is not sure, and where its wording says which known facts it
    corrects ("that's wrong, …"), unless it denies a word of them."""
    found = _reads(line, told)
    if found is None or found.likely < least:
        return None
    denied = Compared(line).denied
    names = not denied.isdisjoint(one.key for one in words_told(told[found.of][found.start : found.end]))
    return found if names or not _is_order(line) else None


def _looked_at(text: str, before: Sequence[str], near: int) -> Sequence[int]:
    """Places of the messages that have what the line denies ("…, *not the 16th*"); where none has, of the last ones."""
    denied = Compared(text).denied
    far = range(max(0, len(before) - LOOKED_BACK), len(before)) if denied else ()
    held = [at for at in far if denied & {one.key for one in words_told(before[at])}]
    return held or range(max(0, len(before) - near), len(before))


def _is_order(text: str) -> bool:
    """Whether its wording says which known facts it corrects: "that's wrong, …"."""
    order = order_of(text)
    return order is not None and not order.roughly


@lru_cache(maxsize=_KEPT)
def _reads(text: str, before: tuple[str, ...]) -> PutRight | None:
    return learned_weights().reads(text, before)


def pairs_of(line: Compared, before: Sequence[str]) -> list[tuple[int, int, Candidate]]:
    """(which message, where its sentence begins, candidate) for all that may be put right of what is told there."""
    return [
        (at, start, one)
        for at, text in enumerate(before)
        for start, sentence in _told_in(text)
        for one in line.candidates(sentence, len(before) - 1 - at)
    ]


@lru_cache(maxsize=_KEPT)
def _told_in(text: str) -> tuple[tuple[int, str], ...]:
    """Where each of its sentences begins that asks nothing, with its text as typed."""
    told = (
        (one.start, text[one.start : one.start + len(one.text)]) for one in split_sentences(text) if not one.question
    )
    return tuple((start, sentence) for start, sentence in told if not is_question(sentence))


def found_behind(message: Message, said: Sequence[Message]) -> tuple[PutRight, Message] | None:
    """What a message puts right of what the same person ``said`` before it in the same talk, as it stands. What names
    nothing of it is of the message right before it alone: of one that was forgotten since it is of none."""
    if message.role != "user" or message.imported:
        return None
    before = [one for one in said if _is_of_same(one, message) and one.id < message.id and _told_in(one.text)]
    found = put_right(message.text, [one.text for one in before])
    if found is None:
        return None
    wrong = before[found.of]
    return (found, wrong) if found.names_it or message.id - wrong.id <= BESIDE else None


def _is_of_same(one: Message, message: Message) -> bool:
    same = (one.conversation_id, one.role, one.speaker) == (message.conversation_id, message.role, message.speaker)
    return same and not one.imported


def as_put_right(said: Sequence[Message]) -> list[Message]:
    """Messages in the order of time as they stand since: what a later one puts right is so in its place, and that one,
    which says nothing else, is left out."""
    stands: dict[int, Message] = {}
    talks: dict[int, list[int]] = {}
    """Ids of each talk's messages."""
    for message in said:
        talk = talks.setdefault(message.conversation_id, [])
        found = found_behind(message, [stands[i] for i in talk[-LOOKED_BACK:]]) if talk else None
        if found is None:
            stands[message.id] = message
            talk.append(message.id)
            continue
        right, wrong = found
        stands[wrong.id] = right.stands(wrong)
    return [*stands.values()]


def forget_texts() -> None:
    """Nothing that was read stays known: some of it may have been forgotten."""
    _reads.cache_clear()
    _told_in.cache_clear()
    put_right_features.forget_texts()


@cache
def learned_weights() -> Learned:
    """As they are shipped."""
    made = json.loads(resources.files(__package__).joinpath(DATA_FILE).read_text("utf-8"))
    return Learned(made["pair"], made["line"], made["none"])
