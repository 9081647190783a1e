"""What a message claims: the one thing that readers give, and the only thing that revision reads.

In: what a reader (patterns or a model) found in one message. Out: values that say what was said, of whom, and where in
the text; what becomes of the graph is decided elsewhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

ClaimKind = Literal["state", "begin", "end", "replace", "event", "correct"]
"""It is so; it has begun; it is over; one took another's place; it happened once; what was said before was wrong."""
Modality = Literal["fact", "plan", "wish", "maybe", "almost", "reported"]
"""Facts and plans reach the graph; the rest is kept as read."""
GRAPH_MODALITIES: frozenset[Modality] = frozenset(("fact", "plan"))
Marker = Literal[
    "if_known", "besides", "anew", "now", "again", "one_of_kind", "whatever", "from_place", "stretch", "role_first",
    "ahead", "behind", "announced", "of_others", "own_wedding", "moved_out", "alone", "at_place",
    "of_itself", "said_before", "tells_end", "after_all", "denied", "in_place", "near", "arranged",
    "one_time", "doubtful",
]  # fmt: skip
"""What the words around a claim tell that its parts do not; the reader knows the words, revision only these:

- ``if_known``: it says nothing where its object, of an end the fact, of what takes another's place that other, is not
  known ("Pixel died")
- ``besides``: one more, it takes the place of none ("I work at Globex too"); ``anew``: it takes the place of what
  filled its slot; ``now``: so it is now, and was not before; ``again``: it was so before, too
- ``one_of_kind``: of an end: one of them, not the one that is known ("I had a dog"); ``whatever``: of an end: all that
  was done with it ("I quit smoking"); ``from_place``: of an end: a firm or a place was left; ``of_itself``: of an
  end: the thing is no more, whoever had to do with it ("the old wiki is gone")
- ``stretch``: a date tells where something began ("since 2019"); ``ahead``, ``behind``: its dates are to come, or past;
  ``near``: they are the nearest ("has been set for the 9th"); ``arranged``: of an event: its day was to come when it
  was arranged
- ``tells_end``: of an end: the sentence itself says that it is over ("User stopped smoking")
- ``said_before``: what it corrects was told in the message before, and is not named ("make that 412")
- ``after_all``: it is so in spite of what was planned, with ``if_known`` what was over or called off goes on
- ``denied``: of an end: what was planned or announced will not be, by whatever relation it is kept ("Igor isn't
  leaving after all")
- ``in_place``: of a correction: its sentence takes the place of the known one, whatever that told besides
- ``one_time``: of an end: it is told of one time of what may come again ("Thursday's training is off")
- ``doubtful``: of an end: said in words that are often misread; it ends what is known, and tells nothing else
- ``role_first``: the object is named after what it is to somebody ("my sister Anna")
- ``announced``: of an event: it has only been announced; ``of_others``: it happened to two who are named;
  ``own_wedding``, ``moved_out``, ``alone``, ``at_place``: what kind of event it was, and whether it says of where
"""
QUALIFIERS = ("when", "amount", "place", "with", "price", "version", "until", "reason", "manner")
"""What may change without the fact becoming another."""


@dataclass(frozen=True, slots=True)
class Span:
    """Characters of the message, ``text[start:end]``."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody or something as one message speaks of it."""

    name: str
    """As an entity is called: "Marta", "User's sister", "violin"; of the speaker the speaker's own name."""
    entity_type: str = ""
    """Evidence, not identity; empty where nothing tells."""
    span: Span | None = None
    head: str = ""
    """Dictionary form of the noun it is built on: "lesson" of "my German lessons"."""
    owner: str = ""
    """Whose it is, by name; empty where nobody's."""
    definite: bool = False
    """ "the band", "that job": something that should be known already."""
    named: bool = False
    """A proper name."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim of one message."""

    kind: ClaimKind
    subject: Mention
    relation: str
    """The ontology's relation where the words fit one, else the verb phrase as said, in its dictionary form."""
    object: Mention
    sentence: str
    """One clean sentence about the subject by name, which a stranger could read."""
    span: Span
    reader: str
    """Which pattern or model: "pattern:end.doing", "llm", "open:standing.self"."""
    confidence: float
    """0 to 1: the measured precision of that reader."""
    old: Mention | None = None
    """What was so before, of ``replace`` and ``correct``, where it is named."""
    family: str = ""
    """Relations that may stand for one another; empty where it is not clear."""
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    polarity: bool = True
    modality: Modality = "fact"
    start: str = ""
    """The words that say when it began or happened ("last May"), never a computed date."""
    end: str = ""
    """The words that say when it was or will be over."""
    edge_type: str = ""
    """Empty: that of its relation."""
    reported_by: str = ""
    markers: frozenset[Marker] = frozenset()
    slot: str = ""
    """The place that the object fills, where one thing fills it at a time: "User's favourite colour", "User's boss"."""
    over: str = ""
    """Of a preference, what it is preferred to."""
    known: tuple[int, ...] = ()
    """Ids of the stored facts that the reader was shown and says to be over, or to be another from now on."""
    beside: tuple[int, ...] = ()
    """Ids of the stored facts that it was compared with, and that go on beside it."""

    @property
    def for_graph(self) -> bool:
        """Whether it may become a fact: facts and plans do."""
        return self.modality in GRAPH_MODALITIES
