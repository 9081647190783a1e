"""The "'s" that is left out behind somebody: "*grahams* birthday", "*cats* called pickle", "*my brother* wife is Ana".

In: the words of one sentence. Out: the same, with a word of its own for each "'s" that only somebody can have lost.
Where the word may be a name as it stands ("james", "chris"), or a plural, it keeps its "s".
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from zeph.memory.ingest.reader.lexicon.kinds import ANIMALS, KIN
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.memory.ingest.reader.text.chat_words import CHAT, parted
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.morphology import singular, verb_form

_NOUNS = word_sets(read_table("mentions/words.toml"))
_SHORTEST = 4
"""Letters of "toms"."""


def mark_owners(tokens: Sequence[Token], gazetteer: Gazetteer, is_word: Callable[[str], bool]) -> list[Token]:
    """The words, each owner parted from its "'s"; a name gets the capital that it has lost."""
    made: list[Token] = []
    for at, token in enumerate(tokens):
        typed = token.form == token.lower or at == 0 and token.form[1:].islower()
        ends = token.lower[-1:] == "s" and token.lower.isalpha() and token.lower not in CHAT["never_name"]
        named = typed and ends and len(token.lower) >= _SHORTEST and _is_name(tokens, at, gazetteer, is_word)
        token.form = token.form.capitalize() if named else token.form
        owns = named or typed and ends and (_is_called(tokens, at) or _is_whose(tokens, at))
        if not owns and _has_theirs(tokens, at, token.lower, gazetteer, is_word):
            made += replace(token, space=False), Token("'s", token.end, token.end, True, "'s")
        elif owns or typed and ends and _has_theirs(tokens, at, token.lower[:-1], gazetteer, is_word):
            made += parted(token)
        else:
            made.append(token)
    return made


def _opens(tokens: Sequence[Token], at: int) -> bool:
    return at == 0 or tokens[at - 1].lower in CHAT["openers"] | CHAT["before_its"]


def _has_theirs(
    tokens: Sequence[Token], at: int, owner: str, gazetteer: Gazetteer, is_word: Callable[[str], bool]
) -> bool:
    """Whether only somebody has what comes next, of which something is said: "*kerwin* wife is Ana", "*my brother* car
    broke"; but "my baby brother is …"."""
    after = [token.lower for token in tokens[at + 1 : at + 3]]
    before, theirs = tokens[at - 1].lower if at else "", singular(after[0]) in KIN | ANIMALS if after else False
    if len(after) < 2 or not (theirs or after[0] in CHAT["theirs"]) or verb_form(after[1].lstrip("'")) is None:
        return False
    opens = not at or before in CHAT["before_its"]
    if owner in KIN:
        known = before in CHAT["owners"] or opens and owner in _NOUNS["bare_kin"]
        return known and owner not in CHAT["describing"]
    if gazetteer.kind(owner) == "given_name" and owner not in CHAT["ambiguous"]:
        return opens or before in _NOUNS["titles"]
    return opens and theirs and len(owner) >= _SHORTEST and not is_word(owner) and may_be_given_name(owner)


def _is_called(tokens: Sequence[Token], at: int) -> bool:
    """ "*Cats* called pickle"; but "dogs called rex and fido", "kids called me names"."""
    one, after = tokens[at].lower[:-1], [token.lower for token in tokens[at + 1 : at + 4]]
    if one not in ANIMALS | KIN or not _opens(tokens, at) or len(after) < 2 or after[0] not in CHAT["before_name"]:
        return False
    named = after[1].isalpha() and after[1] not in CHAT["never_name"] | CHAT["never_called"]
    return named and after[2:] != ["and"] and (len(after) < 3 or after[2] in CHAT["after_who_i_am"])


def _is_whose(tokens: Sequence[Token], at: int) -> bool:
    """ "Mabel is the *neighbours*"; but "my hobby is the cats", "they are the neighbours"."""
    before, one = [token.lower for token in tokens[max(0, at - 3) : at]], tokens[at].lower[:-1]
    if one not in ANIMALS | KIN or len(before) < 3 or at + 1 < len(tokens) and tokens[at + 1].form[0].isalnum():
        return False
    somebody = may_be_given_name(before[0]) or before[0] in CHAT["one"] or before[0] in ANIMALS
    return somebody and before[1] in CHAT["says_whose"] and before[2] in CHAT["owners"] | {"the"}


def _is_name(tokens: Sequence[Token], at: int, gazetteer: Gazetteer, is_word: Callable[[str], bool]) -> bool:
    lower, stem, before = tokens[at].lower, tokens[at].lower[:-1], tokens[at - 1].lower if at else ""
    if lower in CHAT["never_parted"] or may_be_given_name(lower) or gazetteer.kind(lower) or stem[-1] == "s":
        return False
    after, beyond = [*(token.lower for token in tokens[at + 1 : at + 3]), "", ""][:2]
    if gazetteer.kind(stem) == "given_name" and stem not in CHAT["ambiguous"]:
        alike = verb_form(lower) is not None  # "he *carries* a pen"
        return not (alike or before in CHAT["before_several"] or may_be_given_name(before) or after in CHAT["of_one"])
    if not _opens(tokens, at):
        return False
    said = after in CHAT["theirs"] | CHAT["said_of_somebody"] | KIN or after == "got" and beyond in ("a", "an")
    if may_be_given_name(stem):
        return said or after in ("a", "an")
    return said and not is_word(lower) and not is_word(stem)
