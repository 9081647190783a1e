"""A sentence while its clauses are read: the one that is being built, those that it interrupts, those that are done.

In: a parsed sentence, and what was spoken of before. Out: :class:`Reading`, on which the clause reader takes its steps.
"""

from collections.abc import Sequence
from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.clauses.clause_draft import Draft, Surroundings, finished, following
from zeph.memory.ingest.reader.clauses.left_out import echoed
from zeph.memory.ingest.reader.clauses.lookahead import Lookahead
from zeph.memory.ingest.reader.clauses.verb_groups import PHRASAL, WORDS, VerbGroups
from zeph.memory.ingest.reader.mentions.discourse import Discourse
from zeph.memory.ingest.reader.mentions.naming import Phrase
from zeph.memory.ingest.reader.mentions.noun_phrases import NounPhrases
from zeph.memory.ingest.reader.parse.read_words import ParsedSentence
from zeph.memory.ingest.reader.text.token import Token


class Reading:
    """How far a sentence has been read."""

    def __init__(self, parsed: ParsedSentence, discourse: Discourse, phrasal: frozenset[str]) -> None:
        self._parsed = parsed
        self._tokens: Sequence[Token] = parsed.tokens
        self._discourse = discourse
        self._phrases = NounPhrases(parsed.tokens, discourse, small=parsed.sentence.small)
        self._groups = VerbGroups(parsed.tokens, phrasal)
        self._ahead = Lookahead(parsed.tokens, self._groups, self._phrases)
        self._phrasal = phrasal | PHRASAL
        self._draft = Draft()
        self._outer: list[Draft] = []
        self._done: list[tuple[int, Clause]] = []
        self._within_other: set[int] = set()
        """Which of them are relative clauses."""
        self._passive = False
        """Whether the last one is passive."""
        self._shared: Phrase | None = None
        """The subject that a clause without one takes over."""

    def _take(self, start: int, end: int) -> int:
        self._draft.words.extend(range(start, end))
        return end

    def _turns(self, at: int, end: int) -> None:
        """ "I used to row, *now* I cycle": what stands behind a comma and before a clause belongs to that one."""
        draft = self._draft
        turns = at and self._tokens[at - 1].form == "," and draft.told and not draft.relative
        if turns and draft.group is not None and self._ahead.starts_clause(end):
            self._finish()

    # ------------------------------------------------------------ the end of a clause

    def _close(self) -> None:
        """Ends a relative clause and goes on with the one that it interrupted."""
        self._finish()
        self._draft = self._outer.pop()

    def _finish(self, lead: str = "", *, embedded: bool = False) -> None:
        """Ends the clause that is being read and begins the next one."""
        draft = self._draft
        self._draft = following(draft, lead, embedded=embedded)
        if draft.empty:
            self._draft.times, self._draft.markers = draft.times, draft.markers
            return
        question, spoken = self._parsed.sentence.question, self._discourse.speaker
        around = Surroundings(self._tokens, spoken, question, self._shared, self._passive)
        subject, clause = finished(draft, around)
        before = self._done[-1][1] if self._done else None
        if (again := echoed(draft, before)) is not None:
            said = (argument for argument in again.arguments if argument.role != "subject")
            clause = replace(clause, verb=again.verb, arguments=(*clause.arguments, *said))
        if draft.group is not None and not draft.relative:
            self._shared = subject if lead in WORDS["coordinators"] or lead == "" else None
        start = draft.words[0] if draft.words else 0
        self._passive = clause.passive
        if draft.relative:
            self._within_other.add(start)
        self._done.append((start, clause))
