"""What a later sentence says is done: by a task's own verb in the past, or by a word for what is done.

In: the texts of tasks, a text that was said later. Out: whether it says that one is done. Pure.
"""

import re
from collections.abc import Sequence, Set
from functools import lru_cache

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.got_things import is_called, is_dropped, is_got, is_needless
from zeph.agent.answers.told_tasks import content_of
from zeph.memory.language.morphology import forms_of, lemma_of_verb, verb_form
from zeph.memory.language.names import DATE_WORDS, STOP_WORDS
from zeph.memory.language.questions import asks_likely
from zeph.memory.language.sentence_split import SENTENCE_END, split_sentences
from zeph.memory.recall.query.vocabulary import stem, words
from zeph.safety.text import one_line

KEPT = 1000
"""Texts that stay known."""
SAME = 0.5
"""Share of a task's words that tell that a sentence is about it."""
MAY_ASK = 0.5
"""How likely a sentence asks that tells nothing of what is done."""
FEW = 3
"""Words before one that says that they are done, which may name a task by a part of it."""
_TOLD, _DONE = read_answers("open_tasks.toml")["told"], read_answers("open_tasks.toml")["done"]
_CUT = re.compile(_TOLD["cut"], re.IGNORECASE)
_ENDS_IT = frozenset(_DONE["ends_it"].split())
_IS_DONE, _NOT_DONE, _CLAUSE, _NAMED_DONE, _SEVERAL, _TOO, _OFF, _NO_MORE = (
    re.compile(_DONE[key], re.IGNORECASE)
    for key in ("done", "not_done", "clause", "named_done", "several", "too", "off", "is_no_more")
)


_WHEN = frozenset(stem(word) for word in DATE_WORDS | STOP_WORDS)
"""Stems of what says when, or nothing."""


def says_done(text: str) -> bool:
    """Whether it has a word for what is done, or is no more."""
    return bool(_IS_DONE.search(text) or _NO_MORE.search(text))


def is_done(task: str, later: str, *, listed: bool) -> bool:
    """``listed``: whether the task stands on a list that has a name."""
    if _is_let_go(task, later, listed=listed):
        return True
    verb, forms, about, head = _shape_of(task, listed=listed)
    for sentence, said in told_clauses(later):
        part = not about.isdisjoint(said) and not _SEVERAL.search(task) and _is_all_of(said, about, forms)
        if not about or len(about & said) < SAME * len(about) and not part:
            continue
        own = any(word in forms or lemma_of_verb(word) == verb and word != verb for word in words(sentence))
        too = said <= about and _is_beside(sentence, later)
        named = len(head & said) >= SAME * len(head) and _is_over(verb, sentence) or _is_no_more(verb, about, sentence)
        if (own or too or named) and not _NOT_DONE.search(_IS_DONE.sub("", sentence)):
            return True
    return False


def is_same(text: str, other: str) -> bool:
    """Whether two tasks are one, told with more or fewer words: "cert", "renew the cert"; but "rings" is not what "ring
    the florist" does, nor a "chicken" what "chicken pellets" are."""
    one, two = content_of(text), content_of(other)
    shared = one & two
    if not shared or shared not in (one, two):
        return False
    if _is_thing(text) and _is_thing(other) and not is_called(text if shared == two else other, shared):
        return False
    does = _does(text) | _does(other)
    return not shared <= {stem(word) for word in does} or any(
        word in words(text) and word in words(other) for word in does
    )


def _does(task: str) -> frozenset[str]:
    """The verb that it begins with."""
    return frozenset(() if _is_thing(task) else words(task)[:1])


def _is_let_go(task: str, later: str, *, listed: bool) -> bool:
    """Whether a thing is got or not wanted, or there is no need to do it."""
    of_thing = listed or _is_thing(task)
    dropped = is_dropped(
        task if of_thing else task.partition(" ")[2], later
    )  # "forget *the raffle prize*, Roy brings it"
    return dropped or is_needless(task, later) or of_thing and is_got(task, later)


def _is_beside(sentence: str, later: str) -> bool:
    """Whether it says no more than that a thing is done too: "driver bumped, done. *runbook too*"."""
    return bool(_TOO.search(sentence)) and says_done(later)


def _is_over(verb: str, sentence: str) -> bool:
    """Whether it says that it is done, or what is to be done off: "the *call* to Ana is off", but "Ana is off sick"."""
    return bool(_IS_DONE.search(sentence)) or verb in words(sentence) and bool(_OFF.search(sentence))


def _is_no_more(verb: str, head: Set[str], sentence: str) -> bool:
    """Whether it says of what is to be made an end of that it is no more: "the old server *is gone*"."""
    gone = _NO_MORE.search(sentence) if verb in _ENDS_IT else None
    return gone is not None and len(head & content_of(sentence[: gone.start()])) >= SAME * len(head)


def _is_all_of(said: Set[str], about: Set[str], forms: Set[str]) -> bool:
    """Whether a sentence speaks of nothing but what the task is about: "paid *Beneco* already"."""
    things = {word for word in said if word not in _WHEN} - {stem(form) for form in forms}
    return bool(things) and things <= about


def _is_thing(task: str) -> bool:
    """Whether it is something to be got: it begins with no verb."""
    form = verb_form(next(iter(words(task)), ""))
    return form is None or form[1] != "VB"


@lru_cache(maxsize=KEPT)
def _shape_of(text: str, *, listed: bool) -> tuple[str, frozenset[str], frozenset[str], frozenset[str]]:
    """(its verb, the forms that tell it as done, the words that say of what, those of them that name it)."""
    first, *rest = text.split()
    verb = first.casefold()
    object_ = _CUT.split(" ".join(rest), maxsplit=1)[0]
    about = content_of(object_) or content_of(" ".join(rest))
    forms = {forms_of(verb).past, forms_of(verb).participle} if verb.isalpha() else set()
    return verb, frozenset(forms), about, content_of(_CUT.split(text, maxsplit=1)[0]) if listed else about


@lru_cache(maxsize=KEPT)
def told_clauses(text: str) -> list[tuple[str, frozenset[str]]]:
    """Each clause of it but those of questions, with the words that say something."""
    asked = [one_line(one.text) for one in split_sentences(text) if one.question or _may_ask(one.text)]
    clauses = [clause for whole in SENTENCE_END.split(text) for clause in _CLAUSE.split(one_line(whole))]
    return [(one, content_of(one)) for one in clauses if not any(one.strip() in question for question in asked)]


def named_done(left: Sequence[str], text: str) -> int | None:
    """Which of them has all of the few words that are said to be done: "pipettes done"; None unless one alone has."""
    for sentence, _ in told_clauses(text):
        done = _NAMED_DONE.search(sentence)
        said = sentence[: done.start()] if done else ""
        ends = done is not None and not content_of(sentence[done.end() :].partition(",")[0])
        if ends and content_of(said) and len(said.split()) <= FEW and not _NOT_DONE.search(said):
            meant = [at for at, task in enumerate(left) if content_of(said) <= content_of(task)]
            return meant[0] if len(meant) == 1 else None
    return None


def _may_ask(text: str) -> bool:
    """ "Did the cert ever get done", but not "did the shopping": behind what begins it stands one more verb."""
    forms = (verb_form(word) for word in words(text)[2:])
    return asks_likely(text) >= MAY_ASK and any(form is not None and form[1] in ("VB", "VBN") for form in forms)
