"""Noun phrases of a sentence, with owners, lists, appositions and pronouns.

In: the tagged tokens of a sentence and what was spoken of before. Out: :class:`Phrase` values: a mention, where it
ends, and what kinds of thing it may be. Which phrase is subject or object is for the clause reader.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile

from zeph.memory.ingest.reader.lexicon.kinds import ANIMALS, KIN
from zeph.memory.ingest.reader.mentions.discourse import PRONOUNS, Discourse
from zeph.memory.ingest.reader.mentions.naming import (
    age_at,
    are_apart,
    joins_name,
    phrase_of,
    sharing,
    span_of,
    tells_age,
    text_of,
    token_at,
)
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.mentions.phrase_ends import ends_before
from zeph.memory.ingest.reader.reader_tables import read_table
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.word_tables import word_set
from zeph.records.claim import Mention

_INSIDE = frozenset(("NN", "NNS", "NNP", "NNPS", "CD", "JJ", "JJR", "JJS", "$", "FW", "ADD", "GW", "AFX"))
_BEFORE_INSIDE = frozenset(("VBN", "VBG", "RB", "HYPH", "NFP", "SYM"))
_DETERMINING = frozenset(("DT", "PRP$", "PDT"))
_LISTS = frozenset((",", *PRONOUNS["joins"]))
MOST_LISTED = 8
_ATTACHED = {
    preposition: word_set(nouns) for preposition, nouns in read_table("mentions/words.toml")["attached"].items()
}
_LIVING = ANIMALS | KIN


class NounPhrases:
    """Reads noun phrases of one sentence."""

    def __init__(self, tokens: Sequence[Token], discourse: Discourse, *, small: bool = False) -> None:
        self._tokens = tokens
        self._discourse = discourse
        self._small = small

    def read(self, at: int) -> Phrase | None:
        """The phrase that begins at a token, with what hangs on it ("of", "called", "'s"); None where none does."""
        phrase = age_at(self._tokens, at) or self._pronoun(at) or self._base(at, None)
        while phrase is not None and (owned := self._owned(phrase)) is not None:
            phrase = owned
        if phrase is None or phrase.pronoun:
            return self._all_of(phrase) if phrase is not None else None
        return self._apposed(self._called(self._attached(self._of(phrase))))

    def _all_of(self, phrase: Phrase) -> Phrase:
        """ "Both of us", "neither of my brothers"."""
        token = self._token(phrase.end)
        if phrase.pronoun not in PRONOUNS["all_of"] or token is None or token.lower != "of":
            return phrase
        inner = self.read(phrase.end + 1)
        denied = "no" if phrase.pronoun in PRONOUNS["none_of"] else ""
        return replace(inner, start=phrase.start, determiner=denied or inner.determiner) if inner else phrase

    def listed(self, phrase: Phrase, stop: Callable[[Phrase, str], bool]) -> Phrase:
        """The phrase with those that stand beside it: "Go, Elixir and a bit of Bash", "two cats, Pepper and Salt"."""
        end, joined = phrase.end, False
        others: list[Phrase] = []
        while len(others) < MOST_LISTED and not phrase.kinds & {"number"}:
            at = self._behind_separator(end, named=not others and self._takes_names(phrase))
            if not others:
                self._note_owner(phrase, at)
            other = self.read(at) if at > end else None
            if (
                other is None
                or other.determiner == "no"
                or are_apart(phrase, other)
                or stop(other, self._tokens[end].lower)
            ):
                break
            joined = joined or any(token.lower in PRONOUNS["joins"] for token in self._tokens[end:at])
            others.append(sharing(other, phrase))
            end = other.end
        if not others or not joined and not self._is_plain_list(phrase, others):
            return phrase
        if self._takes_names(phrase) and others[0].mention.named:
            return self._members(phrase, others, end)
        if phrase.several and phrase.mention.named and phrase.kinds & {"kin", "animal"}:
            first = self._members(phrase, [phrase, *others], end)  # "my sisters Ana and Bea"
            return replace(first, several=True)
        return replace(phrase, others=tuple(others), end=end, several=True)

    def _note_owner(self, phrase: Phrase, at: int) -> None:
        """ "My brother and *his* wife"."""
        after = self._token(at)
        if at > phrase.end and after is not None and after.tag == "PRP$":
            self._discourse.note(phrase)

    def _behind_separator(self, at: int, *, named: bool) -> int:
        begin = at
        while (token := self._token(at)) is not None and (token.lower in _LISTS or named and token.form == ":"):
            at += 1
        adverb = self._token(at)
        return at + 1 if adverb is not None and adverb.tag == "RB" and adverb.lower != "not" and at > begin else at

    def _is_plain_list(self, phrase: Phrase, others: list[Phrase]) -> bool:
        """ "I use Rust, Go, Bash": without "and" only bare words of one sort make a list."""
        return not any(one.determiner or one.mention.named != phrase.mention.named for one in (phrase, *others))

    def _takes_names(self, phrase: Phrase) -> bool:
        labels = phrase.start == 0 and not phrase.count and not phrase.determiner  # "clinic hours: mondays"
        return (
            phrase.several
            and not labels
            and not phrase.mention.named
            and phrase.determiner not in PRONOUNS["known_several"]
        )

    def _members(self, phrase: Phrase, names: list[Phrase], end: int) -> Phrase:
        """ "Two boys, Leo and Max": each of them is one of what was said."""
        made = [
            replace(
                name, mention=replace(name.mention, head=phrase.mention.head, owner=phrase.mention.owner),
                kinds=phrase.kinds | {"named", "name"}, adjectives=phrase.adjectives, version="",
                described=name.described or name.version,
            )
            for name in takewhile(lambda name: name.mention.named, names)
        ]  # fmt: skip
        first = replace(
            made[0], start=phrase.start, end=end, determiner=phrase.determiner,
            others=(*made[1:], *names[len(made) :]),
        )  # fmt: skip
        return replace(first, several=len(names) > 1)

    def _token(self, at: int) -> Token | None:
        return token_at(self._tokens, at)

    def text(self, start: int, end: int) -> str:
        """The words between two tokens as a name is written."""
        return text_of(self._tokens[start:end])

    # ------------------------------------------------------------ pronouns

    def _pronoun(self, at: int) -> Phrase | None:
        token = self._token(at)
        if token is None or (token.tag == "PRP$" and token.lower != "mine") or token.noun or token.verbal:
            return None
        word, span = token.lower, span_of(self._tokens[at : at + 1])
        if word in PRONOUNS["self"]:
            mention, kinds = Mention(self._discourse.speaker, "person", span), frozenset(("self", "person"))
            return Phrase(mention, kinds, at, at + 1, pronoun=word, several=word in PRONOUNS["we"])
        if token.tag == "PRP":
            meant = self._discourse.meant(word, apart=self._begins_clause(at))
            mention = replace(meant[0], span=span) if meant else Mention("", span=span)
            several = word in PRONOUNS["they"]
            kinds = meant[1] if meant else frozenset({"hollow"})
            others = self._discourse.beside(meant[0], span) if meant and several else ()
            return Phrase(mention, kinds, at, at + 1, pronoun=word, several=several, others=others)
        alone = token.tag in ("DT", "EX") and word in PRONOUNS["hollow"]
        if alone and not self._inside(at + 1):
            return Phrase(Mention("", span=span), frozenset(("hollow",)), at, at + 1, pronoun=word)
        return None

    def _begins_clause(self, at: int) -> bool:
        """ "…, *it* broke"; but "I got a bed for *it*"."""
        after = self._token(at + 1)
        return after is not None and (after.verbal or after.tag == "MD") and after.tag != "VBG"

    # ------------------------------------------------------------ the phrase itself

    def _inside(self, at: int) -> bool:
        token = self._token(at)
        return token is not None and token.time < 0 and token.tag in _INSIDE

    def _base(self, at: int, owner: Mention | None) -> Phrase | None:
        begin = at
        determiner = ""
        while (token := self._token(at)) is not None and token.tag in _DETERMINING and token.time < 0:
            determiner = token.lower
            at += 1
        if determiner == "no" and token is not None and token.lower == "more":
            determiner, at = "no more", at + 1
        first = at
        if (token := self._token(at)) is not None and token.lower in PRONOUNS["never_of_nouns"]:
            return None
        while self._is_inside(at, first):
            at += 1
        while at > first and not (self._tokens[at - 1].noun or self._tokens[at - 1].tag in ("CD", "FW", "ADD", "GW")):
            at -= 1
        if at == first:
            return None
        if self.text(begin, at).lower() in self._discourse.called:
            speaker = Mention(self._discourse.speaker, "person", span_of(self._tokens[begin:at]))
            return Phrase(speaker, frozenset(("self", "person")), begin, at, pronoun="i")
        meant = self._discourse.meant(determiner, apart=True) if owner is None else None
        phrase = phrase_of(
            self._tokens, begin, first, at, determiner, owner or self._possessor(determiner),
            speaker=self._discourse.speaker, small=self._small,
        )  # fmt: skip
        if meant is None:
            return phrase
        of_animal = {"animal_name"} if phrase.mention.head == "name" and "animal" in meant[1] else set()
        return replace(phrase, kinds=phrase.kinds | (meant[1] & {"guess"}) | of_animal)

    def _is_inside(self, at: int, first: int) -> bool:
        """Whether the word belongs to the phrase; adverbs do before adjectives, participles before nouns."""
        token, after = self._token(at), self._token(at + 1)
        if token is None or token.time >= 0 or at > first and ends_before(self._tokens, at, first):
            return False
        if token.tag in _INSIDE or joins_name(self._tokens, at, first):
            return True
        leads = after is not None and after.tag in _INSIDE and after.time < 0
        if not leads or token.tag not in _BEFORE_INSIDE or token.lower in PRONOUNS["never_first"] | PRONOUNS["called"]:
            return False
        if token.tag in ("VBN", "VBG") and at > first and self._tokens[at - 1].noun:
            return False  # "my ligament playing handball"
        return at > first or first > 0 and self._tokens[first - 1].tag in _DETERMINING

    def _possessor(self, determiner: str) -> Mention | None:
        if determiner in PRONOUNS["mine"]:
            return Mention(self._discourse.speaker, "person")
        if determiner in PRONOUNS["theirs"]:
            meant = self._discourse.meant(determiner, apart=True)
            return meant[0] if meant else Mention("")
        return None

    # ------------------------------------------------------------ what hangs on it

    def _owned(self, phrase: Phrase) -> Phrase | None:
        token = self._token(phrase.end)
        if token is None or token.tag != "POS":
            return None
        owned = self._base(phrase.end + 1, phrase.mention)
        if owned is None:
            return self._at_whose(phrase)
        mention = replace(owned.mention, span=span_of(self._tokens[phrase.start : owned.end]))
        return replace(owned, start=phrase.start, mention=mention)

    def _at_whose(self, phrase: Phrase) -> Phrase | None:
        """ "A table at *Luigi's*": of whom nothing is said belongs to the name; no neighbour is "*the neighbour's*"."""
        told = phrase.start > 0 and self._tokens[phrase.start - 1].tag in ("VBZ", "VBD")
        if phrase.kinds & {"person_known"} or not told and not (phrase.mention.named and "kin" not in phrase.kinds):
            return None
        kinds, span = phrase.kinds if phrase.mention.named else (), span_of(self._tokens[phrase.start : phrase.end + 1])
        mention = replace(phrase.mention, name=f"{phrase.mention.name}'s", span=span)
        return replace(phrase, end=phrase.end + 1, mention=mention, kinds=frozenset(kinds))

    def _of(self, phrase: Phrase) -> Phrase:
        token = self._token(phrase.end)
        if token is None or token.lower != "of" or token.time >= 0 or phrase.mention.head in PRONOUNS["relational"]:
            return phrase
        inner = self.read(phrase.end + 1)
        if inner is None or inner.pronoun or phrase.mention.head in PRONOUNS["opens_of"]:
            return phrase
        if any(own in phrase.kinds and other in inner.kinds for own, other in (("role", "org"), ("office", "group"))):
            return phrase
        return self._kin_of(phrase, inner) or self._joined(phrase, inner)

    def _joined(self, phrase: Phrase, inner: Phrase) -> Phrase:
        name = f"{phrase.mention.name} of {self.text(phrase.end + 1, inner.end)}"
        if "number" in phrase.kinds or phrase.mention.head in PRONOUNS["measures"] and phrase.count:
            said = self.text(phrase.start, phrase.end)  # "50 mg of sertraline", "two packs of cigarettes"
            more = inner.several and said.lower() not in PRONOUNS["one_of"]
            return replace(inner, start=phrase.start, count=said, determiner=phrase.determiner, several=more)
        if "number" in inner.kinds and phrase.mention.head in PRONOUNS["crews"]:  # "a family of five"
            return replace(phrase, end=inner.end, count=inner.count, kinds=phrase.kinds | {"crew"})
        if "hollow" in phrase.kinds:  # "a bit of Bash", "a couple of dogs"
            adjectives = inner.adjectives | phrase.adjectives  # "the last day of the Holt job"
            return replace(inner, start=phrase.start, determiner=phrase.determiner, adjectives=adjectives)
        mention = replace(
            phrase.mention, name=name, span=span_of(self._tokens[phrase.start:inner.end]),
            named=phrase.mention.named or inner.mention.named and self._tokens[phrase.end - 1].form[0].isupper(),
        )  # fmt: skip
        return replace(phrase, end=inner.end, mention=mention)

    def _kin_of(self, phrase: Phrase, inner: Phrase) -> Phrase | None:
        """ "Wife of Abin", "the mother of my boss": whose relative it is stands behind."""
        somebody = inner.mention.named or inner.mention.owner
        if "kin" not in phrase.kinds or phrase.mention.named or not somebody or inner.several:
            return None
        said = self._base(phrase.start + bool(phrase.determiner), inner.mention)
        if said is None or said.end != phrase.end:
            return None
        mention = replace(said.mention, span=span_of(self._tokens[phrase.start : inner.end]))
        return replace(said, start=phrase.start, end=inner.end, mention=mention)

    def _attached(self, phrase: Phrase) -> Phrase:
        """ "Flight to Rome", "lessons in the cello": what makes one event of many is part of its name."""
        token = self._token(phrase.end)
        if token is None or token.time >= 0 or phrase.mention.head not in _ATTACHED.get(token.lower, ()):
            return phrase
        inner = self.read(phrase.end + 1)
        if inner is None or inner.pronoun or "hollow" in inner.kinds:
            return phrase
        said = (
            inner.mention.name if inner.mention.owner or inner.mention.named else self.text(phrase.end + 1, inner.end)
        )
        named = said.title() if "bare" in inner.kinds and token.lower == "to" and "place" in inner.kinds else said
        name = f"{phrase.mention.name} {token.lower} {named}"
        mention = replace(phrase.mention, name=name, span=span_of(self._tokens[phrase.start : inner.end]))
        return replace(phrase, end=inner.end, mention=mention)

    def _called(self, phrase: Phrase) -> Phrase:
        token = self._token(phrase.end)
        if token is None or token.lower not in PRONOUNS["called"]:
            return phrase
        quote = self._token(phrase.end + 1)
        name = self.read(phrase.end + 1 + (quote is not None and quote.tag == "``"))
        return self.with_name(phrase, name) if name is not None and name.mention.named else phrase

    def with_name(self, phrase: Phrase, name: Phrase) -> Phrase:
        """What is said, by its name."""
        mention = replace(
            phrase.mention, name=name.mention.name, span=span_of(self._tokens[phrase.start:name.end]), named=True,
            entity_type=name.mention.entity_type,
        )  # fmt: skip
        return replace(phrase, end=name.end, mention=mention, kinds=phrase.kinds | {"named"}, others=name.others)

    def _apposed(self, phrase: Phrase) -> Phrase:
        """ "My sister, Ana, …" takes the name; "Abacus, our billing service, …" the description."""
        phrase = self._known_as(self._aged(phrase))
        comma = self._token(phrase.end)
        if comma is None or comma.form not in (",", "(", ":") or phrase.mention.named and phrase.determiner:
            return phrase
        second = self._base(phrase.end + 1, None) if self._pronoun(phrase.end + 1) is None else None
        if second is None or second.pronoun:
            return phrase
        second = self._called(second)
        after = self._token(second.end)
        closed = after is None or after.form in (",", ")", ".", "!", "-", "–")
        if not closed or comma.form == "," and self._may_be_list(phrase, second):
            return phrase
        close = second.end + 1 if after is not None and after.form in (",", ")") else second.end
        described = second.mention.named and second.mention.head != second.mention.name.lower()
        if second.mention.named and (described or not second.determiner) and self.takes_name(phrase):
            made = self.with_name(phrase, second)
            return replace(made, end=close)
        return self._described(phrase, second, close)

    def _may_be_list(self, phrase: Phrase, second: Phrase) -> bool:
        """ "My sister, Ana, and I …": are they two or three?"""
        behind = self._token(second.end + 1)
        joined = behind is not None and behind.lower in PRONOUNS["joins"]
        return joined and not any(token.verbal for token in self._tokens[: phrase.start])

    def _described(self, phrase: Phrase, second: Phrase, close: int) -> Phrase:
        """ "Captain, our terrier" is an animal of ours; "Abacus, our billing service" is described."""
        if not phrase.mention.named or second.mention.named or are_apart(phrase, second):
            return phrase
        kinds = second.kinds & {"kin", "animal", "guess"}
        if kinds - {"guess"} and second.mention.owner:
            mention = replace(phrase.mention, head=second.mention.head, owner=second.mention.owner)
            kinds |= phrase.kinds & {"named", "name", "person", "person_known"}
            return replace(phrase, end=close, mention=mention, kinds=kinds)
        if second.determiner not in PRONOUNS["explaining"]:
            return phrase
        return replace(phrase, end=close, described=second.mention.name.removeprefix(f"{self._discourse.speaker}'s "))

    def _known_as(self, phrase: Phrase) -> Phrase:
        """ "Fergus *the hamster*"."""
        token = self._token(phrase.end)
        if phrase.mention.named and [t.lower for t in self._tokens[phrase.end : phrase.end + 2]] == ["next", "door"]:
            return replace(phrase, end=phrase.end + 2, described="next door")
        if token is None or token.lower != "the" or not phrase.mention.named or phrase.determiner:
            return phrase
        sort = self._base(phrase.end, None)
        if sort is None or sort.mention.named or sort.kinds.isdisjoint(("animal", "kin")):
            return phrase
        mention = replace(phrase.mention, head=sort.mention.head, owner=sort.mention.owner)
        return replace(phrase, end=sort.end, mention=mention, kinds=sort.kinds | (phrase.kinds & {"named", "name"}))

    def _aged(self, phrase: Phrase) -> Phrase:
        """ "Leo (7)"."""
        inside = self._tokens[phrase.end : phrase.end + 3]
        if inside and phrase.mention.named and tells_age(self._tokens, phrase.end):
            return replace(phrase, end=phrase.end + 1, described=inside[0].form)
        marks = "".join(t.form for t in inside[::2])
        aged = (
            marks == "()"
            or marks == ",,"
            and phrase.mention.named
            and bool(phrase.kinds & {"kin", "person_known", "animal"})
        )
        return (
            replace(phrase, end=phrase.end + 3, described=inside[1].form) if aged and inside[1].tag == "CD" else phrase
        )

    def takes_name(self, phrase: Phrase) -> bool:
        """Whether a name may stand beside it."""
        common = not phrase.mention.named and not phrase.several
        return common and (
            bool(phrase.mention.owner) or phrase.determiner in PRONOUNS["indefinite"] or phrase.mention.head in _LIVING
        )
