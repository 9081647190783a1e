"""What lies in the time that a question is about: said or dated then, said when last talking, beside an event.

In: a reader, the plan, whom the question names, how far a walk came. Out: :class:`AskedTimes`, and channels of facts
and of messages. Both are read from indexes by time, so that what is found does not hang on the question's words.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from zeph.memory.recall.gather.event_anchor import Anchor, find_event
from zeph.memory.recall.gather.named_entities import Named
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.time_intent import HAPPENING
from zeph.memory.recall.query.vocabulary import fold, words
from zeph.records.stretch import BEGINNING, FOR_EVER, Stretch
from zeph.storage.ports import Reader, Where

DEEP = 64
"""Messages of a stretch that are looked at."""
AROUND = 64
"""Entities near the self entity whose days are looked at too."""
PAUSE = 8
"""Hours without a word that end a sitting."""
SHARES = ((2.5, 1.0), (10.0, 0.5))
"""Days of a stretch, and what lying in it counts where the question has a topic too; of a longer one nothing, for its
months count as a date."""
AHEAD = 0.5
"""The same of all that lies ahead."""
BESIDE_EVENT = 0.5
"""The same of what comes before or after an event; what tells of the event often tells what came of it."""
NEXT_TO_EVENT = 2.0
"""The same where nothing else is asked for: what is nearest to it outranks all else."""
BROUGHT = 10.0
"""Days up to which a stretch brings what no word of the question finds."""
TOLD_ELSEWHEN = 0.8
"""What naming a date counts where what was said then counts 1."""
FARTHEST = 0.5
"""What the last counts of those in an order, the first being 1."""


@dataclass(frozen=True, slots=True)
class AskedTimes:
    said: Stretch | None = None
    """When what is asked for was said; None where no time is asked for, or what lies ahead."""
    in_time: Mapping[int, float] = field(default_factory=dict)
    """Messages said, or naming a date, in that time: how near, 0 to 1."""
    weight: float = 0.0
    """What lying in it counts, 0 to 1; beside an event it may be more."""
    alone: bool = False
    """Nothing else is asked for."""


Found = tuple[AskedTimes, dict[str, dict[int, float]], dict[str, dict[int, float]]]


def search_times(reader: Reader, plan: QueryPlan, named: Named, depth: Mapping[int, int]) -> Found:
    """The times asked for, a channel of facts and one of messages. ``depth``: hops of the entities that a walk
    reached."""
    intent = plan.intent
    if intent.last_sitting:
        return _sitting(reader, plan, named)
    anchor = find_event(reader, plan, intent.event) if intent.event else None
    if anchor is not None:
        return _beside(reader, plan, named, depth, anchor)
    if intent.period is None:
        return AskedTimes(), {}, {}
    return _in_period(reader, plan, named, depth, intent.period)


def _in_period(reader: Reader, plan: QueryPlan, named: Named, depth: Mapping[int, int], days: Stretch) -> Found:
    said, alone = plan.intent.said, named.asks_what_happens and named.others <= named.people
    far = 0.0 if said else AHEAD
    weight = 1.0 if alone else next((share for most, share in SHARES if days.days <= most), far)
    times = AskedTimes(said, {}, weight)
    if not alone and said and days.days > BROUGHT:
        return times, {}, {}
    dated = reader.messages.dated_in(days, _where(plan), DEEP)
    told = reader.messages.said_in(said, _where(plan), DEEP, latest=True) if said else []
    near = dict.fromkeys(dated, TOLD_ELSEWHEN) | dict.fromkeys(told, 1.0) if said else _in_order(dated)
    facts = _facts(reader, plan, named, depth, days) if alone else {}
    only = alone and (not named.others or days.days <= BROUGHT)
    return _found(reader, plan, named.others if alone else (), AskedTimes(said, near, weight, only), facts)


def _sitting(reader: Reader, plan: QueryPlan, named: Named) -> Found:
    """``at`` the end of a look at the past there is no present sitting."""
    view, request = plan.view, plan.request
    said = reader.messages.last_sitting(view.at, _where(plan), request.conversation_id, PAUSE)
    if said is None:
        return AskedTimes(), {}, {}
    told = reader.messages.said_in(said, _where(plan), DEEP)
    alone = _are_of_time(word for word in named.topic if word not in words(plan.intent.last_sitting))
    times = AskedTimes(said, dict.fromkeys(told, 1.0), 1.0, alone)
    return _found(reader, plan, named.others, times, {})


def _beside(reader: Reader, plan: QueryPlan, named: Named, depth: Mapping[int, int], anchor: Anchor) -> Found:
    event = plan.intent.event
    assert event is not None
    stretch = Stretch(anchor.end, FOR_EVER) if event.after else Stretch(BEGINNING, anchor.start)
    told = reader.messages.said_in(stretch, _where(plan), DEEP, latest=not event.after)
    near = _in_order([i for i in told if i not in anchor.messages])
    alone = _are_of_time(word for word in named.topic if word not in anchor.words)
    facts = _facts(reader, plan, named, depth, stretch) if alone else {}
    near |= dict.fromkeys(anchor.messages, FARTHEST)  # what tells of an event may tell what came of it
    whom = _without(reader, named, event.words) if alone else ()
    return _found(reader, plan, whom, AskedTimes(None, near, NEXT_TO_EVENT if alone else BESIDE_EVENT), facts)


def _found(reader: Reader, plan: QueryPlan, whom: Iterable[int], times: AskedTimes, facts: dict[int, float]) -> Found:
    """``whom``: entities that it must be about; none: anybody."""
    near = {i: share for i, share in times.in_time.items() if plan.may_show(i)}
    if whom:
        near = _of_whom(reader, whom, near)
    times = AskedTimes(times.said, near, times.weight, times.alone and bool(near))
    return times, {"days": facts} if facts else {}, {"message_days": near} if near else {}


def _without(reader: Reader, named: Named, said: str) -> list[int]:
    """Of whom the question names those that stand not in ``said``."""
    names = reader.entities.names(sorted(named.others))
    return [i for i, name in names.items() if fold(name) not in fold(said)]


def _of_whom(reader: Reader, whom: Iterable[int], near: Mapping[int, float]) -> dict[int, float]:
    """Those that whom the question names said, or that name them."""
    names = [fold(name) for name in reader.entities.names(sorted(whom)).values()]
    messages = reader.messages.by_id(list(near))
    said = {i: f"{fold(message.speaker)} {fold(message.text)}" for i, message in messages.items()}
    return {i: share for i, share in near.items() if any(name in said.get(i, "") for name in names)}


def _facts(reader: Reader, plan: QueryPlan, named: Named, depth: Mapping[int, int], days: Stretch) -> dict[int, float]:
    """Of those that the question names, or else of the self entity and those around it."""
    around = [i for i, hops in depth.items() if hops <= 1][:AROUND]
    whom = sorted(named.others or {*named.selves, *around})
    dated = reader.walk.edges_dated(whom, plan.view, days.start, days.end, plan.facts_deep) if whom else []
    return _in_order(dated)


def _are_of_time(topic: Iterable[str]) -> bool:
    """Whether these words ask for nothing but what happens."""
    return all(word in HAPPENING or word.isdigit() for word in topic)


def _in_order(ids: Sequence[int]) -> dict[int, float]:
    return {i: 1.0 - FARTHEST * place / len(ids) for place, i in enumerate(ids)}


def _where(plan: QueryPlan) -> Where:
    return Where(plan.view.space_id, plan.request.before_id, plan.view.conversation_id)
