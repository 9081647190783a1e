"""Of which class a plain statement is that no pattern reads: which of them tell what stays so.

In: a clause with its subject and what is said of it. Out: the name of its class ("standing.own"): how it is said, and
of whom; empty where it says nothing worth keeping. What verbs and nouns make the difference is told in ``open.toml``.

Classes by how it is said: ``standing`` ("I repair clocks"), ``light`` (so, with a verb that says little: "my car takes
diesel"), ``detailed`` (with more beside it: "I take the tram to college"), ``common`` (what anybody does, of somebody
else: "my firm makes lift parts"), ``phrasal`` ("I hang on to my old tent"), ``lasting`` ("I'm restoring a canoe"),
``happened`` ("I adopted a greyhound"), ``befell`` ("I broke a cup"), ``did`` ("I emailed Ana"), ``doing`` ("I'm
emailing Ana"), ``ahead`` ("I'll repaint the shed"), ``planned`` ("I'm visiting Ana in May"), ``begun``, ``over`` ("I
stopped repairing clocks", "I no longer repair clocks"), ``dated`` ("my visa expires on 14 August"), ``counts`` ("our
boat sleeps six", "the school has 340 desks"), ``undergone`` ("my app is hosted on Hetzner"), ``is``, ``is_at`` and
``has`` ("my flat is on the third floor", "our house has a slate roof"). Behind it stands ``_some`` where the thing is
nothing in particular ("I repair clocks"), ``_loosely`` where it is a mood, an aim, or part of another clause. Of whom:
``self``, ``own`` ("my brother"), ``named``, ``the`` ("the backup job").
"""

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.memory.language.morphology import forms_of, singular
from zeph.memory.language.times.time_spans import AHEAD, DAYS

OPEN_WORDS = word_sets(read_table("open/open.toml"))
_STATES = {"be": "is", "have": "has"}
_OF_PAST = {"happened": "notable", "befell": "at_times"}
_PASSING = frozenset(("at", "now"))
_NUMBERS = frozenset(("number", "clock"))
_VALUES = _NUMBERS | {"when"}
_SAYS_LITTLE = _NUMBERS | {"hollow"}
_SOMEBODY = frozenset(("self", "person", "animal"))
_EATEN = frozenset(("food", "drink"))
_SO_LONG = frozenset(("since", "duration"))
_STAYS = frozenset(("duration", "until"))


def is_value(thing: Phrase) -> bool:
    """A number, a day or a state: no thing that could be spoken of again."""
    counted = any(map(str.isdigit, thing.count)) and thing.role == "complement"
    return thing.adjective or bool(thing.kinds & _VALUES) or counted


def class_of(clause: Clause, subject: Phrase, thing: Phrase) -> str:
    """ "standing.self"; empty where the clause is none of the classes."""
    how = _how(clause, subject, thing)
    if not how or _is_figure(clause, thing):
        return ""
    some = "_some" if not is_value(thing) and _is_some(thing) else ""
    known = how in OPEN_WORDS["of_place"] or thing.mention.named and bool(thing.determiner)
    loose = _is_loose(clause, subject, thing) or _is_in_view(subject) and not known
    return f"{how}{'_loosely' if loose else some}.{_whose(subject)}"


def _is_in_view(subject: Phrase) -> bool:
    """ "The car", "the build": which one, only those know who are there."""
    return subject.determiner == "the" and not subject.mention.owner and " " not in subject.mention.name


def _how(clause: Clause, subject: Phrase, thing: Phrase) -> str:
    verb = clause.verb.replace(" ", "-")
    numbered = any(map(str.isdigit, thing.count or thing.mention.name)) and not thing.mention.named
    placed = bool(thing.preposition) and not thing.count
    if (
        "when" in thing.kinds
        or not thing.kinds.isdisjoint(_NUMBERS)
        or verb == "be"
        and (thing.adjective or numbered and not placed)
    ):
        return _of_value(clause, thing)
    if verb in _STATES:
        return _state(clause, subject, thing)
    if verb in OPEN_WORDS["empty"] and not thing.count and not _is_others(clause, subject):
        return ""
    if clause.phase in ("begin", "end"):
        return "begun" if clause.phase == "begin" else "over"
    if is_ahead(clause):
        return "planned" if _is_far(clause) else "ahead"
    past = clause.tense in ("past", "perfect") and not holds_on(clause)
    return _past(clause, verb) if past else _present(clause, verb, thing)


def _is_others(clause: Clause, subject: Phrase) -> bool:
    """ "My firm *makes* lift parts": what is so of somebody else."""
    return "self" not in subject.kinds and clause.tense == "present" and not clause.progressive


def _of_value(clause: Clause, thing: Phrase) -> str:
    """ "Expires on 4 May", "is on Thursday", "opens 6.30", "is port 2202", "is off"."""
    if "when" in thing.kinds:
        if clause.verb in OPEN_WORDS["speaking"]:
            return ""  # "the doctors say mid-september"
        about = clause.subject
        if clause.verb == "be" and about is not None and about.pronoun and about.mention.named:
            return ""  # "Kestrel moved the deadline, *it*'s the 14th now": Kestrel is on no day
        said = {*thing.mention.name.lower().split()}
        dated = any(map(str.isdigit, thing.mention.name)) or not said.isdisjoint(AHEAD)
        return "" if said & OPEN_WORDS["passing"] else "dated" if dated else "on_day"
    if clause.verb != "be":
        return "number"
    lasts = clause.tense == "present" and not clause.passive and not _is_passing(clause)
    return ("is_so" if thing.adjective else "is_number") if lasts else ""


def _is_far(clause: Clause) -> bool:
    """ "In May", "on the 12th"; what is to come tomorrow or on Friday is mostly a matter of a day."""
    said = [set(time.text.lower().split()) for time in clause.times if time.role == "at"]
    return bool(said) and all(words.isdisjoint(DAYS | OPEN_WORDS["passing"] | OPEN_WORDS["weekdays"]) for words in said)


def _past(clause: Clause, verb: str) -> str:
    if clause.progressive:
        return "doing"
    return next((how for how, verbs in _OF_PAST.items() if verb in OPEN_WORDS[verbs]), "did")


def _present(clause: Clause, verb: str, thing: Phrase) -> str:
    if clause.progressive and not holds_on(clause):
        return "lasting" if verb in OPEN_WORDS["lasting"] else "doing"
    if thing.count or clause.passive:
        return "counts" if thing.count else "undergone"
    if any(time.role in _PASSING for time in clause.times) or _may_be_past(clause, verb):
        return "doing"
    if "-" in verb:
        return "" if verb.startswith("be-") else "phrasal"
    if verb in OPEN_WORDS["empty"]:
        return "common"
    return "standing" if verb not in OPEN_WORDS["light"] else "detailed" if tells_more(clause, thing) else "light"


def tells_more(clause: Clause, thing: Phrase) -> bool:
    """ "I take the tram *to college*, *on Fridays*", "I lent Ana *the drill*"."""
    beside = any(
        one.role in ("oblique", "second_object")
        and one is not thing
        and one.mention.name
        and one.kinds.isdisjoint(_SAYS_LITTLE)
        for one in clause.arguments
    )
    return beside or any(time.role == "frequency" for time in clause.times)


def holds_on(clause: Clause) -> bool:
    """ "Has held it since March", "been learning Welsh for two years"."""
    return clause.tense == "perfect" and any(time.role in _SO_LONG for time in clause.times)


def _may_be_past(clause: Clause, verb: str) -> bool:
    """ "I put the pen down": today, or every day?"""
    subject = clause.subject
    return forms_of(verb).past == verb and subject is not None and "self" in subject.kinds


def _state(clause: Clause, subject: Phrase, thing: Phrase) -> str:
    """ "Is" and "has" of the present; an adjective tells too seldom what lasts."""
    if (
        any(time.role in _PASSING for time in clause.times)
        or clause.tense != "present"
        or clause.modality == "plan"
        or clause.phase
        or clause.progressive
        or clause.passive
        or thing.adjective
    ):
        return ""
    if clause.verb == "have":
        return _had(clause, subject, thing)
    if thing.preposition:
        if any(time.role in _STAYS for time in clause.times) or _is_passing(clause) or _is_carried(subject):
            return ""
        return "somebody_at" if subject.kinds & _SOMEBODY else "is_at"
    return "is" if thing.determiner or thing.count or thing.mention.named else ""


def _had(clause: Clause, subject: Phrase, thing: Phrase) -> str:
    """Of things what they have in number tells as much as what they hold or cost."""
    counted = any(map(str.isdigit, thing.count)) and "self" not in subject.kinds
    return ("counts" if counted else "has") if _is_had(clause, thing) else ""


def _is_had(clause: Clause, thing: Phrase) -> bool:
    """For good: not "I have a client *at three*", and no part of the body, which everybody has."""
    at_hour = any(one.preposition == "at" and {"number", "age"} & one.kinds for one in clause.arguments)
    return not (thing.preposition or at_hour or "body" in thing.kinds)


def _is_passing(clause: Clause) -> bool:
    """ "On the bus", "in Lisbon for the weekend", "at 4 percent", "today": so for a while."""
    said = {word for one in clause.arguments[1:] for word in (one.mention.head, *one.mention.name.lower().split())}
    return bool(said & OPEN_WORDS["passing"]) or any(time.role == "now" for time in clause.times)


def _is_carried(subject: Phrase) -> bool:
    """ "My keys are on the table": where they were put down."""
    name = subject.mention.name.removeprefix(f"{subject.mention.owner}'s ").lower()
    return singular(name) in OPEN_WORDS["carried"] or bool(subject.kinds & _EATEN)


def _whose(subject: Phrase) -> str:
    if "self" in subject.kinds:
        return "self"
    mention = subject.mention
    if mention.owner or mention.named:
        return "own" if mention.owner else "named"
    return "the" if mention.definite or subject.determiner else "note"


def _is_figure(clause: Clause, thing: Phrase) -> bool:
    """ "I hold my breath", "we hit a wall": said of nothing in the world."""
    noun, verb = singular(thing.mention.head), clause.verb.replace(" ", "-")
    return noun in OPEN_WORDS["figures"] or not {f"{verb}:{noun}", f"*:{noun}"}.isdisjoint(OPEN_WORDS["sayings"])


def _is_loose(clause: Clause, subject: Phrase, thing: Phrase) -> bool:
    """ "I like to read *and grow my mind*", "we can build a better world": no statement of its own, or of nothing that
    one could point at."""
    own = subject.mention.span
    shared = own is None or not clause.span.start <= own.start < clause.span.end
    shared = shared and not _has_own_form(clause, subject)
    said = {word.text for word in clause.words}
    said -= set(forms_of(clause.verb)) if clause.verb in OPEN_WORDS["light"] else set()
    return (
        shared
        and clause.tense == "present"
        or not clause.passive
        and bool(said & OPEN_WORDS["able"])
        or _is_mood(subject, thing)
    )


def _has_own_form(clause: Clause, subject: Phrase) -> bool:
    """ "… and *sleeps* four": somebody else's verb, which can be of no other clause."""
    told = clause.verb in _STATES or forms_of(clause.verb.split(" ")[0]).third in {w.text.lower() for w in clause.words}
    return told and "self" not in subject.kinds


def _is_mood(subject: Phrase, thing: Phrase) -> bool:
    """ "Courage", "lovely people"; but "a board game" is one of many games."""
    moods, name = OPEN_WORDS["abstract"], thing.mention.name.lower().split()
    if {*name, *thing.adjectives} & OPEN_WORDS["vague"] or subject.mention.head in moods:
        return True
    alone = len(name) == 1 or bool(thing.mention.owner) and len(name) == len(thing.mention.owner.split()) + 1
    return alone and not {thing.mention.head, singular(name[-1])}.isdisjoint(moods)


def _is_some(thing: Phrase) -> bool:
    """ "Snacks", "some clocks": nothing in particular."""
    mention = thing.mention
    known = mention.named or mention.owner or "when" in thing.kinds
    return not (known or mention.definite or thing.determiner or thing.count)


def is_ahead(clause: Clause) -> bool:
    """ "I'll paint the shed", "she is leaving in May"."""
    dated = any(time.role == "at" for time in clause.times)
    told = clause.tense == "future" or clause.modality == "plan"
    return told or clause.progressive and clause.tense == "present" and dated
