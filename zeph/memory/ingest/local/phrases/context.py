"""What the messages before speak of, for a "she", "they" or "it" that its own message does not explain.

In: earlier texts of one speaker. Out: their mentions, sentence by sentence; read only when asked for.
"""

from collections.abc import Callable, Sequence

from zeph.memory.ingest.local.phrases.mentions import Discourse, Mention
from zeph.memory.ingest.local.phrases.reader import Sentence
from zeph.memory.ingest.local.words.tokens import Tagger, read
from zeph.memory.language.gazetteer import Gazetteer

MAX_TEXTS = 2
MAX_SENTENCES = 3
"""The last ones of each text."""


def earlier_mentions(
    speaker: str, texts: tuple[str, ...], told: Callable[[str], list[str]], tagger: Tagger, gazetteer: Gazetteer
) -> Callable[[], list[Sequence[Mention]]]:
    """A reader of the texts before, which remembers what it read."""
    known: list[list[Sequence[Mention]]] = []

    def mentions() -> list[Sequence[Mention]]:
        if not known:
            discourse = Discourse(speaker)
            for text in texts[-MAX_TEXTS:]:
                for statement, tokens in read(told(text)[-MAX_SENTENCES:], tagger, gazetteer):
                    discourse.scopes.append(Sentence(statement, tokens, discourse, gazetteer).mentions)
            known.append(discourse.scopes)
        return known[0]

    return mentions
