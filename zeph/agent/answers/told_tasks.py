"""What a message says is to be done: what it puts on lists, wants to be reminded of, and plans.

In: a text. Out: the things, each with the name of its list, and what it orders besides. Pure. The wordings stand in
``open_tasks.toml``, those of orders in ``intents.toml``.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.asked_people import people_in
from zeph.memory.ingest.intents.joined_orders import task_orders_of, tells, told_beside
from zeph.memory.ingest.intents.line_kinds import kind_of
from zeph.memory.ingest.intents.list_names import list_in, with_the_word
from zeph.memory.ingest.intents.order_of import intents_table, order_of
from zeph.memory.ingest.intents.own_plans import SURELY_ASKS, asks_for
from zeph.memory.language.asking_features import SUBJECTS
from zeph.memory.language.morphology import verb_form
from zeph.memory.language.sentence_split import split_sentences
from zeph.memory.language.times.date_spans import find_date_phrases
from zeph.memory.language.times.time_spans import find_times
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem, words
from zeph.records.order import Order
from zeph.safety.text import one_line

MOST_WORDS = 12
"""Of a task; what is longer is no item of a list."""
_TOLD = read_answers("open_tasks.toml")["told"]
(
    _BETWEEN, _STOPS, _PLAN, _ENDS, _COMMA, _JOINING, _ANOTHER, _HABIT, _BULLET, _WHOSE, _NEEDS, _MORE, _GOES_ON,
    _UNWANTED, _ASKED_WITHIN, _NEEDS_TOO, _TOO,
) = (
    re.compile(_TOLD[key], re.IGNORECASE)
    for key in (
        "between", "stops", "plan", "ends", "comma", "joining", "another", "habit", "bullet", "whose",
        "needs", "one_more", "goes_on", "unwanted", "asked_within", "needs_too", "too",
    )
)  # fmt: skip
_MARKS = re.compile(r"[\"“]([^\"“”\n]+)[\"”]")
_DASHES = re.compile(r"(?:^|\s+)[-–•*]\s+")
_LIST = re.compile(intents_table()["lists"]["begins"], re.IGNORECASE)
_PUTS = frozenset(intents_table()["joined"]["verbs"])
_OF_THINGS, _GETS, _POINTING, _NO_THINGS, _OF_ITS_OWN = (
    frozenset(_TOLD[name].split()) for name in ("of_things", "gets", "pointing", "no_things", "of_its_own")
)
_ABOUT_WHEN, _PAIRS = frozenset(_TOLD["about_when"].split()), frozenset(_TOLD["pairs"])


class Told(NamedTuple):
    """What a message says of things to do."""

    things: list[tuple[str, str]]
    """What is to be done, and the name of its list."""
    unput: list[str]
    """What it orders besides, and is too much to be one thing."""
    begun: list[str]
    """Names of lists that it begins with nothing on them."""


def things_told(text: str, *, asks: bool = False) -> Told:
    """What a message says is to be done: what it orders to be reminded of, its items of lists, what it plans.
    ``asks``: whether it asks for that, and orders nothing."""
    text = spelled_out(_meant(text))
    orders, listed = [] if asks else task_orders_of(text), list(_listed(text))
    told = Told([], [], [])
    for said, order in orders:
        if order.kind == "task":
            _add_ordered(told, said, order)
    if orders and not orders[0][1].roughly:
        _add_beside(told, text, puts=any(order.kind == "task" for _, order in orders))
    if not orders:
        return Told(listed, [], [])
    if not (len(orders) == 1 and orders[0][1].roughly and listed):
        return told
    order = orders[0][1]
    meant = content_of(order.what)  # of "…, pop that on my list" the list has the order too
    named = names_a_list(order.what)
    things = [
        (one, on) for one, on in listed
        if not names_a_list(one) and (named or not meant.isdisjoint(content_of(one)) or kind_of(one)[0] != order.kind)
    ]  # fmt: skip
    return Told(things, [], [])


def _meant(text: str) -> str:
    """ "I must order the pies" of "please remember that I must order the pies"; and without the marks around a thing:
    "put "call Ann" on my list"."""
    order = order_of(text)
    if order is not None and order.kind == "remember" and order.what:
        return order.what
    marked = _MARKS.search(text)
    if marked is None:
        return text
    verb = ["", *words(text[: marked.start()])][-1]
    puts = verb in _PUTS or (verb_form(verb) or ("", ""))[1] == "VB"
    return text.replace(marked.group(), marked[1]) if puts else text


def spelled_out(text: str) -> str:
    """With the word for a list that is left out: "shopping: oats, tea"."""
    return _as_list(with_the_word(_UNWANTED.sub("", _ASKED_WITHIN.sub("", text))))


def _as_list(text: str) -> str:
    """ "Need gloves, 4 line pins, diesel" is what is to be got."""
    for sentence in split_sentences(text):
        if more := _NEEDS_TOO.match(sentence.text):
            at = sentence.start + more.start("things")
            said = f"{_TOLD['needed']}{_TOO.sub('', more['things'])}".replace(" and ", ", ")
            return f"{text[: sentence.start]}{said}{text[at + len(more['things']) :]}"
    needed = _NEEDS.match(text)
    parts = _COMMA.split(text[needed.end() :]) if needed else []
    things = [one.strip(" .!") for part in parts for one in _joined(part, apart=True)]
    if needed is None or len(things) < 2 or any(one in _NO_THINGS or tells(one) or not one for one in things):
        return text
    return f"{_TOLD['needed']}{text[needed.end() :]}"


def _add_beside(told: Told, text: str, *, puts: bool) -> None:
    """What it tells behind its orders: a plan is to be done too; a sentence of its own was not meant for a list, nor
    why something goes off it. ``puts``: whether it puts anything on one."""
    own = [one.text for one in split_sentences(text)]
    for said in (text[start:stop] for start, stop in told_beside(text, behind=True)):
        if more := list(_one_more(said)):
            told.things.extend((item, "") for item in more)
            continue
        told.things.extend(_listed(said))
        if puts and said not in own and asks_for("tasks", said) < SURELY_ASKS:
            told.unput.append(one_line(said))


def _one_more(sentence: str) -> Iterator[str]:
    """What a sentence behind an order orders too: "*And order the seeds*"."""
    more = _MORE.match(sentence.strip())
    rest = sentence.strip()[more.end() :].rstrip(" .!") if more else ""
    form = verb_form(next(iter(words(rest)), ""))
    yield from _items(rest) if form is not None and form[1] == "VB" and not tells(rest) else ()


def names_a_list(text: str) -> bool:
    """Whether it says no more than which list: "to the list", "pop that on the list"."""
    of_list = list_in(text)
    if of_list is None:
        return False
    return not content_of(of_list.rest) or not _POINTING.isdisjoint(words(of_list.rest))


def _add_ordered(told: Told, said: str, order: Order) -> None:
    on = _name_of_list(said)
    if not order.what and not order.roughly:
        told.begun.append(on)
    for ordered in (order.what, order.also):
        first, *behind = _STOPS.split(ordered)
        for piece in _BETWEEN.split(first):
            if order.roughly and (names_a_list(piece) or piece.strip().casefold() in _PUTS):
                continue
            items = list(_items(piece, least=1, apart=bool(on)))
            told.things.extend((item, "" if _is_to_do(item, on) else on) for item in items)
            if piece.strip() and not items:
                told.unput.append(one_line(piece))
        told.things.extend((item, "") for sentence in behind for item in _one_more(sentence))
    if order.roughly and order.what:
        told.things.extend((item, on) for item in _listed_behind(said, order.stop))


def _listed_behind(said: str, end: int) -> Iterator[str]:
    """Further things of a list of which the order has the first: "get a spade for Robbie, *slippers for Ann*"."""
    rest = said[end : _end_of(said, end, len(said))].strip()
    items = [*_items(rest.removeprefix(","))] if rest.startswith(",") else []
    if items and not any(tells(one) or {*words(one)[:1]} & SUBJECTS for one in items):
        yield from items


def _is_to_do(item: str, on: str) -> bool:
    """Whether it is something to do, and its list one of things to get: "call mum" is not for the shops."""
    first, second = [*words(item), "", ""][:2]
    form = verb_form(first)
    does = form is not None and form[1] == "VB" and first not in _GETS
    return does and bool({*words(on)} & _OF_THINGS) and bool(people_in(second) or _WHOSE.search(second))


def _name_of_list(text: str) -> str:
    of_list = list_in(text)
    return of_list.name if of_list else ""


def _listed(text: str) -> Iterator[tuple[str, str]]:
    """Each with the name of its list."""
    if text.rstrip().endswith("?"):
        return
    lists = [(found.start(), found.end(), True) for found in _LIST.finditer(text)]
    begins = sorted([*lists, *((found.start(), found.end(), False) for found in _PLAN.finditer(text))])
    of_all = _name_of_list(text) if begins else ""
    for i, (_, start, is_list) in enumerate(begins):
        until, lists_next = (begins[i + 1][0], begins[i + 1][2]) if i + 1 < len(begins) else (len(text), False)
        end = _end_of(text, start, until)
        own = _name_of_list(text[text.rfind("\n", 0, start) + 1 : start])
        on = of_all if not own and (not lists or is_list and len(lists) == 1) else own
        parts = [(text[start:end], _least_words(text[start:end], own, is_list=is_list))]
        if is_list and text[end:until].startswith("\n"):
            parts += [(line, 1) for line in _lines(text[end + 1 : until], whole=not lists_next)]
        items = [item for part, least in parts for item in _items(part, least=least, apart=bool(own))]
        yield from ((item, on) for item in (items if is_list else _planned(text[start:end], items)))


def _least_words(listed: str, own: str, *, is_list: bool) -> int:
    """How many words make a thing: one where the list has a name of its ``own``, or commas stand between things."""
    return 1 if own or is_list and "," in listed else 2


def _planned(plan: str, items: Sequence[str]) -> Iterator[str]:
    """What of it is to be done: of "be home by 6, the plumber comes" nothing, for the first of it is none."""
    first = next(iter(items), "")
    if not one_line(plan).startswith(first):
        return
    yield from (item for item in items if item is first or not tells(item))


def _end_of(text: str, start: int, until: int) -> int:
    """Where the sentence or the line ends that begins there."""
    end = _ENDS.search(text, start, until)
    while end and end.group() == "." and text[end.end() : end.end() + 1].strip():  # "api.example.io"
        end = _ENDS.search(text, end.end(), until)
    return end.start() if end else until


def _lines(text: str, *, whole: bool) -> Iterator[str]:
    """The first lines that are no more than a thing or some; ``whole``: whether the last of them is one."""
    lines = text.split("\n")
    for line in lines if whole else lines[:-1]:
        item = _BULLET.sub("", line).strip(" .")
        if not item or len(words(item)) > MOST_WORDS or _ENDS.search(item) or _ANOTHER.search(item) or tells(item):
            return
        yield item


def _items(listed: str, *, least: int = 2, apart: bool = False) -> Iterator[str]:
    """``least``: how many words make one; ``apart``: whether an "and" always stands between two."""
    found: list[str] = []
    dashed = _DASHES.split(one_line(listed)) if _BULLET.match(listed.lstrip()) else []
    for number, part in enumerate(
        [one for one in dashed if one] if len(dashed) > 2 else _COMMA.split(one_line(listed))
    ):
        if number and _ANOTHER.search(part):
            break
        for item in _joined(part, apart=apart):
            item = re.sub(r"\s+(?:and|so|but|then)$", "", _BULLET.sub("", one_line(item)).strip(" ,-*"))
            if found and (is_only_when(item) or _GOES_ON.match(item)):
                found[-1] += f", {item}"
            elif item and len(words(item)) <= MOST_WORDS and len(words(item)) >= least and not _HABIT.search(item):
                found.append(item)
    yield from found


def is_only_when(text: str) -> bool:
    """Whether it names no more than a day or a time, and is of what stands before it: "by Wednesday"."""
    named = [(one.start, one.end) for one in find_date_phrases(text)]
    named = named or [(one.span.start, one.span.end) for one in find_times(text)]
    rest = text
    for start, end in reversed(named):
        rest = f"{rest[:start]} {rest[end:]}"
    return bool(named) and not {*words(rest)} - _ABOUT_WHEN


def _joined(part: str, *, apart: bool) -> list[str]:
    """ "Book the rig and buy a coat" are two; "salt and pepper" is one: what follows has an object of its own, unless
    it stands ``apart`` from all but what goes with it ("fish n chips")."""
    items = [""]
    for between, piece in _pieces_of(part):
        first = [*words(piece), ""][0]
        alone = len(piece.split()) < 2 or not first or (first in STOP_WORDS and first not in _OF_ITS_OWN)
        pair = " ".join((*words(items[-1])[-1:], first))
        if not items[-1]:
            items[-1] = piece
        elif (pair in _PAIRS and between.strip() != "and") or not apart and alone and not is_only_when(items[-1]):
            items[-1] += f"{between}{piece}"
        else:
            items.append(piece)
    return items


def _pieces_of(part: str) -> Iterator[tuple[str, str]]:
    """What stands between joints, each with the joint before it."""
    said, end = "", 0
    for joint in _JOINING.finditer(part):
        yield said, part[end : joint.start()]
        said, end = joint.group(), joint.end()
    yield said, part[end:]


def content_of(text: str) -> frozenset[str]:
    """Stems of its words that say what it is of."""
    return frozenset(stem(word) for word in words(text) if word not in STOP_WORDS)
