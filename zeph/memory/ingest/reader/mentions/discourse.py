"""Who "she", "it" and "they" are: what was spoken of last, in this message and the ones before.

In: the phrases of a message as they are read. Out: the mention that a pronoun stands for; none where it is not clear.
"""

from dataclasses import dataclass, field

from zeph.memory.ingest.reader.lexicon.kinds import GENDER, fits
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.records.claim import Mention

PRONOUNS = word_sets(read_table("mentions/words.toml"))
_OTHER = {"he": "she", "she": "he"}


@dataclass(slots=True)
class Discourse:
    """What was spoken of last. One per message; it may be fed with the messages before."""

    speaker: str
    last: dict[str, tuple[Mention, frozenset[str]]] = field(default_factory=dict)
    """Pronoun → whom it would mean now."""
    sentence: int = 0
    """Which sentence is being read."""
    subject: int = -9
    """The sentence in which "it" was last the subject: what stands beside a subject is not taken up before it."""

    topic: tuple[Mention, frozenset[str]] | None = None
    """Whom a verb without a subject is said of where it cannot be the speaker: "loves it"."""

    def note(
        self, mention: Mention, kinds: frozenset[str], *, several: bool = False, subject: bool = False,
        topical: bool = False,
    ) -> None:  # fmt: skip
        """Remembers a phrase that a pronoun may take up. ``topical``: it is the subject, or the speaker is."""
        if not mention.name or "self" in kinds or "hollow" in kinds:
            return
        if "role" in kinds and "kin" not in kinds and not (mention.owner or mention.definite):
            return  # "my brother is a pilot, he …"
        entry = (mention, kinds)
        self.topic = entry if subject or topical else self.topic
        if several:
            self.last["they"] = entry
            return
        person = fits(kinds, "kin") or "person_known" in kinds
        if person or "person" in kinds or "animal" in kinds:
            gender = GENDER.get(mention.head, "")
            for pronoun in (gender,) if gender else ("he", "she"):
                self.last[pronoun] = entry
        if not person and (subject or self.sentence > self.subject + 1):
            self.last["it"] = entry
            self.subject = self.sentence if subject else self.subject

    def forget(self, pronoun: str) -> None:
        """Of a list nobody knows whom "they" means."""
        self.last.pop(pronoun, None)

    def meant(self, pronoun: str) -> tuple[Mention, frozenset[str]] | None:
        """Whom a pronoun means."""
        for word in ("he", "she", "it", "they"):
            if pronoun in PRONOUNS[word]:
                return self.last.get(word)
        return None
