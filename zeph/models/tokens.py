"""Counting tokens without a tokenizer: an estimate that leans high, and learns from what the model reports.

In: text or messages. Out: whole tokens. The same text always counts the same. The costs (in tenths of a token) are set
so that code, CJK and emoji are not underestimated for the vocabularies in use; a Calibration then follows one model.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from zeph.models.ports import ChatMessage

PER_MESSAGE = 5
PER_PROMPT = 3
CACHED_LENGTH = 2_000
COUNTED_LENGTH = 200_000
"""Characters; a longer text fits no window and is only known to be too long."""
_PIECES = re.compile(
    r"(?P<word>[A-Za-z]{1,12})|(?P<digits>[0-9]{1,3})|(?P<newlines>[\r\n]{1,4})|(?P<one_space> (?=\S))"
    r"|(?P<spaces>[ \t]{1,8})|(?P<marks>[!-/:-@\[-`{-~]{1,2})|(?P<other>.)",
    re.DOTALL,
)


def count_tokens(text: str) -> int:
    """About how many tokens ``text`` takes; rather too many than too few."""
    if len(text) <= CACHED_LENGTH:
        return _counted(text)
    if len(text) <= COUNTED_LENGTH:
        return _counted.__wrapped__(text)
    return len(text.encode("utf-8", "replace")) // 2


@lru_cache(maxsize=8192)
def _counted(text: str) -> int:
    """The history is counted again in every turn: what was counted once stays known."""
    return -(-sum(cost for _, cost in _costs(text)) // 10)


def count_messages(messages: Sequence[ChatMessage]) -> int:
    """About how many tokens the messages take as a prompt, their wrapping included."""
    return PER_PROMPT + sum(
        PER_MESSAGE + count_tokens(m.content) + count_tokens(m.tool_calls) + count_tokens(m.tool_name) for m in messages
    )


def cut_to_tokens(text: str, limit: int) -> str:
    """The longest beginning of ``text`` that counts at most ``limit`` tokens, ending where a word ends if possible."""
    left = limit * 10
    for end, cost in _costs(text):
        if cost > left:
            return _whole_words(text, end)
        left -= cost
    return text


@dataclass(slots=True)
class Calibration:
    """Learns how one model's counts relate to ours; ``ratio`` stays between 0.7 and 1.6."""

    ratio: float = 1.0
    weight: float = 0.3

    def learn(self, estimated: int, reported: int | None) -> None:
        """One request's estimate beside the provider's count. Short prompts and counts after a cut teach nothing."""
        if not reported or estimated < 50 or reported < estimated / 2:
            return
        self.ratio += self.weight * (_clamped(reported / estimated) - self.ratio)

    def apply(self, estimated: int) -> int:
        """The estimate as this model would count it."""
        return -int(-estimated * self.ratio // 1)


def _clamped(ratio: float) -> float:
    return min(1.6, max(0.7, ratio))


def _costs(text: str) -> Iterator[tuple[int, int]]:
    """Where each piece starts, and its cost in tenths of a token."""
    for match in _PIECES.finditer(text):
        yield match.start(), _cost(match.lastgroup or "", match[0])


def _cost(kind: str, piece: str) -> int:
    if kind == "word":
        return 10 + 3 * max(0, len(piece) - 6)
    if kind == "digits":
        return 10 * len(piece)
    if kind == "marks":
        return 7 + 3 * len(piece)
    if kind == "one_space":
        return 0
    return 10 if kind in ("newlines", "spaces") else _foreign(piece)


def _foreign(char: str) -> int:
    """Letters beyond ASCII by their bytes: Cyrillic 0.6, Devanagari and CJK 1.3, emoji 4 tokens."""
    return {1: 10, 2: 6, 3: 13}.get(len(char.encode("utf-8", "replace")), 40)


def _whole_words(text: str, end: int) -> str:
    if end >= len(text) or text[end].isspace():
        return text[:end]
    space = max(text.rfind(" ", 0, end), text.rfind("\n", 0, end))
    # Text without spaces is cut between pieces rather than lost.
    return text[:space] if space >= end * 0.8 else text[:end]
