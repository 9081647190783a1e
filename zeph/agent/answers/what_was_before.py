"""What was before something: "who was my manager before Runa", "what was the date before it slipped", "… the old date".

In: a question, what was found, the present. Out: of the findings those that tell what was before, or None where nothing
of that kind is asked for. Pure. What came is told by its name, or is the last that tells of a change; what was before
it is a fact that is over, or a sentence that was said before it, on the same; else the sentence that tells of the
change.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from zeph.agent.answers.answer_tables import pattern
from zeph.agent.answers.expected_kinds import MEASURED, expected_kind, meets
from zeph.agent.answers.findings import Finding
from zeph.agent.answers.last_word import BEFORE, CHANGED
from zeph.agent.answers.values_since import tells_other
from zeph.clock import Moment
from zeph.memory.language.ends_told import sounds_over
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.query.time_intent import Past, time_intent
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem, words
from zeph.memory.recall.ranking.edge_time import is_event

_IN_PLACE, _AT_FIRST, _TELLS_BOTH = pattern("in_place"), pattern("at_first"), pattern("tells_both")
ON_THE_SAME = 0.5
"""Share of the words that are asked for, from which a sentence speaks of the same."""


class Before(NamedTuple):
    found: list[Finding]
    known: bool
    """Whether some of it tells what was before."""


def found_before(question: str, found: Sequence[Finding], now: Moment) -> Before | None:
    event = _came(question, now)
    if not event:
        return _before_it_changed(question, found, now) if BEFORE.search(question) else None
    asked = {stem(term) for term in analyse(question).terms} - event
    came = [one for one in found if event <= _stems(one.text)]
    if not came:
        return None
    if earlier := _earlier(asked, came, found, now):
        return Before(earlier, known=True)
    if not asked:  # "what was I on before the gliclazide": what tells of it and of what ended
        both = [one for one in came if one.said and sounds_over(one.said.message.text)]
        return Before(both, known=True) if both else None
    told = [one for one in came if one.said and _IN_PLACE.search(one.said.message.text)]
    return Before(told or came, known=bool(told))


def _before_it_changed(question: str, found: Sequence[Finding], now: Moment) -> Before | None:
    """Where nothing is named that came, what was said before the last that tells another value or a change of the same;
    None where what was found first is over already, or nothing tells of a change."""
    kind, asked = expected_kind(question), {stem(term) for term in analyse(BEFORE.sub("", question)).terms}
    said = [one for one in found if one.said and _on_the_same(asked, one)]
    came = max(said, key=_first_told, default=None)
    first = found[0].fact if found else None
    if came is None or (first and not is_event(first.edge) and _is_over(found[0], now)):
        return None
    earlier = [one for one in said if _first_told(one) < _first_told(came)]
    earlier = [one for one in earlier if kind not in MEASURED or meets(kind, question, one.text)]
    if not earlier or not _tells_change(kind, earlier, came):
        return None
    if _TELLS_BOTH.search(came.text):
        lead = replace(came, strength=max(one.strength for one in found))
        return Before([lead, *earlier], known=True)
    earlier.sort(key=_first_told, reverse=not _AT_FIRST.search(question))
    lead = replace(earlier[0], strength=max(one.strength for one in found))
    return Before([lead, *earlier[1:], came], known=True)


def _tells_change(kind: str, earlier: Sequence[Finding], came: Finding) -> bool:
    if CHANGED.search(came.text) or sounds_over(came.text) or _IN_PLACE.search(came.text):
        return True
    at = came.said.message.sent_at if came.said else ""
    told = ((one.text, one.said.message.sent_at) for one in earlier if one.said)
    return any(tells_other(kind, *one, came.text, at) for one in told)


def _on_the_same(asked: set[str], one: Finding) -> bool:
    shared = len(asked & _stems(one.text))
    return shared > 0 and shared >= ON_THE_SAME * len(asked)


def _came(question: str, now: Moment) -> set[str]:
    """Stems of what it names as that which came; none where it does not turn to what was before it."""
    intent = time_intent(question, now)
    turned = intent.event is not None and not intent.event.after and intent.past is Past.SURELY
    return _stems(intent.event.words) if intent.event is not None and turned else set()


def _earlier(asked: set[str], came: Sequence[Finding], found: Sequence[Finding], now: Moment) -> list[Finding]:
    """Facts of the same kind that are over, with what they were read from; else sentences on the same."""
    since = min(map(_first_told, came))
    others = [one for one in found if one not in came]
    earlier = [one for one in others if _first_told(one) < since]
    over = [one for one in others if _is_over(one, now) and _is_like(one, came) and not _began_later(one, came)]
    same = [one for one in earlier if one.said and _on_the_same(asked, one)]
    sources = {source for one in over if one.fact for source in one.fact.edge.sources}
    return [*over, *(one for one in same if not over or _first_told(one) in sources)]


def _first_told(one: Finding) -> int:
    return min(one.fact.edge.sources, default=0) if one.fact else one.said.message.id if one.said else 0


def _is_over(one: Finding, now: Moment) -> bool:
    return one.fact is not None and not one.fact.edge.current(now)


def _began_later(one: Finding, came: Sequence[Finding]) -> bool:
    """Whether it was so after what came; who tells both at once often gives the first no date: "we moved to Brno in
    May, before that we lived in Olomouc"."""
    begun = [other.fact.edge.valid_from for other in came if other.fact and other.fact.edge.valid_from]
    return one.fact is not None and any((one.fact.edge.valid_from or "") > at for at in begun)


def _is_like(one: Finding, came: Sequence[Finding]) -> bool:
    """Whether it is a fact of the same kind as one that came."""
    kinds = {other.fact.edge.canonical_relation for other in came if other.fact}
    return one.fact is not None and one.fact.edge.canonical_relation in kinds


def _stems(text: str) -> set[str]:
    return {stem(word) for word in words(text) if word not in STOP_WORDS}
