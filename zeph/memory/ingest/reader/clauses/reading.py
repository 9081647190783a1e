"""A sentence while its clauses are read: the one that is being built, those that it interrupts, those that are done.

In: a parsed sentence, and what was spoken of before. Out: :class:`Reading`, on which the clause reader takes its steps.
"""

from collections.abc import Sequence
from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.clauses.clause_draft import Draft, Surroundings, finished, noted_verb, tells_a_story
from zeph.memory.ingest.reader.clauses.left_out import echoed, owns_up
from zeph.memory.ingest.reader.clauses.lookahead import Lookahead
from zeph.memory.ingest.reader.clauses.reporting import following, guesses, reports, told_as
from zeph.memory.ingest.reader.clauses.verb_groups import ASKING, WORDS, VerbGroup, VerbGroups, note_adverb
from zeph.memory.ingest.reader.mentions.discourse import Discourse
from zeph.memory.ingest.reader.mentions.noun_phrases import NounPhrases
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.parse.read_words import ParsedSentence
from zeph.memory.ingest.reader.text.token import Token
from zeph.records.claim import Mention, Modality

TOLD: dict[str, Modality] = {"reported": "reported", "maybe": "maybe", "wish": "wish"}
"""What the words that open a sentence make of it."""


class Reading:
    """How far a sentence has been read."""

    def __init__(self, parsed: ParsedSentence, discourse: Discourse, phrasal: frozenset[str]) -> None:
        self._parsed = parsed
        self._tokens: Sequence[Token] = parsed.tokens
        self._discourse = discourse
        self._phrases = NounPhrases(parsed.tokens, discourse, small=parsed.sentence.small)
        self._groups = VerbGroups(parsed.tokens, phrasal)
        self._ahead = Lookahead(parsed.tokens, self._groups, self._phrases)
        self._phrasal = phrasal
        self._draft = Draft()
        self._outer: list[Draft] = []
        self._done: list[tuple[int, Clause]] = []
        self._within_other: set[int] = set()
        """Which of them are relative clauses."""
        self._topic = discourse.topic
        """Whom the sentence before was about."""
        self._shared: Phrase | None = None
        """The subject that a clause without one takes over."""
        self._of_fields: Phrase | None = None  # what the field before was of

    def _take(self, start: int, end: int) -> int:
        self._draft.words.extend(range(start, end))
        return end

    def _afterthought(self, draft: Draft, clause: Clause) -> bool:
        """ "Ana left, *Dan says*", "…, *I think*": it says of the clause before how sure that is."""
        made = told_as(draft)
        alone = len(clause.arguments) == (clause.subject is not None) and not (draft.lead or draft.relative)
        alone = alone and clause.modality == "fact" and clause.polarity and not (clause.question or clause.times)
        if made not in ("maybe", "reported", "wish") or not alone or not self._done:
            return False
        at, before = self._done[-1]
        own = clause.subject is not None and "self" in clause.subject.kinds
        if own and made == "reported":
            return False
        who = clause.subject.mention.name if clause.subject is not None and not own else ""
        self._done[-1] = at, replace(before, modality="maybe" if own else "reported", reported_by=who)
        return True

    def _turns(self, at: int, end: int) -> None:
        """ "I used to row, *now* I cycle": what stands behind a comma and before a clause belongs to that one; "left
        Halden, *now* at Kestrel" leaves out that it is one."""
        draft = self._draft
        turns = at and self._tokens[at - 1].form == "," and draft.told and not draft.relative
        noted = draft.complete and self._tokens[at].lower in WORDS["hinges"] and self._ahead.tag(end) == "IN"
        duty = next((a for a in draft.arguments if a.preposition and a.mention.head in WORDS["duties"]), None)
        if turns and draft.group is not None and duty is not None and self._ahead.turn_at(end):
            self._finish()  # "Ana is on call this week, *next week me*"
            again = replace(duty, mention=replace(duty.mention, span=None))
            self._draft = Draft(duty, VerbGroup(at, at, "be", implied=True), [again])
        elif turns and draft.group is not None and (noted or self._ahead.starts_clause(end)):
            self._finish()
            if noted and draft.subject is not None:
                self._draft.subject, self._draft.group = draft.subject, VerbGroup(at, at, "be", implied=True)

    def _marked(self, at: int) -> int:
        """Where it goes on behind a mark: behind "(ugh)", within "dad wants: slippers", at the value that takes the
        place of the one before in "pin 4, *no hang on 14*"; 0 where it is no such mark."""
        mark, draft = self._tokens[at].form, self._draft
        alone = mark.lower() in WORDS["mending_alone"]
        if mark[0].isalnum() and not alone:
            return 0
        if mark == "(" and (behind := self._ahead.behind_aside(at)):
            if draft.subject is not None and draft.subject.end == at and draft.group is None:
                draft.subject = replace(draft.subject, end=behind)  # "pigeon (mails, go) *on web-03*"
                self._described_within(draft.subject.listed[-1], at + 1)
            return behind
        if mark == "," and self._ahead.formerly(at + 1):
            return at + 3
        if mark == ":" and draft.group is not None and draft.group.end == at and draft.group.verb in ASKING:
            return at + 1
        value = self._ahead.mended(at + (not alone)) if draft.told and not self._outer else 0
        if value:
            self._finish()
            self._draft.markers.add("correction")
        return value

    def _described_within(self, subject: Phrase, at: int) -> None:
        """ "Lodestar (*routing api, go*) runs on web-01": what a thing is, one clause each; of a list the last."""
        while "person_known" not in subject.kinds and not subject.determiner and (one := self._phrases.read(at)):
            if one.end >= len(self._tokens) or self._tokens[one.end].form not in (",", ")"):
                return
            self._outer.append(self._draft)
            self._draft = Draft(subject, VerbGroup(at, at, "be", implied=True), [one.argument("complement")])
            self._draft.words = [*range(one.start, one.end)]
            self._close()
            at = one.end + 1

    def _is_wanted(self, before: VerbGroup, group: VerbGroup, at: int) -> bool:
        """ "Wants it *moved* to the loft"."""
        last, first = self._draft.last, group.first
        done = first is not None and first.tag in ("VBN", "VBD") and ASKING.get(before.verb) == "wish"
        return done and last is not None and last.end == at and self._draft.arguments[-1].role == "object"

    def _fit(self, group: VerbGroup) -> None:
        """ "Who *does* the desk is …": no helper; "God *bless* them": a wish."""
        subject, first = self._draft.subject, group.first
        if subject is None or first is None:
            return
        asked = self._ahead.word(group.end) in WORDS["asked"]  # "Tom, *did you* feed them"
        group.only_helpers = group.only_helpers and (group.verb != "do" or asked)
        if subject.mention.name.lower() in WORDS["invoked"] and first.tag in ("VB", "VBP"):
            self._draft.modality = "wish"

    def _source(self, at: int) -> int:
        """ "According to Dan, …"."""
        who = self._phrases.read(at + 2)
        if who is None or "self" in who.kinds:
            return 0
        self._draft.modality, self._draft.reported_by = "reported", who.mention.name
        return who.end

    def _activity(self, at: int, group: VerbGroup) -> int:
        """ "*Playing in a band* is awesome": what is done as the subject; 0 where nothing is said of it."""
        end = self._ahead.until_break(at + 1)
        while self._ahead.tag(end) == "CC" and self._ahead.tag(end + 1) == "VBG":
            end = self._ahead.until_break(end + 2)
        own_subject = any(self._ahead.word(i) in WORDS["nominative"] for i in range(at, end))  # "thinking I might"
        if own_subject or self._ahead.tag(end) not in ("VBZ", "VBD", "MD"):
            return 0
        doing = self._ahead.doing(at, end, group.verb, infinitive=False)
        self._draft.subject = replace(doing, kinds=doing.kinds - {"guess"})
        return self._take(at, end)

    def _part_verb(self, at: int) -> None:
        """Ends what no verb belongs to that comes behind a comma: "30, single, *living* in Leeds", "back on meat,
        *lasted* a year", "dropped Spanish, *doing* Welsh now"."""
        self._part_value(at)
        draft, group = self._draft, self._draft.group
        paused, tag = at > 0 and self._tokens[at - 1].form == ",", self._tokens[at].tag
        own = draft.subject is None or "self" in draft.subject.kinds
        if group is None:
            ends = self._is_note_before(at, own=own, paused=paused)
        else:
            placed = draft.copular and any(a.preposition for a in draft.arguments)  # "on 3.12, *going* up"
            ends = paused and tag == "VBG" and (own and (placed or draft.complete) or group.passive)
        if ends:
            self._finish()

    def _is_note_before(self, at: int, *, own: bool, paused: bool) -> bool:
        """Whether what has been read without a verb is a note of its own."""
        draft, about = self._draft, self._draft.subject
        counted = about is not None and "number" in about.kinds and "version" not in about.kinds
        if counted and about is not None and about.end != at and not draft.arguments:
            return True
        single = (
            about is not None and not (own or about.several or draft.relative) and self._ahead.tag(at) in ("VB", "VBP")
        )
        labelled = draft.label and (draft.times or draft.arguments)  # "deadline: friday, *promised* it to Ana"
        return paused and bool(single or labelled or noted_verb(draft))

    def _stands_alone(self, at: int) -> bool:
        """Whether the "so" there begins a remark: "on statins *so no grapefruit*"."""
        breaks = self._ahead.pauses(at - 1) or self._ahead.word(at + 1) == "no"
        return self._draft.group is not None and breaks and not self._ahead.starts_clause(at + 1)

    def _part_value(self, at: int) -> None:
        """Ends the note before a comma that tells a value: "retention 90 days, *used to be* 30"."""
        draft, about = self._draft, self._draft.subject
        noted = about is not None and draft.group is None and "self" not in about.kinds
        if noted and at and self._tokens[at - 1].form == "," and any(argument.count for argument in draft.arguments):
            self._finish()
            self._draft.subject = about

    def _named_later(self, phrase: Phrase) -> bool:
        """ "A new teacher since March, *Mr Oake*": the name of what a time stands behind."""
        draft, ends = self._draft, self._ahead.pauses(phrase.end)
        if draft.group is not None and not draft.arguments:
            return False  # "my flight is on 11 December, *TAP*"
        about = draft.arguments[0] if draft.group is not None else draft.subject
        timed = bool(draft.times) or any(argument.preposition == "since" for argument in draft.arguments)
        if about is None or not (ends and timed and phrase.mention.named) or phrase.determiner or phrase.pronoun:
            return False
        if about.pronoun or not self._phrases.takes_name(about):
            return False
        named = self._phrases.with_name(about, phrase)
        if draft.group is None:
            draft.subject = named
        else:
            draft.arguments[0] = named.argument(about.role, about.preposition)
        return True

    def _said_last(self, phrase: Phrase) -> bool:
        """ "Grew up in Cork, *my mum*": who it is about, where nobody else stands in it."""
        draft = self._draft
        ends = all(token.tag in (".", "UH") for token in self._tokens[phrase.end :])
        told = draft.group is not None and draft.subject is None and not draft.group.bare and bool(phrase.mention.owner)
        if not (ends and told) or any("person" in argument.kinds for argument in draft.arguments):
            return False
        draft.subject = phrase if "kin" in phrase.kinds else None
        return draft.subject is not None

    def _is_parted(self, phrase: Phrase) -> bool:
        """ "Lisbon in may, *flights are paid*", "physio monday, *bloods thursday*"."""
        draft, comma = self._draft, self._tokens[phrase.start - 1].form == ","
        noted = comma and not draft.relative and bool(draft.arguments or draft.times)
        dated = bool(draft.times) and not draft.label and self._ahead.dates(phrase)
        return noted and (dated or self._ahead.finite_at(phrase.end))

    def _part_note(self, at: int) -> None:
        """ "Two cats, *in order of size*", "no longer at Shell, *at BP*"."""
        draft, word = self._draft, self._tokens[at].lower
        again = draft.adverbs.phase == "end" and any(argument.preposition == word for argument in draft.arguments)
        if (again or draft.noted and draft.group is None) and self._tokens[at - 1].form == ",":
            self._finish()

    def _lead(self, word: str) -> str:
        """What joins a clause to the one before: "if" asks behind "tell me", and supposes nothing."""
        asks = word == "if" and self._draft.group is not None and self._draft.group.verb in WORDS["asking_if"]
        return "whether" if asks else word

    def _phrase_adverb(self, at: int) -> int:
        """ "Any more", "any longer", "after all"."""
        pair = [t.lower for t in self._tokens[at : at + 2]]
        if len(pair) < 2 or pair[0] == "no" or "-".join(pair) not in WORDS["over"] | WORDS["reverting"]:
            return 0
        self._draft.markers |= WORDS["reverting"] & {"-".join(pair)}
        note_adverb(self._draft.adverbs, pair)
        return self._take(at, at + 2)

    def _listed(self, phrase: Phrase, at: int) -> Phrase:
        """With what stands beside it, of which "Tom owns billing, *Ana and I* own search" begins a clause."""
        if not (self._draft.told and self._tokens[at - 1].form == "," and self._ahead.with_speaker(phrase)):
            return self._phrases.listed(phrase, self._is_elsewhere)
        self._finish()
        return self._phrases.listed(phrase, lambda other, sep: False)

    def _is_elsewhere(self, phrase: Phrase, separator: str) -> bool:
        """Whether a phrase behind a comma or "and" is no part of the list before it."""
        before_verb, comma = self._draft.group is None, separator == ","
        pronoun = phrase.pronoun and not (before_verb and separator in ("and", "&"))
        if pronoun or comma and (self._ahead.is_amount(phrase) or phrase.mention.head.isdigit()):
            return True  # "bisoprolol, 2.5 mg every morning"
        if self._draft.preposition and self._ahead.word(phrase.end) == self._draft.preposition:
            return True  # "Terraform for infra and Ansible for config"
        behind = comma and self._ahead.tag(phrase.start - 1) == "CC"  # "…, and Olive and Fig *are* poodles"
        together = self._ahead.with_speaker(phrase) if comma else 0
        end = together or (self._phrases.listed(phrase, lambda other, sep: False).end if behind else phrase.end)
        return not before_verb and self._ahead.verb_ahead(end)

    # ------------------------------------------------------------ clauses within

    def _relative(self, at: int) -> int:
        token = self._tokens[at]
        about = self._draft.last or (self._draft.subject if self._draft.group is None else None)
        if token.lower not in WORDS["relative"] or token.tag not in ("WP", "WDT", "IN", "WP$") or about is None:
            return 0
        if self._groups.read(at + 1) is None and not self._ahead.starts_clause(at + 1):
            return 0
        subject = self._groups.read(at + 1) is not None
        about = self._one_meant(about, at, subject=subject)
        if token.lower == "which" and about.pronoun:  # "he's faster than me, *which* is odd"
            about = replace(about, mention=Mention(""), kinds=frozenset(("hollow",)))
        if self._is_cleft(about):
            denied = [argument for argument in self._draft.arguments if argument.preposition == "not"]
            markers = {*self._draft.markers}
            self._draft = Draft(about if subject else None, arguments=denied, markers=markers, last=about)
            self._draft.gap = None if subject else about
            return at + 1
        self._outer.append(self._draft)
        commas, conditional = at > 0 and self._tokens[at - 1].form == ",", self._draft.conditional
        self._draft = Draft(relative=token.lower, commas=commas, conditional=conditional)
        self._draft.subject, self._draft.gap = (about, None) if subject else (None, about)
        return at + 1

    def _one_meant(self, about: Phrase, at: int, *, subject: bool) -> Phrase:
        """Of whom a relative clause that begins there is."""
        token, verb = self._tokens[at], self._tokens[at + 1] if subject else self._tokens[at]
        if about.others and (verb.tag == "VBZ" or verb.lower in WORDS["of_one"]):
            about = about.others[-1]  # "Tobias and our daughter *Wilma*, who was born …"
        if token.tag == "WP" and self._draft.arguments and self._draft.arguments[-1].preposition in WORDS["placing"]:
            said = reversed(self._draft.arguments[:-1])  # "a *cousin* in Pell who does tattoos"
            return next((one for one in said if one.kinds & {"kin", "role"}), about)
        return about

    def _is_cleft(self, about: Phrase) -> bool:
        """ "It's *Ana* who runs the shop"."""
        draft, group = self._draft, self._draft.group
        said = draft.subject is not None and draft.subject.pronoun == "it" and not self._outer
        said = said and group is not None and group.verb == "be" and group.polarity and group.modality == "fact"
        told = [argument for argument in draft.arguments if argument.preposition != "not"]
        return said and told[:1] == [about.argument("complement")] and not draft.adverbs.phase

    def _turns_down(self, at: int) -> bool:
        """ "It's *not Petra but* Igor": what is said is not so, and what comes next is, of the same sort."""
        draft, group = self._draft, self._draft.group
        if group is None or group.polarity or not draft.arguments or draft.last is None or draft.last.end != at:
            return False
        said, other = draft.arguments[-1], self._phrases.read(at + 1)
        if self._tokens[said.start - 1].lower != "not" or other is None or not said.is_like(other):
            return False
        draft.arguments[-1], group.polarity = said.argument("oblique", "not"), True
        draft.words = [i for i in draft.words if not said.start - 1 <= i < at]
        return True

    def _within(self, phrase: Phrase, at: int) -> None:
        """Opens the clause that a phrase begins right behind another one: "the app *my sister* built"."""
        about = self._draft.last
        opening = self._draft.group is None and self._draft.subject is None  # "in my dream *I lived in Rome*"
        if about is None or opening or about.end != at or about.pronoun or self._draft.preposition:
            return
        if not self._ahead.finite_at(phrase.end):
            return
        if phrase.mention.name == "" and phrase.pronoun not in ("he", "she", "they", "it"):
            return
        if reports(self._draft):
            self._finish(embedded=True)
        else:
            self._outer.append(self._draft)
            self._draft = Draft(relative="that", gap=about, conditional=self._draft.conditional)

    def _goes_on_outside(self, at: int) -> bool:
        """Whether what is joined there stands beside whom the relative clause is about, and beside nothing in it."""
        draft, other = self._draft, self._phrases.read(at)
        if not draft.relative or draft.gap or draft.subject is None or draft.last is None or other is None:
            return False
        if draft.group is None or draft.last.end != at - 1 or self._ahead.verb_ahead(other.end):
            return False
        return draft.subject.is_like(other) and not draft.last.is_like(other)

    # ------------------------------------------------------------ the end of a clause

    def _close(self) -> None:
        """Ends a relative clause and goes on with the one that it interrupted."""
        self._finish()
        self._draft = self._outer.pop()

    def _finish(self, lead: str = "", *, embedded: bool = False) -> None:
        """Ends the clause that is being read and begins the next one."""
        draft = self._draft
        self._discourse.clause += 1
        self._draft = following(draft, lead, embedded=embedded)
        if draft.empty:
            self._draft.times, self._draft.markers = draft.times, draft.markers
            self._discourse.corrects = self._discourse.sentence * ("correction" in draft.markers)
            return
        if self._outer and guesses(draft, self._outer[-1]):
            return
        around = Surroundings(self._tokens, self._discourse.speaker, self._parsed.sentence.question, self._shared)
        subject, clause = finished(draft, around)
        clause = self._as_meant(clause)
        before = self._done[-1][1] if self._done else None
        if not embedded and self._afterthought(draft, clause):
            return
        if owns_up(clause):
            self._take_back()
            return
        if (again := echoed(draft, before)) is not None:
            said = (argument for argument in again.arguments if argument.role != "subject")
            clause = replace(clause, verb=again.verb, arguments=(*clause.arguments, *said))
        if draft.group is not None and not draft.relative:
            self._shared = subject if lead in WORDS["coordinators"] or lead == "" else None
        start = draft.words[0] if draft.words else 0
        if draft.relative:
            self._within_other.add(start)
        self._done.append((start, clause))

    def _take_back(self) -> None:
        """What stands around it corrects what was said before: "no wait, *I'm sorry*, it's the 19th", "it's the 19th,
        *I got that wrong*"."""
        self._draft.markers.add("correction")
        self._discourse.corrects = self._discourse.sentence
        if self._done:
            start, before = self._done[-1]
            self._done[-1] = (start, replace(before, markers=before.markers | {"correction"}))

    def _as_meant(self, clause: Clause) -> Clause:
        """Of what is corrected how it is now: "the bill *was* 184, not 148"; and nothing of what is only a game."""
        if clause.verb == "be" and clause.tense == "past" and (clause.wrong or "correction" in clause.markers):
            clause = replace(clause, tense="present")
        if tells_a_story(clause.arguments) and "version" in (a.mention.head for a in clause.arguments):
            self._discourse.supposed = True
        return replace(clause, conditional=True) if self._discourse.supposed else clause
