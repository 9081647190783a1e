"""What a clause speaks of, where nothing reads what it says: a key by which its message is found again.

In: a clause that no pattern and no class of plain statements has read. Out: at most one candidate, far below what may
be shown; it ends nothing and is put before no model.
"""

from collections.abc import Iterator

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.mentions.argument import Argument
from zeph.memory.ingest.reader.open.open_classes import OPEN_WORDS
from zeph.memory.ingest.reader.open.open_things import is_known
from zeph.memory.ingest.reader.patterns.telling import named, told
from zeph.memory.language.relations import relation_slug
from zeph.records.claim import GRAPH_MODALITIES, Claim

READER = "open:key"
CONFIDENCE = 0.3
_MOST_WORDS = 24
_NO_KEYS = OPEN_WORDS["hollow"] | OPEN_WORDS["pointing"] | OPEN_WORDS["abstract"] | OPEN_WORDS["figures"]
_SHORTEST = 3
"""Characters of the name of what may be a key."""


def recall_keys(clause: Clause) -> Iterator[Claim]:
    """The subject, the verb as said, and the first thing that the clause names."""
    subject, thing = clause.subject, _thing(clause)
    if subject is None or thing is None or clause.question or clause.request or not clause.polarity:
        return
    if clause.verb in ("", "be") or clause.phase == "end" or clause.modality not in GRAPH_MODALITIES:
        return
    if not is_known(clause, subject):
        return
    said = told(named(subject), clause, ())
    if len(said.split()) <= _MOST_WORDS:
        yield Claim(
            "state", subject.mention, relation_slug(clause.verb), thing.mention, said, clause.span, READER, CONFIDENCE
        )


def _thing(clause: Clause) -> Argument | None:
    for argument in clause.arguments:
        mention = argument.mention
        if argument.role == "subject" or mention.span is None or len(mention.name) < _SHORTEST:
            continue
        if mention.head not in _NO_KEYS and "self" not in argument.kinds:
            return argument
    return None
