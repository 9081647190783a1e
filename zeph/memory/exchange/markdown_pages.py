"""The memory as pages to read: one a thing, in markdown as Obsidian reads it.

In: things, facts of all times, what they came from, the names of the pages' files. Out: texts. What comes from the
memory is text and nothing else: no link, image, heading or formula of somebody's making is one in a page.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from zeph.clock import Moment
from zeph.records.edge import CANDIDATE_BELOW, Edge, Precision
from zeph.records.entity import Entity
from zeph.records.message import Message
from zeph.records.statement import told_text
from zeph.safety.text import one_line

INDEX = "index"
"""Name of the page that lists the others."""
LONGEST_QUOTE = 200
"""Characters of what was said."""
MOST_SOURCES = 200
"""Sources of a page that are quoted, the latest."""
_LENGTH: dict[Precision, int] = {"year": 4, "month": 7, "day": 10, "instant": 10}
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|!~$%^=&@]|:(?=//)|(?<=www)\.)", re.IGNORECASE)


def escaped(text: str) -> str:
    """One line that reads as it is written; a bare address is no link (GitHub Flavored Markdown, 6.9)."""
    return _MARKS.sub(r"\\\1", one_line(text)).strip()


def shown_facts(edges: Iterable[Edge]) -> list[Edge]:
    """Those that are sure, and were so at some time."""
    kept = (edge for edge in edges if edge.expired_reason in (None, "superseded"))
    return [edge for edge in kept if edge.confidence >= CANDIDATE_BELOW]


class Pages:
    """All pages of one memory; ``names``: of the file of each thing that has a page, without its ending."""

    def __init__(
        self, entities: Mapping[int, Entity], edges: Sequence[Edge], messages: Mapping[int, Message],
        names: Mapping[int, str], now: Moment,
    ) -> None:  # fmt: skip
        self._entities, self._messages, self._names, self._now = entities, messages, names, now
        self._facts: defaultdict[int, list[Edge]] = defaultdict(list)
        for edge in sorted(edges, key=lambda one: (one.valid_from or "", one.id)):
            for end in dict.fromkeys((edge.source_id, edge.target_id)):
                self._facts[end].append(edge)

    def page(self, entity_id: int) -> str:
        """Of a thing that has one."""
        entity, facts = self._entities[entity_id], self._facts[entity_id]
        now = [edge for edge in facts if edge.active and edge.current(self._now)]
        ahead = [edge for edge in facts if edge.active and (edge.valid_from or "") > self._now]
        past = [edge for edge in facts if edge not in now and edge not in ahead]
        return "\n".join([
            *_front(entity),
            f"# {escaped(entity.name)}",
            *self._section("", now, entity_id),
            *self._section("To come", ahead, entity_id),
            *self._section("Over", past, entity_id),
            *self._sources(facts),
            "",
        ])  # fmt: skip

    def index(self) -> str:
        """Of all pages, by what they are about."""
        kinds: defaultdict[str, list[int]] = defaultdict(list)
        for entity_id in self._names:
            kinds[self._entities[entity_id].entity_type].append(entity_id)
        lines = ["# Memory", "", f"{len(self._names)} pages, written by `zeph export --format markdown`."]
        for kind in sorted(kinds):
            by_name = sorted(kinds[kind], key=lambda one: (self._entities[one].name.casefold(), one))
            lines += ["", f"## {escaped(kind)}", ""]
            lines += [f"- {self._link(one, self._entities[one].name)}" for one in by_name]
        return "\n".join([*lines, ""])

    def _section(self, title: str, facts: Sequence[Edge], about: int) -> Iterator[str]:
        if facts:
            yield from ["", f"## {title}", ""] if title else [""]
            yield from (f"- {self._sentence(edge, about)}{self._when(edge)}" for edge in facts)

    def _sentence(self, edge: Edge, about: int) -> str:
        """The fact, with a link to its other end."""
        other, name = (edge.target_id, edge.target) if edge.source_id == about else (edge.source_id, edge.source)
        fact = one_line(edge.fact).strip().rstrip(".")
        found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", fact, re.IGNORECASE) if other != about else None
        if other not in self._names or other == about:
            return f"{escaped(fact)}."
        if found is None:
            return f"{escaped(fact)}. → {self._link(other, name)}"
        before, after = escaped(fact[: found.start()]), escaped(fact[found.end() :])
        spaces = [" " * (before != "" and fact[found.start() - 1] == " "), " " * fact[found.end() :].startswith(" ")]
        return f"{before}{spaces[0]}{self._link(other, found[0])}{spaces[1]}{after}."

    def _link(self, entity_id: int, shown: str) -> str:
        name = self._names[entity_id]
        plain = re.sub(r"[\[\]|]", " ", one_line(shown)).strip()
        return f"[[{name}]]" if plain == name or not plain else f"[[{name}|{plain}]]"

    def _when(self, edge: Edge) -> str:
        since = _day(edge.valid_from, edge.valid_from_precision) if edge.valid_from_stated else ""
        until = _day(edge.valid_until, edge.valid_until_precision)
        if edge.expired_reason == "superseded" and not until:
            until = _day(edge.expired_at, "day")
        times = [f"since {since}"] if since and not until else [f"{since} –"] if since else []
        times += [until if since else f"until {until}"] if until else []
        said = sorted({self._messages[i].sent_at[:10] for i in edge.sources if i in self._messages})
        told = f"told {', '.join(said[-3:])}" if said else ""
        notes = "; ".join(filter(None, (" ".join(times), told)))
        return f" ({notes})" if notes else ""

    def _sources(self, facts: Sequence[Edge]) -> Iterator[str]:
        ids = dict.fromkeys(i for edge in facts for i in edge.sources if i in self._messages)
        said = sorted((self._messages[i] for i in ids), key=lambda one: (one.sent_at, one.id))[-MOST_SOURCES:]
        if said:
            yield from ("", "## Told", "")
        for message in said:
            text = one_line(told_text(message.text)).strip()
            quoted = text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"
            yield f"- {message.sent_at[:10]} {escaped(message.person)}: “{escaped(quoted)}”"


def _front(entity: Entity) -> Iterator[str]:
    """Properties, by which Obsidian finds a page by its other names."""
    others = [name for name in entity.aliases if name.casefold() != entity.name.casefold()]
    yield "---"
    yield f"type: {_quoted(entity.entity_type)}"
    if others:
        yield f"aliases: [{', '.join(map(_quoted, others))}]"
    yield "---"


def _quoted(text: str) -> str:
    plain = one_line(text).replace("\\", " ").replace('"', "'")
    return f'"{plain}"'


def _day(moment: Moment | None, precision: Precision | None) -> str:
    return moment[: _LENGTH[precision or "day"]] if moment else ""
