"""Who "she", "it" and "they" are: what was spoken of last, in this message and the ones before.

In: the phrases of a message as they are read. Out: the mention that a pronoun stands for; none where it is not clear.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from zeph.memory.ingest.reader.lexicon.kinds import GENDER
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.memory.ingest.reader.text.token import Token
from zeph.records.claim import Mention

PRONOUNS = word_sets(read_table("mentions/words.toml"))
_OTHER = {"he": "she", "she": "he"}
_TAKES_UP = frozenset(word for pronoun in ("he", "she", "it", "they") for word in PRONOUNS[pronoun])
_SUBJECTS = ("NN", "PRP", "W", "EX", "CD", "DT")
"""Tags of what may be a subject."""


@dataclass(slots=True)
class Discourse:
    """What was spoken of last. One per message; it may be fed with the messages before."""

    speaker: str
    last: dict[str, tuple[Mention, frozenset[str]]] = field(default_factory=dict)
    """Pronoun → whom it would mean now."""
    sentence: int = 0
    """Which sentence is being read."""
    topic: tuple[Mention, frozenset[str]] | None = None
    """Whom a verb without a subject is said of where it cannot be the speaker: "loves it"."""
    _claim: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Pronoun → how clearly it means that, and in which sentence it was said."""

    def note(
        self, mention: Mention, kinds: frozenset[str], *, several: bool = False, subject: bool = False,
        topical: bool = False,
    ) -> None:  # fmt: skip
        """Remembers a phrase that a pronoun may take up. ``topical``: it is the subject, or the speaker is."""
        if not mention.name or "self" in kinds or "hollow" in kinds:
            return
        if "role" in kinds and "kin" not in kinds and not (mention.owner or mention.definite):
            return  # "my brother is a pilot, he …"
        self.topic = (mention, kinds) if subject or topical else self.topic
        clear = not kinds.isdisjoint(("kin", "person_known", "animal"))
        if several:
            self._offer("they", mention, kinds, 2 * clear + subject)
            return
        if clear or "person" in kinds:
            gender = GENDER.get(mention.head, "")
            for pronoun in (gender,) if gender else ("he", "she"):
                self._offer(pronoun, mention, kinds, 2 * clear + subject)
        if "kin" not in kinds and "person_known" not in kinds:
            self._offer("it", mention, kinds, int(subject))

    def _offer(self, pronoun: str, mention: Mention, kinds: frozenset[str], clear: int) -> None:
        """A pronoun goes on meaning a clearer one of this sentence or the last: a subject rather than its object."""
        known, said = self._claim.get(pronoun, (0, 0))
        if known <= clear or self.sentence > said + 1:
            self.last[pronoun] = (mention, kinds)
            self._claim[pronoun] = (clear, self.sentence)

    def forget(self, pronoun: str) -> None:
        """Of a list nobody knows whom "they" means."""
        self.last.pop(pronoun, None)
        self._claim.pop(pronoun, None)

    def meant(self, pronoun: str) -> tuple[Mention, frozenset[str]] | None:
        """Whom a pronoun means."""
        for word in ("he", "she", "it", "they"):
            if pronoun in PRONOUNS[word]:
                return self.last.get(word)
        return None


def looks_back(tokens: Sequence[Token]) -> bool:
    """Whether a sentence may speak of what was said before it: it has a pronoun, or a verb whose subject is left out
    ("works at Lidl now")."""
    if any(token.lower in _TAKES_UP for token in tokens):
        return True
    first = next((t.tag for t in tokens if t.tag == "VBZ" or t.tag.startswith(_SUBJECTS)), "")
    return first == "VBZ"
