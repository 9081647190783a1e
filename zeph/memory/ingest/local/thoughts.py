"""What a speaker thinks of things in general, and what things do for them: "family time matters to me".

In: a parsed sentence and what is known of it. Out: findings about the subject of the clause: an edge to the speaker
where the clause names them, else what they think of it.
"""

from zeph.memory.ingest.local.clauses import Tree
from zeph.memory.ingest.local.entities import entity_type
from zeph.memory.ingest.local.open_words import OPENINGS
from zeph.memory.ingest.local.reader import Actor, Finding, Sentence
from zeph.memory.ingest.local.targets import sensible
from zeph.memory.ingest.local.whole_clauses import kept_of, said, start_of

_FIRST = frozenset(("i", "we"))
_ME = frozenset(("me", "us", "my", "our"))
_POINTERS = frozenset(("the", "my", "our", "this", "these", "those"))
_MINE = ("my", "our")
_DENIED = frozenset("not n't nt never no neither nor hardly barely rarely cannot".split())
_UNREAL = frozenset("would could should might may must 'd".split())
_OPENERS = frozenset("if unless whether how why what where like until than".split())
_SURE = frozenset(
    "tell say mention know realize realise find think believe feel notice see learn discover remember mean love be".split()
)
_EFFECTS = frozenset(
    "bring give make help matter mean keep teach remind show represent calm relax inspire motivate boost connect lift "
    "comfort allow let encourage fill heal soothe symbolize drive ground pay bond strengthen push refresh".split()
)
"""Verbs that tell what a thing does for people."""


def thought_findings(sentence: Sentence, tree: Tree, known: list[Finding]) -> list[Finding]:
    """One finding for each clause about a thing that none tells of."""
    taken = {finding.at for finding in known}
    found: list[Finding] = []
    for at, token in enumerate(sentence.tokens):
        subject = tree.child(at, "nsubj", "csubj") if token.pos in ("VERB", "AUX") else None
        if subject is None or subject > at or token.dep not in ("ROOT", "conj", "ccomp", "parataxis", "advcl"):
            continue
        if taken.intersection(range(start_of(tree, at), at + 1)) or not asserted(sentence, tree, at):
            continue
        made = _thought(sentence, tree, at, subject)
        found += [made] if made is not None else []
    return found


def _thought(sentence: Sentence, tree: Tree, at: int, subject: int) -> Finding | None:
    token = sentence.tokens[at]
    value = tree.child(at, "attr", "acomp") if token.base == "be" or token.lower in ("is", "are", "'s") else None
    helpers = {sentence.word(child) for child in tree.all(at, "aux")}
    if (token.base not in _EFFECTS and value is None) or helpers & _UNREAL:
        return None
    kept = kept_of(sentence, tree, at, subject, 0)
    touched = any(sentence.word(place) in _ME for place in kept)
    thing = _thing(sentence, tree, at, subject, _POINTERS if touched else frozenset())
    if thing is None or (token.tag == "VBD" and not touched):
        return None
    name, kind, plural = thing
    if len(kept) < 2 or (value is not None and not (sentence.tokens[value].dep == "attr" or touched)):
        return None
    speaker = sentence.speaker.name
    text = said(sentence, tree, at, kept, Actor(name, kind, plural=True))
    if touched:
        slug = sentence.word(value) if value is not None else f"{token.base}_to" if token.base in ("matter", "mean") else token.base  # fmt: skip
        slug = slug.replace("-", "_").replace("'", "")
        return Finding(name, kind, f"{slug}_to" if value is not None else slug, speaker, "person", text, "open_by", at, 0.85)  # fmt: skip
    judged = value is None or any(sentence.tokens[child].pos == "ADJ" for child in tree.children[value])
    if not (judged or plural or sentence.tokens[subject].tag == "VBG"):
        return None  # "Larch is a fork": no opinion
    return Finding(speaker, "person", "think_of", name, kind, f"{speaker} thinks that {text}", "open_opinion", at, 0.85)


def _thing(
    sentence: Sentence, tree: Tree, at: int, subject: int, leads: frozenset[str]
) -> tuple[str, str, bool] | None:
    """Name, type, and whether it is several."""
    token = sentence.tokens[subject]
    if token.tag == "VBG" and subject not in sentence.found:
        words = [sentence.tokens[i] for i in range(subject, start_of(tree, at))]
        plain = all(w.pos not in ("PRON", "PUNCT", "AUX", "CCONJ") and not w.date for w in words)
        ends = words[-1].pos in ("NOUN", "PROPN", "VERB") if words else False
        name = " ".join([words[0].lower, *(w.text for w in words[1:])]) if words else ""
        return (name, "concept", False) if plain and ends and len(words) <= 5 else None
    phrase = sentence.found.get(subject)
    if phrase is None or phrase.owner_end or phrase.proper or sentence.word(phrase.start) in OPENINGS:
        return None
    if phrase.determiner in ("", *_MINE) and not sensible(sentence, phrase) and len(phrase.name.split()) < 2:
        return None
    if (phrase.determiner and phrase.determiner not in leads) or not phrase.name or phrase.end - 1 != subject:
        return None
    kind = entity_type(phrase, token, "concept")
    return phrase.name, kind, sentence.word(subject).endswith("s")


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
