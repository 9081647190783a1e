"""What the person still has to do: told in their messages as a list, a plan or an order to remind, not done since.

In: a text; messages of the person in the order of time. Out: whether it asks for that; tasks, each with the message
that told it; the answer's lines. Pure. A task is done where a later sentence has its words with its verb in the past
("rang the gas fitter") or a word for what is done or needed no more ("the cert is done", "I won't need to ring"), or
orders it off the list.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.crossed_off import Crossed, crossed_off
from zeph.agent.answers.got_things import says_dropped, says_got, says_needless
from zeph.agent.answers.list_context import (
    CONTEXT,
    is_same_list,
    list_called,
    list_spoken_of,
    may_leave_out,
    orders_without_list,
    says_the_list,
    with_its_list,
)
from zeph.agent.answers.said_when import quote_of
from zeph.agent.answers.task import Task, to_be_got
from zeph.agent.answers.task_days import day_of, with_day
from zeph.agent.answers.tasks_done import SAME, is_done, is_same, named_done, says_done, told_clauses
from zeph.agent.answers.told_tasks import Told, content_of, things_told
from zeph.agent.answers.undone import undoes, without_undone
from zeph.clock import Moment
from zeph.memory.ingest.intents.list_names import list_in
from zeph.memory.ingest.intents.order_of import to_the_letter
from zeph.memory.ingest.intents.own_plans import ASKS, SURELY_ASKS, asks_for
from zeph.memory.language.morphology import is_past_form
from zeph.memory.language.questions import asks_whether, bare, is_question
from zeph.memory.language.sentence_split import split_sentences
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem, words
from zeph.records.message import Message

SAID = 1000
"""Latest messages that are looked at."""
MOST_JOINTS = 12
"""Places behind which a message may ask."""
SHORT = 6
"""Words of a clause that may say no more than that a task is done."""
LISTED, QUOTED = 40, 3
_TABLE = read_answers("open_tasks.toml")
_ASKED, _TOLD, _SAYS = (_TABLE[name] for name in ("asked", "told", "says"))
_THING, _OPEN = (frozenset(_ASKED[name].split()) for name in ("thing", "open"))


def _compiled(table: dict[str, str], key: str) -> re.Pattern[str]:
    return re.compile(table[key], re.IGNORECASE)


_BESIDE_JOINT, _THAT_LIST, _BY_NAME, _HAVE_DONE, _OF_ELSE = (
    _compiled(_ASKED, name) for name in ("joint", "that_list", "by_name", "have_done", "of_else")
)
_PIECES, _THERE, _UNDONE = (
    _compiled(_TABLE["got"], "between"), _compiled(_TOLD, "there"), _compiled(_TABLE["done"], "open")
)  # fmt: skip
_POINTING = frozenset(_TOLD["pointing"].split())
_GENERIC = content_of(_TOLD["generic"])
_STATES = frozenset(_ASKED["states"].split())


def list_asked(text: str) -> str:
    """The name of the list that is asked for; empty for all that is to be done."""
    of_list = list_in(bare(text))
    return of_list.name if of_list else ""


def list_meant(text: str, said: Sequence[Message]) -> str:
    """The name of the list that "that list" is: the one that was spoken of last, as "the list" is where nothing else
    was since; empty where none is meant so."""
    if not _THAT_LIST.search(text):
        return (says_the_list(text) and list_spoken_of(said)) or ""
    named = (of_list.name for message in reversed(said) if (of_list := list_in(message.text)) and of_list.name)
    return next(named, "")


def name_asked(text: str) -> str:
    """What may be a list's name: "what's on *skip*"; empty where nothing is asked so."""
    found = _BY_NAME.match(bare(text).strip())
    return found["name"] if found else ""


def told_of_list(text: str, said: Sequence[Message], now: Moment | None = None) -> str:
    """What is left of the list that a question is for, or of all; that there is no list of that name. ``now``: for the
    days of quotations, here as below."""
    tasks = tasks_of(said)
    on = list_asked(text) or list_meant(text, said)
    if not on:
        tasks, asked = to_be_got(text, tasks), tasks
        own = [task for task in tasks if not task.on and task.done_by is None]
        if own and tasks == asked and list_in(bare(text)) is None:  # of lists it asks nothing
            return "\n".join([told_of_tasks(own, now=now), *_counted_by_list(tasks)])
    what_for = [task for task in tasks if content_of(on) and content_of(on) <= content_of(task.message.text)]
    return told_of_tasks(tasks, on, now) or told_of_tasks(what_for, now=now) or told_of_no_list(on, said)


def told_of_named(name: str, said: Sequence[Message], now: Moment | None = None) -> str:
    """What is left on the list that is called so; empty where none is."""
    if not any(name.casefold() in message.text.casefold() for message in said):
        return ""
    tasks = tasks_of(said)
    return told_of_tasks(tasks, name, now) if any(task.on == name.casefold() for task in tasks) else ""


def asked_for_tasks(text: str) -> bool:
    """Whether all that it asks for is what is left to do, or stands on a list; what orders that something be done asks
    nothing."""
    asks = asks_for("tasks", text) >= ASKS and not _tells_number(text)
    asks = asks or bool(_THING & {*words(name_asked(text))})  # "what's on my todo"
    return asks and to_the_letter(text) is None and _OF_ELSE.search(bare(text)) is None  # "which *invoices* are open?"


def surely_asks_for_tasks(text: str) -> bool:
    """Whether it asks for them in words that mean nothing else: "anything left" may be asked of the pantry."""
    return asks_for("tasks", text) >= SURELY_ASKS and to_the_letter(text) is None


def asked_beside(text: str) -> str:
    """What asks for them behind something else that is said: "got the eggs, so *what do I still need*"; empty where
    nothing does."""
    behind = (text[joint.end() :] for joint in [*_BESIDE_JOINT.finditer(text)][-MOST_JOINTS:])
    return next((rest for rest in behind if surely_asks_for_tasks(rest) and not _tells_number(rest)), "")


def _tells_number(text: str) -> bool:
    """ "He gave me 50 back so *still 30 to go*" asks for nothing."""
    return any(map(str.isdigit, text)) and not is_question(text)


def asks_only_for_tasks(text: str) -> bool:
    """Whether it says nothing beside."""
    return asked_for_tasks(text) and not asked_beside(text)


def may_tell_tasks(text: str) -> bool:
    """Whether it asks for them, or may say that one is done: only then is it worth to look which there are."""
    return (
        asked_for_tasks(text)
        or asked_of_task(text)
        or bool(crossed_off(text))
        or says_done(text)
        or says_got(text)
        or says_needless(text)
        or says_dropped(text)
        or undoes(text)
        or bool(orders_without_list(text))
    )


def spoken_of(text: str, said: Sequence[Message]) -> list[Message]:
    """Where it may say no more than that something is done ("rang the vet", "keys rotated"): the messages that have a
    word of it. To read all of them for what they told to do takes long, and most such clauses tell something else."""
    clauses = [(clause, about) for clause, about in told_clauses(text) if len(clause.split()) <= SHORT]
    about = {stem for clause, of_it in clauses if any(map(is_past_form, words(clause))) for stem in of_it}
    return [message for message in said if about and not about.isdisjoint(content_of(message.text))]


def asked_of_task(text: str) -> bool:
    """Whether it may ask if one of them is left: "is the test still open", "did i answer joss"."""
    asked = _question_in(text)
    return bool(asked) and bool(_STATES & {*words(asked)} or _HAVE_DONE.search(asked))


def told_of_task(text: str, tasks: Sequence[Task], now: Moment | None = None) -> str:
    """Of the one whose words the question has: that it is left, or what told that it is done; empty where none has."""
    asked = _question_in(text)
    of_list = list_in(asked)
    about = frozenset(
        stem(word)
        for word in words(of_list.rest if of_list else asked)
        if word not in STOP_WORDS | _STATES | _OPEN | _THING
    )
    on = of_list.name if of_list else ""
    tasks = [task for task in tasks if not on or is_same_list(on, task.on)]
    meant = [task for task in tasks if about and len(about & content_of(task.text)) > SAME * len(about)]
    if not _STATES & {*words(asked)}:
        meant = [task for task in meant if stem(task.text.split()[0].casefold()) in about]
    if not meant:
        return ""
    task = max(meant, key=lambda one: (len(about & content_of(one.text)), one.done_by is None, one.message.id))
    said = _SAYS["gone" if task.done_by else "left"].format(task.text)
    return f"{said}\n- {quote_of(task.done_by or task.message, now)}"


def _question_in(text: str) -> str:
    """The last sentence that yes or no answers."""
    return next((one.text for one in reversed(split_sentences(text)) if asks_whether(one.text)), "")


def told_in(text: str) -> Told:
    """What a message says is to be done; a question for it says nothing."""
    return things_told(text, asks=asks_only_for_tasks(text))


def tasks_of(said: Sequence[Message]) -> list[Task]:
    """In the order in which they were told; one that is told again stands where it was told last. What stands on two
    lists is two."""
    tasks: list[Task] = []
    said = without_undone(said)
    for at, message in enumerate(said):
        meant = _with_its_list(message.text, said[max(0, at - CONTEXT) : at], tasks)
        gone = _gone(tasks, meant, said[at - 1].text if at else "")
        back = _still_open(tasks, meant)
        tasks = [replace(task, done_by=message) if task in gone else task for task in tasks]
        tasks = [replace(task, done_by=None) if task in back else task for task in tasks]
        for text, on in told_in(meant).things:
            on = _list_of(on, meant, tasks)
            known = _known(tasks, text, on)
            fuller = next((task.text for task in known if content_of(text) < content_of(task.text)), text)
            on = on or next((task.on for task in known), "")
            day = day_of(text, message.text, message.sent_at) or next((task.day for task in known), "")
            tasks = [*(task for task in tasks if task not in known), Task(fuller, message, on=on, day=day)]
    return tasks


def _with_its_list(text: str, before: Sequence[Message], tasks: Sequence[Task]) -> str:
    """With the list that it leaves out: of what it takes off ("got the bread. add milk"), or that was spoken of; of
    "the list" the one there is."""
    if not may_leave_out(text):
        return text
    off = {task.on for task in _gone(tasks, text, before[-1].text if before else "")}
    meant = with_its_list(text, before, off.pop() if len(off) == 1 else None)
    there = {task.on for task in tasks if task.done_by is None} if meant == text and says_the_list(text) else ()
    return with_its_list(text, before, next(iter(there))) if len(there) == 1 else meant


def _still_open(tasks: Sequence[Task], text: str) -> list[Task]:
    """Those taken for done that a message says are not."""
    done = [task for task in tasks if task.done_by is not None] if _UNDONE.search(text) else []
    said = [(one.text, _UNDONE.search(one.text)) for one in split_sentences(text) if not one.question] if done else []
    pieces = [piece for line, found in said if found for piece in _PIECES.split(line[: found.start()])]
    return [task for piece in pieces for task in _called(piece, done)]


def told_undone(before: Sequence[Message], last: Message) -> str:
    """What that message put on a list goes off it, what it took off is back; empty where it did neither."""
    left = without_undone(before)
    now, was = tasks_of(left), tasks_of([message for message in left if message is not last])
    open_now, open_before = ({(one.text, one.on) for one in tasks if one.done_by is None} for tasks in (now, was))
    off = [one.text for one in now if one.done_by is None and (one.text, one.on) not in open_before]
    back = [one.text for one in was if one.done_by is None and (one.text, one.on) not in open_now]
    return "\n".join(_SAYS[key].format("; ".join(some)) for key, some in (("gone", off), ("back", back)) if some)


def _list_of(name: str, text: str, tasks: Sequence[Task]) -> str:
    """The name of the list that a thing of a text is put on, whatever part of it is said."""
    return list_called(name, (task.on for task in tasks)) or _list_there(text, tasks)


def _list_there(text: str, tasks: Sequence[Task]) -> str:
    """The list that "put it on there" is of: the one that something was put on last; empty where none is meant so."""
    return next((task.on for task in reversed(tasks) if task.on), "") if _THERE.search(text) else ""


def _known(tasks: Sequence[Task], text: str, on: str) -> list[Task]:
    """The same, told before: on that list, or on none."""
    same = [one for one in tasks if is_same(text, one.text)]
    here = [one for one in same if not one.on or is_same_list(on, one.on)]
    return here if here or on else same[-1:]


def _gone(tasks: Sequence[Task], text: str, before: str = "") -> list[Task]:
    """Those left that a text says are done, or orders off their list. ``before``: what was said before it."""
    left = [task for task in tasks if task.done_by is None]
    crossed = [task for one in crossed_off(text) for task in _meant(one, left) or _pointed_at(one, left, text, before)]
    gone = [task for task in left if task in crossed or is_done(task.text, text, listed=bool(task.on))]
    named = None if gone else named_done([task.text for task in left], text)
    return gone if named is None else [left[named]]


def _pointed_at(crossed: Crossed, left: Sequence[Task], *told: str) -> list[Task]:
    """The one that "tick that off" is of, which the line speaks of itself, or what was said before it."""
    if crossed.on or not crossed.what or not {*words(crossed.what)} <= _POINTING:
        return []
    spoken = next(filter(None, ([one for one in left if content_of(one.text) & content_of(said)] for said in told)), [])
    return spoken if len(spoken) == 1 else []


def told_of_tasks(tasks: Sequence[Task], on: str = "", now: Moment | None = None) -> str:
    """A line with those that are left, and one for each list that has a name, then what they stand on. ``on``: the name
    of the list that alone is asked for. Empty where none was ever told, or none of that list."""
    tasks = [task for task in tasks if not on or is_same_list(on, task.on)]
    left = [task for task in tasks if task.done_by is None]
    if not tasks:
        return ""
    more = [_SAYS["more"].format(len(left) - LISTED)] if len(left) > LISTED else []
    left = left[-LISTED:]
    named = _by_list([(task.told, task.on) for task in left], "left")
    none = [_SAYS["none_on"].format(tasks[-1].on) if on else _SAYS["none"]]
    done = [] if left else _done_by(tasks)  # a line that put several on it tells what is off it, too
    quotes = [f"- {quote_of(one, now)}" for one in list(done)[-QUOTED:]]
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


def _counted_by_list(tasks: Sequence[Task]) -> list[str]:
    """A line for each list, with how much is left on it."""
    left = Counter(task.on for task in tasks if task.on and task.done_by is None)
    return [
        _SAYS["left_on"].format(on, _SAYS["things"].format(n) if n > 1 else _SAYS["thing"]) for on, n in left.items()
    ]


def told_of_no_list(on: str, said: Sequence[Message]) -> str:
    """That there is no list of that name; empty where something was said of one."""
    lists = [of_list.name for message in said if (of_list := list_in(message.text))]
    return "" if not on or any(is_same_list(on, name) for name in lists) else _SAYS["no_list"].format(on)


def told_of_none(coming: Sequence[str]) -> str:
    """Where none was ever told: that, and what is coming up."""
    return "\n".join([_SAYS["untold_but" if coming else "untold"], *(f"- {line}" for line in coming)])


def told_of_change(text: str, before: Sequence[Message], at: Moment = "") -> str:
    """What a text puts on the list or takes off it, a line each; empty where it does neither. ``at``: when it is said,
    for the days that it names."""
    tasks = tasks_of(before)
    text = _with_its_list(text, before, tasks)
    told = told_in(text)
    gone = _gone(tasks, text, before[-1].text if before else "")
    things = [(with_day(thing, day_of(thing, text, at), at), _list_of(on, text, tasks)) for thing, on in told.things]
    lines = _by_list(things, "new")
    lines += [_SAYS["gone"].format("; ".join(_told_apart(gone)))] if gone else []
    lines += [_absent(one) for one in crossed_off(text) if one.listed and not _is_gone(one, gone)]
    lines += [_SAYS["back"].format("; ".join(_told_apart(again)))] if (again := _still_open(tasks, text)) else []
    lines += [_SAYS["unput"].format(one) for one in told.unput]
    begun = [name for name in told.begun if not any(is_same_list(name, on) for _, on in told.things)]
    return "\n".join([*lines, *(_SAYS["begun"].format(name or _SAYS["a_list"]) for name in begun)])


def _is_gone(crossed: Crossed, gone: Sequence[Task]) -> bool:
    """Whether what is to be taken off was found; "take *them* off" is of what the message says besides."""
    points = bool(crossed.what) and {*words(crossed.what)} <= _POINTING
    return bool(gone) and points or bool(_meant(crossed, gone))


def _told_apart(gone: Sequence[Task]) -> list[str]:
    """Each as it was said, with its list where more than one had it."""
    texts = [task.text.casefold() for task in gone]
    return [
        _SAYS["gone_of"].format(task.text, task.on) if task.on and texts.count(task.text.casefold()) > 1 else task.text
        for task in gone
    ]


def _absent(crossed: Crossed) -> str:
    told: str = _SAYS["absent" if crossed.what else "none_on" if crossed.on else "none"]
    return told.format(crossed.what or crossed.on)


def _meant(crossed: Crossed, tasks: Sequence[Task]) -> list[Task]:
    """Those whose words have as much of it as makes it the same, on the list that is named; all of that list where
    nothing is said of what."""
    named = [task for task in tasks if not crossed.on or is_same_list(crossed.on, task.on)]
    named = [task for task in named if task.on == crossed.on] or named
    if not crossed.what:
        return [task for task in named if crossed.listed and (crossed.on or not task.on)]
    on_any = named if crossed.on else tasks
    return [task for piece in (crossed.what, *_PIECES.split(crossed.what)) for task in _called(piece, on_any)]


def _called(what: str, tasks: Sequence[Task]) -> list[Task]:
    """Those that most of its words are of: "the bone meal" of "a bag of bone meal"."""
    about = content_of(what) - _GENERIC or content_of(what)
    return [task for task in tasks if about and len(about & content_of(task.text)) > SAME * len(about)]


def _done_by(tasks: Sequence[Task]) -> list[Message]:
    return list({task.done_by.id: task.done_by for task in tasks if task.done_by is not None}.values())
