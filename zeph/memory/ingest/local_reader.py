"""One sentence on the rules' table: who is speaking, who acts, which dates belong to which verb.

In: a sentence's tokens, the speaker, the people named so far. Out: :class:`Finding` s, made by the rules in
``local_verbs`` and ``local_states`` with the helpers here.
"""

from dataclasses import dataclass, field, replace

from zeph.memory.graph.gazetteer import Gazetteer
from zeph.memory.ingest.local_entities import Phrase, is_thing, kin_of, mine, phrases, usable
from zeph.memory.ingest.local_patterns import ROLE_ENDS, UNSURE
from zeph.memory.ingest.local_syntax import Reading, Subject, names_a_person, read_verb
from zeph.memory.ingest.local_tokens import Token


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact as a rule found it, before it becomes an edge."""

    source: str
    source_type: str
    relation: str
    target: str
    target_type: str
    fact: str
    pattern: str
    at: int
    """Token that it was found at: decides which dates belong to it."""
    factor: float = 1.0
    valid_from: str | None = None
    valid_until: str | None = None
    replaces: str | None = None
    ends: bool = False
    future: bool = False
    event: bool = False
    """It happened once."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Whom a statement is about."""

    name: str
    type: str
    factor: float = 1.0
    plural: bool = False


@dataclass(slots=True)
class Discourse:
    """What carries over between the sentences of one message."""

    speaker: str
    last_person: Actor | None = None
    last_group: Actor | None = None
    """Whom "they" means."""

    def notice(self, actor: Actor) -> None:
        """Later "he", "she" and "they" mean this one."""
        if actor.name == self.speaker:
            return
        if actor.plural:
            self.last_group = actor
        elif actor.type == "person":
            self.last_person = actor


@dataclass(slots=True)
class Sentence:
    text: str
    tokens: list[Token]
    discourse: Discourse
    gazetteer: Gazetteer
    found: dict[int, Phrase] = field(default_factory=dict)
    last_actor: Actor | None = None
    readings: dict[int, Reading] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.found = phrases(self.tokens, self.text)

    @property
    def speaker(self) -> Actor:
        return Actor(self.discourse.speaker, "person")

    def reading(self, verb: int) -> Reading:
        if verb not in self.readings:
            self.readings[verb] = read_verb(self.tokens, self.found, verb)
        return self.readings[verb]

    def word(self, at: int) -> str:
        """The lower-case word there; empty beyond the ends."""
        return self.tokens[at].lower if 0 <= at < len(self.tokens) else ""

    def words(self, at: int, *expected: str) -> bool:
        return all(self.word(at + offset) == word for offset, word in enumerate(expected))

    def named(self, phrase: Phrase) -> Phrase:
        """Of "a project called Zeph" the name, if it follows."""
        at = phrase.end
        if self.word(at) in ("called", "named", ":") and at + 1 in self.found and self.found[at + 1].proper:
            return self.found[at + 1]
        return phrase

    def kind(self, phrase: Phrase) -> str:
        """The gazetteer's class of the phrase; empty where it is not known."""
        known = self.tokens[phrase.end - 1].known
        return known.kind if known else self.gazetteer.kind(phrase.name)

    def shown(self, phrase: Phrase) -> str:
        """The phrase inside a sentence, with its article."""
        article = phrase.determiner if phrase.determiner in ("a", "an", "the", "some") else ""
        own = "their" if mine(phrase) else article
        return f"{own} {phrase.name}".strip()

    def actor(self, subject: Subject | None, *, things: bool) -> Actor | None:
        """The entity a subject stands for; None where it cannot be told or is nobody's concern."""
        if subject is None:
            return None
        if subject.kind == "speaker":
            return self.speaker
        if subject.kind == "left_out":
            return replace(self.speaker, factor=UNSURE)
        if subject.kind == "same":
            return self.last_actor
        if subject.kind == "she":
            person = self.discourse.last_person
            return replace(person, factor=UNSURE) if person else None
        return self._phrase_actor(subject.phrase, things=things) if subject.phrase else None

    def _phrase_actor(self, phrase: Phrase, *, things: bool) -> Actor | None:
        kin = kin_of(phrase, self.tokens)
        if kin:
            word, _, name = kin
            plural = not name and self.word(phrase.end - 1) != word
            return Actor(
                name or f"{self.discourse.speaker}'s {self.word(phrase.end - 1) if plural else word}",
                "person",
                plural=plural,
            )
        phrase = self.named(phrase)
        if names_a_person(phrase, self.tokens) and usable(phrase):
            return Actor(phrase.name, "person")
        if phrase.proper and usable(phrase):
            known = self.tokens[phrase.end - 1].known
            return Actor(phrase.name, known.entity_type if known else "project" if things else "person")
        if things and is_thing(phrase):
            return Actor(phrase.name, "project")
        return None

    def notice(self, actor: Actor) -> None:
        """Later "he", "she" and left-out subjects mean this one."""
        self.last_actor = actor
        self.discourse.notice(actor)


def is_role(phrase: Phrase, not_roles: frozenset[str]) -> bool:
    """Whether the phrase names an occupation."""
    head = phrase.head
    titled = not phrase.proper or head in ("ceo", "cto", "cfo", "coo", "sre", "dba")
    return head.endswith(ROLE_ENDS) and head not in not_roles and len(phrase.name.split()) <= 4 and titled


_FUTURE = ("next", "tomorrow", "coming", "in a ", "in two", "in three", "in six", "from now", "upcoming")


def dated(findings: list[Finding], sentence: Sentence) -> list[Finding]:
    """Each finding with the dates of its clause; clauses begin where their verbs' subjects stand."""
    starts = sorted({sentence.readings[at].start if at in sentence.readings else 0 for at in {f.at for f in findings}})
    return [_with_dates(finding, sentence, starts) for finding in findings]


_TIMELESS = frozenset({"named_kin"})
"""Said in passing ("my sister Ines moved in 2023"): the clause's date is not theirs."""


def _with_dates(finding: Finding, sentence: Sentence, starts: list[int]) -> Finding:
    if finding.pattern in _TIMELESS:
        return finding
    reading = sentence.readings.get(finding.at)
    own = reading.start if reading else 0
    begin = own if starts and own != starts[0] else 0
    end = next((start for start in starts if start > own), len(sentence.tokens))
    since, until = finding.valid_from, finding.valid_until
    for token in sentence.tokens[begin:end]:
        phrase = token.date
        if phrase is None:
            continue
        if phrase.role in ("until", "before"):
            until = until or _coming(phrase.text, finding if finding.ends else replace(finding, future=True))
        elif not (phrase.text.casefold().startswith("for ") and (finding.ends or not (reading and reading.perfect))):
            since = since or _coming(phrase.text, finding)
    if finding.ends and since and not until and (" no longer " in finding.fact or finding.pattern == "frame_end"):
        since, until = None, since
    return replace(finding, valid_from=since and since[:60], valid_until=until and until[:60])


_BARE = (
    "starting in ",
    "starting on ",
    "starting ",
    "in ",
    "on ",
    "this ",
    "by ",
    "at ",
    "until ",
    "till ",
    "before ",
    "from ",
)


def _coming(phrase: str, finding: Finding) -> str:
    """A plan's "in June" is the coming June; said of the past it would be the last one."""
    lower = phrase.casefold()
    if (
        not finding.future
        or any(word in lower for word in (*_FUTURE, "this", "today", "tonight", "yesterday", "last", "ago"))
        or lower[-4:].isdigit()
    ):
        return phrase
    rest = next((phrase[len(lead) :] for lead in _BARE if lower.startswith(lead)), phrase)
    return phrase if rest[:1].isdigit() and "week" in lower or "year" in lower else f"coming {rest}"


def says_future(sentence: Sentence, begin: int, end: int) -> bool:
    """Whether a date in that stretch lies ahead."""
    stretch = sentence.tokens[begin:end]
    return any(token.date and any(cue in token.date.text.casefold() for cue in _FUTURE) for token in stretch)
