"""How often each pattern row is right: figures that the reader takes the confidence of its claims from.

In: the labelled sets of ``MEASURED``.
Out: ``zeph/memory/ingest/reader/patterns/precision.toml``. A claim is right where a labelled fact, demanded or fine,
says the same. Few rows are seen often, so each figure is the mean of a Beta distribution, from the whole to the part:

- of all rows: Beta(1, 1) and every claim that was seen;
- of a family (the id before its point): that mean, as strong as ``PRIOR`` claims, then what was seen;
- of a row, where it was seen ``ENOUGH`` times: the family's mean, as strong as ``PRIOR`` claims, then what was seen.

A row's own examples say nothing of how often it is right in talk, so they do not count: a family that was never seen
has the figure of all rows. How sure what no row reads is, its sentence tells (``learn_soundness``).

Run it with ``python -m benchmarks.reader --write``, whenever rows have changed.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.claim_labels import ClaimMatcher, facts_of, is_true, load_labels
from benchmarks.reader_edges import edge_of
from benchmarks.same_facts import Fact, FactMatcher
from zeph.memory.ingest.extraction import ExtractedEdge
from zeph.memory.ingest.reader.patterns.confidence import PRECISION_FILE
from zeph.memory.ingest.reader.patterns.row import PATTERNS
from zeph.memory.ingest.reader.read_message import Reader
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import GRAPH_MODALITIES, Claim

MEASURED = ("build", "practice", "unread_two", "practice_two", "practice_five")
PRIOR = 8.0
"""Claims that the figure of the whole counts for. A row comes with examples that are tested, so much has to be seen
before it is doubted."""
ENOUGH = 8
OF_ROWS = "pattern:"
MOST = 0.97
"""No figure is higher: rows were improved on these messages, which flatters them."""
_HEAD = """\
# How often the local reader is right, measured on labelled messages: made by `python -m benchmarks.reader --write`.
# What the figures are made of is told in benchmarks/reader_precision.py. Behind each: right of seen.

# The pattern files that were measured.
"""


@dataclass(slots=True)
class Count:
    """Claims that were right, of those that were seen."""

    right: float = 0.0
    seen: float = 0.0

    def mean(self, prior: float, strength: float) -> float:
        """Of the Beta distribution with that mean and strength, after all that was counted."""
        return (prior * strength + self.right) / (strength + self.seen)


@dataclass(slots=True)
class Figures:
    """Counts by row and family, and of all."""

    rows: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    families: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    whole: Count = field(default_factory=Count)

    def see(self, row: str, *, right: bool) -> None:
        """One claim of a row on a labelled message."""
        for count in (self.rows[row], self.families[family_of(row)], self.whole):
            count.seen += 1
            count.right += right


def family_of(row: str) -> str:
    """ "end" of "end.doing"."""
    return row.partition(".")[0]


def measured(reader: Reader, ontology: Ontology, sets: Iterable[str]) -> Figures:
    """The figures of every row."""
    figures, gazetteer = Figures(), Gazetteer.load()
    for name in sets:
        for case in load_labels(f"labelled_{name}"):
            claims = labelled_claims if "facts" in case else stated_claims
            for row, right in claims(reader, ontology, gazetteer, case):
                figures.see(row, right=right)
    return figures


def labelled_claims(
    reader: Reader, ontology: Ontology, gazetteer: Gazetteer, case: dict[str, Any]
) -> Iterator[tuple[str, bool]]:
    """The row of each claim about a message whose facts are labelled, and whether it is right."""
    matcher, facts = FactMatcher(ontology, gazetteer, case), case["facts"]
    true = [*facts, *case.get("also_fine", ())]
    for claim in _for_graph(reader, case, "context"):
        yield (
            claim.reader.removeprefix(OF_ROWS),
            any(_says(matcher, fact, claim, edge_of(claim, ontology)) for fact in true),
        )


def stated_claims(
    reader: Reader, ontology: Ontology, _gazetteer: Gazetteer, case: dict[str, Any]
) -> Iterator[tuple[str, bool]]:
    """The same of a message whose claims are labelled."""
    matcher = ClaimMatcher(ontology, case["speaker"])
    for claim in _for_graph(reader, case, "before"):
        for made in islice(facts_of(claim, case["sent_at"]), 1):
            yield claim.reader.removeprefix(OF_ROWS), is_true(matcher, case, made)


def _for_graph(reader: Reader, case: dict[str, Any], before: str) -> Iterator[Claim]:
    for claim in reader.claims(
        case["text"], case["speaker"], [(case["speaker"], said) for said in case.get(before, ())]
    ):
        if claim.reader.startswith(OF_ROWS) and claim.polarity and claim.modality in GRAPH_MODALITIES:
            yield claim


def _says(matcher: FactMatcher, fact: Fact, claim: Claim, edge: ExtractedEdge) -> bool:
    """Whether a claim is that fact. An end names its family where it cannot know the relation that is over."""
    if claim.kind == "end" and matcher.covers(fact, edge.model_copy(update={"replaces": edge.target})):
        return True
    return matcher.same(fact, edge) or matcher.covers(fact, edge) or matcher.implied(fact, edge)


def written(figures: Figures) -> str:
    """The file's text."""
    whole = figures.whole.mean(0.5, 2.0)
    families = {family: count.mean(whole, PRIOR) for family, count in sorted(figures.families.items())}
    rows = {
        row: count.mean(families[family_of(row)], PRIOR)
        for row, count in sorted(figures.rows.items())
        if count.seen >= ENOUGH
    }
    default = ({"pattern": whole}, {"pattern": figures.whole})
    tables = (("default", *default), ("family", families, figures.families), ("row", rows, figures.rows))
    parts = [_HEAD + f'patterns = "{checksum_of_patterns()}"\n']
    for name, means, counts in tables:
        lines = [_line(key, mean, counts[key]) for key, mean in means.items()]
        parts.append("\n".join((f"[{name}]", *lines)) + "\n")
    return "\n".join(parts)


def _line(key: str, mean: float, count: Count) -> str:
    quoted = f'"{key}"' if "." in key else key
    return f"{quoted} = {min(mean, MOST):.3f}  # {count.right:.0f} of {count.seen:.0f}"


def write(reader: Reader, ontology: Ontology, sets: Iterable[str] = MEASURED) -> Path:
    """Measures and writes the file beside the patterns; gives its path."""
    path = Path(str(resources.files(PATTERNS).joinpath(PRECISION_FILE)))
    path.write_text(written(measured(reader, ontology, sets)), encoding="utf-8")
    return path


def checksum_of_patterns() -> str:
    """Of all pattern files: figures that were measured with others are out of date."""
    digest = hashlib.sha256()
    for file in sorted(resources.files(PATTERNS).iterdir(), key=lambda path: path.name):
        if file.name.endswith(".toml") and file.name != PRECISION_FILE:
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()
