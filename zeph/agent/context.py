"""What goes to the model in one turn, within its window.

In: the system prompt, what was recalled, the history and the question. Out: the messages in order
(system, ``[knowledge graph]``, ``[earlier messages]``, history, question) and the tokens of each part.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zeph.models.ports import ChatMessage
from zeph.models.tokens import count_messages, count_tokens, cut_to_tokens
from zeph.records.message import Message
from zeph.records.recalled import Recalled
from zeph.safety.text import clean_text, one_line

GRAPH_HEADER = "[knowledge graph]"
SUMMARY_HEADER = "[earlier in this conversation]"
MESSAGES_HEADER = "[earlier messages]"
PARTS = ("system", "graph", "summary", "messages", "history", "question")

GRAPH_SHARE = 0.03
MESSAGES_SHARE = 0.05
MESSAGES_SHARE_ALONE = 0.08
SUMMARY_SHARE = 0.05
SUMMARY_FLOOR = 330
"""A whole summary where the window has room for it."""
GRAPH_FLOOR = 256
MESSAGES_FLOOR = 512
FLOORS_FROM = 4096
LEAST_ROOM = 64
LEAST_CUT = 32
"""An old message is only cut, rather than left out, where this many tokens of it fit."""


@dataclass(frozen=True, slots=True)
class Context:
    messages: tuple[ChatMessage, ...]
    tokens: dict[str, int]
    """Tokens by part, each of :data:`PARTS`."""
    facts: int = 0
    """How many of the recalled facts are in it, the best ones."""
    earlier: int = 0
    """How many of the recalled messages."""


def budgets(window: int, reserve: int, system_tokens: int, graph_enabled: bool) -> tuple[int, int]:
    """Tokens for the graph's facts and for earlier messages."""
    available = max(0, _room(window, reserve) - system_tokens)
    facts = int(available * GRAPH_SHARE) if graph_enabled else 0
    messages = int(available * (MESSAGES_SHARE if graph_enabled else MESSAGES_SHARE_ALONE))
    if window >= FLOORS_FROM:
        facts = max(facts, GRAPH_FLOOR) if graph_enabled else 0
        messages = max(messages, MESSAGES_FLOOR)
    return min(facts, available), min(messages, available)


def summary_budget(window: int, reserve: int, system_tokens: int) -> int:
    """Tokens for what a conversation said before the part of it that is sent."""
    available = max(0, _room(window, reserve) - system_tokens)
    share = int(available * SUMMARY_SHARE)
    return min(max(share, SUMMARY_FLOOR) if window >= FLOORS_FROM else share, available)


def in_window(
    system_prompt: str, history: Sequence[Message], question: str, window: int, reply_reserve: int, graph_enabled: bool
) -> Sequence[Message]:
    """The latest messages that will be sent whole, whatever is recalled: what they say need not be recalled."""
    room = _room(window, reply_reserve)
    system = min(_cost(ChatMessage("system", clean_text(system_prompt))), room // 2)
    left = room - system - _cost(ChatMessage("user", clean_text(question)))
    left -= sum(budgets(window, reply_reserve, system, graph_enabled)) + summary_budget(window, reply_reserve, system)
    return history[len(history) - len(_newest(history, left, cut=False)) :] if left > 0 else ()


def assemble(
    system_prompt: str,
    recalled: Recalled,
    history: Sequence[Message],
    question: str,
    window: int,
    reply_reserve: int,
    graph_enabled: bool,
    summary: str = "",
) -> Context:
    """The context; it never has more tokens than the window without the reply's reserve.

    ``summary``: lines on what was said before the history that is sent; empty for none.
    """
    room = _room(window, reply_reserve)
    system = _cut(ChatMessage("system", clean_text(system_prompt)), room // 2)
    left = room - _cost(system)
    asked = _cut(ChatMessage("user", clean_text(question)), left)
    left -= _cost(asked)
    for_facts, for_messages = budgets(window, reply_reserve, _cost(system), graph_enabled)
    facts = _block(GRAPH_HEADER, (f.line for f in recalled.facts), min(for_facts, left)) if graph_enabled else ()
    left -= count_messages(facts)
    for_summary = summary_budget(window, reply_reserve, _cost(system))
    told = _block(SUMMARY_HEADER, (line.removeprefix("- ") for line in summary.splitlines()), min(for_summary, left))
    left -= count_messages(told)
    earlier = _block(MESSAGES_HEADER, (m.line for m in recalled.messages), min(for_messages, left))
    left -= count_messages(earlier)
    parts = dict(zip(PARTS, ((system,), facts, told, earlier, _newest(history, left), (asked,)), strict=True))
    return _within(parts, room)


def _room(window: int, reserve: int) -> int:
    """Tokens of the prompt; a reserve that would leave next to nothing leaves half of the window."""
    return window - reserve if window - reserve >= LEAST_ROOM else window // 2


def _cost(message: ChatMessage) -> int:
    return count_messages((message,))


def _cut(message: ChatMessage, limit: int) -> ChatMessage:
    over = _cost(message) - limit
    if over <= 0:
        return message
    keep = max(0, limit - (_cost(message) - count_tokens(message.content)))
    while True:
        shorter = ChatMessage(message.role, cut_to_tokens(message.content, keep))
        if keep == 0 or _cost(shorter) <= limit:
            return shorter
        keep = keep * 9 // 10


def _block(header: str, lines: Iterable[str], limit: int) -> tuple[ChatMessage, ...]:
    """One system message with as many of the lines as fit; none where not even one does."""
    kept = [header]
    left = limit - _cost(ChatMessage("system", header))
    for line in lines:
        item = f"- {one_line(line)}"
        left -= count_tokens(f"\n{item}")
        if left < 0:
            break
        kept.append(item)
    return (ChatMessage("system", "\n".join(kept)),) if len(kept) > 1 else ()


def _newest(history: Sequence[Message], limit: int, cut: bool = True) -> tuple[ChatMessage, ...]:
    """The latest messages that fit, in their order; the oldest of them may be cut."""
    kept: list[ChatMessage] = []
    for message in reversed(history):
        if message.role not in ("user", "assistant") or not message.text.strip():
            continue
        whole = ChatMessage("user" if message.role == "user" else "assistant", clean_text(message.text))
        cost = _cost(whole)
        if cost > limit:
            if cut and limit >= LEAST_CUT:
                kept.append(_cut(whole, limit))
            break
        kept.append(whole)
        limit -= cost
    return tuple(reversed(kept))


def _within(parts: dict[str, tuple[ChatMessage, ...]], room: int) -> Context:
    """The parts as one; a last check of the whole count gives up the oldest history, then what was recalled."""
    wrapping = count_messages(())
    tokens = {name: count_messages(parts[name]) - wrapping for name in PARTS}
    while wrapping + sum(tokens.values()) > room:
        part = next((name for name in ("history", "messages", "summary", "graph") if parts[name]), None)
        if part is None:
            break
        parts[part] = parts[part][1:]
        tokens[part] = count_messages(parts[part]) - wrapping
    tokens["system"] += wrapping
    return Context(_joined(parts), tokens, _items(parts["graph"]), _items(parts["messages"]))


def _items(block: tuple[ChatMessage, ...]) -> int:
    """Lines of a block that :func:`_block` made."""
    return sum(message.content.count("\n- ") for message in block)


def _joined(parts: dict[str, tuple[ChatMessage, ...]]) -> tuple[ChatMessage, ...]:
    return tuple(message for name in PARTS for message in parts[name])
