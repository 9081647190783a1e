"""A sentence that was said, as it is quoted: when, by whom, and what is known to be otherwise since.

In: a sentence, what was recalled, its question. Out: a line. Pure.
"""

import re

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.answering_part import answering_part
from zeph.agent.answers.aspects import of_whom
from zeph.agent.answers.expected_kinds import MEASURED, expected_kind
from zeph.agent.answers.fact_sentences import change_sentence
from zeph.agent.answers.quotable import Quotable, opens_anew, quotables, quotation
from zeph.agent.answers.said_when import YOU, put_right_mark, told_when
from zeph.agent.answers.thing_words import thing_to_you
from zeph.memory.language.ends_told import sounds_over
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.query.vocabulary import Terms
from zeph.records.recalled import Change, Recalled
from zeph.safety.text import one_line

_CHANGED: str = read_answers()["unknown"]["changed"]
_ANSWERING: str = read_answers()["quoting"]["answering"]
QUOTED = re.compile("“(.*)”")
"""What a line quotes."""


def quoted(one: Quotable, recalled: Recalled) -> str:
    """ "Today you said: “I live in Hull.” (changed since: You moved to Leeds, 3 May 2025)"."""
    now, who = recalled.view.now if recalled.view else None, one_line(one.message.speaker) or YOU
    when = told_when(one.message.sent_at, now, who)
    said = f"{when}: “{quotation(one, quotables(one.message), recalled.question)}”{put_right_mark(one.message)}"
    since = [change for m in recalled.messages if m.message.id == one.message.id for change in m.changes]
    told = "; ".join(dict.fromkeys(change_sentence(c) for c in since if is_of_what_is_asked(c, one, recalled.question)))
    return said + _CHANGED.format(TOLD=told) if told else said


def is_of_what_is_asked(change: Change, one: Quotable, question: str) -> bool:
    """Whether what changed is of the sentence, and not of another thing that it tells beside what is asked for."""
    if not one.overlaps(change.span):
        return False
    terms, text = Terms(analyse(question).terms), one.message.text
    start, end = max(change.span[0], one.start), min(change.span[1], one.end)
    beside = f"{text[one.start : start]} {text[end : one.end]}"
    return terms.coverage(f"{change.fact} {text[start:end]}") > 0 or terms.coverage(beside) == 0


def with_part_first(question: str, line: str, speaker: str = "") -> str:
    """A line that quotes the person, or another ``speaker``, with the part of it that answers before all of it: "Today
    you said: ma is in room 14 – “ma is in room 14, …”"; as it is where all of it may be needed."""
    found, whom = QUOTED.search(line), of_whom(question)
    part = answering_part(question, found[1].strip(" …")) if found else ""
    of_another = whom and not Terms((whom,)).coverage(part) and opens_anew(part)
    ends = sounds_over(part) and expected_kind(question) not in MEASURED  # behind it may be who comes instead
    if found is None or not part or of_another or ends:  # "my uncle Bert works in Hull" is no answer of an aunt
        return line
    part = part if speaker else thing_to_you(part)  # their "I" is not "you"
    return _ANSWERING.format(SAID=line[: found.start()], PART=part, WHOLE=found.group(), MORE=line[found.end() :])
