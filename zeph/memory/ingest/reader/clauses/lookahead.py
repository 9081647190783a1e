"""What comes next in a sentence: a clause, a verb, a pause; and the end of what hangs on a verb.

In: tagged tokens and a place in them. Out: answers by which the clause reader decides; it changes nothing.
"""

from collections.abc import Sequence

from zeph.memory.ingest.reader.clauses.verb_groups import WORDS, VerbGroups
from zeph.memory.ingest.reader.lexicon.kinds import KIN_RELATION, OF_BARE, kinds_of
from zeph.memory.ingest.reader.mentions.naming import span_of, text_of
from zeph.memory.ingest.reader.mentions.noun_phrases import NounPhrases
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.reader_tables import read_table
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.word_tables import by_word, word_set
from zeph.records.claim import Mention

_OPENING = by_word(read_table("clauses/words.toml")["opening"])
_MARKS = (",", ":", "!", "-")
_MEANT = frozenset(("CD", "NNP", "NN", "NNS", "DT", "PRP", "PRP$", "$"))
OPENERS = word_set(read_table("text/chat.toml")["openers"])
"""Words at the start of a sentence that say nothing."""
_NEAR = 4
"""Words before "not" among which the thing stands that is denied another one."""
_LABEL = 2
"""Words of the name of a field."""
_FINITE = ("MD", "VBZ", "VBP", "VBD")
_PASSED = OPENERS | WORDS["markers"] | {","}


class Lookahead:
    """Looks ahead in one sentence."""

    def __init__(self, tokens: Sequence[Token], groups: VerbGroups, phrases: NounPhrases) -> None:
        self._tokens = tokens
        self._groups = groups
        self._phrases = phrases

    def word(self, at: int) -> str:
        """The word there, in small letters; empty behind the last."""
        return self._tokens[at].lower if at < len(self._tokens) else ""

    def tag(self, at: int) -> str:
        """Its part of speech; empty behind the last."""
        return self._tokens[at].tag if at < len(self._tokens) else ""

    def calls_on(self, phrase: Phrase) -> bool:
        """ "I'm always here for you, *Mel*!": whoever is spoken to."""
        ends = self.pauses(phrase.end) and self.pauses(phrase.end + 1) and self.word(phrase.end) not in (",", "-")
        alone = not phrase.others and not phrase.determiner and not phrase.mention.owner and not phrase.described
        exclaimed = self.word(phrase.end) == "!" and "person" in phrase.kinds
        return ends and alone and phrase.mention.named and (exclaimed or "person_known" in phrase.kinds)

    def dates(self, phrase: Phrase) -> bool:
        """ "My knee is bad, *physio tuesday*": an event that its time stands right behind."""
        bare = not (phrase.mention.named or phrase.pronoun or phrase.determiner or "number" in phrase.kinds)
        return bare and phrase.end < len(self._tokens) and self._tokens[phrase.end].time >= 0

    def is_amount(self, phrase: Phrase) -> bool:
        """Whether it is a number with its unit: "2.5 mg", "£40"."""
        name = phrase.mention.name
        return "money" in phrase.kinds or "number" in phrase.kinds and name[:1].isdigit() and name[-1:].isalpha()

    def of_one_time(self, phrase: Phrase) -> bool:
        """ "Thursday's *training*", "tuesdays *practice*": a thing that a time has; not "yesterday *choir* was off"."""
        at = phrase.start - 1
        marked = at > 0 and self._tokens[at].tag == "POS"
        time = self._tokens[at - marked] if at >= 0 else None
        if time is None or time.time < 0 or phrase.mention.named or phrase.pronoun or "person" in phrase.kinds:
            return False
        first = next(token for token in self._tokens if token.time == time.time)
        return marked or time.lower.endswith("s") and first.tag not in ("IN", "TO")  # "on thursdays choir …"

    def value_at(self, phrase: Phrase) -> int:
        """Where the value of a field begins: "port *8443*", "owner *Ana Hale*", "region *eu-west-1*"; else 0."""
        own = self._tokens[phrase.start : phrase.end]
        plain = [token.tag in ("NN", "NNS") and token.lower.isalpha() and token.form.islower() for token in own]
        begin = plain.index(False) if False in plain else len(own)
        value = own[begin:]
        told = all(token.tag == "NNP" or not token.form.isalpha() for token in value)
        if not (value and told and 0 < begin <= _LABEL and self.pauses(phrase.end)):
            return 0
        owned = phrase.determiner or phrase.pronoun or phrase.mention.owner
        return 0 if owned or own[begin - 1].lower in KIN_RELATION else phrase.start + begin

    def greets(self, phrase: Phrase, at: int) -> bool:
        """ "*Kia ora*, I'm Hemi": what a message begins with before the speaker says something, and nobody known; "…,
        *Mel*!"."""
        if at and self._tokens[at - 1].form == ",":
            return self.calls_on(phrase)
        alone = not phrase.others and not phrase.determiner and not phrase.mention.owner and not phrase.described
        known = not phrase.kinds.isdisjoint(("person_known", "kin", "self"))
        if at or not alone or known or self.word(phrase.end) not in (",", "!", "."):
            return False
        behind = self._phrases.read(phrase.end + 1) if phrase.end + 1 < len(self._tokens) else None
        return behind is not None and "self" in behind.kinds

    def pauses(self, at: int) -> bool:
        """Whether nothing follows, or a mark."""
        return at >= len(self._tokens) or not self._tokens[at].form[0].isalnum()

    def starts_clause(self, at: int) -> bool:
        """Whether a clause with a verb of its own begins here, with a subject or without."""
        while at < len(self._tokens) and (self._tokens[at].time >= 0 or self._tokens[at].lower in _PASSED):
            at += 1
        group = self._groups.read(at)
        if group is not None:
            return group.finite or group.bare or group.first is not None and group.first.tag in ("VBN", "VBD", "VBG")
        phrase = self._phrases.read(at) if at < len(self._tokens) else None
        return phrase is not None and self.verb_ahead(self._phrases.listed(phrase, lambda other, sep: False).end)

    def opening(self, at: int) -> tuple[str, int]:
        """What the words make of the sentence that begins with them, and where it goes on: "make that *412*"."""
        for length in (3, 2, 1):
            said = self._tokens[at : at + length]
            made = _OPENING.get("-".join("#" if t.tag == "CD" else t.lower for t in said), "")
            end = at + length * (made != "conditional")
            end += made == "correction" and self.word(end) in _MARKS or made == "reported" and self.word(end) == "that"
            if made and (made != "correction" or self._is_meant(end) or self.opening(end)[0]):
                return made, end
        return "", at

    def mended(self, at: int) -> int:
        """Where the value stands that takes the place of the one before: "pin 4, *no hang on* 14"; else 0."""
        for length in (4, 3, 2, 1):
            end, said = at + length, "-".join(token.lower for token in self._tokens[at : at + length])
            if said not in WORDS["mending"] or end >= len(self._tokens):
                continue
            named = said in WORDS["mending_names"] and self.tag(end) == "NNP"
            value = end + (self.tag(end) == "DT")
            if named or self.tag(value) == "CD" or value < len(self._tokens) and self._tokens[value].time >= 0:
                return end
        return 0

    def behind_aside(self, at: int) -> int:
        """Behind the bracket that opens there, where neither a verb nor a time stands in it; else 0."""
        end = next((i for i in range(at, len(self._tokens)) if self._tokens[i].form == ")"), 0)
        inside = range(at + 1, end)
        said = any(self._tokens[i].time >= 0 or self._tokens[i].tag in _FINITE for i in inside)
        return end + 1 if inside and not said else 0

    def turn_at(self, at: int) -> bool:
        """Whether somebody is named there and nothing else."""
        phrase = self._phrases.read(at) if at < len(self._tokens) else None
        return phrase is not None and "person" in phrase.kinds and self.pauses(phrase.end)

    def formerly(self, at: int) -> bool:
        """ "On 3.13 now, *before 3.11*"."""
        return self.word(at) in WORDS["formerly"] and self.tag(at + 1) == "CD" and self.pauses(at + 2)

    def _is_meant(self, at: int) -> bool:
        """Whether a value stands there that a correction may name: "make that *412*", not "make it *10%* faster"."""
        timed = at >= len(self._tokens) or self._tokens[at].time >= 0
        return timed or self.tag(at) in _MEANT and self.tag(at + 1) not in ("JJR", "RBR")

    def verb_ahead(self, at: int) -> bool:
        """Whether a verb of its own follows a noun phrase that ends there, with what hangs on it: "our budget *for
        food is* …"."""
        while at < len(self._tokens) and self._tokens[at].tag == "IN" and self._tokens[at].time < 0:
            inner = self._phrases.read(at + 1) if at + 1 < len(self._tokens) else None
            if inner is None:
                return False
            at = inner.end
        return self.finite_at(at)

    def with_speaker(self, phrase: Phrase) -> int:
        """The end of somebody with whom a pronoun is the subject of what follows: "*Ana and I* own it"; else 0."""
        somebody = "person" in phrase.kinds or phrase.kinds <= OF_BARE | {"bare"}
        joined = somebody and self.tag(phrase.end) == "CC" and self.word(phrase.end + 1) in WORDS["nominative"]
        return phrase.end + 2 if joined and self.verb_ahead(phrase.end + 2) else 0

    def verbless(self, at: int) -> bool:
        """Whether no verb follows before the next pause."""
        while at < len(self._tokens) and self._tokens[at].form not in (",", ";", ".", "(", "-"):
            if self._groups.read(at) is not None:
                return False
            at += 1
        return True

    def alternative(self, at: int, *, beside: bool) -> bool:
        """ "On the 9th, *not the 1st*", "it was 184 *not 148*", "we use tabs *not spaces*": of the sort of what stands
        before, where anything does (``beside``)."""
        before, after = self._tokens[at - 1], self.tag(at + 1)
        if before.lower in (",", "but", "and") or at + 1 < len(self._tokens) and self._tokens[at + 1].time >= 0:
            return True
        alike = after == before.tag or before.lower in WORDS["markers"]
        if (
            beside
            and after[:2] == "NN"
            and self.word(at + 1) in {token.lower for token in self._tokens[max(0, at - _NEAR) : at]}
        ):
            return True  # "in room 4 *not room 2*"
        alike = alike or after == "CD" and before.form[-1].isdigit()  # "on web-04 *not 03*"
        return beside and (after == "NNP" or after in ("CD", "NNS") and alike)

    def denies(self, at: int, said: Phrase | None) -> bool:
        """ "Pnpm *not npm*", "60 watts *not 40*": what stands behind "not" is of the sort of what was said."""
        other = self._phrases.read(at + 1) if said is not None and self.word(at) == "not" else None
        if said is None or other is None:
            return False
        return said.is_like(other) or bool(said.count) and "number" in other.kinds

    def phrase_at(self, at: int) -> bool:
        """Whether a noun phrase begins here."""
        return self._phrases.read(at) is not None

    def verb_at(self, at: int) -> bool:
        """Whether a verb group begins here."""
        return self._groups.read(at) is not None

    def finite_at(self, at: int) -> bool:
        """Whether a verb of a clause of its own follows, times left aside."""
        while at < len(self._tokens) and self._tokens[at].time >= 0:
            at += 1
        if self.word(at) == "(":
            at = self.behind_aside(at) or at
        group = self._groups.read(at)
        return group is not None and group.finite

    def doing(self, at: int, end: int, head: str, *, infinitive: bool) -> Phrase:
        """ "Playing chess", "to see my aunt": what is done, as a thing."""
        name = text_of(self._tokens[at:end])
        span = span_of(self._tokens[at:end])
        kinds = kinds_of(self._tokens[at].lower, None, named=False, gerund=not infinitive)
        kinds |= {"to_do"} if infinitive else frozenset()
        kinds |= {"guess"} if self._goes_on(end) else frozenset()
        return Phrase(Mention(name, "concept", span, head), kinds, at, end, determiner="to" if infinitive else "")

    def _goes_on(self, end: int) -> bool:
        """ "Making sure nurses *are* paid", "sharing *that*": it is cut off there."""
        return self.tag(end) in _FINITE or self.word(end) in WORDS["relative"]

    def _leads_to_doing(self, at: int) -> bool:
        """ "From running *to cycling*"."""
        after = self._tokens[at + 1] if at + 1 < len(self._tokens) else None
        if self._tokens[at].tag not in ("IN", "TO") or after is None:
            return False
        return after.tag == "VBG" or "activity" in kinds_of(after.lower, after.known, named=False)

    def until_break(self, at: int) -> int:
        """The end of what belongs to a verb without a subject: to the next comma, time or clause."""
        end = at
        while end < len(self._tokens):
            token = self._tokens[end]
            breaks = (
                token.time >= 0
                or token.form in (",", ".", "!", "(", ":", "-")
                or token.tag in ("WRB", *_FINITE)
                or self._leads_to_doing(end)
            )
            breaks = breaks or token.lower in WORDS["over"] or f"{token.lower}-{self.word(end + 1)}" in WORDS["over"]
            if breaks or token.lower in WORDS["joiners"] or token.tag == "CC" and self.starts_clause(end + 1):
                break
            end += 1
        return max(end, at)
