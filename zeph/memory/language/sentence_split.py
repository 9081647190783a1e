"""A text in sentences, without losing the place of a character.

In: a text in any script, or a message as typed. Out: where its sentences end; of an English message :class:`Sentence`
values whose text has exactly the length of their part of the message: pictures, code and long quotations are blanked
out, typographic quotes made plain, nothing is moved.
"""

import re
from dataclasses import dataclass

from zeph.memory.language.asking_features import SUBJECTS, WORDS
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.morphology import verb_form
from zeph.memory.language.questions import asks_alone
from zeph.memory.language.word_tables import read_data, word_set

MAX_TEXT = 20_000
"""Characters of a message that are read."""
_PLAIN = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\xa0": " "})
_FENCED = re.compile(r"```.*?(?:```|\Z)|`[^`\n]{25,}`", re.DOTALL)
_QUOTED = re.compile(r"""\"[^"\n]{1,400}\"|(?m:^>.*$)|(?:(?<=\s)|^)'(?=\w)(?:[^'\n]|(?<=\w)'(?=\w)){12,400}'(?!\w)""")
_DASHED = re.compile(r"(?<=\w) [-–—] ((?:[\w']+ ){0,4}[\w']+) [-–—] (?=[a-z])")
"""Between two dashes within one sentence."""
_STRESSED = re.compile(r"\s+\w+\.(?:\s|$)")
"""One more sentence of one word: "every. single. day."."""
SMILEY = re.compile(r"(?<![\w:])(?:[:;=]['-]?[)(DPpO/|*3]+|<3+|[xX]D+|\^\^|[-_]{3,})(?!\w)")
_TABLE = read_data("sentences.toml")
_END = re.compile(
    r"(?P<mark>[.!?…]+)[\"')\]]*(?=\s|$)|\n+|;(?=\s)|(?P<picture>\x00[\s\x00]*)(?=\w)|(?<=\w)\s+[—–]+\s+|(?<=\w)\s+-+\s+"
    rf"|(?:,\s+|(?<=\d)\s+|(?<=\d[a-z]{2})\s+)(?=(?:{_TABLE['put_right']}),? \S)",
    re.IGNORECASE,
)
SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？])[」』”’）]*|\n+")
"""Where one sentence is over and the next begins, in whatever script: with the white space between them."""
_DASH = re.compile(r"\s+(?:[—–]+|-+)\s+")
_LONGEST_NAME = 2
"""Words."""
_LONGEST_DAY = 20
"""Characters: "wednesday", "28th september"."""
_OF_ANOTHER = SUBJECTS | WORDS["determiners"]
"""Words with which something else begins than what is so of somebody named before."""
_ABBREVIATED = word_set(_TABLE["abbreviations"])
_ASIDE, _ORDER = re.compile(_TABLE["aside"], re.IGNORECASE), re.compile(_TABLE["order_over_text"], re.IGNORECASE)
_CODE, _MARKUP = re.compile(_TABLE["code"]), re.compile(_TABLE["markup"], re.IGNORECASE)
_BEGINS, _ENDS = (re.compile(_TABLE[name], re.IGNORECASE) for name in ("range_begins", "range_ends"))
_DATED, _CAPITAL = re.compile(r"\d [A-Za-z]+$"), re.compile(r"\s+[A-Z]")
_SHOUTED = 2
"""Words up to which capitals are no shouting."""
_LONG_QUOTE, _LONG_TITLE = 4, 10
"""Words from which a quotation is a sentence and no title, and from which it is none however it is written."""
_SMALL_WORD = 3
"""Letters of a word that may be small in a title: "Singin' in the Rain"."""


_SPEAKER = re.compile(r"\bI\b")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a message."""

    text: str
    start: int
    """Where its first character stands in the message."""
    question: bool = False
    small: bool = False
    """It is typed without capitals, or its message in nothing else."""


def behind_first(message: str) -> str:
    """What stands behind the first sentence."""
    sentences = split_sentences(message)
    return message[sentences[1].start :].strip() if len(sentences) > 1 else ""


def split_sentences(message: str) -> list[Sentence]:
    """The sentences of a message (its first 20,000 characters), in order; code and what is blank left out."""
    text = blanked(message[:MAX_TEXT])
    shouted = text.isupper() and len(text.split()) > _SHOUTED
    found: list[Sentence] = []
    begin = 0
    for match in _END.finditer(text):
        single = " " not in text[begin : match.start()].strip() and _STRESSED.match(text, match.end())
        if match["mark"] and (single or _is_abbreviation(text, begin, match)):
            continue
        dashed = bool(_DASH.fullmatch(match.group()))
        if dashed and _is_range(text[begin : match.start()], text[match.end() :]):
            continue
        if dashed and _is_whom(text[begin : match.start()], text[match.end() :]):
            text = f"{text[: match.start()]}{_blank(match)}{text[match.end() :]}"  # "Anna - allergic to nuts"
            continue
        _add(found, text, begin, match.end("mark") if match["mark"] else match.start(), "?" in (match["mark"] or ""))
        begin = match.end()
    _add(found, text, begin, len(text), question=False)
    small = shouted or _is_small(text)
    return [Sentence(s.text, s.start, s.question, small or s.text[:1].islower() and _is_small(s.text)) for s in found]


def _is_whom(before: str, behind: str) -> bool:
    """Whether no more than somebody's name stands before a dash, and behind it what is so of them: no subject of its
    own, nor a verb, which the writer may have done."""
    name, following = before.split(), behind.split()
    if not 0 < len(name) <= _LONGEST_NAME or not following or not may_be_given_name(name[0].casefold()):
        return False
    first = following[0].casefold().strip(",.;:!?'\"").partition("'")[0]
    return _OF_ANOTHER.isdisjoint((first, first.removesuffix("s"))) and verb_form(first) is None


def _is_range(before: str, behind: str) -> bool:
    """Whether a dash stands between the ends of a stretch of time."""
    return bool(_BEGINS.search(before[-_LONGEST_DAY:]) and _ENDS.match(behind[:_LONGEST_DAY]))


def _is_small(text: str) -> bool:
    return not any(char.isupper() for char in _SPEAKER.sub("", text))


def blanked(text: str) -> str:
    """The text, equally long, with pictures as NUL, code and long quotations as spaces."""
    text = text.translate(_PLAIN)
    for pattern in (_FENCED, _MARKUP, SMILEY):
        text = pattern.sub(_blank, text)
    text = _DASHED.sub(lambda match: f" , {match[1]} , ", _QUOTED.sub(_quotation, text))
    text = _ASIDE.sub(_blank, text)
    if order := _ORDER.match(text):
        text = text[: order.end()].ljust(len(text))
    if text.isascii():
        return text
    return "".join("\x00" if _is_picture(char) else char for char in text)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _quotation(match: re.Match[str]) -> str:
    quoted = match.group()
    if quoted.startswith(">") or (len(quoted.split()) >= _LONG_QUOTE and not is_title(quoted[1:-1])):
        return _blank(match)
    return quoted


def is_title(quoted: str) -> bool:
    """Whether what stands in quotation marks is called so: "Small Things Like These"; by its capitals."""
    said = quoted.split()
    called = [word for word in said if len(word) > _SMALL_WORD] or said
    return 0 < len(said) < _LONG_TITLE and said[0][:1].isupper() and all(map(_is_capital, called))


def _is_capital(word: str) -> bool:
    return not word[:1].islower() and word[-1:] not in ".!?"


def _is_picture(char: str) -> bool:
    at = ord(char)
    if 0xD800 <= at <= 0xDFFF:  # half a character, which nothing encodes
        return True
    return 0x2190 <= at <= 0x2BFF or at >= 0x1F000 or 0xFE00 <= at <= 0xFE0F or 0x200B <= at <= 0x200F or at == 0x20E3


def _is_abbreviation(text: str, begin: int, match: re.Match[str]) -> bool:
    if match["mark"] != ".":
        return False
    before = text[begin : match.start()].rsplit(None, 1)
    word = before[-1].lower().lstrip("(\"'") if before else ""
    initial = len(word) == 1 and word.isalpha() and word != "i"
    if _DATED.search(text[begin : match.start()]) and _CAPITAL.match(text, match.end()):
        return False  # "on 12 Nov. Two adults"
    numbered = word.isdigit() and match.end() < len(text) and text[begin : match.start()].strip() == word
    return word in _ABBREVIATED or initial or numbered


def _add(found: list[Sentence], text: str, begin: int, end: int, question: bool) -> None:
    part = text[begin:end].replace("\x00", " ")
    lead = len(part) - len(part.lstrip(" \t\r\n-*•>"))
    part = part[lead:].rstrip()
    if any(char.isalnum() for char in part) and not _CODE.search(part):
        found.append(Sentence(part, begin + lead, question or asks_alone(part)))
