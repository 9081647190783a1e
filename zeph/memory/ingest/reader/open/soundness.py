"""How likely a sentence that was made of a clause is one that the speaker would sign.

In: the clause, what it speaks of, the sentence, the message. Out: a probability from 0 to 1, by a logistic regression
on how the clause is said (``soundness.json``), learned from sentences that a reader marked, with
``python -m benchmarks.learn_soundness --write``. What it is about hardly plays a part: garbled sentences come of
clauses that were cut wrongly, of subjects that stand elsewhere, of things that are said in part.
"""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.open.open_classes import OPEN_WORDS
from zeph.memory.ingest.reader.patterns.doubts import UNSURE
from zeph.memory.ingest.reader.patterns.telling import predicate
from zeph.memory.language.morphology import is_plural
from zeph.records.claim import Claim
from zeph.records.edge import CANDIDATE_BELOW

DATA_FILE = "soundness.json"
HARDLY = 0.25
"""Below it what a row reads is no fact."""
_ENDS = ".!?\n"
_PAUSES = ",;:-–—()"
_SHORT, _LONG = 4, 11
"""Words of a sentence."""
_LISTS = ("placing", "pointing", "softening", "depending", "helpers", "vague", "articles", "empty", "light", "it")
_INSIDE = ("pointing", "softening", "depending", "vague", "it")
_THEIRS, _YOURS = frozenset(("their", "them")), frozenset(("you", "your"))
_MOST_LOOSE = 5
_HANGING = ("placing", "pointing", "softening", "depending", "helpers", "articles", "it", "able", "between")
"""What no sentence ends with."""
_OF_THING = ("abstract", "hollow", "figures", "vague")


def soundness(clause: Clause, subject: Phrase, thing: Phrase, said: str, sort: str, text: str) -> float:
    """``sort``: the class of ``open_classes``, "key", or the kind of a row's claim ("row.state")."""
    made = _weights()
    weights: Mapping[str, float] = made["weights"]
    told = sum(weights.get(name, 0.0) for name in soundness_features(clause, subject, thing, said, sort, text))
    return 1.0 / (1.0 + math.exp(-float(made["base"]) - told))


def as_sound(claim: Claim, clause: Clause, text: str) -> Claim:
    """What a row reads: where its sentence is hardly sound, it stays a candidate; but what is over or another by now is
    so however it is told."""
    subject, thing = clause.subject, _thing_of(claim, clause)
    told = claim.kind in ("state", "begin", "event") and claim.confidence >= CANDIDATE_BELOW
    if not told or subject is None or thing is None:
        return claim
    sound = soundness(clause, subject, thing, claim.sentence, f"row.{claim.kind}", text)
    return claim if sound >= HARDLY else replace(claim, confidence=UNSURE)


def _thing_of(claim: Claim, clause: Clause) -> Phrase | None:
    said = [one for argument in clause.arguments[1:] for one in argument.listed]
    own = (one for one in said if one.mention.span is not None and one.mention.span == claim.object.span)
    return next(own, said[0] if said else None)


def soundness_features(
    clause: Clause, subject: Phrase, thing: Phrase, said: str, sort: str, text: str
) -> frozenset[str]:
    """What is so of it, by name."""
    how, _, whose = sort.partition(".")
    return frozenset(
        (
            f"how {how}",
            f"of {whose}",
            *_of_clause(clause, text),
            *_of_subject(clause, subject, text),
            *_of_thing(clause, thing, text),
            *_of_sentence(clause, said),
        )
    )


def _of_clause(clause: Clause, text: str) -> Iterator[str]:
    yield f"tense {clause.tense}"
    yield f"lead {clause.lead if clause.lead in OPEN_WORDS['going_on'] else 'other' if clause.lead else 'none'}"
    yield from (name for name in ("progressive", "passive") if getattr(clause, name))
    yield from (f"{name} {value}" for name in ("modality", "phase") if (value := getattr(clause, name)))
    before, after = text[: clause.span.start].rstrip(" "), text[clause.span.end :].lstrip(" ")
    yield f"before {_edge(before[-1:])}"
    yield f"after {_edge(after[:1])}"
    verb = clause.verb.replace(" ", "-")
    yield from (
        f"verb {name}" for name in ("empty", "light", "notable", "at_times", "lasting") if verb in OPEN_WORDS[name]
    )
    yield f"arguments {min(4, len(clause.arguments))}"
    if " " in clause.verb:
        yield "verb with a particle"
    if clause.times:
        yield "dated"
    if clause.outer is not None:
        yield "inner"


def _edge(char: str) -> str:
    return "end" if not char or char in _ENDS else "pause" if char in _PAUSES else "word"


def _of_subject(clause: Clause, subject: Phrase, text: str) -> Iterator[str]:
    mention, own = subject.mention, subject.mention.span
    if own is None or not clause.span.start <= own.start < clause.span.end:
        yield "subject elsewhere"
    elif text[own.start : own.end].casefold() != mention.name.casefold() and "self" not in subject.kinds:
        yield "subject taken up"
    yield f"subject determiner {subject.determiner or 'none'}" if not mention.named else "subject named"
    if subject.others:
        yield "subjects"
    if "self" not in subject.kinds and not mention.named and " " not in mention.name:
        yield "subject one word"
    yield "subject living" if subject.kinds & {"person", "animal", "self"} else "subject a thing"
    if subject.pronoun:
        yield "subject a pronoun"


def _of_thing(clause: Clause, thing: Phrase, text: str) -> Iterator[str]:
    mention, own = thing.mention, thing.mention.span
    if own is not None and not mention.owner and text[own.start : own.end].casefold() != mention.name.casefold():
        yield "thing taken up"
    yield f"thing {thing.role}"
    yield f"thing behind {'a preposition' if thing.preposition else 'the verb'}"
    if mention.named:
        yield "thing named"
    elif mention.owner:
        yield "thing owned"
    else:
        plural = is_plural(mention.name.split()[-1].lower()) if mention.name else False
        yield f"thing {thing.determiner or 'bare'} {'plural' if plural else 'one'}"
    yield f"thing words {min(4, len(mention.name.split()))}"
    words = {mention.head, *mention.name.lower().split(), *thing.adjectives}
    yield from (f"thing {name}" for name in _OF_THING if words & OPEN_WORDS[name])
    if thing.adjective:
        yield "thing adjective"
    if thing.pronoun:
        yield "thing a pronoun"
    if thing.others:
        yield "things"
    yield "thing of no kind" if not thing.kinds else "thing of a kind"


def _of_sentence(clause: Clause, said: str) -> Iterator[str]:
    words = said.lower().split()
    yield "short" if len(words) <= _SHORT else "long" if len(words) >= _LONG else "middling"
    last = words[-1].strip(_PAUSES)
    if any(last in OPEN_WORDS[name] for name in _HANGING):
        yield "ends hanging"
    told = {
        "pause": any(char in said for char in _PAUSES),
        "digits": any(map(str.isdigit, said)),
        "their": not _THEIRS.isdisjoint(words),
        "you": not _YOURS.isdisjoint(words),
        "argument a pronoun": any(one.pronoun for one in clause.arguments if one.role != "subject"),
        "guess": any("guess" in one.kinds for one in clause.arguments),
    }
    yield from (name for name, is_so in told.items() if is_so)
    yield from _of_predicate(clause)


def _of_predicate(clause: Clause) -> Iterator[str]:
    own = [word.text for word in predicate(clause)]
    lower = [word.lower() for word in own if word.isalpha()]
    yield from (f"first {name}" for name in _LISTS if lower[:1] and lower[0] in OPEN_WORDS[name])
    yield from (f"has {name}" for name in _INSIDE if not OPEN_WORDS[name].isdisjoint(lower))
    names = {word for one in clause.arguments for word in one.mention.name.split()}
    if any(word[:1].isupper() and word not in names for word in own[1:]):
        yield "capital"
    if len(lower) > 1 and lower[0] == lower[1]:
        yield "doubled"
    covered = sum(len(one.mention.name.split()) for one in clause.arguments if one.role != "subject")
    yield f"loose words {min(_MOST_LOOSE, max(0, len(lower) - covered) // 2)}"


@cache
def _weights() -> dict[str, Any]:
    made: dict[str, Any] = json.loads((resources.files(__package__) / DATA_FILE).read_text("utf-8"))
    return made
