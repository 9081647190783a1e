"""Pattern rows: what a clause claims, as data.

In: every ``*.toml`` beside this file. Out: :class:`Row` values, checked when they are read. The format, with an example:

    [[pattern]]
    id = "end.doing"                       # family.name; part of a claim's ``reader``
    verb = ["give up", "quit", "pack in"]  # dictionary forms with their particle; "be" of states
    subject = ["person"]                   # kinds, default person
    object = ["activity", "in:language"]   # what must stand there, any of: "kind", "preposition:kind", "noun:word",
                                           # "adj:favourite", "to:noun:job"
    old = ["from:tool"]                    # for replace and correct
    where = { place = ["in:place"] }       # qualifiers that are taken up where they stand
    needs = ["on:tool"]                    # more that must stand there
    without = ["with", "for"]              # prepositions that must not
    passive = true                         # default false
    tense = ["past", "perfect"]            # default any
    markers = ["now"]                      # one of them must stand there
    times = ["since", "duration"]          # a time in one of these roles must stand there
    request = true                         # said as an order: "call me Cat"; its subject is whom it is about
    negative = true                        # only said with "not", and what is claimed is so: "I don't eat meat"
    past = "end"                           # what the simple past of a state means: end (default), state, event, nothing
    claim = { kind = "end", family = "doing", relation = "likes", subject = "subject", object = "object" }
    yes = ["I gave up smoking in May => end doing smoking @ May"]
    no = ["I stopped at the shop"]

``subject`` and ``object`` of a claim name a part of the clause (subject, object, old, owner: of the subject, mention,
speaker, whose: the owner of the object, other: the second of two subjects, time: the words that say when, age: the number
in "Leo (7)", a key of ``where``) or, with "=", a name ("=smoking"). Instead of ``verb``, ``mention = ["kin"]`` reads what a noun phrase says by itself ("my
sister Ana"), and the relation "@kin" is the one that its noun stands for.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from zeph.memory.ingest.reader.clauses.clause import Argument
from zeph.memory.ingest.reader.mentions.kinds import KINDS, fits
from zeph.records.claim import ClaimKind

PATTERNS = "zeph.memory.ingest.reader.patterns"
_PARTS = frozenset(("subject", "object", "old", "owner", "mention", "speaker", "whose", "other", "time", "age"))


@dataclass(frozen=True, slots=True)
class Slot:
    """What may stand in one place of a clause."""

    preposition: str
    kind: str = ""
    noun: str = ""
    adjective: str = ""

    @staticmethod
    def of(text: str) -> "Slot":
        """ "at:org", "org", "noun:name", "adj:favourite", "to:noun:job"."""
        *before, last = text.split(":")
        if before and before[-1] == "adj":
            return Slot(before[0] if len(before) > 1 else "", adjective=last)
        if before and before[-1] == "noun":
            return Slot(before[0] if len(before) > 1 else "", noun=last)
        if last not in KINDS:
            raise ValueError(f"{text}: {last} is no kind of mentions/kinds.toml")
        return Slot(before[0] if before else "", last)

    def takes(self, argument: Argument) -> bool:
        """Whether the argument itself is of the kind; where it stands is not asked."""
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
    verbs: tuple[str, ...] = ()
    mention: tuple[str, ...] = ()
    subject: tuple[Slot, ...] = (Slot("", "person"),)
    object: tuple[Slot, ...] = ()
    old: tuple[Slot, ...] = ()
    needs: tuple[Slot, ...] = ()
    where: dict[str, tuple[Slot, ...]] = field(default_factory=dict)
    without: frozenset[str] = frozenset()
    passive: bool = False
    negative: bool = False
    tense: frozenset[str] = frozenset()
    markers: frozenset[str] = frozenset()
    times: frozenset[str] = frozenset()
    request: bool = False
    past: str = "end"
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()


_SLOTS = ("subject", "object", "old", "needs")
_KEYS = frozenset(
    (
        "id",
        "verb",
        "mention",
        *_SLOTS,
        "where",
        "without",
        "passive",
        "negative",
        "tense",
        "markers",
        "times",
        "request",
        "past",
        "claim",
        "yes",
        "no",
    )
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
        slots = {key: tuple(map(Slot.of, values[key])) for key in _SLOTS if key in values}
        more = {key: tuple(map(Slot.of, listed)) for key, listed in values.get("where", {}).items()}
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error
    claims = values["claim"] if isinstance(values["claim"], list) else [values["claim"]]
    shapes = tuple(Shape(**claim) for claim in claims)
    for part in (part for shape in shapes for part in (shape.subject, shape.object)):
        if part not in _PARTS and part not in more and not part.startswith("="):
            raise ValueError(f"{where}: {part} is no part of a clause")
    if not values.get("yes"):
        raise ValueError(f"{where}: a row has an example")
    return Row(
        values["id"], shapes, tuple(values.get("verb", ())), tuple(values.get("mention", ())), **slots, where=more,
        without=frozenset(values.get("without", ())), passive=values.get("passive", False),
        negative=values.get("negative", False), tense=frozenset(values.get("tense", ())), markers=frozenset(values.get("markers", ())),
        times=frozenset(values.get("times", ())), request=values.get("request", False), past=values.get("past", "end"), yes=tuple(values["yes"]), no=tuple(values.get("no", ())),
    )  # fmt: skip
