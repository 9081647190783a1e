"""Does a text try to give the agent orders, or hide some? Its message is then never learned from.

In: text as it was said. Out: the categories it falls in, sorted, usually none:
override_instructions, role_impersonation, prompt_leak, exfiltration, tool_hijack, memory_poisoning,
hidden_text, encoded_payload, oversized. The text is read behind its disguises (:mod:`zeph.safety.unmasking`), then the
rules are held against it (:mod:`zeph.safety.order_rules`). A help against the common and the careless, not a proof of
innocence; the defence is that what is remembered is fenced as quotation wherever it is used (:mod:`zeph.safety.fence`).
Time grows with the text's length up to :data:`MAX_READ`.
"""

import functools
import re

from zeph.safety.order_rules import orders_in
from zeph.safety.text import clean_text, strip_format_characters
from zeph.safety.unmasking import decoded, folded, readings

MAX_READ = 400_000
"""Characters that are read; a longer text is flagged as oversized, because nobody knows what the rest says."""
SHORT = 2_000
"""Characters up to which what was judged last is remembered: the same names and lines come again and again."""

_FLAG_EMOJI = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
_TAGS = re.compile("[\U000e0020-\U000e007e]+")
_SMUGGLED = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}|[\u202d\u202e]\\w")


def injection_flags(text: str) -> tuple[str, ...]:
    """The categories of injection that ``text`` shows, sorted; empty for an ordinary text."""
    return _known_flags(text) if len(text) <= SHORT else _flags(text)


def is_planted(text: str) -> bool:
    """Whether ``text`` shows any: it is then neither learned from nor put before a model."""
    return bool(injection_flags(text))


def _flags(text: str) -> tuple[str, ...]:
    clean = clean_text(text[:MAX_READ])
    visible = strip_format_characters(clean)
    flags = _orders(visible)
    hidden = () if len(visible) == len(clean) else _hidden_flags(clean, flags)
    encoded = {"encoded_payload"} if any(_orders(inner) for inner in decoded(visible)) else set()
    oversized = ("oversized",) if len(text) > MAX_READ else ()
    return tuple(sorted({*flags, *hidden, *encoded, *oversized}))


_known_flags = functools.lru_cache(maxsize=4096)(_flags)


def _orders(visible: str) -> set[str]:
    return set().union(*(orders_in(reading) for reading in readings(visible)))


def _hidden_flags(clean: str, visible_flags: set[str]) -> set[str]:
    """Orders that nobody sees: in tag characters, selector rows, turned writing, or behind split words."""
    flags: set[str] = set()
    unflagged = _FLAG_EMOJI.sub("", clean)
    tags = "".join(_TAGS.findall(unflagged))
    if tags:
        spelled = "".join(chr(ord(character) - 0xE0000) for character in tags)
        flags |= {"hidden_text", *_orders(spelled)}
    if _SMUGGLED.search(unflagged) or (visible_flags and visible_flags.isdisjoint(orders_in(folded(clean)))):
        flags.add("hidden_text")
    return flags
