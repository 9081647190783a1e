"""How things are for the speaker: feelings, opinions, what inspires or helps them, their aims.

In: a clause of a parsed sentence. Out: findings such as ``proud_of``, ``helped_by``, ``finds_relaxing``.
"""

from dataclasses import replace

from zeph.memory.ingest.local.frames.objects import is_tangible
from zeph.memory.ingest.local.open.clauses import Clause, Tree
from zeph.memory.ingest.local.open.deeds import deeds, fact_of, phrase_actor
from zeph.memory.ingest.local.open.feelings import feeling_of
from zeph.memory.ingest.local.open.targets import Target, gerund_name, prepositional, sensible, target_at, with_gerund
from zeph.memory.ingest.local.open.wording import reworded
from zeph.memory.ingest.local.open.words import (
    AIMS,
    BLAND,
    COURTESY,
    GREETED,
    OUTPUTS,
    OWN_GROUPS,
    PARTICIPLES,
    PARTS,
    PASSING,
    READ_AS,
    TOUCHES_ME,
)
from zeph.memory.ingest.local.patterns import KIN, PETS
from zeph.memory.ingest.local.phrases.entities import entity_type, kin_of, mine, singular
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence
from zeph.memory.ingest.times.date_spans import WEEKDAYS

_ME = frozenset(("me", "us"))


def feels(tree: Tree, clause: Clause) -> bool:
    core = tree.tokens[clause.core]
    helpers = {tree.tokens[at].base for at in tree.all(clause.core, "aux", "auxpass")}
    adjective = tree.child(clause.core, "acomp") is not None
    return "feel" in helpers or adjective or (core.tag == "VBN" and tree.child(clause.core, "auxpass") is not None)


def feeling_findings(sentence: Sentence, tree: Tree, clause: Clause, actor: Actor) -> list[Finding]:
    """ "I'm proud of my kids", "I felt accepted", "I was inspired by the sea"."""
    core = sentence.tokens[clause.core]
    state = tree.child(clause.core, "acomp")
    if state is None and core.base != "be" and core.tag == "VBN":
        state = clause.core
    if state is None:
        part = tree.child(clause.core, "attr")
        state = part if part is not None and sentence.word(part) in PARTS else None
    if state is None or sentence.word(state) in PASSING:
        return []
    adjective = sentence.tokens[state]
    lead = (adjective.lower,)
    targets = prepositional(sentence, tree, state, lead)
    if state != clause.core:
        targets = targets or prepositional(sentence, tree, clause.core, lead)
    deed = tree.child(state, "xcomp")
    if not targets and deed is not None and sentence.tokens[deed].tag in ("VB", "VBG"):
        targets = _looking_forward(sentence, tree, deed, lead)
    feels = core.base in ("feel", "become") or "feel" in {tree.tokens[at].base for at in tree.all(clause.core, "aux")}
    feeling, others = feeling_of(adjective.lower), actor.name != sentence.speaker.name and actor.type == "person"
    if not targets and feeling and (feels or others) and (others or adjective.lower not in BLAND):
        targets = [Target(adjective.lower, "concept", ("feel",), state, state + 1, state)]
    found = []
    for target in targets[:3]:
        fact = fact_of(sentence, tree, clause, actor, target, targets)
        slug = "_".join(target.words)
        helpers = [sentence.tokens[at].tag for at in tree.all(clause.verb, "aux", "auxpass")]
        past = "VBD" in (sentence.tokens[clause.verb].tag, *helpers)
        if target.at == state:
            target = replace(target, name=feeling)
        if fact and lead[0] not in GREETED:
            found.append(Finding(
                actor.name, actor.type, READ_AS.get(slug, slug), target.name, target.type, fact, "open_feel",
                clause.verb, actor.factor, event=past,
            ))  # fmt: skip
    return found


def _looking_forward(sentence: Sentence, tree: Tree, deed: int, lead: tuple[str, ...]) -> list[Target]:
    """ "Excited to visit Rome"."""
    verb = sentence.tokens[deed]
    words = (*lead, "to", verb.base) if verb.tag == "VB" else (verb.base,)
    first = tree.child(deed, "dobj")
    if first is None:
        return prepositional(sentence, tree, deed, words)
    return [target for at in tree.joined(first) if (target := target_at(sentence, at, words)) is not None]


def touching_findings(sentence: Sentence, tree: Tree, clause: Clause) -> list[Finding]:
    """ "Painting helps me relax", "the sea inspired us"."""
    verb = sentence.tokens[clause.verb]
    phrase = sentence.found.get(clause.subject) if clause.subject is not None else None
    if (
        verb.base in ("give", "take", "bring")
        and phrase is not None
        and not (mine(phrase) or sentence.kind(phrase) == "given_name")
    ):
        return []
    if verb.base not in TOUCHES_ME or len(clause.chain) > 1:
        return []
    near = [*tree.all(clause.verb, "dobj", "dative", "nsubj"), *_inner_subjects(tree, clause.verb)]
    together = "together" in (sentence.word(clause.verb + 2), sentence.word(clause.verb + 3))
    if together or not any(sentence.word(at) in _ME and at > clause.verb for at in near):
        return []
    if phrase is None:
        return _affected(sentence, tree, clause)
    actor = phrase_actor(sentence, phrase)
    name, kind = (
        (actor.name, actor.type)
        if actor
        else (with_gerund(sentence, phrase), entity_type(phrase, sentence.tokens[phrase.end - 1], "concept"))
    )
    shown = phrase.determiner in ("this", "these") and is_tangible(phrase)
    if actor is None and not (shown or sensible(sentence, phrase)):
        return []
    inner = tree.child(clause.verb, "ccomp", "xcomp")
    if inner is not None and 0 < inner - clause.verb <= 4:
        clause = replace(clause, core=inner, chain=(clause.verb, inner))
    fact = reworded(sentence, tree, clause, Actor(name, kind, plural=verb.tag in ("VBP", "VB")), set(), clause.core + 1)
    given = tree.child(clause.verb, "dobj") if verb.base in ("give", "bring") else None
    noun = sentence.tokens[given] if given is not None else None
    whole = sentence.found.get(given) if given is not None else None
    got = noun is not None and noun.pos == "NOUN" and noun.lower.isalpha() and (whole is None or not whole.determiner)
    if noun is not None and noun.lower in OUTPUTS:
        return []
    relation = f"gets_{noun.lower}_from" if noun and got else f"{PARTICIPLES.get(verb.base, verb.base)}_by"
    if not fact:
        return []
    speaker = sentence.speaker
    return [Finding(speaker.name, speaker.type, READ_AS.get(relation, relation), name, kind, fact, "open_by", clause.verb, event=verb.tag == "VBD")]  # fmt: skip


def _affected(sentence: Sentence, tree: Tree, clause: Clause) -> list[Finding]:
    """ "It taught me patience", "that reminds me of my grandfather": what it was that did it stays open."""
    verb = sentence.tokens[clause.verb]
    gerund = clause.subject is not None and sentence.tokens[clause.subject].tag == "VBG"
    if clause.subject is None or not (
        gerund or sentence.word(clause.subject) in ("it", "this", "that", "they", "which")
    ):
        return []
    me = next(
        (at for at in range(clause.verb, min(clause.verb + 3, len(sentence.tokens))) if sentence.word(at) in _ME), None
    )
    if me is None or verb.base not in PARTICIPLES or verb.base == "make":
        return []
    participle = PARTICIPLES[verb.base]
    inner = tree.child(clause.verb, "ccomp", "xcomp")
    if gerund:
        name = gerund_name(sentence, tree, clause, clause.subject)
        fact = reworded(sentence, tree, clause, Actor(name, "concept"), set(), (inner or me) + 1)
        made = [
            Finding(sentence.speaker.name, "person", f"{participle}_by", name, "concept", fact, "open_by", clause.verb)
        ]
        return made if name and fact else []
    whole = clause if inner is None else replace(clause, core=inner, chain=(clause.verb, inner))
    if any(sentence.word(at) in OUTPUTS for at in tree.all(whole.core, "dobj")):
        return []
    targets = [
        *(
            t
            for at in tree.all(whole.core, "dobj")
            for one in tree.joined(at)
            if (t := target_at(sentence, one, ())) is not None
        ),
        *prepositional(sentence, tree, whole.core, ()),
    ]
    be = "was" if verb.tag == "VBD" else "is"
    found = []
    for target in targets[:2]:
        text = reworded(sentence, tree, whole, Actor("", "concept"), {me, clause.verb}, target.end).strip()
        middle = ("to", sentence.tokens[inner].base) if inner is not None else ()
        relation = "_".join((participle, *middle, *target.words))
        relation = READ_AS.get(relation, relation)
        joint = "to " if inner is not None and not text.startswith("to ") else ""
        fact = f"{sentence.speaker.name} {be} {participle} {joint}{text}"
        found.append(Finding(sentence.speaker.name, "person", relation, target.name, target.type, fact, "open_by", clause.verb, event=verb.tag == "VBD"))  # fmt: skip
    return found


def opinion_findings(sentence: Sentence, tree: Tree, clause: Clause) -> list[Finding]:
    """ "Painting is relaxing", "video games are a nice distraction": the speaker finds it so."""
    state, subject = tree.child(clause.verb, "acomp", "attr"), clause.subject
    if sentence.tokens[clause.verb].base != "be" or state is None or subject is None or subject > clause.verb:
        return []
    if sentence.word(subject) == "it":
        return _worth_doing(sentence, tree, clause, state)
    named = _judged_thing(sentence, tree, clause, subject)
    if named is None or not _judges(sentence, tree, state) or _passing(sentence, subject):
        return []
    name, shown, kind = named
    before = set(range(clause.verb + 1)) | set(tree.all(clause.verb, "aux"))
    tail = reworded(sentence, tree, clause, Actor("", "concept"), before, state + 1).strip()
    past = sentence.tokens[clause.verb].tag == "VBD"
    speaker = sentence.speaker.name
    fact = f"{speaker} {'found' if past else 'finds'} {shown} {tail}"
    relation = f"finds_{sentence.word(state)}".replace("-", "_")
    return (
        [Finding(speaker, "person", relation, name, kind, fact, "open_opinion", clause.verb, event=past)]
        if tail
        else []
    )


def _passing(sentence: Sentence, subject: int) -> bool:
    """Whether it is about this one now ("the freezer is full"), not about all of a kind ("painting is relaxing")."""
    phrase = sentence.found.get(subject)
    if phrase is None:
        return False
    return phrase.determiner != "" or phrase.owner_end > 0 or phrase.head in WEEKDAYS


def _worth_doing(sentence: Sentence, tree: Tree, clause: Clause, state: int) -> list[Finding]:
    """ "It's important to keep bees": the speaker finds it so."""
    deed = tree.child(state, "xcomp", "advcl", "acl") or tree.child(clause.verb, "xcomp", "advcl", "ccomp")
    adjective = sentence.tokens[state]
    if deed is None or not 0 < deed - state <= 3 or sentence.tokens[deed].tag not in ("VB", "VBG"):
        return []
    if adjective.pos != "ADJ" or sentence.tokens[deed].base in COURTESY or tree.child(deed, "nsubj") is not None:
        return []
    past = sentence.tokens[clause.verb].tag == "VBD"
    before = set(range(clause.verb + 1)) | set(tree.all(clause.verb, "aux"))
    whole = replace(clause, core=deed, chain=(clause.verb, deed))
    speaker, found = sentence.speaker, []
    for target in _looking_forward(sentence, tree, deed, (adjective.lower,))[:2]:
        tail = reworded(sentence, tree, whole, Actor("", "concept"), before, target.end).strip()
        verb = sentence.tokens[deed].base
        fact = f"{speaker.name} {'found' if past else 'finds'} it {tail}"
        relation = f"finds_{adjective.lower}_to_{verb}".replace("-", "_")
        if tail and target.name.split()[-1] in tail:
            found.append(
                Finding(
                    speaker.name, "person", relation, target.name, target.type, fact, "open_opinion", clause.verb,
                    event=past,
                )
            )  # fmt: skip
    return found


def _judges(sentence: Sentence, tree: Tree, state: int) -> bool:
    token = sentence.tokens[state]
    if token.dep == "attr":
        phrase = sentence.found.get(state)
        return token.pos == "NOUN" and phrase is not None and phrase.determiner in ("a", "an")
    return token.tag in ("JJ", "JJR") and token.lower not in BLAND


_PASSING = frozenset(("weather", "everything", "life", "today", "traffic", "food", "things"))


def _judged_thing(sentence: Sentence, tree: Tree, clause: Clause, subject: int) -> tuple[str, str, str] | None:
    """Name, wording and type of what is judged: a thing or an activity, not a person."""
    if sentence.tokens[subject].tag == "VBG":
        name = gerund_name(sentence, tree, clause, subject)
        return (name, name, "concept") if name else None
    phrase = sentence.found.get(subject)
    if phrase is None or phrase.proper or phrase.determiner or sentence.word(subject) in _PASSING:
        return None  # "the beans are fantastic": some of today, no taste of the speaker's
    head = singular(sentence.word(subject))
    if not sensible(sentence, phrase) or head in KIN or head in OWN_GROUPS or (head in PETS and mine(phrase)):
        return None
    name = with_gerund(sentence, phrase)
    shown = sentence.shown(phrase) if name == phrase.name else name
    return name, shown, entity_type(phrase, sentence.tokens[phrase.end - 1], "concept")


def aim_findings(sentence: Sentence, tree: Tree, clause: Clause) -> list[Finding]:
    """ "My goal is to open a bakery"."""
    phrase = sentence.found.get(clause.subject) if clause.subject is not None else None
    deed = tree.child(clause.verb, "xcomp", "ccomp", "advcl")
    if (
        phrase is None
        or not mine(phrase)
        or phrase.head not in AIMS
        or deed is None
        or sentence.tokens[deed].tag != "VB"
    ):
        return []
    chain = tree.chain(deed)
    whole = replace(clause, core=chain[-1], chain=(clause.verb, *chain), planned=True)
    owner = Actor(f"{sentence.speaker.name}'s {phrase.head}", "person")
    return [replace(finding, source=sentence.speaker.name) for finding in deeds(sentence, tree, whole, owner)]


def _inner_subjects(tree: Tree, verb: int) -> list[int]:
    inner = tree.child(verb, "ccomp", "xcomp")
    return tree.all(inner, "nsubj") if inner is not None else []


def owned_findings(sentence: Sentence, tree: Tree, clause: Clause) -> list[Finding]:
    """ "My biggest challenge is time", "yoga is my passion"."""
    if sentence.tokens[clause.verb].base != "be" or clause.subject is None:
        return []
    subject, value = sentence.found.get(clause.subject), tree.child(clause.verb, "attr")
    other = sentence.found.get(value) if value is not None else None
    if subject is None or other is None or value is None or not (mine(subject) or mine(other)):
        return []
    own, named = (other, subject) if mine(other) else (subject, other)
    if kin_of(own, sentence.tokens) or not sensible(sentence, named) or not own.name or len(own.name.split()) > 4:
        return []
    plural = sentence.word(subject.end - 1) != subject.head
    tense = {"VBZ": ("is", "are"), "VBP": ("is", "are"), "VBN": ("has been", "have been")}
    be = tense.get(sentence.tokens[clause.verb].tag, ("was", "were"))[plural]
    speaker = sentence.speaker.name
    shown = sentence.shown(named)
    fact = f"{speaker}'s {own.name} {be} {shown}" if own is subject else f"{shown} {be} {speaker}'s {own.name}"
    kind = entity_type(named, sentence.tokens[named.end - 1], "concept")
    relation = "_".join(("has", *own.head.replace("-", " ").split()))
    return [
        Finding(speaker, "person", READ_AS.get(relation, relation), named.name, kind, fact, "open_mine", clause.verb)
    ]
