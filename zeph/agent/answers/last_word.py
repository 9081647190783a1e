"""What was said last of the thing that a question names, where the answer was said before: it may be over since.

In: a question, the message that answers it, the sentences found. Out: the last sentence on the same thing; of what was
told the last sentence that says something else of it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from zeph.agent.answers.answer_tables import pattern, read_answers
from zeph.agent.answers.expected_kinds import ANY, MEASURED, expected_kind, meets, without_days
from zeph.agent.answers.findings import Finding
from zeph.agent.answers.quotable import Quotable
from zeph.agent.answers.talk_kinds import asks, corrects
from zeph.agent.answers.values_since import tells_other
from zeph.clock import Moment, parse_moment
from zeph.memory.ingest.intents.fact_parts import without_place
from zeph.memory.language.ends_told import end_told, sounds_over
from zeph.memory.language.morphology import verb_form
from zeph.memory.language.times.date_spans import WEEKDAYS, find_date_phrases
from zeph.memory.language.times.stretches import named_stretch
from zeph.memory.recall.query.question import RELEASE, analyse
from zeph.memory.recall.query.time_intent import DAYS, period
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem, words
from zeph.memory.recall.render.last_said import names_in
from zeph.memory.recall.render.recall_lines import message_line
from zeph.records.edge import Edge
from zeph.records.message import PERSON, Message
from zeph.records.recalled import Recalled, RecalledMessage, Why

SHARED = 2
"""Words that a sentence has of what was told, from which it speaks of the same."""
BESIDE = 4
"""Words from the words of an end within which that stands which is over."""
OF_NAMED = 0.5
"""Share of the things that question and answer name, from which what is said later is of the same."""
BESIDE_IT = 1
"""Things that a sentence names which puts something else right, beside those: who says so."""
TELLING = 3
"""Letters or digits of what is put right from which that alone tells of which message it is: "580 not *640*"."""
BEHIND = 3
"""Messages behind one among which that is looked for which puts it right: what is no question is the first of them."""
SOON = timedelta(minutes=30)
CHANGED, BEFORE, _PARTS, _OF_LIST, _BEGINS, _UNTIL_THEN, _PUT_RIGHT, _TAKES_UP = map(
    pattern, ("changed", "before", "parts", "of_list", "begins", "until_then", "put_right", "takes_up")
)
_WORDING = frozenset(map(stem, read_answers()["correcting"].split()))
"""Words of a correction that say nothing of what it is of."""
_DAYS = frozenset(map(stem, (*DAYS, *WEEKDAYS)))
_ADVERB: str = read_answers()["adverb"]


class Told(NamedTuple):
    """What is about to be told."""

    text: str
    at: Moment
    """When it was said."""
    fact: Edge | None = None
    """That it says."""
    around: str = ""
    """The message in which it was said."""


def last_said_of(question: str, lead: int, said: Sequence[Quotable]) -> Quotable | None:
    """The latest sentence, of a message after ``lead``, with the rarest thing that the question and ``lead`` both name;
    None where nothing later names it."""
    asked = _asked(question)
    by_message: dict[int, set[str]] = {}
    for one in said:
        by_message.setdefault(one.message.id, set()).update(map(stem, words(one.text)))
    at = next((one.message.sent_at for one in said if one.message.id == lead), "")
    later = [one for one in said if (one.message.sent_at, one.message.id) > (at, lead)]
    there = {word for one in later for word in by_message[one.message.id]}
    named = asked & by_message.get(lead, set())
    things = named & there
    if len(things) < OF_NAMED * len(named) or not things:
        return _of_names_beside(lead, said, later, asked)
    rarest = min(things, key=lambda word: (sum(word in has for has in by_message.values()), word))
    naming = [one for one in later if rarest in map(stem, words(one.text))]
    return max(naming, key=lambda one: (one.message.sent_at, one.message.id, sounds_over(one.text)))


def outdates(question: str, told: Told, last: Quotable) -> bool:
    """Whether it goes before what was said earlier: it sounds like an end, like a change to what is asked for, or tells
    another value of it."""
    if BEFORE.search(question) or is_of_list(question, last):
        return False
    kind = expected_kind(question)
    of_it = [part for part in _PARTS.split(last.text) if _asked(question) & _content(part)]
    changes = any(CHANGED.search(part) for part in of_it or [last.text])  # "mots due on the 9th, need a *new* tyre"
    changed = changes and kind != ANY and meets(kind, question, last.text)
    right = _puts_asked_right(question, told.around or told.text, last.text)
    right = right or _is_put_right_at_once(question, told, last)
    return bool(sounds_over(last.text) or changed or right or _tells_other(question, told, last))


def is_of_list(question: str, one: Quotable) -> bool:
    """Whether it speaks of the list of what is to be done, of which nothing is asked."""
    return bool(_OF_LIST.search(one.text)) and not _OF_LIST.search(question)


def is_yet_to_come(question: str, one: Quotable, now: Moment) -> bool:
    """Whether what it tells begins after the days that are asked for; its day may be what is asked for."""
    if expected_kind(question) in MEASURED or not _BEGINS.search(one.text) or _UNTIL_THEN.search(one.text):
        return False
    days = period(question, now)
    asked = days.end if days is not None and days.end > now else now
    found = (named_stretch(phrase.text, one.message.sent_at, ahead=True) for phrase in find_date_phrases(one.text))
    return any(stretch is not None and stretch.start > asked for stretch in found)


def otherwise_since(question: str, told: Told, later: Sequence[Quotable]) -> Quotable | None:
    """The last of these sentences that says something else of what was ``told``: of the things that are asked for, or
    with a day or a number where one is asked for; of one who is named only where they are named. Or one that tells
    another value of these things, or the end of what a fact says of somebody."""
    asked, kind = _asked(question) & _content(told.text), expected_kind(question)
    names = asked & set(map(stem, names_in(question)))
    rest = things_of(told.text) - _asked(question) - _DAYS
    for one in sorted(later, key=lambda one: (one.message.sent_at, one.message.id, one.start), reverse=True):
        if told.fact is not None and _ends(told.fact, one.text):
            return one
        there = _content(one.message.text)
        if (
            _is_put_right_at_once(question, told, one)
            or _puts_asked_right(question, told.text, one.text)
            and (names <= there)
        ):
            return one
        if not names <= there:
            continue
        meant = (asked and asked <= there) or (kind in MEASURED and meets(kind, question, one.text))
        meant = meant or (len(rest) >= SHARED and rest <= there and sounds_over(one.text))
        if (meant and says_otherwise(told.text, one.text)) or _tells_other(question, told, one):
            return one
    return None


def _tells_other(question: str, told: Told, one: Quotable) -> bool:
    """Whether it names all of what was told that is asked for, and tells another value of the kind that is sought: as
    a change, or of nothing but what was told; a number beside the same word may be of anybody's."""
    asked, there = _asked(question) & _content(told.text), _content(one.text)
    named = _content(told.text).intersection(map(stem, names_in(one.text)))
    of_whom = bool(named) and bool(CHANGED.search(one.text))  # "they bring *Kirsty* in early, so *now* it's …"
    if not asked or not (asked <= there or there & asked.intersection(RELEASE.findall(question)) or of_whom):
        return False
    if not (CHANGED.search(one.text) or things_of(one.text) <= things_of(told.text)):
        return False
    return tells_other(expected_kind(question), told.text, told.at, one.text, one.message.sent_at)


def puts_right(told: str, text: str) -> bool:
    """Whether a later sentence says of a word of what was ``told``, or of a number, that it is another: "ward 17 *not
    7*"."""
    return bool(_put_right(told, text))


def _put_right(told: str, text: str) -> str:
    """The word that is another; empty where none is."""
    there = {without_place(word) for word in words(told)}
    found = ((one["new"] or one["number"], one["old"]) for one in _PUT_RIGHT.finditer(text))
    pairs = ((without_place(new.casefold()), without_place(old.casefold())) for new, old in found)
    right = (
        old for new, old in pairs
        if old in there and new not in there and STOP_WORDS.isdisjoint((new, old)) and _may_be_thing(new)
    )  # fmt: skip
    return next(right, "")


def _puts_asked_right(question: str, told: str, text: str) -> bool:
    """The same of what is asked for: of an age nothing where it is asked what somebody would like."""
    old = _put_right(told, text)
    if not old or expected_kind(question) in MEASURED:
        return bool(old)
    parts = _PARTS.split(told)
    asked = [part for part in parts if _asked(question) & _content(part)]
    return not asked or any(old in map(without_place, words(part)) for part in asked)


def puts_alone_right(told: str, text: str) -> bool:
    """The same of a sentence that speaks of hardly anything else: not "rex gets 2 biscuits *not 3*" of Sam's eggs."""
    return puts_right(told, text) and _speaks_of_it(told, text)


def _is_put_right_at_once(question: str, told: Told, one: Quotable) -> bool:
    """The same while they still spoke of it; or that it was wrong, with what is asked for instead: "thats wrong its the
    19th for the lift"."""
    if not is_soon_after(told.at, one.message.sent_at):
        return False
    kind = expected_kind(question)
    instead = kind in MEASURED and meets(kind, question, one.text) and _speaks_of_it(told.around, one.text)
    right = _puts_asked_right(question, told.around, one.text) and _speaks_of_it(told.around, one.text)
    return right or (instead and corrects(one.text))


def _speaks_of_it(told: str, text: str) -> bool:
    """Of hardly anything else."""
    return len(things_of(text) - _WORDING - things_of(told)) <= BESIDE_IT


def is_soon_after(before: Moment, after: Moment) -> bool:
    """Whether it was said while one still spoke of the same."""
    return bool(before) and parse_moment(after) - parse_moment(before) <= SOON


def with_put_right(recalled: Recalled, behind: Mapping[int, Sequence[Message]]) -> Recalled:
    """With what the person typed right ``behind`` a message (by its id) to put it right, perhaps after they had asked
    for it: often no word of the question is in it."""
    known = {one.message.id for one in recalled.messages}
    told: list[RecalledMessage] = []
    taken_up: dict[int, int] = {}
    for one in recalled.messages:
        told.append(one)
        for after in behind.get(one.message.id, ()):
            if asks(after.text):
                continue
            if not puts_it_right(one.message, after):
                break
            if is_of_it(one.message.text, after.text):
                taken_up.setdefault(after.id, one.message.id)
            if after.id not in known:
                known.add(after.id)
                told.append(_quoted(after))
    for one in told:
        if one.message.role == "user" and _PUT_RIGHT.search(one.message.text):
            before = [m.message for m in told if m.message.role == "user" and m.message.id < one.message.id]
            right = [m.id for m in before if len(_put_right(m.text, one.message.text)) >= TELLING]
            taken_up.setdefault(one.message.id, max(right, default=0))  # however long ago: "its 580 not 640"
    return replace(recalled, messages=tuple(replace(one, of=taken_up.get(one.message.id, 0)) for one in told))


def with_messages(recalled: Recalled, more: Iterable[Message]) -> Recalled:
    """With these put beside what was found for a question."""
    known = {one.message.id for one in recalled.messages}
    return replace(recalled, messages=(*recalled.messages, *(_quoted(one) for one in more if one.id not in known)))


def _quoted(message: Message) -> RecalledMessage:
    return RecalledMessage(message, 0.0, message_line(message, message.text), Why(), said=message.text)


def puts_it_right(told: Message, after: Message) -> bool:
    """Whether what the person said ``after`` it puts a message right, or tells how it is now, while they still spoke of
    the same."""
    at_once = told.role == "user" and is_soon_after(told.sent_at, after.sent_at)
    return at_once and (is_of_it(told.text, after.text) or corrects(after.text))


def is_of_it(told: str, text: str) -> bool:
    """Whether the next thing that is said is of what was ``told``."""
    return puts_alone_right(told, text) or goes_on(told, text)


def goes_on(told: str, text: str) -> bool:
    """Whether the next sentence tells a new day or number of what was ``told``, and names nothing else: "they moved it
    to 18 december", "pushed back to Friday"."""
    if not CHANGED.search(text):
        return False
    known = things_of(told) | _WORDING
    for part in _PARTS.split(text):
        if not find_date_phrases(part) and not any(map(str.isdigit, part)):
            continue
        bare = without_days(part)
        others = {word for word in words(bare) if stem(word) in things_of(bare) - known and _may_be_thing(word)}
        takes_up = _TAKES_UP.search(part) or CHANGED.match(text.strip())
        if takes_up and len(others) <= BESIDE_IT and not RELEASE.match(part):
            return True
    return False


def said_over(text: str, found: Sequence[Finding]) -> Quotable | None:
    """The sentence that a correction is of where no fact tells it: whose word or number it says to be another, else the
    last with a number and of the same things, where the correction has a number."""
    said = [one.said for one in found if one.said is not None and not corrects(one.said.text)]
    right = [one for one in said if puts_right(one.text, text)]
    things, counts = things_of(text) - _WORDING, any(map(str.isdigit, text))
    same = [one for one in said if counts and things & things_of(one.text) and any(map(str.isdigit, one.text))]
    return max(right or same, key=lambda one: (one.message.sent_at, one.message.id), default=None)


def going_on(question: str, lead: int, said: Sequence[Quotable], recalled: Recalled) -> Quotable | None:
    """The last sentence with a thing of the kind that is asked for, of those who go on with the message ``lead`` or
    with what that goes on with; None where what was before is asked for."""
    kind, before = expected_kind(question), {one.message.id: one.of for one in recalled.messages if one.of}
    if kind not in MEASURED or BEFORE.search(question):
        return None
    of = {number for number, told in before.items() if told == before.get(lead, lead) and number > lead}
    later = [one for one in said if one.message.id in of and meets(kind, question, one.text)]
    return max(later, key=lambda one: (one.message.sent_at, one.message.id), default=None)


def is_before(question: str, told: Quotable, last: Quotable) -> bool:
    """Whether a sentence tells what was so before a later one."""
    if (told.message.sent_at, told.message.id) >= (last.message.sent_at, last.message.id):
        return False
    asked, kind = _asked(question) & _content(told.text), expected_kind(question)
    same = asked and asked <= _content(last.text) and kind in MEASURED and meets(kind, question, last.text)
    both = same and CHANGED.search(told.text) and CHANGED.search(last.text)  # "… but they have put it off"
    return bool(both) or _tells_other(question, Told(told.text, told.message.sent_at), last)


def _may_be_thing(word: str) -> bool:
    """No verb and no adverb: "probably not Friday" puts nothing right."""
    return verb_form(word) is None and not word.endswith(_ADVERB)


def _ends(fact: Edge, text: str) -> bool:
    """Whether a sentence names somebody, and a part of it what a fact says of them and sounds like its end."""
    if fact.source == PERSON or not {_head(fact.source), _head(fact.target)} <= _content(text):
        return False
    return any(_head(fact.target) in _content(part) and sounds_over(part) for part in _PARTS.split(text))


def ends_what_is_asked(question: str, text: str) -> bool:
    """Whether a sentence tells the end of the very things that a question names, its verbs aside: they stand beside
    the words of the end."""
    things = {stem(term) for term in analyse(question).terms if not verb_form(term)}
    over = end_told(text)
    if over is None or not things or not things <= _content(text):
        return False
    before, behind = words(text[: over[0]]), words(text[over[1] :])
    near = {stem(word) for word in (*words(text[over[0] : over[1]]), *before[-BESIDE:], *behind[:BESIDE])}
    return not things.isdisjoint(near)


def _head(name: str) -> str:
    """Stem of the word that says who or what it is: "taxi" of "maxi taxi"."""
    return stem(words(name)[-1]) if words(name) else name


def says_otherwise(told: str, text: str) -> bool:
    """Whether a later sentence on the same sounds like an end or a change."""
    return is_of_same(told, text) and (sounds_over(text) or bool(CHANGED.search(text)))


def is_of_same(told: str, text: str) -> bool:
    """Whether it has some words of what was ``told``, and not all; a note ("offer rejected") one, beside one of its
    own. That both tell of a change makes them no one."""
    said, things = _content(text), things_of(text)
    shared = len(things_of(told) & things)
    return shared >= (1 if len(said) <= SHARED else SHARED) and not _content(told) <= said


def _asked(question: str) -> set[str]:
    """Stems of the things that it names."""
    terms = (one for one in analyse(question).terms if one not in DAYS and not one.isdigit())
    return {stem(term) for term in terms if not CHANGED.fullmatch(term)} | {*RELEASE.findall(question)}


def _content(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words(text) if word not in STOP_WORDS) | {*RELEASE.findall(text)}


def things_of(text: str) -> frozenset[str]:
    """Stems of the words that say what it is about: no number, and none of a change."""
    return frozenset(
        stem(word)
        for word in words(text)
        if word not in STOP_WORDS and not (CHANGED.fullmatch(word) or word[:1].isdigit())
    )


def _of_names_beside(
    lead: int, said: Sequence[Quotable], later: Sequence[Quotable], asked: Collection[str]
) -> Quotable | None:
    """The last sentence with a name that ``lead`` tells of, beside what is asked for, where it sounds like an end."""
    for name in (name for one in said if one.message.id == lead for name in _names_beside(one.text, asked)):
        naming = [one for one in later if name in words(one.text)]
        last = max(naming, key=lambda one: (one.message.sent_at, one.message.id), default=None)
        if last is not None and sounds_over(last.text):
            return last
    return None


def _names_beside(text: str, asked: Collection[str]) -> list[str]:
    """The names of a sentence; where a part of it has names and what is asked for, those of that part."""
    near = [part for part in _PARTS.split(text) if any(stem(word) in asked for word in words(part))]
    return [name for part in near for name in names_in(part)] or names_in(text)
