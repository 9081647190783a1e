"""Pattern rows: what a clause claims, as data.

In: every ``*.toml`` beside this file. Out: :class:`Row` values, checked when they are read. The format by example:

    [[pattern]]
    id = "end.doing"                       # family.name; part of a claim's ``reader``
    verb = ["give up", "quit", "pack in"]  # dictionary forms with their particle; "be" of states
    subject = ["person"]                   # kinds, default person
    object = ["activity", "in:language"]   # what must stand there, any of: "kind", "preposition:kind", "noun:word",
                                           # "adj:favourite", "named:kin", "to:noun:job"
    old = ["from:tool"]                    # for replace and correct
    where = { place = ["in:place"] }       # qualifiers that are taken up where they stand
    needs = ["on:tool"]                    # more that must stand there
    without = ["with", "for"]              # prepositions that must not
    passive = true                         # default false
    tense = ["past", "perfect"]            # default any
    markers = ["now"]                      # one of them must stand there
    negative = true                        # only said with "not", and what is claimed is so: "I don't eat meat"
    request = true                         # said as an order too: "call me Kit"; its subject is of the kind "anybody"
    past = "end"                           # what the simple past of a state means: end (default), state, event, nothing
    claim = { kind = "end", family = "doing", relation = "likes", subject = "subject", object = "object" }
    yes = ["I gave up smoking in May => end doing smoking @ May"]
    no = ["I stopped at the shop"]

``subject`` and ``object`` of a claim name a part of the clause (subject, object, old, owner: of the subject, mention,
me: the speaker) or, with "=", a name ("=smoking"). Instead of ``verb``, ``mention = ["kin"]`` reads what a noun phrase
says by itself ("my sister Ana"), and the relation "@kin" is the one that its noun stands for.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from zeph.memory.ingest.reader.clauses.clause import Argument
from zeph.memory.ingest.reader.mentions.kinds import KINDS, fits
from zeph.records.claim import ClaimKind

PATTERNS = "zeph.memory.ingest.reader.patterns"
_PARTS = frozenset(("subject", "object", "old", "owner", "mention", "me"))


@dataclass(frozen=True, slots=True)
class Slot:
    """What may stand in one place of a clause."""

    preposition: str
    kind: str = ""
    noun: str = ""
    adjective: str = ""
    named: bool = False

    @staticmethod
    def of(text: str) -> "Slot":
        """ "at:org", "org", "noun:name", "adj:favourite", "named:kin", "to:noun:job"."""
        *before, last = text.split(":")
        if before and before[-1] == "adj":
            return Slot(before[0] if len(before) > 1 else "", adjective=last)
        if before and before[-1] == "noun":
            return Slot(before[0] if len(before) > 1 else "", noun=last)
        named = bool(before) and before[-1] == "named"
        before = before[:-1] if named else before
        if last not in KINDS:
            raise ValueError(f"{text}: {last} is no kind of mentions/kinds.toml")
        return Slot(before[0] if before else "", last, named=named)

    def takes(self, argument: Argument) -> bool:
        """Whether the argument itself is of the kind; where it stands is not asked."""
        if self.named and not argument.mention.named:
            return False
        if self.adjective:
            return self.adjective in argument.adjectives
        return argument.mention.head == self.noun if self.noun else fits(argument.kinds, self.kind)


@dataclass(frozen=True, slots=True)
class Shape:
    """What a row claims."""

    kind: ClaimKind
    relation: str = ""
    family: str = ""
    subject: str = "subject"
    object: str = "object"
    edge_type: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One pattern."""

    id: str
    claims: tuple[Shape, ...]
    verb: tuple[str, ...]
    mention: tuple[str, ...]
    yes: tuple[str, ...]
    no: tuple[str, ...]
    where: Mapping[str, tuple[Slot, ...]]
    past: str
    passive: bool
    negative: bool
    request: bool
    without: frozenset[str]
    tense: frozenset[str]
    markers: frozenset[str]
    subject: tuple[Slot, ...]
    object: tuple[Slot, ...]
    old: tuple[Slot, ...]
    needs: tuple[Slot, ...]


_SLOTS: dict[str, tuple[str, ...]] = {"subject": ("person",), "object": (), "old": (), "needs": ()}
_KEYS = frozenset(
    (
        "id verb mention where without passive negative request tense markers past claim yes no " + " ".join(_SLOTS)
    ).split()
)


def read_rows() -> list[Row]:
    """Every row of every file; raises ValueError where one is wrong."""
    return [_row(values, name) for name, values in _entries()]


def _entries() -> Iterator[tuple[str, dict[str, Any]]]:
    for file in sorted(resources.files(PATTERNS).iterdir(), key=lambda path: path.name):
        if file.name.endswith(".toml"):
            for values in tomllib.loads(file.read_text(encoding="utf-8")).get("pattern", ()):
                yield file.name, values


def _row(values: dict[str, Any], file: str) -> Row:
    where = f"{file}: {values.get('id', '?')}"
    if unknown := values.keys() - _KEYS:
        raise ValueError(f"{where}: unknown key {', '.join(sorted(unknown))}")
    try:
        slots: dict[str, Any] = {key: tuple(map(Slot.of, values.get(key, default))) for key, default in _SLOTS.items()}
        more = {key: tuple(map(Slot.of, listed)) for key, listed in values.get("where", {}).items()}
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error
    claims = values["claim"] if isinstance(values["claim"], list) else [values["claim"]]
    shapes = tuple(Shape(**claim) for claim in claims)
    for part in (part for shape in shapes for part in (shape.subject, shape.object)):
        if part not in _PARTS and not part.startswith("="):
            raise ValueError(f"{where}: {part} is no part of a clause")
    if not values.get("yes"):
        raise ValueError(f"{where}: a row has an example")
    given: dict[str, Any] = {"past": "end", "passive": False, "negative": False, "request": False}
    given |= {key: values[key] for key in given if key in values}
    given |= {key: tuple(values.get(key, ())) for key in ("verb", "mention", "yes", "no")}
    given |= {key: frozenset(values.get(key, ())) for key in ("without", "tense", "markers")}
    return Row(id=values["id"], claims=shapes, where=more, **given, **slots)
