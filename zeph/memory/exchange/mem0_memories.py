"""Mem0's memories: what `get_all`, its platform's pages and `history` give.

In: a JSON file. Out: messages, each a statement of the one whose memory it is, said when it took that wording; what was
worded anew or deleted later is over from then on. The relations of its graph are left out: they say what the memories
say, and not when.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from zeph.clock import Moment
from zeph.memory.exchange import memory_shapes as shapes
from zeph.memory.exchange.document_files import changed_at
from zeph.memory.exchange.foreign_items import items_of
from zeph.memory.exchange.foreign_json import Tell
from zeph.memory.exchange.message_lines import Line, OnBadLine
from zeph.memory.exchange.shapes import fitted
from zeph.memory.exchange.statement_lines import by_name, others_name, statement
from zeph.safety.text import clean_text

DELETED = "DELETE"


class _Version(NamedTuple):
    text: str
    since: Moment


class _Known:
    """What a file says of one memory."""

    def __init__(self) -> None:
        self.owner = ""
        self.agent = ""
        self.changes: list[shapes.Mem0Change] = []
        self.current: shapes.Mem0Memory | None = None

    def spans(self, otherwise: Moment) -> Iterator[tuple[_Version, Moment | None]]:
        """Each wording with the time from which it was over; ``otherwise``: the time of what has none."""
        versions: list[_Version] = []
        deleted: Moment | None = None
        for change in sorted(self.changes, key=lambda one: _latest(one.created_at, one.updated_at) or otherwise):
            at = _latest(change.created_at, change.updated_at) or otherwise
            if not versions and change.old_memory and change.event != DELETED:
                versions.append(_Version(change.old_memory, change.created_at or at))
            if change.event.upper() == DELETED:
                deleted = at
            elif change.new_memory and (not versions or versions[-1].text != change.new_memory):
                versions.append(_Version(change.new_memory, at))
        now = self.current
        if now and (not versions or versions[-1].text != now.memory):
            versions.append(_Version(now.memory, _latest(now.created_at, now.updated_at) or otherwise))
        until = now.expiration_date if now else deleted
        ends: list[Moment | None] = [version.since for version in versions[1:]]
        yield from zip(versions, [*ends, until], strict=False)


def mem0(path: Path, on_bad_line: OnBadLine) -> Iterator[tuple[int, list[Line]]]:
    """(number, the message) of each statement, the earliest first."""
    known: defaultdict[str, _Known] = defaultdict(_Known)
    for number, (_, place, item) in enumerate(items_of(path, on_bad_line), start=1):
        _take(item, f"{place}.", partial(on_bad_line, number), known)
    at, author = changed_at(path), f"Author of {clean_text(path.name)}"
    owners = {one.owner for one in known.values() if one.owner}
    only = owners.pop() if len(owners) == 1 else ""
    lines = []
    for key, one in known.items():
        called = one.owner or one.agent or only or author
        whose = others_name(called, path)
        name = f"mem0/{whose}"
        for version, until in one.spans(at):
            if not clean_text(version.text).strip():
                continue
            since = version.since if until else None
            text = by_name(version.text, whose)
            line = statement(name, key, text, whose, version.since, since=since, until=until)
            lines.append(replace(line, user=whose) if whose != called else line)
    for number, line in enumerate(sorted(lines, key=lambda line: line.sent_at), start=1):
        yield number, [line]


def _take(item: Any, place: str, tell: Tell, known: defaultdict[str, _Known]) -> None:
    if not isinstance(item, dict):
        tell(f"{place.rstrip('.')} must be an object")
    elif "memory_id" in item:
        change = fitted(shapes.Mem0Change, item, place, tell)
        if change:
            known[change.memory_id].changes.append(change)
            known[change.memory_id].owner = known[change.memory_id].owner or change.user_id or ""
    elif "relationship" in item:
        return
    elif memory := fitted(shapes.Mem0Memory, item, place, tell):
        if not memory.memory.strip():
            tell(f"{place}memory is empty")
            return
        one = known[memory.id]
        one.current, one.owner, one.agent = memory, memory.user_id or one.owner, memory.agent_id or ""
        changes = item.get("history")
        for number, change in enumerate(changes if isinstance(changes, list) else ()):
            _take(change, f"{place}history[{number}].", tell, known)


def _latest(*times: Moment | None) -> Moment | None:
    return max(filter(None, times), default=None)
