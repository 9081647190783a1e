"""Whether a sentence asks, though nobody typed its mark: "have i got any pets", "so when is mums op".

In: one sentence. Out: yes or no, by its word order: English asks with a question word or a helper *before* its subject.
A clause that only begins alike tells something: "when i was 12 i fell", "have to go", "did the washing", "what a day".
"""

import re
from collections.abc import Sequence
from itertools import islice

from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.morphology import forms_of, is_plural, verb_form
from zeph.memory.language.word_tables import read_data, word_set

_WORDS = {name: word_set(text) for name, text in read_data("questions.toml").items()}
_TOKEN = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*|[,:;!–—(]")
_LEAD_TOKEN = re.compile(rf"{_TOKEN.pattern}|\.(?=\s)")
"""The full stop too: "morning. add eggs to the list"."""
_CLOSED_UP = re.compile(r"(?:['’](s)|(?<=n)['’](t))$")
"""The apostrophe that is often left out: not that of "we're", which would be "were"."""
_PAUSES = frozenset(",:;!!–—(")
_HELPERS = _WORDS["being"] | _WORDS["doing"] | _WORDS["having"] | _WORDS["modal"]
_LONGEST_NAME = 5
"""Words of a subject, at most."""
_LONGEST_LEAD = 12
"""Words that are looked at for what any sentence may begin with."""
ASKING_CHARS = 4_000
"""At the beginning and at the end of a text."""


def asking_part(text: str) -> str:
    """Of a long paste its beginning and its end, where what is asked of it stands; any other text whole."""
    return text if len(text) <= 2 * ASKING_CHARS else f"{text[:ASKING_CHARS]}\n{text[-ASKING_CHARS:]}"


def is_question(sentence: str) -> bool:
    """Whether it asks: by its mark, or by the order of its words."""
    return sentence.rstrip(" \"')]").endswith("?") or asks_by_order(sentence)


def asks_by_order(sentence: str) -> bool:
    """The same where there is no mark."""
    return bool(_asked_in(sentence))


def asks_whether(sentence: str) -> bool:
    """Whether yes or no answers it: "is the test still open"."""
    words = _words_of(sentence)
    return words[:1] != [] and words[0] in _HELPERS and is_question(sentence)


def asks_alone(sentence: str) -> bool:
    """Whether a sentence without its mark asks, and tells nothing behind a comma."""
    asked = _asked_in(sentence)
    return bool(asked) and "," not in asked


def without_greeting(sentence: str) -> str:
    """It from its first word that says something: "morning! whats my name" asks for a name."""
    words = [*islice(_LEAD_TOKEN.finditer(sentence), _LONGEST_LEAD)]
    left = len(_after_openers([_closed_up(word.group()) for word in words]))
    return sentence[words[-left].start() :] if left else sentence


def bare(sentence: str) -> str:
    """The same without what may follow: "ok whats on my list then?" is "whats on my list?"; all of it where nothing
    else is said."""
    said = without_greeting(sentence)
    words = [*_TOKEN.finditer(said)]
    typed = ["", *(word.group().lower() for word in words)]
    while typed[-1] in _WORDS["trailing"] | _PAUSES and typed[-2] not in _WORDS["leaned_on"]:
        typed.pop()
    end = words[len(typed) - 2].end() if len(typed) > 1 else len(said)
    return said[:end] + "?" * said[end:].rstrip().endswith("?")


def _asked_in(sentence: str) -> Sequence[str]:
    """The words that ask, without what goes before them: "henk, *where is he*"; none where nothing is asked."""
    words = _words_of(sentence)
    if _asks(words) or _asks_at_last(words):
        return words
    named = next((i for i, word in enumerate(words) if word in _PAUSES), len(words))
    return words[named + 1 :] if _asks_of_named(words[:named], words[named + 1 :]) else ()


def _words_of(sentence: str) -> list[str]:
    """In small letters, pauses among them, without what any sentence may begin with."""
    return _after_openers([_closed_up(word) for word in _TOKEN.findall(sentence.rstrip(" !"))])


def _closed_up(word: str) -> str:
    return _CLOSED_UP.sub(r"\1\2", word.lower())


def _after_openers(words: Sequence[str]) -> list[str]:
    """Without what begins any sentence, and without a greeting where a pause or a question follows."""
    pauses = _PAUSES | {"."}
    passed = _WORDS["openers"] | pauses
    at = next((i for i, word in enumerate(words) if word not in passed), len(words))
    end = next((i for i, word in enumerate(words) if word not in passed | _WORDS["greetings"]), len(words))
    last = max((i for i, word in enumerate(words[:end]) if word not in passed), default=at)
    first, second = (*words[end : end + 2], "", "")[:2]
    asked = first in _WORDS["asking"] | _WORDS["asking_is"] | _WORDS["telling"]
    asked = asked or (first in _HELPERS and second in _WORDS["subjects"])
    return [*words[end if asked or not pauses.isdisjoint(words[last:end]) else at :]]


def _asks(words: Sequence[str]) -> bool:
    """Whether it asks from its first word on."""
    if len(words) < 2 or words[1] in _PAUSES:
        return False
    first, second = words[:2]
    if first in _WORDS["leading"] and second in _WORDS["asking"]:
        return _asks_behind_preposition(words[1:])
    if first in _WORDS["anyone"]:
        return second not in _HELPERS and any(_goes_on(helper, [second]) for helper in _WORDS["anyone_does"])
    if first in _WORDS["telling"] and second == "me":
        return _asks_to_tell(words[2:])
    if first == "any" and second in _WORDS["hints"]:
        return words[2:3] == [] or words[2] in _WORDS["asking"] | _WORDS["topic"]
    if first in _WORDS["asking_is"]:
        return True
    if first in _WORDS["asking"]:
        return _asks_with_word(words)
    return first in _HELPERS and _is_turned(words)


def _asks_behind_preposition(words: Sequence[str]) -> bool:
    """ "Till *when is* …", "at *what time does* …"; not "since when i left", "until what seemed", "in which case"."""
    if words[1:2] == [] or words[1] in _HELPERS:
        return words[1:2] != []
    return words[0] in _WORDS["of_a_kind"] and not _is_finite(words[1]) and _has_helper(words[1:])


def _asks_to_tell(words: Sequence[str]) -> bool:
    """ "Remind me *who owns it*", "… *when the dentist is*"; "… when i get home" is the time for it."""
    if len(words) < 2 or words[0] not in _WORDS["asking"]:
        return False
    return (
        words[0] != "when"
        or words[1] not in _WORDS["subjects"] | _WORDS["either"] | _WORDS["own"]
        and "to" not in words
    )


def _asks_of_named(named: Sequence[str], asked: Sequence[str]) -> bool:
    """ "Henk, where is he now": what it is about goes before, and the question has a pronoun for it."""
    if not 0 < len(named) < _LONGEST_NAME or any(word in _HELPERS or _is_finite(word) for word in named):
        return False
    turned = asked[:1] != [] and (
        asked[0] in _WORDS["asking_is"] or asked[0] in _WORDS["asking"] and {*asked[1:2]} <= _HELPERS
    )
    return turned and any(word in _WORDS["subjects"] | _WORDS["either"] for word in asked[1:3]) and _asks(asked)


def _asks_at_last(words: Sequence[str]) -> bool:
    """ "The dentist is when again"."""
    end = next((i for i in range(len(words), 0, -1) if words[i - 1] not in _WORDS["trailing"]), 0)
    helper = words[end - 2] if end > 2 else ""
    return (
        helper in _WORDS["being"] and words[end - 1] in _WORDS["last_asking"] and words[end - 3] not in _WORDS["either"]
    )


def _asks_with_word(words: Sequence[str]) -> bool:
    """ "When is …", "how old is …", "which bank am …", "who fixed …", "where in Truro is …"; not "when i …",
    "what a …", "which is why"."""
    first, second = words[0], words[1]
    if first == "how":
        return _asks_how(second, words[2:])
    if second in _HELPERS:
        return first != "which" and (first != "who" or not _is_rhetorical(words))
    if first == "what" and second == "about":
        return len(words) > 2
    if first in _WORDS["asking_subject"] and _is_finite(second):
        return not _is_rhetorical(words)
    if second in _WORDS["among"]:
        return _asks_among(first, words[2:])
    if first in _WORDS["asking_how"] and second in _WORDS["leading"]:
        return _has_helper(words[2:])  # "where in Truro is …"
    if first in _WORDS["asking_how"] or second in _WORDS["subjects"] | _WORDS["determiners"] | _WORDS["either"]:
        return False
    if second in _WORDS["articles"] | _WORDS["small"] or first == "which" and _is_finite(second):
        return False
    return _has_helper(words[2:]) or first in _WORDS["asking_which"] and any(_is_finite(word) for word in words[2:])


def _asks_among(first: str, rest: Sequence[str]) -> bool:
    """ "Which of *my brothers is* …"; not "which of course …"."""
    several = first in _WORDS["asking_one"] and not {*rest[:1]}.isdisjoint(_WORDS["several"])
    return several and any(word in _HELPERS or _is_finite(word) for word in rest[1:])


def _asks_how(second: str, rest: Sequence[str]) -> bool:
    if second in _HELPERS:
        return True
    return second in _WORDS["measured"] and (not rest or _has_helper(rest) or second == "come")


def _is_rhetorical(words: Sequence[str]) -> bool:
    """ "Who knows", "who cares if it rains"."""
    behind = words[2:3]
    return words[1] in _WORDS["rhetorical"] and (not behind or behind[0] in _WORDS["clause"] or behind[0] in _PAUSES)


def _has_helper(words: Sequence[str]) -> bool:
    """A helper, with which the question goes on: before anybody, and before anything that was done."""
    ends = _WORDS["subjects"] | _WORDS["either"]
    upto = next((i for i, word in enumerate(words) if word in ends or _is_past(word)), len(words))
    return any(word in _HELPERS for word in words[: min(upto, _LONGEST_NAME + 1)])


def _is_finite(word: str) -> bool:
    found = verb_form(word)
    return found is not None and found[1] in ("VBD", "VBZ")


def _is_past(word: str) -> bool:
    return word not in _HELPERS and (verb_form(word) or ("", ""))[1] == "VBD"


def _is_turned(words: Sequence[str]) -> bool:
    """Whether a helper stands before its subject."""
    helper, second, rest = words[0], words[1], words[2:]
    if second in _WORDS["subjects"]:
        return not _asks_to_keep(words)
    if second in _WORDS["things"]:
        return helper in _WORDS["being"] and bool(rest) and rest[0] not in _WORDS["subjects"] | {"but"}
    if second in _WORDS["either"]:
        if "or" in rest and set(rest[: rest.index("or")]) <= _WORDS["only_me"]:
            return False
        return helper in _WORDS["being"] | _WORDS["modal"] or _goes_on(helper, rest[:1])
    if second in _WORDS["determiners"] or _is_named(second):
        own = second in _WORDS["determiners"]
        return bool(rest) and not _WORDS["rated"] & {*rest[:2]} and _subject_ends(helper, rest, own=own)
    return second.isalpha() and second not in _WORDS["small"] | _WORDS["articles"] and _of_a_thing(helper, second, rest)


def _of_a_thing(helper: str, thing: str, rest: Sequence[str]) -> bool:
    """ "Has *josh* got …", "does *checkout* run …", "is *billing* still …", "can *parceld* do …"."""
    named = (
        (verb_form(thing) or ("", "VBG"))[1] == "VBG" and not thing.endswith("ly") and thing not in _WORDS["adverbs"]
    )
    if helper in _WORDS["doing"] or helper in _WORDS["having_one"]:
        return named and _goes_on(helper, rest[:1])
    if helper in _WORDS["modal"]:
        return named and not thing.endswith("ing") and _goes_on("do", rest[:1])
    return helper in _WORDS["being"] and (_is_still([thing, *rest]) or _are_done(helper, [thing, *rest]))


def _are_done(helper: str, words: Sequence[str]) -> bool:
    """ "Are *vault tokens rotated*"."""
    return helper in _WORDS["being_many"] and any(
        is_plural(word) and word not in _WORDS["small"] and _goes_on(helper, words[at + 1 : at + 2])
        for at, word in enumerate(words[:2])
    )


def _is_still(words: Sequence[str]) -> bool:
    """ "Is *dockline test still open*", "are *vault tokens already* …": a thing, and how it is by now."""
    at = next((i for i, word in enumerate(words) if word in _WORDS["by_now"]), 0)
    own = words[:at]
    stands_in_none = _WORDS["small"] | _WORDS["articles"] | _PAUSES
    return 0 < at < len(words) - 1 and at < _LONGEST_NAME and stands_in_none.isdisjoint(own)


def _asks_to_keep(words: Sequence[str]) -> bool:
    """ "Can you remember that …": what follows is told; "can you remember what …" asks."""
    if words[0] not in _WORDS["modal"] or words[1] != "you":
        return False
    rest = [word for word in words[2:] if word not in _WORDS["politely"]]
    return bool(rest) and rest[0] in _WORDS["keeping"] and _tells(rest[1:])


def _tells(words: Sequence[str]) -> bool:
    """Whether they hold a statement: "that …", "my shoe size is 9"; but "my shoe size", "what it is"."""
    return words[:1] == ["that"] or not _WORDS["asking"] & {*words[:1]} and any(
        word in _HELPERS or _is_finite(word) for word in words[1:]
    )  # fmt: skip


def _goes_on(helper: str, behind: Sequence[str]) -> bool:
    """Whether the form follows that a helper wants behind its subject: "did … *work*", "has … *got*"."""
    if not behind or (found := verb_form(behind[0])) is None:
        return False
    verb = found[0]
    if helper in _WORDS["having"]:
        return helper[:3] != "had" and behind[0] in (forms_of(verb).participle, "got")
    if helper in _WORDS["being"]:
        return found[1] in ("VBG", "VBN") or behind[0] == forms_of(verb).participle
    return behind[0] == verb


def _subject_ends(helper: str, words: Sequence[str], *, own: bool) -> bool:
    """Whether behind a subject of a few words that goes on which its helper waits for: "does *dad* still have …"."""
    for at in range(int(own), min(len(words), _LONGEST_NAME)):
        if words[at] in _WORDS["small"] and helper not in _WORDS["being"]:
            if words[at] not in _WORDS["before_verb"]:
                return False
            continue
        if _goes_on(helper, words[at : at + 1]) and (helper != "do" or not own or is_plural(words[at - 1])):
            return True
        if helper in _WORDS["being"] and at and words[at] in _WORDS["small"]:
            return words[at] != "of" or len(words) > at + 2
    ends = helper in _WORDS["being"] and (len(words) >= 2 if own else words[:1] != [])
    return ends and not _PAUSES & {*words[:2]}


def _is_named(word: str) -> bool:
    """Somebody by name, or by what they are called without one: "mum"."""
    return word in _WORDS["people"] or is_given_name(word)


def is_given_name(word: str) -> bool:
    """Whether a word in small letters is a given name, and no other word."""
    return Gazetteer.load().kind(word) == "given_name" and word not in _WORDS["ambiguous"]
