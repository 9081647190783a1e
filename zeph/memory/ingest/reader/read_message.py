"""The local reader: what a message claims, without a language model.

In: a message, who said it, and what was said before. Out: :class:`Claim` values with the place that each stands on. The
arrows: text, words, noun phrases, clauses, patterns, candidates. It never raises over a text, and reads in time
linear in its length.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate, islice

from zeph.memory.ingest.reader.clauses.clause import FIELD, Clause
from zeph.memory.ingest.reader.clauses.read_clauses import read_clauses
from zeph.memory.ingest.reader.mentions.discourse import Discourse, looks_back
from zeph.memory.ingest.reader.open.read_open import open_claims, recall_keys
from zeph.memory.ingest.reader.open.sound_features import Place
from zeph.memory.ingest.reader.open.soundness import as_sound
from zeph.memory.ingest.reader.parse.read_words import ParsedSentence, parse
from zeph.memory.ingest.reader.parse.tagging import PlainTagger, SpacyTagger, Tagger
from zeph.memory.ingest.reader.patterns.doubts import UNSURE, is_anothers, is_of_other_home, settled
from zeph.memory.ingest.reader.patterns.emit_claims import claims_of
from zeph.memory.ingest.reader.patterns.match_rows import Patterns
from zeph.memory.ingest.reader.patterns.row import read_rows
from zeph.memory.ingest.reader.patterns.succession import successor
from zeph.memory.ingest.reader.patterns.taken_back import corrections, corrects, denials, put_right
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.own_sentences import filled_slot, preference
from zeph.memory.language.sentence_split import split_sentences
from zeph.records.claim import Claim

MOST_CLAIMS = 100
_KEPT = 100
"""Messages whose words stay tagged: more than are read at a time."""
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
        self._patterns = _patterns()
        self._last = frozenset(f"pattern:{row.id}" for row in self._patterns.rows if row.last)
        """Readers of ends and changes of whatever is known: their clause gives a candidate all the same."""
        self._of_mentions = frozenset(f"pattern:{row.id}" for row in self._patterns.of_mentions)
        self._parsed: dict[str, list[ParsedSentence]] = {}
        """What was tagged last: a message comes again as that which was said before the next one."""

    def claims(
        self, text: str, speaker: str = "User", before: Sequence[tuple[str, str]] = (),
        called: frozenset[str] = frozenset(),
    ) -> list[Claim]:  # fmt: skip
        """What a message claims, in the order of the text. ``before``: who said what last, oldest first; ``called``:
        what else the text calls the speaker, in small letters."""
        discourse = self._discourse(text, speaker, before, called)
        found: dict[tuple[str, str, str, str], Claim] = {}
        for read in self._read(text, speaker, discourse):
            claim = replace(read, slot=filled_slot(read.sentence, text), over=preference(read.sentence)[1])
            key = (claim.kind, claim.subject.name.lower(), claim.relation, claim.object.name.lower())
            found.setdefault(key, claim)
        return list(_last_word(found.values()))[:MOST_CLAIMS]

    def prepare(self, texts: Iterable[str]) -> None:
        """Tags the words of several messages at once, which are about to be read: half the time of one by one."""
        new = [text for text in dict.fromkeys(texts) if text not in self._parsed]
        sentences = [split_sentences(text) for text in new]
        parsed = iter(parse([one for said in sentences for one in said], self._tagger, self._gazetteer))
        for text, said in zip(new, sentences, strict=True):
            self._parsed[text] = list(islice(parsed, len(said)))
        while len(self._parsed) > _KEPT:
            self._parsed.pop(next(iter(self._parsed)), None)

    def count_sentences(self, text: str) -> int:
        """How many sentences of a message are read."""
        return len(self._words(text))

    def clauses(self, text: str, speaker: str = "User", before: Sequence[tuple[str, str]] = ()) -> list[Clause]:
        """How a message is said, before any pattern."""
        return self._clauses(text, self._discourse(text, speaker, before))

    def _discourse(
        self, text: str, speaker: str, before: Sequence[tuple[str, str]], called: frozenset[str] = frozenset()
    ) -> Discourse:
        """Whom the text may mean by what was said ``before``."""
        discourse = Discourse(speaker, called)
        if any(looks_back(one.tokens) for one in self._words(text)):
            for discourse.speaker, earlier in before[-_LOOK_BACK:]:
                self._clauses(earlier, discourse)
            discourse.speaker, discourse.earlier = speaker, discourse.sentence
        return discourse

    def _clauses(self, text: str, discourse: Discourse) -> list[Clause]:
        parsed = self._words(text)
        return [clause for sentence in parsed for clause in read_clauses(sentence, discourse, self._patterns.phrasal)]

    def _words(self, text: str) -> Sequence[ParsedSentence]:
        if text not in self._parsed:
            self.prepare((text,))
        return self._parsed.get(text, ())

    def _read(self, text: str, speaker: str, discourse: Discourse) -> list[Claim]:
        """What patterns read, clause by clause; and candidates where nothing else is."""
        made: list[Claim] = []
        over: int | None = None
        """Which of them is an end that the next clause may say more of."""
        begin, before = 0, None
        clauses = self._clauses(text, discourse)
        told = [clause for clause in clauses if clause.lead != FIELD]
        at = accumulate((clause.lead != FIELD for clause in clauses), initial=0)
        for place, clause in ((Place(text, told, number), clause) for number, clause in zip(at, clauses, strict=False)):
            if before is not None and corrects(clause) and (right := put_right(made[begin:], before, clause)):
                made[begin:] = right
                continue
            said = list(self._claimed(clause, speaker)) or list(denials(clause))
            if over is not None and not said and (instead := successor(made[over], clause)) is not None:
                made[over], over = instead, None
                continue
            begin, before = len(made), clause
            for claim in (*said, *self._keys(clause, said, place, speaker)):
                of_mention = claim.reader in self._of_mentions
                for one in (claim,) if of_mention else corrections(claim, clause, self._ontology):
                    made.append(self._sure(one, clause, place, of_mention=of_mention))
            ends = (at for at in range(begin, len(made)) if made[at].kind == "end" and made[at].for_graph)
            over = next(ends, None if said else over)
        return made

    def _sure(self, claim: Claim, clause: Clause, place: Place, *, of_mention: bool) -> Claim:
        """As sure as it may be told."""
        told = settled(claim, clause, place.text, self._ontology, of_mention=of_mention)
        before = place.clauses[: place.at]
        if is_anothers(told, clause, before) or is_of_other_home(clause, before):
            return replace(told, confidence=min(told.confidence, UNSURE))
        as_read = of_mention or claim.reader.startswith("open:") or clause.lead == FIELD
        return told if as_read else as_sound(told, clause, place)

    def _keys(self, clause: Clause, said: Sequence[Claim], place: Place, speaker: str) -> list[Claim]:
        """What is so in the verb's own words, where no row tells it all."""
        if not all(claim.reader in self._last | self._of_mentions for claim in said):
            return []
        found = list(open_claims(clause, place, speaker)) or list(recall_keys(clause, place))
        return [_as_candidate(one) for one in found] if self._last.intersection(c.reader for c in said) else found

    def _claimed(self, clause: Clause, speaker: str) -> Iterator[Claim]:
        for argument in clause.arguments:
            for one in argument.listed:
                for match in self._patterns.of_phrase(clause, one):
                    yield from claims_of(match, self._ontology, speaker)
        said = [
            claim for match in self._patterns.matches(clause) for claim in claims_of(match, self._ontology, speaker)
        ]
        yield from (claim for claim in said if not _is_vaguer(claim, said))


@cache
def _patterns() -> Patterns:
    """The rows, which never change."""
    return Patterns(read_rows())


def _as_candidate(claim: Claim) -> Claim:
    """What is so in a clause that says of something known that it is over or another; what it ends, it ends."""
    return claim if claim.kind == "end" else replace(claim, confidence=min(claim.confidence, UNSURE))


def _is_vaguer(claim: Claim, others: Sequence[Claim]) -> bool:
    """The end of "job", where the same clause says at which firm: what stands in no words of the message yields; and
    that the wife is called Kate, where it says that Kate is the wife; or who is manager, where it says whose."""
    if any(_tells_whose(other, claim) or _is_turned(claim, other) for other in others):
        return True
    same = (claim.kind, claim.relation, claim.subject.name)
    return claim.object.span is None and any(
        other.object.span is not None and same == (other.kind, other.relation, other.subject.name) for other in others
    )


def _tells_whose(claim: Claim, other: Claim) -> bool:
    """Whether a claim says of the owner in one word what another says of what is owned in other ones."""
    if not claim.kind == other.kind == "state" or claim.relation == other.relation:
        return False
    same = claim.object.span is not None and claim.object.span == other.object.span
    return same and bool(other.subject.owner) and claim.subject.name == other.subject.owner


def _is_turned(claim: Claim, other: Claim) -> bool:
    """Whether a claim says who is the "User's manager" of whom another says that the user is managed by them."""
    same = claim.subject.span is not None and claim.subject.span == other.object.span
    return claim.kind == other.kind == "state" and same and claim.object.owner == other.subject.name != ""


def _last_word(claims: Iterable[Claim]) -> Iterator[Claim]:
    """Without what is so where the same message says that it is over: "our dog Moses died"."""
    said = list(claims)
    over = {(claim.subject.name, claim.relation, claim.object.name) for claim in said if claim.kind == "end"}
    for claim in said:
        if claim.kind != "state" or (claim.subject.name, claim.relation, claim.object.name) not in over:
            yield claim
