"""What notes in markdown say beside their text: front matter, links to other notes, the day in their name.

In: the text of a note. Out: its properties, its text with the names that links mean, the other names that it gives.
Forms: Obsidian's properties (a flat part of YAML) and links (``[[Note|shown]]``, ``[[folder/Note#Part]]``,
``![[file]]``).
"""

import re
from itertools import islice
from typing import NamedTuple

from zeph.clock import Moment, parse_moment, to_moment

ALIASES, TAGS, DATES = ("aliases", "alias"), ("tags", "tag"), ("date", "created")
"""Properties that Obsidian itself knows, and those that say when."""
OF_THE_FILE = ("title", "id", "cssclass", "cssclasses", "publish", "permalink", "updated", "modified", "last modified")
"""Those that say something of the note, and nothing of what it is about."""
MOST = 200
"""Properties, aliases and links of a note."""
LONGEST = 200
"""Characters of a value or a name."""
LONGEST_NAME = 4
"""Words of a name."""

_FRONT = re.compile(r"\A---[ \t]*\n(.*?\n)?---[ \t]*(?:\n|\Z)", re.DOTALL)
_PROPERTY = re.compile(r"^([^\s:#\-][^:\n]{0,60}):(?:[ \t]+(.*))?$")
_ITEM = re.compile(r"^\s*-\s+(.*)$")
_EMBEDDED = re.compile(r"!\[\[[^\[\]\n]*\]\]|!\[[^\[\]\n]*+\]\((?!\w+:)(?:[^()\n]++|\([^()\n]*+\))*+\)")
"""Files that stand beside the note. A picture that lies elsewhere stays: what asks for one would else not be told."""
_LINK = re.compile(r"\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]")
_DAY = re.compile(r"(?<!\d)(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)")
_WRITTEN_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?")


class Properties(NamedTuple):
    values: dict[str, list[str]]
    """By name, as it is written; one that stands alone is a list of one."""
    body: str

    def of(self, names: tuple[str, ...]) -> list[str]:
        return [value for name, values in self.values.items() if name.lower() in names for value in values]

    def own(self) -> dict[str, list[str]]:
        """Those that say something of the note's thing."""
        known = (*ALIASES, *TAGS, *DATES, *OF_THE_FILE)
        return {name: values for name, values in self.values.items() if name.lower() not in known and values}


def properties_of(text: str) -> Properties:
    """What cannot be read of the front matter is left out."""
    front = _FRONT.match(text)
    if not front:
        return Properties({}, text)
    found: dict[str, list[str]] = {}
    name = ""
    for line in (front[1] or "").splitlines():
        if item := _ITEM.match(line):
            if name and len(found[name]) < MOST:
                found[name] += _values(item[1])
        elif (pair := _PROPERTY.match(line)) and len(found) < MOST:
            name = pair[1].strip()
            found[name] = _values(pair[2] or "")
    return Properties(found, text[front.end() :])


def _values(text: str) -> list[str]:
    """Of a list its items; a list within a list is text."""
    text = text.strip()
    is_list = text.startswith("[") and text.endswith("]") and not text.startswith("[[")
    values = (linked(part.strip().strip("'\"")).strip() for part in (text[1:-1].split(",") if is_list else [text]))
    return [one for one in islice(values, MOST) if one and len(one) <= LONGEST and one not in ("|", ">", "{}")]


def linked(text: str) -> str:
    """The text with the names that its links mean; what is embedded is left out."""
    return _LINK.sub(lambda link: _target(link[1]), _EMBEDDED.sub("", text))


def _target(link: str) -> str:
    """The name of the note that a link leads to."""
    note = link.partition("#")[0].partition("^")[0].strip().rstrip("/").rpartition("/")[2]
    return note.removesuffix(".md") or link.rpartition("#")[2].strip()


def other_names(text: str) -> dict[tuple[str, str], None]:
    """(name, how a link calls it) where a link shows another name, each once."""
    found: dict[tuple[str, str], None] = {}
    for link in _LINK.finditer(text):
        name, shown = _target(link[1]), (link[2] or "").strip()
        if name.casefold() == shown.casefold():
            continue
        if is_name(name) and is_name(shown) and _is_of(shown, name) and len(found) < MOST:
            found[name, shown] = None
    return found


def is_name(text: str) -> bool:
    """Whether it is called as a thing is, and is no sentence or day."""
    return bool(text) and text[:1].isupper() and len(text.split()) <= LONGEST_NAME and not _DAY.search(text)


def _is_of(shown: str, name: str) -> bool:
    """Whether it is a shorter form of the name: one of its words, or its first letters."""
    words = name.casefold().split()
    return not set(words).isdisjoint(shown.casefold().split()) or shown.casefold() == "".join(w[0] for w in words)


def day_of(name: str, properties: Properties) -> Moment | None:
    """The day in the note's properties, or in its name; None where neither says."""
    written = [day[0] for value in properties.of(DATES) if (day := _WRITTEN_DAY.match(value))]
    named = ["-".join(day.groups())] if (day := _DAY.search(name)) else []
    return next((moment for day in (*written, *named) if (moment := _moment(day))), None)


def is_daily(name: str) -> bool:
    """Whether a note is named after a day."""
    found = _DAY.search(name)
    return found is not None and _moment("-".join(found.groups())) is not None


def _moment(text: str) -> Moment | None:
    try:
        return to_moment(parse_moment(text))
    except (ValueError, OverflowError):
        return None
