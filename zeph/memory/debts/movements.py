"""What one message says of money between two people: lent, owed, given back, let off.

In: the clauses of a message and its text. Out: :class:`Movement` values in the order of the text. Whether what is given
pays a debt or is a present or wages, nobody can tell from the clause: ``accounts`` does, by what is owed.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from zeph.memory.debts.amounts import Amount, amount_of
from zeph.memory.debts.money_clause import MoneyClause
from zeph.memory.debts.movement import Movement
from zeph.memory.debts.tables import sentence_pattern
from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.sentence_split import split_sentences
from zeph.records.message import PERSON

_SETTLED, _UNSETTLED = sentence_pattern("settled"), sentence_pattern("unsettled")
_LET_OFF, _ALL_OF_IT = sentence_pattern("let_off"), sentence_pattern("let_off_of")
_AMENDED, _MADE = sentence_pattern("corrected"), sentence_pattern("made")
_SENTENCE_ENDS = re.compile(r"[.!?]\s|\n")
_OF_MONEY = sentence_pattern("of_money")
_LIKEWISE = sentence_pattern("likewise")
_OTHER_PERSON, _ANOTHER = sentence_pattern("other_person"), sentence_pattern("another")


def movements_in(clauses: Sequence[Clause], text: str, speaker: str) -> list[Movement]:
    """``clauses``: those of ``text``; ``speaker``: whose message it is, by the name that the clauses have."""
    found: list[tuple[int, Movement]] = []
    reading = _Message(clauses, text, speaker)
    for at, clause in enumerate(clauses):
        said = " ".join(text[clause.span.start : clause.span.end].split())
        found += [(clause.span.start, replace(one, sentence=said)) for one in reading.of_clause(at)]
    if any(one.kind == "owed" for _, one in found):
        found = [(at, one) for at, one in found if one.kind != "shared"]
    found = [(at, replace(one, kind="owed") if one.kind == "shared" else one) for at, one in found]
    found += [pair for at, one in found for pair in _likewise(one, at, text)]
    place = 0
    for sentence in split_sentences(text):
        place = max(place, text.find(sentence.text[:12], place))
        found += [(place + len(sentence.text), one) for one in _of_sentence(sentence.text)]
    return [one for _, one in sorted(found, key=lambda pair: pair[0])]


def _likewise(movement: Movement, at: int, text: str) -> Iterator[tuple[int, Movement]]:
    """Others of whom the same is said with no verb: "Mina owes me 14, *Joost 12.50 and Peter 18*"."""
    if movement.kind != "owed" or movement.amount is None:
        return
    end = _SENTENCE_ENDS.search(text, at)
    for other in _LIKEWISE.finditer(text, at, end.start() if end else len(text)):
        if not (other["name"][0].isupper() or may_be_given_name(other["name"].lower())):
            continue
        name, amount = other["name"][:1].upper() + other["name"][1:], amount_of(other["amount"])
        if amount is None or name.lower() in (movement.by.lower(), movement.to.lower()):
            continue
        by, to = (name, movement.to) if movement.to == PERSON else (movement.by, name)
        yield other.start(), replace(movement, by=by, to=to, amount=amount, sentence=other[0])


def _of_sentence(text: str) -> Iterator[Movement]:
    """What a sentence tells that does not say who gave what."""
    if amended := _AMENDED.search(text):
        yield Movement("amended", amount=amount_of(amended["new"]), old=amended["old"], sentence=text)
    elif made := _MADE.search(text):
        yield Movement("amended", amount=amount_of(made["new"]), sentence=text)
    elif other := _OTHER_PERSON.search(text) or _ANOTHER.search(text):
        yield Movement("other_person", to=other["new"], old=other["old"], sentence=text)
    if (off := _LET_OFF.search(text)) and not _UNSETTLED.search(text[: off.start()]) and _is_money(off, text):
        yield Movement("let_off", amount=amount_of(off["what"]), sentence=text)
    if (square := _SETTLED.search(text)) and not _UNSETTLED.search(text[: square.end()]):
        yield Movement("settled", sentence=text)


def _is_money(off: re.Match[str], text: str) -> bool:
    """ "Forget the rest", "knock 50 off what she owes"; not "knocked 5 minutes off my time"."""
    if _ALL_OF_IT.search(off["what"]):
        return True
    return amount_of(off["what"]) is not None and _OF_MONEY.search(text) is not None


class _Message:
    """The clauses of one message; what an amount is a share of stands before it."""

    def __init__(self, clauses: Sequence[Clause], text: str, speaker: str) -> None:
        self._clauses = clauses
        self._text = text
        self._speaker = speaker
        self._last: Amount | None = None
        self._payer = ""
        """Who paid for all; empty where nobody is said to have."""
        self._other = ""
        """Of whom the message has spoken last besides the speaker."""

    def of_clause(self, at: int) -> list[Movement]:
        clause = self._clauses[at]
        before = self._clauses[at - 1] if at else None
        behind = self._clauses[at + 1] if at + 1 < len(self._clauses) else None
        money = MoneyClause(clause, self._text, self._speaker, self._last, (before, behind))
        if clause.question or clause.conditional or (clause.request and not money.owes):
            return []
        self._last = money.whole_amount or self._last
        if not clause.polarity:
            return []
        if clause.modality in ("plan", "wish") or clause.tense == "future":
            return list(money.promised())
        if clause.modality not in ("fact", "reported") and not (money.owes and clause.modality == "maybe"):
            return []
        self._payer = money.payer or self._payer
        told = [self._of_other(one) for one in money.moved(self._payer)]
        self._other = next(iter(money.others), self._other)
        return told

    def _of_other(self, movement: Movement) -> Movement:
        """A pronoun of nobody known is whoever was spoken of last."""
        if not self._other or self._other in (movement.by, movement.to):
            return movement
        return replace(movement, by=movement.by or self._other, to=movement.to or self._other)
