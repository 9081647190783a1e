"""What is not so: "I don't use vim", "she's no longer my boss", "we're not friends anymore", "Tom and Ana split up".

In: a read sentence and a word in it. Out: findings that end something. What is said to be over ends for sure; what is
only denied is an ended candidate, which asks about the fact that it contradicts and says nothing where there is none.
"""

from dataclasses import replace

from zeph.memory.ingest.local.patterns import KIN, UNSURE
from zeph.memory.ingest.local.phrases.entities import mine, singular
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence
from zeph.memory.ingest.local.rules.groups import members
from zeph.memory.ingest.local.rules.hedging import DOUBTED

LASTING = frozenset(
    "speaks owns works_at lives_in plays has_pet member_of practices collects teaches studies has_role allergic_to "
    "follows_diet has_condition has_job volunteers_at partner_of married_to".split()
)
"""Relations whose bare denial is worth asking about; whoever says "I don't use Windows" seldom ever did."""
_SOFTENED = frozenset(
    "really always often usually only just yet necessarily actually exactly even normally generally ever mostly".split()
)
_CLOSES = frozenset(
    ("", ".", "!", ",", "and", "but", "or", "after", "at", "myself", "either", "so", "because", "though")
)
_TOGETHER = {
    "married": "married_to", "engaged": "partner_of", "dating": "partner_of", "together": "partner_of",
    "friends": "friend_of", "colleagues": "colleague_of", "coworkers": "colleague_of", "neighbours": "neighbor_of",
    "neighbors": "neighbor_of", "flatmates": "roommate_of", "roommates": "roommate_of",
}  # fmt: skip
_BE = frozenset("is 's are am 'm 're was were".split())


def denial_factor(sentence: Sentence, at: int, end: int, relation: str) -> float:
    """Of a denied verb at ``at`` whose object ends at ``end``: how sure the end is; 0 where it says nothing."""
    known = relation in LASTING or (relation == "uses" and _after_all(sentence))
    if not known or sentence.word(end) not in _CLOSES or sentence.words(end, "at", "work"):
        return 0.0
    helpers = [sentence.word(near) for near in range(max(0, at - 4), at)]
    if _SOFTENED.intersection(helpers[-3:]) or {"did", "have", "has", "had", "ca", "could", "would"} & set(
        helpers[-3:]
    ):
        return 0.0
    now = {"do", "does"} & set(helpers[-3:]) or sentence.word(at) in _BE or _BE & set(helpers[-3:])
    if not now:
        return 0.0
    return 1.0 if _after_all(sentence) else DOUBTED


def _after_all(sentence: Sentence) -> bool:
    return " after all" in sentence.text.casefold()


def over(sentence: Sentence, at: int) -> bool:
    """Whether the denial there says that it once was so."""
    rest = sentence.text[sentence.tokens[at].end :].casefold()
    return any(cue in rest for cue in ("any longer", "anymore", "any more", "no longer"))


def ended_kinship(sentence: Sentence, at: int, actor: Actor | None) -> list[Finding]:
    """ "She's no longer my boss", "Eva isn't my flatmate anymore"."""
    phrase = next(
        (sentence.found[near] for near in range(at + 1, min(at + 6, len(sentence.tokens))) if near in sentence.found),
        None,
    )
    if phrase is None or not mine(phrase) or phrase.proper or not over(sentence, at):
        return []
    word = singular(phrase.head)
    if word not in KIN or KIN[word] in ("child_of", "parent_of", "sibling_of", "relative_of"):
        return []
    speaker = sentence.speaker
    who = actor or Actor(f"{speaker.name}'s {word}", "person", DOUBTED)
    fact = f"{who.name} is no longer {speaker.name}'s {word}" if actor else f"{speaker.name} no longer has that {word}"
    return [
        Finding(speaker.name, "person", KIN[word], who.name, "person", fact, "named_kin", at, who.factor, ends=True)
    ]


def parted_findings(sentence: Sentence, at: int) -> list[Finding]:
    """ "Tom and I are not friends anymore", "Tom and Ana split up"."""
    word = sentence.word(at)
    if word in _TOGETHER:
        return _no_longer_together(sentence, at)
    if word in ("split", "broke", "separated", "divorced"):
        return _split_up(sentence, at)
    return []


def _no_longer_together(sentence: Sentence, at: int) -> list[Finding]:
    be = at - 1
    between = []
    while be >= 0 and sentence.word(be) not in _BE and at - be < 5:
        between.append(sentence.word(be))
        be -= 1
    denied = bool({"not", "n't"} & set(between)) and over(sentence, at - 1)
    if be < 1 or sentence.word(be) not in _BE or not (denied or "longer" in between):
        return []
    if sentence.word(at + 1) in ("with", "to"):
        return []
    both = _two(sentence, be - 1)
    if len(both) != 2:
        return []
    relation = _TOGETHER[sentence.word(at)]
    first, second = sorted(both, key=lambda actor: actor.name != sentence.speaker.name)
    fact = f"{first.name} and {second.name} are no longer {sentence.word(at)}"
    factor = min(first.factor, second.factor)
    return [Finding(first.name, "person", relation, second.name, "person", fact, "partner", at, factor, ends=True)]


def _two(sentence: Sentence, subject: int) -> list[Actor]:
    """Both of a pair; of "we" the speaker and whoever was spoken of last."""
    both = [replace(actor, plural=False) for actor in members(sentence, subject)]
    if both or sentence.word(subject) != "we":
        return both
    last = _last_person(sentence)
    return [sentence.speaker, replace(last, factor=UNSURE)] if last is not None else []


def _last_person(sentence: Sentence) -> Actor | None:
    """The one person that the sentence before speaks of."""
    for scope in reversed(sentence.discourse.scopes[-2:]):
        people = {
            mention.actors[0].name: mention.actors[0]
            for mention in scope
            if len(mention.actors) == 1 and mention.actors[0].type == "person" and not mention.plural
        }
        people.pop(sentence.speaker.name, None)
        if people:
            return next(iter(people.values())) if len(people) == 1 else None
    return None


def _split_up(sentence: Sentence, at: int) -> list[Finding]:
    """Two others who parted: what happened to each, and the end of it."""
    word, token = sentence.word(at), sentence.tokens[at]
    if word in ("split", "broke") and sentence.word(at + 1) != "up":
        return []
    if token.tag not in ("VBD", "VBN", "VBP", "VB") or sentence.reading(at).mood != "fact":
        return []
    before = at - 1
    while before >= 0 and sentence.word(before) in (
        "have",
        "has",
        "had",
        "'ve",
        "got",
        "just",
        "are",
        "finally",
        "recently",
    ):
        before -= 1
    if before < 0 or sentence.word(before) in ("we", "i", "they") or at - before > 4:
        return []
    both = [replace(actor, plural=False) for actor in members(sentence, before)]
    if len(both) != 2 or any(actor.name == sentence.speaker.name for actor in both):
        return []
    first, second = both
    noun = "divorce" if word == "divorced" else "separation"
    said = {"split": "split up", "broke": "broke up"}.get(word, word)
    fact = f"{first.name} and {second.name} {said}"
    relation = "married_to" if word == "divorced" else "partner_of"
    happened = [
        Finding(actor.name, "person", "has_event", noun, "event", fact, "happening", at, actor.factor, event=True)
        for actor in both
    ]
    end = Finding(first.name, "person", relation, second.name, "person", fact, "frame_end", at, first.factor, ends=True)
    return [*happened, end]
