"""Does a text try to give the agent orders, or hide some? Its message is then never learned from.

In: text as it was said. Out: the categories it falls in, sorted, usually none:
override_instructions, role_impersonation, prompt_leak, exfiltration, tool_hijack, memory_poisoning,
hidden_text, encoded_payload, oversized. A help against the common and the careless, not a proof of
innocence; the defence is that facts are data wherever they are used. Time grows with the text's length
up to :data:`MAX_READ`.
"""

import base64
import binascii
import codecs
import re
import unicodedata
from collections.abc import Iterable, Iterator

from zeph.safety.injection_rules import RULES, Rule
from zeph.safety.text import clean_text, strip_format_characters

WINDOW = 240
"""Characters on each side of an announcing word in which a rule is tried."""
MAX_READ = 400_000
"""Characters that are read; a longer text is flagged as oversized, because nobody knows what the rest says."""

_FLAG_EMOJI = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
_TAGS = re.compile("[\U000e0020-\U000e007e]+")
_SMUGGLED = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}|[\u202d\u202e]\\w")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,}={0,2}")
_SPELLED = re.compile(r"(?<!\w)(?:\w[ .*_-]){2,200}\w(?!\w)")
_PUNCTUATION = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " ", "\t": " "})
_LOOKALIKES = str.maketrans("аеорсухіјѕԁһԛԝοαενικτρ", "aeopcyxijsdhqwoaevikTp".lower())
_SPACES = re.compile(r" {2,}")


def injection_flags(text: str) -> tuple[str, ...]:
    """The categories of injection that ``text`` shows, sorted; empty for an ordinary text."""
    clean = clean_text(text[:MAX_READ])
    visible = strip_format_characters(clean)
    flags = _phrase_flags(visible)
    hidden = () if len(visible) == len(clean) else _hidden_flags(clean, flags)
    oversized = ("oversized",) if len(text) > MAX_READ else ()
    return tuple(sorted({*flags, *hidden, *_encoded_flags(visible), *oversized}))


def _phrase_flags(visible: str) -> set[str]:
    """Categories whose phrases stand in ``visible``, also spelled out or written in look-alike letters."""
    flags: set[str] = set()
    for reading in _readings(visible):
        flags |= _matched(reading, flags)
    return flags


def _readings(visible: str) -> Iterator[str]:
    plain = unicodedata.normalize("NFKC", visible).casefold().translate(_PUNCTUATION)
    single = _SPACES.sub(" ", plain)
    yield _joined(single)
    if not plain.isascii():
        lookalike = single.translate(_LOOKALIKES)
        if lookalike != single:
            yield _joined(lookalike)
    spelled = _SPELLED.sub(lambda found: re.sub(r"[ .*_-](?! )", "", found[0]), plain)
    if spelled != plain:
        yield _joined(_SPACES.sub(" ", spelled))


def _joined(text: str) -> str:
    """A phrase may run over a line's end; lines that begin with a role keep their beginning."""
    return re.sub(r"(?<=[a-z,]) ?\n(?=[a-z])(?!(?:system|assistant|admin|developer)\b)", " ", text)


def _matched(text: str, known: Iterable[str]) -> set[str]:
    found: set[str] = set(known)
    seen: dict[str, list[int]] = {}
    for rule in RULES:
        if rule.category in found:
            continue
        if any(_hits(rule, text, start, end) for start, end in _windows(text, rule, seen)):
            found.add(rule.category)
    return found


def _hits(rule: Rule, text: str, start: int, end: int) -> bool:
    for match in rule.pattern.finditer(text, start, end):
        if not rule.unless or not rule.unless.search(text, max(0, match.start() - 60), match.start()):
            return True
    return False


def _windows(text: str, rule: Rule, seen: dict[str, list[int]]) -> list[tuple[int, int]]:
    """Stretches of ``text`` around the rule's anchors, joined where they overlap."""
    places = sorted(place for anchor in rule.anchors for place in _places(text, anchor, seen))
    windows: list[tuple[int, int]] = []
    for place in places:
        start, end = max(0, place - WINDOW), min(len(text), place + WINDOW)
        if windows and start <= windows[-1][1]:
            windows[-1] = (windows[-1][0], end)
        else:
            windows.append((start, end))
    return windows


def _places(text: str, anchor: str, seen: dict[str, list[int]]) -> list[int]:
    """Where ``anchor`` stands, but for places so near the last that its window holds them."""
    if anchor not in seen:
        found, at = [], text.find(anchor)
        while at >= 0:
            found.append(at)
            at = text.find(anchor, at + WINDOW // 2)
        seen[anchor] = found
    return seen[anchor]


def _hidden_flags(clean: str, visible_flags: set[str]) -> set[str]:
    """Orders that nobody sees: in tag characters, selector rows, turned writing, or behind split words."""
    flags: set[str] = set()
    unflagged = _FLAG_EMOJI.sub("", clean)
    tags = "".join(_TAGS.findall(unflagged))
    if tags:
        spelled = "".join(chr(ord(character) - 0xE0000) for character in tags)
        flags |= {"hidden_text", *_phrase_flags(spelled)}
    as_written = _phrase_flags(clean)
    if _SMUGGLED.search(unflagged) or visible_flags - as_written:
        flags.add("hidden_text")
    return flags


def _encoded_flags(visible: str) -> set[str]:
    """An order in base64 or rot13; what decodes to ordinary text is nobody's business."""
    decoded = [text for found in _some(_BASE64, visible) for text in _unbase64(found)]
    if "vtaber" in visible.casefold():
        decoded.append(codecs.decode(visible[:100_000], "rot13"))
    return {"encoded_payload"} if any(_phrase_flags(text) for text in decoded) else set()


def _some(pattern: re.Pattern[str], text: str, most: int = 64) -> Iterator[str]:
    for count, found in enumerate(pattern.finditer(text)):
        if count == most:
            return
        yield found[0][:20_000]


def _unbase64(text: str) -> Iterator[str]:
    padded = text.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        decoded = base64.b64decode(padded + "=" * (-len(padded) % 4), validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return
    if " " in decoded:
        yield decoded
