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

from zeph.clock import Moment, to_moment
from zeph.errors import BadInput
from zeph.memory.exchange.foreign_json import encoding_of, list_items, read_json
from zeph.memory.exchange.message_lines import Line, OnBadLine
from zeph.memory.exchange.note_properties import (
    ALIASES,
    TAGS,
    Properties,
    day_of,
    is_daily,
    linked,
    other_names,
    properties_of,
)
from zeph.memory.exchange.shapes import path_of
from zeph.memory.exchange.statement_lines import triple
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
HAS_NAME = "has_name"
"""The relation to another name."""
DELIMITERS = ",;\t|"

_HEADING = re.compile(r"^(#{1,6})\s+\S")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_WORD = re.compile(r"[\w']+")

Passages = Iterator[tuple[int, list[Line]]]


def notes(path: Path, on_bad_line: OnBadLine) -> Passages:
    """The sections of a note; its day is the one in its front matter or its name, else when it was last changed. Where
    somebody says "I" in it, that is its author: who that is, the file does not say."""
    for number, lines in own_notes(path, on_bad_line):
        yield number, [replace(line, speaker=_author(path)) for line in lines]


def own_notes(path: Path, on_bad_line: OnBadLine) -> Passages:
    """The same of notes that the person says are their own."""
    properties = properties_of(read_text(path, on_bad_line))
    sent_at = day_of(path.stem, properties) or changed_at(path)
    body = linked(properties.body)
    own = clean_text(path.stem)
    title = next((line.lstrip("# ").strip() for line in body.splitlines() if _HEADING.match(line)), own)
    passages = [*_of_properties(own, properties), *_passages(body)]
    lines = [_line(path, number, passage, title, sent_at) for number, passage in enumerate(passages, start=1)]
    for name, other in _other_names(own, properties):
        told = triple(_name(path), name, HAS_NAME, other, f"{name} is also called {other}", sent_at)
        lines.append(replace(told, number=len(lines) + 1, title=title))
    yield from ((line.number, [line]) for line in lines)


def _of_properties(name: str, properties: Properties) -> Iterator[str]:
    """What stands above a note is said of its thing, as a list under its name is; a day is no thing."""
    tags = properties.of(TAGS)
    fields = {**properties.own(), **({TAGS[0]: tags} if tags else {})}
    if fields and not is_daily(name):
        rows = [f"- {key}: {value}" for key, values in fields.items() for value in values]
        yield "\n".join([f"# {name}", *rows])


def _other_names(name: str, properties: Properties) -> Iterator[tuple[str, str]]:
    """Of the note's thing, and of what its links lead to."""
    own = () if is_daily(name) else properties.of(ALIASES)
    yield from ((name, other) for other in own if other.casefold() != name.casefold())
    yield from other_names(properties.body)


def records(path: Path, on_bad_line: OnBadLine) -> Passages:
    """The records of a JSON file: the items of a list, or of the lists in an object, or the object itself; in a file of
    lines, each line."""
    sent_at = changed_at(path)
    for number, (place, record) in enumerate(_records(path, on_bad_line), start=1):
        try:
            text = json.dumps(record, ensure_ascii=False)
        except RecursionError:
            on_bad_line(number, f"{place}: nested too deeply")
            continue
        if len(text) > LONGEST_RECORD:
            on_bad_line(number, f"{place}: a record of {len(text)} characters; {LONGEST_RECORD} are the most")
            continue
        yield number, [_line(path, number, text, clean_text(path.stem), sent_at)]


def tables(path: Path, on_bad_line: OnBadLine) -> Passages:
    """The rows of a table under its header, each a record."""
    text, sent_at = read_text(path, on_bad_line).replace("\0", ""), changed_at(path)
    try:
        dialect: Any = csv.Sniffer().sniff(text[:SNIFFED], DELIMITERS)
    except csv.Error:
        dialect = csv.excel_tab if path.suffix == ".tsv" else csv.excel
    rows = csv.reader(text.splitlines(keepends=True), dialect)
    header: list[str] | None = None
    for number, row in _rows(rows, on_bad_line):
        if header is None:
            header = [cell.strip() for cell in row]
            continue
        values = {key: cell.strip() for key, cell in zip(header, row, strict=False) if key and cell.strip()}
        if len(row) > len(header):
            on_bad_line(
                number, f"line {number}: {len(row)} cells under {len(header)} headings; the others were left out"
            )
        if values:
            yield number, [_line(path, number, json.dumps(values, ensure_ascii=False), clean_text(path.stem), sent_at)]


def _rows(rows: Any, on_bad_line: OnBadLine) -> Iterator[tuple[int, list[str]]]:
    """(line, cells); what is no row (a cell longer than 131,072 characters) is told and left out."""
    while True:
        try:
            row = next(rows, None)
        except csv.Error as error:
            on_bad_line(rows.line_num, f"line {rows.line_num}: {error}")
            continue
        if row is None:
            return
        yield rows.line_num, row


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


def _records(path: Path, on_bad_line: OnBadLine) -> Iterator[tuple[str, Any]]:
    text = read_text(path, on_bad_line)
    if path.suffix != ".jsonl" and text.lstrip().startswith("["):
        at = [0]
        for found in list_items(path, lambda said: on_bad_line(at[0] + 1, said)):
            at[0] += 1
            yield found
        return
    try:
        value = read_json(text)
    except BadInput as error:
        if path.suffix != ".jsonl" and "\n{" not in text.strip():
            raise BadInput(f"{path}: {error}.") from error
        yield from _of_lines(text, on_bad_line)
        return
    groups = value.items() if isinstance(value, dict) and _is_folder(value) else [("", value)]
    for name, group in groups:
        items = group if isinstance(group, list) else [group]
        yield from ((f"{path_of([name])}[{number}]", item) for number, item in enumerate(items))


def _is_folder(value: dict[str, Any]) -> bool:
    return bool(value) and all(isinstance(v, list) and all(isinstance(i, dict) for i in v) for v in value.values())


def _of_lines(text: str, on_bad_line: OnBadLine) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            if line.strip():
                yield f"line {number}", read_json(line)
        except BadInput as error:
            on_bad_line(number, f"line {number}: {error}")


def _line(path: Path, number: int, text: str, title: str, sent_at: Moment) -> Line:
    clean = clean_text(text)
    key = blake3(clean.encode()).hexdigest(length=16)
    return Line(number, key, _name(path), "", "user", clean, sent_at, title, by_content=True)


def _name(path: Path) -> str:
    """Of the conversation that the document is."""
    return clean_text(f"{PREFIX}{path.absolute().parent.name}/{path.name}")


def _author(path: Path) -> str:
    """Who speaks in a note; nobody in one in which nobody does. Of a day somebody tells what they did."""
    said = _WORD.findall(read_text(path, lambda *_: None).casefold())
    is_told = is_daily(path.stem) or not FIRST_PERSON.isdisjoint(said)
    return f"Author of {clean_text(path.name)}" if is_told else ""


def read_text(path: Path, on_bad_line: OnBadLine) -> str:
    """Text in UTF-8, or UTF-16 with its mark, or what is left: Windows' own, which is told."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadInput(f"{path} is larger than {LARGEST >> 20} MB: split it, or leave out what is no note.")
        raw = path.read_bytes()
        encoding = encoding_of(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        if b"\0" in raw or encoding == "utf-16":
            raise BadInput(f"{path} is not UTF-8 text.") from error
    on_bad_line(1, "line 1: not UTF-8 text; read as Windows-1252")
    return raw.decode("cp1252", "replace")


def changed_at(path: Path) -> Moment:
    try:
        return to_moment(datetime.fromtimestamp(path.stat().st_mtime, UTC))
    except (OSError, OverflowError, ValueError) as error:
        raise BadInput(f"{path} cannot be read: {error}.") from error
