"""How a statement is said, by name: what tells a sentence that somebody would sign from a garbled one.

In: a statement that the reader made of a clause, and where the clause stands in its message. Out: the names of what is
so of it. What it is about hardly plays a part: garbled sentences come of clauses that were cut wrongly, of subjects
that stand elsewhere, of things that are said in part, of what is somebody else's.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.open.open_classes import OPEN_WORDS
from zeph.memory.ingest.reader.patterns.telling import predicate
from zeph.memory.language.morphology import is_plural
from zeph.records.claim import Mention

_ENDS = ".!?\n"
_PAUSES = ",;:-–—()"
_INSIDE = ("pointing", "softening", "depending", "vague", "it")
_LOOK_BACK = 12
"""Clauses before one that tell whom a message has been about."""
_MOST_CLAUSES, _MOST_WORDS = 5, 14
_HANGING = ("placing", "pointing", "softening", "depending", "helpers", "articles", "it", "able", "between")
"""What no sentence ends with."""
_OF_THING = ("abstract", "hollow", "figures", "vague")
_LIVING = frozenset(("person", "animal"))


class Statement(NamedTuple):
    """What a clause says of its subject."""

    clause: Clause
    subject: Phrase
    thing: Phrase
    said: str
    """The sentence."""
    sort: str
    """The class of ``open_classes``, "key", or the kind of claim and the id of the row that reads it
    ("state.name.is")."""
    assumed: bool = False
    """Whose it is was told by nobody: "*training* is on Mondays"."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in its message a clause stands."""

    text: str
    clauses: Sequence[Clause] = ()
    at: int = 0

    @property
    def before(self) -> Sequence[Clause]:
        """The last clauses before it."""
        return self.clauses[max(0, self.at - _LOOK_BACK) : self.at]

    def about(self, *, within: bool = False) -> str:
        """Whom the message has been about: "self", "other", "thing", by the last clause before that says its subject;
        "first" where none does. ``within``: the sentence, not the message."""
        told = next((one for one in reversed(self.before) if _is_said(one, one.subject)), None)
        if told is None or within and self._is_parted(told):
            return "first"
        return _about(told)

    def _is_parted(self, before: Clause) -> bool:
        """A sentence ends between that clause and this one."""
        between = self.text[before.span.end - 1 : self.clauses[self.at].span.start]
        return any(char in between for char in _ENDS)


def says_whose(clause: Clause) -> bool:
    """Whether a clause says its subject, or whose that is: not "*training* is on Mondays", not "broke a wrist"."""
    subject = clause.subject
    if subject is None or not _is_said(clause, subject):
        return False
    return "self" in subject.kinds or subject.mention.named or (subject.determiner or "-") not in OPEN_WORDS["nobodys"]


def features(one: Statement, place: Place) -> frozenset[str]:
    """What is so of it, by name."""
    how, _, whose = one.sort.partition(".")
    clause, subject, thing, text = one.clause, one.subject, one.thing, place.text
    return frozenset(
        (
            f"how {how}",
            f"of {whose}",
            f"of {whose.partition('.')[0]}",
            *_of_clause(clause, text),
            *_of_subject(clause, subject, text),
            *_of_thing(clause, thing, text),
            *_of_sentence(clause, one.said),
            *_of_place(one, place),
            *_around(clause, place),
        )
    )


def _of_clause(clause: Clause, text: str) -> Iterator[str]:
    yield f"tense {clause.tense}"
    yield f"lead {clause.lead if clause.lead in OPEN_WORDS['going_on'] else 'other' if clause.lead else 'none'}"
    before = text[: clause.span.start].rstrip(" ")[-1:]
    yield f"before {'end' if not before or before in _ENDS else 'pause' if before in _PAUSES else 'word'}"
    verb = clause.verb.replace(" ", "-")
    yield from (
        f"verb {name}" for name in ("empty", "light", "notable", "at_times", "lasting") if verb in OPEN_WORDS[name]
    )
    yield f"arguments {min(4, len(clause.arguments))}"
    if " " in clause.verb:
        yield "verb with a particle"


def _of_subject(clause: Clause, subject: Phrase, text: str) -> Iterator[str]:
    mention, own = subject.mention, subject.mention.span
    if own is None or not _is_said(clause, subject):
        yield "subject elsewhere"
    elif text[own.start : own.end].casefold() != mention.name.casefold() and "self" not in subject.kinds:
        yield "subject taken up"
    yield f"subject determiner {subject.determiner or 'none'}" if not mention.named else "subject named"
    if "self" not in subject.kinds and not mention.named and " " not in mention.name:
        yield "subject one word"
    if _is_small(mention, text):
        yield "subject named in small letters"
    if subject.others:
        yield "subject listed"
    yield f"subject words {min(4, len(mention.name.split()))}"
    yield from (f"subject kind {kind}" for kind in subject.kinds)
    yield "subject living" if subject.kinds & _LIVING | {"self"} else "subject a thing"


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
    if _is_small(mention, text):
        yield "thing named in small letters"
    if thing.others:
        yield "thing listed"
    yield f"thing words {min(4, len(mention.name.split()))}"
    yield from (f"thing kind {kind}" for kind in thing.kinds)
    words = {mention.head, *mention.name.lower().split(), *thing.adjectives}
    yield from (f"thing {name}" for name in _OF_THING if words & OPEN_WORDS[name])


def _of_sentence(clause: Clause, said: str) -> Iterator[str]:
    words = said.lower().split()
    last = words[-1].strip(_PAUSES)
    if any(last in OPEN_WORDS[name] for name in _HANGING):
        yield "ends hanging"
    told = {
        "you": not OPEN_WORDS["yours"].isdisjoint(words),
        "argument a pronoun": any(one.pronoun for one in clause.arguments if one.role != "subject"),
        "guess": any("guess" in one.kinds for one in clause.arguments),
    }
    yield from (name for name, is_so in told.items() if is_so)
    yield from _of_predicate(clause)


def _of_predicate(clause: Clause) -> Iterator[str]:
    words = predicate(clause)
    yield from (f"tags {a} {b}" for a, b in pairwise(("^", *(word.tag or "?" for word in words), "$")))
    lower = [word.text.lower() for word in words if word.text.isalpha()]
    yield from (f"has {name}" for name in _INSIDE if not OPEN_WORDS[name].isdisjoint(lower))


def _of_place(one: Statement, place: Place) -> Iterator[str]:
    """What stands before it in the message, and whether it could be somebody else's."""
    last = place.about()
    yield f"clauses {min(_MOST_CLAUSES, len(place.clauses))}"
    yield f"place {min(_MOST_CLAUSES, place.at)}"
    yield f"behind {last}"
    if one.assumed:
        yield from ("assumed", f"assumed behind {last}")
    if one.subject.pronoun:
        yield from (f"pronoun {one.subject.pronoun}", f"pronoun behind {last}")
    if "?" in place.text:
        yield "question"
    if one.said[-1:].isdigit():
        yield "ends in a digit"
    yield f"words {min(_MOST_WORDS, len(one.said.split())) // 2}"


def _around(clause: Clause, place: Place) -> Iterator[str]:
    """Words between it and the clauses beside it, which no clause has taken up, and what stands behind it."""
    text, at = place.text, place.at
    begin = place.clauses[at - 1].span.end if 0 < at <= len(place.clauses) else 0
    end = place.clauses[at + 1].span.start if at + 1 < len(place.clauses) else len(text)
    yield f"left out before {_words_of(text[begin : clause.span.start])}"
    yield f"left out behind {_words_of(text[clause.span.end : end])}"
    behind = text[clause.span.end :].lstrip(" ")[:1]
    yield f"behind it {'end' if not behind or behind in _ENDS else 'pause' if behind in _PAUSES else 'word'}"


def _words_of(text: str) -> int:
    """How many, up to four."""
    return min(4, sum(any(char.isalpha() for char in word) for word in text.split()))


def _is_small(mention: Mention, text: str) -> bool:
    """Whether what is taken for a name was typed in small letters."""
    return mention.named and mention.span is not None and text[mention.span.start : mention.span.start + 1].islower()


def _is_said(clause: Clause, subject: Phrase | None) -> bool:
    own = subject.mention.span if subject is not None else None
    return own is not None and clause.span.start <= own.start < clause.span.end


def _about(clause: Clause) -> str:
    """Whom or what a clause before is about."""
    subject = clause.subject
    if subject is None:
        return "nothing"
    if "self" in subject.kinds:
        return "self"
    living = bool(subject.kinds & _LIVING) or subject.mention.named or bool(subject.pronoun)
    return "other" if living else "thing"
