"""A clause while it is being read, and what becomes of it at its end.

In: what the clause reader gathered, word by word. Out: a finished :class:`Clause`: whose it is where no subject is
said, how sure it is, whether it asks or orders, in what words a sentence about its subject says it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from zeph.memory.ingest.reader.clauses.clause import Clause, Phase, Tense, Word, as_said, equated
from zeph.memory.ingest.reader.clauses.verb_groups import WORDS, VerbGroup
from zeph.memory.ingest.reader.clauses.wording import is_of_thing, is_participle, names_thing, own_words, worded
from zeph.memory.ingest.reader.lexicon.kinds import kinds_of
from zeph.memory.ingest.reader.mentions.phrase import Phrase, Role, is_person, of_nobody_else
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.morphology import forms_of, lemma_of_verb
from zeph.memory.language.times.time_spans import TimeSpan
from zeph.records.claim import Mention, Modality, Span

_LABEL, _NEXT_LABEL = 7, 4
"""Words that a label may have; before one that comes behind another: "name: ___ dob:"."""
_STRENGTH: tuple[Modality, ...] = ("reported", "almost", "wish", "maybe", "plan", "fact")


@dataclass(slots=True)
class Draft:
    """A clause that is being read; ``words`` are indices of its tokens without those of clauses within."""

    subject: Phrase | None = None
    group: VerbGroup | None = None
    arguments: list[Phrase] = field(default_factory=list)
    last: Phrase | None = None
    """The phrase just read, which a relative clause may be about."""
    preposition: str = ""
    """One that waits for its noun."""
    times: list[TimeSpan] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    opening: list[int] = field(default_factory=list)
    """Adverbs before anything else; a note without a verb is said with them ("*not really* into football")."""
    lead: str = ""
    relative: str = ""
    """The pronoun of a relative clause."""
    commas: bool = False
    """A relative clause between commas."""
    label: str = ""
    """Of a note: "work:"."""
    labelled: Phrase | None = None
    """What the label names, as a subject: "clinic hours" of "clinic hours: tues and thurs"."""
    noted: str = ""
    """The verb that a note leaves out before its first phrase: "be" of "retired postman", "have" of "two cats"."""
    conditional: bool = False
    ordered: bool = False
    """A plain verb in it is an order: behind "please", behind a colon."""
    inverted: bool = False
    denied: bool = False
    """What the clause before denies is denied of it too, where it has no subject: "I don't smoke *or drink*"."""
    modality: Modality = "fact"
    reported_by: str = ""
    markers: set[str] = field(default_factory=set)
    adverbs: VerbGroup = field(default_factory=lambda: VerbGroup(0, 0))
    """What adverbs outside the verb group say."""
    topic: tuple[Mention, frozenset[str]] | None = None
    """What was spoken of last when its verb came: "my brother's a welder, *hates it*"."""
    gap: Phrase | None = None
    """What a relative clause is about where it is not its subject: "the app *that I built*"."""

    def deny(self, time: TimeSpan) -> None:
        """ "On the 9th, *not the 1st*"."""
        mention = Mention(time.text, "", time.span, time.text.lower())
        self.arguments.append(Phrase(mention, frozenset(("when",)), role="oblique", preposition="not"))

    def say(self, token: Token) -> None:
        """Takes up an adjective: "she is *allergic*"."""
        mention = Mention(token.form, "", Span(token.start, token.end), token.lower)
        kinds = kinds_of(token.lower, token.known, named=False)
        copular = self.group is None or self.group.verb.split(" ")[0] in WORDS["copulas"]
        role: Role = "oblique" if self.preposition else "complement" if copular else "object"
        self.arguments.append(Phrase(mention, kinds, role=role, preposition=self.preposition, adjective=copular))
        self.preposition = ""

    @property
    def told(self) -> bool:
        """It has its verb, or is a note about the speaker that needs none."""
        return self.group is not None or self.subject is None and bool(self.arguments)

    @property
    def holds_subject(self) -> bool:
        """ "The app *my sister* built", not "who lives in Ghent"."""
        return not self.relative or self.gap is not None

    @property
    def empty(self) -> bool:
        meant = self.times and ("correction" in self.markers or self.labelled is not None)  # "no wait, friday"
        return self.group is None and self.subject is None and not self.arguments and not meant

    @property
    def complete(self) -> bool:
        """What follows behind a comma is an aside: "I passed my test, *fourth attempt*"."""
        group = self.group
        if group is None or group.only_helpers or self.preposition:
            return False
        if group.verb in WORDS["copulas"]:
            return group.implied and bool(self.arguments)  # "redis on web-01, *port 6379*"
        return bool(self.arguments or self.times)

    @property
    def copular(self) -> bool:
        """What comes next is said of the subject: "she is *a doctor*"."""
        return self.group is not None and not self.preposition and self.group.verb in WORDS["copulas"] - {"get"}

    def has_it_done(self, group: VerbGroup, at: int) -> bool:
        """ "Had *the boiler serviced*", "need to get the roof done": not "I have a bike built in 1990"."""
        own, last = self.group, self.last
        if own is None or own.verb not in WORDS["having_done"] or last is None or last.end != at or self.preposition:
            return False
        present = own.tense == "present" and not own.progressive and own.modality == "fact"
        done = group.first is not None and group.first.tag in ("VBN", "VBD") and group.verb not in WORDS["naming"]
        return done and not present and not last.pronoun and self.subject_is_able

    @property
    def subject_is_able(self) -> bool:
        """Somebody can have it done."""
        return self.subject is None or "person" in self.subject.kinds or "kin" in self.subject.kinds

    def suffers_too(self, before: Sequence[tuple[int, Clause]], verb: Token, after: str) -> bool:
        """ "Born *and raised* in Hull", "the api is on web-01, *owned by* Ana"; ``after``: the tag behind it."""
        if not before or self.subject is not None or not is_participle(verb):
            return False
        made = after == "IN" and lemma_of_verb(verb.lower) in WORDS["made"]
        return before[-1][1].passive or made and is_of_thing(before[-1][1])

    def labels(self, at: int) -> bool:
        """Whether it is a label that ends before that token: "work: plumber"."""
        longest = _NEXT_LABEL if self.label else _LABEL
        return self.group is None and self.subject is not None and 0 < self.subject.end == at <= longest

    def add(self, phrase: Phrase, role: Role) -> None:
        """One more argument, behind the preposition that waits for it."""
        self.arguments.append(phrase.argument(role, self.preposition))
        self.preposition = ""


def tells_a_story(arguments: Sequence[Phrase]) -> bool:
    """ "In the novel", "in my dream"."""
    return any(a.preposition == "in" and a.mention.head in WORDS["fiction"] for a in arguments)


def role_of(draft: Draft, *, joined: bool) -> Role:
    """What a phrase without a preposition is behind the verb. ``joined``: by "and" to what came before."""
    if draft.group is not None and draft.group.verb in WORDS["copulas"] and draft.group.verb != "get":
        return "complement"
    taken = any(argument.role in ("object", "complement") for argument in draft.arguments)
    return "second_object" if taken and not joined else "object"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a clause is finished with: the sentence's tokens, who speaks, whose clause came before."""

    tokens: Sequence[Token]
    speaker: str
    question: bool
    shared: Phrase | None
    """The subject that a clause without one takes over."""


def finished(draft: Draft, around: Surroundings) -> tuple[Phrase | None, Clause]:
    """The clause, and the phrase that is its subject."""
    group = draft.group or VerbGroup(0, 0)
    subject = _subject(draft, group, around)
    arguments = _all_arguments(draft, subject)
    tense = _tense(draft, group, subject)
    polarity = _polarity(draft, group, arguments)
    lapsed = tense == "perfect" and not polarity and _is_dated_back(draft)  # "haven't smoked since May"
    phase = _phase(draft, group, arguments, lapsed=lapsed)
    if group.passive and _is_contracted_have(group, arguments):
        group.passive, group.perfect, tense = False, True, "perfect"
    used = sorted([*draft.words, *draft.opening] if noted_verb(draft) else draft.words)
    clause = Clause(
        group.verb or draft.label or noted_verb(draft), tuple(arguments), _span(draft, used, around.tokens), tense,
        group.progressive, group.passive, polarity or lapsed,
        min((_planned(draft, group), draft.adverbs.modality, draft.modality), key=_STRENGTH.index), phase,
        around.question or draft.inverted, _is_request(draft, group, subject, tense),
        draft.conditional or tells_a_story(arguments),
        frozenset(draft.markers | group.markers | draft.adverbs.markers), tuple(draft.times), draft.reported_by, None,
        draft.lead, _words(draft, subject, used, around),
    )  # fmt: skip
    if draft.labelled is not None and draft.group is None and names_thing(draft.labelled, clause):
        return subject, replace(clause, outer=equated(clause, draft.labelled))
    return subject, replace(
        clause,
        outer=as_said(clause, group.raiser, group.inner, used, around.tokens, denied=_is_denied_end(draft, group)),
    ) if group.raiser else clause


def _planned(draft: Draft, group: VerbGroup) -> Modality:
    """What has to be on a day that is told is planned: "Dai's got to see Dr Voss on the 9th"."""
    planned = group.due and group.modality == "wish" and any(time.role == "at" for time in draft.times)
    return "plan" if planned and group.polarity and draft.adverbs.polarity else group.modality


def _phase(draft: Draft, group: VerbGroup, arguments: Sequence[Phrase], *, lapsed: bool) -> Phase:
    """Also of "*no more* pottery"."""
    if lapsed or any(argument.determiner == "no more" for argument in arguments):
        return "end"
    return "continue" if _is_denied_end(draft, group) else draft.adverbs.phase or group.phase


def _all_arguments(draft: Draft, subject: Phrase | None) -> list[Phrase]:
    none = [a for a in draft.arguments[1:] if a.determiner == "no"]  # "a slate roof and no garage"
    arguments = [a for a in draft.arguments if a not in none]
    if draft.gap is not None:
        arguments.append(draft.gap.argument("object"))
    if draft.group is None and draft.subject is not None:
        arguments.insert(0, draft.subject.argument("complement" if draft.noted == "be" else "object"))
    if subject is not None:
        arguments.insert(0, subject.argument("subject"))
    return arguments


def _subject(draft: Draft, group: VerbGroup, around: Surroundings) -> Phrase | None:
    """Who it is about: who is said; with "and" who came before; the speaker in "moved to Hull" and in a note."""
    if draft.group is not None and draft.subject is not None:
        if draft.subject.pronoun == "we" and group.passive and group.verb in WORDS["naming"]:
            mention, kinds = draft.topic or (Mention(""), frozenset(("hollow",)))
            return replace(draft.subject, mention=mention, kinds=kinds)  # "we're called Low Tide"
        return draft.subject
    return _left_to_know(draft, group, around)


def _left_to_know(draft: Draft, group: VerbGroup, around: Surroundings) -> Phrase | None:
    """Who it is about where nobody is said; "…, *is* on the high street", "*has* moved" is never about the speaker."""
    of_one = group.of_one
    shared = around.shared if draft.group is not None and draft.lead in WORDS["coordinators"] else None
    if shared is not None and not (of_one and "self" in shared.kinds):
        return shared
    if (topic := draft.topic) is not None and (of_one or _is_of_topic(draft, group, topic[0].name, around.shared)):
        return _again(topic, around.shared)
    past = _is_past(draft, group, None) or draft.adverbs.phase == "end"
    others = of_one or draft.preposition or topic is not None and group.verb in WORDS["by_others"]
    own = draft.group is None or (past or _is_own(draft, group) or _tells_alone(draft, group)) and not others
    return Phrase(Mention(around.speaker, "person"), frozenset(("self", "person")), pronoun="i") if own else None


def _again(topic: tuple[Mention, frozenset[str]], shared: Phrase | None) -> Phrase:
    """What the message is about: what the clause before is of, or by a pronoun."""
    return shared if shared is not None and shared.mention.name == topic[0].name else Phrase(*topic, pronoun="it")


def _is_of_topic(draft: Draft, group: VerbGroup, topic: str, shared: Phrase | None) -> bool:
    """ "My brother's a welder, *hates it*", "dad retired, *sold his van*"; but "*lent Kev 40* for his MOT"."""
    own = any(a.determiner in WORDS["ones_own"] and a.mention.owner == topic for a in draft.arguments)
    own = own and not any("person" in a.kinds and a.mention.name != topic for a in draft.arguments)
    own = own or group.denies and is_person(shared, topic) and of_nobody_else(draft.arguments)  # "…, *can't* swim"
    return own or group.first is not None and group.first.tag == "VBZ" and group.verb not in WORDS["copulas"]


def noted_verb(draft: Draft) -> str:
    """ "Allergic to nuts", "not a fan of jazz": a note that is said of the speaker has the verb that it leaves out."""
    first = draft.arguments[0] if draft.arguments and draft.subject is None else None
    hinged = not WORDS["hinges"].isdisjoint(draft.adverbs.markers) or draft.adverbs.phase == "end"
    said = first is not None and (first.adjective or first.preposition in WORDS["noting"])
    said = said or hinged and first is not None and bool(first.preposition)
    if draft.group is not None or draft.label:
        return ""
    if said or not draft.adverbs.polarity:
        return "be"
    return _opening_verb(draft)


def _opening_verb(draft: Draft) -> str:
    """ "Retired postman", "two cats": neither somebody elsewhere, nor somebody who comes at a time."""
    noted, _, since = draft.noted.partition(" ")
    if since and not _is_dated_back(draft):
        return ""  # "hearing aids since november"
    elsewhere = any(
        a.preposition in WORDS[f"elsewhere_{noted}"] or a.preposition == "at" and "number" in a.kinds
        for a in draft.arguments
    )
    timed = any(time.role in ("at", "frequency") for time in draft.times)  # "physio on tuesday"
    return "" if elsewhere or timed else noted


def _is_own(draft: Draft, group: VerbGroup) -> bool:
    """ "Moved to Hull", "no longer using Chrome": a verb without a subject is the speaker's; but "kept crashing"."""
    if group.verb.replace(" ", "-") in WORDS["by_things"]:
        return any(argument.role == "object" for argument in draft.arguments)
    going = group.first is not None and group.first.tag in ("VBG", "MD")
    return group.tense in ("past", "perfect", "used_to") or group.progressive or going


def _tells_alone(draft: Draft, group: VerbGroup) -> bool:
    """ "Love my new bike", "use helix mostly": no order, though a plain verb; but "Use Redis", "always use vim"."""
    telling = WORDS["statement_alone"] | (frozenset() if group.polarity else WORDS["denied_alone"])
    dated = any(time.role == "at" for time in draft.times) and group.verb.split(" ")[0] in WORDS["statement_dated"]
    if (
        group.verb not in telling
        and not (dated and group.polarity)
        or group.first is not None
        and group.first.tag == "VBZ"
    ):
        return False
    lasting = not WORDS["ordering"].isdisjoint(draft.markers | draft.adverbs.markers | group.markers)
    ordered = draft.ordered or lasting or group.first is not None and not group.first.form.islower()
    return not (ordered and group.verb in WORDS["statement_small"])


def _is_past(draft: Draft, group: VerbGroup, subject: Phrase | None) -> bool:
    """ "Shopify let me go", "I read it last week": verbs whose past looks like their present."""
    third = group.first is not None and group.first.tag == "VBZ"
    if group.verb.split(" ")[0] not in WORDS["past_maybe"] or group.progressive or group.passive or third:
        return False
    one = subject is not None and not (subject.several and subject.mention.name) and "self" not in subject.kinds
    return one or any(time.role == "at" for time in draft.times)


def _is_denied_end(draft: Draft, group: VerbGroup) -> bool:
    """ "Never stopped smoking"."""
    ended = bool(group.raiser) and group.phase == "end"
    return ended and not (group.polarity and draft.adverbs.polarity) and draft.adverbs.phase != "end"


def _is_dated_back(draft: Draft) -> bool:
    """Since when or for how long is told."""
    timed = any(time.role in ("since", "duration") for time in draft.times)
    return timed or any(argument.preposition == "since" for argument in draft.arguments)


def _is_contracted_have(group: VerbGroup, arguments: Sequence[Phrase]) -> bool:
    """ "My dad's taken up bowls", "she's moved": with an object, and of what nobody does to one, "'s" is "has"."""
    short, verb = group.first is not None and group.first.lower == "'s", (group.raiser or group.verb).split(" ")[0]
    things = (a.role == "object" and not a.kinds & {"clock", "number"} for a in arguments)
    return short and not group.suffers and (verb in WORDS["done"] or verb not in WORDS["naming"] and any(things))


def _tense(draft: Draft, group: VerbGroup, subject: Phrase | None) -> Tense:
    if group.tense in ("present", "bare") and draft.group is not None and _is_past(draft, group, subject):
        return "past"
    return "present" if group.tense == "bare" and subject is not None else group.tense


def _is_request(draft: Draft, group: VerbGroup, subject: Phrase | None, tense: Tense) -> bool:
    """ "Write me a letter": a plain verb without a subject, and none that only tells ("love my new bike")."""
    shared = subject is not None and draft.lead in WORDS["coordinators"]
    alone = _tells_alone(draft, group) or tense == "past" or draft.adverbs.phase == "end"
    return group.bare and draft.subject is None and not shared and not alone


def _polarity(draft: Draft, group: VerbGroup, arguments: Sequence[Phrase]) -> bool:
    """ "Not … anymore" is an end, not a denial."""
    if draft.adverbs.phase == "end" or group.phase == "end" and not group.polarity and group.tense != "used_to":
        return True
    said = [argument for argument in arguments if argument.role in ("object", "complement")][:1]
    negative = any(a.determiner == "no" for a in (*said, *(a for a in arguments if a.role == "subject")))
    if draft.denied and draft.subject is None and group.bare:
        return False
    return group.polarity and draft.adverbs.polarity and not negative


def _span(draft: Draft, used: Sequence[int], tokens: Sequence[Token]) -> Span:
    spans = [(tokens[i].start, tokens[i].end) for i in used]
    subject = draft.subject
    if subject is not None and subject.end and not draft.relative:
        spans.append((tokens[subject.start].start, tokens[subject.end - 1].end))
    return Span(min(start for start, _ in spans), max(end for _, end in spans)) if spans else Span(0, 0)


def _words(draft: Draft, subject: Phrase | None, used: Sequence[int], around: Surroundings) -> tuple[Word, ...]:
    """The predicate, with the helper that a dropped subject took along ("starting a job")."""
    own = subject is not None and "self" in subject.kinds
    inside = range(subject.start, subject.end) if subject is not None and draft.holds_subject else range(0)
    group = draft.group or VerbGroup(0, 0)
    tokens = own_words(around.tokens, used, inside, group.start if subject is not None else 0)
    if (first := group.first) is not None and first.lower == "'s" and group.perfect:
        tokens = [replace(token, form="has", lower="has") if token is first else token for token in tokens]
    if tokens and tokens[0] is around.tokens[0] and not tokens[0].named:
        tokens[0] = replace(tokens[0], form=tokens[0].form[:1].lower() + tokens[0].form[1:])
    one = subject is None or not subject.others and (own or not subject.several)
    made = worded(tokens, around.speaker, own=own, singular=one)
    helper = _left_out(draft, tokens[0], one=one) if made else ""
    return (Word(helper, Span(made[0].span.start, made[0].span.start)), *made) if helper else made


def _left_out(draft: Draft, said: Token, *, one: bool) -> str:
    """The helping verb that is not said: "*has* been sober since March", "*is* starting a job", "*was* born"."""
    group = draft.group
    if group is None:
        noted = noted_verb(draft)
        return forms_of(noted).third if noted else ""
    if group.implied:
        verb = forms_of(group.verb.split(" ")[0])
        return verb.past if group.tense == "past" else verb.third
    if group.infinitive or group.bare:
        return ""
    if group.passive and lemma_of_verb(said.lower) == group.verb.split(" ")[0]:
        return "was" if group.tense != "present" else "is being" if group.progressive else "is"
    if group.tense == "perfect" and group.first is not None and group.first.lower in ("been", "gone"):
        return "has"
    going = group.progressive or group.first is not None and group.first.tag == "VBG"  # "gonna move"
    return "" if group.finite or not going else "is" if one else "are"
