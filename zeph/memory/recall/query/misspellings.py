"""Names that a question spells otherwise: whole words of names, and the one name a typing error meant.

In: a reader, words of a question. Out: what to search names for, entity ids. A word is taken for a misspelt name
only where nobody ever wrote it otherwise: no fact and hardly a message has it, and exactly one word of a name is within
its distance (Damerau and Levenshtein: one letter wrong, missing, doubled or swapped; two in long words). "Java" is not
"JavaScript", and "Mario" is not "Maria": what ends a first name is no slip. "Water", which people type often, is no
Walter.
"""

import unicodedata
from collections.abc import Collection, Mapping, Sequence

from zeph.memory.language.questions import is_common
from zeph.memory.recall.query.question import Query
from zeph.storage.ports import Reader, TextQuery

SHORTEST = 5
"""Letters below which a slip cannot be told from another name."""
LONG = 8
"""Letters from which two slips are taken."""
LONGER = 1.4
"""How much longer a word may be that begins with what was asked for: postgresql for postgres, not javascript for
java."""
MOST_WORDS = 4
"""Unknown words of a question that are looked at."""
MOST_LONGER = 8
"""Words of names that are looked for besides a word that they begin with."""
MOST_NAMES = 20_000
"""Words of names compared with one unknown word."""
RARE = 3
"""Messages in which the same slip may stand already, the question itself among them."""
ENDINGS = frozenset("aeiou")


def plain(word: str) -> str:
    """As the index of names holds it: lower case, accents off."""
    decomposed = unicodedata.normalize("NFD", word.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def longer_names(reader: Reader, query: Query, used: Collection[str]) -> dict[str, list[str]]:
    """Of the question's words (plain) the words of names that hardly go on from them; none of ``used``."""
    terms = (plain(term) for term in query.terms if term not in used and len(term) >= SHORTEST)
    return reader.search.names_going_on({term: max(len(term) + 1, int(len(term) * LONGER)) for term in terms})


def names_to_search(query: Query, names: Mapping[str, Sequence[str]], used: Collection[str]) -> TextQuery:
    """For names with a word of the question, or one of ``names`` that goes on from it; none of ``used``."""
    wanted: dict[str, None] = {}
    for term in query.terms:
        if term in used:
            continue
        wanted[term] = None
        longest = int(len(term) * LONGER)
        longer = [name for name in names.get(plain(term), ()) if len(name) <= longest]
        wanted.update(dict.fromkeys(longer[:MOST_LONGER]))
        if len(term) > 3 and term.endswith("s"):
            wanted[term[:-1]] = None
    return TextQuery(tuple(wanted))


def misspelt_names(
    reader: Reader, query: Query, names: Mapping[str, Sequence[str]], space: int, used: Collection[str]
) -> dict[str, list[int]]:
    """Unknown words of the question to the entities whose name they misspell; ``names`` go on from its words."""
    asked = [t for t in query.terms if t not in used and len(t) >= SHORTEST and t.isalpha()][:MOST_WORDS]
    new = [t for t in asked if all(len(name) > len(plain(t)) + 1 for name in names.get(plain(t), ()))]
    meant: dict[str, list[int]] = {}
    for term, spoken in zip(new, reader.search.are_spoken(new, RARE), strict=True):
        if spoken:
            continue
        name = closest(plain(term), _candidates(reader, plain(term)))
        if is_common(term) and term not in query.proper_names and not name.startswith(plain(term)):
            continue
        hits = reader.search.entities(space, TextQuery((name,), names_alone=True), 3) if name else []
        if hits:
            meant[term] = [i for i, _ in hits]
    return meant


def _candidates(reader: Reader, word: str) -> list[str]:
    """Words of names with the same beginning, or with the first two letters swapped."""
    slips = allowed(word)
    begins = dict.fromkeys((word[0], word[1]))
    return [
        name
        for first in begins
        for name in reader.search.name_words(first, len(word) - slips, len(word) + slips, MOST_NAMES)
    ]


def allowed(word: str) -> int:
    """Slips that a word of this length may have."""
    return 0 if len(word) < SHORTEST else 1 if len(word) < LONG else 2


def closest(word: str, names: Sequence[str]) -> str:
    """The only nearest of ``names`` within the distance of ``word``; empty where there is none or more than one."""
    best: list[str] = []
    least = allowed(word) + 1
    for name in dict.fromkeys(names):
        if len(name) < SHORTEST - 1 or _other_ending(word, name):
            continue
        far = distance(word, name, least + 1)
        if far < least:
            best, least = [name], far
        elif far == least and least <= allowed(word):
            best.append(name)
    return best[0] if len(best) == 1 else ""


def _other_ending(word: str, name: str) -> bool:
    """Maria and Mario, Daniel and Daniela, cat and cats: two names or two forms, not a slip."""
    if word[:-1] == name[:-1]:
        return word[-1] in ENDINGS and name[-1] in ENDINGS
    longer, shorter = (word, name) if len(word) > len(name) else (name, word)
    return longer[:-1] == shorter and longer[-1] in "aios" and longer[-1] != shorter[-1]


def distance(one: str, other: str, limit: int) -> int:
    """Letters changed, missing, added or swapped with the next; ``limit`` where it is that or more."""
    if abs(len(one) - len(other)) >= limit:
        return limit
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) >= limit:
            return limit
        before, last = last, row
    return min(limit, last[-1])
