"""What a thing of a day is called: the words that say what it is, and the thing as it is said to the person.

In: words of a message. Out: stems, or the words to "you". Pure. The words stand in ``agenda.toml``.
"""

import re

from zeph.agent.answers.answer_tables import read_answers
from zeph.memory.language.sentence_split import SMILEY
from zeph.memory.recall.query.time_intent import HAPPENING
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem, words

_TABLE = read_answers("agenda.toml")
_CODED, _MINE = (re.compile(_TABLE["days"][name], re.IGNORECASE) for name in ("coded", "mine"))
_SAYS_NOTHING = frozenset(_TABLE["days"]["says_nothing"].split())
_BEGINS = re.compile(_TABLE["later"]["begins"], re.IGNORECASE)
WEEKDAY_NAMES: list[str] = _TABLE["routine"]["weekdays"]
WEEKDAY = re.compile(
    rf"\b(?P<day>{'|'.join(WEEKDAY_NAMES)})(?:(?:s|nes|rs|ur)?day|s|rs|r)?(?:['’]?s)?\b", re.IGNORECASE
)
_PERSON: dict[str, str] = _TABLE["person"]
_OWN = re.compile(rf"\b(?:{'|'.join(sorted(_PERSON, key=len, reverse=True))})\b(?!['’]\w)", re.IGNORECASE)


def about_of(said: str) -> frozenset[str]:
    """Stems of the words that say what it is, not when."""
    return frozenset(
        stem(word) for word in words(said)
        if word not in STOP_WORDS | HAPPENING | _SAYS_NOTHING and word.isalpha() and not WEEKDAY.fullmatch(word)
    ) | {one.group().casefold() for one in _CODED.finditer(said)}  # fmt: skip


def thing_to_you(said: str) -> str:
    said = _BEGINS.sub("", SMILEY.sub("", said).strip(" ,:;-–"))
    said = _MINE.sub(_PERSON["my"], said)
    return _OWN.sub(lambda found: _PERSON[found.group().lower().replace("’", "'")], said)
