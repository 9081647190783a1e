"""Two phrases for one thing: "our CTO, Beatrix,", "Ada, a dentist in Beirut,", "the service (Abacus)".

In: tokens and noun phrases of a sentence. Out: pairs of a describing and a naming phrase.
"""

from dataclasses import dataclass

from zeph.memory.ingest.local.phrases.entities import Phrase, usable
from zeph.memory.ingest.local.words.tokens import Token

_OPENS = {",": (",", ".", "!", ";", ""), "(": (")",), "-": ("-",), ":": (".", "!", "")}
_DESCRIBES = frozenset("a an the my our his her their".split())
_TITLES = frozenset(("mr", "mrs", "ms", "dr", "prof", "professor", "mr.", "mrs.", "ms.", "dr."))
_REACH = 9


@dataclass(frozen=True, slots=True)
class Apposition:
    described: Phrase
    """ "our CTO", "a dentist"."""
    name: Phrase
    """ "Beatrix"."""
    first: Phrase
    """The one that stands first."""
    end: int
    """Token that closes it."""


def appositions(tokens: list[Token], found: dict[int, Phrase]) -> list[Apposition]:
    """Every such pair, in order."""
    pairs: list[Apposition] = []
    for phrase in dict.fromkeys(found.values()):
        after = phrase.end
        closing = _OPENS.get(tokens[after].text if after < len(tokens) else " ")
        second = found.get(after + 1)
        if (
            closing is None
            or second is None
            or second.start != after + 1
            or (tokens[after].text == ":" and phrase.start > 1)
        ):
            continue
        pair = _pair(tokens, found, phrase, second, closing)
        if pair is not None:
            pairs.append(pair)
    return pairs


def _pair(
    tokens: list[Token], found: dict[int, Phrase], first: Phrase, second: Phrase, closing: tuple[str, ...]
) -> Apposition | None:
    inner = second.end + 1
    if tokens[second.start].lower in ("which", "who", "whom", "that") or tokens[second.start].tag in ("WDT", "WP"):
        return None  # "Piranesi, which my sister gave me"
    if second.determiner in ("a", "an") and inner < len(tokens) and tokens[second.end].lower in ("called", "named"):
        named = found.get(inner)
        if named is not None and _names(named) and first.determiner in _DESCRIBES:
            return Apposition(first, named, first, named.end)  # "our landlord, a man called Novak, …"
    named_kin = first.proper and first.determiner in ("my", "our") and second.determiner in ("a", "an", "the")
    if (_names(first) or named_kin) and second.determiner in _DESCRIBES and not second.owner_end:
        name, described = first, second
    elif _names(second) and (first.determiner in _DESCRIBES or first.owner_end) and not _all_named(tokens, first):
        name, described = second, first
    else:
        return None
    end = _closed(tokens, second, closing, reach=_REACH if described is second else 0)
    if end is None or _is_listed(tokens, first, second, end):
        return None
    return Apposition(described, name, first, end)


def _names(phrase: Phrase) -> bool:
    return phrase.proper and not phrase.determiner and usable(phrase) and len(phrase.name.split()) <= 4


def _all_named(tokens: list[Token], phrase: Phrase) -> bool:
    """ "My Rex": all of it is a name."""
    words = [token for token in tokens[phrase.start : phrase.end] if token.text.casefold() != phrase.determiner]
    return len(words) > 1 and all(token.pos == "PROPN" and token.text[:1].isupper() for token in words)


def _closed(tokens: list[Token], second: Phrase, closing: tuple[str, ...], reach: int) -> int | None:
    """Where it ends; a description may go on ("a dentist in Beirut", "a city that I love")."""
    for at in range(second.end, min(second.end + reach + 1, len(tokens) + 1)):
        text = tokens[at].text if at < len(tokens) else ""
        if text in closing:
            return at
        if at == len(tokens) or (
            tokens[at].pos in ("VERB", "AUX")
            and tokens[at].tag not in ("VBN", "VBG")
            and tokens[at].dep not in ("relcl", "aux")
        ):
            return None
    return None


def _is_listed(tokens: list[Token], first: Phrase, second: Phrase, end: int) -> bool:
    """ "My laptop, Rex and the cat" lists three things."""
    before = tokens[first.start - 1].lower if first.start else ""
    after = tokens[end + 1].lower if end + 1 < len(tokens) else ""
    return (end < len(tokens) and tokens[end].text == "," and after in ("and", "or", "&", "plus")) or (
        before == ","
        and first.start > 1
        and tokens[first.start - 2].pos in ("NOUN", "PROPN")
        and end >= len(tokens) - 1
    )
