"""What somebody did, does or plans: the actor of a clause, its objects, the verb as relation and the fact in words.

In: a clause of a parsed sentence. Out: findings such as ``paint``, ``plan_to_visit``, ``sign_up_for``.
"""

import re
from dataclasses import replace

from zeph.memory.ingest.local.open.clauses import Clause, Tree, gerund_subject, is_aspect
from zeph.memory.ingest.local.open.targets import (
    Target,
    beyond_quantity,
    measures,
    pointed_at,
    prepositional,
    sensible,
    target_at,
)
from zeph.memory.ingest.local.open.wording import reworded
from zeph.memory.ingest.local.open.words import (
    ACTIVITY_AFTER,
    DIRECTIONS,
    EMPTY_CORES,
    EMPTY_VERBS,
    FRESH,
    GREETED,
    HOUSEHOLD,
    INWARD,
    NEEDS_OBJECT,
    OF_THE_MIND,
    OPENINGS,
    OWN_GROUPS,
    QUANTITIES,
    READ_AS,
    REFLEXIVE,
)
from zeph.memory.ingest.local.patterns import KIN, PETS, UNSURE, inflect
from zeph.memory.ingest.local.phrases.entities import Phrase, entity_type, kin_of, mine, singular
from zeph.memory.ingest.local.phrases.identity import kin_of_others, named_pet, named_role, other_name
from zeph.memory.ingest.local.phrases.reader import Actor, Finding, Sentence
from zeph.memory.ingest.local.phrases.syntax import Subject, cared_for, names_a_person

_FIRST = frozenset(("i", "we", "me"))
_ME = frozenset(("me", "us"))
_PAST = ("VBD", "VBN")
_BE = frozenset(("is", "'s", "was", "are", "were", "has", "have", "had"))
_PRONOUNS = frozenset(("it", "them", "that", "this", "him", "her", "you"))


def actor_of(sentence: Sentence, tree: Tree, clause: Clause) -> Actor | None:
    if clause.subject is None:
        return _left_out(sentence, tree, clause)
    sentence.acting[clause.verb] = clause.subject
    words = {sentence.word(at) for at in tree.joined(clause.subject)}
    if sentence.word(clause.subject + 1) == "and":  # "my partner and I"
        words.add(sentence.word(clause.subject + 2))
    if clause.made:
        words |= _ME
    if words & _FIRST:
        return sentence.speaker
    if sentence.word(clause.subject) in ("he", "she", "they", "it"):
        return sentence.meant(clause.subject, things=False)
    phrase = sentence.found.get(clause.subject)
    if phrase is None or cared_for(sentence.tokens, phrase.start):
        return None
    return phrase_actor(sentence, phrase)


def phrase_actor(sentence: Sentence, phrase: Phrase) -> Actor | None:
    if phrase.determiner == "the" and phrase.head in HOUSEHOLD and not phrase.proper:
        plural = sentence.word(phrase.end - 1) != phrase.head
        kind = "concept" if phrase.head in PETS else "person"
        return Actor(f"{sentence.speaker.name}'s {sentence.word(phrase.end - 1)}", kind, UNSURE, plural)
    if mine(phrase) and (own := named_role(sentence, phrase)):
        return Actor(own, "person")
    if (related := kin_of_others(sentence, phrase)) is not None:
        return related
    if mine(phrase) and phrase.head in OWN_GROUPS and not phrase.proper:
        kind = "person" if phrase.head in ("family", "parent", "folk", "in-law", "grandparent") else "organization"
        plural = sentence.word(phrase.end - 1) != phrase.head
        return Actor(f"{sentence.speaker.name}'s {sentence.word(phrase.end - 1)}", kind, plural=plural)
    if mine(phrase) and phrase.head in PETS and not phrase.proper:
        plural = sentence.word(phrase.end - 1) != phrase.head
        return Actor(f"{sentence.speaker.name}'s {sentence.word(phrase.end - 1)}", "concept", plural=plural)
    if other_name(sentence, phrase) or (phrase.proper and phrase.determiner and named_pet(sentence, phrase)):
        return sentence.actor(Subject("phrase", phrase), things=True)
    if kin_of(phrase, sentence.tokens) is None and not names_a_person(phrase, sentence.tokens):
        last = sentence.tokens[phrase.end - 1]
        names = sentence.tokens[phrase.start : phrase.end]
        opens = phrase.start == 0 and last.known is None and sentence.word(phrase.end) in _BE  # "Gaming is …"
        titled = all(token.tag.startswith("NNP") and token.text.istitle() for token in names)
        if (
            phrase.proper
            and titled
            and last.lower not in GREETED
            and not opens
            and sentence.word(phrase.start) not in OPENINGS
        ):
            named = sentence.actor(Subject("phrase", phrase), things=False)
            return replace(named, factor=UNSURE) if named is not None else None
        if not mine(phrase) or not sensible(sentence, phrase) or len(phrase.name.split()) > 3:
            return None
        plural = sentence.word(phrase.end - 1) != phrase.head
        kind = entity_type(phrase, sentence.tokens[phrase.end - 1], "concept")
        return Actor(f"{sentence.speaker.name}'s {phrase.name}", kind, plural=plural)
    return sentence.actor(Subject("phrase", phrase), things=False)


def _left_out(sentence: Sentence, tree: Tree, clause: Clause) -> Actor | None:
    """ "Went to Rome", "Just finished a book": diary style leaves "I" out."""
    token = sentence.tokens[clause.verb]
    before = sentence.tokens[: clause.verb]
    opening = all(t.pos in ("ADV", "INTJ", "PUNCT") or t.date or t.lower in ("been", "and", "but") for t in before)
    if token.tag not in (*_PAST, "VBG") or token.dep != "ROOT" or not opening:
        return None
    if token.tag == "VBG" and gerund_subject(sentence.tokens, clause.verb) is not None:
        return None  # "working together brings people closer"
    if sentence.word(clause.verb + 1) in _ME:  # "reminded me of home": it was something else
        return None
    if token.base in GREETED and token.lower != "been":
        return None
    return Actor(sentence.speaker.name, "person", UNSURE)


def deeds(sentence: Sentence, tree: Tree, clause: Clause, actor: Actor) -> list[Finding]:
    core = sentence.tokens[clause.core]
    empty = core.base in EMPTY_VERBS and tree.child(clause.core, "prt") is None and not _seen(sentence, tree, clause)
    if empty or (core.base == "look" and sentence.word(clause.core + 1) in ("like", "at", "so")):
        return []
    targets = _direct(sentence, tree, clause)
    moves = sentence.word(clause.core + 1) in DIRECTIONS or tree.child(clause.core, "prt", "auxpass") is not None
    moves = moves or sentence.word(clause.core + 1) in INWARD
    if not targets and (core.base not in NEEDS_OBJECT or moves):
        targets = prepositional(sentence, tree, clause.core, ())
        if not targets and sentence.word(clause.core + 1) in DIRECTIONS:
            targets = prepositional(sentence, tree, clause.core + 1, ())  # "got back from a festival"
    targets = targets or _activity(sentence, clause)
    return [
        finding for target in targets[:5] if (finding := _deed(sentence, tree, clause, actor, target, targets)) is not None
    ]  # fmt: skip


_ARTICLES = frozenset(("a", "an", "this", "some", "the"))


def _seen(sentence: Sentence, tree: Tree, clause: Clause) -> bool:
    """ "I saw a bear": something met with, no reply ("I see your point")."""
    core, thing = sentence.tokens[clause.core], tree.child(clause.core, "dobj")
    if core.base not in ("see", "hear") or core.tag not in ("VBD", "VBN") or thing is None or len(clause.chain) > 1:
        return False
    phrase = sentence.found.get(thing)
    return phrase is not None and (phrase.determiner in _ARTICLES or phrase.proper)


def _direct(sentence: Sentence, tree: Tree, clause: Clause) -> list[Target]:
    """The direct objects, and people and places beside them."""
    core = sentence.tokens[clause.core]
    deps = ("dobj", "oprd", "attr") if core.base in ("become",) else ("dobj",)
    firsts = [_of_some(sentence, tree, at) for at in tree.all(clause.core, *deps)] or _judged(tree, clause)
    if not firsts:
        return _antecedent(sentence, tree, clause)
    first = firsts[-1]
    fresh = core.base in FRESH
    found = [target for at in tree.joined(first) if (target := target_at(sentence, at, (), fresh=fresh)) is not None]
    if found:
        beside = prepositional(sentence, tree, clause.core, ())
        return (
            found
            + [
                target
                for target in beside
                if target.type in ("person", "location") and target.words[0] in ("with", "to", "in", "at", "for")
            ][:1]
        )
    noun = sentence.tokens[first]
    if (
        measures(sentence, sentence.found.get(first))
        or noun.pos != "NOUN"
        or any(sentence.word(at) in ("no", "any") for at in tree.children[first])
    ):
        return []
    lead = () if noun.lower in QUANTITIES else (noun.lower,)
    return prepositional(sentence, tree, first, lead, quantity=not lead) or prepositional(
        sentence, tree, clause.core, lead
    )


def _of_some(sentence: Sentence, tree: Tree, at: int) -> int:
    """Of "made some of my favourite treats" the treats."""
    return beyond_quantity(sentence, tree, at) if sentence.word(at) in ("some", "one", "several", "few") else at


def _judged(tree: Tree, clause: Clause) -> list[int]:
    """Of "I find loud music hard to bear" the music."""
    inner = tree.child(clause.core, "ccomp")
    base = tree.tokens[clause.core].base
    to = inner is not None and any(tree.tokens[at].lower == "to" for at in tree.all(inner, "aux"))
    if inner is None or not (base in ("find", "consider", "remember", "watch") or (base in FRESH and to)):
        return []  # the parse has "made this painting to show …" as the painting's showing
    return [at for at in tree.all(inner, "nsubj") if at > clause.core]


def _antecedent(sentence: Sentence, tree: Tree, clause: Clause) -> list[Target]:
    """Of "a book I read" the book."""
    token = sentence.tokens[clause.verb]
    if token.dep != "relcl" or clause.subject is None or clause.subject == token.head:
        return []
    stranded = left_behind(sentence, tree, clause)
    if len(stranded) > 1 or tree.child(clause.core, "xcomp", "ccomp") is not None:
        return []
    target = target_at(sentence, token.head, tuple(sentence.word(prep) for prep in stranded), fresh=True)
    named = next((p.name for p in sentence.pairs if p.described is sentence.found.get(token.head)), None)
    phrase = sentence.found.get(token.head)
    if stranded and phrase is not None and phrase.determiner == "the" and len(phrase.name.split()) == 1:
        return []  # "the company I work for"
    if target is not None and named is not None:
        target = replace(target, name=named.name)
    return [target] if target is not None else []


def left_behind(sentence: Sentence, tree: Tree, clause: Clause) -> list[int]:
    """Of "the parade I went to (last week)" the "to"."""
    found = []
    for prep in tree.all(clause.core, "prep"):
        below = tree.child(prep, "pobj", "pcomp")
        dated = below is not None and sentence.tokens[below].date is not None and sentence.tokens[prep].date is None
        if below is None or dated:
            found.append(prep)
    return found


def _activity(sentence: Sentence, clause: Clause) -> list[Target]:
    """Of "went hiking" and "love to swim" the activity."""
    core = sentence.tokens[clause.core]
    if len(clause.chain) < 2 or core.base in EMPTY_CORES or sentence.word(clause.core + 1) in _PRONOUNS:
        return []
    if sentence.tokens[clause.chain[-2]].base not in ACTIVITY_AFTER:
        return []
    name = core.lower if core.tag == "VBG" else inflect(core.base)[3]
    return [Target(name, "concept", (), clause.core, clause.core + 1, clause.core)]


def _deed(
    sentence: Sentence, tree: Tree, clause: Clause, actor: Actor, target: Target, others: list[Target]
) -> Finding | None:
    core = sentence.tokens[clause.core]
    relation = _relation(sentence, tree, clause, target)
    fact = fact_of(sentence, tree, clause, actor, target, others)
    planned = clause.planned or any(
        sentence.tokens[at].base in ("plan", "want", "hope", "intend", "aim") for at in clause.chain[:-1]
    )
    past = sentence.tokens[clause.verb].tag in _PAST and not _perfect_progress(sentence, tree, clause)
    pattern = "open_plan" if planned else "open_past" if past else "open_now"
    pattern = "open_prep" if target.words and not planned else pattern
    if planned and core.base in OF_THE_MIND:
        return None
    if core.base in REFLEXIVE or not fact or (core.base == "have" and not _happened(sentence, tree, clause, target)):
        return None
    return Finding(
        actor.name, actor.type, relation, target.name, target.type, fact, pattern, clause.verb, actor.factor,
        future=planned, event=past and not planned, ends=clause.over,
    )  # fmt: skip


def _happened(sentence: Sentence, tree: Tree, clause: Clause, target: Target) -> bool:
    """Whether "have" tells of an event ("had a root canal"): what one has otherwise is for the closer rules."""
    kin = singular(sentence.word(target.end - 1)) in KIN
    done = sentence.tokens[clause.verb].tag
    alone = len(clause.chain) == 1 and (done == "VBD" or (done == "VBN" and _perfect_progress(sentence, tree, clause)))
    return alone and not kin and target.type != "person"


def _perfect_progress(sentence: Sentence, tree: Tree, clause: Clause) -> bool:
    return any(sentence.word(at) in ("have", "has", "'ve", "'s") for at in tree.all(clause.verb, "aux"))


def _relation(sentence: Sentence, tree: Tree, clause: Clause, target: Target) -> str:
    """The verbs' dictionary forms with their particle and preposition: ``plan_to_visit``, ``sign_up_for``."""
    chain = [sentence.tokens[at] for at in clause.chain]
    verbs = [token for token in chain[:-1] if not is_aspect(token)] + chain[-1:]
    if target.at == clause.core:  # the activity itself is the target
        verbs = chain[-2:-1] or chain
    parts = [verbs[0].base]
    for token in verbs[1:]:
        parts += [token.lower] if token.tag == "VBG" else ["to", token.base]
    core = sentence.tokens[clause.core]
    if core.tag == "VBN" and tree.child(clause.core, "auxpass") is not None:
        parts[-1] = core.lower
    if clause.planned:
        parts = ["plan", "to", *parts[-1:]]
    particle = tree.child(clause.core, "prt")
    parts += [sentence.word(particle)] if particle is not None else []
    direction = sentence.word(clause.core + 1)
    if particle is None and direction in DIRECTIONS and direction not in target.words:
        parts.append(sentence.word(clause.core + 1))
    slug = "_".join([*parts, *target.words]).replace("'", "").replace("-", "_")
    slug = slug.replace("wait_to_", "look_forward_to_")
    return READ_AS.get(slug, slug)


def fact_of(sentence: Sentence, tree: Tree, clause: Clause, actor: Actor, target: Target, others: list[Target]) -> str:
    """The clause as a fact that names the target; empty where it cannot be said so."""
    text = _clause_text(sentence, tree, clause, actor, target, others)
    for at in {target.at, *tree.all(clause.core, "dobj")}:
        meant = pointed_at(sentence, at, ()) if at not in sentence.found else None
        if meant is not None:
            text = re.sub(rf"(?<= ){sentence.word(at)}\b", meant.name, text, count=1)
    last = target.name.split()[-1].split("'s")[0]
    broken = text.startswith(f"{actor.name} to ") or last not in text
    return "" if broken else text


def _clause_text(
    sentence: Sentence, tree: Tree, clause: Clause, actor: Actor, target: Target, others: list[Target]
) -> str:
    skipped: set[int] = set()
    joined = [other for other in others if other.words == target.words and other is not target]
    for other in joined:
        skipped |= set(range(other.start, other.end))
    if joined:
        between = range(min(t.start for t in others), max(t.end for t in others))
        skipped |= {at for at in between if sentence.word(at) in (",", "and", "or", "&")}
    if target.start < clause.verb:
        skipped |= set(left_behind(sentence, tree, clause)) if target.words else set()
        full = reworded(sentence, tree, clause, actor, skipped, clause.core + 1)
        later = set(range(clause.core + 1, len(sentence.tokens)))
        verb = reworded(sentence, tree, clause, actor, skipped | later, clause.core + 1)
        return (
            f"{verb} {' '.join((*target.words, target.name))}{full.removeprefix(verb)}"
            if verb and full.startswith(verb)
            else ""
        )
    judged = tree.child(clause.core, "ccomp") if tree.tokens[clause.core].base == "find" else None
    return reworded(sentence, tree, clause, actor, skipped, max(target.end, judged + 1 if judged is not None else 0))
