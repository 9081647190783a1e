"""A clause told of its subject by name: the sentence that a stranger reads.

In: a clause, what its subject is called, the words to leave out. Out: the sentence; the words stand as
``clauses/wording`` has them, what comes before the subject goes behind ("In May I fly to Rome": "User flies to Rome in
May"), pronouns give way to names, and what is only loosely added is left out.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from zeph.memory.ingest.reader.clauses.clause import Clause, Word
from zeph.memory.ingest.reader.clauses.wording import sentence
from zeph.memory.ingest.reader.mentions.discourse import PRONOUNS
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.memory.language.morphology import VOWELS, forms_of, is_plural, lemma_of_verb
from zeph.records.claim import Span

_TABLE = word_sets(read_table("patterns/telling.toml"))
_NOBODY = read_table("patterns/telling.toml")["nobody"]
_TAKEN_UP = frozenset().union(*(PRONOUNS[word] for word in ("he", "she", "it", "they")))
_PAUSES = (",", "-", "–", "—")
_REST = 3
"""Words behind a last comma that are no sentence of their own."""
_SPEAKER_LENGTH = 2
"""Letters that "I" and "we" have at most; as words of a sentence they are "they"."""


def told(name: str, clause: Clause, without: Sequence[Span] = (), thing: Phrase | None = None) -> str:
    """The sentence; ``name``: what the subject is called in it, ``thing``: what it should tell of besides."""
    begin, words = _begin(clause), _plain(_left(_resolved(clause), [*without, *_taken_back(clause)]), clause)
    front = [word for word in words if word.span.start < begin and not _is_speaker(word)]
    behind = _whole([word for word in words if word.span.start >= begin])
    if thing is not None and _is_gap(clause, thing):
        behind = [*_verb_of(behind, clause), Word(_phrase(thing).removeprefix(f"{name}'s "), clause.span)]
    helped = clause.passive or any(word.text in _TABLE["helpers"] for word in behind)
    behind = behind if helped else [_of_one(word, clause) for word in behind]
    return sentence(name or _NOBODY, _ended(_uncut(_joined(_ended(behind), front))))


def _ended(words: list[Word]) -> list[Word]:
    """Without what its end dangles with: "reading Dune *and*"."""
    while words and words[-1].text.lower() in _TABLE["dangling"]:
        words = words[:-1]
    return words


def _taken_back(clause: Clause) -> list[Span]:
    """The words of ", *not Hull*"."""
    own = clause.wrong.mention.span if clause.wrong is not None else None
    first = clause.wrong.preposition.split(" ")[0] if clause.wrong is not None else ""
    denials = [word.span.start for word in clause.words if own and word.text == first and word.span.start < own.start]
    return [Span(denials[-1], own.end)] if own and denials else []


def _left(words: Sequence[Word], without: Sequence[Span]) -> list[Word]:
    """The words that are not left out; what is left out leaves a space, and takes its "'s" along."""
    kept: list[Word] = []
    left = False
    for word in words:
        left = within(word, without) or left and word.tag == "POS"
        if not left:
            kept.append(word)
        elif kept:
            kept[-1] = replace(kept[-1], space=True)
    return kept


def _is_gap(clause: Clause, thing: Phrase) -> bool:
    """ "The service *we built*": the thing stands before the clause that tells of it."""
    own, words = thing.mention.span, clause.words
    return (
        thing.role != "subject"
        and own is not None
        and bool(words)
        and own.end <= min(word.span.start for word in words)
    )


def _verb_of(words: Sequence[Word], clause: Clause) -> list[Word]:
    """Up to the verb with its particle, and a space behind: what follows tells of where the thing is now."""
    parts = clause.verb.split(" ")
    last = max((at for at, word in enumerate(words) if lemma_of_verb(word.text.lower()) == parts[0]), default=-1)
    kept = list(words[: last + len(parts)])
    return [*kept[:-1], *(replace(word, space=True) for word in kept[-1:])]


def _plain(words: Sequence[Word], clause: Clause) -> list[Word]:
    """Without what only talk has: "*just* joined a choir", "*this* cute hamster" of one that is new."""
    shown = {argument.mention.span.start for argument in clause.arguments if argument.mention.span}
    kept: list[Word] = []
    for at, word in enumerate(words):
        lower, after = word.text.lower(), words[at + 1].text if at + 1 < len(words) else ""
        ends = not after[:1].isalnum()
        told = after[:1].isdigit() and kept[-1:] and kept[-1].text in _PAUSES  # "…, *here* 9 years"
        denied = told or bool(kept) and kept[-1].text.lower() in _TABLE["denials"]
        if not denied and (lower in _TABLE["fillers"] or ends and lower in _TABLE["closing"]):
            kept[-1:] = [replace(last, space=True) for last in kept[-1:]]
            continue
        introduced = lower in _TABLE["introducing"] and word.span.start in shown and not ends
        kept.append(replace(word, text="an" if after[:1].lower() in VOWELS else "a") if introduced else word)
    return kept


def _uncut(words: list[Word]) -> list[Word]:
    """Without the rest of what was cut off behind its last comma: "watches films, *plays*"; but "Ghent, Belgium"."""
    while words and words[-1].text in _PAUSES:
        words = words[:-1]
    at = max((at for at, word in enumerate(words) if word.text == ","), default=0)
    rest = [word.text for word in words[at + 1 :]]
    cut = at > 0 and len(rest) <= _REST and all(map(str.islower, rest)) and _TABLE["joining"].isdisjoint(rest)
    return words[:at] if cut else words


def predicate(clause: Clause) -> list[Word]:
    """The words from behind the subject on."""
    begin = _begin(clause)
    return [word for word in clause.words if word.span.start >= begin]


def within(word: Word, spans: Sequence[Span]) -> bool:
    """Whether the word stands in one of the places; one that was only meant stands in none."""
    return word.span.start < word.span.end and any(span.start <= word.span.start < span.end for span in spans)


def named(subject: Phrase) -> str:
    """ "The backup job": what has neither name nor owner keeps its article."""
    name = _phrase(subject)
    return name if name == subject.mention.name else f"{name[0].upper()}{name[1:]}"


def _phrase(argument: Phrase) -> str:
    mention, determiner = argument.mention, argument.determiner
    bare = mention.named or mention.owner or determiner not in PRONOUNS["told_with"]
    return mention.name if bare else f"{determiner} {mention.name}"


def _begin(clause: Clause) -> int:
    """Where the predicate begins: "after nine years *I* quit"."""
    subject = clause.subject
    own = subject.mention.span if subject is not None else None
    ends = [word.span.end for word in clause.words if _is_speaker(word)]
    if own is not None and any(word.span.start >= own.start for word in clause.words):
        ends.append(own.start)
    return max(ends, default=0)


def _is_speaker(word: Word) -> bool:
    return word.text == "they" and word.span.end - word.span.start <= _SPEAKER_LENGTH


def _resolved(clause: Clause) -> tuple[Word, ...]:
    """The words with names in the place of pronouns: "loves it" says nothing to a stranger; without the subject."""
    spans = [one.mention.span for one in clause.subject.listed if one.mention.span] if clause.subject else []
    own = Span(spans[0].start, spans[-1].end) if spans else None
    several = len(spans) > 1
    names = {
        argument.mention.span: argument.mention.name
        for argument in clause.arguments
        if argument.role != "subject" and argument.mention.span is not None and "self" not in argument.kinds
    }
    return tuple(
        replace(word, text=names[word.span]) if word.text in _TAKEN_UP and names.get(word.span) else word
        for word in clause.words
        if own is None or not (several or word.text in _TAKEN_UP) or not own.start <= word.span.start < own.end
    )


def _whole(words: list[Word]) -> list[Word]:
    """Without "but" and what follows it, and without what a comma adds and nobody took up: ", not going back"."""
    for at, (word, after) in enumerate(pairwise(words)):
        turns = word.text.lower() in _TABLE["turns"] and after.text.lower() not in _TABLE["denials"]
        added = word.text in _PAUSES and after.text.lower() in _TABLE["added"]
        if at and (turns or added):
            return words[:at]
    return words


def _joined(behind: list[Word], front: list[Word]) -> list[Word]:
    """With what stood before the subject at the end, where it is a phrase of its own."""
    while front and (not front[-1].text[:1].isalnum() or front[-1].text.lower() in _TABLE["turns"]):
        front = front[:-1]
    if len(front) < 2 or front[0].text.lower() not in _TABLE["fronted"]:
        return behind
    first = replace(front[0], text=front[0].text.lower())
    while behind and not behind[-1].text[-1:].isalnum() and behind[-1].text not in (")", '"', "%"):
        behind = behind[:-1]
    return [*behind[:-1], *(replace(word, space=True) for word in behind[-1:]), first, *front[1:]]


def _of_one(word: Word, clause: Clause) -> Word:
    """ "Drives" for "drive": a verb behind "and" has lost its subject."""
    subject = clause.subject
    noun = subject.mention.name.rsplit(" ", 1)[-1].lower() if subject and not subject.mention.named else ""
    several = subject is not None and (bool(subject.others) or is_plural(noun))
    plain = clause.tense == "present" and word.text == clause.verb.split(" ")[0] and not clause.progressive
    if not plain or several or forms_of(word.text).past == word.text:
        return word
    return replace(word, text=forms_of(word.text).third)
