"""The local reader: what a message claims, without a language model.

In: a message, who said it, and what was said before. Out: :class:`Claim` values with the place that each stands on. The
arrows: text, words, noun phrases, clauses, patterns. It never raises over a text, and reads in time linear in
its length.
"""

from collections.abc import Iterator, Sequence

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.clauses.read_clauses import read_clauses
from zeph.memory.ingest.reader.mentions.discourse import Discourse
from zeph.memory.ingest.reader.mentions.kinds import ANIMALS, KIN
from zeph.memory.ingest.reader.parse.read_words import parse
from zeph.memory.ingest.reader.parse.tagging import PlainTagger, SpacyTagger, Tagger
from zeph.memory.ingest.reader.patterns.emit_claims import claims_of
from zeph.memory.ingest.reader.patterns.match_rows import Patterns
from zeph.memory.ingest.reader.patterns.row import read_rows
from zeph.memory.ingest.reader.text.sentence_split import split_sentences
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim

MOST_CLAIMS = 100
_LOOK_BACK = 2
"""Messages before this one in which a pronoun may find whom it means."""


class Reader:
    """Reads messages; make one a process."""

    def __init__(
        self, ontology: Ontology | None = None, gazetteer: Gazetteer | None = None, tagger: Tagger | None = None
    ) -> None:
        self._ontology = ontology or Ontology.load()
        self._gazetteer = gazetteer or Gazetteer.load()
        self._tagger = tagger or (SpacyTagger() if SpacyTagger.available() else PlainTagger())
        self._patterns = Patterns(read_rows())
        self._kin = KIN | ANIMALS

    def claims(self, text: str, speaker: str = "User", sent_at: str = "", before: Sequence[str] = ()) -> list[Claim]:
        """What a message claims, in the order of the text. ``before``: what the same person said last, oldest first."""
        discourse = Discourse(speaker)
        for earlier in before[-_LOOK_BACK:]:
            self._clauses(earlier, discourse)
        found: dict[tuple[str, str, str, str], Claim] = {}
        for claim in self._claimed(self._clauses(text, discourse)):
            key = (claim.kind, claim.subject.name.lower(), claim.relation, claim.object.name.lower())
            found.setdefault(key, claim)
        return list(found.values())[:MOST_CLAIMS]

    def clauses(self, text: str, speaker: str = "User") -> list[Clause]:
        """How a message is said, before any pattern."""
        return self._clauses(text, Discourse(speaker))

    def _clauses(self, text: str, discourse: Discourse) -> list[Clause]:
        parsed = parse(split_sentences(text), self._tagger, self._gazetteer, self._kin)
        return [clause for sentence in parsed for clause in read_clauses(sentence, discourse, self._patterns.phrasal)]

    def _claimed(self, clauses: Sequence[Clause]) -> Iterator[Claim]:
        for clause in clauses:
            for argument in clause.arguments:
                for one in argument.listed:
                    for match in self._patterns.of_phrase(clause, one):
                        yield from claims_of(match, self._ontology)
            for match in self._patterns.matches(clause):
                yield from claims_of(match, self._ontology)
