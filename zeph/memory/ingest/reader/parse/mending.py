"""Tags that a small model gets wrong in short messages, mended where grammar leaves no choice.

In: tagged tokens. Out: the same, some with another tag. Each mending is one rule of grammar over ``repairs.toml``'s
words; none knows what a sentence means.
"""

from collections.abc import Callable

from zeph.memory.ingest.reader.parse.morphology import verb_form
from zeph.memory.ingest.reader.parse.token import Token
from zeph.memory.ingest.reader.tables import read_table, word_sets

_WORDS = word_sets(read_table("parse/repairs.toml"))
_OPENERS = frozenset(read_table("text/chat.toml")["openers"].split())


def mend_tags(tokens: list[Token], is_word: Callable[[str], bool]) -> None:
    """Mends in place."""
    for at in range(len(tokens)):
        _mend(tokens, at, is_word)
    _mend_possessives(tokens)
    if not any(token.verbal for token in tokens):
        _mend_only_verb(tokens)
    if len(tokens) > 1 and tokens[0].tag == "JJ" and tokens[1].verbal and not is_word(tokens[0].lower):
        tokens[0].tag = "NNP"  # "Noor majors in economics"


def _mend(tokens: list[Token], at: int, is_word: Callable[[str], bool]) -> None:
    token = tokens[at]
    before = tokens[at - 1] if at else None
    if token.known is not None and token.known.entity_type != "concept" and not _verb_after_all(tokens, at):
        token.tag = "NNP"
    elif token.lower in _WORDS["adjectival"] and token.tag in ("VBN", "VBD", "JJ") and _after_be(tokens, at):
        by = at + 1 < len(tokens) and tokens[at + 1].lower == "by"
        token.tag = "VBN" if by else "JJ"  # "employed by the council"
    elif (
        token.tag in ("VB", "VBP")
        and (_is_compound(tokens, at) or _is_goal(tokens, at))
        or token.lower in _WORDS["always_nouns"]
        and not token.noun
    ):
        token.tag = "NN"
    elif token.lower in _WORDS["always_adverbs"] or token.lower == "no" and _is_longer(tokens, at + 1):
        token.tag = "RB"
    elif before is not None and before.lower in _WORDS["nominal_before"] and token.tag in ("VB", "VBP", "VBD"):
        token.tag = "NN"
    elif (
        token.form[0].isupper()
        and at
        and token.tag in ("NN", "NNS")
        and tokens[at - 1].form not in '.:"-'
        or token.form.istitle()
        and at
        and not token.noun
        and _is_odd(token, before, is_word)
    ):
        token.tag = "NNP"
    elif not token.verbal or token.tag == "VB":
        _mend_verb(tokens, at)
    elif token.tag == "VBN":
        _mend_participle(tokens, at)
    if token.tag == "NN" and _is_going_on(tokens, at):
        token.tag = "VBG"
    if token.tag == "JJ" and _leads_to_be(tokens, at):
        token.tag = "NN"


def _mend_only_verb(tokens: list[Token]) -> None:
    """ "Our billing service talks to Stripe", "Ingrid qualified as a vet": a sentence wants a verb, and nothing else in it can be one."""
    for at, token in enumerate(tokens[1:-1], 1):
        after = tokens[at + 1]
        wanted = "VBZ" if token.tag == "NNS" else "VBD" if token.tag == "JJ" and tokens[at - 1].noun else ""
        if wanted and (verb_form(token.lower) or ("", ""))[1] == wanted and after.tag in ("IN", "TO", "DT", "NNP"):
            token.tag = wanted
            return


def _is_longer(tokens: list[Token], at: int) -> bool:
    return at < len(tokens) and tokens[at].lower == "longer"


def _after_be(tokens: list[Token], at: int) -> bool:
    """ "I'm (happily) *married*"."""
    before = at - 1
    while before >= 0 and tokens[before].tag == "RB":
        before -= 1
    return before >= 0 and tokens[before].lower in _WORDS["be"]


def _is_compound(tokens: list[Token], at: int) -> bool:
    """ "Team *lead*": a verb would agree with one noun before it."""
    alone = at > 0 and tokens[at - 1].tag == "NN" and not _is_collective(tokens, at - 1)
    joined = any(other.lower in ("and", "&") for other in tokens[max(0, at - 4) : at])
    return (
        alone
        and not any((verb_form(other.lower) or ("",))[0] in _WORDS["causing"] for other in tokens[:at])
        and not joined
        and not tokens[at].lower.startswith("'")
        and verb_form(tokens[at].lower) != ("be", "VBP")
    )


def _is_collective(tokens: list[Token], at: int) -> bool:
    """ "My family live": one noun that means several."""
    determined = at > 0 and tokens[at - 1].tag in ("DT", "PRP$")
    return determined and tokens[at].lower in _WORDS["collective"]


def _is_goal(tokens: list[Token], at: int) -> bool:
    """ "Moved to *hull*": behind such verbs "to" leads to a thing where the word is no verb that is known."""
    if at < 2 or tokens[at - 1].lower != "to":
        return False
    verb = (verb_form(tokens[at - 2].lower) or ("",))[0]
    only = verb in _WORDS["to_a_thing_only"]  # "promoted to head nurse"
    return only or verb in _WORDS["to_a_thing"] and verb_form(tokens[at].lower) is None


def _is_going_on(tokens: list[Token], at: int) -> bool:
    """ "My niece is *training* as a plumber"."""
    as_what = at + 1 < len(tokens) and tokens[at + 1].lower == "as"
    return as_what and _after_be(tokens, at) and (verb_form(tokens[at].lower) or ("", ""))[1] == "VBG"


def _leads_to_be(tokens: list[Token], at: int) -> bool:
    """ "…, *brave* is my browser now": a subject can be no adjective."""
    first = at == 0 or tokens[at - 1].form == ","
    return first and at + 1 < len(tokens) and tokens[at + 1].lower in ("is", "was")


def _verb_after_all(tokens: list[Token], at: int) -> bool:
    """ "I go", "we express": an everyday name behind a pronoun is the verb."""
    token = tokens[at]
    everyday = token.known is not None and token.known.everyday and token.form.islower()
    return everyday and at > 0 and tokens[at - 1].tag in ("PRP", "MD", "TO") and token.verbal


def _is_odd(token: Token, before: Token | None, is_word: Callable[[str], bool]) -> bool:
    called = before is not None and before.lower in ("called", "named")
    return len(token.form) > 1 and (called or (not is_word(token.lower) and token.tag != "PRP"))


def _mend_verb(tokens: list[Token], at: int) -> None:
    """A word that can be a verb stands where only a verb can."""
    token = tokens[at]
    found = verb_form(token.lower)
    if found is None or token.time >= 0 or (token.form != token.lower and at):
        return
    verb, tag = found
    opening = all(other.lower in _OPENERS or other.tag in ("RB", ",", "UH") for other in tokens[:at])
    if opening and (tag in ("VBD", "VBN") or verb in _WORDS["past_alike"]) and token.lower not in _WORDS["not_opening"]:
        token.tag = "VBD"
    elif tag in ("VB", "VBZ", "VBD") and _after_subject(tokens, at) and not _verb_follows(tokens, at):
        token.tag = "VBP" if tag == "VB" else tag
    elif verb == "like" and tag == "VB" and at and tokens[at - 1].lower in ("both", "all"):
        token.tag = "VBP"


def _after_subject(tokens: list[Token], at: int) -> bool:
    before = at - 1
    while before >= 0 and (tokens[before].tag == "RB" or tokens[before].time >= 0):
        before -= 1
    return before >= 0 and tokens[before].lower in _WORDS["subjects"]


def _verb_follows(tokens: list[Token], at: int) -> bool:
    return at + 1 < len(tokens) and (tokens[at + 1].tag in ("MD", "VBZ", "VBP", "VBD"))


def _mend_participle(tokens: list[Token], at: int) -> None:
    """ "Got pg onto 16": a participle that is no form of a verb is a noun; the first one of a message is a past."""
    token = tokens[at]
    if verb_form(token.lower) is None and not token.lower.endswith(("ed", "en", "t")):
        token.tag = "NN"
    elif not any(other.verbal for other in tokens[:at]) and all(
        other.lower in _OPENERS or other.tag in ("RB", ",", "UH") for other in tokens[:at]
    ):
        token.tag = "VBD"


def _mend_possessives(tokens: list[Token]) -> None:
    for at, token in enumerate(tokens):
        if token.lower == "'s" and at + 1 < len(tokens):
            after = tokens[at + 1]
            is_verb = after.lower in _WORDS["after_is"] or after.tag in ("DT", "PRP$", "VBG")
            if token.tag == "POS" and is_verb and after.lower not in _WORDS["kit"]:
                token.tag = "VBZ"
        if (
            token.lower in ("my", "our", "your", "his", "their", "its")
            or token.lower == "her"
            and at + 1 < len(tokens)
            and (tokens[at + 1].noun or tokens[at + 1].tag == "JJ")
        ):
            token.tag = "PRP$"
        elif token.lower == "to" and at + 1 < len(tokens) and tokens[at + 1].noun:
            token.tag = "TO"
