"""Whom or what a verb of the frames speaks of: a person, a group or animal of theirs, or a thing of their world.

In: a read sentence, a verb, the subject that the words before it suggest. Out: the subject that the parse prefers
where those words belong to something else ("the Pi in the basement runs …"), and the entity it stands for.
"""

from zeph.memory.ingest.local.frames.objects import NOUNS
from zeph.memory.ingest.local.open.deeds import phrase_actor
from zeph.memory.ingest.local.patterns import KIN, PETS, THINGS
from zeph.memory.ingest.local.phrases.entities import Phrase, is_thing, kin_of, mine, singular, usable
from zeph.memory.ingest.local.phrases.identity import kin_of_others, named_role
from zeph.memory.ingest.local.phrases.reader import Actor, Sentence
from zeph.memory.ingest.local.phrases.syntax import Subject, cared_for, names_a_person

_WITHIN = frozenset(("pobj", "dobj", "appos", "npadvmod", "attr", "relcl", "compound", "poss"))
_SUBJECT = ("nsubj", "nsubjpass")
_FIRST = frozenset(("i", "we"))


def true_subject(sentence: Sentence, at: int, near: Subject | None) -> Subject | None:
    """The verb's subject: what stands before it, unless the parse says that this belongs elsewhere."""
    if order_of(sentence, at) is not None:
        return None  # whether they did what they were told nobody says
    if near is not None and near.kind == "same":
        own = _own_subject(sentence, at)
        return (_as_subject(sentence, own) if own is not None else None) or near
    if near is not None and (near.phrase is None or not near.at or sentence.tokens[near.at].dep not in _WITHIN):
        return near
    by_parse = _by_parse(sentence, at)
    if by_parse is None and (own := _own_subject(sentence, at)) is not None and sentence.word(own) in _SOME:
        return None
    return by_parse or near


_SOME = frozenset("anyone anybody nobody none few someone somebody one noone neither".split())
"""Of "hardly anyone in my office uses Windows" it is not the office."""


_ORDERS = frozenset(
    "tell advise ask encourage urge order beg warn remind convince persuade recommend instruct invite expect require "
    "want need allow forbid push".split()
)


def order_of(sentence: Sentence, at: int) -> int | None:
    """Of "told him to quit" the telling, asked of the quitting."""
    token = sentence.tokens[at]
    if token.dep not in ("xcomp", "ccomp") or token.tag != "VB" or sentence.word(at - 1) not in ("to", "not"):
        return None
    above = sentence.tokens[token.head]
    if token.head >= at or above.base not in _ORDERS:
        return None
    between = range(token.head + 1, at)
    moved = any(
        sentence.tokens[i].dep in ("dobj", "dative", "nsubj") and sentence.tokens[i].pos in _WHOM for i in between
    )
    return token.head if moved else None


_WHOM = ("PRON", "NOUN", "PROPN")


def _own_subject(sentence: Sentence, verb: int) -> int | None:
    tokens = sentence.tokens
    return next((i for i, t in enumerate(tokens) if t.head == verb and t.dep in _SUBJECT and i != verb), None)


def _by_parse(sentence: Sentence, at: int) -> Subject | None:
    tokens = sentence.tokens
    if not tokens[at].dep:
        return None
    verb = at
    for _ in range(3):
        own = _own_subject(sentence, verb)
        if own is not None and sentence.word(own) in ("that", "which", "who"):
            own = tokens[verb].head if tokens[verb].dep == "relcl" else None
        if own is not None:
            return _as_subject(sentence, own)
        doing = tokens[verb].dep == "advcl" and tokens[verb].tag == "VBG" and verb > tokens[verb].head
        if not doing and (tokens[verb].dep not in ("conj", "xcomp", "acl", "ROOT") or tokens[verb].head == verb):
            return None
        above = tokens[verb].head
        if tokens[verb].dep == "acl":  # "I'm an illustrator based in Ljubljana"
            if tokens[above].dep != "attr":
                return None
            above = tokens[above].head
        verb = above
    return None


def _as_subject(sentence: Sentence, own: int) -> Subject | None:
    word = sentence.word(own)
    if word in _FIRST:
        return Subject("speaker", at=own)
    if word in ("he", "she"):
        return Subject("pronoun", at=own)
    phrase = sentence.found.get(own)
    if phrase is None or cared_for(sentence.tokens, phrase.start):
        return None
    return Subject("phrase", phrase, own)


def someone(sentence: Sentence, phrase: Phrase) -> Actor | None:
    """A person, a group or an animal; None where the phrase means a thing."""
    if mine(phrase) and (named := named_role(sentence, phrase)):
        return Actor(named, "person")
    if (related := kin_of_others(sentence, phrase)) is not None:
        return related
    if kin_of(phrase, sentence.tokens) is None and not names_a_person(phrase, sentence.tokens):
        pet = _pet(sentence, phrase)
        if pet is not None:
            return pet
        if phrase.proper and (phrase.determiner or sentence.kind(phrase)):
            return None  # "our CI", "Kubernetes"
        if not phrase.proper:
            actor = phrase_actor(sentence, phrase)
            return actor if actor is not None and actor.type in ("person", "organization") else None
    described = sentence.described(phrase) or _explained(sentence, phrase)
    if described is not None and (described.head in THINGS or described.head in NOUNS["products"]):
        return None  # "Quill, a note-taking app"
    return sentence.actor(Subject("phrase", phrase), things=False)


def _explained(sentence: Sentence, phrase: Phrase) -> Phrase | None:
    """What the parse says that the name stands for: "Quill, a note-taking app that …"."""
    at = next((i for i, t in enumerate(sentence.tokens) if t.dep == "appos" and t.head == phrase.end - 1), None)
    return sentence.found.get(at) if at is not None else None


def _pet(sentence: Sentence, phrase: Phrase) -> Actor | None:
    """ "My dog Rufus" is Rufus."""
    tokens = sentence.tokens[phrase.start : phrase.end]
    at = next((i for i, token in enumerate(tokens) if singular(token.lower) in PETS), None)
    if at is None or not mine(phrase):
        return None
    named = [token.text for token in tokens[at + 1 :] if token.text[:1].isupper()]
    if tokens[at + 1 :] and not named:
        return None  # "my cat tree"
    return Actor(" ".join(named) or f"{sentence.speaker.name}'s {tokens[at].lower}", "concept")


def something(sentence: Sentence, phrase: Phrase) -> Actor | None:
    """A thing of the speaker's world: "Heron", "the plugin", "our mobile app"."""
    if kin_of(phrase, sentence.tokens) is not None or names_a_person(phrase, sentence.tokens):
        return None
    if mine(phrase) and named_role(sentence, phrase):
        return None
    if phrase.head in NOUNS["roles"] and not phrase.proper and phrase.head not in THINGS:
        return None
    if singular(phrase.head) in KIN or singular(phrase.head) in PETS or phrase.head in _FOLK:
        return None
    told = phrase.determiner in ("the", "my", "our") or phrase.proper or is_thing(phrase)
    if not told or not (usable(phrase) or is_thing(phrase)):
        return None
    known = sentence.tokens[phrase.end - 1].known
    return Actor(phrase.name, known.entity_type if known and phrase.proper else "project")


_FOLK = frozenset(
    "parent family folk people guy man woman team friend girl boy couple colleague customer student teacher".split()
)
