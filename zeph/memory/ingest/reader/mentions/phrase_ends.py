"""Where a noun phrase ends though nouns go on: "in our house *nobody* …", "lent Tom *£40*".

In: the tokens of a sentence, one behind the first of a phrase. Out: whether it belongs to the phrase no more. Pure.
"""

from collections.abc import Sequence

from zeph.memory.ingest.reader.lexicon.kinds import KIN
from zeph.memory.ingest.reader.mentions.discourse import PRONOUNS
from zeph.memory.ingest.reader.mentions.naming import is_amount, is_other_number, is_thing, tells_age, token_at
from zeph.memory.ingest.reader.text.token import Token


def ends_before(tokens: Sequence[Token], at: int, first: int) -> bool:
    """ "In our house *nobody* …", "Gerald *next* door"; ``first``: where the phrase begins."""
    token, before, behind = tokens[at], tokens[at - 1], token_at(tokens, at + 1)
    if is_other_number(tokens, first, at):
        return True
    if is_amount(token) and (before.lower in KIN or before.named and not is_thing(before)):
        apart = tells_age(tokens, at) or not token.form[0].isalnum()  # "lent Tom £40"; "I owe Tom 40 quid"
        return apart or before.lower in KIN or behind is not None and behind.tag in ("NN", "NNS")
    if token.lower in PRONOUNS["numbered"] and before.named and behind is not None and behind.tag == "CD":
        return True  # "on web-01 *port 8443*"
    return token.lower in PRONOUNS["hollow_people"] or token.lower == "next" and before.named
