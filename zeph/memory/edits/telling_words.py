"""Words by which a trace of something forgotten is known, when the text itself is not there word for word.

In: what is to go. Out: its words that nothing else in the memory holds: whoever typed one of them spoke of it, in a
search or a command ("/memory search Ottilie") as well as in a message.
"""

from collections import Counter

from zeph.memory.recall.query.vocabulary import STOP_WORDS, words
from zeph.records.forgetting import Forgotten
from zeph.records.view import View
from zeph.storage.ports import Reader, Store, TextQuery

MOST = 5_000
"""Words that are looked up; the rest of so much text is taken for telling."""


async def telling_words(store: Store, view: View, gone: Forgotten) -> frozenset[str]:
    """Folded words of ``gone`` that would be nowhere else in the space."""
    texts = [message.text for message in gone.messages] + [fact.fact for fact in gone.facts]
    texts += [cut for _, cut in gone.cut]
    left = {word for message, cut in gone.cut for word in Counter(words(message.text)) - Counter(words(cut))}
    texts += [sentence or label for label, sentence in gone.blocks]
    said = {word for text in (*texts, *gone.entities, *gone.lines) for word in words(text) if _may_tell(word)}
    found = sorted(said - left)
    messages = {m.id for m in gone.messages} | {m.id for m, _ in gone.cut}
    facts = {f.id for f in gone.facts}
    names = set(gone.entities)

    def only_here(reader: Reader) -> list[str]:
        return [word for word in found[:MOST] if not _is_elsewhere(reader, view, word, messages, facts, names)]

    return frozenset(await store.read(only_here)) | frozenset(found[MOST:])


def _is_elsewhere(
    reader: Reader, view: View, word: str, messages: set[int], facts: set[int], names: set[str]
) -> bool:  # fmt: skip
    query = TextQuery((word,), every=True)
    if {i for i, _ in reader.search.messages(view.space_id, query, len(messages) + 1, None)} - messages:
        return True
    if {i for i, _ in reader.search.edges(view, query, len(facts) + 1)} - facts:
        return True
    name = TextQuery((word,), every=True, names_alone=True)
    named = [i for i, _ in reader.search.entities(view.space_id, name, len(names) + 1)]
    return bool(set(reader.entities.names(named).values()) - names)


def _may_tell(word: str) -> bool:
    return len(word) >= (3 if word.isascii() else 2) and word not in STOP_WORDS
