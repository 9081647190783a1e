"""Chat as it is typed in the words that a parser knows: short forms spelled out.

In: the words of one sentence. Out: the same words as tokens with the form that the parser is to read; where they stand
in the message never changes.
"""

import re
from itertools import pairwise

from zeph.memory.ingest.reader.lexicon.kinds import kinds_of_noun
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.dialect import with_owner
from zeph.memory.language.morphology import is_past_form, verb_form

_TABLE = read_table("text/chat.toml")
CHAT = word_sets(_TABLE)
_SHORT: dict[str, list[str]] = {short: full.split() for short, full in _TABLE["short"].items()}
_CLOSE, _THINGS = frozenset(("kin", "body", "person")), frozenset(("animal", "gear", "home", "ride"))
"""Kinds of what somebody has of their own."""
_SHOUTED = 3
"""Words all in capitals that make a sentence shouted."""
_JOINED: dict[str, str] = _TABLE["joined"]
_MA = re.compile(r"(?<!\ban )\bma\b")
_WORD = re.compile(
    rf"\b(?:{'|'.join(_JOINED)})\b"
    r"|https?://\S+|[\w.+-]+@[\w-]+\.[\w.]+\w|~?/[\w./~-]*[\w/]"
    r"|[a-z]\w*(?:[-.]\w+)+:\d{4,5}\b"
    r"|[$€£]\s?\d[\d.,]*\d?(?:k|m|bn)?\b|[$€£]\d"
    r"|(?<!\w)\+\d+|\d+(?:[.,:/]\d+)*(?:-\w+)*(?:%|#(?!\w)|[a-zA-Z]+\b)?"
    rf"|(?:{'|'.join(_TABLE['denied'].split())})(?=n't\b)|n't\b"
    r"|[^\W\d_]+(?=n't\b)|'(?:s|m|re|ve|ll|d|S|M|RE|VE|LL|D)\b|(?<=s)'(?=\s)"
    rf"|(?:{'|'.join(_TABLE['titles'].split())})\.(?=\s?[A-Z])"
    r"|[^\W_](?:[\w&]|[-./+'](?=\w)(?!'?(?:s|m|re|ve|ll|d)\b(?<='.)))*?(?=n't\b|'(?:s|m|re|ve|ll|d)\b)"
    r"|[.@#]?\w+(?:[-./&'+]\w+)*[+#]*|[-=]>|\S",
    re.IGNORECASE,
)


def words_of(text: str, start: int) -> list[Token]:
    """The words of a sentence that begins at ``start`` of its message, with short forms spelled out."""
    tokens: list[Token] = []
    owned = with_owner(text) if _MA.search(text) else text  # "*ma* brother", as many letters as "my"
    for match in _WORD.finditer(owned):
        word = match.group()
        begin, end = start + match.start(), start + match.end()
        space = match.end() < len(text) and text[match.end()].isspace()
        for at, form in enumerate(forms := _spelled(word, match.start() == 0)):
            tokens.append(Token(form, begin, end, space or at + 1 < len(forms), form.lower()))
    return _denying(_owning(_unstressed(tokens)))


def _owning(tokens: list[Token]) -> list[Token]:
    """ "*Me* mam's 84", "*me* mums had her hip done", "for *me* blood pressure"; but "Dave and me work there"."""
    for at, (token, after) in enumerate(pairwise(tokens)):
        opens = at == 0 or tokens[at - 1].lower in CHAT["before_me"]
        if opens and token.lower == "me" and _is_ones_own(after.lower):
            token.form = token.lower = "my"
    return tokens


def _denying(tokens: list[Token]) -> list[Token]:
    """ "It's *no* cancelled"; but "there's no parking"."""
    for at in range(1, len(tokens) - 1):
        token, before, after = tokens[at], tokens[at - 1].lower, tokens[at + 1].lower
        there = at > 1 and tokens[at - 2].lower == "there"
        denies = is_past_form(after) or after in CHAT["behind_no"]
        if token.lower == "no" and before in CHAT["before_no"] and denies and not there:
            token.form = token.lower = "not"
    return tokens


def _is_ones_own(noun: str) -> bool:
    """Family, a part of the body, or a thing that is no verb."""
    kinds = kinds_of_noun(noun) | kinds_of_noun(noun.removesuffix("s"))
    return not _CLOSE.isdisjoint(kinds) or not _THINGS.isdisjoint(kinds) and verb_form(noun) is None


def _unstressed(tokens: list[Token]) -> list[Token]:
    """ "I am NOT vegan", "I FINALLY PASSED": capitals that only raise the voice are taken away."""
    long = [token for token in tokens if len(token.form) > 1 and token.form.isalpha()]
    shouted = len(long) >= _SHOUTED and all(token.form.isupper() for token in long)
    for token in tokens:
        if token.form.isupper() and (shouted or token.lower in CHAT["stressed"]) and token.form != "I":
            token.form = token.lower
    return tokens


def _spelled(word: str, first: bool) -> list[str]:
    lower = word.lower()
    if lower in _JOINED:
        return _JOINED[lower].split()
    full = _SHORT.get(lower)
    if full is None or (lower in CHAT["small"] and word != lower):
        return [word]
    return full
