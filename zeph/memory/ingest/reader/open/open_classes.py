"""Of which class a plain statement is that no pattern reads: how often each is right, is measured.

In: a clause with its subject and what is said of it. Out: the name of its class ("standing.own"): how it is said, and
of whom; empty where it says nothing worth keeping. What verbs and nouns make the difference is told in ``open.toml``.

Classes by how it is said: ``standing`` ("I repair clocks"), ``light`` (so, with a verb that says little: "my car takes
diesel"), ``phrasal`` ("I hang on to my old tent"), ``lasting`` ("I'm restoring a canoe"), ``happened`` ("I adopted a
greyhound"), ``befell`` ("I broke a cup"), ``did`` ("I emailed Ana"),
``ahead`` ("I'll repaint the shed"), ``begun``, ``over`` ("I stopped repairing clocks", "I no longer repair clocks"),
``dated`` ("my visa expires on 14 August"), ``counts`` ("our boat sleeps six"), ``undergone`` ("my app is hosted on
Hetzner"), ``is``, ``is_at`` and ``has`` ("my flat is on the third floor", "our house has a slate roof"). Behind it
stands ``_some`` where the thing is nothing in particular ("I repair clocks"), ``_loosely`` where it is a mood, an aim,
or part of another clause. Of whom: ``self``, ``own`` ("my brother"), ``named``, ``the`` ("the backup job").
"""

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.lexicon.word_forms import forms_of, singular
from zeph.memory.ingest.reader.mentions.argument import Argument
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets

OPEN_WORDS = word_sets(read_table("open/open.toml"))
_STATES = {"be": "is", "have": "has"}
_OF_PAST = {"happened": "notable", "befell": "at_times"}
_PASSING = frozenset(("at", "now"))


def class_of(clause: Clause, subject: Argument, thing: Argument) -> str:
    """ "standing.self"; empty where the clause is none of the classes."""
    how = _how(clause, thing)
    if not how or _is_figure(clause, thing):
        return ""
    loose = "_loosely" if _is_loose(clause, subject, thing) else "_some" if _is_some(thing) else ""
    return f"{how}{loose}.{_whose(subject)}"


def _how(clause: Clause, thing: Argument) -> str:
    verb = clause.verb.replace(" ", "-")
    if "when" in thing.kinds:
        return "dated"
    if verb in _STATES:
        return _state(clause, thing)
    if verb in OPEN_WORDS["empty"] and not thing.count:
        return ""
    if clause.phase in ("begin", "end"):
        return "begun" if clause.phase == "begin" else "over"
    if is_ahead(clause):
        return "ahead"
    return _past(clause, verb) if clause.tense in ("past", "perfect") else _present(clause, verb, thing)


def _past(clause: Clause, verb: str) -> str:
    if clause.progressive:
        return "did"
    return next((how for how, verbs in _OF_PAST.items() if verb in OPEN_WORDS[verbs]), "did")


def _present(clause: Clause, verb: str, thing: Argument) -> str:
    if clause.progressive:
        return "lasting" if verb in OPEN_WORDS["lasting"] else "did"
    if thing.count or clause.passive:
        return "counts" if thing.count else "undergone"
    if any(time.role in _PASSING for time in clause.times) or _may_be_past(clause, verb):
        return "did"
    if "-" in verb:
        return "phrasal"
    return "light" if verb in OPEN_WORDS["light"] else "standing"


def _may_be_past(clause: Clause, verb: str) -> bool:
    """ "I put the pen down": today, or every day?"""
    subject = clause.subject
    return forms_of(verb).past == verb and subject is not None and "self" in subject.kinds


def _state(clause: Clause, thing: Argument) -> str:
    """ "Is" and "has" of the present; an adjective tells too seldom what lasts."""
    if (
        any(time.role in _PASSING for time in clause.times)
        or clause.tense != "present"
        or clause.phase
        or clause.progressive
        or clause.passive
        or thing.adjective
    ):
        return ""
    if clause.verb == "have":
        return "has" if not thing.preposition else ""
    if thing.preposition:
        return "is_at"
    return "is" if thing.determiner or thing.count or thing.mention.named else ""


def _whose(subject: Argument) -> str:
    if "self" in subject.kinds:
        return "self"
    if subject.mention.owner:
        return "own"
    return "named" if subject.mention.named else "the"


def _is_figure(clause: Clause, thing: Argument) -> bool:
    """ "I hold my breath", "we hit a wall": said of nothing in the world."""
    noun, verb = singular(thing.mention.head), clause.verb.replace(" ", "-")
    return noun in OPEN_WORDS["figures"] or not {f"{verb}:{noun}", f"*:{noun}"}.isdisjoint(OPEN_WORDS["sayings"])


def _is_loose(clause: Clause, subject: Argument, thing: Argument) -> bool:
    """ "I like to read *and grow my mind*", "we can build a better world": no statement of its own, or of nothing that
    one could point at."""
    own = subject.mention.span
    shared = own is None or not clause.span.start <= own.start < clause.span.end
    said = {word.text for word in clause.words}
    return shared and clause.tense == "present" or bool(said & OPEN_WORDS["able"]) or _is_mood(subject, thing)


def _is_mood(subject: Argument, thing: Argument) -> bool:
    """ "Courage", "lovely people"; but "a board game" is one of many games."""
    moods, name = OPEN_WORDS["abstract"], thing.mention.name.lower().split()
    if {*name, *thing.adjectives} & OPEN_WORDS["vague"] or subject.mention.head in moods:
        return True
    alone = len(name) == 1 or bool(thing.mention.owner) and len(name) == len(thing.mention.owner.split()) + 1
    return alone and not {thing.mention.head, singular(name[-1])}.isdisjoint(moods)


def _is_some(thing: Argument) -> bool:
    """ "Snacks", "some clocks": nothing in particular."""
    mention = thing.mention
    known = mention.named or mention.owner or "when" in thing.kinds
    return not (known or mention.definite or thing.determiner or thing.count)


def is_ahead(clause: Clause) -> bool:
    """ "I'll paint the shed", "she is leaving in May"."""
    dated = any(time.role == "at" for time in clause.times)
    return clause.tense == "future" or clause.progressive and clause.tense == "present" and dated
