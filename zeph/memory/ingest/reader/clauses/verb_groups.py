"""Verb groups: a verb with its helpers, negation and adverbs, and what they say of time and certainty.

In: the tagged tokens of a sentence and the place where a group may begin. Out: :class:`VerbGroup`: the verb that tells
something ("play" of "have never stopped playing"), with tense, polarity, modality and phase.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from zeph.memory.ingest.reader.clauses.clause import Phase, Tense
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.morphology import PARTICLES, lemma_of_verb, verb_form
from zeph.memory.language.word_tables import by_word
from zeph.records.claim import Modality

_TABLE = read_table("clauses/words.toml")
WORDS = word_sets(_TABLE)
_RAISING = {verb.replace("-", " "): made for verb, made in by_word(_TABLE["raising"]).items()}
AHEAD = by_word(_TABLE["ahead"])
ASKING: dict[str, Modality] = by_word(_TABLE["asking"])  # type: ignore[assignment]
PHRASAL = frozenset(_TABLE["phrasal"])
"""Verbs with a particle that mean something of their own, whether a pattern names them or not."""
_HELPED = {
    "be": ("VBG", "VBN", "VBD"), "have": ("VBN", "VBD"), "do": ("VB", "VBP"), "get": ("VBN",),
}  # fmt: skip
_SURE: tuple[Modality, ...] = ("wish", "almost", "maybe", "plan")
_MODALS: dict[str, Modality] = {word: made for made in _SURE for word in WORDS[made]}
"""Helping verbs and adverbs; of a word that is in two lists the later counts."""
_PHASES = ("begin", "end", "continue")
_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
_POSSESSED = frozenset(("DT", "PRP$", "CD", "NN", "NNS", "NNP"))
_ADVERBS = frozenset(("RB", "RBR", "RBS"))


@dataclass(slots=True)
class VerbGroup:
    """One predicate's verbs. ``start`` and ``end`` are indices of tokens."""

    start: int
    end: int
    verb: str = ""
    tense: Tense = "present"
    finite: bool = True
    infinitive: bool = False
    bare: bool = False
    progressive: bool = False
    passive: bool = False
    polarity: bool = True
    modality: Modality = "fact"
    phase: Phase = ""
    only_helpers: bool = False
    """ "Do you …", "is it …": the verb has not come yet."""
    first: Token | None = None
    raiser: str = ""
    """ "Stop" of "stopped baking"."""
    inner: int = -1
    """The token of the second verb."""
    suffers: bool = False
    """ "'s *been* put down": passive for sure."""
    implied: bool = False
    """It is not said: "mum *is* still in hospital", "I do mondays, Sue *does* tuesdays"."""
    perfect: bool = False
    """Its form is, whatever it means: "'s" of "Dai's got a cat" is "has"."""
    due: bool = False
    """ "Has to": on a day that is told, so it is planned."""
    markers: set[str] = field(default_factory=set)

    @property
    def of_one(self) -> bool:
        """ "*Is* on the high street", "*has* moved": of a third, whoever that is."""
        first = self.first
        return first is not None and (first.lower == "is" or self.tense == "perfect" and first.tag == "VBZ")

    @property
    def denies(self) -> bool:
        """Whether it is a "can't" or a "won't"."""
        return self.first is not None and self.first.tag == "MD" and not self.polarity


class VerbGroups:
    """Reads verb groups of one sentence. ``phrasal``: verbs with a particle that patterns name ("give up on")."""

    def __init__(self, tokens: Sequence[Token], phrasal: frozenset[str]) -> None:
        self._tokens = tokens
        self._phrasal = phrasal

    def read(self, at: int) -> VerbGroup | None:
        """The group that begins at a token; None where none does."""
        first = self._skip_adverbs(at)
        if not self._begins(first):
            return None
        group = VerbGroup(at, first, infinitive=self._tokens[first].lower == "to")
        self._adverbs(group, at, first)
        verbs = self._segment(group, first + group.infinitive)
        self._opening(group, verbs)
        while (after := self._leads_to(group, verbs)) is not None:
            self._lift(group, verbs)
            verbs = self._segment(group, after)
        self._main(group, verbs)
        self._raised(group)
        return group

    def _token(self, at: int) -> Token | None:
        return self._tokens[at] if at < len(self._tokens) else None

    def _begins(self, at: int) -> bool:
        token = self._token(at)
        if token is None or token.time >= 0:
            return False
        if token.lower == "to":
            return self._is_bare(self._skip_adverbs(at + 1))
        if self._lies_ahead(at):
            return True
        return token.verbal and not (token.tag == "VBN" and token.lower in WORDS["calling"] and at > 0)

    def _lies_ahead(self, at: int) -> bool:
        """ "*Due* to start at Globex", "tempted to get a boat": with the "is" that chat leaves out, or behind it."""
        token, to = self._token(at), self._token(at + 1)
        led = token is not None and token.lower in AHEAD and to is not None and to.lower == "to"
        return led and self._is_bare(self._skip_adverbs(at + 2))

    def _is_bare(self, at: int) -> bool:
        token = self._token(at)
        return token is not None and token.tag in ("VB", "VBP")

    def _skip_adverbs(self, at: int) -> int:
        while (
            (token := self._token(at)) is not None
            and token.time < 0
            and (token.tag in _ADVERBS or token.lower in WORDS["together"] and self._is_verbal(at + 1))
        ):  # "they're *all* sold"
            at += 1
        return at

    def _is_verbal(self, at: int) -> bool:
        token = self._token(at)
        return token is not None and token.verbal

    def _adverbs(self, group: VerbGroup, start: int, end: int) -> None:
        for at in range(start, end):
            note_adverb(group, [t.lower for t in self._tokens[at : at + 2]])

    def _segment(self, group: VerbGroup, at: int) -> list[Token]:
        """Helping verbs and the verb that they help; sets where the group ends."""
        begin = self._skip_adverbs(at)
        self._adverbs(group, at, begin)
        verbs = [self._tokens[begin]]
        at = begin + 1
        while (token := self._token(at)) is not None:
            after = self._skip_adverbs(at)
            verb = self._token(after)
            if verb is not None and verb.verbal and verb.time < 0 and _helps(verbs[-1], verb.tag):
                self._adverbs(group, at, after)
                verbs.append(verb)
                at = after + 1
            elif token.lower in WORDS["negative"]:
                note_adverb(group, [token.lower])
                at += 1
            else:
                break
        group.end = at
        return verbs

    def _opening(self, group: VerbGroup, verbs: list[Token]) -> None:
        """What the first verb says of the whole: tense, certainty, whether a clause is made with it."""
        first = verbs[0]
        group.first = first
        group.tense = _tense(verbs)
        group.perfect = group.tense == "perfect"
        group.finite = not group.infinitive and (first.tag in _FINITE or first.tag == "VBN" and len(verbs) == 1)
        group.bare = first.tag == "VB" and not group.infinitive and group.tense == "bare"
        if first.tag == "MD" or first.lower == "'d" and verbs[-1].tag != "VBN":
            group.modality = _MODALS.get(first.lower, group.modality)
            group.markers |= {"can"} if first.lower in WORDS["able"] else set()
        elif len(verbs) == 1 and first.tag != "VBG":
            does = lemma_of_verb(first.lower) == "do" and first.lower != "done"
            group.only_helpers = does and any(t.verbal and t.time < 0 for t in self._tokens[group.end :])
        group.only_helpers = group.only_helpers or len(verbs) == 1 and first.tag == "MD"
        if group.infinitive:
            group.only_helpers = False

    def _leads_to(self, group: VerbGroup, verbs: list[Token]) -> int | None:
        """Where the verb stands that this one leads to: "going *to move*", "used to", "want to", "about to"."""
        at, lower = self._behind_time(group.end), verbs[-1].lower
        if lemma_of_verb(lower) == "be" and self._lies_ahead(further := self._skip_adverbs(at)):
            group.end, at, ahead = further, further + 1, True
        else:
            ahead = lower in AHEAD
        follows = self._token(at)
        if follows is None or follows.lower != "to" or not self._is_bare(self._skip_adverbs(at + 1)):
            return None
        lemma = lemma_of_verb(lower)
        wished = lemma in WORDS["wishful"] and group.modality == "wish"
        raising = lemma in _RAISING and not (lemma in WORDS["eager"] and group.polarity)
        leads = ahead or lower in WORDS["leading"] or raising or wished
        return at + 1 if leads else None

    def _behind_time(self, at: int) -> int:
        """ "Decided *today* to move"."""
        end = at
        while (token := self._token(end)) is not None and token.time >= 0:
            end += 1
        return end if token is not None and token.lower == "to" else at

    def _lift(self, group: VerbGroup, verbs: list[Token]) -> None:
        """Takes verbs for what they say of the one that they lead to."""
        lower, past = verbs[-1].lower, verbs[0].tag == "VBD"
        if lower == "got" and group.perfect:  # "Dai's got to see a doctor": as "has to"
            lower, group.tense = "has", "present"
        if lower == "used":
            group.tense, group.phase = "used_to", "end"
        elif lower == "going":
            group.modality = "wish" if past else "plan"
        elif lemma_of_verb(lower) == "be" or lower in AHEAD:
            made = AHEAD.get(lower) or AHEAD.get(self._tokens[group.end].lower, "wish")
            _raise(group, "almost" if past and made == "plan" else made)
        elif lower != "had" and not (lower == "have" and "always" in group.markers):  # "had to give up": so it was
            group.polarity = group.polarity or lemma_of_verb(lower) in WORDS["eager"]
            _raise(group, _RAISING.get(lemma_of_verb(lower), "fact"))

    def _main(self, group: VerbGroup, verbs: list[Token]) -> None:
        group.verb = lemma_of_verb(verbs[-1].lower)
        if self._possesses(group, verbs):
            group.verb, group.tense = "have", "present"
        helped = any(lemma_of_verb(verb.lower) in WORDS["passive_helpers"] for verb in verbs[:-1])
        group.passive = verbs[-1].tag in ("VBN", "VBD") and helped and not (group.perfect and group.tense == "present")
        group.suffers = group.passive and verbs[-2].lower in ("been", "being")
        group.progressive = verbs[-1].tag == "VBG" or group.passive and verbs[-2].lower == "being"
        if len(verbs) == 1 and verbs[0].lower in WORDS["suffered"]:
            group.passive, group.tense = True, "past"  # "born in Lagos"
        self._particle(group)

    def _possesses(self, group: VerbGroup, verbs: list[Token]) -> bool:
        """ "I've got a cat"; but "I've just got a cat" tells of getting one."""
        helped = len(verbs) > 1 and (verbs[-2].lower == "'s" or lemma_of_verb(verbs[-2].lower) == "have")
        thing = self._token(group.end)
        if (
            not helped
            or verbs[-1].lower != "got"
            or not WORDS["got_at_last"].isdisjoint(group.markers)
            or thing is None
        ):
            return False
        phrasal = any(verb.startswith(f"get {thing.lower} ") for verb in self._phrasal)  # "have got rid of"
        return thing.tag in _POSSESSED and not phrasal

    def _particle(self, group: VerbGroup) -> None:
        for length in (2, 1):
            behind = self._tokens[group.end : group.end + length]
            following = [t.lower for t in behind if t.time < 0]  # "let me go *on friday*"
            with_particle = " ".join((group.verb, *following))
            if len(following) == length and (with_particle in self._phrasal or with_particle in _RAISING):
                group.verb, group.end = with_particle, group.end + length
                return
        after = self._token(group.end)
        if after is not None and after.tag == "RP" and after.lower in PARTICLES and after.time < 0:
            group.verb, group.end = f"{group.verb} {after.lower}", group.end + 1

    def _raised(self, group: VerbGroup) -> None:
        """ "Stopped smoking", "gave up on learning Dutch": the second verb is what is told of."""
        made, inner = _RAISING.get(group.verb), self._token(group.end)
        if made is not None and inner is not None and inner.lower == "not":  # "ended up not buying it"
            group.polarity, group.end, inner = not group.polarity, group.end + 1, self._token(group.end + 1)
        if made is None or inner is None or not _is_gerund(inner) or inner.time >= 0 or made in ("wish", "due", "not"):
            return
        _raise(group, made)
        group.raiser, group.inner = group.verb, group.end
        group.verb, group.end = lemma_of_verb(inner.lower), group.end + 1
        group.progressive = False
        self._particle(group)


def _helps(helper: Token, tag: str) -> bool:
    """Whether a verb may help one with that tag."""
    if helper.tag == "MD":
        return tag in ("VB", "VBP", "VBN")
    if helper.lower in ("'d", "'s"):
        return tag in ("VB", "VBN", "VBG") or helper.tag == "VBZ" and tag == "VBD"
    lemma = lemma_of_verb(helper.lower)
    return tag in _HELPED.get(lemma, ()) and not (lemma == "get" and tag != "VBN")


def _is_gerund(token: Token) -> bool:
    """Also where the tagger has a noun: "quit smoking"."""
    return token.tag == "VBG" or token.tag == "NN" and (verb_form(token.lower) or ("", ""))[1] == "VBG"


def note_adverb(group: VerbGroup, following: list[str]) -> None:
    """What an adverb says of the whole clause."""
    word = following[0]
    pair = "-".join(following)
    if pair in WORDS["over"] or word in WORDS["over"]:
        group.phase, group.polarity = "end", True
    elif word in WORDS["negative"]:
        group.polarity = not group.polarity if group.phase != "end" else group.polarity
    elif word in WORDS["maybe"] | WORDS["almost"]:
        group.modality = _MODALS[word]
    if word in WORDS["markers"]:
        group.markers.add(word)


def _tense(verbs: list[Token]) -> Tense:
    first, alone = verbs[0], len(verbs) == 1
    lemma = lemma_of_verb(first.lower)
    if first.lower in WORDS["plan"]:
        return "future"
    if _is_perfect(verbs):
        return "perfect"
    if alone and first.lower == lemma and lemma in WORDS["past_maybe"]:
        return "bare" if first.tag == "VB" else "present"
    if first.tag in ("VBD", "VBN") or alone and lemma in WORDS["past_alike"]:
        return "past"
    return "bare" if first.tag == "VB" else "present"


def _is_perfect(verbs: list[Token]) -> bool:
    """ "Have lived", "'s been"; and without the helper "been working", "gone to Hull"."""
    first = verbs[0].lower
    if len(verbs) == 1 or first == "been":
        return (verb_form(first) or ("", ""))[1] == "VBN"
    short = first == "'d" or first == "'s" and any(verb.lower in ("been", "got", "gone") for verb in verbs[1:])
    return (short or lemma_of_verb(first) == "have") and any(verb.tag in ("VBN", "VBD") for verb in verbs[1:])


def _raise(group: VerbGroup, made: str) -> None:
    if made in _PHASES:
        group.phase = made  # type: ignore[assignment]
    elif made == "not":
        group.polarity = not group.polarity
    elif made == "due":
        group.modality, group.due = "wish", True
    elif made != "fact":
        group.modality = made  # type: ignore[assignment]
