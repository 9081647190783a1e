"""Documents that a person keeps: notes in markdown or plain text, JSON records, tables.

In: a file. Out: messages that are the document's passages: a section of a note (a long one in several, each under its
headings), a record, a row of a table as a JSON object. Their ids are made of what they say, so that importing a file
again, moved or edited, adds only what is new in it.
"""

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from blake3 import blake3

from zeph.clock import Moment, parse_moment, to_moment
from zeph.errors import BadInput
from zeph.memory.exchange.message_lines import Line, OnBadLine
from zeph.memory.language.names import FIRST_PERSON
from zeph.safety.text import clean_text

PREFIX = "document/"
"""How the names of documents begin among conversations."""
NOTES = (".md", ".markdown", ".txt")
TABLES = (".csv", ".tsv")
LARGEST = 32 << 20
"""Bytes of a document; what is larger is no note."""
PASSAGE = 1_200
"""Characters of a passage, about 300 tokens."""
LONGEST_RECORD = 20_000
"""Characters of a record."""
SNIFFED = 4_096
DELIMITERS = ",;\t|"

_HEADING = re.compile(r"^(#{1,6})\s+\S")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_FRONT = re.compile(r"\A---\s*\n(.*?)\n---\s*(?:\n|\Z)", re.DOTALL)
_DATE = re.compile(r"^(?:date|created):\s*['\"]?(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?)", re.MULTILINE)
_WORD = re.compile(r"[\w']+")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")

Passages = Iterator[tuple[int, list[Line]]]


def notes(path: Path, on_bad_line: OnBadLine) -> Passages:
    """The sections of a note; its day is the one in its front matter or its name, else when it was last changed. Where
    somebody says "I" in it, that is its author: who that is, the file does not say."""
    for number, lines in own_notes(path, on_bad_line):
        yield number, [replace(line, speaker=_author(path)) for line in lines]


def own_notes(path: Path, on_bad_line: OnBadLine) -> Passages:
    """The same of notes that the person says are their own."""
    text = _read(path)
    front = _FRONT.match(text)
    day = (_DATE.search(front[1]) if front else None) or _DAY.search(path.stem)
    sent_at = _moment(day[day.lastindex or 0], path) if day else _changed(path)
    body = text[front.end() :] if front else text
    title = next((line.lstrip("# ").strip() for line in body.splitlines() if _HEADING.match(line)), path.stem)
    for number, passage in enumerate(_passages(body), start=1):
        yield number, [_line(path, number, passage, title, sent_at)]


def records(path: Path, on_bad_line: OnBadLine) -> Passages:
    """The records of a JSON file: the items of a list, or of the lists in an object, or the object itself; in a file of
    lines, each line."""
    sent_at = _changed(path)
    for number, record in enumerate(_records(path, on_bad_line), start=1):
        text = json.dumps(record, ensure_ascii=False)
        if len(text) > LONGEST_RECORD:
            on_bad_line(number, f"a record of {len(text)} characters; {LONGEST_RECORD} are the most")
            continue
        yield number, [_line(path, number, text, path.stem, sent_at)]


def tables(path: Path, on_bad_line: OnBadLine) -> Passages:
    """The rows of a table under its header, each a record."""
    text, sent_at = _read(path), _changed(path)
    try:
        dialect: Any = csv.Sniffer().sniff(text[:SNIFFED], DELIMITERS)
    except csv.Error:
        dialect = csv.excel_tab if path.suffix == ".tsv" else csv.excel
    rows = csv.reader(text.splitlines(keepends=True), dialect)
    try:
        header = [cell.strip() for cell in next(rows, [])]
        for row in rows:
            values = {key: cell.strip() for key, cell in zip(header, row, strict=False) if key and cell.strip()}
            if len(row) > len(header):
                on_bad_line(rows.line_num, f"{len(row)} cells under {len(header)} headings; the others were left out")
            if values:
                said = json.dumps(values, ensure_ascii=False)
                yield rows.line_num, [_line(path, rows.line_num, said, path.stem, sent_at)]
    except csv.Error as error:
        raise BadInput(f"{path} is no table: {error}.") from error


def _passages(body: str) -> Iterator[str]:
    """Sections with their headings; a long one is cut between paragraphs, each part under its headings again."""
    headings: dict[int, str] = {}
    block: list[str] = []
    fenced = False
    for line in [*body.splitlines(), None]:
        match = _HEADING.match(line) if line is not None and not fenced else None
        if line is None or match:
            yield from _parts(list(headings.values()), "\n".join(block).strip())
            block = []
        if line is not None and match:
            level = len(match[1])
            headings = {depth: said for depth, said in headings.items() if depth < level} | {level: line.strip()}
        elif line is not None:
            fenced ^= _FENCE.match(line) is not None
            block.append(line.rstrip())


def _parts(headings: list[str], text: str) -> Iterator[str]:
    above = "".join(f"{heading}\n" for heading in headings)
    part = ""
    for paragraph in re.split(r"\n\s*\n", text):
        if part and len(part) + len(paragraph) > PASSAGE:
            yield f"{above}{part}"
            part = ""
        part = f"{part}\n\n{paragraph}" if part else paragraph
    if part.strip():
        yield f"{above}{part}"


def _records(path: Path, on_bad_line: OnBadLine) -> Iterator[Any]:
    text = _read(path)
    try:
        value = json.loads(text)
    except RecursionError as error:
        raise BadInput(f"{path} is nested too deeply.") from error
    except ValueError as error:
        if path.suffix != ".jsonl" and "Extra data" not in str(error):
            raise BadInput(f"{path} is not valid JSON: {error}.") from error
        yield from _of_lines(text, on_bad_line)
        return
    groups = value.values() if isinstance(value, dict) and _is_folder(value) else [value]
    for group in groups:
        yield from group if isinstance(group, list) else [group]


def _is_folder(value: dict[str, Any]) -> bool:
    return bool(value) and all(isinstance(v, list) and all(isinstance(i, dict) for i in v) for v in value.values())


def _of_lines(text: str, on_bad_line: OnBadLine) -> Iterator[Any]:
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            if line.strip():
                yield json.loads(line)
        except (ValueError, RecursionError):
            on_bad_line(number, "not valid JSON")


def _line(path: Path, number: int, text: str, title: str, sent_at: Moment) -> Line:
    clean = clean_text(text)
    name = f"{PREFIX}{path.absolute().parent.name}/{path.name}"
    key = blake3(clean.encode()).hexdigest(length=16)
    return Line(number, key, name, "", "user", clean, sent_at, title, by_content=True)


def _author(path: Path) -> str:
    """Who speaks in a note; nobody in one in which nobody does."""
    return "" if FIRST_PERSON.isdisjoint(_WORD.findall(_read(path).casefold())) else f"Author of {path.name}"


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise BadInput(f"{path} is larger than {LARGEST >> 20} MB: split it, or leave out what is no note.")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not UTF-8 text.") from error
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error


def _changed(path: Path) -> Moment:
    try:
        return to_moment(datetime.fromtimestamp(path.stat().st_mtime, UTC))
    except (OSError, OverflowError, ValueError) as error:
        raise BadInput(f"{path} cannot be read: {error}.") from error


def _moment(text: str, path: Path) -> Moment:
    try:
        return to_moment(parse_moment(text))
    except (ValueError, OverflowError):
        return _changed(path)
