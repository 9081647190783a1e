"""What of the core memory goes with what is forgotten, and which lines of it say a thing already.

In: texts of blocks, what would go. Out: sentences word for word. A sentence goes that tells a fact that goes, names a
thing that goes, or has a word that nothing else remembered holds then: of the person's own only where they said all of
it there.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from zeph.memory.edits.sentences_about import sentences, told_stems
from zeph.memory.language.names import PRONOUNS
from zeph.memory.recall.query.vocabulary import words
from zeph.records.block import Author
from zeph.records.forgetting import Forgotten

SELF = frozenset({"user", "assistant"}) | PRONOUNS


def sentences_of(texts: Iterable[tuple[str, Author]]) -> dict[str, Author]:
    """Each once; what the person wrote in some form is theirs."""
    found: dict[str, Author] = {}
    for text, by in texts:
        for start, stop in sentences(text):
            sentence = text[start:stop].strip()
            found[sentence] = by if found.get(sentence) != "person" else "person"
    return found


def speaking_of(found: Mapping[str, Author], gone: Forgotten, telling: frozenset[str]) -> list[str]:
    """Of these sentences those that go; ``telling``: folded words that are nowhere else."""
    facts = [told_stems(fact.fact, but=SELF) for fact in gone.facts]
    names = _named(name for name in gone.entities if name.casefold() not in SELF)
    said = [told_stems(text[a:b]) for text in _texts(gone) for a, b in sentences(text)]
    return [
        one
        for one, by in found.items()
        if _tells(one, facts)
        or (names and names.search(one))
        or (not telling.isdisjoint(words(one)) and (by == "model" or _all_said(one, said)))
    ]


def holding(found: Iterable[str], stems: Collection[str]) -> list[str]:
    """Those that hold every one of the stems."""
    return [one for one in found if stems and told_stems(one).issuperset(stems)]


def unsaid(lines: Iterable[str], text: str) -> Iterator[str]:
    """The lines that no line of ``text`` says already, in whatever order of its words."""
    said = [told_stems(line, but=SELF) for line in text.splitlines() if line.strip()]
    for line in lines:
        stems = told_stems(line, but=SELF)
        if not any(stems <= other for other in said):
            yield line


def _tells(sentence: str, facts: Iterable[frozenset[str]]) -> bool:
    there = told_stems(sentence, but=SELF)
    return any(stems and stems <= there for stems in facts)


def _all_said(sentence: str, said: Iterable[frozenset[str]]) -> bool:
    stems = told_stems(sentence)
    return any(stems <= other for other in said)


def _texts(gone: Forgotten) -> Iterator[str]:
    yield from (message.text for message in gone.messages)
    yield from (cut for _, cut in gone.cut)


def _named(names: Iterable[str]) -> re.Pattern[str] | None:
    either = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names)
    return re.compile(either, re.IGNORECASE) if either else None
