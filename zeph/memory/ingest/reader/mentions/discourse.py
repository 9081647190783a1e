"""Who "she", "it" and "they" are: what was spoken of last, in this message and the ones before.

In: the phrases of a message as they are read. Out: the mention that a pronoun stands for, and whether it is sure: where
something else of the last two sentences could be meant as well, it is of the kind "guess".
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from zeph.memory.ingest.reader.lexicon.kinds import gender_of
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.morphology import singular
from zeph.records.claim import Mention, Span

PRONOUNS = word_sets(read_table("mentions/words.toml"))
_TAKES_UP = frozenset(word for pronoun in ("he", "she", "it", "they") for word in PRONOUNS[pronoun])
_OWNER = frozenset(("person", "kin"))
_ALONE = frozenset(("he", "she"))
_LIVING = frozenset(("kin", "person_known", "animal"))
_LIFELESS = frozenset(("org", "place", "tool", "food", "drink", "activity"))
_GUESS = frozenset(("guess",))
_NOTHING = frozenset(("self", "hollow", "number", "clock", "denied"))
"""What no pronoun takes up."""
_PLACED = frozenset(("known_place", "kin_several"))
_CLEAREST = 4
"""Two of one clause: clearer than any one phrase."""
_SUBJECTS = ("NN", "PRP", "W", "EX", "CD", "DT")
"""Tags of what may be a subject."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A phrase that a pronoun might take up, and where it stood: the subject of its clause, its object, or less."""

    mention: Mention
    kinds: frozenset[str]
    several: bool
    weight: int
    sentence: int
    clause: int
    open: bool = False
    """It may be somebody: "*conker* weighs 410g", "*my husband ron* is 71"."""

    def may_be(self, pronoun: str) -> bool:
        """Whether the pronoun could mean it."""
        living = not self.kinds.isdisjoint(_LIVING)
        if self.several or pronoun == "they":
            return self.several and pronoun == "they"
        if pronoun == "it":
            return not living or "animal" in self.kinds
        open_to_all = self.weight > 1 or "unknown" in self.kinds or self.kinds.isdisjoint(_LIFELESS)
        unknown = self.mention.named and open_to_all
        gender = gender_of(self.mention) or pronoun
        return gender == pronoun and (living or unknown or self.open or "person" in self.kinds)


@dataclass(slots=True)
class Discourse:
    """What was spoken of last. One per message; it may be fed with the messages before."""

    speaker: str
    called: frozenset[str] = frozenset()
    """What the text calls the speaker besides: "the user"."""
    last: dict[str, tuple[Mention, frozenset[str]]] = field(default_factory=dict)
    """Pronoun → whom it would mean now."""
    sentence: int = 0
    """Which sentence is being read."""
    topic: tuple[Mention, frozenset[str]] | None = None
    """Whom a verb without a subject is said of where it cannot be the speaker: "loves it"."""
    told_of: int = -1
    """The sentence in which somebody or something was its subject: what follows in it is of them."""
    _claim: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Pronoun → how clearly it means that, and in which sentence it was said."""
    _said: list[_Said] = field(default_factory=list)
    clause: int = 0
    """Which clause is being read."""
    _called: dict[str, str] = field(default_factory=dict)
    supposed: bool = False
    """It has been said that what follows is a game."""
    corrects: int = 0
    """The sentence that only says that what was said before is wrong."""
    correcting: bool = False
    """This sentence puts right what was said before, so that its "it" is of then."""
    earlier: int = 0
    """Sentences of the messages before."""
    _beside: dict[str, tuple[Phrase, ...]] = field(default_factory=dict)
    """Name → those who were spoken of together with it."""

    def note(
        self, phrase: Phrase, *, kinds: frozenset[str] = frozenset(), subject: bool = False, topical: bool = False,
        preposition: str = "",
    ) -> None:  # fmt: skip
        """Remembers a phrase that a pronoun may take up. ``kinds``: more that it is of; ``topical``: it is the subject,
        or the speaker is; ``preposition``: it stands behind one."""
        mention, kinds, several = phrase.mention, phrase.kinds | kinds, phrase.several
        if not mention.name or not kinds.isdisjoint(_NOTHING):
            return
        if "role" in kinds and "kin" not in kinds and not (mention.owner or mention.definite):
            return  # "my brother is a pilot, he …"
        if phrase.count and not several and not mention.named:
            mention = replace(mention, name=singular_name(mention.name))  # "one of the quince trees … it"
        if "seen_by" in kinds and mention.owner not in ("", self.speaker):
            self._note_owner(mention.owner, weight=_CLEAREST)  # "mum's cardiologist put *her* on a diet"
        self._together(phrase, subject=subject, preposition=preposition)
        weight = 2 * subject + (not preposition) - bool(preposition and not topical)
        said = _Said(mention, kinds, several, weight, self.sentence, self.clause, subject and _may_be_somebody(phrase))
        alone = (phrase, *phrase.others) if phrase.others else ()
        each = [replace(said, mention=one.mention, kinds=one.kinds, several=False) for one in alone]
        self._said += [said, *each]
        self.topic = (mention, kinds) if subject or topical else self.topic
        self.told_of = self.sentence if subject else self.told_of
        for one in (said, *each):
            self._offer_of(one, subject=subject)

    def _note_owner(self, name: str, *, weight: int) -> None:
        """Whose somebody is that sees them: of whom a pronoun beside them is."""
        mention = Mention(name, "person", None, name.rpartition(" ")[2].lower())
        if pronoun := gender_of(mention):
            self._said.append(_Said(mention, _OWNER, False, weight, self.sentence, self.clause))
            self._offer(pronoun, mention, _OWNER, weight)

    def _offer_of(self, said: _Said, *, subject: bool) -> None:
        """To every pronoun that may take it up."""
        mention, kinds = said.mention, said.kinds
        gender = gender_of(mention)
        living = not kinds.isdisjoint(_LIVING) or bool(gender) and mention.named
        clear = 2 * living + subject
        if said.several:
            self._offer("they", mention, kinds, clear)
            return
        if living or "person" in kinds:
            for pronoun in (gender,) if gender else ("he", "she"):
                self._offer(pronoun, mention, kinds, clear)
        somebody = mention.named and may_be_given_name(mention.name.partition(" ")[0].lower())
        if kinds.isdisjoint(("kin", "person_known")) and not somebody and (mention.named or "person" not in kinds):
            self._offer("it", mention, kinds, int(subject))

    def _together(self, phrase: Phrase, *, subject: bool, preposition: str) -> None:
        """ "*Ana and Tom* keep bees, they …", "*my son* is engaged to *Freya*, they …"."""
        if phrase.others:
            self._beside[phrase.mention.name] = phrase.others
            return
        first = next((said for said in reversed(self._said) if said.clause == self.clause and said.weight > 1), None)
        if subject or first is None or first.several or preposition not in PRONOUNS["companions"] or phrase.several:
            return
        if all("person" in kinds and kinds.isdisjoint(_PLACED) for kinds in (first.kinds, phrase.kinds)):
            self._beside[first.mention.name] = (phrase,)
            self._said.append(replace(first, several=True))
            self._offer("they", first.mention, first.kinds, _CLEAREST)

    def _offer(self, pronoun: str, mention: Mention, kinds: frozenset[str], clear: int) -> None:
        """A pronoun goes on meaning a clearer one of this sentence or the last: a subject rather than its object; but
        in a message somebody of an earlier one gives way to somebody of this: "we've hired *Priya*, she …"."""
        known, said = self._claim.get(pronoun, (0, 0))
        may_be = gender_of(mention) == pronoun or _is_stranger(mention, kinds)
        over = may_be and said <= self.earlier < self.sentence
        if known <= clear or over or self.sentence > said + 1:
            self.last[pronoun] = (mention, kinds)
            self._claim[pronoun] = (clear, self.sentence)

    def rename(self, called: Mention, name: Mention) -> None:
        """They are one: "my dog *is called Rex*"."""
        self._called[name.name] = called.name

    def meant(self, pronoun: str, *, apart: bool = False) -> tuple[Mention, frozenset[str]] | None:
        """Whom a pronoun means; ``apart``: it may stand for a thing of its own clause, as a subject or owner."""
        for word in ("he", "she", "it", "they"):
            if pronoun in PRONOUNS[word] and (meant := self.last.get(word)) is not None:
                same = self._same(meant[0])
                if not apart and same and all(said.clause == self.clause for said in same):
                    return None  # "Ana does *it* now"
                owns = apart and pronoun not in _ALONE and self._is_subject(same)
                if owns or self._is_sure(word, meant[0], same, apart=apart):
                    return meant  # "Henning has *his* scan on Friday", whoever was spoken of before
                earlier = all(said.sentence <= self.earlier for said in same) and meant[1].isdisjoint(_LIVING)
                return None if earlier and self.earlier and not self.correcting else (meant[0], meant[1] | _GUESS)
        return None

    def _is_subject(self, same: list[_Said]) -> bool:
        """Whether somebody is the subject of the clause that is being read."""
        own = (said for said in same if said.clause == self.clause and said.weight > 1)
        return any(not said.several and said.kinds & {"person", *_LIVING} for said in own)

    def beside(self, meant: Mention, span: Span) -> tuple[Phrase, ...]:
        """Those whom the "they" at that place means besides."""
        said = self._beside.get(meant.name, ())
        return tuple(replace(one, mention=replace(one.mention, span=span)) for one in said if one.mention.name)

    def _same(self, meant: Mention) -> list[_Said]:
        """Where it was spoken of, by whatever name."""
        called = {meant.name.lower(), self._called.get(meant.name, meant.name).lower()}  # "dai", "Dai"
        names = ((said, said.mention.name) for said in self._said)
        return [said for said, name in names if {name.lower(), self._called.get(name, name).lower()} & called]

    def _is_sure(self, pronoun: str, meant: Mention, same: list[_Said], *, apart: bool) -> bool:
        """Nothing else of the last two sentences is as likely; of an earlier message somebody, or what has a name; and
        nothing of the same clause: "a bed for it"."""
        near = [said for said in self._said if said.sentence >= self.sentence - 1 and said.may_be(pronoun)]
        own = [said for said in near if said in same and (apart or said.clause < self.clause)]
        known = pronoun in _ALONE or meant.named or any(self._may_be_sure(said) for said in own)
        if not own or not known or self._is_old(own, near):
            return False
        if pronoun in _ALONE and near[-1] in own and self._is_listed_last(near):
            return True  # "I live with my wife and our daughter, *she* is 9"
        return self._is_clear(pronoun, own, self._others(same, own, near))

    def _others(self, same: list[_Said], own: list[_Said], near: list[_Said]) -> list[_Said]:
        """Who else could be meant: where somebody of this message is, nobody of an earlier one."""
        here = any(said.sentence > self.earlier and not _is_stranger(said.mention, said.kinds) for said in own)
        return [said for said in near if said not in same and (said.sentence > self.earlier or not here)]

    def _is_old(self, own: list[_Said], near: list[_Said]) -> bool:
        """Whether it is of an earlier message, where this one has spoken of what may be somebody."""
        old = all(said.sentence <= self.earlier for said in own)
        return old and any(said.open and said.sentence > self.earlier for said in near)

    def _is_clear(self, pronoun: str, own: list[_Said], others: list[_Said]) -> bool:
        """Whether nothing else is as likely."""
        clear = max(said.weight for said in own) > max((said.weight for said in others), default=-1)
        return clear and not self._is_open(pronoun, own, others)

    def _is_listed_last(self, near: list[_Said]) -> bool:
        """Whether what was said last is the end of a list that no subject is of, in this sentence."""
        last = near[-1]
        beside = [said for said in near if said.clause == last.clause and not said.several]
        return len(beside) > 1 and last.sentence == self.sentence and all(said.weight <= 1 for said in beside)

    def _is_open(self, pronoun: str, own: list[_Said], others: list[_Said]) -> bool:
        """Whether somebody else of the same sentence may be meant, where a new one begins: "Mum rang my aunt. *She* …";
        within one sentence of whom the word is surely said too: "Nora replaced Ingrid, *she* …"; of several
        also: "we fed the ducks with crumbs, *they* …"."""
        if pronoun == "it":
            return False
        last = max(said.sentence for said in own)
        heads = {said.mention.head for said in own}  # "my da", "da"
        near = [said for said in others if said.sentence >= last and said.mention.head not in heads]
        if pronoun != "they" and last == self.sentence:
            return any(gender_of(said.mention) == pronoun for said in near)
        return any(pronoun == "they" or said.kinds & _LIVING for said in near)

    def _may_be_sure(self, said: _Said) -> bool:
        """Somebody, or a thing of this message."""
        return bool(said.kinds & _LIVING) or said.sentence > self.earlier


def _is_stranger(mention: Mention, kinds: frozenset[str]) -> bool:
    """A name of which nothing is known, which may be of somebody: "I lent *Piers* 20"."""
    return mention.named and {"unknown", "person"} <= kinds and not gender_of(mention)


def _may_be_somebody(phrase: Phrase) -> bool:
    """Called without an article, or of a family, by a word that nothing tells of what it is."""
    called = not phrase.determiner and "bare" in phrase.kinds or bool(phrase.mention.owner) and not phrase.kinds
    return called and not phrase.several and not phrase.mention.named and phrase.kinds.isdisjoint(_LIFELESS - {"place"})


def singular_name(name: str) -> str:
    """ "Quince tree" for "quince trees"."""
    first, space, last = name.rpartition(" ")
    return f"{first}{space}{singular(last)}"


def looks_back(tokens: Sequence[Token]) -> bool:
    """Whether a sentence may speak of what was said before it: it has a pronoun, or a verb whose subject is left out
    ("works at Lidl now")."""
    if any(token.lower in _TAKES_UP for token in tokens):
        return True
    first = next((t.tag for t in tokens if t.tag == "VBZ" or t.tag.startswith(_SUBJECTS)), "")
    return first == "VBZ"
