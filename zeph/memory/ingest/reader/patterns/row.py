"""Pattern rows: what a clause claims, as data.

In: every ``*.toml`` beside this file. Out: :class:`Row` values, checked when they are read. The format is told
at the head of ``core.toml``.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from importlib import resources
from typing import Any, get_args

from zeph.memory.ingest.reader.lexicon.kinds import KINDS, fits
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.records.claim import ClaimKind, Marker

PATTERNS = "zeph.memory.ingest.reader.patterns"
_PARTS = frozenset(
    "subject object old owner object_owner sort needed verb other mention me speaker holder age time day".split()
)


ANYTHING = "*"
_POINTING = frozenset("the this that these those your their its".split())
_MANNERS: dict[str, Callable[[Phrase], bool]] = {
    "named": lambda argument: argument.mention.named,
    "the": lambda argument: argument.mention.definite or bool(argument.mention.owner),
    "a": lambda argument: not argument.mention.definite,
    "free": lambda argument: not argument.mention.owner,
    "alone": lambda argument: len(_own_words(argument)) == 1,
    "bare": lambda argument: not (argument.determiner or argument.pronoun or "number" in argument.kinds),
    "plain": lambda argument: not (argument.determiner or argument.pronoun or argument.mention.named),
    "pronoun": lambda argument: bool(argument.pronoun),
    "counted": lambda argument: bool(argument.count),
    "versioned": lambda argument: bool(argument.version),
    "own": lambda argument: bool(argument.mention.owner),
    "owned": lambda argument: bool(argument.mention.owner),
    "general": lambda argument: argument.determiner not in _POINTING or argument.mention.named,
}
"""How it must be said: by name; "the sack", "our team"; "a bike"; nobody's ("a manager"); "my number" and not "my order
number"; with no article and no mere number ("switched teams"), and no name either; by a pronoun; with a number; with a
version; somebody's; of its kind ("tea", "my bike") and not the one that is spoken of ("the colours")."""


@dataclass(frozen=True, slots=True)
class Slot:
    """What may stand in one place of a clause."""

    preposition: str
    kind: str = ""
    noun: str = ""
    adjective: str = ""
    manner: str = ""

    @staticmethod
    def of(text: str) -> "Slot":
        """ "at:org", "org", "noun:name", "adj:favourite", "named:kin", "to:noun:job", "on:the:noun:team"."""
        *before, last = text.split(":")
        what = before.pop() if before and before[-1] in ("noun", "adj") else "kind"
        manner = before.pop() if before and before[-1] in _MANNERS else ""
        if what == "kind" and last not in KINDS:
            raise ValueError(f"{text}: {last} is no kind of lexicon/kinds.toml")
        said = {"kind": "", "noun": "", "adj": ""} | {what: last}
        return Slot(before[0] if before else "", said["kind"], said["noun"], said["adj"], manner)

    def takes(self, argument: Phrase) -> bool:
        """Whether the argument itself is of the kind; where it stands is not asked."""
        if self.manner and not _MANNERS[self.manner](argument):
            return False
        if self.adjective:
            return self.adjective in argument.adjectives
        if not self.noun:
            return fits(argument.kinds, self.kind)
        return not {argument.mention.head, _compound(argument)}.isdisjoint(self.noun.split("/"))

    @property
    def keys(self) -> tuple[str, ...]:
        """Of which an argument that it takes has one, among those of :func:`keys_of`."""
        if self.adjective or self.noun:
            return (self.adjective,) if self.adjective else tuple(self.noun.split("/"))
        return (ANYTHING,) if KINDS[self.kind].keys() & {"any", "whoever"} else (self.kind,)


def keys_of(arguments: Iterable[Phrase]) -> frozenset[str]:
    """By what the slots of rows could take these."""
    found: set[str] = set()
    for argument in arguments:
        found.update(argument.kinds, argument.adjectives, (ANYTHING, argument.mention.head, _compound(argument)))
    return frozenset(found)


def _compound(argument: Phrase) -> str:
    """ "day-rate" of "my day rate"."""
    return "-".join(argument.mention.name.lower().split()[-2:])


def _own_words(argument: Phrase) -> list[str]:
    """A name without whose it is."""
    return argument.mention.name.removeprefix(f"{argument.mention.owner}'s ").split()


@dataclass(frozen=True, slots=True)
class Shape:
    """What a row claims."""

    kind: ClaimKind
    relation: str = ""
    family: str = ""
    subject: str = "subject"
    object: str = "object"
    edge_type: str = ""
    says: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One pattern; its fields are the keys of the format."""

    id: str
    claim: tuple[Shape, ...]
    yes: tuple[str, ...]
    no: tuple[str, ...] = ()
    verb: tuple[str, ...] = ()
    mention: tuple[str, ...] = ()
    where: Mapping[str, tuple[Slot, ...]] = field(default_factory=dict)
    past: str = "end"
    passive: bool = False
    negative: bool = False
    request: bool = False
    alone: bool = False
    last: bool = False
    apart: bool = False
    without: frozenset[str] = frozenset()
    tense: frozenset[str] = frozenset()
    markers: frozenset[str] = frozenset()
    timed: frozenset[str] = frozenset()
    phase: frozenset[str] = frozenset()
    subject: tuple[Slot, ...] = (Slot("", "person"),)
    object: tuple[Slot, ...] = ()
    old: tuple[Slot, ...] = ()
    never: tuple[Slot, ...] = ()
    needs: tuple[tuple[Slot, ...], ...] = ()


def _slots(listed: Iterable[str]) -> tuple[Slot, ...]:
    return tuple(map(Slot.of, listed))


_READ: dict[Any, Callable[[Any], Any]] = {
    tuple[str, ...]: tuple,
    frozenset[str]: frozenset,
    tuple[Slot, ...]: _slots,
    tuple[tuple[Slot, ...], ...]: lambda listed: tuple(_slots(text.split("|")) for text in listed),
    Mapping[str, tuple[Slot, ...]]: lambda listed: {key: _slots(slots) for key, slots in listed.items()},
    tuple[Shape, ...]: lambda given: tuple(map(_shape, given if isinstance(given, list) else [given])),
}
"""How the value of a key is read, by the type of its field."""
_TYPES = {one.name: one.type for one in fields(Row)}


def read_rows() -> list[Row]:
    """Every row of every file; raises ValueError where one is wrong."""
    return [_row(values, name) for name, values in _entries()]


def _entries() -> Iterator[tuple[str, dict[str, Any]]]:
    for file in sorted(resources.files(PATTERNS).iterdir(), key=lambda path: path.name):
        if file.name.endswith(".toml"):
            for values in tomllib.loads(file.read_text(encoding="utf-8")).get("pattern", ()):
                yield file.name, values


def _shape(claim: dict[str, Any]) -> Shape:
    marks = tuple(claim.get("marks", ()))
    if unknown := set(marks) - set(get_args(Marker)):
        raise ValueError(f"no marker of a claim: {', '.join(sorted(unknown))}")
    return Shape(**{**claim, "marks": marks})


def _row(values: dict[str, Any], file: str) -> Row:
    where = f"{file}: {values.get('id', '?')}"
    if unknown := values.keys() - _TYPES.keys():
        raise ValueError(f"{where}: unknown key {', '.join(sorted(unknown))}")
    if not values.get("yes"):
        raise ValueError(f"{where}: a row has an example")
    try:
        row = Row(**{key: _READ.get(_TYPES[key], lambda value: value)(value) for key, value in values.items()})
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error
    for part in (part for shape in row.claim for part in (shape.subject, shape.object)):
        if part not in _PARTS and part not in row.where and not part.startswith("="):
            raise ValueError(f"{where}: {part} is no part of a clause")
    return row
