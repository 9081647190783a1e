"""Chat as it is typed in the words that a parser knows: short forms spelled out, lost capitals restored.

In: the words of one sentence. Out: the same words as tokens with the form that the parser is to read; where they stand
in the message never changes. Whoever writes with capitals keeps them all.
"""

import re
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.names import canonical_name

_TABLE = read_table("text/chat.toml")
CHAT = word_sets(_TABLE)
_SHORT: dict[str, list[str]] = {short: full.split() for short, full in _TABLE["short"].items()}
_LONGEST_NAME = 4
_SHOUTED = 3
"""Words all in capitals that make a sentence shouted."""
_JOINED: dict[str, str] = _TABLE["joined"]
_WORD = re.compile(
    rf"\b(?:{'|'.join(_JOINED)})\b"
    r"|https?://\S+|[\w.+-]+@[\w-]+\.[\w.]+\w|~?/[\w./~-]*[\w/]"
    r"|[a-z]\w*(?:[-.]\w+)+:\d{4,5}\b"
    r"|[$€£]\s?\d[\d.,]*\d?(?:k|m|bn)?\b|[$€£]\d"
    r"|(?<!\w)\+\d+|\d+(?:[.,:/]\d+)*(?:-\w+)*(?:%|[a-zA-Z]+\b)?"
    rf"|(?:{'|'.join(_TABLE['denied'].split())})(?=n't\b)|n't\b"
    r"|[^\W\d_]+(?=n't\b)|'(?:s|m|re|ve|ll|d|S|M|RE|VE|LL|D)\b|(?<=s)'(?=\s)"
    rf"|(?:{'|'.join(_TABLE['titles'].split())})\.(?=\s?[A-Z])"
    r"|[^\W_](?:[\w&]|[-./+'](?=\w)(?!'?(?:s|m|re|ve|ll|d)\b(?<='.)))*?(?=n't\b|'(?:s|m|re|ve|ll|d)\b)"
    r"|[.@#]?\w+(?:[-./&'+]\w+)*[+#]*|\S",
    re.IGNORECASE,
)


def words_of(text: str, start: int) -> list[Token]:
    """The words of a sentence that begins at ``start`` of its message, with short forms spelled out."""
    tokens: list[Token] = []
    for match in _WORD.finditer(text):
        word = match.group()
        begin, end = start + match.start(), start + match.end()
        space = match.end() < len(text) and text[match.end()].isspace()
        for at, form in enumerate(forms := _spelled(word, match.start() == 0)):
            tokens.append(Token(form, begin, end, space or at + 1 < len(forms), form.lower()))
    return _owning(_unstressed(tokens))


def _owning(tokens: list[Token]) -> list[Token]:
    """ "*Me* mam's 84", "*me* mums had her hip done"."""
    for at, (token, after) in enumerate(pairwise(tokens)):
        opens = at == 0 or tokens[at - 1].lower in CHAT["before_me"]
        if opens and token.lower == "me" and {after.lower, after.lower.removesuffix("s")} & CHAT["after_me"]:
            token.form = token.lower = "my"
    return tokens


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


def restore_capitals(
    tokens: Sequence[Token],
    names: Collection[int],
    gazetteer: Gazetteer,
    is_word: Callable[[str], bool],
    kin: frozenset[str],
) -> list[Token]:
    """Gives names of a message in small letters their capitals: known ones, and those that begin at ``names``. Given
    back are those that only help the tagger: nobody knows how they are written."""
    capital = _known(tokens, gazetteer)
    for at in range(len(tokens)):
        named = tokens[at].start in names or _is_name(tokens, at, capital, gazetteer, is_word, kin)
        if at not in capital and named and tokens[at].lower[:1].isalpha():
            capital.add(at)
    for at in capital:
        form = tokens[at].form
        tokens[at].form = form[:1].upper() + form[1:]
    lent = [at for at in capital if at and tokens[at - 1].lower in CHAT["before_odd"] and tokens[at].start not in names]
    return [tokens[at] for at in lent if _is_odd(tokens[at].lower, gazetteer, is_word)]


def _known(tokens: Sequence[Token], gazetteer: Gazetteer) -> set[int]:
    found: set[int] = set()
    for at in range(len(tokens)):
        if tokens[at].lower not in gazetteer.first_words or at in found:
            continue
        for count in range(min(_LONGEST_NAME, len(tokens) - at), 0, -1):
            text = " ".join(token.lower for token in tokens[at : at + count])
            known = gazetteer.lookup(canonical_name(text))
            if known is None or known.everyday or len(text) <= 2 or known.kind not in CHAT["capital_kinds"]:
                continue
            if known.kind != "given_name" or text not in CHAT["ambiguous"]:
                found.update(range(at, at + count))
                break
    return found


def _is_name(
    tokens: Sequence[Token], at: int, capital: set[int], gazetteer: Gazetteer, is_word: Callable[[str], bool],
    kin: frozenset[str],
) -> bool:  # fmt: skip
    word, before = tokens[at].lower, tokens[at - 1].lower if at else ""
    if word in CHAT["never_name"] or len(word) < 2 or not word.isalpha():
        return False
    given, odd = gazetteer.kind(word) == "given_name", _is_odd(word, gazetteer, is_word)
    may_be = given or odd
    if may_be and (_is_doing(tokens, at, before) or before in kin or _is_listed(at, before, capital)):
        return True
    if at and _is_told(tokens, at, before) or _is_of_family(tokens, at, kin, odd=odd):
        return True
    if odd and at - 1 in capital and _is_given(tokens, at - 1, gazetteer):
        return True
    return before in CHAT["before_odd"] and (odd and len(word) > 3 or given)


def _is_of_family(tokens: Sequence[Token], at: int, kin: frozenset[str], *, odd: bool) -> bool:
    """ "Our *joel*", "*mick*'s my husband"."""
    word, before = tokens[at].lower, tokens[at - 1].lower if at else ""
    given = may_be_given_name(word)
    of_us = before in CHAT["of_family"] and given and word not in CHAT["ambiguous"]
    return of_us or (odd or given) and _is_of_kin(tokens, at, kin)


def _is_of_kin(tokens: Sequence[Token], at: int, kin: frozenset[str]) -> bool:
    """ "*Mick*'s my husband", "my husband is *mick*"."""
    said = [token.lower for token in tokens[max(0, at - 3) : at + 4]]
    own, place = CHAT["mine"], min(at, 3)
    before, after = said[:place], said[place + 1 :]
    ahead = len(after) > 2 and after[0] in CHAT["says_who"] and after[1] in own and after[2] in kin
    behind = len(before) > 2 and before[2] in CHAT["says_who"] and before[1] in kin and before[0] in own
    return ahead or behind and not (after and after[0].isalpha())


def _is_listed(at: int, before: str, capital: set[int]) -> bool:
    """ "Tom and *kit*", "tom, *kit*"."""
    return before in ("and", ",") and at - 2 in capital


def _is_given(tokens: Sequence[Token], at: int, gazetteer: Gazetteer) -> bool:
    """ "Called *kev* preece", "*tom* preece"."""
    called = at > 0 and tokens[at - 1].lower in CHAT["before_name"]
    return called or gazetteer.kind(tokens[at].lower) == "given_name"


def _is_told(tokens: Sequence[Token], at: int, before: str) -> bool:
    """ "A cat called *milo*", "my name is *kit*", "i'm *carol*, 54"."""
    after = tokens[at + 1].lower if at + 1 < len(tokens) else "."
    if before in CHAT["i_am"] and may_be_given_name(tokens[at].lower):
        return after in CHAT["after_who_i_am"] or after.isdigit()
    return before in CHAT["before_name"] or (before in ("is", "'s") and at > 1 and tokens[at - 2].lower == "name")


def _is_doing(tokens: Sequence[Token], at: int, before: str) -> bool:
    """ "I heard *dan* quit"."""
    follows = at + 1 < len(tokens) and tokens[at + 1].lower in CHAT["doing"]
    return follows and before not in CHAT["owners"] and before != "the"


def _is_odd(word: str, gazetteer: Gazetteer, is_word: Callable[[str], bool]) -> bool:
    """Neither in a dictionary nor in the gazetteer, and no form of some rare verb ("reopened")."""
    return not word.endswith(("ed", "ing")) and not is_word(word) and not gazetteer.kind(word)
