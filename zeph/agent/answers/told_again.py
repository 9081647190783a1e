"""Whether a line that was not read and does not sound like a question asks all the same, as people type into a search
box: "oven breaker", "lee asks where is the tap". It names what was told before and tells nothing of it that is new.

In: the line, what was found for it, best first. Out: the probability, 0 to 1, that it asks for that. A logistic
regression whose weights (``told_again.toml``) are learned by ``python -m benchmarks.told_again --write``: from lines of
people's months, each seen beside what they had told by then.
"""

import math
from collections.abc import Sequence

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.expected_kinds import ANY, expected_kind
from zeph.agent.answers.findings import Finding
from zeph.memory.ingest.intents.line_kinds import chance_of
from zeph.memory.language.asking_features import ASKING, WORDS, class_of, closed_up, words_of
from zeph.memory.language.questions import asks_likely, has_verb
from zeph.memory.recall.query.vocabulary import STOP_WORDS, Terms, words

WEIGHTS = "told_again.toml"
FEATURES = (
    "worded", "a_question", "told", "new_number", "new_last", "verb", "ends_told", "ends_small", "of_a_kind", "like",
)  # fmt: skip
"""How likely it asks by its words (log odds), and by what lines are for (log odds); the share of its words that were
told; whether a number, and whether its last word, was not; whether a verb stands behind its first, whether it ends with
what was done, or with a small word; whether it asks for a thing of a kind; the likeness of the best finding."""
_TOLD, _SMALL = ("VBD", "VBN"), ("P", "S", "M", "D")
ALL = 0.99
"""Share of the words of a line from which a finding has all of them."""
BEGINS = 3
"""Words by which a line begins: who did something, "have", what they did."""
_SPREAD = 5.0
"""Log odds beyond which more says nothing."""
_STEEPEST = 30.0


def asks_all(found: Sequence[Finding]) -> bool:
    """Whether some finding has all of the line's words."""
    return any(one.covers >= ALL for one in found)


def features(line: str, found: Sequence[Finding]) -> dict[str, float]:
    """Of a line for which something was found."""
    typed = words(line)
    content = [word for word in typed if word not in STOP_WORDS]
    heard = Terms(content).heard("\n".join(one.around for one in found)) or [0.0] * len(content)
    new = [word for word, share in zip(content, heard, strict=True) if not share]
    last = class_of(typed[-1]) if typed else ""
    return {
        "worded": odds(asks_likely(line)),
        "a_question": odds(chance_of(line, "question")),
        "told": sum(map(bool, heard)) / max(1, len(heard)),
        "new_number": float(any(word[0].isdigit() for word in new)),
        "new_last": float(content[-1:] == typed[-1:] and bool(new) and not heard[-1]),
        "verb": float(has_verb(line)),
        "ends_told": float(last in _TOLD),
        "ends_small": float(last in _SMALL),
        "of_a_kind": float(expected_kind(line) != ANY),
        "like": found[0].like or 0.0,
    }


def _begins_told(line: str) -> bool:
    """Who did something, and what, and no word that asks: "ive paid jacks trip money", "we booked it"."""
    first, *rest = typed = words_of(line) or [""]
    who = closed_up(first).removesuffix("ve") in WORDS["subjects"]
    return who and ASKING.isdisjoint(typed) and any(class_of(word) in _TOLD for word in rest[: BEGINS - 1])


def chance_that_asks(line: str, found: Sequence[Finding]) -> float:
    """How likely the line asks for what was found; 0 where that is nothing, or the line begins with what was done."""
    if not found or _begins_told(line):
        return 0.0
    weights, seen = read_answers(WEIGHTS), features(line, found)
    total = weights["base"] + sum(weights[name] * value for name, value in seen.items())
    return 1.0 / (1.0 + math.exp(-max(-_STEEPEST, min(_STEEPEST, total))))


def odds(share: float) -> float:
    """The logarithm of a probability's odds, within a spread."""
    share = min(max(share, 1e-6), 1 - 1e-6)
    return max(-_SPREAD, min(_SPREAD, math.log(share / (1 - share))))
