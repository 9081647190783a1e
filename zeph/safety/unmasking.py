"""A text as it reads behind its disguises: what is judged, never what is stored.

In: a text. Out: the plain reading, and further ones where something in it looks like a disguise: letters of other
scripts that look Latin, letters written apart, digits for letters, words broken up, markup within words, entities and
escapes, base64, base32, hexadecimal, binary, shifted alphabets, writing from right to left. Which letters look alike is
Unicode's confusables.txt (UTS #39), as the package ``confusable_homoglyphs`` brings it.
"""

import base64
import binascii
import functools
import html
import re
import unicodedata
import urllib.parse
from collections.abc import Callable, Iterator

LONGEST_DECODED = 20_000
"""Characters of one encoded stretch that are decoded."""
MOST_DECODED = 64
"""Encoded stretches of a text that are decoded."""
LEAST_ENCODED, LEAST_BINARY = 20, 48
"""Characters of what is taken for base64 or base32, and digits for binary, without spaces."""
DEEPEST = 3
"""What is encoded within something encoded is decoded so often."""

_MARKS = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")
_SAME = str.maketrans({"’": "'", "‘": "'", "`": "'", "–": "-", "—": "-", "\u2028": "\n", "\u2029": "\n", "ı": "i"})
_LATIN_NAME = re.compile(
    r"(?:LATIN|REGIONAL INDICATOR|SQUARED|CIRCLED)[A-Z ]* LETTER (?:SMALL CAPITAL |DOTLESS |OPEN |TURNED )?([A-Z])\b"
)
_FOREIGN_WORD = re.compile(
    r"[^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]*[^\x00-\x7f\W]+\w*|[\U0001f100-\U0001f1ff]+"
)
_SPELLED = re.compile(r"(?<!\w)(?:[^\W_][ .*_/|-]){2,200}[^\W_](?!\w)")
_LEET_WORD = re.compile(  # begins with what stands for a letter: those are looked for first
    r"[013457@$!|](?:(?<=[a-z][013457$!|])[013457$!|]*[a-z]|(?<!\w.)(?<=[013457@$!])[013457@$!]*[a-z]{3})"
)
_LEET = re.compile(r"[a-z]*[013457@$!|][a-z013457@$!|]*")
_FROM_LEET = str.maketrans("013457@$!|", "oieastasii")
_LABEL = re.compile(r"^([^\W\d_][\w .'-]{0,30}:) (?=\S)", re.MULTILINE)
"""Who is said to speak, or what follows: behind it a line begins as well."""
_BROKEN_BY_MARKUP = re.compile(r"\w(?:</?[a-z][^<>]{0,60}>|\*\*|__)+\w")
_MARKS_UP = ("<", "**", "__")
"""Of these one stands in all markup."""
_MARKUP = re.compile(r"</?[a-z][^<>]{0,200}>|<!--|-->|\*\*|__")
_ESCAPED = re.compile(
    r"&(?:#\w{1,8}|[a-z]{2,8});|(?:%[0-9a-f]{2}){2}|%[0-9a-f]{2}\w+%[0-9a-f]{2}|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}", re.I
)
_ESCAPES = ("&", "%", "\\")
"""With one of these every escape begins."""
_CODE_POINT = re.compile(r"\\x([0-9a-f]{2})|\\u\{?([0-9a-f]{4,6})\}?", re.I)
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}={0,2}")
_BASE32 = re.compile(r"(?<!\w)[A-Z2-7]{24,}={0,6}")
_HEX = re.compile(r"(?<!\w)(?:(?:0x)?[0-9a-fA-F]{2}[ :,]{0,2}){10,}(?!\w)")
_BINARY = re.compile(r"(?<!\w)(?:[01]{8} ?){6,}")
_WORD = re.compile(r"[a-z]+")
_TELLTALES = ("your", "previous", "instructions", "rules", "all", "system", "the", "you", "forget", "ignore", "prompt")


def folded(text: str) -> str:
    """Small letters in their plain form: NFKC, no marks above or below, straight quotes."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFC", _MARKS.sub("", plain)).translate(_SAME)


def readings(visible: str) -> Iterator[str]:
    """Folded readings of a text without invisible characters, the plain one first."""
    plain = folded(visible)
    yield plain
    if not plain.isascii():
        lookalike = _FOREIGN_WORD.sub(lambda found: _latin(found[0]), plain)
        if lookalike != plain:
            yield lookalike
    spelled = _SPELLED.sub(_closed, plain)
    if len(spelled) < len(plain):
        yield spelled
    if any(map(plain.__contains__, _MARKS_UP)) and _BROKEN_BY_MARKUP.search(plain):
        yield _MARKUP.sub("", plain)
    if _LABEL.search(plain):
        yield _LABEL.sub("\\1\n", plain)
    yield from _turned(plain)


def decoded(visible: str, depth: int = 0) -> Iterator[str]:
    """What stands encoded in a text, and what stands encoded in that."""
    for text in _decoded_once(visible):
        yield text
        if depth + 1 < DEEPEST:
            yield from decoded(text, depth + 1)


def _closed(found: re.Match[str]) -> str:
    """Letters written apart, together; spaces are kept where something else parts the letters."""
    return re.sub(r"[.*_/|-]", "", found[0]) if re.search(r"\w[.*_/|-]\w", found[0]) else found[0].replace(" ", "")


def _latin(word: str) -> str:
    """The word in the Latin letters that its own look like, where each of them looks like one."""
    letters = [character if character.isascii() else _lookalike(character) for character in word]
    return "".join(letters) if all(letters) else word


@functools.lru_cache(maxsize=4096)
def _lookalike(character: str) -> str:
    from confusable_homoglyphs.confusables import confusables_data  # 10,000 rows: read when first needed

    for row in confusables_data.get(character, ()):
        if row["c"].isascii() and row["c"].isalpha():
            return str(row["c"]).lower()
    named = _LATIN_NAME.search(unicodedata.name(character, ""))
    return named[1].lower() if named else ""


def _turned(plain: str) -> Iterator[str]:
    """Digits for letters, an alphabet shifted, the text backwards: each where a common word tells of it."""
    if _LEET_WORD.search(plain):
        unleeted = _LEET.sub(lambda found: found[0].translate(_FROM_LEET), plain)
        if unleeted != plain:
            yield unleeted
    words = set(_WORD.findall(plain))
    for tell in {_TELLS[word] for word in words & _TELLS.keys()}:
        yield plain[::-1] if tell == 0 else plain.translate(_shift(tell))


def _shift(by: int) -> dict[int, int]:
    return {ord("a") + i: ord("a") + (i + by) % 26 for i in range(26)}


_TELLS = {word.translate(_shift(26 - by)): by for word in _TELLTALES if len(word) > 3 for by in range(1, 26)} | {
    word[::-1]: 0 for word in _TELLTALES if len(word) > 3
}
"""A common word as it reads shifted or backwards: by how much it has to be shifted, 0 for backwards."""


def _decoded_once(visible: str) -> Iterator[str]:
    if any(map(visible.__contains__, _ESCAPES)) and _ESCAPED.search(visible):
        unescaped = urllib.parse.unquote(html.unescape(visible[:LONGEST_DECODED]))
        unescaped = _CODE_POINT.sub(lambda found: chr(min(int(found[1] or found[2], 16), 0x10FFFF)), unescaped)
        if unescaped != visible[:LONGEST_DECODED]:
            yield unescaped
    for pattern, decode, may_stand in _CODES:
        for count, found in enumerate(pattern.finditer(visible) if may_stand(visible) else ()):
            if count == MOST_DECODED:
                break
            try:
                text = decode(found[0][:LONGEST_DECODED]).decode("utf-8")
            except (binascii.Error, ValueError):
                continue
            if text.isprintable() or " " in text:
                yield text


def _unbase64(text: str) -> bytes:
    padded = text.rstrip("=").replace("-", "+").replace("_", "/")
    return base64.b64decode(padded + "=" * (-len(padded) % 4), validate=True)


def _unbase32(text: str) -> bytes:
    padded = text.rstrip("=")
    return base64.b32decode(padded + "=" * (-len(padded) % 8))


def _unhex(text: str) -> bytes:
    return bytes.fromhex(re.sub(r"0x|[ :,]", "", text))


def _unbinary(text: str) -> bytes:
    digits = text.replace(" ", "")
    return bytes(int(digits[i : i + 8], 2) for i in range(0, len(digits), 8))


def _has_long_word(text: str) -> bool:
    return max(map(len, text.split()), default=0) >= LEAST_ENCODED


def _has_binary_digits(text: str) -> bool:
    return text.count("0") + text.count("1") >= LEAST_BINARY


def _has_any(text: str) -> bool:
    return True


_CODES: tuple[tuple[re.Pattern[str], Callable[[str], bytes], Callable[[str], bool]], ...] = (
    (_BASE64, _unbase64, _has_long_word), (_BASE32, _unbase32, _has_long_word), (_HEX, _unhex, _has_any),
    (_BINARY, _unbinary, _has_binary_digits),
)  # fmt: skip
"""Each with how it is decoded, and what is looked at first, as it is quicker."""
