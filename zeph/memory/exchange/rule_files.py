"""Rules that a project keeps for agents, CLAUDE.md or AGENTS.md: each a line.

In: a file. Out: its rules as single lines, under their heading where that names a part ("Tests: run them before …").
What stands in code, tables, comments and front matter is no rule; files that it names are not read.
"""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from zeph.memory.exchange.document_files import read_text
from zeph.memory.exchange.message_lines import OnBadLine
from zeph.memory.exchange.note_properties import properties_of
from zeph.safety.injection import is_planted
from zeph.safety.text import clean_text, one_line

NAMES = ("claude.md", "claude.local.md", "agents.md")
"""How such files are called, whatever their case."""
LONGEST = 300
"""Characters of a rule."""

_HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*$")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)$")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_OTHER = re.compile(r"^\s*(?:\||>|@\S+\s*$|-{3,}\s*$|={3,}\s*$|!\[)")
_MARKUP = re.compile(r"\*\*|__")


def is_rule_file(path: Path) -> bool:
    """By its name."""
    return path.name.lower() in NAMES


def rules_of(path: Path, on_bad_line: OnBadLine) -> list[str]:
    """Each once, in the file's order; what is too long, or reads as if it were to take over a model, is told and left
    out. Raises BadInput where the file cannot be read."""
    found: dict[str, None] = {}
    for number, rule in _rules(_COMMENT.sub(_blank, properties_of(read_text(path, on_bad_line)).body)):
        if len(rule) > LONGEST:
            on_bad_line(number, f"line {number}: a rule of {len(rule)} characters; {LONGEST} are the most")
        elif is_planted(rule):
            on_bad_line(number, f"line {number}: reads like an order that takes over a model, and was left out")
        else:
            found[rule] = None
    return list(found)


def digest_of(rules: Sequence[str]) -> str:
    """By which rules are known again."""
    return sha256("\n".join(rules).encode()).hexdigest()


def _blank(comment: re.Match[str]) -> str:
    return "\n" * comment[0].count("\n")


def _rules(text: str) -> Iterator[tuple[int, str]]:
    """(number of the line, rule); lines of one paragraph or item are one rule."""
    heading, begun, waiting, fenced = "", 0, list[str](), False
    for number, line in enumerate([*clean_text(text).splitlines(), ""], start=1):
        mark = _FENCE.match(line)
        title, item = (None, None) if fenced else (_HEADING.match(line), _ITEM.match(line))
        ends = mark or title or item or fenced or not line.strip() or _OTHER.match(line)
        if ends and waiting:
            yield begun, _worded(heading, waiting)
            waiting = []
        fenced ^= mark is not None
        if title:
            heading = _plain(title[2]) if len(title[1]) > 1 else ""
        elif item and any(map(str.isalnum, item[1])):
            begun, waiting = number, [item[1]]
        elif not ends:
            begun, waiting = begun if waiting else number, [*waiting, line]


def _worded(heading: str, lines: list[str]) -> str:
    rule = _plain(" ".join(line.strip() for line in lines))
    return f"{heading}: {rule}" if heading else rule


def _plain(text: str) -> str:
    return one_line(_MARKUP.sub("", text)).strip()
