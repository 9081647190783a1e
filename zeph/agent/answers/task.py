"""One thing to be done, and which of several are to be got.

In: what was told, a question. Out: :class:`Task` values. Pure. The words stand in ``open_tasks.toml``.
"""

import re
from dataclasses import dataclass

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.list_context import SHOPS
from zeph.agent.answers.task_days import with_day
from zeph.agent.answers.told_tasks import content_of
from zeph.memory.language.questions import bare
from zeph.memory.recall.query.vocabulary import words
from zeph.records.message import Message

_TABLE = read_answers("open_tasks.toml")
_BUYS, _BUYS_AT = (re.compile(_TABLE["asked"][name], re.IGNORECASE) for name in ("buys", "buys_at"))
_GETS = frozenset(_TABLE["told"]["gets"].split())


@dataclass(frozen=True, slots=True)
class Task:
    text: str
    """As said: "ring the gas fitter"."""
    message: Message
    done_by: Message | None = None
    """What told that it is done."""
    on: str = ""
    """The name of the list that it was put on: "shopping"; empty for one that has none."""
    day: str = ""
    """The day that it is for, an ISO date; empty where none was told."""

    @property
    def told(self) -> str:
        """With its day."""
        return with_day(self.text, self.day, self.message.sent_at)


def to_be_got(question: str, tasks: list[Task]) -> list[Task]:
    """Of a question for what is to be bought, or got at one shop, what is; of any other all."""
    shop = _BUYS_AT.search(bare(question))
    there = {task.on for task in tasks if shop and content_of(shop["shop"]) <= content_of(task.text)}
    asked = {*words(question)}
    surely, perhaps = (
        [one for one in tasks if one.on in SHOPS or not one.on and not verbs.isdisjoint(words(one.text)[:1])]
        for verbs in (asked & _GETS, _GETS)
    )
    bought = surely or perhaps
    return [task for task in tasks if task.on in there] or _BUYS.search(question) and bought or tasks
