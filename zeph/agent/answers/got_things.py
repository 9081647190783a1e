"""What the person says they have got: "bought the milk", "got bread and eggs from the shop".

In: a thing that stands on a list, a later text. Out: whether the text says that it is got. Pure. Only the person, or
nobody that is named, gets it; it is what stands right behind the verb, and all of it: "milk stains" are no milk.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.told_tasks import content_of
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.morphology import singular
from zeph.memory.language.sentence_split import split_sentences
from zeph.memory.recall.query.vocabulary import stem, words
from zeph.safety.text import one_line

SAME = 0.5
"""Share of a thing's words that tell that it is meant."""
LONGEST = 300
"""Characters of a sentence that says so."""
LATELY = 1000
"""Messages of which what they say is kept."""


_WORD = re.compile(r"[^\W_]+")


def says_got(text: str) -> bool:
    """Whether it says that anything is got."""
    return bool(_got_in(text))


def is_got(thing: str, text: str) -> bool:
    """Whether it says that this is: nothing is named that is not of it, and what it is called by is."""
    told = _got_in(text)
    listed = content_of(thing) if told else frozenset()
    return any(got <= listed and is_called(thing, got) for got in told)


def is_dropped(thing: str, text: str) -> bool:
    """Whether it says to let the thing be, before whatever else: "forget *the secret santa* janet's off sick"."""
    said = _let_be(text)
    head = _head(thing) if said else frozenset()
    left, at = set(head), 0
    for word in _WORD.finditer(said) if head else ():
        if not left or content_of(word.group()) and stem(word.group().casefold()) not in left:
            break
        left -= {stem(word.group().casefold())}
        at = word.end()
    why = _compiled("dropped_why").match(said[at:]) if head and not left else None
    return why is not None and (why["whose"] is None or may_be_given_name(why["whose"]))


def says_dropped(text: str) -> bool:
    """Whether it says to let something be."""
    return bool(_let_be(text))


@lru_cache(maxsize=LATELY)
def _let_be(text: str) -> str:
    """What stands behind words that say to let something be; empty where none do."""
    said = one_line(text)
    found = _compiled("dropped").match(said)
    return said[found.end() :] if found else ""


def is_needless(task: str, text: str) -> bool:
    """Whether it says that there is no need to do this: "…, so dont need to *swap with Ann* now"."""
    meant = content_of(task) if _needless(text) else frozenset()
    return any(said <= meant and len(said) > SAME * len(_head(task)) for said in _needless(text))


def says_needless(text: str) -> bool:
    """Whether it says that there is no need to do something."""
    return bool(_needless(text))


@lru_cache(maxsize=LATELY)
def _needless(text: str) -> list[frozenset[str]]:
    """The words of what it says there is no need to do."""
    found = _compiled("needless").finditer(one_line(text))
    return [told for one in found if (told := content_of(_compiled("behind").sub("", one["what"])))]


@lru_cache(maxsize=LATELY)
def _got_in(text: str) -> list[frozenset[str]]:
    """The words of each thing that it says is got."""
    return [got for got in map(content_of, _things(text)) if got]


def is_called(thing: str, got: frozenset[str]) -> bool:
    """Whether it is most of a thing's words, or the one that says what it is: the "socks" of "socks for dad", the
    "lightbulbs" of "lightbulbs bayonet", for what stands before the thing itself is not in the plural."""
    head, said = _head(thing), words(_compiled("cut", "told").split(thing, maxsplit=1)[0])
    several = said[:1] if said and singular(said[0]) != said[0] else []
    named = [{stem(word)} for word in (*said[-1:], *several)]
    return len(got & head) > SAME * len(head) or bool(head) and any(name <= got for name in named)


def _head(thing: str) -> frozenset[str]:
    return content_of(_compiled("cut", "told").split(thing, maxsplit=1)[0])


def _things(text: str) -> Iterator[str]:
    """What it says is got, each by itself, up to what is none."""
    for sentence in split_sentences(text):
        whole = one_line(sentence.text).strip(" .!")
        said = _compiled("stops").split(whole)[0] if sentence.question else whole  # "got the foam, and could you …?"
        asks = sentence.question and said == whole
        parts = [] if asks or len(said) > LONGEST else [said, *said.split(", ")[1:]]
        wordings = (_compiled("whole"), _compiled("bought"))
        found = next((one for part in parts for of in wordings if (one := of.search(part))), None)
        for thing in _compiled("between").split(_compiled("stops").split(found["things"])[0]) if found else ():
            if not _compiled("had").search(thing):
                yield _compiled("before").sub("", _compiled("behind").sub("", thing))


@cache
def _compiled(key: str, table: str = "got") -> re.Pattern[str]:
    return re.compile(read_answers("open_tasks.toml")[table][key], re.IGNORECASE)
