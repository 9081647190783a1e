"""What tools were asked, and what they gave back, without what is forgotten: both are kept in the talk they belong to.

In: a connection inside a write transaction, names, texts and words of what goes. Out: how many messages changed. Lines
of results and texts among a call's arguments go whole; which tool was called stays.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from zeph.records.forgetting import Cut
from zeph.storage.care.sentence_cuts import LEFT, shorten, shortened
from zeph.storage.engine.driver import Connection
from zeph.storage.messages.message_rows import MESSAGE, to_message

LEAST = 3
"""Characters of a text that is looked for, unless it is of digits."""
WITH_CALLS = f"SELECT {MESSAGE} FROM messages m WHERE m.space_id = :space AND m.tool_calls <> '' ORDER BY m.id"


def cut_tool_traces(conn: Connection, space_id: int, traces: Sequence[str]) -> int:
    """Messages that lost a line or a text."""
    looked_for = _any_of(traces)
    if looked_for is None:
        return 0
    changed = 0
    for message in [to_message(row) for row in conn.execute(WITH_CALLS, {"space": space_id})]:
        cuts = [Cut(message.id, *line) for line in _lines(message.text, looked_for)] if message.role == "tool" else []
        calls = json.loads(message.tool_calls)
        left = _without(calls, looked_for)
        if cuts:
            shorten(conn, shortened(message, cuts), [], [])
        if left != calls:
            conn.execute("UPDATE messages SET tool_calls = ? WHERE id = ?", (json.dumps(left), message.id))
            changed += 1
        changed += bool(cuts)
    return changed


def _any_of(traces: Sequence[str]) -> re.Pattern[str] | None:
    """Any of them as words of their own, whatever their case."""
    told = sorted({t.strip() for t in traces if len(t.strip()) >= LEAST or t.strip().isdigit()}, key=len, reverse=True)
    either = "|".join(map(re.escape, told))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE) if told else None


def _lines(text: str, looked_for: re.Pattern[str]) -> list[tuple[int, int]]:
    return [line.span() for line in re.finditer(r"[^\n]+", text) if looked_for.search(line[0])]


def _without(value: Any, looked_for: re.Pattern[str]) -> Any:
    if isinstance(value, str):
        return LEFT if looked_for.search(value) else value
    if isinstance(value, dict):
        return {name: _without(inner, looked_for) for name, inner in value.items()}
    return [_without(inner, looked_for) for inner in value] if isinstance(value, list) else value
