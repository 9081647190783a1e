"""What stands behind a verb, item by item: "Rust, Go and a bit of Zig", "cats as well as dogs", "lots of tea".

In: a read sentence and the place where the object begins. Out: its noun phrases and activities, in order; words of
quantity give way to what they measure.
"""

from itertools import pairwise

from zeph.memory.ingest.local.patterns import PETS
from zeph.memory.ingest.local.phrases.entities import Phrase, singular
from zeph.memory.ingest.local.phrases.reader import Sentence
from zeph.memory.ingest.local.phrases.syntax import objects

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
    return items[:1] + [item for item in items[1:] if not _acts(sentence, item)]


def _acts(sentence: Sentence, item: Phrase) -> bool:
    """Whether the item is the subject of what follows: "… with Gunilla, and my mother never left"."""
    at = item.end
    while at < len(sentence.tokens) and sentence.tokens[at].pos in ("ADV", "PART"):
        at += 1
    if at >= len(sentence.tokens) or at == item.end:
        return False
    return sentence.tokens[at].pos == "AUX" or sentence.tokens[at].tag in ("VBD", "VBZ", "VBP")


def _measured(sentence: Sentence, at: int) -> int:
    """Of "a bit of Zig" where the Zig stands."""
    phrase = sentence.found.get(at)
    if phrase is None or phrase.start != at or sentence.word(phrase.end) != "of":
        return at
    return phrase.end + 1 if phrase.head in _QUANTITIES and phrase.end + 1 in sentence.found else at


def _goes_on(sentence: Sentence, at: int) -> int | None:
    comma = at + 1 if sentence.word(at) == "," else at
    more = next((comma + len(words) for words in _MORE if sentence.words(comma, *words)), None)
    return more if more is not None else _past_purpose(sentence, at)


def _past_purpose(sentence: Sentence, at: int) -> int | None:
    """Past what an item is for ("Kafka for messaging and Flink for …"), where a known name goes on with the list."""
    if sentence.word(at) not in ("for", "on", "as", "in", "at", "to"):
        return None
    for near in range(at + 1, min(at + 6, len(sentence.tokens) - 1)):
        token = sentence.tokens[near]
        if token.lower in ("and", ",", "plus", "&"):
            begin = near + 2 if sentence.word(near + 1) in ("and", "plus") else near + 1
            item = sentence.found.get(begin)
            known = item is not None and (item.proper or sentence.tokens[item.end - 1].known is not None)
            known = known or (item is not None and sentence.words(item.end, "as", "my"))
            verbal = item is not None and sentence.word(item.end) not in ("", ".", ",", "for", "on", "as", "in", "and")
            return begin if known and not verbal else None
        if token.pos in ("VERB", "AUX") and token.tag != "VBG":
            return None
    return None


def instead_of(sentence: Sentence, phrase: Phrase) -> str | None:
    """The old one of "Linear instead of Jira", "Instead of Todoist I now use Things"."""
    words = [token.lower for token in sentence.tokens]
    begins = [at for at in range(len(words) - 2) if words[at : at + 2] == ["instead", "of"]]
    for at in begins:
        old = sentence.found.get(at + 2)
        if old is not None and old.proper and (at == phrase.end or at == 0 or words[at - 1] == ","):
            return old.name
    return None


def used_with(sentence: Sentence, at: int) -> list[Phrase]:
    """Of "Emacs with CIDER" the CIDER: tools that go with the tool before."""
    if sentence.word(at) != "with":
        return []
    more = [phrase for phrase in listed(sentence, at + 1) if not phrase.determiner]
    return [p for p in more if (p.proper or sentence.kind(p)) and sentence.kind(p) != "given_name"]


def gerund_behind(sentence: Sentence, at: int) -> int | None:
    """Where an activity ends a list of things: "chess and baking"."""
    begin = at
    while sentence.word(begin) in (",", "and", "or", "&"):
        begin += 1
    more = begin > at and begin < len(sentence.tokens) and sentence.tokens[begin].tag == "VBG"
    return begin if more and sentence.word(begin + 1) in ("", ".", ",", "!", "and", "in", "on", "at") else None


_SMALL = frozenset("of the and in a an to for with on at from & ' 's , : - de la le du van der von".split())


def title(sentence: Sentence, at: int) -> Phrase | None:
    """A work's title: capitals, joined by small words: "The Name of the Rose"."""
    tokens = sentence.tokens
    end = at
    while end < len(tokens) and not tokens[end].date:
        if tokens[end].text[:1].isupper() or (end > at and tokens[end].text[:1].isdigit()):
            end += 1
        elif end > at and tokens[end].lower in _SMALL:
            ahead = end + 1
            while ahead < len(tokens) and tokens[ahead].lower in _SMALL and tokens[ahead].lower not in (",", ":"):
                ahead += 1
            if tokens[end].lower in (",", ":", "and", "with", "on", "at", "from", "for", "in") and not (
                ahead == end + 1 and end - at == 1 and tokens[end].lower in ("and", "in")
            ):
                break
            if ahead >= len(tokens) or not tokens[ahead].text[:1].isupper():
                break
            end = ahead
        else:
            break
    if end == at or (end == at + 1 and tokens[at].lower in _SMALL):
        return None
    name = sentence.text[tokens[at].start : tokens[end - 1].end].strip(" \"',.")
    return Phrase(at, end, name, "", tokens[end - 1].lower, True)


def without_lead(sentence: Sentence, phrase: Phrase) -> str:
    """Of "rusty Volvo 240" the "Volvo 240": a thing's own name without the words that describe it."""
    tokens = sentence.tokens[phrase.start : phrase.end]
    first = next((token for token in tokens if token.pos == "PROPN" and token.text != token.lower), None)
    if first is None or not phrase.proper:
        return phrase.name
    before = [token for token in tokens if token.start < first.start]
    named = sentence.text[first.start : tokens[-1].end].strip("\"'.,!* ")
    plain = all(
        singular(token.lower) in PETS or (token.pos in ("ADJ", "DET", "NUM", "PRON", "ADV") and token.known is None)
        for token in before
    )
    glued = any(b.start == a.end for a, b in pairwise([*before, first]))
    return named if plain and not glued and phrase.name.endswith(named) else phrase.name
