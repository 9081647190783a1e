"""Pattern rows: what a clause claims, as data.

In: every ``*.toml`` beside this file. Out: :class:`Row` values, checked when they are read. The format by example:

    [[pattern]]
    id = "end.doing"                       # family.name; part of a claim's ``reader``
    verb = ["give up", "quit", "pack in"]  # dictionary forms with their particle; "be" of states
    subject = ["person"]                   # kinds, default person
    object = ["activity", "in:language"]   # what must stand there, any of: "kind", "preposition:kind", "noun:word",
                                           # "adj:favourite", "named:kin", "the:sack", "a:gear", "free:role",
                                           # "alone:noun:number", "bare:noun:team", "counted:amount", "own:noun:rate",
                                           # "to:noun:job/post", "noun:day-rate" (of two words as well),
                                           # "owned:gear", "general:thing"
    old = ["from:tool"]                    # for replace and correct
    where = { place = ["in:place"] }       # qualifiers that are taken up where they stand
    needs = ["on:tool|with:tool"]          # more that must stand there, each of them, "|" between what may be it
    without = ["with", "object"]           # prepositions, roles, markers and nouns of the subject that
                                           # must not; "when": a time at which it happens, "other": a second subject,
                                           # "listed": more than one object, "progressive": "is having"
                                           # (``markers`` may ask for these)
    never = ["noun:student"]               # what must not stand there either
    alone = true                           # no object, no complement: "she quit", not "she quit the band"
    timed = ["since", "duration"]          # a time in one of these roles must stand there
    phase = ["begin", "end"]               # "started", "stopped …", "not … anymore": one of them must be said
    passive = true                         # default false
    tense = ["past", "perfect"]            # default any
    markers = ["now"]                      # one of them must stand there
    negative = true                        # only said with "not", and what is claimed is so: "I don't eat meat"
    request = true                         # said as an order too: "call me Kit"; its subject is of the kind "anybody"
    last = true                            # only where no other row reads the clause
    past = "end"                           # what the simple past of a state means: end (default), state, event, nothing
    claim = { kind = "end", family = "doing", relation = "likes", subject = "subject", object = "object" }
    yes = ["I gave up smoking in May => end doing smoking @ May"]
    no = ["I stopped at the shop"]

``subject`` and ``object`` of a claim name a part of the clause (subject, object, old, owner: of the subject,
object_owner, sort: what the object is, in "the dog Rex", needed: the first of ``needs``, verb: its gerund, other: the
second of two subjects, mention, me: the speaker in the clause, speaker: the speaker anyway, holder: whose the claim's
object is, else the speaker, age: the number of "Leo (7)", time: the words that say when, day: one that tells the day,
a key of ``where``) or, with "=", a name ("=smoking"). The relations "@kin" and "@amount" are those that the noun
stands for. ``says`` of a claim is its sentence where the clause has no words for one: "{subject} has an appointment
at the {object}", with "{times}" and "{amount}"; ``marks`` are markers that its claim always has. Instead of ``verb``,
``mention = ["kin"]`` reads what a noun phrase says by itself ("my sister Ana"); ``subject`` tells how it must be said.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, get_args

from zeph.memory.ingest.reader.lexicon.kinds import KINDS, fits
from zeph.memory.ingest.reader.mentions.argument import Argument
from zeph.records.claim import ClaimKind, Marker

PATTERNS = "zeph.memory.ingest.reader.patterns"
_PARTS = frozenset(
    "subject object old owner object_owner sort needed verb other mention me speaker holder age time day".split()
)


ANYTHING = "*"
_POINTING = frozenset("the this that these those your their its".split())
_MANNERS: dict[str, Callable[[Argument], bool]] = {
    "named": lambda argument: argument.mention.named,
    "the": lambda argument: argument.mention.definite or bool(argument.mention.owner),
    "a": lambda argument: not argument.mention.definite,
    "free": lambda argument: not argument.mention.owner,
    "alone": lambda argument: len(_own_words(argument)) == 1,
    "bare": lambda argument: not argument.determiner,
    "counted": lambda argument: bool(argument.count),
    "own": lambda argument: bool(argument.mention.owner),
    "owned": lambda argument: bool(argument.mention.owner),
    "general": lambda argument: argument.determiner not in _POINTING or argument.mention.named,
}
"""How it must be said: by name; "the sack", "our team"; "a bike"; nobody's ("a manager"); "my number" and not "my order
number"; with no article ("switched teams"); with a number; somebody's; of its kind ("tea", "my bike") and not the one
that is spoken of ("the colours")."""


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

    def takes(self, argument: Argument) -> bool:
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


def keys_of(arguments: Iterable[Argument]) -> frozenset[str]:
    """By what the slots of rows could take these."""
    found: set[str] = set()
    for argument in arguments:
        found.update(argument.kinds, argument.adjectives, (ANYTHING, argument.mention.head, _compound(argument)))
    return frozenset(found)


def _compound(argument: Argument) -> str:
    """ "day-rate" of "my day rate"."""
    return "-".join(argument.mention.name.lower().split()[-2:])


def _own_words(argument: Argument) -> list[str]:
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
    alone: bool
    last: bool
    without: frozenset[str]
    tense: frozenset[str]
    markers: frozenset[str]
    timed: frozenset[str]
    phase: frozenset[str]
    subject: tuple[Slot, ...]
    object: tuple[Slot, ...]
    old: tuple[Slot, ...]
    never: tuple[Slot, ...]
    needs: tuple[tuple[Slot, ...], ...]


_SLOTS: dict[str, tuple[str, ...]] = {"subject": ("person",), "object": (), "old": (), "never": ()}
_KEYS = frozenset(
    (
        "id verb mention where without alone last passive negative request tense markers timed phase needs past claim "
        "yes no " + " ".join(_SLOTS)
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


def _shape(claim: dict[str, Any], where: str) -> Shape:
    marks = tuple(claim.get("marks", ()))
    if unknown := set(marks) - set(get_args(Marker)):
        raise ValueError(f"{where}: no marker of a claim: {', '.join(sorted(unknown))}")
    return Shape(**{**claim, "marks": marks})


def _row(values: dict[str, Any], file: str) -> Row:
    where = f"{file}: {values.get('id', '?')}"
    if unknown := values.keys() - _KEYS:
        raise ValueError(f"{where}: unknown key {', '.join(sorted(unknown))}")
    try:
        slots: dict[str, Any] = {key: tuple(map(Slot.of, values.get(key, default))) for key, default in _SLOTS.items()}
        slots["needs"] = tuple(tuple(map(Slot.of, text.split("|"))) for text in values.get("needs", ()))
        more = {key: tuple(map(Slot.of, listed)) for key, listed in values.get("where", {}).items()}
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error
    claims = values["claim"] if isinstance(values["claim"], list) else [values["claim"]]
    shapes = tuple(_shape(claim, where) for claim in claims)
    for part in (part for shape in shapes for part in (shape.subject, shape.object)):
        if part not in _PARTS and part not in more and not part.startswith("="):
            raise ValueError(f"{where}: {part} is no part of a clause")
    if not values.get("yes"):
        raise ValueError(f"{where}: a row has an example")
    given: dict[str, Any] = {"past": "end"}
    given |= dict.fromkeys(("alone", "last", "passive", "negative", "request"), False)
    given |= {key: values[key] for key in given if key in values}
    given |= {key: tuple(values.get(key, ())) for key in ("verb", "mention", "yes", "no")}
    given |= {key: frozenset(values.get(key, ())) for key in ("without", "tense", "markers", "timed", "phase")}
    return Row(id=values["id"], claims=shapes, where=more, **given, **slots)
