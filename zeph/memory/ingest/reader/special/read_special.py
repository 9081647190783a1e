"""The door of the readers of shapes.

In: a clause in its message. Out: its claims, for those relations of a subject that no pattern has read.
"""

from collections.abc import Callable, Iterator

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.special.ages import ages
from zeph.memory.ingest.reader.special.amounts import amounts
from zeph.memory.ingest.reader.special.contacts import contacts
from zeph.memory.ingest.reader.special.statement import Said, Statement
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim

_READERS: tuple[Callable[[Statement], Iterator[Said]], ...] = (ages, contacts, amounts)


def special_claims(clause: Clause, text: str, speaker: str, sent_at: str, ontology: Ontology) -> Iterator[Claim]:
    """What the shapes of a clause's text claim; ``text`` is the whole message."""
    said = Statement(clause, text, speaker, sent_at, ontology)
    for read in _READERS:
        for one in read(said):
            if one.subject.name and one.object.name:
                yield said.claim(one)
