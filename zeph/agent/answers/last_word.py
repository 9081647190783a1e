"""What was said last of the thing that a question names, where the answer was said before: it may be over since.

In: a question, the message that answers it, the sentences found. Out: the last sentence on the same thing.
"""

from collections.abc import Sequence

from zeph.agent.answers.quotable import Quotable
from zeph.memory.language.ends_told import sounds_over
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.query.time_intent import DAYS
from zeph.memory.recall.query.vocabulary import stem, words
from zeph.memory.recall.render.last_said import names_in


def last_said_of(question: str, lead: int, said: Sequence[Quotable]) -> Quotable | None:
    """The latest sentence, of a message after ``lead``, with the rarest thing that the question and ``lead`` both name;
    None where nothing later names it."""
    asked = {stem(term) for term in analyse(question).terms if term not in DAYS and not term.isdigit()}
    by_message: dict[int, set[str]] = {}
    for one in said:
        by_message.setdefault(one.message.id, set()).update(map(stem, words(one.text)))
    at = next((one.message.sent_at for one in said if one.message.id == lead), "")
    later = [one for one in said if (one.message.sent_at, one.message.id) > (at, lead)]
    there = {word for one in later for word in by_message[one.message.id]}
    things = asked & there & by_message.get(lead, set())
    if not things:
        return _of_names_beside(lead, said, later)
    rarest = min(things, key=lambda word: (sum(word in has for has in by_message.values()), word))
    naming = [one for one in later if rarest in map(stem, words(one.text))]
    return max(naming, key=lambda one: (one.message.sent_at, one.message.id, sounds_over(one.text)))


def _of_names_beside(lead: int, said: Sequence[Quotable], later: Sequence[Quotable]) -> Quotable | None:
    """The last sentence with a name that ``lead`` tells of, where it sounds like an end."""
    for name in (name for one in said if one.message.id == lead for name in names_in(one.text)):
        naming = [one for one in later if name in words(one.text)]
        last = max(naming, key=lambda one: (one.message.sent_at, one.message.id), default=None)
        if last is not None and sounds_over(last.text):
            return last
    return None
