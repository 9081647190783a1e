"""Notes in markdown as records: what stands as "key: value" under a heading is said of what the heading names.

In: the text of a message that has a heading. Out: :class:`Record` values: one for each section with such a list, one
for each row of a table. Prose is left to the readers of prose.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from zeph.memory.ingest.structured.field_words import KINDS, NAMES, TABLE, key_words, tells
from zeph.memory.ingest.structured.record import Field, Record
from zeph.records.claim import Span

LONGEST_VALUE = 120

_HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*$", re.MULTILINE)
_PAIR = re.compile(
    r"^\s*(?:[-*+]\s+(?!\[)|(?=\*\*|__))(?:\*\*|__)?([^\W_][^:\n*|]{0,40}?)(?:\*\*|__)?:(?:\*\*|__)?\s+(\S.*?)\s*$"
)
_ROW = re.compile(r"^\s*\|(.+)\|\s*$")
_RULE = re.compile(r"^[\s|:-]+$")
_MARKUP = re.compile(r"\*\*|__|`|\[\[|\]\]|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_GENERAL, _SPEAKER = frozenset(TABLE["general"]), frozenset(TABLE["speaker"])


def has_heading(text: str) -> bool:
    """Whether it is written as a note: it begins with a heading."""
    match = _HEADING.match(text.lstrip())
    return match is not None


def markdown_records(text: str, speaker: str) -> list[Record]:
    """The records of a note, in its order; ``speaker`` is what a section about its writer speaks of."""
    return [record for section in _sections(text, speaker) for record in section.records()]


@dataclass
class _Section:
    name: str
    lines: list[tuple[int, str]] = field(default_factory=list)
    """With the place in the text where each begins."""

    def records(self) -> Iterator[Record]:
        fields = [pair for at, line in self.lines for pair in _pair(at, line)]
        if fields and self.name:
            kind = next((f.value for f in fields if key_words(f.key) in KINDS and isinstance(f.value, str)), "")
            yield Record(self.name, kind, tuple(fields), Span(fields[0].span.start, fields[-1].span.end))
        yield from self._rows()

    def _rows(self) -> Iterator[Record]:
        header: list[str] = []
        for at, line in self.lines:
            match = _ROW.match(line)
            if match is None:
                header = []
            elif not header:
                header = [plain(cell) for cell in match[1].split("|")]
            elif not _RULE.match(line):
                yield from _row(header, [plain(cell) for cell in match[1].split("|")], Span(at, at + len(line)))


def _sections(text: str, speaker: str) -> Iterator[_Section]:
    above: dict[int, str] = {}
    section, at = _Section(""), 0
    for line in text.splitlines(keepends=True):
        match = _HEADING.match(line.rstrip())
        if match is None:
            section.lines.append((at, line.rstrip()))
        else:
            yield section
            level = len(match[1])
            above = {depth: name for depth, name in above.items() if depth < level}
            above[level] = plain(match[2])
            section = _Section(_subject(list(above.values()), speaker))
        at += len(line)
    yield section


def _subject(headings: list[str], speaker: str) -> str:
    """What the innermost heading names that names a thing."""
    for heading in reversed(headings):
        words = key_words(heading)
        if words in _SPEAKER:
            return speaker
        if words and words not in _GENERAL:
            return heading
    return ""


def _pair(at: int, line: str) -> Iterator[Field]:
    match = _PAIR.match(line)
    if match is None or not tells(key_words(match[1])) or len(match[2]) > LONGEST_VALUE:
        return
    yield Field(match[1].strip(), plain(match[2]), Span(at + match.start(1), at + len(line)))


def _row(header: list[str], cells: list[str], span: Span) -> Iterator[Record]:
    values = dict(zip(header, cells, strict=False))
    words = {key_words(key): key for key in values}
    key = next((words[name] for name in NAMES if name in words), header[0] if header else "")
    fields = tuple(Field(k, v, span) for k, v in values.items() if k != key and v)
    kind = next((v for k, v in values.items() if key_words(k) in KINDS), "")
    if values.get(key) and fields:
        yield Record(values[key], kind, fields, span)


def plain(text: str) -> str:
    """Without markup: "**Nora**" is Nora, "[docs](…)" is docs."""
    return _MARKUP.sub("", _LINK.sub(r"\1", text)).strip()
