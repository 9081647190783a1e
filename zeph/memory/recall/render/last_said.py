"""Which message is the last to name what a question is about, where it sounds as if that were over.

In: the plan, the messages that are shown. Out: that message and the word it shares with the question and with an
earlier one, or the name that stands beside what is asked ("the cleaner's Jadwiga"); nothing where the question turns to
the past. What no reader understood as an end is still told as a hint.
"""

from collections.abc import Sequence

from zeph.memory.language.ends_told import sounds_over
from zeph.memory.language.possessives import NAMES_TOO
from zeph.memory.language.sentence_split import SENTENCE_END
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.question import PROPER_NAME
from zeph.memory.recall.query.time_intent import DAYS, Past
from zeph.memory.recall.query.vocabulary import STOP_WORDS, Terms, stem, words
from zeph.records.message import Message

LOOKED_AT = 2
"""Rarest words of the question that several messages have."""
ABOUT = 0.5
"""Share of the question's words from which a message is about what it asks."""


def last_said(plan: QueryPlan, messages: Sequence[Message]) -> tuple[int, str] | None:
    """(message id, the word as the question has it), of one of the rarest such words."""
    if plan.intent.past is Past.SURELY:
        return None
    asked = {stem(term): term for term in plan.query.terms if term not in DAYS and not term.isdigit()}
    naming: dict[str, list[Message]] = {}
    for message in messages:
        if message.role == "user":
            said = set(map(stem, words(message.text)))
            for word in filter(said.__contains__, asked):
                naming.setdefault(word, []).append(message)
    several = sorted((word for word, found in naming.items() if len(found) > 1), key=lambda word: len(naming[word]))
    for word in several[:LOOKED_AT]:
        last = max(naming[word], key=lambda message: (message.sent_at, message.id))
        if _sounds_over(last.text, word):
            return last.id, asked[word]
    return _beside(plan, [message for message in messages if message.role == "user"])


def _beside(plan: QueryPlan, messages: Sequence[Message]) -> tuple[int, str] | None:
    """The last message with a name that stands where most of what is asked was said."""
    terms = Terms(plan.query.terms)
    about = max(messages, key=lambda message: terms.coverage(message.text), default=None) if plan.query.terms else None
    if about is None or terms.coverage(about.text) < ABOUT:
        return None
    for name in names_in(about.text):
        naming = [m for m in messages if (m.sent_at, m.id) > (about.sent_at, about.id) and name in words(m.text)]
        last = max(naming, key=lambda message: (message.sent_at, message.id), default=None)
        if last is not None and _sounds_over(last.text, stem(name)):
            return last.id, name.title()
    return None


def names_in(text: str) -> list[str]:
    """Folded words with a capital that begin no sentence, in order, each once; no "The" of a title, but Will."""
    names = (word for name in PROPER_NAME.findall(text) for word in words(name))
    left = (name for name in dict.fromkeys(names) if name not in DAYS)
    return [name for name in left if name not in STOP_WORDS or name.title() in NAMES_TOO]


def _sounds_over(text: str, word: str) -> bool:
    """The sentence that names it, or the next one."""
    sentences = SENTENCE_END.split(text)
    named = [i for i, sentence in enumerate(sentences) if word in map(stem, words(sentence))]
    return any(sounds_over(" ".join(sentences[i : i + 2])) for i in named)
