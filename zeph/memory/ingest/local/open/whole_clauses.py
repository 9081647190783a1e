"""A clause said again with all that hangs on it: purposes, reasons, further verbs, up to twenty words.

In: a parsed sentence, a verb in it and the actor. Out: "Dana meditates, does yoga, and teaches classes"; empty where
nothing is left. Unlike ``wording``, which ends a fact soon after its object, this keeps what a later question
may ask for. It ends where somebody else's clause, the person spoken to, a condition or a contrast begins.
"""

from zeph.memory.ingest.local.open.clauses import Tree
from zeph.memory.ingest.local.open.wording import third
from zeph.memory.ingest.local.phrases.reader import Actor, Sentence
from zeph.memory.ingest.local.words.tokens import Token

MAX_WORDS = 22
_FILLERS = frozenset(
    "really just so also actually definitely totally truly very super recently lately even still now finally currently "
    "basically honestly too probably maybe though absolutely kinda".split()
)
_ADDRESSED = frozenset("you your yours yourself u ya y'all yourselves".split())
_ASKED = frozenset("i you he she it we they there".split())
_ENDS = frozenset(("but", "if", "unless", "although", "though", "however", ":", "(", ")", "*", "-", "--", "—"))
_DANGLING = frozenset(
    "and or but so that which to a an the of in on at for with from by about as their because while when where who if "
    "into than plus it's is was are were be my ' \" , how what too some such like all both not after before since i we "
    "they them's 've 're 's 'm have has had do does did will would can could should what's".split()
)
_BE = {
    "am": "is",
    "'m": "is",
    "are": "is",
    "'re": "is",
    "were": "was",
    "have": "has",
    "'ve": "has",
    "do": "does",
    "'s": "is",
}
_THEIRS = {"am": "are", "'m": "are", "'re": "are", "was": "were", "'ve": "have", "'s": "is", "'ll": "will"}
_OWN = {"my": "their", "our": "their", "myself": "themselves", "ourselves": "themselves", "mine": "theirs",
        "ours": "theirs", "me": "them", "us": "them", "i": "they", "we": "they"}  # fmt: skip
_CONTRACTED = {"ca": "can", "wo": "will", "n't": "not", "'ve": "have", "'ll": "will", "'d": "would", "'re": "are"}
_CORE = frozenset(("conj", "parataxis", "ROOT"))


def start_of(tree: Tree, verb: int) -> int:
    """Where its helpers begin."""
    near = [at for at in tree.all(verb, "aux", "auxpass", "neg") if at < verb and verb - at <= 5]
    return min(near, default=verb)


def kept_of(sentence: Sentence, tree: Tree, verb: int, subject: int | None, least: int) -> list[int]:
    """The tokens of the clause from its helpers on; ``least``: where at the earliest it may end."""
    kept: list[int] = []
    for at in range(start_of(tree, verb), len(sentence.tokens)):
        token = sentence.tokens[at]
        if at > verb and (token.lower in _ADDRESSED or (at >= least and _ends(sentence, tree, verb, at))):
            break
        if at == subject or token.date or token.lower in _FILLERS or token.pos == "INTJ":
            continue
        kept.append(at)
        phrase = sentence.found.get(at)
        if len(kept) >= MAX_WORDS and (phrase is None or phrase.end - 1 == at) and not _glued(sentence, at + 1):
            break
    while kept and kept[-1] > verb and _dangles(sentence.tokens[kept[-1]]):
        kept.pop()
    return kept


def _glued(sentence: Sentence, at: int) -> bool:
    """Whether the word there belongs to the one before: "one-of-a-kind"."""
    inside = 0 < at < len(sentence.tokens)
    return (
        inside and sentence.tokens[at - 1].end == sentence.tokens[at].start and sentence.word(at) not in (",", ".", "!")
    )


def _ends(sentence: Sentence, tree: Tree, verb: int, at: int) -> bool:
    """Whether another statement begins here."""
    token = sentence.tokens[at]
    if token.pos == "AUX" and sentence.word(at + 1) in ("n't", "not") and sentence.word(at + 2) in _ASKED:
        return True  # "more fun, doesn't it"
    if token.lower == "," and _addressed(sentence, at + 1):
        return True
    if token.lower in _ENDS:
        glued = token.lower == "-" and sentence.tokens[at - 1].end == token.start
        return not glued
    if token.dep in ("nsubj", "nsubjpass", "expl", "csubj") and token.head != verb:
        above = sentence.tokens[token.head]
        return above.dep in _CORE or (above.dep == "ccomp" and token.head < verb)
    below = sentence.found.get(at)
    if below is not None and below.start == at and below.end - 1 != at:
        last = sentence.tokens[below.end - 1]
        return last.dep in ("nsubj", "nsubjpass") and last.head != verb and sentence.tokens[last.head].dep in _CORE
    return False


def _addressed(sentence: Sentence, at: int) -> bool:
    """Whether a name there ends the sentence: "I miss you, Ada!"."""
    rest = sentence.tokens[at:]
    return bool(rest) and rest[0].pos == "PROPN" and all(token.pos == "PUNCT" for token in rest[1:])


def _dangles(token: Token) -> bool:
    return token.lower in _DANGLING or token.pos in ("PUNCT", "CCONJ", "SCONJ", "DET")


def said(sentence: Sentence, tree: Tree, verb: int, kept: list[int], actor: Actor) -> str:
    """The kept tokens as a fact about the actor, whose pronouns are replaced."""
    text, before = "", -2
    opening = start_of(tree, verb)
    for at in kept:
        token = sentence.tokens[at]
        word = _word(sentence, tree, verb, at, actor, first=at == opening)
        split = word != token.text and token.text[:1] == "'" or token.lower in ("n't", "'ve")
        glued = before == at - 1 and before >= 0 and sentence.tokens[before].end == token.start
        text += word if glued and not split else f" {word}"
        before = at
    return f"{actor.name} {' '.join(text.split()).replace('can not', 'cannot')}" if text.strip() else ""


def _word(sentence: Sentence, tree: Tree, verb: int, at: int, actor: Actor, *, first: bool) -> str:
    token = sentence.tokens[at]
    speaker = sentence.discourse.speaker
    if first and not actor.plural:
        return _opening(token)
    if _joined_to(sentence, tree, at, verb) and not actor.plural and sentence.tokens[verb].tag == "VBP":
        return third(token.base)
    if token.lower in _OWN and actor.name != speaker:
        return f"{speaker}'s" if token.lower in ("my", "our") else speaker
    subject = tree.child(at, "nsubj") if token.pos in ("VERB", "AUX") else None
    if subject is None and token.dep == "aux":
        subject = tree.child(token.head, "nsubj")
    if subject is not None and sentence.word(subject) in ("i", "we", "they") and token.lower in _THEIRS:
        return _THEIRS[token.lower]
    if token.lower in _CONTRACTED and token.pos in ("AUX", "PART", "VERB"):
        return _CONTRACTED[token.lower]
    return token.lower if first else _OWN.get(token.lower, token.text)


def _opening(token: Token) -> str:
    lower = token.lower
    if lower in _BE:
        return _BE[lower]
    if token.tag in ("VBP", "VB") and token.base and token.pos == "VERB":
        return third(token.base)
    if (token.tag in ("VBG", "VBN") and token.pos == "VERB" and lower != "been") or token.pos in ("ADJ", "ADP"):
        return f"is {lower}"
    return "has been" if lower == "been" else _CONTRACTED.get(lower, lower)


def _joined_to(sentence: Sentence, tree: Tree, at: int, verb: int) -> bool:
    """A further verb of the same subject: "I meditate and teach"."""
    token = sentence.tokens[at]
    if token.dep != "conj" or token.tag not in ("VBP", "VB") or not token.base or tree.child(at, "nsubj", "aux"):
        return False
    for _ in range(4):
        token = sentence.tokens[token.head]
        if token is sentence.tokens[verb]:
            return True
        if token.dep != "conj":
            return False
    return False
