"""Whether the words of a name stand in a text, in whatever form.

In: names and texts. Out: booleans. No word of any language is known here: a form is found again by its first letters.
"""

import re
import unicodedata

from zeph.memory.language.names import canonical_name

STEM = 4
"""Letters by which a word is found again ("hiking" for "hike")."""
_WORD = re.compile(r"\w+")


def is_grounded(name: str, *texts: str) -> bool:
    """Whether each word of the name stands in one of the texts."""
    said = {word[:STEM] for text in texts for word in _WORD.findall(_folded(text))}
    words = _WORD.findall(canonical_name(name))
    return bool(words) and all(word[:STEM] in said for word in words)


def is_partly_grounded(name: str, *texts: str) -> bool:
    """Whether a word of the name stands in one of the texts."""
    text = " ".join(map(_folded, texts))
    words = _WORD.findall(canonical_name(name))
    return any(word[:STEM] in text for word in words if len(word) > 1 or len(words) == 1)


def _folded(text: str) -> str:
    """For comparing: of any length, unlike a name."""
    return unicodedata.normalize("NFKC", text).casefold()
