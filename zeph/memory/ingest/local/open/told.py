"""What a speaker tells of themselves that no closer rule reads: any verb, wish, feeling or habit, and what matters.

In: a parsed sentence and what is known of it already. Out: the known findings with their whole clause as fact, and one
finding for each clause that has none yet. The target is a clean noun phrase or gerund; the fact holds the clause.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from zeph.memory.ingest.local.open.clauses import Tree, gerund_subject
from zeph.memory.ingest.local.open.reached import reached
from zeph.memory.ingest.local.open.targets import Target
from zeph.memory.ingest.local.open.thoughts import asserted, thought_findings
from zeph.memory.ingest.local.open.whole_clauses import kept_of, said, start_of
from zeph.memory.ingest.local.open.words import OF_THE_MIND, READ_AS
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence

_FIRST = frozenset(("i", "we"))
_ME = frozenset(("me", "us"))
_TALK = frozenset(
    "name say tell ask thank mean guess suppose bet wonder seem sound hear let understand agree congratulate matter appear "
    "answer assume send promise swear excuse forgive apologize mention reply check know see hope wish think believe feel "
    "cry laugh smile sigh call text picture imagine stop talk chat look share show".split()
)
"""Verbs of talk: alone they tell of the conversation, not of the speaker."""
_CLOSER = frozenset("have live need want get".split())
"""Verbs whose plain objects the closer rules judge better."""
_WISHES = frozenset("love like enjoy prefer".split())
_FEELINGS = frozenset(
    "excited thrilled proud happy grateful lucky thankful passionate ready eager keen determined stoked pumped blessed "
    "honored interested fascinated nervous worried inspired motivated obsessed hooked delighted devoted committed "
    "dedicated focused tired exhausted overwhelmed fortunate amazed curious".split()
)
_DENIED = frozenset("not n't nt never no neither nor hardly barely rarely cannot almost nearly".split())
_UNREAL = frozenset("would could should might may must 'd".split())
_CHAIN = frozenset(
    "start begin keep continue go love like enjoy plan want hope intend decide try aim need learn prefer hate get manage "
    "choose look use spend wait consider".split()
)
_GIVEN = frozenset("give offer award grant gift send hand".split())
"""Verbs whose passive has the speaker receive something."""
_POLITE = frozenset(
    "sorry glad sure able happy right wrong good fine okay late free welcome like full disappointing".split()
)
"""States that belong to the talk ("happy to hear it") or to the moment."""
_SUBJECTS = ("nsubj", "nsubjpass", "csubj")


@dataclass(frozen=True, slots=True)
class Told:
    """A clause of the speaker's: its verb (or adjective), who it is about, and its subject's token."""

    verb: int
    actor: Actor
    subject: int | None
    mood: str
    """``now``, ``past``, ``plan`` or ``feel``."""


def told_findings(sentence: Sentence, known: list[Finding]) -> list[Finding]:
    """The known findings in full, and those of clauses that have none."""
    if not sentence.tokens or not sentence.tokens[0].dep:
        return known
    tree = sentence.tree
    found = list(known)
    for told in _clauses(sentence, tree):
        chain = _chain(sentence, tree, told.verb)
        reach = set(range(start_of(tree, told.verb), chain[-1] + 1))
        near = [f for f in found if f.at in reach or _same_words(sentence, tree, told, f)]
        if near:
            targets = {f.target for f in found}
            found = [_longer(sentence, tree, told, f, targets - {f.target}) if f in near else f for f in found]
        elif (made := _told(sentence, tree, told, chain)) is not None:
            found.append(made)
    return found + thought_findings(sentence, tree, found)


def _same_words(sentence: Sentence, tree: Tree, told: Told, finding: Finding) -> bool:
    whole = said(sentence, tree, told.verb, kept_of(sentence, tree, told.verb, told.subject, 0), told.actor)
    return bool(whole) and whole.startswith(finding.fact)


_PLAIN_FACTS = ("has", "plans", "frame_end")


def _longer(sentence: Sentence, tree: Tree, told: Told, finding: Finding, others: set[str]) -> Finding:
    """The finding with the rest of its clause, where its own words begin it."""
    if finding.ends or finding.replaces is not None or finding.pattern in _PLAIN_FACTS:
        return finding
    whole = said(sentence, tree, told.verb, kept_of(sentence, tree, told.verb, told.subject, 0), told.actor)
    words = iter(re.findall(r"[\w']+", whole))
    within = all(word in words for word in re.findall(r"[\w']+", finding.fact))  # in the same order
    more = whole.removeprefix(finding.fact)
    if not within or len(whole) <= len(finding.fact) or any(re.search(rf"\b{re.escape(t)}\b", more) for t in others):
        return finding
    return replace(finding, fact=whole)


def _clauses(sentence: Sentence, tree: Tree) -> Iterator[Told]:
    for at, token in enumerate(sentence.tokens):
        if token.date or token.dep in ("aux", "auxpass", "xcomp", "amod", "compound", "pcomp", "acl", "relcl"):
            continue
        subject = tree.child(at, *_SUBJECTS)
        if subject is None:
            told = _elided(sentence, tree, at)
        elif token.pos in ("VERB", "AUX") and asserted(sentence, tree, at):
            told = _finite(sentence, tree, at, subject)
        else:
            told = None
        if told is not None:
            yield told


def _finite(sentence: Sentence, tree: Tree, at: int, subject: int) -> Told | None:
    mine = {sentence.word(place) for place in tree.joined(subject)} & _FIRST
    helpers = {sentence.word(child) for child in tree.all(at, "aux", "auxpass")}
    token = sentence.tokens[at]
    if not mine:
        return None
    actor = sentence.speaker
    if "can" in helpers and not any(sentence.word(child) in _DENIED for child in tree.children[at]):
        return None  # "we can bring joy": not what they do
    if helpers & _UNREAL:
        wish = token.base in _WISHES and helpers & {"would", "'d"} and tree.child(at, "xcomp") is not None
        return Told(at, actor, subject, "plan") if wish else None
    planned = bool(helpers & {"will", "'ll"}) or (token.lower == "going" and tree.child(at, "xcomp") is not None)
    past = token.tag == "VBD" or "did" in helpers or "was" in helpers or "were" in helpers
    return Told(at, actor, subject, "plan" if planned else "past" if past else "now")


def _elided(sentence: Sentence, tree: Tree, at: int) -> Told | None:
    """ "Excited for my show", "Researching schools", "Can't wait for the hike"."""
    token = sentence.tokens[at]
    lead = sentence.tokens[: start_of(tree, at)]
    opening = all(t.pos in ("ADV", "INTJ", "PUNCT", "CCONJ") or t.date for t in lead)
    if token.dep != "ROOT" or not opening:
        return None
    factor = replace(sentence.speaker, factor=0.85)
    if token.lower in _FEELINGS:
        return Told(at, factor, None, "feel") if token.pos in ("ADJ", "VERB") else None
    waiting = token.base == "wait" and any(sentence.word(child) == "ca" for child in tree.children[at])
    if waiting:
        return Told(at, factor, None, "plan")
    denied = any(sentence.word(child) in _DENIED for child in tree.children[at])
    doing = (
        token.tag == "VBG"
        and at <= 2
        and not tree.child(at, "aux", "auxpass")
        and gerund_subject(sentence.tokens, at) is None
    )
    return Told(at, factor, None, "now") if token.pos == "VERB" and doing and not denied else None


def _chain(sentence: Sentence, tree: Tree, verb: int) -> list[int]:
    """The verb and those that it leads to: "want to learn"."""
    chain = [verb]
    if (gerund := _fun_doing(sentence, tree, verb)) is not None:
        chain.append(gerund)
    while len(chain) < 4 and sentence.tokens[chain[-1]].base in _CHAIN:
        following = next((a for a in tree.all(chain[-1], "xcomp", "advcl") if a > chain[-1]), None)
        if following is None or sentence.tokens[following].pos != "VERB" or following - chain[-1] > 4:
            break
        if tree.child(chain[-1], "dobj") is not None and sentence.tokens[chain[-1]].base != "spend":
            break
        chain.append(following)
    return chain


_LIGHT = frozenset("time fun blast ball trouble difficulty luck pleasure joy".split())


def _fun_doing(sentence: Sentence, tree: Tree, verb: int) -> int | None:
    """Of "had a hard time finding a flat" the finding."""
    thing = tree.child(verb, "dobj") if sentence.tokens[verb].base == "have" else None
    if thing is None or sentence.word(thing) not in _LIGHT:
        return None
    below = [*tree.all(thing, "acl"), *tree.all(verb, "xcomp", "advcl", "ccomp")]
    return next((at for at in below if sentence.tokens[at].tag == "VBG" and 0 < at - thing <= 3), None)


def _told(sentence: Sentence, tree: Tree, told: Told, chain: list[int]) -> Finding | None:
    core = sentence.tokens[chain[-1]]
    state = tree.child(told.verb, "acomp") if core.base in ("be", "feel") else None
    if state is None and (
        core.base == "be"
        or (core.base == "do" and len(chain) == 1)
        or core.base in _TALK
        and sentence.tokens[told.verb].base != "wait"
    ):
        return None
    passive = tree.child(chain[-1], "auxpass") is not None
    if (passive and core.base not in _GIVEN) or (
        sentence.word(told.verb + 1) == "to" and sentence.tokens[told.verb + 1].tag == "TO" and len(chain) == 1
    ):
        return None
    if told.mood == "plan" and core.base in OF_THE_MIND:
        return None
    if core.base in _CLOSER and len(chain) == 1 and told.mood != "plan":
        return None
    kept = kept_of(sentence, tree, told.verb, told.subject, 0)
    words = {sentence.word(at) for at in kept}
    target = next(iter(reached(sentence, tree, chain[-1] if state is None else state)), None)
    lead = sentence.tokens[state] if state is not None else core
    if target is None or target.start not in kept or "behalf" in words or lead.lower in _POLITE:
        return None
    fact = said(sentence, tree, told.verb, kept, told.actor)
    if target.name.split()[-1] not in fact or len(fact.split()) < 4:
        return None
    relation = _relation(sentence, tree, told, chain, state, target)
    feel = told.mood == "feel" or state is not None
    pattern = {"plan": "open_plan", "past": "open_past"}.get(told.mood, "open_now")
    return Finding(
        told.actor.name, told.actor.type, relation, target.name, target.type, fact,
        "open_feel" if feel else pattern, told.verb, told.actor.factor * 0.9,
        future=told.mood == "plan", event=told.mood == "past" and not feel,
    )  # fmt: skip


def _relation(sentence: Sentence, tree: Tree, told: Told, chain: list[int], state: int | None, target: Target) -> str:
    verbs = [sentence.tokens[at] for at in chain]
    if told.mood == "feel" or state is not None:
        parts = [sentence.word(state if state is not None else told.verb)]
    elif sentence.tokens[told.verb].base == "wait":
        parts = ["look", "forward", "to"]
    else:
        parts = ["plan", "to"] if told.mood == "plan" else []
        given = tree.child(chain[-1], "auxpass") is not None
        parts += ["receive" if given else verbs[-1].base or verbs[-1].lower]
        particle = tree.child(chain[-1], "prt")
        parts += [sentence.word(particle)] if particle is not None else []
    waits = parts[-2:] == ["forward", "to"]
    parts += [word for word in target.words if word != parts[-1] and not waits]
    slug = re.sub(r"[^a-z_]", "", "_".join(parts).replace("-", "_"))
    return READ_AS.get(slug, slug)
