"""One sentence on the rules' table: who is speaking, who acts, which dates belong to which verb.

In: a sentence's tokens, the speaker, the people named so far. Out: :class:`Finding` s, made by the rules in
``verbs`` and ``states`` with the helpers here.
"""

from dataclasses import dataclass, field, replace

from zeph.memory.ingest.local.open.clauses import Tree
from zeph.memory.ingest.local.patterns import ROLE_ENDS, UNSURE
from zeph.memory.ingest.local.phrases.appositions import Apposition, appositions
from zeph.memory.ingest.local.phrases.entities import Phrase, mine, phrases
from zeph.memory.ingest.local.phrases.identity import identify
from zeph.memory.ingest.local.phrases.mentions import NEUTER, POINTERS, Actor, Discourse, Mention
from zeph.memory.ingest.local.phrases.spoken_of import mentions_of
from zeph.memory.ingest.local.phrases.syntax import Reading, Subject, read_verb
from zeph.memory.ingest.local.words.tokens import Token
from zeph.memory.language.gazetteer import Gazetteer

__all__ = ["Actor", "Finding", "Sentence", "dated", "is_role", "says_future"]


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
    if_known: bool = False
    """See :class:`zeph.memory.ingest.extraction.ExtractedEdge`."""


@dataclass(slots=True)
class Sentence:
    """A read sentence with all that the rules ask of it."""

    text: str
    tokens: list[Token]
    discourse: Discourse
    gazetteer: Gazetteer
    found: dict[int, Phrase] = field(default_factory=dict)
    last_actor: Actor | None = None
    readings: dict[int, Reading] = field(default_factory=dict)
    pairs: list[Apposition] = field(default_factory=list)
    """Phrases for the same thing side by side."""
    pointed: dict[int, Mention] = field(default_factory=dict)
    """What each pronoun means, by its token."""
    acting: dict[int, int] = field(default_factory=dict)
    """Verb to subject, by their tokens, as the rules read them."""
    mentions: list[Mention] = field(default_factory=list)
    _asked: set[int] = field(default_factory=set)
    _tree: Tree | None = None

    def __post_init__(self) -> None:
        self.found = phrases(self.tokens, self.text)
        self.pairs = appositions(self.tokens, self.found)
        self.mentions = mentions_of(self)

    @property
    def tree(self) -> Tree:
        """The parse, built once."""
        if self._tree is None:
            self._tree = Tree(self.tokens)
        return self._tree

    @property
    def speaker(self) -> Actor:
        return Actor(self.discourse.speaker, "person")

    def reading(self, verb: int) -> Reading:
        if verb not in self.readings:
            self.readings[verb] = self._after_aside(read_verb(self.tokens, self.found, verb))
        return self.readings[verb]

    def _after_aside(self, reading: Reading) -> Reading:
        """Of "our CTO, Beatrix, prefers Rust" the subject."""
        subject = reading.subject
        if subject is None or subject.kind != "same" or self.word(subject.at) not in (",", ")"):
            return reading
        pair = next((pair for pair in self.pairs if pair.end == subject.at), None)
        return reading if pair is None else replace(reading, subject=Subject("phrase", pair.first, pair.first.start))

    def word(self, at: int) -> str:
        """The lower-case word there; empty beyond the ends."""
        return self.tokens[at].lower if 0 <= at < len(self.tokens) else ""

    def words(self, at: int, *expected: str) -> bool:
        for word in expected:
            if self.word(at) != word:
                return False
            at += 1
        return True

    def named(self, phrase: Phrase) -> Phrase:
        """Of "a project called Zeph" the name, if it follows."""
        at = phrase.end
        if self.word(at) in ("in", "from", "near") and self.word(at + 2) in ("called", "named"):
            at += 2  # "a bakery in Leith called Crumbworks"
        if self.word(at) in ("called", "named", ":") and at + 1 in self.found and self.found[at + 1].proper:
            return self.found[at + 1]
        return phrase

    def described(self, name: Phrase) -> Phrase | None:
        """Of "Beatrix, our CTO," what is said beside the name."""
        return next((pair.described for pair in self.pairs if pair.name is name), None)

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
        if subject.kind == "pronoun":
            return self.meant(subject.at, things=things)
        return identify(self, subject.phrase, things=things) if subject.phrase else None

    def pointing(self, at: int) -> Mention | None:
        """What the pronoun there means, by this message or, only now that it is asked, by those before."""
        if at not in self.pointed and self.word(at) in POINTERS and at not in self._asked:
            self._asked.add(at)
            mention = self.discourse.from_before(self.word(at), [m for m in self.mentions if m.at < at])
            if mention is not None:
                self.pointed[at] = mention
                self.mentions.append(replace(mention, at=at))
        return self.pointed.get(at)

    def meant(self, at: int, *, things: bool) -> Actor | None:
        """Whom or what the pronoun there points back to; of a pair the first."""
        mention = self.pointing(at)
        if mention is None:
            return None
        actor = replace(mention.actors[0], factor=UNSURE)
        if mention.kind in ("", "person") and self.word(at) not in NEUTER:
            actor = replace(actor, type="person")
        living = actor.type == "person" or mention.kind == "animal"
        return actor if things or living else None

    def notice(self, actor: Actor) -> None:
        """Later left-out subjects mean this one."""
        self.last_actor = actor


_MADE = frozenset(
    "generator compiler interpreter parser linter formatter debugger profiler emulator simulator scraper crawler "
    "viewer scheduler router browser converter container launcher".split()
)


def is_role(phrase: Phrase, not_roles: frozenset[str]) -> bool:
    """Whether the phrase names an occupation."""
    head = phrase.head
    if head in _MADE:
        return False
    titled = (
        not phrase.proper
        or head in ("ceo", "cto", "cfo", "coo", "sre", "dba", "student")
        or phrase.name.split()[-1].islower()
    )
    return head.endswith(ROLE_ENDS) and head not in not_roles and len(phrase.name.split()) <= 4 and titled


_FUTURE = ("next", "tomorrow", "coming", "in a ", "in two", "in three", "in six", "from now", "upcoming")


def dated(findings: list[Finding], sentence: Sentence) -> list[Finding]:
    """Each finding with the dates of its clause; clauses begin where their verbs' subjects stand."""
    starts = sorted({sentence.readings[at].start if at in sentence.readings else 0 for at in {f.at for f in findings}})
    return [_with_dates(finding, sentence, starts) for finding in findings]


_NOMINATIVE = frozenset("i we he she they it".split())
_FINITE = frozenset(("VBD", "VBZ", "VBP", "MD"))


def clause_breaks(sentence: Sentence) -> list[int]:
    """Where another clause with a subject and a verb of its own begins; the first is 0."""
    breaks, finite = [0], False
    for at, token in enumerate(sentence.tokens):
        finite = finite or token.tag in _FINITE or token.tag == "VBN"
        if finite and (token.pos in ("CCONJ", "SCONJ") or token.lower in (",", "so")) and _is_clause(sentence, at + 1):
            breaks.append(at + 1)
            finite = False
    return breaks


def _is_clause(sentence: Sentence, at: int) -> bool:
    while at < len(sentence.tokens) and (sentence.tokens[at].pos in ("ADV", "CCONJ") or sentence.tokens[at].date):
        at += 1
    phrase = sentence.found.get(at)
    if phrase is None and sentence.word(at) not in _NOMINATIVE:
        return False
    after = phrase.end if phrase else at + 1
    while after < len(sentence.tokens) and sentence.tokens[after].pos == "ADV":
        after += 1
    return after < len(sentence.tokens) and sentence.tokens[after].tag in _FINITE


def _repeats(sentence: Sentence, token: Token) -> bool:
    """ "Every Sunday" is no date."""
    assert token.date is not None
    first = next(at for at, one in enumerate(sentence.tokens) if one.date is token.date)
    return sentence.word(first - 1) in ("every", "each", "most")


_TIMELESS = frozenset({"named_kin"})
"""Said in passing ("my sister Ines moved in 2023"): the clause's date is not theirs."""


def _with_dates(finding: Finding, sentence: Sentence, starts: list[int]) -> Finding:
    if finding.pattern in _TIMELESS:
        return finding
    reading = sentence.readings.get(finding.at)
    own = reading.start if reading else 0
    begin = own if starts and own != starts[0] else 0
    end = next((start for start in starts if start > own), len(sentence.tokens))
    breaks = clause_breaks(sentence)
    begin = max(begin, *(at for at in breaks if at <= max(own, finding.at)))
    end = min(end, *(at for at in breaks if at > max(own, finding.at)), len(sentence.tokens))
    since, until = finding.valid_from, finding.valid_until
    if finding.ends and until:
        return finding  # its rule has found the day
    for token in sentence.tokens[begin:end]:
        phrase = token.date
        if phrase is None or _repeats(sentence, token) or phrase.text.casefold() == "last day":
            continue
        if phrase.role in ("until", "before"):
            until = until or _coming(phrase.text, finding if finding.ends else replace(finding, future=True))
        elif not (phrase.text.casefold().startswith("for ") and (finding.ends or not (reading and reading.perfect))):
            ahead = phrase.text.casefold().startswith("starting") and _is_to_start(sentence, finding)
            since = since or _coming(phrase.text, replace(finding, future=True) if ahead else finding)
    if finding.ends and since and not until and (" no longer " in finding.fact or finding.pattern == "frame_end"):
        since, until = None, since
    return replace(finding, valid_from=since and since[:60], valid_until=until and until[:60])


_GOT = frozenset("get land accept sign find receive take score secure".split())


def _is_to_start(sentence: Sentence, finding: Finding) -> bool:
    """ "I have an internship starting in October", "I got a job at Acme, starting in March"."""
    token = sentence.tokens[finding.at]
    return not finding.ends and (token.tag in ("VBP", "VBZ", "VB") or (token.tag == "VBD" and token.base in _GOT))


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
