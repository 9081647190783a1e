"""What a noun phrase is where money goes: an amount, all of it or a part, or whoever gives or gets it.

In: phrases of the local reader. Out: amounts and names. Pure.
"""

import re
from fractions import Fraction

from zeph.memory.debts.amounts import Amount, amount_of
from zeph.memory.debts.tables import read_debts_table
from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.lexicon.kinds import KIN
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.language.word_tables import word_set

_WORDS = read_debts_table()["words"]
WHOLE = word_set(_WORDS["whole"])
_SETTLED = word_set(read_debts_table()["speaking"]["alone"])
"""How two are who owe each other nothing: "all *square*"."""
_POINTING = word_set(_WORDS["pointing"])
"""What is paid back, and nobody: "for petrol, he'll pay *it* back"."""
SHARES = {word: Fraction(share) for word, share in _WORDS["shares"].items()}
_WORD = re.compile(r"[^\W_]+")


def within(phrase: Phrase, clause: Clause) -> bool:
    """Whether it is said in the clause itself."""
    span = phrase.mention.span
    return span is not None and clause.span.start <= span.start < clause.span.end


def amount_in(phrase: Phrase) -> Amount | None:
    """The amount that a phrase is: "£60", "200 cash", "the last 50"."""
    part = amount_of(phrase.count) if any(map(str.isdigit, phrase.mention.head)) else None
    if part is not None:  # "10 of the 20", "£10 of the £25"
        return part
    counted = f"{phrase.count} {phrase.mention.head}" if phrase.count not in phrase.mention.name else ""
    owned = phrase.mention.head if phrase.mention.owner else ""  # "gave Tom *his tenner*"
    return amount_of(counted or owned or phrase.mention.name)


def is_part(phrase: Phrase) -> bool:
    return bool(words_of(phrase.mention.name) & (WHOLE | SHARES.keys()))


def may_be_somebody(phrase: Phrase) -> bool:
    """A person, or a thing by whose name somebody goes: "the plumber", "the food bank"."""
    if phrase.mention.head in _SETTLED or phrase.pronoun in _POINTING or not name_in(phrase):
        return False
    if is_part(phrase) or "number" in phrase.kinds or phrase.count:
        return False
    return not phrase.mention.owner or "person" in phrase.kinds or "kin" in phrase.kinds


def name_in(phrase: Phrase) -> str:
    """Kin that stand for nobody known are called so."""
    return phrase.mention.name or (phrase.pronoun if phrase.pronoun in KIN else "")


def words_of(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}
