"""Tags that the small model gets wrong in short messages, mended where grammar leaves no choice.

In: tokens as tagged. Out: the same tokens; some have become verbs ("I row", "the exporter talks to"), some nouns ("has
type 1 diabetes").
"""

import re
from typing import TYPE_CHECKING

from zeph.memory.ingest.local.frames.table import FORMS, forms_of
from zeph.memory.language.gazetteer import read_data

if TYPE_CHECKING:
    from zeph.memory.ingest.local.words.tokens import Token

_SUBJECTS = frozenset(("i", "we", "he", "she", "they", "who"))
_OPENING = frozenset((".", ":", '"', "(", "-", "!", "?", "'"))
_PLACING = frozenset("from in at on into allergic called expecting pregnant retired unemployed divorced".split())
_FINITE = frozenset(("VBZ", "VBP", "VBD", "MD"))
_WHERE = frozenset(
    "here there now then home abroad else away everywhere somewhere anywhere nowhere upstairs downstairs yet ever far "
    "long so once before today tonight tomorrow yesterday forever outside inside".split()
)
_HAVE = frozenset(("have", "has", "had"))
_NOUNS = read_data("nouns.toml")
_THINGS = frozenset(word for kind in ("conditions", "medicines", "foods", "drinks") for word in _NOUNS[kind].split())
"""Nouns that the tagger takes for adjectives: "I had covid"."""
_CALLING = frozenset(("called", "named"))
_WORDS = frozenset(("JJ", "RB", "VB", "VBP", "VBN", "VBG", "VBD", "UH"))


def mend(tokens: list["Token"]) -> None:
    """Mends in place."""
    _mend_first(tokens)
    _mend_finite(tokens)
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else None
        if before is not None and _named(token) and _bears_name(token, before):
            token.pos, token.tag, token.base = "PROPN", "NNP", ""
        elif token.lower == "'s" and token.tag == "POS" and at + 1 < len(tokens) and tokens[at + 1].lower in _PLACING:
            token.pos, token.tag, token.base = "AUX", "VBZ", "be"  # "my wife's from Bogotá"
        elif token.tag in ("VBD", "VBN") and _present(token):
            token.tag = "VBP"
        elif token.tag == "RB" and token.dep in ("dobj", "pobj") and token.lower not in _WHERE and not token.date:
            token.pos, token.tag = "NOUN", "NN"  # "hates cilantro"
        elif token.tag == "VBN" and token.base == token.lower and before is not None and _is_no_verb(token, before):
            token.pos, token.tag, token.base = "NOUN", "NN", ""  # "I avoid gluten"
        elif token.known is not None and token.known.kind == "app" and _is_role(tokens, at):
            token.known = None  # "a freelance illustrator"
        _mend_thing(tokens, at)
        if token.tag == "VB" and at and tokens[at - 1].lower in _HAVE and tokens[at - 1].tag in _FINITE:
            token.pos, token.tag, token.base = "NOUN", "NN", ""  # no bare verb follows "has"
        elif token.lower in FORMS and token.text == token.lower and not token.known and not token.date:
            _mend_verb(tokens, at)


def _bears_name(token: "Token", before: "Token") -> bool:
    """Whether a capital makes a name of the word: of a noun anywhere, of another word behind "called"."""
    noun = token.tag in ("NN", "NNS") and before.text not in _OPENING
    return noun or (before.lower in _CALLING and token.tag in _WORDS)  # "a dog called Lucky"


def _is_no_verb(token: "Token", before: "Token") -> bool:
    """A participle that looks like its verb and that no helper leads: only "cut" and "put" and their like may."""
    return before.pos == "VERB" and before.lower not in _HAVE and token.lower not in FORMS


def _mend_finite(tokens: list["Token"]) -> None:
    """ "Tom and Anna live in Pune" and "both like tea": no adjective, no preposition."""
    for at, token in enumerate(tokens):
        if (
            token.tag in ("VBP", "VBZ", "VBD")
            and token.pos not in ("VERB", "AUX", "PART")
            and token.text == token.lower
        ):
            token.pos = "VERB"
        elif token.lower == "like" and token.tag == "IN" and at and tokens[at - 1].lower in ("both", "all"):
            token.pos, token.tag, token.base = "VERB", "VBP", "like"


def _mend_first(tokens: list["Token"]) -> None:
    first = tokens[0] if tokens else None
    if first is None:
        return
    if first.tag == "NN" and _is_explained(tokens):
        first.pos, first.tag = "PROPN", "NNP"  # "Pennant, the service we built, …"
    elif first.tag in ("VBD", "VBN") and first.pos not in ("VERB", "AUX") and first.lower in FORMS:
        _mend_opening(tokens)
    elif first.tag in ("NNP", "NNPS") and first.known is None and first.text.istitle() and _is_common(tokens):
        first.pos, first.tag = "NOUN", "NNS" if first.lower.endswith("s") else "NN"


_ABSTRACT = re.compile(r".{3,}(?:graphy|logy|ness|tion|sion|ism|ship|hood|ics)$|.{5,}ment$")
_PLURAL = frozenset(("are", "were", "have", "do"))


def _is_common(tokens: list["Token"]) -> bool:
    """ "Dogs bring joy", "Photography helps me": the capital is that of the sentence."""
    at = 1
    while at < len(tokens) and tokens[at].pos == "ADV":
        at += 1
    verb = tokens[at] if at < len(tokens) else None
    if verb is None or verb.pos not in ("VERB", "AUX"):
        return False
    first = tokens[0].lower
    several = verb.tag == "VBP" or verb.lower in _PLURAL
    return bool(_ABSTRACT.match(first)) or (several and first.endswith("s") and not first.endswith("ss"))


def _mend_opening(tokens: list["Token"]) -> None:
    """ "Quit vaping": a past form that the parse takes for part of a name."""
    opening = tokens[0]
    noun = tokens[opening.head]
    opening.pos, opening.tag, opening.base = "VERB", "VBD", FORMS[opening.lower][0]
    if opening.dep == "compound" and noun.dep == "ROOT":
        noun.dep, noun.head, opening.dep, opening.head = "dobj", 0, "ROOT", 0


def _is_explained(tokens: list["Token"]) -> bool:
    """Whether the first word, with a capital, is explained by what follows its comma."""
    explained = any(token.dep == "appos" and token.head == 0 for token in tokens[2:9])
    article = len(tokens) > 3 and tokens[1].text == "," and tokens[2].lower in ("a", "an", "the", "our", "my")
    return explained and article and tokens[0].text.istitle()


def _is_role(tokens: list["Token"], at: int) -> bool:
    """Whether an app's name is an occupation here: an article before it, and no capital."""
    token, before = tokens[at], {word.lower for word in tokens[max(0, at - 3) : at]}
    return token.text == token.lower and token.lower.endswith(("er", "or")) and bool(before & {"a", "an"})


def _mend_thing(tokens: list["Token"], at: int) -> None:
    token, before = tokens[at], tokens[at - 1] if at else None
    if token.tag == "VBG" and before is not None and before.lower in _HELD and _is_kit(tokens, at):
        _join_kit(tokens, at)
    elif token.tag == "VB" and token.dep == "ccomp" and _is_compound(tokens, at):
        token.pos, token.tag, token.base = "NOUN", "NN", ""  # "recommended the ramen place on Mill Street"
    elif (
        token.tag == "JJ"
        and before is not None
        and (before.lower in ("a", "an") or token.lower in _THINGS)
        and _stands_alone(tokens, at)
    ):
        token.pos, token.tag = "NOUN", "NN"  # "a pendant that …"


_HELD = frozenset("got get gets bought buy have has had need own wear wears a an my our new his her their the".split())
_KIT = frozenset(
    "glasses shoes boots machine bag bags pool rod class classes lesson lessons table chair needles pan board aid aids "
    "gear suit mat wheel lamp room stick poles club group partner course camp".split()
)


def _is_kit(tokens: list["Token"], at: int) -> bool:
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    return following is not None and following.lower in _KIT and following.head == at


def _join_kit(tokens: list["Token"], at: int) -> None:
    """ "I got reading glasses": nothing is read."""
    token, kit = tokens[at], tokens[at + 1]
    before = tokens[at - 1]
    if before.dep == "aux" and before.head == at:  # the parse has "got" as the helper of "reading"
        for other in tokens:
            other.head = at - 1 if other.head == at and other is not kit else other.head
        before.dep, before.head, before.pos = token.dep, at - 1 if token.dep == "ROOT" else token.head, "VERB"
        token.dep, token.head = "xcomp", at - 1
    kit.dep, kit.head = "dobj" if token.dep in ("xcomp", "advcl", "ccomp") else token.dep, token.head
    token.pos, token.tag, token.base, token.dep, token.head = "NOUN", "NN", "", "compound", at + 1


_LETS = frozenset("let make have help see hear watch feel".split())
"""Verbs that a noun and a bare verb follow."""


def _is_compound(tokens: list["Token"], at: int) -> bool:
    """Whether article, noun and bare verb can only be one phrase."""
    if at < 3 or tokens[at - 1].pos != "NOUN" or tokens[at - 2].lower not in ("the", "a", "an", "that", "this"):
        return False
    above = tokens[tokens[at].head]
    return above.base not in _LETS and tokens[at + 1 : at + 2] != [] and tokens[at + 1].tag in ("IN", ".", ",")


def _stands_alone(tokens: list["Token"], at: int) -> bool:
    """Whether an object ends here, so that the word can be no adjective."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    return tokens[at].dep == "dobj" and (
        following is None
        or following.tag in ("WDT", ".", ",", "CC")
        or following.lower == "of"
        or (following.tag == "IN" and tokens[at].lower in _THINGS)
    )


def _present(token: "Token") -> bool:
    """ "Brew" tagged as a past that would be "brewed"."""
    verb, tag = FORMS.get(token.lower, ("", ""))
    return tag == "VB" and (token.lower == "knit" or token.lower not in forms_of(verb)[1:3])


def _named(token: "Token") -> bool:
    return token.text[0].isupper() and len(token.text) > 1 and not token.date


def _mend_verb(tokens: list["Token"], at: int) -> None:
    token, (verb, tag) = tokens[at], FORMS[tokens[at].lower]
    if token.pos not in ("NOUN", "PROPN", "ADJ", "ADP") or tag not in ("VB", "VBZ", "VBD"):
        return
    follows = tokens[at + 1] if at + 1 < len(tokens) else None
    if follows is not None and follows.pos in ("VERB", "AUX"):
        return
    if (
        _after_pronoun(tokens, at)
        or (tag == "VB" and _after_pair(tokens, at))
        or (tag == "VBZ" and (_only_verb(tokens, at) or _second_verb(tokens, at)))
    ):
        token.pos, token.tag, token.base = "VERB", "VBP" if tag == "VB" else tag, verb


def _after_pronoun(tokens: list["Token"], at: int) -> bool:
    """ "I row", "she often paints"."""
    before = at - 1
    while before >= 0 and (tokens[before].pos == "ADV" or tokens[before].date):
        before -= 1
    return before >= 0 and tokens[before].lower in _SUBJECTS


def _after_pair(tokens: list["Token"], at: int) -> bool:
    """ "Kofi and Ama work at …": two names, and no other word that could be the verb."""
    pair = at >= 3 and tokens[at - 2].lower == "and" and tokens[at - 1].pos == tokens[at - 3].pos == "PROPN"
    return pair and _leads_on(tokens, at) and not any(token.tag in _FINITE for token in tokens)


def _only_verb(tokens: list["Token"], at: int) -> bool:
    """ "The exporter talks to Jira": a sentence wants a verb, and nothing else in it can be one."""
    if at == 0 or any(token.tag in _FINITE for token in tokens) or not _leads_on(tokens, at):
        return False
    return tokens[at - 1].pos in ("NOUN", "PROPN") or tokens[at - 1].text == ","


def _second_verb(tokens: list["Token"], at: int) -> bool:
    """ "… is built with Flutter and talks to a backend"."""
    joined = at > 1 and tokens[at - 1].lower in ("and", "but")
    return joined and _leads_on(tokens, at) and any(token.tag == "VBZ" for token in tokens[: at - 1])


def _leads_on(tokens: list["Token"], at: int) -> bool:
    return at + 1 < len(tokens) and tokens[at + 1].pos in ("ADP", "DET", "PROPN", "ADJ", "PRON")
