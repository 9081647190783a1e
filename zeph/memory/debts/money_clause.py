"""What one clause says of money: who lends, owes, gives or buys, to whom, how much.

In: a clause of the local reader, its message, the clauses beside it. Out: :class:`Movement` values. Pure.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import takewhile

from zeph.memory.debts.amounts import Amount, amount_of
from zeph.memory.debts.movement import Kind, Movement
from zeph.memory.debts.parties import SHARES, WHOLE, amount_in, is_part, may_be_somebody, name_in, within, words_of
from zeph.memory.debts.tables import read_debts_table
from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.language.word_tables import word_set

_TABLE = read_debts_table()
_VERBS = {name: word_set(text) for name, text in _TABLE["verbs"].items()}
_PLACES = {name: word_set(text) for name, text in _TABLE["prepositions"].items()}
_SAID = {name: word_set(text) for name, text in _TABLE["words"].items() if isinstance(text, str)}
_OBJECTS = frozenset(("object", "second_object", "complement"))
_NUMBER = re.compile(r"(?<![\w.,])(?:[A-Z]{1,2}?[£€$₹¥₦]|[£€$₹¥₦R])?\s?\d[\d.,]*k?(?:\s?(?:[£€$₹¥₦]))?(?![\w:])")
_CENT = Decimal("0.01")
APART = 2
"""Places at which somebody is named from which they are named apart."""


class MoneyClause:
    """One clause, as far as money goes."""

    def __init__(
        self, clause: Clause, text: str, speaker: str, named: Amount | None,
        beside: tuple[Clause | None, Clause | None],
    ) -> None:  # fmt: skip
        """``text``: that of the message; ``named``: the last amount that it named; ``beside``: the clauses before and
        behind this one."""
        self._clause = clause
        self._text = text
        self._named = named
        self._speaker = speaker
        before, self._behind = beside
        self.first, *self._particles = clause.verb.split() or [""]
        objects = [one for one in clause.arguments if one.role in _OBJECTS or one.preposition in _PLACES["back"]]
        self._each = [one for argument in objects for one in argument.listed]
        self._numbers = _NUMBER.findall(text[clause.span.start : clause.span.end])
        self.amounts = [amount for amount in map(amount_in, self._each) if amount is not None] or self._signed()
        self.whole_amount = next((amount_in(one) for a in clause.arguments for one in a.listed if amount_in(one)), None)
        self._guessed: set[str] = set()
        self._people = self._people_in(objects)
        self._words = {word for one in self._each for word in words_of(one.mention.name)}
        self.subjects = self._subjects(before)

    def _signed(self) -> list[Amount]:
        """The one number with a sign of money, where it stands in no phrase of its own: "R$ 600"."""
        told = [amount for amount in map(amount_of, self._numbers) if amount is not None and amount.unit]
        return told if len(told) == 1 else []

    def _subjects(self, before: Clause | None) -> list[str]:
        """Who does it; where it is not said and done to the speaker, who did what was said before: "Kyle came round,
        *slipped me* another 50"."""
        subject = self._clause.subject
        if subject is None:
            return [self._speaker]
        if (amount := amount_in(subject)) is not None:  # "first 200 paid to dad"
            self.amounts.append(amount)
            return [self._speaker]
        implied, name = not within(subject, self._clause), subject.mention.name
        if implied and name in self._people and name != self._speaker:
            return [self._speaker]
        to_self = implied and [name] == self._people == [self._speaker]
        if to_self and before is not None and before.subject is not None:
            subject = before.subject
        elif self._is_apart(subject) and name != self._speaker and not self._people and self._does_it_to_him:
            self._people = [self._called(subject)]  # "Ben short again, lent *him* 15"
            return [self._speaker]
        return [self._called(one) for one in subject.listed]

    def _is_apart(self, subject: Phrase) -> bool:
        """Whether a comma parts it from what is done."""
        first = next((one.mention.span for one in self._each if one.mention.span), None)
        begin = subject.mention.span.end if subject.mention.span else self._clause.span.start
        return first is not None and "," in self._text[begin : first.start]

    @property
    def _does_it_to_him(self) -> bool:
        return any(one.pronoun in _SAID["somebody"] for one in self._each)

    def _called(self, phrase: Phrase) -> str:
        """ "Tom", "User's mam", "the plumber"."""
        name, told = name_in(phrase), phrase.mention
        if phrase.pronoun in _SAID["somebody"]:
            if not told.named and phrase.kinds.isdisjoint(_SAID["kinds_of_people"]):
                return ""
            self._guessed.add(name)
        if not name or told.owner or not phrase.kinds.isdisjoint(("self", "kin")):
            return name
        if phrase.kinds.isdisjoint(("person_known", "name", "named")) and phrase.determiner:
            return f"{_TABLE['words']['the']} {name}"
        return name[:1].upper() + name[1:]

    def _people_in(self, objects: Sequence[Phrase]) -> list[str]:
        """To whom it is done: whoever stands before the amount, alone or in a list."""
        before = [*takewhile(lambda one: amount_in(one) is None, objects)]
        if any(one.mention.name == self._speaker for one in before):
            return [self._speaker]
        gets = before[:1] if len(before) < len(objects) and self.first in _VERBS["lend"] | _VERBS["pay"] else []
        first = next((one for one in before if may_be_somebody(one)), next(iter(gets), None))
        listed = [one for one in first.listed if one is first or may_be_somebody(one)] if first else []
        return [name for one in listed if (name := self._called(one))]

    @property
    def others(self) -> list[str]:
        """People who stand in it besides the speaker, its subject first."""
        phrases = [one for argument in self._clause.arguments for one in argument.listed]
        people = (one for one in phrases if one.mention.named or not one.kinds.isdisjoint(_SAID["kinds_of_people"]))
        return [name for one in people if (name := self._called(one)) and name != self._speaker]

    @property
    def owes(self) -> bool:
        """Whether it tells of a debt."""
        return self.first in _VERBS["owe"]

    @property
    def payer(self) -> str:
        """Who pays for something: by the verb, or with whose card."""
        cards = (one for one in self._clause.arguments if one.mention.head in _SAID["cards"] and one.role != "subject")
        with_card = next((one.mention.owner for one in cards), "")
        return with_card or (self.subjects[0] if self.first in _VERBS["pay"] | _VERBS["fronts"] else "")

    # ------------------------------------------------------------ parts

    @property
    def _amount(self) -> Amount | None:
        """What is given: a number, or a share of what was named before."""
        if self.amounts:
            return self.amounts[0]
        share = next((SHARES[word] for word in self._words if word in SHARES), None)
        if share is None or self._named is None:
            return None
        value = self._named.value * share.numerator / share.denominator
        return Amount(value.quantize(_CENT), self._named.unit)

    @property
    def _apart(self) -> Amount | None:
        """What stands in the next clause alone: "I paid Tunde's hall deposit, *£210*"."""
        behind = self._behind
        if behind is None or behind.verb or not behind.arguments:
            return None
        told = [
            amount for a in behind.arguments if a.role != "subject" for amount in map(amount_in, a.listed) if amount
        ]
        return told[0] if len(told) == 1 else None

    @property
    def _pointed_at(self) -> Amount | None:
        """ "Needs 60 for the bus, I lent *it* her"; "4.50, so I owe her *that*"."""
        unnamed = (one.pronoun for one in self._each if not one.mention.name or "number" in one.kinds)
        said = {*unnamed, *(one.pronoun for one in self._each if one.pronoun in _SAID["just_said"])}
        return self._named if said & (_SAID["pointing"] | _SAID["just_said"]) else None

    @property
    def _share(self) -> Fraction:
        return next((SHARES[word] for word in self._words if word in SHARES), Fraction(1))

    @property
    def _is_whole(self) -> bool:
        return bool(self._words & WHOLE)

    def _place(self, name: str) -> list[str]:
        """Who stands behind such a preposition."""
        behind = [one for one in self._clause.arguments if one.role == "oblique" and one.preposition in _PLACES[name]]
        return [self._called(one) for argument in behind for one in argument.listed if may_be_somebody(one)]

    @property
    def fronts_for(self) -> str:
        """For whom the clause says that something was bought: whose the thing is."""
        if self.first not in _VERBS["fronts"]:
            return ""
        owners = (one.mention.owner for one in self._each if one.mention.owner and amount_in(one) is None)
        return next((owner for owner in owners if owner not in self.subjects), "")

    def _marked(self, movement: Movement) -> Movement:
        """With what the words around it tell."""
        said = {word.lower() for word in self._clause.markers}
        said |= {word for one in self._each for word in words_of(one.count or one.mention.name)}
        return replace(
            movement, more=bool(said & _SAID["more"]), still=bool(said & _SAID["still"]),
            guessed=frozenset(self._guessed),
            reason=any(one.preposition in _PLACES["for"] for one in self._clause.arguments),
            back=bool(_PLACES["back"] & {*self._particles, *said}) or self.first in _VERBS["returns"],
        )  # fmt: skip

    # ------------------------------------------------------------ what is told

    def promised(self) -> Iterator[Movement]:
        if self.first in _VERBS["promises"]:
            to = next(iter(self._people), self._speaker)
            guessed = frozenset(self._guessed)
            yield from (Movement("promised", one, to, guessed=guessed) for one in self.subjects if one != to)

    def moved(self, payer: str) -> Iterator[Movement]:
        """``payer``: who paid last in the message."""
        if self._clause.markers & _SAID["duty"]:
            yield from self.promised()
            return
        if self.first in _VERBS["never"]:
            return
        amount = self._amount
        if self.first in _VERBS["lend"] | _VERBS["borrow"] or self.fronts_for:
            amount = amount or self._apart or self._pointed_at
        if self.owes:
            yield from self._owed(amount)
        elif amount and (lent := self._lent(amount)):
            yield from lent
        elif self.first in _VERBS["splits"] and not self._particles:
            yield from self._split(payer, amount or self._named)
        elif self.fronts_for and amount:
            yield Movement("fronted", self.subjects[0], self.fronts_for, amount, reason=True)
        elif self.first not in _VERBS["take"]:
            yield from self._given(amount)

    @property
    def _dealt(self) -> list[tuple[Amount, list[str]]]:
        """Each amount with those it goes to, where several are named apart: "lent *tom 20* and *30 to sue*", "owe Ann a
        lunch and *12 to Mila*"; else none."""
        told = [one for one in self._clause.arguments if one.role in _OBJECTS or one.preposition in _PLACES["to"]]
        names = [[self._called(one) for one in argument.listed if may_be_somebody(one)] for argument in told]
        amounts = [next(filter(None, map(amount_in, argument.listed)), None) for argument in told]
        if not self._are_apart(told, names, amounts):
            return []
        dealt: list[tuple[Amount, list[str]]] = []
        before: list[str] = []
        for at, amount in enumerate(amounts):
            if amount is None:
                before = names[at] or before
                continue
            behind = at + 1 < len(told) and told[at + 1].preposition in _PLACES["to"]
            dealt.append((amount, names[at + 1] if behind else before))
            before = []
        return [(amount, some) for amount, some in dealt if some and self._speaker not in some]

    @staticmethod
    def _are_apart(told: Sequence[Phrase], names: Sequence[Sequence[str]], amounts: Sequence[Amount | None]) -> bool:
        """Whether several are named, each with an amount of their own, or one before it and one behind "to"."""
        alone = [(some, at) for at, some in enumerate(names) if some and amounts[at] is None]
        before = any(told[at].preposition not in _PLACES["to"] for _, at in alone)
        several = before or sum(amount is not None for amount in amounts) >= APART
        odd = any(any(map(str.isdigit, name)) for some, _ in alone for name in some)
        return len(alone) >= APART and several and not odd

    def _lent(self, amount: Amount) -> list[Movement]:
        """What is lent, borrowed, taken from somebody, or given as a loan."""
        source = self._place("from")
        if self.first in _VERBS["borrow"]:
            return [*self._among("lent", source or [self._speaker], self.subjects, amount)]
        if self.first in _VERBS["take"] and source:
            lent = self._speaker in source and self.first not in _VERBS["gets"]
            return [*self._among("lent" if lent else "paid", source, self.subjects, amount)]
        if self.first in _VERBS["lend"] and (dealt := self._dealt):
            return [one for part, some in dealt for one in self._among("lent", self.subjects, some, part)]
        if self.first in _VERBS["lend"] or self._words & _SAID["loan"] or self._is_loan():
            return [*self._among("lent", self.subjects, self._receivers(), amount)]
        return []

    def _owed(self, amount: Amount | None) -> Iterator[Movement]:
        if self._clause.tense == "past" and not self._clause.passive:
            return  # "dropped off the last 20 he owed me"
        if self._clause.passive:
            debtors, creditors = self._place("by"), self.subjects
        else:
            debtors, creditors = self.subjects, self._people or [""]
        amount = amount or self._pointed_at
        dealt = [] if self._clause.passive else self._dealt
        for part, some in dealt:
            yield from self._among("owed", some, debtors, part)
        if amount is not None and not dealt:
            yield from self._among("owed", creditors, debtors, amount)

    def _split(self, payer: str, amount: Amount | None) -> Iterator[Movement]:
        """ "126, splitting it three ways with Jodie and Trace"; nothing where nobody is said to have paid."""
        others = [one for one in self._place("with") if one != payer]
        ways = next((amount_of(one.count) for one in self._each if one.mention.head in _SAID["ways"]), None)
        if not payer or amount is None or (ways is None and payer != self._speaker):
            return
        parts = ways.value if ways is not None and ways.value > 1 else Decimal(len(others) + 1)
        each = Amount((amount.value / parts).quantize(_CENT), amount.unit)
        if payer == self._speaker and others:
            yield from self._among("shared", [payer], others, each)
        elif payer != self._speaker:
            yield from self._among("shared", [payer], [self._speaker], each)

    def _given(self, amount: Amount | None) -> Iterator[Movement]:
        """Somebody gives somebody money, by any verb: "zelled me 400", "another 200 to dad", "paid me the lot"."""
        source = self._place("from")
        if self.first:
            givers, receivers = self.subjects, self._receivers()
        elif source:  # "another 250 from Lasse"
            givers, receivers = source, [self._speaker]
        elif not (receivers := self._place("to")):
            return
        else:
            givers = [self._speaker]
        if amount is None and self._clause.tense == "present":  # "he pays me on the 15th"
            yield from self.promised()
            return
        if amount is None and (not (self.first in _VERBS["pay"] or self._is_whole) or self._names_things()):
            return
        yield from self._paid(givers, receivers, amount)

    def _paid(self, givers: Sequence[str], receivers: Sequence[str], amount: Amount | None) -> Iterator[Movement]:
        dealt = self._dealt if self.first else []
        for part, some in dealt:
            yield from self._among("paid", givers, some, part)
        if dealt:
            return
        share = self._share if amount is None or not self.amounts else Fraction(1)
        paid = amount if self.amounts else None
        if paid is None and share == 1 and self._numbers:  # a number stands there nevertheless
            paid = amount_of(self._numbers[0]) if len(self._numbers) == 1 else None
            if paid is None:
                return
        yield from self._among("paid", givers, receivers, paid, share=share)

    def _is_loan(self) -> bool:
        """ "Gave him 5000 *as a loan*"."""
        return any(
            words_of(one.mention.name) & _SAID["loan"] for one in self._clause.arguments if one.role == "oblique"
        )

    def _names_things(self) -> bool:
        """ "Paid the wifi": something else is paid than somebody, or all that they are owed."""
        return any(not is_part(one) and not may_be_somebody(one) for one in self._each)

    def _receivers(self) -> list[str]:
        found = self._place("to") or self._people
        if found:
            return found
        if self.first in _VERBS["lend"]:  # "advanced 90 € for Camille"
            behind = (one for one in self._clause.arguments if one.preposition in _PLACES["for"] and one.mention.named)
            return [self._called(one) for one in behind][:1] or [""]
        return [""] if self._speaker in self.subjects or self._does_it_to_him else [self._speaker]

    def _among(
        self, kind: Kind, givers: Iterable[str], receivers: Iterable[str], amount: Amount | None,
        share: Fraction = Fraction(1),
    ) -> Iterator[Movement]:  # fmt: skip
        marked = self._marked(Movement(kind, amount=amount, share=share))
        for giver in givers:
            others = [one for one in receivers if one != giver]
            for receiver in others or [self._speaker] * (giver != self._speaker):
                if giver or receiver:
                    yield replace(marked, by=giver, to=receiver)
