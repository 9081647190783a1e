"""Clauses against rows: which rows read a clause, and with what in their slots.

In: the rows and a clause. Out: :class:`Match` values. Rows are found by their verb, so a clause is held against a few.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from zeph.memory.ingest.reader.clauses.clause import Argument, Clause
from zeph.memory.ingest.reader.parse.word_forms import add_verbs
from zeph.memory.ingest.reader.patterns.row import Row, Slot
from zeph.records.claim import Mention

_PLACES = ("object", "second_object", "complement")


@dataclass(frozen=True, slots=True)
class Match:
    """A row that reads a clause."""

    row: Row
    clause: Clause
    subject: Argument
    object: Argument | None = None
    old: Argument | None = None
    kind: str = ""
    """The kind that the object's slot asked for."""
    where: dict[str, Argument] = field(default_factory=dict)


NOBODY = Argument("subject", Mention(""), kinds=frozenset(("hollow",)))
"""Of an order, which says no subject."""


class Patterns:
    """All rows, by verb and by kind of mention."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = tuple(rows)
        self._by_verb: dict[str, list[Row]] = {}
        for row in self.rows:
            for verb in row.verb:
                self._by_verb.setdefault(verb, []).append(row)
        self.of_mentions = tuple(row for row in self.rows if row.mention)
        self.phrasal = frozenset(verb for verb in self._by_verb if " " in verb)
        """Verbs with a particle."""
        add_verbs(frozenset(verb.split(" ")[0] for verb in self._by_verb if verb))

    def matches(self, clause: Clause) -> Iterator[Match]:
        """The rows that read a clause, one match for each thing of a list."""
        found = list(self._of(clause))
        if not found and clause.outer is not None:
            found = list(self._of(clause.outer))
        yield from found

    def _of(self, clause: Clause) -> Iterator[Match]:
        subject = clause.subject or NOBODY
        for row in self._by_verb.get(clause.verb, ()):
            if row.passive is clause.passive and _holds(row, clause):
                for one in subject.listed:
                    if any(slot.takes(one) for slot in row.subject):
                        yield from _filled(row, clause, one)

    def of_phrase(self, clause: Clause, argument: Argument) -> Iterator[Match]:
        """The rows that read a noun phrase by itself."""
        for row in self.of_mentions:
            if argument.mention.named and argument.mention.owner and not argument.kinds.isdisjoint(row.mention):
                yield Match(row, clause, argument, argument)


def _holds(row: Row, clause: Clause) -> bool:
    if row.negative and clause.polarity:
        return False
    if row.tense and clause.tense not in row.tense or row.markers and row.markers.isdisjoint(clause.markers):
        return False
    if row.without and any(argument.preposition in row.without for argument in clause.arguments):
        return False
    return all(next(_found((slot,), clause), None) is not None for slot in row.needs)


def _filled(row: Row, clause: Clause, subject: Argument) -> Iterator[Match]:
    old = next(_found(row.old, clause), None) if row.old else None
    if row.old and old is None:
        return
    where = {key: found[0] for key, slots in row.where.items() if (found := next(_found(slots, clause), None))}
    if not row.object:
        yield Match(row, clause, subject, None, old[0] if old else None, "", where)
    for argument, slot in _found(row.object, clause):
        yield Match(row, clause, subject, argument, old[0] if old else None, slot.kind, where)


def _found(slots: Iterable[Slot], clause: Clause) -> Iterator[tuple[Argument, Slot]]:
    """The arguments that a slot takes, each once, and all of the first list that one of them takes."""
    seen: set[int] = set()
    for slot in slots:
        for argument in clause.arguments:
            if id(argument) in seen or not _stands(slot, argument):
                continue
            taken = [one for one in argument.listed if slot.takes(one)]
            if taken:
                seen.add(id(argument))
                yield from ((one, slot) for one in taken)


def _stands(slot: Slot, argument: Argument) -> bool:
    if slot.preposition:
        return argument.role == "oblique" and argument.preposition == slot.preposition
    return argument.role in _PLACES and not argument.preposition
