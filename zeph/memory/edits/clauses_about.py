"""Which clauses of a sentence tell what is to go, where the rest of it stands by itself.

In: a sentence's place in a message, the stems by which what goes is told. Out: cuts, clauses or all of the sentence.
English as data: ``language/data/clauses.toml``. A clause that leans on one that goes ("which …", one without a subject)
goes with it; where nothing that stands is left, or no clause has the words, all goes.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from zeph.memory.language.morphology import verb_form
from zeph.memory.language.word_tables import read_data
from zeph.memory.recall.query.vocabulary import stem, words
from zeph.records.forgetting import Cut
from zeph.records.message import Message

LEAST = 2
"""Words of each piece of a note that may go alone."""
_TABLE = read_data("clauses.toml")
_JOINING = "|".join(_TABLE["joining"])
_BETWEEN = re.compile(rf"[,;]\s+(?:(?:{_JOINING})\s+)?|\s+[–—-]+\s+|\s+(?:{_JOINING})\s+", re.IGNORECASE)
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_LEANING, _SUBJECTS = frozenset(_TABLE["leaning"]), frozenset(_TABLE["subjects"])
_VERBS, _CONTRACTED = frozenset(_TABLE["verbs"]), frozenset(_TABLE["contracted"])


@dataclass(frozen=True, slots=True)
class _Clause:
    start: int
    stop: int
    stems: frozenset[str]
    stands: bool
    """Whether it has a verb and does not lean on what is before it."""
    subject: bool
    """Whether it says who does it."""


def clauses_about(message: Message, sentence: Cut, telling: Collection[str]) -> list[Cut]:
    """The clauses with one of the stems, and those that lean on them."""
    clauses = list(_clauses(message.text, sentence.start, sentence.stop))
    going = [not clause.stems.isdisjoint(telling) for clause in clauses]
    who = False
    for at, clause in enumerate(clauses):  # who does it is said in the last clause that says so
        who = going[at] if clause.subject else who
        going[at] = going[at] or who
    left = [clause for clause, goes in zip(clauses, going, strict=True) if not goes]
    if not any(going) or not any(clause.stands for clause in left[:1]):
        return [sentence]
    return [Cut(message.id, c.start, c.stop) for c, goes in zip(clauses, going, strict=True) if goes]


def clauses_with_most(message: Message, sentence: Cut, stems: Collection[str]) -> list[Cut]:
    """The clause with the most of the stems, and those that lean on it: what tells it from the others is what goes."""
    told = [clause.stems & frozenset(stems) for clause in _clauses(message.text, sentence.start, sentence.stop)]
    best = max(told, key=len, default=frozenset[str]())
    others = frozenset[str]().union(*(one for one in told if one is not best))
    return clauses_about(message, sentence, best - others or best)


def _clauses(text: str, start: int, stop: int) -> Iterator[_Clause]:
    """Pieces without a verb belong to the one before them, but in a note, of which none has one: "Ines, tel 0171 5550,
    keys at 10"; the mark at a sentence's end to none."""
    stop = start + len(text[start:stop].rstrip(" .!?…"))
    pieces: list[list[int]] = []
    at = start
    ends = [*((m.start(), m.end()) for m in _BETWEEN.finditer(text, start, stop)), (stop, stop)]
    begins = [start, *(following for _, following in ends)]
    said = [text[begin:end] for begin, (end, _) in zip(begins, ends, strict=False)]
    note = not any(_is_clause(one) or len(_said(one)) < LEAST for one in said)
    for end, following in ends:
        if pieces and not note and not _is_clause(text[at:end]):
            pieces[-1][1] = end
        elif end > at:
            pieces.append([at, end])
        at = following
    for first, last in pieces:
        said = _said(text[first:last])
        yield _Clause(
            first, last, frozenset(stem(word) for word in words(text[first:last])),
            note or _is_clause(text[first:last]),
            bool(said) and (said[0] in _SUBJECTS or not _is_verb(said[0])),
        )  # fmt: skip


def _said(text: str) -> list[str]:
    return [word.casefold().replace("’", "'") for word in _WORD.findall(text)]


def _is_clause(text: str) -> bool:
    said = _said(text)
    return (
        bool(said)
        and said[0] not in _LEANING
        and any(_is_verb(word) or "'" in word or word in _CONTRACTED for word in said)
    )


def _is_verb(word: str) -> bool:
    return word in _VERBS or (word not in _SUBJECTS and verb_form(word) is not None)
