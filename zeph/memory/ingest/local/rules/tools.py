"""Tools and places that a clause mentions in passing: "sync them with Syncthing", "a road trip through Namibia".

In: a parsed sentence. Out: findings by the kind of the thing that stands behind the preposition, whatever the verb is:
who does something with a known program uses it, who went somewhere has been there.
"""

from zeph.memory.ingest.local.open.clauses import Clause, Tree
from zeph.memory.ingest.local.open.deeds import actor_of
from zeph.memory.ingest.local.phrases.entities import Phrase, mine, usable
from zeph.memory.ingest.local.phrases.mentions import Actor
from zeph.memory.ingest.local.phrases.reader import Finding, Sentence

SOFTWARE = frozenset(
    "editor language database os shell terminal browser framework library cloud container build_tool ci forge "
    "infrastructure app ai_model".split()
)
_WITH = frozenset("with in on via through using into".split())
_WORKED_ON = frozenset(
    "do file back sync track manage schedule scan render host deploy monitor encrypt automate index tag typeset compile "
    "type store budget transcribe convert edit cut mix record process publish design sketch compose proofread annotate "
    "archive compress sort debug profile draft dictate digitise digitize retouch master lint format".split()
)
"""What one does with a tool and seldom with somebody, to a thing of one's own."""
_WRITTEN_IN = frozenset(
    "edit cut mix master sketch compose annotate draft typeset retouch proofread transcribe".split()
)
"""What one does "in" a program, never in a town."""
_POINTING = frozenset("it them everything all".split())
_THROUGH = frozenset("to through around across".split())
_AGAINST = frozenset(
    "hate dislike avoid drop leave ditch quit stop switch move migrate replace want plan consider think compare hope "
    "like love prefer look wait read write work apply interview join speak talk argue complain struggle insist go".split()
)
_STAYS = frozenset(
    "spend stay celebrate holiday vacation camp honeymoon hike ski surf dive swim cycle drive travel".split()
)
_TRAVELS = frozenset(
    "cycle drive fly travel hitchhike walk hike sail ride take go do make road-trip backpack trek run row paddle".split()
)


def tool_findings(sentence: Sentence, known: list[Finding]) -> list[Finding]:
    """What ``known`` does not say yet of tools used and places seen."""
    if not sentence.tokens or not sentence.tokens[0].dep:
        return []
    said = {finding.target.casefold() for finding in known} | {(f.replaces or "").casefold() for f in known}
    tree, found = sentence.tree, []
    for clause in tree.clauses():
        actor = actor_of(sentence, tree, clause)
        if actor is None or clause.planned or clause.over:
            continue
        for finding in _of_clause(sentence, tree, clause, actor):
            if finding.target.casefold() not in said:
                said.add(finding.target.casefold())
                found.append(finding)
    return found


def _of_clause(sentence: Sentence, tree: Tree, clause: Clause, actor: Actor) -> list[Finding]:
    found: list[Finding] = []
    bases = {sentence.tokens[at].base for at in clause.chain}
    for prep in _prepositions(tree, clause):
        at = tree.child(prep, "pobj")
        phrase = sentence.found.get(at) if at is not None else None
        if phrase is None or not usable(phrase) or sentence.tokens[prep].date:
            continue
        word, kind = sentence.word(prep), sentence.kind(phrase)
        if word in _WITH and kind in SOFTWARE and not bases & _AGAINST and actor.type == "person":
            found += _uses(sentence, clause, actor, phrase)
        elif word in ("with", "in") and _is_new_tool(sentence, tree, clause, actor, phrase):
            past = sentence.tokens[clause.verb].tag == "VBD"
            fact = f"{actor.name} {'used' if past else 'uses'} {phrase.name}"
            found.append(
                Finding(actor.name, actor.type, "uses", phrase.name, "tool", fact, "uses", clause.verb,
                        actor.factor * 0.85, event=past)
            )  # fmt: skip
        elif kind in ("city", "country", "region") and _was_there(sentence, clause, bases, word):
            fact = f"{actor.name} was in {phrase.name}"
            found.append(
                Finding(actor.name, actor.type, "visited", phrase.name, "location", fact, "visited", clause.verb,
                        actor.factor * 0.9, event=True)
            )  # fmt: skip
    return found


def _is_new_tool(sentence: Sentence, tree: Tree, clause: Clause, actor: Actor, phrase: Phrase) -> bool:
    """ "I do my taxes with Elster": a name nobody knows, beside what is one's own."""
    thing = tree.child(clause.core, "dobj")
    worked_on = sentence.found.get(thing) if thing is not None else None
    own = worked_on is not None and mine(worked_on) or thing is not None and sentence.word(thing) in _POINTING
    named = phrase.proper and not phrase.determiner and not phrase.owner_end and not sentence.kind(phrase)
    within = sentence.word(phrase.start - 1) == "in"
    verb = sentence.tokens[clause.core].base in (_WRITTEN_IN if within else _WORKED_ON)
    return own and named and verb and actor.type == "person"


def _prepositions(tree: Tree, clause: Clause) -> list[int]:
    """Those of the verb and of its object."""
    preps = tree.all(clause.core, "prep")
    thing = tree.child(clause.core, "dobj")
    return preps + (tree.all(thing, "prep") if thing is not None else [])


def _was_there(sentence: Sentence, clause: Clause, bases: set[str], prep: str) -> bool:
    past = sentence.tokens[clause.verb].tag in ("VBD", "VBN")
    return past and ((prep in _THROUGH and bool(bases & _TRAVELS)) or (prep == "in" and bool(bases & _STAYS)))


def _uses(sentence: Sentence, clause: Clause, actor: Actor, phrase: Phrase) -> list[Finding]:
    known = sentence.tokens[phrase.end - 1].known
    if known is None or (known.everyday and not phrase.proper) or phrase.determiner in ("a", "an"):
        return []
    past = sentence.tokens[clause.verb].tag == "VBD"
    fact = f"{actor.name} {'used' if past else 'uses'} {phrase.name}"
    return [
        Finding(actor.name, actor.type, "uses", phrase.name, known.entity_type, fact, "uses", clause.verb,
                actor.factor * 0.9, event=past)
    ]  # fmt: skip
