"""What of a message is the speaker's own statement: sentences without captions, code, quotes, questions, requests.

In: a message's text, untrusted and of any size. Out: at most 200 sentences of at most 600 characters, none of
them a question or a request, all of them free of control characters. Every expression here is linear.
"""

import re
import unicodedata
from collections.abc import Callable

from zeph.memory.ingest.local.text.casing import plain
from zeph.memory.ingest.local.text.fragments import listed, unasked, whole, without_tail
from zeph.memory.ingest.local.text.kept import explained
from zeph.memory.ingest.local.text.labels import labelled
from zeph.memory.ingest.local.text.reminders import standing_orders, unreminded

MAX_TEXT = 20_000
MAX_SENTENCE = 600
MAX_SENTENCES = 200

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]{40,}`", re.DOTALL)
_CAPTION = re.compile(r"\[(?:image|photo|video|audio|file|attachment|gif|sticker)\b[^\]\n]{0,500}\]", re.IGNORECASE)
_QUOTED_LINE = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_URL = re.compile(r"(?:https?://|www\.)\S{1,2000}")
_SPEECH = re.compile(r"[\"“][^\"“”\n]{0,300}\b(?:I|I'm|my|me|we|you)\b[^\"“”\n]{0,300}[\"”]")
_BULLET = re.compile(r"^[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+", re.MULTILINE)
_ENDS = re.compile(
    r"(?<=[.!?…])[\"”')]*\s+(?=\S)|\n+|\s[-–—]{1,2}\s|(?<=[A-Za-z]{2})[-–—]\s(?!(?:and|or|to|und|free)\b)|\s*;\s+"
)
_ABBREVIATED = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|St|Prof|vs|etc|e\.g|i\.e|No|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)\.$"
)
_ASKS = re.compile(
    r"(?:(?:so|and|but|hey|hi|ok|okay|well|oh|also|btw|by the way|wow|cool|nice|great|thanks|no worries)[,!.]? ){0,2}"
    r"(?:(?:what|whats|what's|where|why|who|whose|which|how|how's|when'?s?) (?:is|are|was|were|do|does|did|can|could|would|should|will|'s|about|if|have|has)\b"
    r"|(?:do|does|did|is|are|was|were|can|could|would|will|should|have|has|may|shall|am) (?:i|you|u|we|they|he|she|it|there|that|this|the|my|your|anyone|someone|somebody)\b"
    r"|(?:please|pls|let's|lets|let us|let me|imagine|suppose|say,? |assume|pretend|what if|how about|tell me|show me|remind me|help me|give me|explain)\b)",
    re.IGNORECASE,
)  # fmt: skip
_GRAVE = re.compile(r"(?<=[A-Za-z])[`´](?=(?:s|m|re|ve|ll|d|t)\b)")
"""Typed for an apostrophe."""
_SLANG = (
    (re.compile(r"\b[Ii]m\b"), "I'm"),
    (re.compile(r"\b[Ii]ve\b"), "I've"),
    (re.compile(r"\bi\b(?!\.)"), "I"),
    (re.compile(r"\b(I|[Ww]e|[Tt]hey)(?:'ve| have) got (?=an?\b|two\b|three\b|\d)"), r"\1 have "),
    (re.compile(r"\b([Hh]e|[Ss]he)'s got (?=an?\b|two\b|three\b|\d)"), r"\1 has "),
    (re.compile(r"\b([Ww]e|[Tt]hey|[Yy]ou) r\b"), r"\1 are"),
    (re.compile(r"(?<= )w (?=[a-z])"), "with "),
    (re.compile(r"^(?:(?:ok|okay|so|yeah|well|anyway)[, ]+)+(?=I\b|I'|we\b|my\b|the\b)", re.IGNORECASE), ""),
    (
        re.compile(
            r"\b(I|[Ww]e|[Tt]hey) do (?:really |actually )?(?=(?:love|like|enjoy|miss|have|need|want|hate|prefer|use|play|own|live|work|meditate|speak|know|feel|think|believe|hope|care|wear|drink|eat)\b)"
        ),
        r"\1 ",
    ),
    (re.compile(r"(?<=[a-z]{2}),? (?=(?:her|his|its) names? (?:is|are) )"), ". "),
    (re.compile(r"\b[Dd]ont\b"), "don't"),
    (re.compile(r"\b[Gg]onna\b"), "going to"),
    (re.compile(r"\b[Ww]anna\b"), "want to"),
    (re.compile(r"\b(?:fav|fave|favourite)\b"), "favorite"),
    (re.compile(r"(?<=[A-Za-z]) \+ (?=[A-Za-z])"), " and "),
    (re.compile(r"\bcant\b"), "can't"),
    (re.compile(r"(?<=\w) (?:one|some) ?day(?=[.!?,;]|$)"), ""),
    (re.compile(r"\b(?:btw|lol|lmao|tbh|imo|imho|haha+|fyi|ngl)\b", re.IGNORECASE), ","),
)


def statements(text: str, spelled: Callable[[str], str] = str) -> list[str]:
    """The sentences of a message that can state a fact, in order; ``spelled`` gives a sentence its capitals."""
    clean = _clean(text[:MAX_TEXT])
    told = [told for sentence in _sentences(clean) for told in _all_told(unreminded(sentence))]
    return [part for sentence in told for part in whole(spelled(sentence))][:MAX_SENTENCES]


def _clean(text: str) -> str:
    text = _CODE.sub(". ", text)
    text = _QUOTED_LINE.sub("", _CAPTION.sub(". ", text))
    text = labelled(listed(text))
    text = _BULLET.sub("", _SPEECH.sub(" ", _URL.sub(" ", text)))
    text = plain(text)
    if not (text.isascii() and text.replace("\n", "").isprintable()):
        text = "".join(char if char == "\n" or unicodedata.category(char)[0] != "C" else " " for char in text)
    text = _GRAVE.sub("'", text).replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"')
    for pattern, full in _SLANG:
        text = pattern.sub(full, text)
    return explained(unasked(text))


def _sentences(text: str) -> list[str]:
    sentences: list[str] = []
    for piece in _ENDS.split(text):
        piece = " ".join(piece.split())
        if sentences and _ABBREVIATED.search(sentences[-1]):
            sentences[-1] = f"{sentences[-1]} {piece}"
        elif piece:
            sentences.append(piece)
    return [sentence[:MAX_SENTENCE] for sentence in sentences[:MAX_SENTENCES]]


_BEFORE_ASKING = re.compile(
    r"^(?P<said>(?:(?:so|hey|hi|ok|well|and),? )?(?:I|I'm|I've|my|we|we're|we've|our)\b[^?]{8,}?)(?:,| -) (?:so |and |but )?"
    r"(?:what|how|which|can|could|do|does|did|is|are|should|any|where|who|would|will|why|when|have|has)\b[^?]*\?$",
    re.IGNORECASE,
)
_AFTER_ASKING = re.compile(
    r"(?:,| -) (?:because |since |as |cause |btw,? |by the way,? )?(?P<said>(?:I(?:'m|'ve)?|my|we(?:'re|'ve)?|our) (?!can|could|should|would|need|want|wonder|guess|mean|think|don't|am not sure|'ll|will|may|might|know|hope|keep|do|did|have to|had)"
    r"[^?]{6,})$",
    re.IGNORECASE,
)  # fmt: skip


_JOKE = re.compile(
    r"(?:,|\.\.+|…| -) ?(?:(?:I'm |just |only |I am )*(?:kidding|joking)|jk|not really)[.! ]*$", re.IGNORECASE
)


def _told(sentence: str) -> str:
    """The sentence if it states something, or the part of a question or request that does."""
    before = _BEFORE_ASKING.match(sentence)
    if before is not None:
        return before["said"] + "."
    if _JOKE.search(sentence):
        return ""
    if not _asks(sentence):
        return sentence
    after = _AFTER_ASKING.search(sentence.rstrip("?"))
    return after["said"] if after is not None else ""


def _all_told(sentence: str) -> list[str]:
    told = _told(without_tail(sentence))
    return [*standing_orders(sentence), *([told] if told else [])]


def _asks(sentence: str) -> bool:
    return sentence.rstrip("\"') ").endswith("?") or bool(_ASKS.match(sentence))
