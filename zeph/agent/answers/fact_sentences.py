"""Facts as sentences to the person, with since when and until when.

In: an edge, the present. Out: "You live in Hull, since March 2025", "You lived in Hull, until May 2025".
"""

from collections.abc import Collection, Iterator
from datetime import date
from functools import cache

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.second_person import said_to_you, to_you
from zeph.clock import Moment, parse_moment
from zeph.memory.language.morphology import is_past_form
from zeph.memory.language.ontology import Ontology
from zeph.memory.recall.ranking.edge_time import is_event, tells_end
from zeph.records.edge import Edge, Precision
from zeph.records.message import PERSON
from zeph.records.recalled import Change, Recalled
from zeph.safety.text import one_line

LAST = "2199-12-31 00:00:00"
"""After any date that is told with its year."""
NEAR = 200
"""Days from now within which a day needs no year."""
_NO_LONGER = ", " + read_answers()["second_person"]["no_longer"]


def no_longer_said(recalled: Recalled) -> frozenset[str]:
    """Sentences of facts that are over: of another fact with the same sentence only who, what and whom is so still."""
    changes = (*recalled.premises, *(change for message in recalled.messages for change in message.changes))
    return frozenset(change.fact for change in changes if change.over)


def fact_sentence(edge: Edge, now: Moment | None, stale: Collection[str] = ()) -> str:
    """Without its full stop. What has ended by ``now`` stands in the past; a current fact whose sentence is one of
    ``stale`` tells its ends alone."""
    ended = edge.valid_until is not None and now is not None and edge.valid_until <= now
    over = ended and not tells_end(edge) and not is_event(edge)
    sentence = one_line(edge.fact).rstrip(".")
    if not sentence or _tells_a_change(edge, sentence) or (not over and edge.fact in stale):
        sentence = _said_plainly(edge)
    dates = [told for told, said in _dates(edge, now) if not said or not _tells(sentence, said, now)]
    return to_you(sentence, edge.source, over=over) + "".join(dates)


def _said_plainly(edge: Edge) -> str:
    """Who, what and whom, as a person reads it: "User is married", "User lives in Leeds"."""
    return " ".join((one_line(edge.source), _ontology().label(edge.canonical_relation), one_line(edge.target)))


@cache
def _ontology() -> Ontology:
    return Ontology.load()


def _tells(sentence: str, date: str, now: Moment | None) -> bool:
    """Whether it has that date, in whatever wording: "the 1st of December" and "1 December 2026"; without its year only
    of a day that is near."""
    if date.casefold() in sentence.casefold():
        return True
    from zeph.memory.language.times.date_resolution import resolve_date  # its patterns take a while to compile
    from zeph.memory.language.times.date_spans import find_date_phrases

    meant = resolve_date(date, LAST)
    if meant is None:
        return False
    near = now is not None and abs((parse_moment(meant.moment) - parse_moment(now)).days) < NEAR
    said = [one.text for one in find_date_phrases(sentence) if near or meant.moment[:4] in one.text]
    return any(resolve_date(one, meant.moment) == meant for one in said)


def _tells_a_change(edge: Edge, sentence: str) -> bool:
    """Whether it tells in the past how a state began that holds since: "User moved from Hull to Leeds"."""
    verb = sentence.removeprefix(f"{edge.source} ").partition(" ")[0]
    relation = edge.canonical_relation.partition("_")[0]
    return (
        not is_event(edge)
        and not tells_end(edge)
        and is_past_form(verb)
        and relation.endswith("s")
        and relation not in sentence
    )


def _dates(edge: Edge, now: Moment | None) -> Iterator[tuple[str, str]]:
    """What is added for each of its dates, and the date itself: a sentence that has it needs no second one."""
    if edge.valid_from and edge.valid_from_stated:
        begun = spoken_date(edge.valid_from, edge.valid_from_precision)
        if is_event(edge):
            yield f", {'on' if edge.valid_from_precision in ('day', 'instant') else 'in'} {begun}", begun
        else:
            yield f", {'from' if now is not None and edge.valid_from > now else 'since'} {begun}", begun
    if edge.valid_until and edge.valid_until != edge.valid_from:
        until = spoken_date(edge.valid_until, edge.valid_until_precision)
        stated = edge.valid_until_precision != "instant"  # otherwise nobody said when
        if tells_end(edge):
            yield (f", {until}" if stated else "", until)
        else:
            yield (f", until {until}", until) if stated else (_NO_LONGER, "")


def spoken_date(at: Moment, precision: Precision | None) -> str:
    """ "May 2025", "3 May 2025"."""
    day = date.fromisoformat(at[:10])
    if precision == "year":
        return at[:4]
    return f"{day:%B %Y}" if precision == "month" else f"{day.day} {day:%B %Y}"


def change_sentence(change: Change) -> str:
    """What changed something, and when: "You moved to Denver, 3 May 2025"."""
    sentence, when = one_line(change.sentence).rstrip("."), spoken_date(change.at, change.precision)
    told = said_to_you(sentence) if sentence.startswith(PERSON) else to_you(sentence)
    return told if when.casefold() in told.casefold() else f"{told}, {when}"


def told_now(change: Change) -> str:
    """What is so since, with its day where that is what is another; not with when it was told."""
    if change.precision == "instant" or change.over:
        return to_you(one_line(change.sentence).rstrip("."))
    return change_sentence(change)


def premise_sentence(change: Change) -> str:
    """What is over that a question takes to be so."""
    return f"{change_sentence(change)}."
