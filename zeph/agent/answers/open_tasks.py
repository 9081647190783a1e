"""What the person still has to do: told in their messages as a list, a plan or an order to remind, not done since.

In: a text; messages of the person in the order of time. Out: whether it asks for that; tasks, each with the message
that told it; the answer's lines. Pure. A task is done where a later sentence has its words with its verb in the past
("rang the gas fitter") or a word for what is done or needed no more ("the cert is done", "I won't need to ring"), or
orders it off the list.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from zeph.agent.answers.answer_tables import read_answers
from zeph.memory.ingest.intents.line_kinds import kind_of
from zeph.memory.ingest.intents.order_of import task_orders_of
from zeph.memory.language.morphology import forms_of, lemma_of_verb
from zeph.memory.language.questions import asks_whether, bare
from zeph.memory.language.sentence_split import SENTENCE_END, split_sentences
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem, words
from zeph.records.message import Message
from zeph.records.order import Order
from zeph.safety.text import one_line

SAID = 1000
"""Latest messages that are looked at."""
LISTED = 40
QUOTED = 3
SAME = 0.5
"""Share of a task's words that tell that a sentence is about it."""
MOST_WORDS = 12
"""Of a task; what is longer is no item of a list."""
_TABLE = read_answers("open_tasks.toml")
_ASKED, _TOLD, _DONE, _SAYS = (_TABLE[name] for name in ("asked", "told", "done", "says"))
_THING, _OPEN, _BESIDE, _OF_LIST = (frozenset(_ASKED[name].split()) for name in ("thing", "open", "beside", "of_list"))


def _compiled(table: dict[str, str], key: str) -> re.Pattern[str]:
    return re.compile(table[key], re.IGNORECASE)


_PHRASES, _ON_LIST = _compiled(_ASKED, "phrases"), _compiled(_ASKED, "list")
_BETWEEN, _STOPS = _compiled(_TOLD, "between"), _compiled(_TOLD, "stops")
_LIST, _PLAN, _ENDS, _COMMA, _JOINING, _ANOTHER, _HABIT, _CUT = (
    _compiled(_TOLD, key) for key in ("list", "plan", "ends", "comma", "joining", "another", "habit", "cut")
)
_IS_DONE, _GOT, _NOT_DONE, _CLAUSE = (_compiled(_DONE, key) for key in ("done", "got", "not_done", "clause"))
_TO_DO, _HAVE_DONE = _compiled(_ASKED, "one_word"), _compiled(_ASKED, "have_done")
_STATES = frozenset(_ASKED["states"].split())


@dataclass(frozen=True, slots=True)
class Task:
    text: str
    """As said: "ring the gas fitter"."""
    message: Message
    done_by: Message | None = None
    """What told that it is done."""
    on: str = ""
    """The name of the list that it was put on: "shopping"; empty for one that has none."""


class Told(NamedTuple):
    """What a message says of things to do."""

    things: list[tuple[str, str]]
    """What is to be done, and the name of its list."""
    unput: list[str]
    """What it orders besides, and is too much to be one thing."""
    begun: list[str]
    """Names of lists that it begins with nothing on them."""


class OfList(NamedTuple):
    """What speaks of a list."""

    name: str
    """Empty where it has none: "my list"."""
    rest: str
    """What else is said."""


def list_in(text: str) -> OfList | None:
    """The last list that it speaks of."""
    text = one_line(text)
    found = [*_ON_LIST.finditer(text)][-1:]
    if not found:
        return None
    name = one_line(f"{found[0]['name'] or ''} {found[0]['for'] or ''}").strip()
    return OfList(name.casefold(), f"{text[: found[0].start()]} {text[found[0].end() :]}")


def list_asked(text: str) -> str:
    """The name of the list that is asked for; empty for all that is to be done."""
    of_list = list_in(bare(text))
    return of_list.name if of_list else ""


def asked_for_tasks(text: str) -> bool:
    """Whether all that it asks for is what is left to do, or stands on a list."""
    of_list = list_in(bare(text).strip(" ?!."))
    if of_list is not None:
        rest = {word.replace("'", "").replace("’", "") for word in re.findall(r"[\w'’-]+", of_list.rest.casefold())}
        if rest <= _THING | _OPEN | _BESIDE and (not rest or rest & _OF_LIST or asks_whether(text)):
            return True
    asked = [word.replace("'", "").replace("’", "") for word in re.findall(r"[\w'’-]+", bare(text).casefold())]
    told = {"todo" if _TO_DO.fullmatch(word) else word for word in asked}
    if not told or not told <= _THING | _OPEN | _BESIDE:
        return False
    return len(told) > 1 and bool(told & (_THING | _OPEN) or _PHRASES.search(" ".join(asked)))


def surely_asks_for_tasks(text: str) -> bool:
    """Whether it asks for them in words that mean nothing else: "anything left" may be asked of the pantry."""
    said = one_line(text).casefold()
    return asked_for_tasks(text) and bool(_PHRASES.search(said) or _TO_DO.search(said) or _THING & {*words(said)})


def may_tell_tasks(text: str) -> bool:
    """Whether it asks for them, or may say that one is done: only then is it worth to look which there are."""
    return (
        asked_for_tasks(text)
        or asked_of_task(text)
        or bool(crossed_off(text))
        or bool(_IS_DONE.search(text) or _GOT.search(text))
    )


def asked_of_task(text: str) -> bool:
    """Whether it may ask if one of them is left: "is the test still open", "did i answer joss"."""
    asked = _question_in(text)
    return bool(asked) and bool(_STATES & {*words(asked)} or _HAVE_DONE.search(asked))


def told_of_task(text: str, tasks: Sequence[Task]) -> str:
    """Of the one whose words the question has: that it is left, or what told that it is done; empty where none has."""
    asked = _question_in(text)
    of_list = list_in(asked)
    about = frozenset(
        stem(word)
        for word in words(of_list.rest if of_list else asked)
        if word not in STOP_WORDS | _STATES | _OPEN | _THING
    )
    meant = [task for task in tasks if about and len(about & _content(task.text)) > SAME * len(about)]
    if not _STATES & {*words(asked)}:
        meant = [task for task in meant if stem(task.text.split()[0].casefold()) in about]
    if not meant:
        return ""
    task = max(meant, key=lambda one: (len(about & _content(one.text)), one.done_by is None, one.message.id))
    said = _SAYS["gone" if task.done_by else "left"].format(task.text)
    return f"{said}\n{_quoted(task.done_by or task.message)}"


def _question_in(text: str) -> str:
    """The last sentence that yes or no answers."""
    return next((one.text for one in reversed(split_sentences(text)) if asks_whether(one.text)), "")


def _quoted(message: Message) -> str:
    return f"- On {message.sent_at[:10]} you said: “{one_line(message.text)}”"


def tasks_of(said: Sequence[Message]) -> list[Task]:
    """In the order in which they were told; one that is told again stands where it was told last."""
    tasks: dict[frozenset[str], Task] = {}
    for message in said:
        crossed = crossed_off(message.text)
        for key, task in tasks.items():
            if task.done_by is None and (_is_meant(crossed, key) or _is_done(task, message.text)):
                tasks[key] = replace(task, done_by=message)
        for text, on in told_in(message.text).things:
            key = _content(text)
            known = [other for other in tasks if key and (key <= other or other < key)]
            fuller = next((tasks[other].text for other in known if key < other), text)
            on = on or next((tasks[other].on for other in known), "")
            tasks = {other: task for other, task in tasks.items() if other not in known}
            tasks[_content(fuller)] = Task(fuller, message, on=on)
    return list(tasks.values())


def told_of_tasks(tasks: Sequence[Task], on: str = "") -> str:
    """A line with those that are left, and one for each list that has a name, then what they stand on. ``on``: the name
    of the list that alone is asked for. Empty where none was ever told, or none of that list."""
    tasks = [task for task in tasks if not on or _is_same_list(on, task.on)]
    left = [task for task in tasks if task.done_by is None]
    if not tasks:
        return ""
    more = [_SAYS["more"].format(len(left) - LISTED)] if len(left) > LISTED else []
    left = left[-LISTED:]
    named = _by_list([(task.text, task.on) for task in left], "left")
    none = [_SAYS["none_on"].format(tasks[-1].on) if on else _SAYS["none"]]
    sources = {task.message.id: task.message for task in left}.values() if left else _done_by(tasks)
    quotes = [_quoted(one) for one in list(sources)[-QUOTED:]]
    return "\n".join([*(named or none), *more, *quotes])


def _by_list(things: Sequence[tuple[str, str]], says: str) -> list[str]:
    """A line for those of no list, then for each list one."""
    lists: dict[str, list[str]] = {}
    for text, on in sorted(things, key=lambda thing: thing[1] != ""):
        lists.setdefault(on, []).append(text)
    return [
        _SAYS["left_on"].format(on, "; ".join(texts)) if on else _SAYS[says].format("; ".join(texts))
        for on, texts in lists.items()
    ]


def _is_same_list(asked: str, on: str) -> bool:
    """Whether one name has all words of the other: "xmas" and "xmas pressies"."""
    named, known = _content(asked), _content(on)
    return bool(named and known) and (named <= known or known <= named)


def told_of_no_list(on: str, said: Sequence[Message]) -> str:
    """That there is no list of that name; empty where something was said of one."""
    lists = [of_list.name for message in said if (of_list := list_in(message.text))]
    return "" if not on or any(_is_same_list(on, name) for name in lists) else _SAYS["no_list"].format(on)


def told_of_none(coming: Sequence[str]) -> str:
    """Where none was ever told: that, and what is coming up."""
    return "\n".join([_SAYS["untold_but" if coming else "untold"], *(f"- {line}" for line in coming)])


def told_of_change(text: str, before: Sequence[Message]) -> str:
    """What a text puts on the list or takes off it, a line each; empty where it does neither."""
    crossed, told = crossed_off(text), told_in(text)
    open_ = [task for task in tasks_of(before) if task.done_by is None]
    gone = [t.text for t in open_ if _is_meant(crossed, _content(t.text)) or _is_done(t, text)]
    absent = [
        said for said, listed in crossed if listed and not any(_is_meant([(said, True)], _content(t)) for t in gone)
    ]
    lines = _by_list(told.things, "new")
    for name, texts in (("gone", ["; ".join(gone)] if gone else []), ("absent", absent), ("unput", told.unput)):
        lines += [_SAYS[name].format(one) for one in texts]
    return "\n".join([*lines, *(_SAYS["begun"].format(name or _SAYS["a_list"]) for name in told.begun)])


def crossed_off(text: str) -> list[tuple[str, bool]]:
    """What the message says is done, or is to be taken off, and whether a list is named of which."""
    done = [(said, order) for said, order in task_orders_of(text) if order.kind == "done"]
    return [(order.what, not order.roughly and list_in(said) is not None) for said, order in done]


def _is_meant(crossed: Sequence[tuple[str, bool]], task: frozenset[str]) -> bool:
    """Whether as much of something that was said as makes it the same is in a task's words."""
    return any(len(about & task) > SAME * len(about) for about in (_content(said) for said, _ in crossed) if about)


def _done_by(tasks: Sequence[Task]) -> list[Message]:
    return list({task.done_by.id: task.done_by for task in tasks if task.done_by is not None}.values())


def told_in(text: str) -> Told:
    """What a message says is to be done: what it orders to be reminded of, its items of lists, what it plans."""
    orders, listed = [] if asked_for_tasks(text) else task_orders_of(text), list(_listed(text))
    told = Told([], [], [])
    for said, order in orders:
        if order.kind == "task":
            _add_ordered(told, said, order)
    if not orders:
        return Told([(one, _name_of_list(text)) for one in listed], [], [])
    if not (len(orders) == 1 and orders[0][1].roughly and listed):
        return told
    order = orders[0][1]
    meant = _content(order.what)  # of "…, pop that on my list" the list has the order too
    things = [one for one in listed if not (meant.isdisjoint(_content(one)) and kind_of(one)[0] == order.kind)]
    return Told([(one, _name_of_list(text)) for one in things], [], [])


def _add_ordered(told: Told, said: str, order: Order) -> None:
    on = _name_of_list(said)
    if not order.what and not order.roughly:
        told.begun.append(on)
    for ordered in (order.what, order.also):
        for piece in _BETWEEN.split(_STOPS.split(ordered)[0]):
            items = list(_items(piece, least=1, apart=bool(on)))
            told.things.extend((item, on) for item in items)
            if piece.strip() and not items:
                told.unput.append(one_line(piece))


def _name_of_list(text: str) -> str:
    of_list = list_in(text)
    return of_list.name if of_list else ""


def _listed(text: str) -> Iterator[str]:
    if text.rstrip().endswith("?"):
        return
    begins = [(found.start(), found.end()) for cue in (_LIST, _PLAN) for found in cue.finditer(text)]
    begins.sort()
    for i, (_, start) in enumerate(begins):
        until = begins[i + 1][0] if i + 1 < len(begins) else len(text)
        end = _ENDS.search(text + " ", start, until)
        while end and end.group() == "." and text[end.end() : end.end() + 1].strip():  # "api.example.io"
            end = _ENDS.search(text, end.end(), until)
        alone = bool(_name_of_list(text[:start]))
        yield from _items(text[start : end.start() if end else until], least=1 if alone else 2, apart=alone)


def _items(listed: str, *, least: int = 2, apart: bool = False) -> Iterator[str]:
    """``least``: how many words make one; ``apart``: whether an "and" always stands between two."""
    for number, part in enumerate(_COMMA.split(listed)):
        if number and _ANOTHER.search(part):
            return
        for item in _JOINING.split(part) if apart else _joined(part):
            item = re.sub(r"\s+(?:and|so|but|then)$", "", one_line(item).strip(" ,-*"))
            if item and len(words(item)) <= MOST_WORDS and len(words(item)) >= least and not _HABIT.search(item):
                yield item


def _joined(part: str) -> list[str]:
    """ "Book the rig and buy a coat" are two; "salt and pepper" is one: what follows has an object of its own."""
    items = [""]
    for piece in _JOINING.split(part):
        alone = len(piece.split()) < 2 or words(piece)[:1] == [] or words(piece)[0] in STOP_WORDS
        if not items[-1]:
            items[-1] = piece
        elif alone:
            items[-1] += f" and {piece}"
        else:
            items.append(piece)
    return items


def _is_done(task: Task, later: str) -> bool:
    if task.on and (got := _GOT.search(later)) and not _NOT_DONE.search(later[: got.start()]):
        about = _content(task.text)
        if about and len(about & _content(later)) > SAME * len(about):
            return True
    first, *rest = task.text.split()
    verb = first.casefold()
    object_ = _CUT.split(" ".join(rest), maxsplit=1)[0]
    about = _content(object_) or _content(" ".join(rest))
    forms = {forms_of(verb).past, forms_of(verb).participle} if verb.isalpha() else set()
    for sentence in (clause for whole in SENTENCE_END.split(later) for clause in _CLAUSE.split(whole)):
        if not about or len(about & _content(sentence)) < SAME * len(about):
            continue
        own = any(word in forms or lemma_of_verb(word) == verb and word != verb for word in words(sentence))
        if (own or _IS_DONE.search(sentence)) and not (_NOT_DONE.search(_IS_DONE.sub("", sentence))):
            return True
    return False


def _content(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words(text) if word not in STOP_WORDS)
