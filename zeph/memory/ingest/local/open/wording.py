"""A clause said again as a fact: the actor in front, the speaker's pronouns replaced, the tense kept.

In: a clause of a parsed sentence. Out: "Dana painted a sunrise for their mother". Dates are left out: they become the
fact's validity, and "yesterday" is wrong tomorrow.
"""

from zeph.memory.ingest.local.open.clauses import Clause, Tree
from zeph.memory.ingest.local.patterns import inflect
from zeph.memory.ingest.local.phrases.reader import Actor, Sentence
from zeph.memory.ingest.local.words.tokens import Token

MAX_WORDS = 18
_AFTER_SO = frozenset(("far", "long", "often"))
_FILLERS = frozenset(
    "really just so also actually definitely totally truly pretty very super recently lately even still now finally "
    "currently basically honestly too probably maybe though absolutely kinda".split()
)
_SINGULAR = {"am": "is", "'m": "is", "are": "is", "'re": "is", "have": "has", "'ve": "has", "do": "does", "were": "was"}
_SPELLED = {"'m": "are", "'re": "are", "'ve": "have", "'d": "had", "'ll": "will", "am": "are"}
_OWN = {"my": "their", "our": "their", "myself": "themselves", "ourselves": "themselves", "mine": "theirs", "ours": "theirs"}  # fmt: skip
_ACTIVE = frozenset("go see start finish read make do take get find spend try come begin".split())
_ADDRESSED = frozenset("you your yours yourself u ya y'all".split())
_DANGLING = frozenset(
    "and or but so that which to a an the of in on at for with from by about as their because while when where who if "
    "into than plus it's is was are were be my ' \" - , ( how what too some such like all both not after before".split()
)
_PAST_OF = {
    "feel": "felt",
    "think": "thought",
    "want": "wanted",
    "see": "saw",
    "understand": "understood",
    "begin": "began",
}
_BREAKS = ("advcl", "relcl", "parataxis", "ccomp", "acl")


def third(verb: str) -> str:
    """The third person singular of a verb's dictionary form."""
    return {"be": "is", "have": "has", "do": "does", "go": "goes"}.get(verb) or inflect(verb)[0]


def reworded(sentence: Sentence, tree: Tree, clause: Clause, actor: Actor, skipped: set[int], until: int) -> str:
    """The clause as a fact about the actor; ``skipped`` are tokens of another fact, ``until`` ends the object."""
    start = _start(tree, clause)
    left_out = skipped | {
        at
        for at, token in enumerate(sentence.tokens)
        if token.pos == "ADP" and _leads_nowhere(sentence, skipped, at, until)
    }
    kept = [at for at in _kept(sentence, tree, clause, start, until) if at not in left_out]
    while kept and _dangles(sentence, kept[-1], until):
        kept.pop()
    text = _joined(sentence, kept, actor, clause, start)
    return f"{actor.name} {text}".strip() if text else ""


def _leads_nowhere(sentence: Sentence, skipped: set[int], at: int, until: int) -> bool:
    """Whether all that the preposition leads to is skipped: of "over [music and] art" the art is left."""
    following = at + 1
    while following in skipped:
        following += 1
    return following > at + 1 and (following >= until or sentence.tokens[following].pos == "ADP")


def _start(tree: Tree, clause: Clause) -> int:
    helpers = [at for at in tree.all(clause.verb, "aux", "auxpass") if at < clause.verb and clause.verb - at <= 5]
    return min(helpers, default=clause.verb)


def _kept(sentence: Sentence, tree: Tree, clause: Clause, start: int, until: int) -> list[int]:
    inside, kept = tree.under(clause.verb), []
    for at in range(start, len(sentence.tokens)):
        token = sentence.tokens[at]
        if at > clause.core and (at not in inside or _breaks(tree, token, clause, at, until)):
            break
        if (
            at in clause.skipped
            or token.lower in (":", "*")
            or token.date
            or (token.lower in _FILLERS and not (token.lower == "so" and sentence.word(at + 1) in _AFTER_SO))
            or (token.pos == "INTJ")
            or at == clause.subject
        ):
            continue
        kept.append(at)
        if len(kept) >= MAX_WORDS and at >= until:
            break
    return kept


def _breaks(tree: Tree, token: Token, clause: Clause, at: int, until: int) -> bool:
    if token.lower in _ADDRESSED:
        return True
    if at < until:
        return False
    if token.pos == "PUNCT" and token.lower not in ("-", "'", '"', "/"):
        return True
    verbal = token.pos in ("VERB", "AUX") and at not in clause.chain
    if verbal and (token.dep in _BREAKS or token.dep == "conj" or (token.dep == "xcomp" and token.tag == "VBG")):
        return True
    opens = token.dep in ("mark", "cc") or token.tag in ("WDT", "WP", "WRB", "PRP") or token.lower == "that"
    above = tree.tokens[token.head]
    joins_verb = token.dep == "cc" and token.head in clause.chain
    return opens and (joins_verb or (token.head not in clause.chain and above.pos in ("VERB", "AUX")))


def _dangles(sentence: Sentence, at: int, until: int) -> bool:
    token = sentence.tokens[at]
    if at < until and token.lower not in ('"', "'", ","):
        return False
    return token.lower in _DANGLING or token.pos in ("PUNCT", "CCONJ", "SCONJ", "DET") or token.lower in ("i", "we")


def _made(sentence: Sentence, clause: Clause) -> str:
    token = sentence.tokens[clause.verb]
    past = sentence.tokens[token.head].tag in ("VBD", "VBN")
    return _PAST_OF.get(token.base, inflect(token.base)[1]) if past else third(token.base)


def _joined(sentence: Sentence, kept: list[int], actor: Actor, clause: Clause, start: int) -> str:
    text, before = "", -2
    for at in kept:
        token = sentence.tokens[at]
        glued = before == at - 1 and before >= 0 and sentence.tokens[before].end == token.start
        word = (
            _made(sentence, clause)
            if clause.made and at == start
            else _word(token, actor, first=at == start, lead=sentence)
        )
        apart = word[:1].isalpha() and token.lower.startswith("'")
        text += word if glued and not apart else f" {word}"
        before = at
    return " ".join(text.split())


def _opening(token: Token) -> str:
    """The finite verb, said of a single person."""
    lower = token.lower
    if lower in _SINGULAR:
        return _SINGULAR[lower]
    if token.tag in ("VBP", "VB") and token.base:
        return third(token.base)
    if token.tag == "VBG" and token.pos == "VERB":
        return f"is {lower}"
    if token.tag == "VBN" and token.dep == "acomp" and token.pos == "VERB" and token.base not in _ACTIVE:
        return f"is {lower}"
    return "has been" if lower == "been" else ""


def _word(token: Token, actor: Actor, *, first: bool, lead: Sentence) -> str:
    lower = token.lower
    if first and not actor.plural:
        perfect = lower == "'s" and token.dep == "aux" and lead.tokens[token.head].tag == "VBN"
        opening = ("has" if perfect else "is") if lower == "'s" else _opening(token)
        if opening:
            return opening
    if lower in _SPELLED and token.pos == "AUX":
        return _SPELLED[lower]
    if lower in ("me", "us", "i", "we"):
        return lead.discourse.speaker if actor.name != lead.discourse.speaker else "them"
    if lower in ("my", "our") and actor.name != lead.discourse.speaker:
        return f"{lead.discourse.speaker}'s"
    if first:
        return lower
    return _OWN.get(lower, token.text)
