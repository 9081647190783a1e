"""What a noun phrase is in its clause: its subject, an argument, a note of its own, or the value of a field.

In: the sentence as far as it has been read, a phrase. Out: the draft with it, or a new one.
"""

from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import FIELD
from zeph.memory.ingest.reader.clauses.clause_draft import Draft, noted_verb, role_of
from zeph.memory.ingest.reader.clauses.descriptions import introduced
from zeph.memory.ingest.reader.clauses.left_out import gapped, noted_of_self
from zeph.memory.ingest.reader.clauses.reading import Reading
from zeph.memory.ingest.reader.clauses.verb_groups import WORDS, VerbGroup
from zeph.memory.ingest.reader.clauses.wording import is_thing
from zeph.memory.ingest.reader.lexicon.kinds import kinds_of_noun
from zeph.memory.ingest.reader.mentions.discourse import PRONOUNS
from zeph.memory.ingest.reader.mentions.naming import possessive, span_of
from zeph.memory.ingest.reader.mentions.phrase import ONE_TIME, Phrase
from zeph.memory.language.morphology import lemma_of_verb
from zeph.records.claim import Mention

_ADJECTIVES = frozenset(("JJ", "JJR", "JJS", "VBN", "VBG"))


_HOURS = frozenset(("clock",))


class NounSteps(Reading):
    """The steps that take up nouns."""

    def _noun(self, at: int) -> int:
        token = self._tokens[at]
        if token.tag == "VBG" and self._draft.preposition:
            end = self._ahead.until_break(at + 1)
            self._argument(self._ahead.doing(at, end, lemma_of_verb(token.lower), infinitive=False), at)
            return self._take(at, end)
        if (phrase := self._phrases.read(at)) is None:
            return 0
        if phrase.pronoun in WORDS["reflexive"] and not self._draft.preposition:
            return self._take(at, phrase.end)  # "built it himself", "got myself a bike"
        if at and self._tokens[at - 1].form == "," and (end := self._field(phrase)):
            return end
        if self._ahead.of_one_time(phrase):
            phrase = replace(phrase, kinds=phrase.kinds | {ONE_TIME})
        phrase = self._listed(phrase, at)
        self._within(phrase, at)
        self._speak_of(phrase, at)
        self._argument(phrase, at)
        return self._take(at, phrase.end)

    def _speak_of(self, phrase: Phrase, at: int) -> None:
        """A pronoun may mean it from now on."""
        subject = self._draft.group is None and self._draft.subject is None and not self._draft.preposition
        asked = self._parsed.sentence.question and self._draft.subject is None  # "what is *Dai* on"
        named = self._names(phrase)
        if not (self._draft.copular and not (asked or named) or self._ahead.greets(phrase, at)):
            subject = subject or named
            kinds = frozenset({"guess"} if phrase.determiner in PRONOUNS["shown"] else ())
            own = self._is_own()
            kinds |= {"denied"} if subject and not self._draft.adverbs.polarity else set()  # "*not my dog*, I walk her"
            if subject and self._draft.subject is not None:  # "my dog is called Rex. He …"
                kinds |= self._draft.subject.kinds
                self._discourse.rename(self._draft.subject.mention, phrase.mention)
            self._discourse.note(phrase, kinds=kinds, subject=subject, topical=own, preposition=self._draft.preposition)

    def _is_own(self) -> bool:
        """Whether the speaker is who does it, so that what is done is spoken of: "got a dog"; but "Ana is new, took
        over from *Tom*, comes from Ulm"."""
        subject = self._draft.subject
        if subject is not None:
            return "self" in subject.kinds
        return self._draft.group is None or self._discourse.told_of != self._discourse.sentence

    def _names(self, phrase: Phrase) -> bool:
        """Whether it is what the subject is called: "my dog is called *Rex*", "the contact is *Pieter Maes*"."""
        group, subject = self._draft.group, self._draft.subject
        if group is None or group.verb in WORDS["naming"]:
            return group is not None
        somebody = subject is not None and (subject.mention.head in WORDS["names"] or "person" in subject.kinds)
        said = subject is not None and somebody and not (subject.mention.named or subject.pronoun or subject.several)
        alone = phrase.mention.named and not (phrase.determiner or phrase.others or self._draft.preposition)
        return bool(said and alone and group.verb == "be" and "person" in phrase.kinds and not self._draft.arguments)

    def _field(self, phrase: Phrase) -> int:
        """ "The api is on web-02, *port 8443, owner Ana Hale*": what a thing has by name, a clause each; else 0."""
        about = self._draft.subject if self._draft.group is not None else self._of_fields if self._draft.empty else None
        begin = self._ahead.value_at(phrase)
        value = self._phrases.read(begin) if begin and about is not None and is_thing(about) else None
        unsure = about is None or bool(about.pronoun) or self._draft.relative or self._draft.preposition
        if about is None or value is None or value.end != phrase.end or unsure:
            return 0
        if self._draft.group is not None:
            self._finish()
        owner, said = about.mention, self._tokens[phrase.start : begin]
        name = " ".join(token.form for token in said)
        label = Mention(f"{possessive(owner)} {name}", "", span_of(said), said[-1].lower, owner.name)
        field = Phrase(label, kinds_of_noun(said[-1].lower), phrase.start, begin)
        self._draft = Draft(
            field, VerbGroup(begin, begin, "be", implied=True), [value.argument("complement")], lead=FIELD
        )
        self._draft.words = [*range(phrase.start, phrase.end)]
        self._finish()
        self._of_fields = about
        return phrase.end

    def _argument(self, phrase: Phrase, at: int) -> None:
        if (again := gapped(self._draft, phrase, self._tokens, at, self._ahead)) is not None:
            self._finish(lead=self._tokens[at - 1].lower)
            self._draft = replace(again, lead=self._draft.lead)
            return
        if at and self._tokens[at - 1].form == ",":
            called = self._draft.group is not None and self._ahead.calls_on(phrase)
            if self._named_later(phrase) or self._said_last(phrase) or called:
                return
            self._part(phrase)
        draft, group = self._draft, self._draft.group
        if group is None and not draft.preposition:
            self._before_verb(phrase)
            return
        draft.preposition = draft.preposition or "at" * self._is_hour_of_days(phrase, at)
        draft.last = phrase if draft.preposition != "not" else draft.last
        if group is not None and group.only_helpers and draft.subject is None:
            if phrase.pronoun or group.verb != "do" or self._ahead.verb_at(phrase.end):
                draft.subject = phrase
                return
            group.only_helpers, draft.inverted = False, False  # "did physio for months"
        joined = self._tokens[at - 1].lower in ("and", "&", "plus")
        draft.add(phrase, "oblique" if draft.preposition else role_of(draft, joined=joined))

    def _is_hour_of_days(self, phrase: Phrase, at: int) -> bool:
        """ "Moved to wednesdays *14:00*"."""
        behind = bool(self._draft.times) and self._tokens[at - 1].time >= 0 and not phrase.kinds.isdisjoint(_HOURS)
        return behind and self._draft.times[-1].role == "frequency"

    def _part(self, phrase: Phrase) -> None:
        """Ends the clause before a comma where the phrase behind is no part of it: "Pavel's gone, *no more rent*"."""
        draft = self._draft
        if phrase.pronoun in WORDS["owned_alone"] and draft.subject is not None and draft.told:
            self._finish()  # "pigeon is on web-03, *mine*"
            self._draft = Draft(draft.subject, VerbGroup(phrase.start, phrase.start, "be", implied=True))
            return
        last = draft.arguments[-1].end if draft.arguments and draft.arguments[-1].role == "object" else 0
        more = self._ahead.is_amount(phrase) and last == phrase.start - 1  # "takes bisoprolol, *2.5 mg* every morning"
        apart = phrase.determiner.startswith("no") and draft.told and not draft.preposition or draft.complete
        dated = bool(draft.arguments) and draft.copular and self._ahead.dates(phrase)
        verbal = draft.group is not None and not draft.relative or noted_verb(draft)
        if not more and (apart or dated or verbal and self._ahead.verb_ahead(phrase.end)):
            self._finish()

    def _before_verb(self, phrase: Phrase) -> None:
        if self._draft.subject is not None and phrase.pronoun in WORDS["nominative"] and not self._draft.relative:
            self._finish()  # "not a fan, I need quiet"
        self._draft.last = phrase
        noted = noted_verb(self._draft) and self._tokens[phrase.start - 1].form == ","  # "on ramipril, *5 mg*"
        if self._draft.subject is None and not noted:
            self._draft.noted = noted_of_self(phrase, self._tokens, self._ahead, self._topic is None)
            self._draft.subject = introduced(phrase) if self._draft.noted == "be" and phrase.mention.named else phrase
        elif self._is_parted(phrase):
            self._finish()  # "Lisbon in may, *flights are paid*"
            self._draft.subject = phrase
        elif not phrase.pronoun:
            self._draft.add(phrase, "complement" if self._draft.noted == "be" else "object")

    def _complement(self, at: int) -> int:
        """ "Allergic", "married", "retired": what is said of the subject and is no noun."""
        token, draft = self._tokens[at], self._draft
        if token.tag not in _ADJECTIVES and token.tag != "CD" or draft.group is None and not draft.empty:
            return 0
        draft.say(token)
        return self._take(at, at + 1)
