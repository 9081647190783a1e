"""What a verb or adjective leads to: its own objects first, then what hangs on them, never a word of another clause.

In: a parsed sentence and a word in it. Out: :class:`Target` s whose ``words`` are the way there ("determined *to make*
dreams come true"), so that relation and target together say what was said.
"""

from dataclasses import replace

from zeph.memory.ingest.local.open.clauses import Tree
from zeph.memory.ingest.local.open.targets import Target, activity_on, target_at
from zeph.memory.ingest.local.open.words import EMPTY_CORES, IDLE_HEADS, LEADING_PREPS, QUANTITIES
from zeph.memory.ingest.local.patterns import VAGUE
from zeph.memory.ingest.local.phrases.entities import Phrase, first_told, usable
from zeph.memory.ingest.local.phrases.reader import Sentence

MAX_STEPS = 4
"""Words between the verb and its target."""
_SUBJECTS = ("nsubj", "nsubjpass", "csubj")
_SUCH = frozenset(("like", "including"))
_NO_NAMES = frozenset("sure able who what need needs info how glad gonna wanna".split())
"""First words of what the tagger takes for a noun."""
_ASIDE = frozenset(("with", "at", "by", "from", "during", "after", "as", "without", "before", "because"))
"""Prepositions of circumstances: what they name is seldom what a clause is about."""
_MADE_PLAIN = frozenset("course meeting appointment set call side deal".split())
"""Heads that mean something once a noun stands before them."""
_COMPANY = frozenset("family friends loved_ones kids children family_and_friends".split())
_SHAPES = frozenset("make help see watch keep find get let have".split())
_AIMS = frozenset(
    "deal plan plans chance opportunity permission promise decision effort offer right step steps time".split()
)
_KEPT = frozenset(("person", "location", "organization", "event"))


def reached(sentence: Sentence, tree: Tree, at: int, words: tuple[str, ...] = ()) -> list[Target]:
    """The nearest targets below the word; empty where there is none to name."""
    if len(words) > MAX_STEPS:
        return []
    objects = [place for place in tree.all(at, "dobj", "dative") if place > at]
    nouns = [place for place in objects if sentence.tokens[place].pos in ("NOUN", "PROPN")]
    for place in nouns[::-1]:
        found = _objects(sentence, tree, place, words)
        if found:
            return found
    if nouns and sentence.tokens[nouns[-1]].lower not in QUANTITIES:
        words = (*words, sentence.tokens[nouns[-1]].lower)
    found = _behind(sentence, tree, at, words, blind=bool(objects))
    return found or _further(sentence, tree, at, words, aims=not objects)


def _objects(sentence: Sentence, tree: Tree, place: int, words: tuple[str, ...]) -> list[Target]:
    """The noun there and those joined to it, or what it is only a measure or a mould of."""
    if _named(sentence, place, words) is not None:
        return [t for one in tree.joined(place) if (t := _named(sentence, one, words)) is not None]
    noun = sentence.tokens[place]
    if noun.pos != "NOUN" or any(sentence.word(child) in ("no", "any", "your") for child in tree.children[place]):
        return []
    such = next((p for p in tree.all(place, "prep") if sentence.word(p) in _SUCH), None)
    inner = tree.child(such, "pobj") if such is not None else None
    if inner is not None:
        return [t for one in tree.joined(inner) if (t := _named(sentence, one, words)) is not None]
    lead = words if noun.lower in QUANTITIES else (*words, noun.lower)
    aim = _aim(sentence, tree, place)
    if aim is not None:
        return reached(sentence, tree, aim, (*lead, "to", sentence.tokens[aim].base))
    return _behind(sentence, tree, place, lead, blind=noun.lower in VAGUE, of=noun.lower in QUANTITIES)


def _aim(sentence: Sentence, tree: Tree, place: int) -> int | None:
    """Of "a deal to continue the tour" the continuing."""
    if sentence.word(place) not in _AIMS or sentence.word(place + 1) != "to":
        return None
    below = [*tree.all(place, "acl", "relcl", "xcomp"), *tree.all(sentence.tokens[place].head, "advcl", "xcomp")]
    return next((at for at in below if sentence.tokens[at].tag == "VB" and at == place + 2), None)


def _behind(
    sentence: Sentence, tree: Tree, at: int, words: tuple[str, ...], *, blind: bool, of: bool = False
) -> list[Target]:
    """Behind prepositions; ``blind``: the object itself cannot be named, so that a mere circumstance says nothing."""
    for prep in tree.all(at, "prep", "agent"):
        word, inner = sentence.word(prep), tree.child(prep, "prep")
        lead: tuple[str, ...] = (word,)
        if inner is not None:
            prep, lead = inner, (word, sentence.word(inner))
        if prep < at or word not in LEADING_PREPS or sentence.tokens[prep].date:
            continue
        lead = () if of and lead == ("of",) else lead
        place = tree.child(prep, "pobj", "pcomp")
        if place is None:
            continue
        if sentence.tokens[place].dep == "pcomp":
            found = _deed(sentence, tree, place, (*words, *lead)) if sentence.tokens[place].tag == "VBG" else []
        else:
            found = _objects(sentence, tree, place, (*words, *lead))
            if word in _ASIDE and blind:
                company = word == "with" and words[-1:] in ((), ("time",))
                found = [t for t in found if t.type in _KEPT or (company and t.name in _COMPANY)]
        if found:
            return found
    return []


def _further(sentence: Sentence, tree: Tree, at: int, words: tuple[str, ...], *, aims: bool) -> list[Target]:
    """In the infinitive or participle that the word leads to."""
    for deed in tree.all(at, "xcomp", "ccomp", "advcl"):
        verb = sentence.tokens[deed]
        moved = tree.child(deed, "nsubj") if sentence.tokens[at].base in _SHAPES else None
        if moved is not None and at < moved < deed and sentence.tokens[moved].pos == "NOUN":
            return _objects(sentence, tree, moved, words)
        if deed < at or tree.child(deed, *_SUBJECTS) is not None or tree.child(deed, "mark", "neg") is not None:
            continue
        apart = any(sentence.tokens[place].pos == "PUNCT" for place in range(at, deed))
        if verb.dep == "advcl" and (apart or not aims or (deed - at > 2 and verb.tag == "VBG")):
            continue
        to = any(sentence.word(child) == "to" for child in tree.all(deed, "aux"))
        if verb.pos != "VERB" or not (to or verb.tag == "VBG"):
            continue
        if verb.tag == "VBG":
            return _deed(sentence, tree, deed, words)
        return reached(sentence, tree, deed, (*words, "to", verb.base))
    return []


def _deed(sentence: Sentence, tree: Tree, at: int, words: tuple[str, ...]) -> list[Target]:
    """Of a gerund: "helping people" as one activity, else its object with the verb on the way."""
    first, verb = tree.child(at, "dobj"), sentence.tokens[at]
    if first is not None:
        whole = activity_on(sentence, at, first, words)
        if whole:
            return whole
    found = reached(sentence, tree, at, (*words, verb.lower))
    alone = first is None and tree.child(at, "prep", "xcomp", "ccomp", "prt") is None
    if found or verb.base in EMPTY_CORES or not alone:
        return found
    return [Target(verb.lower, "concept", words, at, at + 1, at)]


def _named(sentence: Sentence, at: int, words: tuple[str, ...]) -> Target | None:
    phrase, token = sentence.found.get(at), sentence.tokens[at]
    if token.pos not in ("NOUN", "PROPN") or phrase is None or phrase.end - 1 != at:
        return None
    target = target_at(sentence, at, words) or _loose(sentence, phrase, at, words)
    if (
        target is None
        or target.name.casefold().split()[0] in _NO_NAMES
        or phrase.determiner in ("your", "that")
        or (phrase.determiner == "this" and not first_told(phrase, sentence.tokens))
    ):
        return None
    return target


def _loose(sentence: Sentence, phrase: Phrase, at: int, words: tuple[str, ...]) -> Target | None:
    """ "A dog training course": a vague head that another noun makes plain."""
    nouns = [token for token in sentence.tokens[phrase.start : phrase.end - 1] if token.pos in ("NOUN", "PROPN")]
    plain = all(token.lower not in VAGUE | IDLE_HEADS | QUANTITIES for token in nouns)
    plain = plain and all(token.tag not in ("VBG", "POS") for token in sentence.tokens[phrase.start : phrase.end])
    size = len(phrase.name.split())
    fits = nouns and plain and 2 <= size <= 5 and (phrase.head not in IDLE_HEADS or phrase.head in _MADE_PLAIN)
    fits = fits and usable(replace(phrase, head="")) and phrase.name[-1].isalnum()
    return Target(phrase.name, "concept", words, phrase.start, phrase.end, at) if fits else None
