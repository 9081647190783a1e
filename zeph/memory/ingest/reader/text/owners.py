"""The "'s" of which nothing is left behind somebody: "*my brother* wife is Ana", "*chris* wife".

In: the words of one sentence. Out: the same, with a word of its own for each "'s" that only somebody can have lost.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from zeph.memory.ingest.reader.lexicon.kinds import ANIMALS, KIN
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.memory.ingest.reader.text.chat_words import CHAT
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.morphology import singular, verb_form
from zeph.memory.language.names import FIRST_PERSON

_NOUNS = word_sets(read_table("mentions/words.toml"))
_SHORTEST = 4
"""Letters of "toms"."""


def mark_owners(tokens: Sequence[Token], gazetteer: Gazetteer, is_word: Callable[[str], bool]) -> list[Token]:
    """The words, with a "'s" behind each owner who has lost all of it."""
    made: list[Token] = []
    for at, token in enumerate(tokens):
        made.append(token)
        typed = token.form == token.lower or at == 0 and token.form[1:].islower()
        if typed and _has_theirs(tokens, at, token.lower, gazetteer, is_word):
            made[-1:] = replace(token, space=False), Token("'s", token.end, token.end, True, "'s")
    return made


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


def is_beside_anothers(before: Sequence[Token]) -> bool:
    """ "Her husband Greg and *the bairn Rosie*"."""
    joined = bool(before) and before[-1].tag == "CC"
    return joined and any(token.tag == "PRP$" and token.lower not in FIRST_PERSON for token in before)
