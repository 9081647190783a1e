"""What a speaker thinks of things in general, and what things do for them: "family time matters to me".

In: a parsed sentence and what is known of it. Out: findings about the subject of the clause: an edge to the speaker
where the clause names them, else what they think of it.
"""

from dataclasses import dataclass

from zeph.memory.ingest.local.frames.objects import is_tangible
from zeph.memory.ingest.local.open.clauses import Tree, gerund_subject
from zeph.memory.ingest.local.open.reached import reached
from zeph.memory.ingest.local.open.targets import sensible
from zeph.memory.ingest.local.open.whole_clauses import kept_of, said, start_of
from zeph.memory.ingest.local.open.words import EMPTY_CORES, OPENINGS, OUTPUTS, PARTICIPLES, READ_AS
from zeph.memory.ingest.local.patterns import KIN, VAGUE, inflect
from zeph.memory.ingest.local.phrases.entities import entity_type, singular
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence
from zeph.memory.ingest.local.words.tokens import Token

_FIRST = frozenset(("i", "we"))
_ME = frozenset(("me", "us", "my", "our"))
_MINE = ("my", "our")
_DENIED = frozenset("not n't nt never no neither nor hardly barely rarely cannot almost nearly".split())
_UNREAL = frozenset("would could should might may must 'd".split())
_OPENERS = frozenset("if unless whether how why what where like until than".split())
_SURE = frozenset(
    "tell say mention know realize realise find think believe feel notice see learn discover remember mean love be".split()
)
_EFFECTS = frozenset(
    "bring give make help matter mean keep teach remind show represent calm relax inspire motivate boost connect lift "
    "comfort allow let encourage fill heal soothe symbolize drive ground pay bond strengthen push refresh fuel recharge "
    "warm brighten".split()
)
"""Verbs that tell what a thing does for people."""
_GIVES = frozenset(("bring", "give", "add"))
_WORTH = frozenset(("matter", "mean"))
_FINITE = frozenset(("VBZ", "VBP", "VBD", "MD"))
_OWN = {"my": "their", "our": "their", "your": "their", "myself": "themselves", "ourselves": "themselves",
        "yourself": "themselves"}  # fmt: skip
_THEIRS = frozenset("his her their its your".split())
_PRAISING = frozenset(
    "awesome great amazing cool incredible nice fantastic wonderful sweet lovely good fun best".split()
)
_WEIGHTY = frozenset(
    "important crucial essential vital powerful precious priceless necessary underrated overrated".split()
)
_YOURS = frozenset(("you", "your", "yourself"))
_OFTEN = frozenset("always really also just often never usually sometimes still even truly sure".split())


@dataclass(frozen=True, slots=True)
class _Thing:
    """What a clause is about: an entity and how it is called in the clause."""

    name: str
    type: str
    shown: str
    at: int
    doing: tuple[str, ...] = ()
    """Of an activity the words before the thing: "exploring"."""


def thought_findings(sentence: Sentence, tree: Tree, known: list[Finding]) -> list[Finding]:
    """What each clause about a thing says that ``known`` does not."""
    taken = {finding.at for finding in known}
    found: list[Finding] = []
    for at, token in enumerate(sentence.tokens):
        if token.pos not in ("VERB", "AUX") or taken.intersection(range(start_of(tree, at), at + 1)):
            continue
        subject = _subject(sentence, tree, at)
        if subject is None or not asserted(sentence, tree, at):
            continue
        found += _thought(sentence, tree, at, subject)
    return found


def _subject(sentence: Sentence, tree: Tree, at: int) -> int | None:
    token = sentence.tokens[at]
    subject = tree.child(at, "nsubj", "csubj")
    opening = next((i for i, one in enumerate(sentence.tokens[:4]) if one.pos not in ("INTJ", "ADV", "PUNCT")), 0)
    if sentence.tokens[opening].tag == "VBG" and gerund_subject(sentence.tokens, opening) == start_of(tree, at):
        return opening
    if subject is None or subject > at or token.dep not in ("ROOT", "conj", "ccomp", "parataxis", "advcl"):
        return None
    return subject


def _thought(sentence: Sentence, tree: Tree, at: int, subject: int) -> list[Finding]:
    token = sentence.tokens[at]
    value = tree.child(at, "attr", "acomp") if token.base == "be" or token.lower in ("is", "are", "'s") else None
    helpers = {sentence.word(child) for child in tree.all(at, "aux")}
    if (token.base not in _EFFECTS and value is None) or helpers & _UNREAL:
        return []
    kept = kept_of(sentence, tree, at, subject, 0)
    touched = any(sentence.word(place) in _ME for place in kept)
    things = _things(sentence, tree, at, subject, touched=touched)
    if kept and sentence.word(kept[-1] + 1) in _YOURS and value is None:
        return []  # "running can boost your mood"
    if not things or len(kept) < 2 or (token.tag == "VBD" and not touched):
        return []
    gerund = sentence.tokens[subject].tag == "VBG"
    weighty = value is not None and sentence.word(value) in _WEIGHTY
    if value is not None and not (sentence.tokens[value].dep == "attr" or touched or gerund or weighty):
        return []
    shown = (
        " and ".join([", ".join(thing.shown for thing in things[:-1]), things[-1].shown])
        if things[1:]
        else things[0].shown
    )
    plural = sentence.tokens[start_of(tree, at)].tag in ("VBP", "VB", "VBD")
    text = said(sentence, tree, at, kept, Actor(shown, "concept", plural=plural))
    speaker = sentence.speaker.name
    if touched:
        relation = _relation(sentence, tree, at, value)
        return [
            Finding(
                speaker, "person", "_".join((relation, *thing.doing)), thing.name, thing.type, text, "open_by", at, 0.85
            )
            for thing in things
            if relation
        ]
    judged = value is None or any(sentence.tokens[child].pos == "ADJ" for child in tree.children[value])
    if not (judged or plural or gerund or weighty) or len(text.split()) < 3:
        return []  # "Larch is a fork": no opinion
    theirs = value is not None and any(sentence.word(child) in _THEIRS for child in tree.children[value])
    praised = gerund and value is not None and sentence.word(value) in _PRAISING
    if theirs or praised:
        return []  # "veggies are his favourite", "working on cars is awesome" in answer to somebody
    first = things[0]
    fact = f"{speaker} thinks that {text}"
    relation = "_".join(("has_opinion_of", *first.doing))
    return [Finding(speaker, "person", relation, first.name, first.type, fact, "open_opinion", at, 0.85)]


def _relation(sentence: Sentence, tree: Tree, at: int, value: int | None) -> str:
    """From the speaker to the thing: "gets_joy_from", "finds_important", "has_motivation"."""
    token = sentence.tokens[at]
    if value is None:
        given = tree.child(at, "dobj")
        noun = sentence.tokens[given] if given is not None else None
        if token.base in _GIVES:
            plain = noun is not None and noun.pos == "NOUN" and noun.lower.isalpha() and noun.lower not in OUTPUTS
            return f"gets_{noun.lower}_from" if plain and noun is not None else ""
        return "values" if token.base in _WORTH else READ_AS.get(slug := f"{_participle(token)}_by", slug)
    word = sentence.tokens[value]
    if not word.text.isalpha():
        return ""
    if word.pos == "ADJ" or word.dep == "acomp":
        return f"finds_{word.lower}"
    own = any(sentence.word(child) in _MINE for child in tree.children[value])
    if word.lower in ("favorite", "favourite"):
        return "prefers"
    return f"has_{singular(word.lower)}" if own and word.pos == "NOUN" and word.lower not in VAGUE else ""


def _participle(token: Token) -> str:
    return PARTICIPLES.get(token.base) or inflect(token.base)[2]


def _things(sentence: Sentence, tree: Tree, at: int, subject: int, *, touched: bool) -> list[_Thing]:
    """The subject and what "and" joins to it; none where one of them is no thing to think of."""
    if sentence.tokens[subject].tag == "VBG" and subject not in sentence.found:
        thing = _thing(sentence, tree, at, subject, touched=touched)
        return [thing] if thing is not None else []
    places = [subject, *(place for place in tree.all(subject, "conj") if place < at)]
    things = [_thing(sentence, tree, at, place, touched=touched) for place in places]
    return [thing for thing in things if thing is not None] if None not in things else []


def _thing(sentence: Sentence, tree: Tree, at: int, subject: int, *, touched: bool) -> _Thing | None:
    if sentence.tokens[subject].tag == "VBG" and subject not in sentence.found:
        return _doing(sentence, tree, subject, start_of(tree, at))
    token = sentence.tokens[at]
    phrase = sentence.found.get(subject)
    if phrase is None or phrase.owner_end or phrase.proper or sentence.word(phrase.start) in OPENINGS:
        return None
    if phrase.end - 1 != subject or subject >= at:
        return None
    if touched and phrase.determiner in ("this", "these") and is_tangible(phrase):
        return _Thing(phrase.name, "concept", f"{phrase.determiner} {phrase.name}", subject)
    if not sensible(sentence, phrase):
        return None
    the = () if token.tag == "VBD" else ("the",)
    if phrase.determiner and phrase.determiner not in ((*the, *_MINE) if touched else ()):
        return None
    if phrase.head in KIN or any(child > subject for child in tree.all(subject, "relcl", "acl", "prep")):
        return None
    return _Thing(phrase.name, entity_type(phrase, sentence.tokens[subject], "concept"), phrase.name, subject)


def _doing(sentence: Sentence, tree: Tree, first: int, end: int) -> _Thing | None:
    """ "Exploring nature": what an activity is about, or the activity where it is one word."""
    words = [token for token in sentence.tokens[first:end] if not token.date]
    while words and (
        words[-1].pos in ("PUNCT", "AUX")
        or words[-1].lower in _OFTEN
        or (words[-1].pos == "ADV" and words[-1].lower.endswith("ly"))
    ):
        words.pop()
    if not words or any(_is_apart(word) for word in words):
        return None
    shown = " ".join([words[0].lower, *(_OWN.get(word.lower, word.text) for word in words[1:])])
    alone = len(words) == 1 or (len(words) == 2 and words[1].pos == "ADV")
    if alone:
        name = " ".join([words[0].lower, *(word.lower for word in words[1:])])
        return _Thing(name, "concept", shown, first) if words[0].base not in EMPTY_CORES else None
    target = next(iter(reached(sentence, tree, first, (words[0].lower,))), None)
    if target is None or target.end > end:
        return None
    return _Thing(target.name, target.type, shown, first, target.words)


def _is_apart(token: Token) -> bool:
    """Whether the word cannot stand inside an activity: another clause, the person spoken to."""
    punctuation = token.pos == "PUNCT" and token.text not in "-'"
    return punctuation or token.pos == "AUX" or token.tag in _FINITE or token.lower in ("i", "we", "you", "he", "she")


def asserted(sentence: Sentence, tree: Tree, at: int) -> bool:
    """Whether the clause and those it hangs on are said to be so."""
    for step in range(6):
        token = sentence.tokens[at]
        if not all(_leaves_true(sentence, tree, at, child, above=step > 0) for child in tree.children[at]):
            return False
        if token.dep == "ROOT" or token.head == at:
            return True
        if token.dep in ("acl", "relcl", "csubj"):
            return False
        if token.dep == "ccomp" and token.head < at:
            teller = tree.child(token.head, "nsubj")
            told = teller is None or sentence.word(teller) in _FIRST
            if not told or sentence.tokens[token.head].base not in _SURE:
                return False
        at = token.head
    return True


def _leaves_true(sentence: Sentence, tree: Tree, at: int, child: int, *, above: bool) -> bool:
    """Whether a word on the verb takes nothing back: no denial, condition or question."""
    word = sentence.tokens[child]
    if word.lower in _DENIED and word.dep in ("neg", "advmod", "preconj", "det"):
        waits = sentence.tokens[at].base == "wait"
        return waits and any(sentence.word(helper) == "ca" for helper in tree.children[at])
    if word.dep in ("mark", "advmod") and child < at and word.lower in _OPENERS:
        return False
    if above and word.dep == "aux" and word.lower in _UNREAL:
        return False
    if word.dep == "advcl" and any(sentence.word(mark) in ("if", "unless") for mark in tree.all(child, "mark")):
        return False
    asked = word.lower in ("what", "which", "who") and word.dep in ("dobj", "attr", "pobj", "det")
    return not (asked and child < at)
