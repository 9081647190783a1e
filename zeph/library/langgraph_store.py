"""A LangGraph store over the memory: what a graph keeps by namespace and key is read into facts, and found by meaning.

In and out: the operations of :class:`langgraph.store.base.BaseStore` (https://reference.langchain.com/python/langgraph/store/).
A namespace is a conversation, an item a message of it. An item that is put again says something else from then on: its
facts end and stay as history. One that is deleted is forgotten for good, with what it taught.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from zeph.clock import Moment
from zeph.errors import UsageError
from zeph.library.async_memory import Memory
from zeph.library.blocking_memory import SyncMemory
from zeph.library.program_items import MOST, as_record, asked, asked_at_once, item_of, prose
from zeph.records.forgetting import Target
from zeph.records.message import Conversation, Message, NewMessage
from zeph.records.recall_request import RecallRequest, Scope

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        get_text_at_path,
    )
except ImportError as error:
    raise ImportError("LangGraph is not there. Install it with: pip install 'zeph[langgraph]'") from error

PREFIX = "langgraph:"
TITLE = "Kept by LangGraph"
RECORD = "put"
WIDE = 200
"""Messages that are looked through where a search goes over several namespaces."""
Namespace = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Kept:
    namespace: Namespace
    key: str
    value: dict[str, Any]
    created: Moment
    message: Message
    """The last one that says it."""


class ZephStore(BaseStore):
    """``memory`` is entered by the program: a :class:`zeph.SyncMemory` serves both kinds of calls, a
    :class:`zeph.Memory` those that are awaited. Raises UsageError for a value that is no JSON."""

    __slots__ = ("_memory",)

    def __init__(self, memory: Memory | SyncMemory) -> None:
        self._memory = memory

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        operations = [*ops]
        return asked_at_once(self._memory, lambda memory: _all_of(memory, operations))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        operations = [*ops]
        return await asked(self._memory, lambda memory: _all_of(memory, operations))


async def _all_of(memory: Memory, ops: Sequence[Op]) -> list[Result]:
    """Reading operations see what was there before the batch; of several puts of one item the last counts."""
    results = [None if isinstance(op, PutOp) else await _looked_up(memory, op) for op in ops]
    for op in {(op.namespace, op.key): op for op in ops if isinstance(op, PutOp)}.values():
        await (_delete(memory, op) if op.value is None else _put(memory, op))
    return results


async def _looked_up(memory: Memory, op: Op) -> Result:
    if isinstance(op, GetOp):
        found = next((one for one in await _kept_in(memory, op.namespace) if one.key == op.key), None)
        return Item(**_fields(found)) if found else None
    if isinstance(op, SearchOp):
        return await _search(memory, op)
    if isinstance(op, ListNamespacesOp):
        return await _namespaces(memory, op)
    raise UsageError(f"{type(op).__name__} is no operation that this store knows.")


# ------------------------------------------------------------ writing


async def _put(memory: Memory, op: PutOp) -> None:
    record = as_record(
        RECORD, {"key": op.key, "value": dict(op.value or {})}, keep_secrets=memory.settings.keep_secrets
    )
    known = [one for one in await _kept_in(memory, op.namespace) if one.key == op.key]
    if known and known[0].message.tool_calls == record:
        return
    talk = await memory.conversations.of_agent(_named(op.namespace), f"{TITLE}: {' / '.join(op.namespace)}")
    message = await memory.observe(NewMessage(talk.id, "user", _said(op), tool_calls=record))
    if known:
        await memory.ingest_now(message)  # what it says instead is read before what it said is withdrawn
    await memory.conversations.stands_for(PREFIX, json.dumps([*op.namespace, op.key]), [message])
    memory.wake()


def _said(op: PutOp) -> str:
    """The texts that are to be found; of a value without any the record itself, from which facts are read too."""
    if op.index is False:
        return ""
    if op.index:
        return "\n".join(text for path in op.index for text in get_text_at_path(op.value, path))
    return "\n".join(prose(dict(op.value or {}))) or json.dumps(dict(op.value or {}), ensure_ascii=False)


async def _delete(memory: Memory, op: PutOp) -> None:
    """Every form that it had."""
    said = [message for talk in await _talks(memory, op.namespace, exact=True) for message in await _of(memory, talk)]
    gone = [message.id for message in said if (item := item_of(message, RECORD)) and item.get("key") == op.key]
    if gone:
        await memory.forget(Target(messages=tuple(gone)))
        await memory.conversations.stands_for(PREFIX, json.dumps([*op.namespace, op.key]), [])


# ------------------------------------------------------------ reading


async def _kept_in(memory: Memory, prefix: Namespace, *, exact: bool = True) -> list[_Kept]:
    """In the order in which they were first put, as they are now."""
    kept: dict[tuple[Namespace, str], _Kept] = {}
    for talk in await _talks(memory, prefix, exact=exact):
        namespace = _namespace(talk)
        for message in await _of(memory, talk):
            item = item_of(message, RECORD)
            if item and isinstance(item.get("value"), dict):
                key = str(item.get("key"))
                first = kept.get((namespace, key))
                created = first.created if first else message.sent_at
                kept[namespace, key] = _Kept(namespace, key, item["value"], created, message)
    return [*kept.values()]


async def _search(memory: Memory, op: SearchOp) -> list[SearchItem]:
    kept = await _kept_in(memory, op.namespace_prefix, exact=False)
    fitting = [
        one for one in kept if all(_fits(one.value.get(name), wanted) for name, wanted in (op.filter or {}).items())
    ]
    page = slice(op.offset, op.offset + op.limit)
    if not op.query:
        return [SearchItem(**_fields(one)) for one in fitting[page]]
    talks = {one.message.conversation_id for one in fitting}
    within = talks.pop() if len(talks) == 1 else None
    most = max(WIDE, op.offset + op.limit)
    request = RecallRequest(op.query, within=within, scope=Scope(kinds=("messages",)), most=most, sought=True)
    scores = {found.message.id: found.score for found in (await memory.recall(request)).messages} if fitting else {}
    said = [one for one in fitting if one.message.text and one.message.id in scores]
    found = sorted(said, key=lambda one: -scores[one.message.id])
    return [SearchItem(**_fields(one), score=scores[one.message.id]) for one in found[page]]


async def _namespaces(memory: Memory, op: ListNamespacesOp) -> list[Namespace]:
    there = [_namespace(talk) for talk in await _talks(memory, (), exact=False) if talk.messages]
    matching = [one for one in there if all(_matches(one, condition) for condition in op.match_conditions or ())]
    return sorted({one[: op.max_depth] for one in matching})[op.offset : op.offset + op.limit]


async def _talks(memory: Memory, prefix: Namespace, *, exact: bool) -> list[Conversation]:
    begun = await memory.conversations.begun_with(PREFIX)
    found = [talk for talk in begun if talk.kind == "agent" and _namespace(talk)]
    if exact:
        return [talk for talk in found if _namespace(talk) == tuple(prefix)]
    return [talk for talk in found if _namespace(talk)[: len(prefix)] == tuple(prefix)]


async def _of(memory: Memory, talk: Conversation) -> list[Message]:
    return await memory.conversations.history(talk.id, MOST)


def _named(namespace: Namespace) -> str:
    return PREFIX + json.dumps([*namespace], ensure_ascii=False)


def _namespace(talk: Conversation) -> Namespace:
    """Empty where the id is none of ours: a file may bring any."""
    try:
        names = json.loads(talk.external_id.removeprefix(PREFIX))
    except (ValueError, RecursionError):
        return ()
    return tuple(names) if isinstance(names, list) and all(isinstance(name, str) for name in names) else ()


def _fields(kept: _Kept) -> dict[str, Any]:
    return {
        "namespace": kept.namespace, "key": kept.key, "value": kept.value,
        "created_at": _time(kept.created), "updated_at": _time(kept.message.sent_at),
    }  # fmt: skip


def _time(moment: Moment) -> datetime:
    return datetime.fromisoformat(moment).replace(tzinfo=UTC)


def _matches(namespace: Namespace, condition: MatchCondition) -> bool:
    path = condition.path
    ends = namespace[: len(path)] if condition.match_type == "prefix" else namespace[-len(path) :]
    return len(ends) == len(path) and all(wanted in ("*", label) for wanted, label in zip(path, ends, strict=True))


_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "$eq": lambda value, wanted: bool(value == wanted),
    "$ne": lambda value, wanted: bool(value != wanted),
    "$gt": lambda value, wanted: float(value) > float(wanted),
    "$gte": lambda value, wanted: float(value) >= float(wanted),
    "$lt": lambda value, wanted: float(value) < float(wanted),
    "$lte": lambda value, wanted: float(value) <= float(wanted),
}


def _fits(value: Any, wanted: Any) -> bool:
    """As the in-memory store compares; what cannot be compared does not fit."""
    if isinstance(wanted, dict) and any(name.startswith("$") for name in wanted):
        return all(_compared(name, value, bound) for name, bound in wanted.items())
    if isinstance(wanted, dict):
        return isinstance(value, dict) and all(_fits(value.get(name), inner) for name, inner in wanted.items())
    if isinstance(wanted, (list, tuple)):
        return isinstance(value, list) and len(value) == len(wanted) and all(map(_fits, value, wanted))
    return bool(value == wanted)


def _compared(name: str, value: Any, bound: Any) -> bool:
    if name not in _COMPARED:
        raise UsageError(f"{name} is no comparison: there are {', '.join(_COMPARED)}.")
    try:
        return _COMPARED[name](value, bound)
    except (TypeError, ValueError):
        return False
