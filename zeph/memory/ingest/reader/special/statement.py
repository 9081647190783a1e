"""A clause with the text it stands in, and claims about it: what every reader of shapes is given and gives.

In: a clause, the message, when it was sent. Out: claims whose sentences are made of names and values, never copied.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from zeph.memory.ingest.reader.clauses.clause import Argument, Clause
from zeph.memory.ingest.reader.patterns.confidence import confidence_of
from zeph.memory.ingest.reader.reader_tables import read_table
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import GRAPH_MODALITIES, Claim, ClaimKind, Mention, Modality, Span

TABLE = read_table("special/special.toml")


@dataclass(frozen=True, slots=True)
class Statement:
    """One clause of one message."""

    clause: Clause
    text: str
    """The whole message."""
    speaker: str
    sent_at: str
    ontology: Ontology

    @property
    def stands(self) -> bool:
        """It says what is or will be so, and is no question, order, wish or denial."""
        clause = self.clause
        said = not (clause.question or clause.conditional or clause.request)
        return said and clause.polarity and clause.modality in GRAPH_MODALITIES and clause.phase != "end"

    @property
    def me(self) -> Mention:
        """Who speaks."""
        return Mention(self.speaker, "person")

    def owner(self, argument: Argument) -> Mention | None:
        """Whose it is: of "my email" the speaker, of "my sister's email" the sister; None where nobody's."""
        name = argument.mention.owner
        return Mention(name, "person") if name else None

    def words(self, span: Span) -> str:
        """The characters of a span."""
        return self.text[span.start : span.end]

    def time(self) -> str:
        """The words that say when it is so; empty where none do."""
        return next((time.text for time in self.clause.times if time.role == "at"), "")

    def claim(self, said: "Said") -> Claim:
        """One claim of this clause."""
        known = self.ontology.get(said.relation)
        return Claim(
            said.kind, said.subject, said.relation, said.object, said.sentence, self.clause.span,
            f"special:{said.reader}", confidence_of(f"special.{said.reader}"),
            family=known.family if known else "", qualifiers=said.qualifiers, modality=said.modality,
            start=said.start, edge_type=known.edge_type if known else "semantic",
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Said:
    """What a reader of shapes has read."""

    reader: str
    """Which of them: "age"."""
    subject: Mention
    relation: str
    object: Mention
    sentence: str
    kind: ClaimKind = "state"
    modality: Modality = "fact"
    start: str = ""
    qualifiers: Mapping[str, str] = field(default_factory=dict)


def value(text: str, start: int = -1, entity_type: str = "concept") -> Mention:
    """What is written by its shape, as an object: "29", "ana@ashdown.example"."""
    span = Span(start, start + len(text)) if start >= 0 else None
    return Mention(text, entity_type, span, text.lower())
