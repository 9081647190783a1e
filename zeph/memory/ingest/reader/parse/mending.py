"""Tags that a small model gets wrong in short messages, mended where grammar leaves no choice.

In: tagged tokens. Out: the same, some with another tag. Each rule looks at a word and its neighbours and gives the tag
that the word must have there, or nothing; the first that gives one counts. The words they need are in ``repairs.toml``.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from zeph.memory.ingest.reader.lexicon.kinds import ANIMALS, KIN, NATIONALITIES, kinds_of_noun
from zeph.memory.ingest.reader.lexicon.word_forms import forms_of, singular, verb_form
from zeph.memory.ingest.reader.parse.chat_tags import no_adverb, no_verb, opening_verb, said_of
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.memory.ingest.reader.text.token import Token

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
    if tokens and tokens[0].tag == "JJ" and _is_subject_name(tokens, is_word):
        tokens[0].tag = "NNP"


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
    if word in _WORDS["always_interjections"]:
        return "UH"
    if word in _WORDS["always_possessive"]:
        return "PRP$"
    if "@" in word[1:] and "." in word:
        return "ADD"
    if word == "her" and after is not None:
        return _her(tokens, at)
    if word == "'s" and after is not None:
        return _is_or_whose(tokens, at)
    pair = f"{tokens[at - 1].lower}-{word}" if at else ""
    return "NN" if word in _WORDS["always_nouns"] or pair in _WORDS["compounds"] else ""


def _sorted(tokens: list[Token], at: int, _is_word: IsWord) -> str:
    """ "The *puppy* Bramble", "my brother's *staying* in Porto"."""
    word, tag = tokens[at].lower, tokens[at].tag
    if tag in ("JJ", "JJR") and (singular(word) in KIN or singular(word) in ANIMALS):
        return "NN"
    going = tag == "NN" and (verb_form(word) or ("", ""))[1] == "VBG"
    return "VBG" if going and at and tokens[at - 1].lower == "'s" and tokens[at - 1].tag == "VBZ" else ""


def _her(tokens: list[Token], at: int) -> str:
    """ "Called *her* Pickle" against "*her* sister"."""
    after = tokens[at + 1]
    if at and after.named and _calls(tokens[at - 1]):
        return "PRP"
    return "PRP$" if after.noun or after.tag == "JJ" else ""


def _calls(token: Token) -> bool:
    return (verb_form(token.lower) or ("",))[0] in ("call", "name", "rename", "nickname")


def _is_or_whose(tokens: list[Token], at: int) -> str:
    """ "My wife's from Bogota" and "our rent's 1200" against "Priya's mum lives …" and "he is my sister's dog"."""
    after, behind = tokens[at + 1], tokens[at + 2] if at + 2 < len(tokens) else None
    finite = any(token.tag in _FINITE for token in tokens[max(0, at - _NEAR) : at + 2 * _NEAR])
    if tokens[at].tag == "POS" and after.tag in ("VBN", "VBD") and not finite:
        return "VBZ"  # "my dad's supported Rovers since 1970"
    if tokens[at].tag == "POS":
        return "VBZ" if _is_verb(tokens[at - 1], after, behind) or _is_said_of(tokens, at + 1) else ""
    common = after.tag in ("NN", "NNS") and after.lower not in _WORDS["after_is"]
    owned = common and behind is not None and behind.tag in ("VBZ", "VBD", "MD")
    said = any(token.tag in ("VBZ", "VBD") and verb_form(token.lower) for token in tokens[max(0, at - 3) : at])
    return "POS" if owned or common and said and tokens[at - 1].noun else ""


def _is_verb(before: Token, after: Token, behind: Token | None) -> bool:
    """ "My brother's *30 today*", "my wife's *Brazilian*", "my name's *Kit*", "tom's *moved* in"."""
    alone = behind is None or not behind.noun
    if after.lower in _WORDS["after_is"] or after.tag in ("DT", "PRP$", "VBG") or before.lower in _WORDS["labels"]:
        return True
    if after.tag == "CD":
        return behind is None or behind.time >= 0 or alone and behind.tag != "JJ"
    if after.lower in NATIONALITIES:
        return behind is None or alone and behind.tag != "CC"
    going = (verb_form(after.lower) or ("", ""))[1] == "VBG" and behind is not None and behind.tag in ("IN", "TO")
    return going or after.tag in ("VBN", "VBD") and alone or after.lower == "no" and behind is not None


def _infinitive(tokens: list[Token], at: int, _is_word: IsWord) -> str:
    """ "Used to *date* Dan"."""
    led = at > 1 and tokens[at - 1].lower == "to" and tokens[at - 2].lower in _WORDS["leading"]
    found = verb_form(tokens[at].lower) if led and tokens[at].noun and not tokens[at].named else None
    return "VB" if found is not None and found[1] == "VB" else ""


def _is_said_of(tokens: Sequence[Token], at: int) -> bool:
    """ "My brother's *diabetic*", "Ana's *off* coffee": no noun follows whose owner it could be."""
    if tokens[at].tag in ("IN", "RP") and not tokens[at].time >= 0:
        return True
    ahead = tokens[at + 1] if at + 1 < len(tokens) else None
    bare = ahead is None or not (ahead.noun or ahead.tag in ("JJ", "CD", "VBG", "VBN", "HYPH", ","))
    return tokens[at].tag in ("JJ", "VBN", "RB") and bare


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
    animal = token.form.islower() and singular(token.lower) in ANIMALS
    return "NN" if token.lower in KIN or animal or plain else ""


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
    plain = token.lower in NATIONALITIES or is_word(token.lower) and tokens[at - 1].lower in _WORDS["be"]
    if token.tag == "JJ" and token.form.istitle() and token.known is None and not plain:
        return "NNP"  # "we named him Bramble"
    odd = token.tag != "PRP" and len(token.form) > 1 and token.form.istitle() and not is_word(token.lower)
    return "NNP" if called or odd else ""


def _called(tokens: list[Token], at: int, _is_word: IsWord) -> str:
    """ "Isn't called *pickle* any more"."""
    called = at > 0 and tokens[at - 1].lower in _WORDS["calling"]
    return "NNP" if called and tokens[at].tag in ("NN", "JJ") and _ends(tokens, at) else ""


def _adjective(tokens: list[Token], at: int, _is_word: IsWord) -> str:
    """ "I'm (happily) *married*"."""
    token, after = tokens[at], tokens[at + 1].lower if at + 1 < len(tokens) else ""
    if token.verbal and "diet" in kinds_of_noun(token.lower):
        return "JJ"  # "no longer vegan"
    if token.lower not in _WORDS["adjectival"] or token.tag not in ("VBN", "VBD", "JJ") or not _after_be(tokens, at):
        return ""
    return "VBN" if after == "by" else "JJ"  # "employed by the council"


def _going_on(tokens: list[Token], at: int, _is_word: IsWord) -> str:
    """ "My niece is *training* as a plumber"."""
    as_what = at + 1 < len(tokens) and tokens[at + 1].lower == "as" and tokens[at].tag == "NN"
    gerund = as_what and (verb_form(tokens[at].lower) or ("", ""))[1] == "VBG"
    return "VBG" if gerund and _after_be(tokens, at) else ""


def _after_be(tokens: Sequence[Token], at: int) -> bool:
    before = at - 1
    while before >= 0 and (tokens[before].tag.startswith("RB") or tokens[before].lower == "no"):
        before -= 1
    return before >= 0 and tokens[before].lower in _WORDS["be"]


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
    return (
        "NN"
        if token.tag == "VB" and _is_done(token, before) or _is_compound(tokens, at) or _is_goal(tokens, at)
        else ""
    )


def _is_done(token: Token, before: Token) -> bool:
    """ "Been playing *squash*", "used to do *karate*": what is done, behind the verb that does it."""
    doing = before.tag == "VBG" and before.lower not in ("going", "helping")
    return doing or before.tag.startswith("VB") and verb_form(token.lower) is None


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


def _joined_verb(tokens: list[Token], at: int, _is_word: IsWord) -> str:
    """ "I left London and *live* in Ghent"; also where the tagger has a noun: "I live in Hull and *work* at a bank"."""
    token, after = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else None
    if at > 2 and token.tag in ("NN", "JJ") and verb_form(token.lower) == (token.lower, "VB") and after is not None:
        listed = tokens[at - 2].tag in ("NN", "NNS", "JJ") and tokens[at - 2].time < 0 and tokens[at - 3].tag != "IN"
        behind = after.tag in ("IN", "TO", "DT", "PRP$", "PRP", "RB", "VBG") or after.time >= 0
        return "VBP" if behind and not listed and _tells_on(tokens, at) else ""
    return "VBP" if token.tag == "VB" and _tells_on(tokens, at) else ""


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


def _past(tokens: list[Token], at: int, _is_word: IsWord) -> str:
    """ "We *rewrote* it", "*got* tickets": a form that is nothing but a past."""
    token, found = tokens[at], verb_form(tokens[at].lower)
    plain = found is not None and found[1] == "VBD" and found[0] != token.lower
    return "VBD" if plain and token.tag in ("VB", "VBP") else ""


def _modifier(tokens: list[Token], at: int, _is_word: IsWord) -> str:
    """ "*Driving* lessons", "*running* club": a thing that is named by what is done with it."""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    made = tokens[at].tag == "VBG" and after is not None and singular(after.lower) in _WORDS["named_by_doing"]
    made = made and tokens[at].lower in _WORDS["naming_doing"]
    return "NN" if made else ""


_RULES = (
    _past, _known, _closed, _sorted, _infinitive, _modifier, _common, _called, _named, _adjective, _going_on, _noun,
    opening_verb, no_verb, no_adverb, said_of,     _verb, _joined_verb, _participle,
)  # fmt: skip


def _opens(tokens: Sequence[Token], at: int) -> bool:
    """Nothing but openers stands before it."""
    return all(other.lower in _OPENERS or other.tag in ("RB", ",", "UH") for other in tokens[:at])


def _ends(tokens: Sequence[Token], at: int) -> bool:
    """Nothing that it could describe follows."""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    return after is None or not after.noun and after.tag not in ("JJ", "CC", "CD", "VBG", "HYPH")


def _tells_on(tokens: Sequence[Token], at: int) -> bool:
    """Behind "and" and a finite verb, where nothing wants a plain one."""
    before = tokens[max(0, at - _NEAR) : at]
    if at < 2 or tokens[at - 1].lower not in ("and", "but"):
        return False
    finite = any(token.tag in ("VBD", "VBZ", "VBP") for token in before)
    return finite and not any(
        token.tag in ("MD", "TO") or token.lower in ("to", "do", "does", "did") for token in before
    )


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
    if at < 2 or tokens[at - 1].lower != "to":
        return False
    verb = (verb_form(tokens[at - 2].lower) or ("",))[0]
    came = at > 3 and tokens[at - 3].lower == "from" and verb_form(tokens[at].lower) is None
    if came and (verb_form(tokens[at - 4].lower) or ("",))[0] in _WORDS["to_a_thing"]:
        return True  # "switched from vim to helix"
    only = verb in _WORDS["to_a_thing_only"]  # "promoted to head nurse"
    return only or verb in _WORDS["to_a_thing"] and verb_form(tokens[at].lower) is None


def _leads_to_be(tokens: Sequence[Token], at: int) -> bool:
    """ "…, *brave* is my browser now": a subject can be no adjective."""
    first = at == 0 or tokens[at - 1].form == ","
    return first and at + 1 < len(tokens) and tokens[at + 1].lower in ("is", "was")


def _is_subject_name(tokens: Sequence[Token], is_word: IsWord) -> bool:
    """ "*Lorcan* lives next door"."""
    name = tokens[0].form
    return len(tokens) > 1 and tokens[1].tag in ("VBZ", "VBD") and name.istitle() and not is_word(name.lower())


def _after_subject(tokens: Sequence[Token], at: int) -> bool:
    before = at - 1
    while before >= 0 and (tokens[before].tag in ("RB", "RBR") or tokens[before].time >= 0):
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
    for before, (token, after) in zip(tokens, pairwise(tokens[1:]), strict=False):
        wanted = "VBZ" if token.tag == "NNS" else "VBD" if token.tag == "JJ" and before.noun else ""
        if (
            wanted
            and (verb_form(token.lower) or ("", ""))[1] == wanted
            and (after.tag in ("IN", "TO", "DT", "NNP") or after.lower == "next" or before.named and after.tag == "NN")
        ):
            token.tag = wanted  # also "Ingrid *qualified* as a vet"
            return
