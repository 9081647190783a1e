"""Verb groups: a verb with its helpers, negation and adverbs, and what they say of time and certainty.

In: the tagged tokens of a sentence and the place where a group may begin. Out: :class:`VerbGroup`: the verb that tells
something ("play" of "have never stopped playing"), with tense, polarity, modality and phase.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from zeph.memory.ingest.reader.clauses.clause import Phase, Tense
from zeph.memory.ingest.reader.parse.morphology import PARTICLES, lemma_of_verb, verb_form
from zeph.memory.ingest.reader.parse.token import Token
from zeph.memory.ingest.reader.tables import read_table, word_sets, words
from zeph.records.claim import Modality

_TABLE = read_table("clauses/words.toml")
WORDS = word_sets(_TABLE)
_RAISING = {verb.replace("-", " "): made for made, listed in _TABLE["raising"].items() for verb in words(listed)}
_PHASES = ("begin", "end", "continue")
_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
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
    raiser: str = ""
    """ "Stop" of "stopped baking"."""
    inner: int = -1
    """The token of the second verb."""
    markers: set[str] = field(default_factory=set)


class VerbGroups:
    """Reads verb groups of one sentence. ``phrasal``: verbs with a particle that patterns name ("give up on")."""

    def __init__(self, tokens: Sequence[Token], phrasal: frozenset[str]) -> None:
        self._tokens = tokens
        self._phrasal = phrasal

    def read(self, at: int) -> VerbGroup | None:
        """The group that begins at a token; None where none does."""
        first = self._skip_adverbs(at)
        if first >= len(self._tokens) or not self._begins(first):
            return None
        group = VerbGroup(at, first)
        self._adverbs(group, at, first)
        helpers = self._helpers(group, first)
        self._main(group, helpers)
        self._raised(group)
        return group

    def _begins(self, at: int) -> bool:
        token = self._tokens[at]
        if token.time >= 0:
            return False
        if token.lower == "to":
            return at + 1 < len(self._tokens) and self._tokens[self._skip_adverbs(at + 1, strict=True)].tag in (
                "VB",
                "VBP",
            )
        return token.verbal and not (token.tag == "VBN" and token.lower in ("called", "named") and at > 0)

    def _skip_adverbs(self, at: int, *, strict: bool = False) -> int:
        end = at
        while end < len(self._tokens) and (self._tokens[end].tag in _ADVERBS) and self._tokens[end].time < 0:
            end += 1
        return min(end, len(self._tokens) - 1) if strict else end

    def _adverbs(self, group: VerbGroup, start: int, end: int) -> None:
        for at in range(start, end):
            note_adverb(group, [t.lower for t in self._tokens[at : at + 2]])

    def _helpers(self, group: VerbGroup, at: int) -> list[Token]:
        """The helping verbs, and the main verb last; sets where the group ends."""
        verbs: list[Token] = []
        while at < len(self._tokens):
            token = self._tokens[at]
            if token.tag in _ADVERBS and verbs:
                after = self._skip_adverbs(at)
                more = after < len(self._tokens) and self._tokens[after].verbal and self._helps(verbs[-1], after)
                if not more and token.lower not in WORDS["negative"]:
                    break
                note_adverb(group, [t.lower for t in self._tokens[at : at + 2]])
            elif token.lower == "to" and (not verbs or self._goes_on(verbs, at)):
                group.infinitive = group.infinitive or not verbs
            elif (
                token.verbal
                and token.time < 0
                and (not verbs or self._helps(verbs[-1], at) or self._tokens[at - 1].lower == "to")
            ):
                verbs.append(token)
            else:
                break
            at += 1
        group.end = at
        return verbs

    def _helps(self, helper: Token, at: int) -> bool:
        """Whether a verb may help the one at ``at``."""
        if helper.tag == "MD":
            return True
        lemma, tag = lemma_of_verb(helper.lower), self._tokens[at].tag
        if helper.lower in ("'d", "'s"):
            return tag in ("VB", "VBN", "VBG")
        return (
            lemma == "be" and tag in ("VBG", "VBN", "VBD")
            or lemma == "have" and tag in ("VBN", "VBD")
            or lemma == "do" and tag in ("VB", "VBP")
            or lemma == "get" and tag == "VBN"
        )  # fmt: skip

    def _goes_on(self, verbs: list[Token], at: int) -> bool:
        """ "Going *to* move", "used *to* play", "have *to* go"."""
        after = self._skip_adverbs(at + 1)
        if after >= len(self._tokens) or self._tokens[after].tag not in ("VB", "VBP"):
            return False
        lower = verbs[-1].lower
        return lower in ("going", "used") or lemma_of_verb(lower) in _RAISING

    def _main(self, group: VerbGroup, verbs: list[Token]) -> None:
        chain = [lemma_of_verb(verb.lower) for verb in verbs]
        while len(verbs) > 1 and self._lifts(group, chain, verbs):
            chain, verbs = chain[1:], verbs[1:]
        group.verb = chain[-1]
        first, last = verbs[0], verbs[-1]
        if group.tense == "present":
            group.tense = _tense(verbs, chain)
        group.finite = not group.infinitive and (first.tag in _FINITE or first.tag == "VBN" and len(verbs) == 1)
        group.bare = first.tag == "VB" and not group.infinitive
        group.progressive = last.tag == "VBG"
        group.passive = last.tag in ("VBN", "VBD") and any(c in WORDS["passive_helpers"] for c in chain[:-1])
        if first.tag == "MD" or first.lower in ("'d",):
            _modal(group, first)
        if not group.infinitive:
            group.only_helpers = len(verbs) == 1 and (first.tag == "MD" or group.verb == "do" and first.lower != "done")
        self._particle(group)

    def _lifts(self, group: VerbGroup, chain: list[str], verbs: list[Token]) -> bool:
        """Takes the first verbs for what they say of the last ("going to", "used to", "want to")."""
        at = next((i for i in range(1, len(verbs)) if self._tokens[self._index(verbs[i]) - 1].lower == "to"), 0)
        if not at:
            return False
        raiser, lower = chain[at - 1], verbs[at - 1].lower
        if group.tense == "present":
            group.tense = _tense(verbs[:at], chain[:at])
        if lower == "used":
            group.tense, group.phase = "used_to", "end"
        elif lower == "going":
            group.modality = "wish" if verbs[0].lower in ("was", "were") else "plan"
        else:
            _raise(group, _RAISING.get(raiser, "fact"))
        if verbs[0].tag == "MD":
            _modal(group, verbs[0])
        del chain[: at - 1], verbs[: at - 1]
        return True

    def _index(self, token: Token) -> int:
        return next(i for i, other in enumerate(self._tokens) if other is token)

    def _particle(self, group: VerbGroup) -> None:
        for length in (2, 1):
            following = [t.lower for t in self._tokens[group.end : group.end + length]]
            with_particle = " ".join((group.verb, *following))
            if len(following) == length and (with_particle in self._phrasal or with_particle in _RAISING):
                group.verb, group.end = with_particle, group.end + length
                return
        if group.end < len(self._tokens):
            after = self._tokens[group.end]
            if after.tag == "RP" and after.lower in PARTICLES:
                group.verb, group.end = f"{group.verb} {after.lower}", group.end + 1

    def _raised(self, group: VerbGroup) -> None:
        """ "Stopped smoking", "gave up on learning Dutch": the second verb is what is told of."""
        made = _RAISING.get(group.verb)
        if made is None or group.end >= len(self._tokens):
            return
        inner = self._tokens[group.end]
        if not _is_gerund(inner) or inner.time >= 0 or made == "wish":
            return
        _raise(group, made)
        group.raiser, group.inner = group.verb, group.end
        group.verb, group.end = lemma_of_verb(inner.lower), group.end + 1
        group.progressive = False
        self._particle(group)


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
    elif word in WORDS["maybe"]:
        group.modality = "maybe"
    elif word in WORDS["almost"]:
        group.modality = "almost"
    if word in WORDS["markers"]:
        group.markers.add(word)


def _tense(verbs: list[Token], chain: list[str]) -> Tense:
    first = verbs[0]
    if first.lower in WORDS["plan"]:
        return "future"
    if (
        len(chain) > 1
        and chain[0] == "have"
        or len(verbs) > 1
        and first.lower in ("'s", "'d")
        and verbs[1].lower == "been"
    ):
        return "perfect"
    if first.tag == "VBD" or first.tag == "VBN" and len(verbs) == 1:
        return "past"
    return "bare" if first.tag == "VB" else "present"


def _modal(group: VerbGroup, first: Token) -> None:
    word = first.lower
    made: Modality | None = (
        "plan"
        if word in WORDS["plan"]
        else "maybe"
        if word in WORDS["maybe"]
        else "wish"
        if word in WORDS["wish"]
        else None
    )
    if made is not None:
        group.modality = made


def _raise(group: VerbGroup, made: str) -> None:
    if made in _PHASES:
        group.phase = made  # type: ignore[assignment]
    elif made != "fact":
        group.modality = made  # type: ignore[assignment]
