"""From tagged words to clauses: who does what, how surely, when; one clause per predicate.

In: a parsed sentence, and what was spoken of before. Out: its :class:`Clause` values in order. The reader goes through
the words once, from left to right, with the clause that is being built and those that it interrupts ("my sister, who
lives in Ghent, …"); it knows English clauses and no relation.
"""

from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.clauses.clause_draft import Draft, noted_verb
from zeph.memory.ingest.reader.clauses.descriptions import described
from zeph.memory.ingest.reader.clauses.left_out import hinge
from zeph.memory.ingest.reader.clauses.lookahead import OPENERS
from zeph.memory.ingest.reader.clauses.noun_steps import NounSteps
from zeph.memory.ingest.reader.clauses.reading import TOLD
from zeph.memory.ingest.reader.clauses.reporting import reports, settled
from zeph.memory.ingest.reader.clauses.verb_groups import ASKING, WORDS, VerbGroup, note_adverb
from zeph.memory.ingest.reader.mentions.discourse import PRONOUNS, Discourse
from zeph.memory.ingest.reader.parse.read_words import ParsedSentence
from zeph.memory.ingest.reader.reader_tables import read_table
from zeph.memory.language.morphology import PARTICLES, lemma_of_verb
from zeph.memory.language.word_tables import word_set
from zeph.records.claim import Span

_PAUSED = word_set(read_table("text/chat.toml")["before_pause"])
_PREPOSITIONS = frozenset(("IN", "TO", "RP"))


class ClauseReader(NounSteps):
    """Reads the clauses of one sentence."""

    def read(self) -> list[Clause]:
        """All clauses, in the order of the text."""
        at = 0
        if 0 < self._discourse.corrects == self._discourse.sentence:
            self._draft.markers.add("correction")  # "typo earlier - it's Ana"
        self._discourse.correcting = "correction" in self._draft.markers
        self._discourse.sentence += 1
        while at < len(self._tokens):
            at = max(self._step(at), at + 1)
        while self._outer:
            self._close()
        self._finish()
        greeted = bool(self._tokens) and self._tokens[0].tag == "UH"
        read = [one for c in settled(self._done, self._within_other) for one in described(c, greeted=greeted)]
        return [*map(_correcting, read)] if self._discourse.correcting else read

    # ------------------------------------------------------------ one step

    def _step(self, at: int) -> int:
        """Reads what begins at a token; gives the token after it."""
        for read in (
            self._time, self._phrase_adverb, self._opener, self._marked, self._punctuation, self._coordinator,
            self._joiner, self._relative, self._hinge, self._verb, self._standing, self._preposed, self._noun,
            self._complement, self._adverb,
        ):  # fmt: skip
            if after := read(at):
                return after
        return at + 1

    def _time(self, at: int) -> int:
        begin, end = at, at
        if (index := self._tokens[at].time) < 0:
            return 0
        while end < len(self._tokens) and self._tokens[end].time == index:
            end += 1
        time = self._parsed.times[index]
        self._turns(at, end)
        denied = self._draft.preposition.replace(" ", "-") in WORDS["denying"]
        if self._draft.preposition and not denied and self._draft.words[-1:] == [at - 1]:
            begin = self._draft.words.pop()  # "moved to *friday*"
            time = replace(time, span=Span(self._tokens[begin].start, time.span.end))
        if denied:
            self._draft.deny(time)
        elif time.role in ("now", "onward"):
            self._draft.markers |= {"now", time.role}
        else:
            self._draft.times.append(time)
        self._draft.preposition = ""
        return self._take(begin, end)

    def _opener(self, at: int) -> int:
        token = self._tokens[at]
        self._draft.ordered = self._draft.ordered or token.lower in WORDS["kindly"]
        if not self._draft.empty:
            return 0
        made, behind = self._ahead.opening(at)
        if made == "correction":
            self._draft.markers.add(made)
            self._discourse.correcting = True
        self._draft.modality = TOLD.get(made, self._draft.modality)
        self._draft.conditional = self._draft.conditional or made == "conditional"
        if made:
            return max(behind, at + 1)
        if f"{token.lower}-{self._ahead.word(at + 1)}" == "according-to":
            return self._source(at)
        if token.lower not in OPENERS and token.tag != "UH":
            return 0
        behind = next(i for i in range(at + 1, len(self._tokens) + 1) if self._ahead.word(i) not in _PAUSED)
        if token.lower in _PAUSED and not self._ahead.pauses(behind):  # "good *morning*, …"
            return 0
        if token.lower in WORDS["coordinators"] and token.lower != "plus":
            return 0
        if token.lower in WORDS["markers"] | WORDS["correcting"]:
            self._draft.markers.add(token.lower)
        return at + 1

    def _punctuation(self, at: int) -> int:
        token = self._tokens[at]
        if token.lower == "&" or any(char.isalnum() for char in token.form):
            return 0
        if token.form == "[" and self._ahead.word(at + 2) == ":":
            self._finish()  # "[image: a photo of a dog]": no talk
            return next((i for i in range(at, len(self._tokens)) if self._tokens[i].form == "]"), at) + 1
        if token.form in (",", ")", "-", "–", "—", ":", "("):
            if self._draft.relative and self._draft.commas and self._draft.group is not None:
                self._close()
            elif token.form == ":" and not self._outer and self._draft.labels(at):
                label = f"{self._tokens[at - 1].lower}:"
                self._draft = Draft(label=label, labelled=self._draft.subject, ordered=True)
            elif token.form in (":", "-", "–", "—") and not self._outer:
                if not (token.form == ":" and noted_verb(self._draft)):
                    self._finish()  # but "on call this week: *Tom*"
                self._draft.ordered = token.form == ":"
            else:
                self._draft.preposition *= token.form != ","  # "mixed them up, Ana is …"
                self._take(at, at + 1)
        return at + 1

    def _coordinator(self, at: int) -> int:
        token = self._tokens[at]
        if token.tag != "CC" and token.lower not in ("&", "plus"):
            return 0
        if token.lower == "neither":
            self._draft.adverbs.polarity = False
        if token.lower == "but" and self._turns_down(at):
            return at + 1
        if self._draft.arguments and "to_do" in self._draft.arguments[-1].kinds and self._ahead.tag(at + 1) == "VB":
            return self._take(at, self._ahead.until_break(at + 2))  # "to read *and grow*"
        if self._goes_on_outside(at + 1):
            self._close()  # "Kit who's a nurse in Hull *and Ana*"
            return self._take(at, at + 1)
        if self._draft.told and self._ahead.starts_clause(at + 1):
            if self._draft.relative and self._draft.subject is not None and self._groups.read(at + 1) is not None:
                draft = self._draft  # "who lives in Ghent *and works* at …"
                self._finish(lead=token.lower)
                self._draft = Draft(draft.subject, relative=draft.relative, commas=draft.commas, lead=token.lower)
                return at + 1
            while self._draft.relative and self._outer and self._outer[-1].group is not None:
                self._close()
            self._finish(lead=token.lower)
        elif not self._draft.empty:
            self._take(at, at + 1)
        return at + 1

    def _joiner(self, at: int) -> int:
        token = self._tokens[at]
        word = token.lower
        if word == "let" and self._ahead.word(at + 2) in WORDS["let_us"]:
            self._finish()
            self._discourse.supposed = True
            return at + 3
        is_joiner = word in WORDS["joiners"] and token.tag in ("IN", "WRB", "RB", "CC", "VB", "VBP", "VBG", "NN")
        if word == "so" and self._stands_alone(at):
            self._finish(lead=word)
            return at + 1
        if not is_joiner and token.tag != "WRB":
            return 0
        if not (word in WORDS["conditional"] or self._ahead.starts_clause(at + 1)):
            return 0
        if word == "that" and self._draft.last is not None and not reports(self._draft):
            return 0  # a relative clause
        embedded = word == "that" or token.tag == "WRB" and self._draft.group is not None
        self._finish(lead=self._lead(word), embedded=embedded)
        supposed = word in WORDS["conditional"] or word == "when" and self._tokens[at - 1].lower == "for"
        self._draft.conditional = self._draft.conditional or supposed
        return at + 1

    # ------------------------------------------------------------ verbs and nouns

    def _hinge(self, at: int) -> int:
        self._draft.group = self._draft.group or hinge(self._draft, self._tokens, at, self._ahead)
        return self._take(at, at + 1) if self._draft.group and self._tokens[at].lower in WORDS["together"] else 0

    def _standing(self, at: int) -> int:
        """ "The wedding is *off*", "the choir is *no more*"."""
        pair = [t.lower for t in self._tokens[at : at + 2]]
        length = 2 if len(pair) == 2 and "-".join(pair) in WORDS["standing"] else 1
        stands = length == 2 or pair[0] in WORDS["standing"]
        after = self._tokens[at + length] if at + length < len(self._tokens) else None
        ends = after is None or after.time >= 0 or self._ahead.pauses(at + length)
        ends = ends or self._ahead.phrase_at(at + length) and self._ahead.starts_clause(at + length)
        if not (stands and self._draft.copular and ends):
            return 0
        self._draft.say(replace(self._tokens[at], form=" ".join(t.form for t in self._tokens[at : at + length])))
        self._draft.markers |= WORDS["markers"] & {self._tokens[at].lower}
        return self._take(at, at + length)

    def _verb(self, at: int) -> int:
        group = self._groups.read(at)
        if group is None or self._tokens[at].tag in ("VBG", "VBN") and self._draft.preposition:
            return 0
        if self._draft.empty and self._tokens[at].tag == "VBG" and (end := self._activity(at, group)):
            return end
        self._part_verb(at)
        if self._draft.group is not None and (after := self._second_verb(at, self._draft.group, group)):
            return after
        draft = self._draft
        group.passive = group.passive or draft.suffers_too(self._done, self._tokens[at], self._ahead.tag(at + 1))
        self._fit(group)
        if group.passive and group.verb in WORDS["made"] and group.end == at + 1:
            group.tense, draft.subject = "present", draft.subject or self._shared  # "…, *owned by* Ana"
        draft.group, draft.topic = group, self._discourse.topic
        draft.inverted = draft.inverted or group.only_helpers and draft.subject is None
        draft.last, draft.preposition = None, ""
        draft.words.extend(i for i in range(at, group.end) if self._tokens[i].time < 0)
        return group.end

    def _second_verb(self, at: int, before: VerbGroup, group: VerbGroup) -> int:
        """A verb behind the one of the same clause; 0 where a clause of its own begins, or the one that was helped."""
        if f"{before.verb} {group.verb}" in self._phrasal:
            before.verb = f"{before.verb} {group.verb}"  # "let me go"
            return self._take(at, group.end)
        if before.only_helpers:
            group.polarity = group.polarity and before.polarity
            group.modality = before.modality if group.modality == "fact" else group.modality
            return 0
        if self._draft.has_it_done(group, at):
            thing, tense = self._draft.last, before.tense
            self._draft = replace(self._draft, subject=thing, arguments=[], words=[])
            group.passive, group.tense, group.progressive = True, tense, before.progressive
            group.modality, group.polarity = before.modality, before.polarity
            return 0
        if group.infinitive or not group.finite and not group.bare or self._is_wanted(before, group, at):
            return self._nonfinite(at, group)
        self._next_finite(at, "," if group.verb == "be" else "")
        return 0

    def _nonfinite(self, at: int, group: VerbGroup) -> int:
        """ "… to see my aunt", "loves playing chess": what is done, as an object of the verb before."""
        draft, asked = self._draft, self._draft.last
        made = ASKING.get(draft.group.verb) if draft.group is not None and group.infinitive else None
        if made is not None and asked is not None and asked.end == at and draft.arguments[-1].role == "object":
            self._finish()
            self._draft.subject, self._draft.group = asked, group
            self._draft.modality = made  # "she wants me to move"
            return self._take(at, group.end)
        end = self._ahead.until_break(group.end)
        aim = group.infinitive and draft.arguments[-1:] and draft.arguments[-1].preposition == "to"
        if not aim and (group.infinitive or self._tokens[at].tag == "VBG"):
            head = lemma_of_verb(self._tokens[group.end - 1].lower)
            self._argument(self._ahead.doing(at, end, head, infinitive=group.infinitive), at)
            return self._take(at, end)
        return self._take(at, end if aim else group.end)  # "moving to Ghent *to be near Ana*"

    def _next_finite(self, at: int, lead: str) -> None:
        """A second finite verb: the end of a relative clause, or a clause within ("I think *Bob lives*")."""
        draft = self._draft
        if draft.relative and self._outer and self._outer[-1].group is None:
            self._close()
            return
        last = draft.last
        told = draft.copular and last is not None and last.described  # "I am *Ana, 52*, widowed"
        hanging = not draft.arguments or draft.preposition or draft.arguments[-1].preposition or told
        if last is None or last.end != at or hanging:
            self._finish(lead)
            return
        draft.arguments.pop()
        draft.words = [i for i in draft.words if not last.start <= i < last.end]
        verb = self._groups.read(at)
        self._finish(embedded=reports(draft))
        self._draft.subject = last
        if verb is not None and verb.bare:
            self._draft.modality = "maybe"  # "they made me use Jira"

    def _preposed(self, at: int) -> int:
        token, draft = self._tokens[at], self._draft
        parts = draft.group is not None and f"{draft.group.verb} {token.lower}" in self._phrasal
        pair = "-".join(t.lower for t in self._tokens[at : at + 2])
        if pair in WORDS["prepositions"] and not (parts and draft.last is not None):
            draft.preposition = pair.replace("-", " ")
            return self._take(at, at + 2)
        parted = token.lower in PARTICLES and draft.last is not None and draft.last.end == at
        if token.tag not in _PREPOSITIONS and token.lower not in ("like", "near") and not parted:
            return 0
        self._part_note(at)
        draft = self._draft
        role = draft.arguments[-1].role if draft.arguments and draft.last and draft.last.end == at else ""
        apart = role.endswith("object") and (token.tag == "RP" or not self._ahead.phrase_at(at + 1))
        if parts and draft.group is not None and (apart or draft.group.end == at):
            draft.group.verb = f"{draft.group.verb} {token.lower}"
        else:
            draft.preposition = token.lower
        return self._take(at, at + 1)

    def _adverb(self, at: int) -> int:
        token = self._tokens[at]
        if token.lower in WORDS["markers"]:
            self._turns(at, at + 1)
        said = self._draft.group or "correction" in self._draft.markers
        denies = token.lower == "not" and said and self._ahead.alternative(at, beside=bool(self._draft.arguments))
        if denies or self._draft.group is None and self._ahead.denies(at, self._draft.subject):
            self._draft.preposition = "not" if self._tokens[at - 1].lower != "but" else "but not"
            return self._take(at, at + 1)
        if token.tag in ("RB", "RBR", "RP", "JJ"):
            note_adverb(self._draft.adverbs, [t.lower for t in self._tokens[at : at + 2]])
        self._draft.preposition *= token.lower not in WORDS["markers"]
        answers = self._draft.group is not None and self._draft.group.end == at and token.lower in WORDS["answers"]
        if token.tag != "UH" or answers:  # "I said *no* to the loan"
            (self._draft.opening if self._draft.empty else self._draft.words).append(at)
        return at + 1


def _correcting(clause: Clause) -> Clause:
    """ "Actually no, they rang, *it's friday*": what the sentence puts right is what "it" is."""
    of_it = clause.subject is not None and clause.subject.pronoun in PRONOUNS["it"]
    return replace(clause, markers=clause.markers | {"correction"}) if of_it else clause


def read_clauses(parsed: ParsedSentence, discourse: Discourse, phrasal: frozenset[str]) -> list[Clause]:
    """The clauses of one sentence."""
    return ClauseReader(parsed, discourse, phrasal).read()
