"""How likely a sentence that was made of a clause is one that the speaker would sign.

In: a statement and where it stands. Out: a probability from 0 to 1, by a logistic regression on how it is said
(``sound_features``, ``soundness.json``), learned from sentences that readers marked who knew no rule, with
``python -m benchmarks.learn_soundness --write``. It decides what may be told: of what no row reads, and of what rows
say.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.open.open_classes import tells_more
from zeph.memory.ingest.reader.open.sound_features import Place, Statement, features, says_whose
from zeph.memory.ingest.reader.patterns.doubts import UNSURE
from zeph.records.claim import Claim, Marker
from zeph.records.edge import CANDIDATE_BELOW

DATA_FILE = "soundness.json"
TOLD = 0.6
"""From it on what no row reads is a fact."""
TOLD_FROM = {
    "is": 0.82, "did": 0.7, "is_at": 0.6, "number": 0.65,
    **dict.fromkeys(("dated", "on_day", "is_number", "is_so", "counts"), 0.5),
}  # fmt: skip
"""The same by how it is said: values are seldom garbled, what something is called often is a figure of speech."""
PASSING = frozenset(("doing", "common", "ahead", "planned", "begun", "somebody_at", "undergone_some"))
"""What is being done and meant, where somebody is: it may be over tomorrow, or matter to nobody, and nothing tells
which."""
DONE = frozenset(("did", "befell"))
"""What has been done stays done: worth telling where it says more than what ("I lent the drill *to Ana*")."""
TOLD_BY_ROW = {"state": 0.3, "event": 0.4, "begin": 0.3, "end": 0.6}
"""Below it what a row reads stays a candidate, by the kind of its claim: what begins is a change, and changes are told
in ways of their own. Of an end, below it nothing is told but what it ends."""
TOLD_OF_NOTES = TOLD_BY_ROW | {"state": 0.15, "begin": 0.2}
"""The same of what has no verb, of which hardly anything was marked: what rows read of notes, their own words tell."""
DOUBTFUL: frozenset[Marker] = frozenset(("doubtful",))


def soundness(one: Statement, place: Place) -> float:
    """From 0 to 1."""
    made = _weights()
    weights: Mapping[str, float] = made["weights"]
    told = sum(weights.get(name, 0.0) for name in features(one, place))
    return 1.0 / (1.0 + math.exp(-float(made["base"]) - told))


def may_be_told(one: Statement, sound: float) -> bool:
    """Whether what no row reads is a fact, so sound as it is."""
    said = one.sort.partition(".")[0]
    how = said.removesuffix("_some")
    passing = how.endswith("_loosely") or not PASSING.isdisjoint((how, said))
    passing = passing or how in DONE and (how != said or not tells_more(one.clause, one.thing))
    return not passing and sound >= TOLD_FROM.get(how, TOLD)


def may_be_anothers(one: Statement, place: Place) -> bool:
    """Whose it is was left out, and the message has been about somebody else: "my brother is engaged, *wedding is in
    May*", "Tad's gone, *broke a wrist*"; but in a sentence of its own a verb without a subject is the speaker's."""
    return one.assumed and place.about(within="self" in one.subject.kinds) == "other"


def as_sound(claim: Claim, clause: Clause, place: Place) -> Claim:
    """What a row reads: where its sentence is hardly sound, it stays a candidate; of what is said to be over, it ends
    what is known and tells nothing else."""
    subject, thing = clause.subject, _thing_of(claim, clause)
    if claim.confidence < CANDIDATE_BELOW or subject is None:
        return claim
    row = claim.reader.removeprefix("pattern:")
    assumed = claim.subject.span is None and not says_whose(clause)
    one = Statement(clause, subject, thing or subject, claim.sentence, f"{claim.kind}.{row}", assumed)
    least = (TOLD_OF_NOTES if _is_note(clause) else TOLD_BY_ROW).get(claim.kind)
    unsound = least is not None and thing is not None and soundness(one, place) < least
    anothers = may_be_anothers(one, place) and (claim.kind != "end" or "self" in subject.kinds)
    if least is not None and (anothers or unsound and claim.kind != "end"):
        return replace(claim, confidence=UNSURE)
    return replace(claim, markers=claim.markers | DOUBTFUL) if unsound else claim


def _is_note(clause: Clause) -> bool:
    """Whether its verb is only meant: "staging already 2.15"."""
    return not clause.words or any(word.span.start >= word.span.end for word in clause.words)


def _thing_of(claim: Claim, clause: Clause) -> Phrase | None:
    said = [one for argument in clause.arguments[1:] for one in argument.listed]
    own = (one for one in said if one.mention.span is not None and one.mention.span == claim.object.span)
    return next(own, said[0] if said else None)


@cache
def _weights() -> dict[str, Any]:
    made: dict[str, Any] = json.loads((resources.files(__package__) / DATA_FILE).read_text("utf-8"))
    return made
