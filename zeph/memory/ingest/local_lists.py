"""What stands behind a verb, item by item: "Rust, Go and a bit of Zig", "cats as well as dogs", "lots of tea".

In: a read sentence and the place where the object begins. Out: its noun phrases and activities, in order; words of
quantity give way to what they measure.
"""

from itertools import pairwise

from zeph.memory.ingest.local_entities import Phrase
from zeph.memory.ingest.local_reader import Sentence
from zeph.memory.ingest.local_syntax import objects

_QUANTITIES = frozenset(
    "lot lots bunch ton tons couple plenty bit kind type sort piece pair variety number load loads handful tad dash "
    "fair some few little cup glass pint bottle most all".split()
)
_MORE = (("as", "well", "as"), ("along", "with"), ("together", "with"), ("plus",), ("but", "also"), ("and", "also"))
MAX_ITEMS = 8


def listed(sentence: Sentence, at: int) -> list[Phrase]:
    """The noun phrases of the list that begins there."""
    items: list[Phrase] = []
    begin: int | None = at
    while begin is not None and len(items) < MAX_ITEMS:
        begin = _measured(sentence, begin)
        new = [phrase for phrase in objects(sentence.tokens, sentence.found, begin) if phrase not in items]
        if not new:
            break
        last = new[-1]
        inner = _measured(sentence, last.start)
        items += new if inner == last.start else new[:-1]
        begin = inner if inner != last.start else _goes_on(sentence, last.end)
    return items


def _measured(sentence: Sentence, at: int) -> int:
    """Of "a bit of Zig" where the Zig stands."""
    phrase = sentence.found.get(at)
    if phrase is None or phrase.start != at or sentence.word(phrase.end) != "of":
        return at
    return phrase.end + 1 if phrase.head in _QUANTITIES and phrase.end + 1 in sentence.found else at


def _goes_on(sentence: Sentence, at: int) -> int | None:
    comma = at + 1 if sentence.word(at) == "," else at
    return next((comma + len(words) for words in _MORE if sentence.words(comma, *words)), None)


def without_lead(sentence: Sentence, phrase: Phrase) -> str:
    """Of "rusty Volvo 240" the "Volvo 240": a thing's own name without the words that describe it."""
    tokens = sentence.tokens[phrase.start : phrase.end]
    first = next((token for token in tokens if token.pos == "PROPN" and token.text != token.lower), None)
    if first is None or not phrase.proper:
        return phrase.name
    before = [token for token in tokens if token.start < first.start]
    named = sentence.text[first.start : tokens[-1].end].strip("\"'.,!* ")
    plain = all(token.pos in ("ADJ", "DET", "NUM", "PRON", "ADV") and token.known is None for token in before)
    glued = any(b.start == a.end for a, b in pairwise([*before, first]))
    return named if plain and not glued and phrase.name.endswith(named) else phrase.name
