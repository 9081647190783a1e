"""What was recalled, as sentences in the order in which they may answer.

In: a question, what was recalled, who tells how alike texts are. Out: :class:`Finding` values, the likeliest first: a
known fact, or a sentence that was said.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from zeph.agent.answers.fact_sentences import fact_sentence, no_longer_said
from zeph.agent.answers.quotable import Quotable, quotables
from zeph.agent.answers.sentence_features import ASKED, Alike, Candidate, compared
from zeph.agent.answers.sentence_ranking import strengths
from zeph.agent.answers.talk_kinds import asks
from zeph.memory.ingest.intents.order_of import order_of
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.query.vocabulary import Terms, content_stems
from zeph.memory.recall.ranking.edge_time import is_event
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.recalled import Recalled, RecalledFact
from zeph.safety.text import one_line

Likeness = Callable[[Sequence[str]], Awaitable[Alike | None]]
"""Cosines of each text with each; None where nothing can be embedded."""
WITH_ALL_WORDS = 1.0
"""In log odds: a fact with all of the question's words is read, revised and short, and goes before a sentence that is
as likely."""
TELL_NOTHING = ("forget", "show", "pause", "resume", "undo")
"""Kinds of orders that say nothing of what is so."""
UNSURE_BELOW = 0.3
"""Likeness (cosine) below which a sentence with none of the question's words is told as a guess."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One of ``fact`` and ``said``."""

    text: str
    """With the words by which the question means whom it names."""
    strength: float
    """Log odds beside the other findings of its question."""
    covers: float
    """The share of the question's words that it has, 0 to 1."""
    sure: bool
    """Has some of them, or is like the question."""
    fact: RecalledFact | None = None
    said: Quotable | None = None
    like: float | None = None
    """Likeness (cosine) to the question; None where nothing can be embedded."""

    @property
    def told(self) -> str:
        """As it was said, or is known."""
        return self.said.text if self.said else self.text

    @property
    def around(self) -> str:
        """The text in whose words it was said."""
        return self.said.message.text if self.said else self.text


async def findings(question: str, recalled: Recalled, likeness: Likeness | None) -> list[Finding]:
    """Best first; what the assistant said, and what was asked before, is no answer."""
    items = candidates_of(recalled)
    if not items:
        return []
    candidates = [one._replace(text=_with_called(one.text, recalled.called)) for one, _ in items]
    alike = await likeness(compared(question, candidates)) if likeness else None
    asked = analyse(question).terms
    terms = Terms(asked)
    before = {one.message.id: one.of for one in recalled.messages if one.of}
    said = {one.message.id: one.message.text for one in recalled.messages}
    whole = {number: terms.coverage(text) for number, text in said.items()} if asked else {}
    likes: dict[int, float] = {}
    for candidate, near in zip(candidates, alike[0][ASKED:] if alike is not None else (), strict=False):
        likes[candidate.message_id] = max(near, likes.get(candidate.message_id, near))
    found: list[Finding] = []
    strong = zip(strengths(question, candidates, alike), candidates, items, strict=True)
    for i, (strength, candidate, (_, item)) in enumerate(strong):
        of = before.get(candidate.message_id, 0)  # "they moved it" is of the dentist
        covers = terms.coverage(f"{said.get(of, '')} {candidate.text}") if asked else 0.0
        like = max(alike[0][i + ASKED], likes.get(of, -1.0)) if alike is not None else None
        around = whole.get(candidate.message_id, 0.0)  # "the meeting is off. *New date is …*"
        sure = covers > 0 or around == 1.0 or (like is not None and like >= UNSURE_BELOW)
        if isinstance(item, Quotable):
            found.append(Finding(candidate.text, strength, covers, sure, said=item, like=like))
        else:
            strength += WITH_ALL_WORDS * covers
            found.append(Finding(candidate.text, strength, covers, sure, fact=item, like=like))
    return sorted(found, key=lambda one: -one.strength)


def _orders(text: str) -> bool:
    """Whether it wants something of the memory, and tells nothing."""
    order = order_of(text, if_known=True)
    return order is not None and order.kind in TELL_NOTHING


def candidates_of(recalled: Recalled) -> list[tuple[Candidate, RecalledFact | Quotable]]:
    """What may answer, with what it is made of."""
    return [*_facts(recalled), *_sentences(recalled)]


def _with_called(text: str, called: Mapping[str, str]) -> str:
    """With the words by which the question means somebody whom it names: "Nora moved to Leeds (sister)"."""
    there = content_stems(text)
    besides = {
        said for name, said in called.items() if content_stems(name) <= there and not content_stems(said) <= there
    }
    return f"{text} ({', '.join(sorted(besides))})" if besides else text


def _facts(recalled: Recalled) -> Iterator[tuple[Candidate, RecalledFact]]:
    now = recalled.view.at if recalled.view else None
    said = {m.message.id: m.message.sent_at for m in recalled.messages}
    stale = no_longer_said(recalled)
    for number, fact in enumerate(recalled.facts, 1):
        edge = fact.edge
        if edge.confidence >= CANDIDATE_BELOW:
            at = max((said[i] for i in edge.sources if i in said), default=edge.valid_from or edge.created_at)
            over = now is not None and edge.valid_until is not None and edge.valid_until <= now
            text = _searched(edge, fact_sentence(edge, now, stale))
            yield Candidate(text, at, -number, number - 1, edge.confidence, over and not is_event(edge)), fact


def _searched(edge: Edge, sentence: str) -> str:
    """The sentence with the relation that it was read as, where it says it in other words."""
    relation = edge.canonical_relation.replace("_", " ")
    return sentence if relation in sentence else f"{sentence} ({relation} {edge.target})"


def _sentences(recalled: Recalled) -> Iterator[tuple[Candidate, Quotable]]:
    for place, found in enumerate(recalled.messages):
        if found.message.role != "user":
            continue
        shown = one_line(found.said)  # of a long message the passage alone
        for one in quotables(found.message):
            if one.text in shown and not asks(one.text) and not _orders(one.text):
                over = any(one.overlaps(change.span) for change in found.changes)
                number = found.message.id
                yield Candidate(one.text, found.message.sent_at, number, place, 0.0, over), one
