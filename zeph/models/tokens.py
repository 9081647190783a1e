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
KNOWN_PIECES = 50_000
# A single space belongs to the piece that follows it, as in most vocabularies, and costs nothing.
_PIECES = re.compile(
    r" ?(?:[A-Za-z]{1,12}|[0-9]{1,3}|[!-/:-@\[-`{-~]{1,2}|[^\s!-~])|[\r\n]{1,4}|[ \t]{1,8}|.", re.DOTALL
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
    return -(-sum(map(_COSTS.__getitem__, _PIECES.findall(text))) // 10)


def count_messages(messages: Sequence[ChatMessage]) -> int:
    """About how many tokens the messages take as a prompt, their wrapping included."""
    texts = (text for m in messages for text in (m.content, m.tool_calls, m.tool_name) if text)
    return PER_PROMPT + PER_MESSAGE * len(messages) + sum(map(count_tokens, texts))


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


def _clamped(ratio: float) -> float:
    return min(1.6, max(0.7, ratio))


def _costs(text: str) -> Iterator[tuple[int, int]]:
    """Where each piece starts, and its cost in tenths of a token."""
    for match in _PIECES.finditer(text):
        yield match.start(), _COSTS[match[0]]


class _Costs(dict[str, int]):
    """What pieces cost in tenths of a token; texts are made of the same few thousand."""

    def __missing__(self, piece: str) -> int:
        if len(self) >= KNOWN_PIECES:
            self.clear()
        cost = self[piece] = _cost(piece.removeprefix(" ") or piece)
        return cost


_COSTS = _Costs()


def _cost(piece: str) -> int:
    first = piece[0]
    if not first.isascii():
        return _foreign(first)
    if first.isspace():
        return 10
    if first.isalpha():
        return 10 + 3 * max(0, len(piece) - 6)
    return 10 * len(piece) if first.isdigit() else 7 + 3 * len(piece)


def _foreign(char: str) -> int:
    """Letters beyond ASCII by their bytes: Cyrillic 0.6, Devanagari and CJK 1.3, emoji 4 tokens."""
    return {1: 10, 2: 6, 3: 13}.get(len(char.encode("utf-8", "replace")), 40)


def _whole_words(text: str, end: int) -> str:
    if end >= len(text) or text[end].isspace():
        return text[:end]
    space = max(text.rfind(" ", 0, end), text.rfind("\n", 0, end))
    # Text without spaces is cut between pieces rather than lost.
    return text[:space] if space >= end * 0.8 else text[:end]
