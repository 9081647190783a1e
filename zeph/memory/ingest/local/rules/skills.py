"""What somebody can and cannot do: "I can't swim", "my wife never learned to drive", "I know how to weld".

In: a read sentence and the verb of the skill. Out: findings ``knows`` and ``lacks_skill`` of the activity. Only verbs of
skill count: who "can't come" or "can't find it" lacks none; and what holds for today alone is no skill either.
"""

from zeph.memory.ingest.local.frames.table import forms_of
from zeph.memory.ingest.local.phrases.reader import Finding, Sentence
from zeph.memory.ingest.local.rules.encounters import who_of

SKILLS = frozenset(
    "swim drive cook sing dance whistle ski snowboard surf sail knit crochet sew juggle draw paint bake skate dive weld "
    "solder code program ride cycle ice-skate rollerblade iron spell skateboard type fish garden".split()
)
_OBJECTS = {
    "ride": frozenset("bike bicycle horse motorbike motorcycle unicycle scooter".split()),
    "drive": frozenset("car stick manual truck automatic lorry".split()),
}
_PLAIN = frozenset("bake cook cycle dance dive draw drive fish garden iron paint ride sail sing spell type".split())
"""Those that somebody "can" do today as well: only a denial tells of a skill."""
_NOT = frozenset(("n't", "not", "never"))
_BEHIND = frozenset(
    (
        "",
        ".",
        ",",
        "!",
        "and",
        "but",
        "or",
        "yet",
        "at",
        "very",
        "well",
        "because",
        "so",
        "though",
        "properly",
        "either",
        "now",
    )
)
_DOUBT = frozenset("if unless whether until hope wish suppose maybe when once think doubt".split())


def skill_findings(sentence: Sentence, at: int) -> list[Finding]:
    """What the bare verb there says of a skill."""
    able = _able(sentence, at)
    if able is None:
        return []
    leading, does = able
    base = sentence.tokens[at].base
    end = _end(sentence, at, base)
    doubted = any(token.lower in _DOUBT or token.text == "?" for token in sentence.tokens[:at])
    dated = any(token.date and not (does and token.lower == "now") for token in sentence.tokens)
    if end is None or doubted or dated or (not does and sentence.word(end) == "now"):
        return []
    actor = who_of(sentence, leading)
    if actor is None:
        return []
    name = _named(sentence, at, base)
    said = sentence.text[sentence.tokens[at].start : sentence.tokens[end - 1].end]
    can = "can" if does else "cannot"
    relation = "knows" if does else "lacks_skill"
    fact = f"{actor.name} {can} {said}"
    return [Finding(actor.name, "person", relation, name, "concept", fact, "dealing", at, actor.factor)]


_CYCLES = frozenset(("bike", "bicycle"))


def _named(sentence: Sentence, at: int, base: str) -> str:
    """The skill as a noun: "horse riding", "cycling", "swimming"."""
    doing, phrase = forms_of(base)[3], sentence.found.get(at + 1)
    if base != "ride" or phrase is None:
        return doing
    return "cycling" if phrase.head in _CYCLES else f"{phrase.head} {doing}"


def _able(sentence: Sentence, at: int) -> tuple[int, bool] | None:
    """The verb whose subject it is, and whether they can: of "don't know how to swim" the "know", and no."""
    before = [sentence.word(near) for near in range(max(0, at - 5), at)]
    if (
        before[-1:] in (["or"], ["and"])
        and sentence.tokens[at - 2].base in SKILLS
        and sentence.tokens[at - 2].tag == "VB"
    ):
        return _able(sentence, at - 2)  # "sing or dance"
    if before[-2:] in (["ca", "n't"], ["can", "n't"], ["can", "not"]) or before[-1:] == ["cannot"]:
        return at, False
    if before[-3:] in (["ca", "n't", "even"], ["can", "not", "even"], ["ca", "n't", "really"]):
        return at, False
    if before[-1:] == ["can"]:
        return (at, True) if sentence.tokens[at].base not in _PLAIN else None
    if before[-3:] == ["know", "how", "to"] or before[-3:] == ["knows", "how", "to"]:
        return at - 3, not _NOT.intersection(before[:-3])
    lead = 2 if before[-2:-1] == ["how"] else 1
    learned = at - lead - 1
    if (
        before[-1:] == ["to"]
        and sentence.word(learned) in ("learned", "learnt")
        and sentence.word(learned - 1) == "never"
    ):
        return learned, False
    return None


def _end(sentence: Sentence, at: int, base: str) -> int | None:
    """Where the skill's name ends; None where the verb has another object or goes on."""
    if sentence.words(at + 1, "to", "save"):
        return at + 1
    phrase = sentence.found.get(at + 1)
    if phrase is not None:
        fits = phrase.start == at + 1 and phrase.head in _OBJECTS.get(base, ())
        return phrase.end if fits and sentence.word(phrase.end) in _BEHIND else None
    return at + 1 if sentence.word(at + 1) in _BEHIND and base != "ride" else None
