"""What the person still has to do: told in their messages as a list, a plan or an order to remind, not done since.

In: a text; messages of the person in the order of time. Out: whether it asks for that; tasks, each with the message
that told it; the answer's lines. Pure. A task is done where a later sentence has its words with its verb in the past
("rang the gas fitter") or a word for what is done or needed no more ("the cert is done", "I won't need to ring"), or
orders it off the list.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zeph.agent.answers.answer_tables import read_answers
from zeph.memory.ingest.intents.line_kinds import kind_of
from zeph.memory.ingest.intents.order_of import task_order_of
from zeph.memory.language.morphology import forms_of, lemma_of_verb
from zeph.memory.language.questions import asks_whether, bare
from zeph.memory.language.sentence_split import SENTENCE_END, split_sentences
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem, words
from zeph.records.message import Message
from zeph.safety.text import one_line

SAID = 1000
"""Latest messages that are looked at."""
LISTED = 20
QUOTED = 3
SAME = 0.5
"""Share of a task's words that tell that a sentence is about it."""
MOST_WORDS = 12
"""Of a task; what is longer is no item of a list."""
_TABLE = read_answers("open_tasks.toml")
_ASKED, _TOLD, _DONE, _SAYS = (_TABLE[name] for name in ("asked", "told", "done", "says"))
_THING, _OPEN, _BESIDE = (frozenset(_ASKED[name].split()) for name in ("thing", "open", "beside"))


def _compiled(table: dict[str, str], key: str) -> re.Pattern[str]:
    return re.compile(table[key], re.IGNORECASE)


_PHRASES, _CUT_OFF = _compiled(_ASKED, "phrases"), _compiled(_TOLD, "ends")
_LIST, _PLAN, _ENDS, _COMMA, _JOINING, _ANOTHER, _HABIT, _CUT = (
    _compiled(_TOLD, key) for key in ("list", "plan", "ends", "comma", "joining", "another", "habit", "cut")
)
_IS_DONE, _NOT_DONE, _CLAUSE = (_compiled(_DONE, key) for key in ("done", "not_done", "clause"))
_TO_DO, _HAVE_DONE = _compiled(_ASKED, "one_word"), _compiled(_ASKED, "have_done")
_STATES = frozenset(_ASKED["states"].split())


@dataclass(frozen=True, slots=True)
class Task:
    text: str
    """As said: "ring the gas fitter"."""
    message: Message
    done_by: Message | None = None
    """What told that it is done."""


def asked_for_tasks(text: str) -> bool:
    """Whether all that it asks for is what is left to do."""
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
    return asked_for_tasks(text) or asked_of_task(text) or bool(crossed_off(text)) or bool(_IS_DONE.search(text))


def asked_of_task(text: str) -> bool:
    """Whether it may ask if one of them is left: "is the test still open", "did i answer joss"."""
    asked = _question_in(text)
    return bool(asked) and bool(_STATES & {*words(asked)} or _HAVE_DONE.search(asked))


def told_of_task(text: str, tasks: Sequence[Task]) -> str:
    """Of the one whose words the question has: that it is left, or what told that it is done; empty where none has."""
    asked = _question_in(text)
    about = frozenset(stem(word) for word in words(asked) if word not in STOP_WORDS | _STATES | _OPEN | _THING)
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
            if task.done_by is None and (_is_meant(crossed, key) or _is_done(task.text, message.text)):
                tasks[key] = Task(task.text, task.message, message)
        for text in tasks_told(message.text):
            key = _content(text)
            known = [other for other in tasks if key and (key <= other or other < key)]
            fuller = next((tasks[other].text for other in known if key < other), text)
            tasks = {other: task for other, task in tasks.items() if other not in known}
            tasks[_content(fuller)] = Task(fuller, message)
    return list(tasks.values())


def told_of_tasks(tasks: Sequence[Task]) -> str:
    """A line with those that are left, then what they stand on; empty where none was ever told."""
    left = [task for task in tasks if task.done_by is None][-LISTED:]
    if not tasks:
        return ""
    named = _SAYS["left"].format("; ".join(task.text for task in left))
    sources = {task.message.id: task.message for task in left}.values() if left else _done_by(tasks)
    quotes = [_quoted(one) for one in list(sources)[-QUOTED:]]
    return "\n".join([named if left else _SAYS["none"], *quotes])


def told_of_none(coming: Sequence[str]) -> str:
    """Where none was ever told: that, and what is coming up."""
    return "\n".join([_SAYS["untold_but" if coming else "untold"], *(f"- {line}" for line in coming)])


def told_of_change(text: str, before: Sequence[Message]) -> str:
    """What a text puts on the list or takes off it, a line each; empty where it does neither."""
    crossed = crossed_off(text)
    gone = [
        t.text
        for t in tasks_of(before)
        if t.done_by is None and (_is_meant(crossed, _content(t.text)) or _is_done(t.text, text))
    ]
    told = (("new", tasks_told(text)), ("gone", gone))
    return "\n".join(_SAYS[name].format("; ".join(texts)) for name, texts in told if texts)


def crossed_off(text: str) -> str:
    """What the message says is done, or is to be taken off the list, where that is all that it says."""
    order = task_order_of(text)
    return order.what if order is not None and order.kind == "done" else ""


def _is_meant(said: str, task: frozenset[str]) -> bool:
    """Whether as much of what was said as makes it the same is in a task's words."""
    about = _content(said)
    return bool(about) and len(about & task) > SAME * len(about)


def _done_by(tasks: Sequence[Task]) -> list[Message]:
    return list({task.done_by.id: task.done_by for task in tasks if task.done_by is not None}.values())


def tasks_told(text: str) -> list[str]:
    """What a message says is to be done: what it orders to be reminded of, its items of lists, what it plans."""
    order, listed = None if asked_for_tasks(text) else task_order_of(text), list(_listed(text))
    if order is None:
        return listed
    ordered = list(_items(_CUT_OFF.split(order.what)[0], least=1)) if order.kind == "task" else []
    if not (order.roughly and listed):
        return ordered
    meant = _content(order.what)  # of "…, pop that on my list" the list has the order too
    return [one for one in listed if not (meant.isdisjoint(_content(one)) and kind_of(one)[0] == order.kind)]


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
        yield from _items(text[start : end.start() if end else until])


def _items(listed: str, *, least: int = 2) -> Iterator[str]:
    """``least``: how many words make one."""
    for number, part in enumerate(_COMMA.split(listed)):
        if number and _ANOTHER.search(part):
            return
        for item in _joined(part):
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


def _is_done(task: str, later: str) -> bool:
    first, *rest = task.split()
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
