"""Text from outside, made harmless to store, to show and to put before a model.

In: any string. Out: strings without control characters, escape sequences, broken surrogates or
invisible characters. Everything here takes time in proportion to the text.
"""

import json
import re
from typing import Any

# Whole escape sequences: CSI, then strings (OSC, DCS, SOS, PM, APC) with their end on the same line, then
# two-character ones. Possessive quantifiers: a sequence that never ends must not be tried twice.
_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c\n]*+(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*+[0-Z\\`-~]"
)
_LINE_ENDS = re.compile(r"\r\n?|\x85")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SURROGATES = re.compile(r"[\ud800-\udfff]")

_INVISIBLE_RANGES = (
    "\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"[{_INVISIBLE_RANGES}]+")
# One selector that asks for text or emoji style is honest; rows of them, and the others, carry hidden bytes.
_SELECTORS = re.compile("[\ufe00-\ufe0f]{2,}|[\ufe00-\ufe0d]")
# What turns the direction of writing, or is there to be seen by nobody: tags, annotations, deprecated controls.
_STEERING = re.compile("[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\U000e0000-\U000e007f]")
_RAW_IN_JSON = re.compile("[\x7f-\x9f\ud800-\udfff]|" + _STEERING.pattern)
_SPACE = re.compile(r"\s+")
_ANGLES = str.maketrans("", "", "<>")
_ARROW = re.compile(r"[-=]+>")


def clean_text(text: str) -> str:
    """``text`` without escape sequences and control characters but newline and tab; line ends become newlines.

    Halves of surrogate pairs are joined, lone ones become U+FFFD, so the result always encodes as UTF-8.
    """
    if text.isascii() and text.isprintable():
        return text
    if not text.isascii():
        text = whole_characters(text)
    if "\x1b" in text or not text.isascii():
        text = _ESCAPES.sub("", text)
    return _CONTROLS.sub("", _LINE_ENDS.sub("\n", text))


def strip_format_characters(text: str) -> str:
    """``text`` without what cannot be seen: format characters (zero-width, bidi, tags), fillers, rows of selectors."""
    if text.isascii():
        return text
    return _SELECTORS.sub("", _INVISIBLE.sub("", text))


def shown_text(text: str) -> str:
    """What any door shows of ``text``: clean, and without characters that make it look like another text."""
    if text.isascii() and text.isprintable():
        return text
    return _STEERING.sub("", clean_text(text.replace("\u2028", "\n").replace("\u2029", "\n")))


def shown_json(value: Any) -> str:
    """``value`` as JSON on one line, in which such characters are written as escapes: nothing of it is lost."""
    text = json.dumps(value, ensure_ascii=False)
    return _RAW_IN_JSON.sub(lambda found: _escape(found[0]), text)


def one_line(text: str) -> str:
    """``text`` as one visible line without angle brackets, so that a stored string cannot pose as structure; arrows
    that are typed of them stay arrows."""
    if ">" in text:
        text = _ARROW.sub("→", text)
    if text.isascii() and text.isprintable():
        plain = "<" not in text and ">" not in text and "  " not in text and text.strip() == text
        return text if plain else " ".join(text.translate(_ANGLES).split())
    visible = strip_format_characters(clean_text(text)).translate(_ANGLES)
    return _SPACE.sub(" ", visible).strip()


def _escape(character: str) -> str:
    return json.dumps(character)[1:-1] if ord(character) > 0x7F else f"\\u{ord(character):04x}"


def whole_characters(text: str) -> str:
    """``text`` with halves of surrogate pairs joined; a lone one becomes U+FFFD."""
    if not _SURROGATES.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
