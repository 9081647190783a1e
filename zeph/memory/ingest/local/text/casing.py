"""Chat as it is typed, put into the spelling that a tagger knows: capitals of names, short forms, no pictures.

In: a sentence or text; the gazetteer; whether a word is an ordinary one. Out: the same with "my gf lisa works at ikea"
as "My girlfriend Lisa works at IKEA". Whoever writes with capitals keeps them all.
"""

import re
import unicodedata
from collections.abc import Callable

from zeph.memory.ingest.local.patterns import KIN, PETS, VERB_FORMS
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.names import PRONOUNS, STOP_WORDS, canonical_name

IsWord = Callable[[str], bool]

_SHORT = {
    "gf": "girlfriend", "bf": "boyfriend", "bff": "best friend", "bestie": "best friend", "roomie": "roommate", "lil": "little", "bro": "brother", "sis": "sister", "hubby": "husband",
    "wifey": "wife", "fam": "family", "granny": "grandma", "nana": "grandma", "gramps": "grandpa", "doggo": "dog", "bday": "birthday",
    "uni": "university", "prof": "professor", "n": "and", "nd": "and", "bc": "because", "cuz": "because", "coz": "because", "cos": "because",
    "rn": "right now", "atm": "at the moment", "ppl": "people", "u": "you", "ur": "your", "thx": "thanks",
    "shes": "she's", "hes": "he's", "theyre": "they're", "thats": "that's", "whats": "what's", "theres": "there's",
    "youre": "you're", "weve": "we've", "theyve": "they've", "youve": "you've", "didnt": "didn't", "doesnt": "doesn't",
    "isnt": "isn't", "wasnt": "wasn't", "arent": "aren't", "havent": "haven't", "hasnt": "hasn't", "wouldnt": "wouldn't",
    "couldnt": "couldn't", "wont": "won't", "ima": "I'm going to", "hav": "have", "luv": "love", "tho": "though",
    "alot": "a lot", "smth": "something", "sth": "something", "yrs": "years", "yr": "year", "wk": "week", "wks": "weeks", "mth": "month", "mths": "months", "mins": "minutes",
    "gotta": "have to", "kinda": "kind of", "lotta": "lot of", "tmrw": "tomorrow", "tmr": "tomorrow",
    "2day": "today", "2nite": "tonight", "b4": "before", "h8": "hate", "gr8": "great", "def": "definitely", "prob": "probably", "rly": "really",
}  # fmt: skip
_KEPT_WHERE_CAPITAL = frozenset("n u ur def prof uni pt hav nana bro sis cos".split())
_OWN_IS = re.compile(rf"\b((?:my|our) (?:{'|'.join(map(re.escape, sorted(KIN)))}))s (?=an? )", re.IGNORECASE)
_WE_ARE = re.compile(r"^were (?=\w+ing\b)", re.IGNORECASE)
_ARE = re.compile(r"(?:(?<=we )|(?<=they )|(?<=kids )|(?<=parents )|(?<=friends ))r\b")
_TO = re.compile(r"(?:(?<=moving )|(?<=going )|(?<=moved )|(?<=have )|(?<=want ))2(?= [a-z])")
_SHORT_WORD = re.compile(rf"(?<![\w'./@-])(?:{'|'.join(map(re.escape, _SHORT))})(?![\w'/@-]|\.\w)", re.IGNORECASE)
_SMILEY = re.compile(r"(?<![\w:])(?:[:;=]['-]?[)(DPpO/|*3]+|<3+|[xX]D+|\^\^|[-_]{3,}|¯\\_\(ツ\)_/¯)(?!\w)")
_PICTURE = re.compile(r"\s*\x00[\s\x00]*")
_NAMES = re.compile(r"\bmy names (?=[a-z])", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][\w'-]*")


def plain(text: str) -> str:
    """Without pictures and smileys, short forms spelled out."""
    text = _SMILEY.sub(" ", text)
    if not text.isascii():
        text = "".join("\x00" if _is_picture(char) else char for char in text)
        text = _PICTURE.sub(lambda match: _gap(text, match), text)
    text = _TO.sub("to", _ARE.sub("are", text))
    text = _NAMES.sub("my name is ", text)
    text = _WE_ARE.sub("we're ", _OWN_IS.sub(r"\1 is ", text))
    return _SHORT_WORD.sub(_spelled, text)


def _is_picture(char: str) -> bool:
    return ord(char) > 0x2100 and unicodedata.category(char) in ("So", "Sk", "Mn", "Cf", "Cn") or char in "\ufe0f\u200d"


def _gap(text: str, match: re.Match[str]) -> str:
    """A picture between words parts them as a comma does."""
    before, after = text[: match.start()].rstrip(" \x00"), text[match.end() :]
    inside = before[-1:].isalnum() and after[:1].isalnum()
    if after[:1] == "\n" or "\n" in match.group():
        return "\n"
    return ". " if inside and after[:1].isupper() else ", " if inside else " " if after[:1].isalnum() else ""


def _spelled(match: re.Match[str]) -> str:
    word = match.group()
    if word.lower() in _KEPT_WHERE_CAPITAL and not word.islower():
        return word
    full = _SHORT[word.lower()]
    return full[0].upper() + full[1:] if word[0].isupper() else full


# ---------------------------------------------------------------- capitals

_AMBIGUOUS = frozenset("will mark bill jack frank jan robin kim max ling rosa may wei sam ray mike".split())
"""Given names that are ordinary words too."""
_CAPITAL_KINDS = frozenset("given_name city country region company university spoken_language cloud".split())
"""Classes whose names need their capital to be read well; tools are read well as they are typed."""
_BEFORE_NAME = frozenset(("called", "named"))
_NOT_NAMES = frozenset(
    "a an the my our his her its their it him me after for by that this off up out so at in on to from something and".split()
)
_PLACE_BEFORE = frozenset("in from near to outside".split())
_FIRM_BEFORE = frozenset(("at", "for", "with"))
_INTRODUCES = frozenset(("i'm", "am", "im", "is"))


_CAPITAL = re.compile(r"(?!^My\b|^The\b)(?:[A-HJ-ZÀ-ÖØ-Þ]|I(?=[A-Za-z]))")
"""Any but that of "I", or of a first word that was put in for a short form."""
_LISTED = re.compile(
    rf"\b(?:{'|'.join(sorted(f'{word}s' for word in (*KIN, *PETS)))}|puppies|babies|children),? ?(?:called|named|:|,) ?"
    r"(?P<names>[a-z]+(?:, [a-z]+)*,? and [a-z]+)(?=$|[.,!])"
)


def cased(sentence: str, gazetteer: Gazetteer, is_word: IsWord) -> str:
    """With the capitals that its writer left out; letters stay where they are."""
    if _CAPITAL.search(sentence):
        return sentence
    words = list(_WORD.finditer(sentence))
    capital = _known(sentence, words, gazetteer)
    for listed in _LISTED.finditer(sentence):
        capital |= {
            listed.start("names") + name.start(): name.group().capitalize()
            for name in _WORD.finditer(listed["names"])
            if name.group() not in ("and", "n")
        }
    for at, match in enumerate(words):
        if match.start() not in capital and _is_name(words, at, capital, gazetteer, is_word):
            capital[match.start()] = match.group()[0].upper() + match.group()[1:]
    for start, text in capital.items():
        sentence = sentence[:start] + text + sentence[start + len(text) :]
    return sentence[:1].upper() + sentence[1:]


def _known(sentence: str, words: list[re.Match[str]], gazetteer: Gazetteer) -> dict[int, str]:
    """Names of the gazetteer, as they are written there, by their place."""
    capital: dict[int, str] = {}
    at = 0
    while at < len(words):
        for count in range(min(4, len(words) - at), 0, -1):
            text = sentence[words[at].start() : words[at + count - 1].end()]
            known = gazetteer.lookup(canonical_name(text))
            if (
                text.lower() in PRONOUNS
                or known is None
                or known.everyday
                or len(text) < 3
                or known.kind not in _CAPITAL_KINDS
            ):
                continue
            if known.kind == "given_name" and text in _AMBIGUOUS:
                continue
            capital[words[at].start()] = known.name if len(known.name) == len(text) else _titled(text)
            at += count - 1
            break
        at += 1
    return capital


def _titled(text: str) -> str:
    return re.sub(r"(?<![\w'])[a-z]", lambda match: match.group().upper(), text)


def _is_name(
    words: list[re.Match[str]], at: int, capital: dict[int, str], gazetteer: Gazetteer, is_word: IsWord
) -> bool:
    word = words[at].group()
    before = words[at - 1].group().lower() if at else ""
    if at == 0 or word in _NOT_NAMES or word in STOP_WORDS or word in PRONOUNS or len(word) < 2:
        return False
    given = gazetteer.kind(word) == "given_name"
    gap = words[at].start() - words[at - 1].end()
    named = before == "is" and at >= 2 and words[at - 2].group() in ("name", "names")
    if (before in _BEFORE_NAME or (named and word not in VERB_FORMS)) and gap == 1:
        return True
    known = gazetteer.kind(word)
    foreign = not known and not is_word(word) and word not in VERB_FORMS and "'" not in word
    kin = before.removesuffix("s") in KIN or before.removesuffix("s") in PETS or before in KIN
    if kin and gap == 1:
        return given or foreign or (before in PETS and _acts(words, at, is_word))
    if before == "and" and at >= 2 and words[at - 2].start() in capital:
        return given or foreign
    if gap != 1:
        return False
    if before == "to" and at >= 3 and words[at - 2].start() in capital and words[at - 3].group() == "from":
        return True
    if before in _INTRODUCES or before == "and":
        return given or (foreign and len(word) > 3)
    return (before in _FIRM_BEFORE and (given or foreign)) or (before in _PLACE_BEFORE and foreign and len(word) > 3)


_LIVELY = frozenset("hates loves likes barks sleeps eats is was has hated loved died passed keeps escaped bit".split())


def _acts(words: list[re.Match[str]], at: int, is_word: IsWord) -> bool:
    """ "My dog biscuit hates thunder": what the word after the animal does is done by one."""
    return at + 1 < len(words) and words[at + 1].group() in _LIVELY - {"is", "was", "has"}
