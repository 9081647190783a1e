"""Tags that a small model gets wrong in short messages, mended where grammar leaves no choice.

In: tagged tokens. Out: the same, some with another tag. Each rule looks at a word and its neighbours and gives the tag
that the word must have there, or nothing; the first that gives one counts. The words they need are in ``repairs.toml``.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from zeph.memory.ingest.reader.mentions.kinds import KIN, kinds_of_noun
from zeph.memory.ingest.reader.parse.token import Token
from zeph.memory.ingest.reader.parse.word_forms import forms_of, verb_form
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets

IsWord = Callable[[str], bool]
_WORDS = word_sets(read_table("parse/repairs.toml"))
_OPENERS = frozenset(read_table("text/chat.toml")["openers"].split())
_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
_NEAR = 8
"""Words before one that are looked at."""


def mend_tags(tokens: list[Token], is_word: IsWord) -> None:
    """Mends in place."""
    for at, token in enumerate(tokens):
        token.tag = next((tag for rule in _RULES if (tag := rule(tokens, at, is_word))), token.tag)
        if token.tag == "JJ" and _leads_to_be(tokens, at):
            token.tag = "NN"
    if not any(token.tag in _FINITE for token in tokens):
        _mend_only_verb(tokens)


def _known(tokens: list[Token], at: int, _is_word: IsWord) -> str:
    """A name of the gazetteer; but "I go", "we express": an everyday name behind a pronoun is the verb."""
    token = tokens[at]
    if token.known is None or token.known.entity_type == "concept":
        return ""
    everyday = token.known.everyday and token.form.islower()
    verb = everyday and at > 0 and tokens[at - 1].tag in ("PRP", "MD", "TO") and token.verbal
    return token.tag if verb else "NNP"


def _closed(tokens: list[Token], at: int, _is_word: IsWord) -> str:
    """Words that are what they are."""
    word, after = tokens[at].lower, tokens[at + 1] if at + 1 < len(tokens) else None
    if word in _WORDS["always_adverbs"] or word == "no" and after is not None and after.lower == "longer":
        return "RB"
    if word in _WORDS["always_possessive"]:
        return "PRP$"
    if word == "her" and after is not None and (after.noun or after.tag == "JJ"):
        return "PRP$"
    if word == "'s" and tokens[at].tag == "POS" and after is not None:
        return "VBZ" if after.lower in _WORDS["after_is"] or after.tag in ("DT", "PRP$", "VBG") else ""
    return "NN" if word in _WORDS["always_nouns"] else ""


def _common(tokens: list[Token], at: int, is_word: IsWord) -> str:
    """Words for relatives, and ordinary words in small letters, that the tagger takes for names."""
    token = tokens[at]
    if token.lower in KIN and token.tag in ("JJ", "JJS", "RB") and at and tokens[at - 1].tag == "PRP$":
        return "NN" if at + 1 == len(tokens) or not tokens[at + 1].noun else ""  # "our eldest"
    if not token.named or token.known is not None:
        return ""
    if at and token.form.isupper() and tokens[at - 1].tag in ("PRP$", "DT") and "role" in kinds_of_noun(token.lower):
        return "NN"  # "our CTO"
    following = at + 1 < len(tokens) and tokens[at + 1].named
    plain = token.form.islower() and not following and is_word(token.lower)
    return "NN" if token.lower in KIN or plain else ""


def _named(tokens: list[Token], at: int, is_word: IsWord) -> str:
    """A capital within a sentence makes a name of a noun, and of whatever is no word."""
    token = tokens[at]
    if not token.form[0].isupper() or token.lower in KIN:
        return ""
    if not at:
        return "NNP" if token.noun and token.form.istitle() and not is_word(token.lower) else ""
    if token.noun:
        return "NNP" if tokens[at - 1].form not in '.:"-' else ""
    called = tokens[at - 1].lower in _WORDS["calling"]
    odd = token.tag != "PRP" and len(token.form) > 1 and token.form.istitle() and not is_word(token.lower)
    return "NNP" if called or odd else ""


def _adjective(tokens: list[Token], at: int, _is_word: IsWord) -> str:
    """ "I'm (happily) *married*"."""
    if tokens[at].lower not in _WORDS["adjectival"] or tokens[at].tag not in ("VBN", "VBD"):
        return ""
    before = at - 1
    while before >= 0 and tokens[before].tag == "RB":
        before -= 1
    return "JJ" if before >= 0 and tokens[before].lower in _WORDS["be"] else ""


def _noun(tokens: list[Token], at: int, _is_word: IsWord) -> str:
    """What looks like a verb and stands where none can."""
    token, before = tokens[at], tokens[at - 1] if at else None
    if token.tag == "JJ" and before is not None and before.tag in ("IN", "TO") and _ends(tokens, at):
        return "NNS" if token.lower.endswith("s") else "NN"  # "allergic to nuts"
    if before is None or token.tag not in ("VB", "VBP", "VBD"):
        return ""
    if before.tag in ("PRP$", "DT") and before.lower in _WORDS["nominal_before"]:
        return "NN"
    if token.tag == "VBD":
        return ""
    if token.tag == "VB" and before.lower in _WORDS["having"]:
        return "NN"  # "has type 1 diabetes"
    plain = token.tag == "VB" and before.tag in ("VBP", "VBZ", "VBD") and verb_form(token.lower) is None
    return "NN" if plain or _is_compound(tokens, at) or _is_goal(tokens, at) else ""


def _verb(tokens: list[Token], at: int, _is_word: IsWord) -> str:
    """A word that can be a verb stands where only a verb can."""
    token, found = tokens[at], verb_form(tokens[at].lower)
    if token.verbal and token.tag != "VB" or found is None or token.time >= 0 or token.form != token.lower and at:
        return ""
    verb, tag = found
    if (tag in ("VBD", "VBN") or verb in _WORDS["past_alike"]) and _opens(tokens, at):
        return "VBD"
    if tag in ("VB", "VBZ", "VBD") and _after_subject(tokens, at) and not _verb_follows(tokens, at):
        return "VBP" if tag == "VB" else tag
    if tag == "VBZ" and token.tag == "NNS" and _is_second(tokens, at):
        return "VBZ"
    return "VBP" if token.lower == "like" and at and tokens[at - 1].lower in ("both", "all") else ""


def _participle(tokens: list[Token], at: int, _is_word: IsWord) -> str:
    """ "Got pg onto 16": no form of a verb is no participle; the first verb of a message is a past."""
    token = tokens[at]
    if token.tag != "VBN":
        return ""
    if verb_form(token.lower) is None and not token.lower.endswith(("ed", "en", "t")):
        return "NN"
    if (found := verb_form(token.lower)) and found[1] == "VB" and forms_of(found[0]).participle != token.lower:
        return "NN"  # "has type 1 diabetes"
    return "VBD" if _opens(tokens, at) else ""


_RULES = (_known, _closed, _common, _named, _adjective, _noun, _verb, _participle)


def _opens(tokens: Sequence[Token], at: int) -> bool:
    """Nothing but openers stands before it."""
    return all(other.lower in _OPENERS or other.tag in ("RB", ",", "UH") for other in tokens[:at])


def _ends(tokens: Sequence[Token], at: int) -> bool:
    """Nothing that it could describe follows."""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    return after is None or not after.noun and after.tag not in ("JJ", "CC", "CD", "VBG", "HYPH")


def _is_second(tokens: Sequence[Token], at: int) -> bool:
    """ "… is built with Flutter and *talks* to a backend"."""
    joined = at > 1 and tokens[at - 1].lower in ("and", "but")
    leads_on = at + 1 < len(tokens) and tokens[at + 1].tag in ("IN", "TO", "DT", "PRP$")
    return joined and leads_on and any(token.tag == "VBZ" for token in tokens[max(0, at - 2 * _NEAR) : at])


def _is_compound(tokens: Sequence[Token], at: int) -> bool:
    """ "Team *lead*": a verb would agree with the one noun before it."""
    near = tokens[max(0, at - _NEAR) : at]
    alone = near[-1].tag == "NN" and not _is_collective(tokens, at - 1)
    joined = any(other.lower in ("and", "&") for other in near[-4:])
    caused = any((verb_form(other.lower) or ("",))[0] in _WORDS["causing"] for other in near)
    helper = tokens[at].lower in _WORDS["helpers"]
    return alone and not joined and not caused and not helper


def _is_collective(tokens: Sequence[Token], at: int) -> bool:
    """ "My family live": one noun that means several."""
    determined = at > 0 and tokens[at - 1].tag in ("DT", "PRP$")
    return determined and tokens[at].lower in _WORDS["collective"]


def _is_goal(tokens: Sequence[Token], at: int) -> bool:
    """ "Moved to *hull*": behind such verbs "to" leads to a thing where the word is no verb that is known."""
    goes = at > 1 and tokens[at - 1].lower == "to" and verb_form(tokens[at].lower) is None
    return goes and (verb_form(tokens[at - 2].lower) or ("",))[0] in _WORDS["to_a_thing"]


def _leads_to_be(tokens: Sequence[Token], at: int) -> bool:
    """ "…, *brave* is my browser now": a subject can be no adjective."""
    first = at == 0 or tokens[at - 1].form == ","
    return first and at + 1 < len(tokens) and tokens[at + 1].lower in ("is", "was")


def _after_subject(tokens: Sequence[Token], at: int) -> bool:
    before = at - 1
    while before >= 0 and (tokens[before].tag == "RB" or tokens[before].time >= 0):
        before -= 1
    return before >= 0 and tokens[before].lower in _WORDS["subjects"]


def _verb_follows(tokens: Sequence[Token], at: int) -> bool:
    return at + 1 < len(tokens) and tokens[at + 1].tag in ("MD", "VBZ", "VBP", "VBD")


def _mend_only_verb(tokens: Sequence[Token]) -> None:
    """ "Our billing service *talks* to Stripe": a sentence wants a verb, and nothing else in it can be one."""
    for before, token in pairwise(tokens):
        alike = token.tag == "VBN" and (verb_form(token.lower) or ("", ""))[1] == "VBD"
        if alike and (before.named or before.tag == "PRP"):
            token.tag = "VBD"  # "Wiebe handed in his badge"
            return
    for token, after in pairwise(tokens[1:]):
        third = (verb_form(token.lower) or ("", ""))[1] == "VBZ"
        if token.tag == "NNS" and third and after.tag in ("IN", "TO", "DT", "NNP"):
            token.tag = "VBZ"
            return
