"""Clauses against rows: which rows read a clause, and with what in their slots.

In: the rows and a clause. Out: :class:`Match` values. Rows are found by their verb, so a clause is held against a few.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.clauses.verb_groups import PHRASAL
from zeph.memory.ingest.reader.mentions.discourse import PRONOUNS
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.patterns.row import Row, Slot, keys_of
from zeph.memory.language.morphology import add_verbs
from zeph.records.claim import Mention

_PLACES = ("object", "second_object", "complement")


@dataclass(frozen=True, slots=True)
class Match:
    """A row that reads a clause."""

    row: Row
    clause: Clause
    subject: Phrase
    object: Phrase | None = None
    old: Phrase | None = None
    kind: str = ""
    """The kind that the object's slot asked for."""
    where: dict[str, Phrase] = field(default_factory=dict)
    needed: Phrase | None = None
    """What the first of the row's needs found."""


NOBODY = Phrase(Mention(""), frozenset(("hollow",)))
"""Of an order, which says no subject."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a row's slots ask of a clause at the least: whoever lacks one of these has no match."""

    subject: frozenset[str]
    places: tuple[tuple[frozenset[str], frozenset[str]], ...]
    """Of each place that must be filled the prepositions and what stands behind them, any of both."""

    @staticmethod
    def by(row: Row) -> "_Asked":
        filled = [slots for slots in (row.object, row.old, *row.needs) if slots]
        places = tuple((frozenset(slot.preposition for slot in slots), _asked(slots)) for slots in filled)
        return _Asked(_asked(row.subject), places)

    def may_be(self, subject: frozenset[str], prepositions: frozenset[str], said: frozenset[str]) -> bool:
        """Whether a clause has them."""
        for places, things in self.places:
            if prepositions.isdisjoint(places) or said.isdisjoint(things):
                return False
        return not self.subject.isdisjoint(subject)


def _asked(slots: Iterable[Slot]) -> frozenset[str]:
    return frozenset(key for slot in slots for key in slot.keys)


class Patterns:
    """All rows, by verb and by kind of mention."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = tuple(rows)
        self._by_verb: dict[str, list[tuple[Row, _Asked]]] = {}
        for row in self.rows:
            for verb in row.verb:
                self._by_verb.setdefault(verb, []).append((row, _Asked.by(row)))
        self.of_mentions = tuple(row for row in self.rows if row.mention)
        self.phrasal = PHRASAL | {verb for verb in self._by_verb if " " in verb}
        """Verbs with a particle."""
        add_verbs(frozenset(verb.split(" ")[0] for verb in self._by_verb if verb))

    def matches(self, clause: Clause) -> Iterator[Match]:
        """The rows that read a clause, one match for each thing of a list."""
        said = [one for one in (clause, _loosened(clause), clause.outer) if one is not None]
        found = ([m for m in self._of(one) if m.row.last is last] for last in (False, True) for one in said)
        yield from next(filter(None, found), ())

    def _of(self, clause: Clause) -> Iterator[Match]:
        subject = clause.subject or NOBODY
        stood = frozenset(_stood(clause))
        beside = [argument for argument in clause.arguments if argument.role != "subject"]
        given = keys_of(subject.listed), frozenset(a.preposition for a in beside), keys_of(_listed(beside))
        for row, asked in self._by_verb.get(clause.verb, ()):
            if row.passive is clause.passive and asked.may_be(*given) and _holds(row, clause, stood):
                for one in subject.listed:
                    nobody = is_anybody(one) and all(shape.subject == "subject" for shape in row.claim)
                    if not nobody and any(slot.takes(one) for slot in row.subject):
                        yield from _filled(row, clause, one)

    def of_phrase(self, clause: Clause, argument: Phrase) -> Iterator[Match]:
        """The rows that read a noun phrase by itself."""
        for row in self.of_mentions:
            known = not argument.pronoun and (argument.mention.owner or argument.described)
            said = not argument.kinds.isdisjoint(row.mention) and any(slot.takes(argument) for slot in row.subject)
            if known and said:
                yield Match(row, clause, argument, argument)


def _listed(arguments: Iterable[Phrase]) -> Iterator[Phrase]:
    return (one for argument in arguments for one in argument.listed)


def _loosened(clause: Clause) -> Clause | None:
    """ "Go back" and "to vim" for "go back to" and "vim", where no row knows the verb with its preposition, which
    becomes a marker too ("are coming *back*")."""
    verb, _, preposition = clause.verb.rpartition(" ")
    if not verb:
        return None
    loose = (
        replace(argument, role="oblique", preposition=preposition) if argument.role == "object" else argument
        for argument in clause.arguments
    )
    return replace(clause, verb=verb, arguments=tuple(loose), markers=clause.markers | {preposition})


def _holds(row: Row, clause: Clause, stood: frozenset[str]) -> bool:
    phased = clause.phase in ("begin", "end") and row.claim[0].kind == "state"  # "stopped using" is of the past
    if row.negative and clause.polarity or row.tense and clause.tense not in row.tense and not phased:
        return False
    if row.phase and clause.phase not in row.phase:
        return False
    if row.timed and row.timed.isdisjoint(time.role for time in clause.times):
        return False
    return _has_what_it_needs(row, clause, stood)


def _has_what_it_needs(row: Row, clause: Clause, stood: frozenset[str]) -> bool:
    """What stands beside subject and object, and nothing that must not."""
    if row.markers and row.markers.isdisjoint(stood) or not row.without.isdisjoint(stood):
        return False
    if row.alone and any(a.role in _PLACES and "clock" not in a.kinds for a in clause.arguments):
        return False
    if row.never and next(_found(row.never, clause), None) is not None:
        return False
    return all(next(_found(slots, clause), None) is not None for slots in row.needs)


def _how_often(clause: Clause) -> Iterator[str]:
    """ "He is selling": under way; "he sells": again and again."""
    if clause.progressive and clause.tense in ("present", "perfect"):
        yield "progressive"
    if clause.tense == "present" and not (clause.progressive or clause.phase or clause.times):
        yield "habit"


def _stood(clause: Clause) -> Iterator[str]:
    """The prepositions and roles that stand in a clause, and what ``without`` names besides."""
    if clause.subject is not None:
        yield clause.subject.mention.head
        yield from ["other"] * bool(clause.subject.others)
        yield clause.subject.pronoun
    yield from _how_often(clause)
    said = [argument for argument in clause.arguments if argument.role == "complement"]
    if len(said) > 1 or any(argument.others for argument in clause.arguments if argument.role != "subject"):
        yield "listed"
    yield from clause.markers
    yield from (argument.preposition or argument.role for argument in clause.arguments)
    roles = (time.role for time in clause.times if time.role in ("at", "until", "frequency"))
    yield from ({"at": "when"}.get(role, role) for role in roles)
    begins = {time.span.start: time.text.lower() for time in clause.times if time.role == "at"}
    said_of = ((word.text.lower(), begins.get(word.span.start, "")) for word in clause.words)
    yield from (f"{word}-when" for word, time in said_of if time and not time.startswith(word))  # "moved *to* friday"


def _filled(row: Row, clause: Clause, subject: Phrase) -> Iterator[Match]:
    old = next(_found(row.old, clause), None) if row.old else None
    if row.old and old is None:
        return
    where = {key: found[0] for key, slots in row.where.items() if (found := next(_found(slots, clause), None))}
    needed = next((argument for argument, _ in _found(row.needs[0] if row.needs else (), clause)), None)
    if not row.object:
        yield Match(row, clause, subject, None, old[0] if old else None, "", where, needed)
    for argument, slot in _found(row.object, clause):
        yield Match(row, clause, subject, argument, old[0] if old else None, slot.kind, where, needed)


def _found(slots: Iterable[Slot], clause: Clause) -> Iterator[tuple[Phrase, Slot]]:
    """The arguments that a slot takes, and whatever stands in a list with one, each once."""
    seen: set[int] = set()
    for slot in slots:
        for argument in clause.arguments:
            for one in argument.listed if _stands(slot, argument) else ():
                if id(one) not in seen and slot.takes(one):
                    seen.add(id(one))
                    yield one, slot


def _stands(slot: Slot, argument: Phrase) -> bool:
    if slot.preposition:
        return argument.role == "oblique" and argument.preposition == slot.preposition
    return argument.role in _PLACES and not argument.preposition


def is_anybody(subject: Phrase) -> bool:
    """ "A friend lives in Ghent": nobody could say later who that is."""
    mention = subject.mention
    return not mention.named and not mention.owner and subject.determiner in PRONOUNS["nobodys"]
