"""Words as they are typed by those who write as they speak: "dinnae" is "dont", "ma flatmate" is "my flatmate".

In: a word, a question. Out: the same as it is commonly written. Pure; the words stand in ``words.toml``.
"""

import re
from collections.abc import Sequence
from itertools import dropwhile

from zeph.memory.language.asking_features import ASKING, WORDS, class_of, closed_up
from zeph.memory.language.morphology import verb_form
from zeph.memory.language.word_tables import read_words, word_set

_TABLE = read_words("dialect")
COMMON: dict[str, str] = _TABLE["common"]
"""In small letters, apostrophes left out."""
_MAY_OWN: re.Pattern[str] = re.compile(_TABLE["may_own"], re.IGNORECASE)
_OWNER: str = _TABLE["owner"]
_OWNED, _DOES = word_set(_TABLE["owned"]), word_set(_TABLE["does"])
_IS, _WHICH = word_set(_TABLE["is"]), word_set(_TABLE["which"])
_NOUNS = frozenset(("x", "M", "VB"))
"""What may be a noun: no known class, one by its ending alone, a verb in its bare form."""
_BESIDE = frozenset(("VBG",))
"""What may stand before one."""
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def with_owner(question: str) -> str:
    """ "whats *ma* hourly" asks for "my hourly"; somebody's ma stays: "is ma poorly", "when does ma visit"."""
    return str(_MAY_OWN.sub(lambda found: _OWNER if _owns(found) else found.group(), question))


def _owns(found: re.Match[str]) -> bool:
    before = ["", "", *map(closed_up, _WORD.findall(found.string[: found.start()]))][-2:]
    said = [*dropwhile(_WHICH.__contains__, map(closed_up, _WORD.findall(found.string[found.end() :])))]
    what, after = "".join(said[:1]), [word for word in said[1:] if word not in WORDS["trailing"]]
    if before[-1] in _OWNED or not (what and _may_be_thing(what, after) or what in WORDS["people"]):
        return False
    if before[-1] in _DOES:  # "does ma *shift* start", "does ma *visit*"
        return not verb_form(what) or any(map(verb_form, after))
    whether = before[-1] in _IS and before[0] not in ASKING
    return not whether or any(class_of(word) != "P" for word in after)


def _may_be_thing(what: str, after: Sequence[str]) -> bool:
    """Also "driving" of "ma driving test"."""
    kind = class_of(what)
    return kind in _NOUNS or kind in _BESIDE and bool(after) and class_of(after[0]) in _NOUNS
