"""What people tell each other to do: "my doctor told me to cut down on sugar", "Ana's coach wants her to rest her knee".

In: a parsed sentence. Out: findings about who was told, such as ``told_to_cut_down_on``; whether it was done, nobody
says, so that no other rule may read the verb as somebody's doing.
"""

import re

from zeph.memory.ingest.local.frames.subjects import order_of, someone
from zeph.memory.ingest.local.open.clauses import Tree
from zeph.memory.ingest.local.open.deeds import phrase_actor
from zeph.memory.ingest.local.open.reached import reached
from zeph.memory.ingest.local.open.thoughts import asserted
from zeph.memory.ingest.local.open.whole_clauses import kept_of, said
from zeph.memory.ingest.local.phrases.mentions import Actor
from zeph.memory.ingest.local.phrases.reader import Finding, Sentence

_TOLD = {
    "tell": "told", "advise": "advised", "ask": "asked", "encourage": "encouraged", "urge": "urged", "order": "told",
    "warn": "warned", "remind": "reminded", "convince": "convinced", "persuade": "persuaded", "push": "pushed",
    "recommend": "advised", "instruct": "told", "want": "wanted", "expect": "expected", "invite": "invited",
}  # fmt: skip
_ME = frozenset(("me", "us"))
_OTHERS = frozenset(("him", "her", "them"))


def order_findings(sentence: Sentence) -> list[Finding]:
    """One finding for each "<somebody> told <somebody> to …"."""
    if not sentence.tokens or not sentence.tokens[0].dep:
        return []
    tree, found = sentence.tree, []
    for at in range(len(sentence.tokens)):
        telling = order_of(sentence, at)
        if telling is not None and (finding := _order(sentence, tree, telling, at)) is not None:
            found.append(finding)
    return found


def _order(sentence: Sentence, tree: Tree, telling: int, deed: int) -> Finding | None:
    verb, subject = sentence.tokens[telling], tree.subject(telling)
    whom = next((at for at in range(telling + 1, deed) if sentence.tokens[at].dep in ("dobj", "dative", "nsubj")), None)
    relation = _TOLD.get(verb.base)
    if relation is None or subject is None or whom is None or not asserted(sentence, tree, telling):
        return None
    teller, told = _actor(sentence, subject), _actor(sentence, whom)
    if teller is None or told is None or teller.name in (told.name, sentence.speaker.name):
        return None
    chain = tree.chain(deed)
    target = next(iter(reached(sentence, tree, chain[-1])), None)
    if target is None:
        return None
    fact = said(sentence, tree, telling, kept_of(sentence, tree, telling, subject, target.end), teller)
    if sentence.word(whom) in _OTHERS:
        fact = re.sub(rf"\b{sentence.word(whom)}\b", told.name, fact, count=1)
    if target.name.split()[-1] not in fact or told.name not in fact:
        return None
    denied = tree.child(deed, "neg") is not None
    core = sentence.tokens[chain[-1]]
    particle = tree.child(chain[-1], "prt")
    words = [sentence.word(particle)] if particle is not None else []
    words += [word for word in target.words if word not in words]
    slug = "_".join([relation, *(["not"] if denied else []), "to", core.base, *words])
    past = verb.tag in ("VBD", "VBN")
    return Finding(
        told.name, told.type, re.sub(r"[^a-z_]", "", slug.replace("-", "_")), target.name, target.type, fact,
        "open_past" if past else "open_now", telling, min(teller.factor, told.factor) * 0.9, event=past,
    )  # fmt: skip


def _actor(sentence: Sentence, at: int) -> Actor | None:
    word = sentence.word(at)
    if word in _ME or word in ("i", "we"):
        return sentence.speaker
    if sentence.tokens[at].pos == "PRON":
        return sentence.meant(at, things=False)
    phrase = sentence.found.get(at)
    if phrase is None:
        return None
    return someone(sentence, phrase) or phrase_actor(sentence, phrase)
