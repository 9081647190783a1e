"""Who did it, did they really, and to what: the reading of one verb in its sentence.

In: tokens and noun phrases. Out: for a verb, its subject, its mood (a fact, over, denied, planned, or not said to be
so at all) and the noun phrases it takes, lists included. No parse tree: chat breaks parsers, while the few words
around a verb seldom mislead.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from zeph.memory.ingest.local.phrases.entities import Phrase
from zeph.memory.ingest.local.words.tokens import Token

Mood = Literal["fact", "denied", "over", "plan", "unreal"]
_BE = frozenset("is are was were am be been being 's 'm 're got get gets getting ai".split())
_HAVE = frozenset(("have", "has", "had", "'ve", "'d"))
_UNREAL = frozenset(
    "would could should might may must shall can ca try tried trying need needs needed have considering consider "
    "thinking think about of if wish hope recommend suggest suggested recommended without instead rather afford asked "
    "ask told tell helping help let lets makes make made able allowed supposed how what where why whether "
    "refuse forgot pretend tempted".split()
)
_PLAN = frozenset(
    "will 'll wo going planning plan plans want wants wanted hoping intend decided hope looking aim hopes intends expect expects expecting".split()
)
_STOPS = frozenset("stop stopped quit quitting stops ceased".split())
_STARTS = frozenset(
    "start started starting starts began begin keep kept love loved like liked enjoy enjoyed prefer prefers loves likes "
    "enjoys been got get been managed finally spend spent ended up mostly".split()
)
_NEGATION = frozenset(("not", "n't", "never", "no", "nor", "hardly", "barely", "neither"))
ALMOST = frozenset(("almost", "nearly"))
"""What almost happened did not."""
_SKIP_POS = ("ADV", "PART", "AUX", "INTJ")
_CONDITION = frozenset(
    ("if", "unless", "whether", "suppose", "supposing", "imagine", "wish", "pretend", "once", "until")
)


@dataclass(frozen=True, slots=True)
class Reading:
    """The words left of a verb."""

    subject: "Subject | None"
    mood: Mood
    start: int
    """Token where the clause begins."""
    passive: bool
    perfect: bool


@dataclass(frozen=True, slots=True)
class Subject:
    kind: Literal["speaker", "phrase", "same", "pronoun", "left_out"]
    phrase: Phrase | None = None
    at: int = 0


def read_verb(tokens: list[Token], found: dict[int, Phrase], verb: int) -> Reading:
    """Subject and mood of the verb at that position."""
    window, at = _window(tokens, found, verb)
    words = [token.lower for token in window]
    subject = _subject(tokens, found, at, verb, words)
    if subject is None or (subject.kind == "same" and tokens[at].lower == ","):
        subject = _parsed(tokens, found, verb) or subject
    start = subject.phrase.start if subject and subject.phrase else max(at, 0)
    mood = _mood(tokens, words, verb, start)
    passive = tokens[verb].tag in ("VBN", "VBD") and any(word in _BE for word in words)
    joined = subject is not None and subject.kind == "same" and tokens[verb].tag == "VBN"
    if joined and not any(word in _HAVE for word in words):
        passive = _after_passive(tokens, verb)
    return Reading(subject, mood, start, passive, any(word in _HAVE for word in words))


def _after_passive(tokens: list[Token], verb: int) -> bool:
    """Of "is hosted on X and written in Y" the writing."""
    head = tokens[verb].head
    first = tokens[head] if 0 <= head < verb else None
    return first is not None and first.tag == "VBN" and any(
        token.head == head and token.dep == "auxpass" for token in tokens[:verb]
    )  # fmt: skip


def _window(tokens: list[Token], found: dict[int, Phrase], verb: int) -> tuple[list[Token], int]:
    """The helpers directly before the verb, and the position of what stands before them."""
    at = verb - 1
    while at >= 0 and verb - at <= 10 and _helps(tokens, found, at):
        at -= 1
    return tokens[at + 1 : verb], at


def _helps(tokens: list[Token], found: dict[int, Phrase], at: int) -> bool:
    token = tokens[at]
    known_helper = token.lower in _STARTS | _STOPS | _UNREAL | _PLAN | _BE | _HAVE | {"to", "used", "longer", "also"}
    if at in found and not known_helper:
        return False
    if token.pos in ("PRON", "CCONJ", "SCONJ", "PUNCT", "DET") and token.lower not in _NEGATION:
        return False
    return token.pos in _SKIP_POS or known_helper or token.lower in _NEGATION


def _subject(tokens: list[Token], found: dict[int, Phrase], at: int, verb: int, words: list[str]) -> Subject | None:
    if at < 0:
        return _without_subject(tokens, verb, words)
    token = tokens[at]
    if token.lower in ("both", "each", "all") and at > 0 and token.pos in ("DET", "PRON", "CCONJ", "ADV"):
        at -= 1
        token = tokens[at]
    if token.lower in ("i", "we"):
        return Subject("speaker", at=at)
    if token.lower in ("he", "she", "they", "it"):
        return Subject("pronoun", at=at)
    if token.lower in ("who", "which", "that") and at > 0:
        before = at - 2 if tokens[at - 1].lower == "," else at - 1
        return Subject("phrase", found[before], before) if before in found and token.lower != "that" else None
    if token.lower in ("and", "but", "&", "then", "or", "plus", ","):
        return Subject("same", at=at)
    if at in found:
        return _beyond_preposition(tokens, found, at, verb)
    if token.date or token.pos in ("INTJ", "PUNCT"):
        return _without_subject(tokens, verb, words) if token.lower not in ("'", '"', ":") else None
    return None


def _parsed(tokens: list[Token], found: dict[int, Phrase], verb: int) -> Subject | None:
    """The subject by the parse: of "Pennant, the service we built, is written …" the name."""
    for child in range(verb):
        if tokens[child].head != verb or tokens[child].dep not in ("nsubj", "nsubjpass"):
            continue
        word = tokens[child].lower
        if word in ("i", "we"):
            return Subject("speaker", at=child)
        if word in ("he", "she", "they", "it"):
            return Subject("pronoun", at=child)
        fits = child in found and not cared_for(tokens, found[child].start)
        return Subject("phrase", found[child], child) if fits else None
    return None


def cared_for(tokens: list[Token], start: int) -> bool:
    """Whether the phrase there belongs to a relative clause: "the nurse who looks after my father comes …"."""
    if start < 2 or tokens[start - 1].lower not in ("after", "for", "with"):
        return False
    before = tokens[max(0, start - 6) : start]
    return any(token.tag == "WP" for token in before) and not any(token.lower == "," for token in before)


def _beyond_preposition(tokens: list[Token], found: dict[int, Phrase], at: int, verb: int) -> Subject | None:
    """Of "my friend from Lyon works …" the friend: what hangs on a preposition does nothing."""
    near = Subject("phrase", found[at], at)
    if cared_for(tokens, found[at].start):
        return None
    if tokens[found[at].end - 1].dep not in ("pobj", "dobj", "npadvmod"):
        return near
    parsed = _parsed(tokens, found, verb)
    if parsed is not None:
        return parsed
    if any(token.tag in ("WP", "WDT") for token in tokens[max(0, at - 8) : at]):
        return None  # "the nurse who looks after my father comes …"
    before = found[at].start - 1
    if before > 0 and tokens[before].pos == "ADP" and before - 1 in found:
        return _beyond_preposition(tokens, found, before - 1, verb)
    return near


def _without_subject(tokens: list[Token], verb: int, words: list[str]) -> Subject | None:
    """ "Went to Rome", "Just started learning Go": diary style leaves "I" out; a bare verb is a request."""
    finite = (
        tokens[verb].tag == "VBD"
        or (tokens[verb].tag == "VBN" and not words)
        or (words and tokens[verb].tag in ("VBG", "VBN", "VB") and words[0] in _DIARY)
        or words[:2] in (["ca", "n't"], ["no", "longer"])
    )
    return Subject("left_out", at=verb) if finite else None


_DIARY = frozenset("just finally started been recently currently still going planning used got".split())


def _mood(tokens: list[Token], words: list[str], verb: int, start: int) -> Mood:
    before = [token.lower for token in tokens[max(0, start - 12) : start + 1]]
    almost = not ALMOST.isdisjoint((*words, tokens[max(0, verb - 1)].lower))
    if almost or any(word in _CONDITION for word in before) or "?" in before or _doubted(before):
        return "unreal"
    if "used" in words and "to" in words and not any(word in ("'m", "am", "is", "get") for word in words):
        return "unreal" if _WISHED.intersection(words) else "over"  # "used to want to live there"
    after = [token.lower for token in tokens[verb + 1 : verb + 14]]
    negated = any(word in _NEGATION for word in words) or (bool(before) and before[-1] in _NEGATION)
    negated = negated or bool(_NOBODY.intersection(before[-3:]))
    if "longer" in words and negated or (negated and _anymore(after)):
        return "over"
    if any(word in _STOPS for word in words):
        return "unreal" if negated else "over"
    if "gave" in words and "up" in words:
        return "over"
    if any(word in _STARTS for word in words) and "to" not in words and not negated and not set(words) & _WOULD:
        return "fact"
    if _planned(words) and not negated:
        return "unreal" if "wanted" in words and not _STILL.intersection(words) else "plan"
    if "'d" in words and tokens[verb].tag == "VB" and tokens[verb].base not in _WISHES:
        return "unreal"  # "I'd choose Rust"
    if any(word in _UNREAL and not (word in _HAVE and "to" not in words) for word in words):
        return "fact" if "can" in words and _able(tokens, verb) else "unreal"
    return "denied" if negated else "fact"


def _able(tokens: list[Token], verb: int) -> bool:
    """ "I can speak Basque", "I can play the piano": a skill, not a date."""
    word = tokens[verb].lower
    return word == "speak" or (word == "play" and not any(token.date for token in tokens))


_WISHES = frozenset("prefer like love pick take hate recommend say".split())
_WISHED = frozenset("want plan hope intend wish dream".split())
_STILL = frozenset(("have", "has", "'ve", "always", "still"))
"""By which what one wanted is wanted to this day; else nobody says what became of it."""
_BELIEF = frozenset(
    "think believe suppose know guess say said claim claimed mean meant see feel imagine doubt thought".split()
)


_NOBODY = frozenset(("neither", "none", "nobody"))
_HEARSAY = frozenset("doubt rumor rumour rumours rumors allegedly supposedly".split())


def _doubted(before: list[str]) -> bool:
    """ "I don't think we have a cat"."""
    return any(
        word in _NEGATION and _BELIEF.intersection(before[at + 1 : at + 3]) for at, word in enumerate(before)
    ) or bool(_HEARSAY.intersection(before))  # fmt: skip


_WOULD = frozenset("would could should might may".split())


def _anymore(after: list[str]) -> bool:
    return "anymore" in after or ("any", "more") in pairwise(after)


def _planned(words: list[str]) -> bool:
    if set(words) & {"will", "'ll"} and not set(words) & _WOULD:
        return True
    wished = bool(set(words) & {"like", "love"}) and bool(set(words) & {"'d", "would"})
    return "to" in words and (wished or any(word in _PLAN for word in words))


def objects(tokens: list[Token], found: dict[int, Phrase], at: int) -> list[Phrase]:
    """The noun phrases that begin at ``at``: one, or a list ("Rust, Go and some Zig")."""
    at = _skip_fillers(tokens, at)
    items: list[Phrase] = []
    while at < len(tokens) and at in found and len(items) < 8:
        phrase = found[at]
        if phrase.start != at or (items and _is_new_clause(tokens, found, phrase)):
            break
        items.append(phrase)
        if phrase.end < len(tokens) and tokens[phrase.end].text == ":" and phrase.end + 1 in found:
            return objects(tokens, found, phrase.end + 1) or items  # "two libraries: pixelwind and csvgoat"
        at = _after_joiner(tokens, phrase.end)
        if at >= len(tokens):
            at = _after_use(tokens, found, phrase.end)
    return items


_USES = frozenset("for on as in at with".split())


def _after_use(tokens: list[Token], found: dict[int, Phrase], at: int) -> int:
    """Past what an item of a list is for ("Terraform for infra and Ansible for …"), where a name goes on with it."""
    purpose = found.get(at + 1) if at < len(tokens) and tokens[at].lower in _USES else None
    if purpose is None:
        return len(tokens)
    following = _after_joiner(tokens, purpose.end)
    item = found.get(following)
    named = item is not None and (item.proper or tokens[item.end - 1].known is not None)
    return following if named else len(tokens)


_FILLERS = frozenset("mostly mainly only just also both really mainly primarily about either like now back".split())


def _skip_fillers(tokens: list[Token], at: int) -> int:
    while at < len(tokens) and (tokens[at].lower in _FILLERS or tokens[at].lower == '"'):
        at += 1
    return at


def _after_joiner(tokens: list[Token], at: int) -> int:
    joined = at
    while joined < len(tokens) and tokens[joined].lower in (",", "and", "&", "or", "plus", '"', "also"):
        joined += 1
    return joined if joined > at else len(tokens)


def _is_new_clause(tokens: list[Token], found: dict[int, Phrase], phrase: Phrase) -> bool:
    following = tokens[phrase.end] if phrase.end < len(tokens) else None
    if following is not None and following.lower == "and" and phrase.end + 2 < len(tokens):
        joined = tokens[phrase.end + 1].lower in ("i", "we", "he", "she", "they")  # "…, Bilal and I write"
        if joined and tokens[phrase.end + 2].pos in ("VERB", "AUX", "ADV"):
            return phrase.proper
    return following is not None and following.pos in ("VERB", "AUX") and following.tag != "VBG"


def names_a_person(phrase: Phrase, tokens: list[Token]) -> bool:
    known = tokens[phrase.end - 1].known or tokens[phrase.start].known
    return known is not None and known.kind == "given_name"
