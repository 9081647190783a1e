"""Which facts have earned a place: the question's words, its meaning, or whom it names brought them.

In: a fact that was found, what it has of the question's topic (0 to 1), all that was found. Out: yes or no. A fact leads to
the messages it came from (:func:`earned`) more easily than it is shown itself (:func:`tells`): near somebody's name much is
worth looking at, and little answers.
"""

from zeph.clock import Moment
from zeph.memory.recall.query.query_plan import Ask, Found
from zeph.memory.recall.query.time_intent import Past, is_open
from zeph.memory.recall.render import recall_lines as render
from zeph.records.edge import Edge


def earned(edge: Edge, i: int, topic: float, found: Found, ask: Ask) -> bool:
    """A walk alone may bring what is near a name; of the self entity only what the question is about."""
    if i in found.fact_channels.get("days", {}):
        return True
    if _out_of_time(edge, topic, found, ask):
        return False
    if _like(i, found, ask) or _has_words(edge, i, topic, found):
        return True
    if not ask.query.terms:
        return not _of_another(edge, found)
    own = found.named - found.others
    origins = found.origins.get(i, ())
    if not own or found.hops.get(i, 0) > 0:
        return bool(set(origins) - own) if origins else i in found.hops
    return edge.source_id not in own or edge.target_id in found.others


def tells(edge: Edge, i: int, topic: float, found: Found, ask: Ask) -> bool:
    """Of what has earned its place, what may itself be an answer: likeness to the question says nothing about others than
    those it names, and everybody is near the self entity."""
    ends = {edge.source_id, edge.target_id}
    if i in found.fact_channels.get("days", {}) or ends & found.others or not ask.query.terms:
        return True
    if _has_words(edge, i, topic, found) or (_like(i, found, ask) and not (found.others and _of_another(edge, found))):
        return True
    return not found.named or bool(found.others) and not _through_self(edge, found)


def over(edge: Edge, at: Moment) -> bool:
    return edge.valid_until is not None and edge.valid_until <= at


def outside(edge: Edge, ask: Ask) -> bool:
    """Whether it had not begun, or was over, in the days that the question names."""
    days = ask.period
    return days is not None and not is_open(days) and not days.overlaps(edge.valid_from, edge.valid_until)


def speaks_of_another(edge: Edge, found: Found) -> bool:
    """Neither its ends nor its sentence name who is named: "hired Noor to replace Sam" is about Sam too."""
    if not _of_another(edge, found):
        return False
    said = edge.fact.casefold()
    return not any(found.names.get(i, "\n").casefold() in said for i in found.named)


def _of_another(edge: Edge, found: Found) -> bool:
    """Whether it is about none of those that the question names: words that merely answer to the question's do not make
    where a firm is based an answer to where I live."""
    return bool(found.named) and found.named.isdisjoint((edge.source_id, edge.target_id))


def _like(i: int, found: Found, ask: Ask) -> bool:
    return found.fact_channels.get("fact_vector", {}).get(i, 0.0) >= ask.vector_floor


def _has_words(edge: Edge, i: int, topic: float, found: Found) -> bool:
    there = topic > 0 or i in found.fact_channels.get("fact_text", {})
    return there and (not _of_another(edge, found) or topic * len(found.topic) >= 1.0)


def _out_of_time(edge: Edge, topic: float, found: Found, ask: Ask) -> bool:
    """What is over and not asked for, or was planned where it is asked what is planned."""
    named = not found.others.isdisjoint((edge.source_id, edge.target_id))
    if over(edge, ask.view.at) and not (named if ask.past is Past.NAMED or not found.topic else topic > 0):
        return True
    return is_open(ask.period) and found.eventful and not named and _once_planned(edge, ask)


def _once_planned(edge: Edge, ask: Ask) -> bool:
    """An appointment whose day has passed is no plan, unless past plans are asked for."""
    planned = render.is_event(edge) and edge.canonical_relation.startswith("plan") and edge.valid_from_stated
    passed = edge.valid_from is not None and edge.valid_from[:10] < ask.view.at[:10]
    return planned and passed and ask.past in (Past.NO, Past.NAMED, Past.PRESENT)


def _through_self(edge: Edge, found: Found) -> bool:
    """Whether the walk came by the self entity: everybody is near it, which says nothing."""
    node = min((edge.source_id, edge.target_id), key=lambda end: (found.depth.get(end, len(found.depth)), end))
    while node not in found.selves:
        if node not in found.via:
            return False
        node = found.via[node][1]
    return True
