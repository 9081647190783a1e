"""What was before something: "who was my manager before Runa", "what was the date before it slipped".

In: a question, what was found, the present. Out: of the findings those that tell what was before, or None where nothing
of that kind is asked for. Pure. What came is told by its name; what was before it is a fact that is over, or a sentence
that was said before it, on the same; else the sentence that tells of the change.
"""

from collections.abc import Sequence
from typing import NamedTuple

from zeph.agent.answers.answer_tables import pattern
from zeph.agent.answers.findings import Finding
from zeph.clock import Moment
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.query.time_intent import Past, time_intent
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem, words

_IN_PLACE = pattern("in_place")
ON_THE_SAME = 0.5
"""Share of the words that are asked for, from which a sentence speaks of the same."""


class Before(NamedTuple):
    found: list[Finding]
    known: bool
    """Whether some of it tells what was before."""


def found_before(question: str, found: Sequence[Finding], now: Moment) -> Before | None:
    event = _came(question, now)
    asked = {stem(term) for term in analyse(question).terms} - event
    came = [one for one in found if event and event <= _stems(one.text)]
    if not asked or not came:
        return None
    if earlier := _earlier(asked, came, found, now):
        return Before(earlier, known=True)
    told = [one for one in came if one.said and _IN_PLACE.search(one.said.message.text)]
    return Before(told or came, known=bool(told))


def _came(question: str, now: Moment) -> set[str]:
    """Stems of what it names as that which came; none where it does not turn to what was before it."""
    intent = time_intent(question, now)
    turned = intent.event is not None and not intent.event.after and intent.past is Past.SURELY
    return _stems(intent.event.words) if intent.event is not None and turned else set()


def _earlier(asked: set[str], came: Sequence[Finding], found: Sequence[Finding], now: Moment) -> list[Finding]:
    """Facts of the same kind that are over, with what they were read from; else sentences on the same."""
    since = min(map(_first_told, came))
    earlier = [one for one in found if one not in came and _first_told(one) < since]
    over = [one for one in earlier if _is_over(one, now) and _is_like(one, came)]
    same = [one for one in earlier if one.said and len(asked & _stems(one.text)) >= ON_THE_SAME * len(asked)]
    sources = {source for one in over if one.fact for source in one.fact.edge.sources}
    return [*over, *(one for one in same if not over or _first_told(one) in sources)]


def _first_told(one: Finding) -> int:
    return min(one.fact.edge.sources, default=0) if one.fact else one.said.message.id if one.said else 0


def _is_over(one: Finding, now: Moment) -> bool:
    return one.fact is not None and not one.fact.edge.current(now)


def _is_like(one: Finding, came: Sequence[Finding]) -> bool:
    """Whether it is a fact of the same kind as one that came."""
    kinds = {other.fact.edge.canonical_relation for other in came if other.fact}
    return one.fact is not None and one.fact.edge.canonical_relation in kinds


def _stems(text: str) -> set[str]:
    return {stem(word) for word in words(text) if word not in STOP_WORDS}
