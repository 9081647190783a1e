"""What goes to the model: parts in their order, each within its budget, never more than the window.

In: the system prompt, what was recalled, the history, the question, the window. Out: messages and tokens per part.
The order is the page's: system, [knowledge graph] at position 1, earlier messages, history, question.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from zeph.models.ports import ChatMessage
from zeph.models.tokens import count_tokens, cut_to_tokens
from zeph.records.message import Message
from zeph.records.recalled import Recalled

GRAPH_SHARE = 0.03
SEMANTIC_SHARE = 0.05
SEMANTIC_SHARE_ALONE = 0.08
FLOOR_WINDOW = 4096
GRAPH_FLOOR, SEMANTIC_FLOOR = 256, 512
PER_MESSAGE = 6
"""Tokens that a provider's own markup of one message costs, on the safe side."""
GRAPH_HEADER = "[knowledge graph]"
EARLIER_HEADER = "[earlier messages]"


@dataclass(frozen=True, slots=True)
class Context:
    messages: tuple[ChatMessage, ...]
    tokens: dict[str, int] = field(default_factory=dict)
    """By part: system, graph, semantic, history, question, total."""


def cost(text: str) -> int:
    return count_tokens(text) + PER_MESSAGE


def budgets(window: int, reserve: int, system_tokens: int, graph_enabled: bool) -> tuple[int, int]:
    """Tokens for graph facts and for semantic recall; (0, 0) where there is no window to divide."""
    if window <= 0:
        return 0, 0
    available = max(0, window - reserve - system_tokens)
    facts = int(available * GRAPH_SHARE) if graph_enabled else 0
    messages = int(available * (SEMANTIC_SHARE if graph_enabled else SEMANTIC_SHARE_ALONE))
    if window >= FLOOR_WINDOW:
        facts, messages = max(facts, GRAPH_FLOOR) if graph_enabled else 0, max(messages, SEMANTIC_FLOOR)
    return min(facts, available // 4), min(messages, available // 4)


def assemble(
    system_prompt: str, recalled: Recalled, history: Sequence[Message], question: str, window: int, reply_reserve: int
) -> Context:
    """The messages for one request; the newest history is kept, the question is cut only if it alone overflows."""
    room = max(window - reply_reserve, window // 2)
    system = ChatMessage("system", system_prompt)
    graph = _block(GRAPH_HEADER, [fact.line for fact in recalled.facts])
    semantic = _block(EARLIER_HEADER, [message.line for message in recalled.messages])
    fixed = sum(cost(m.content) for m in (system, *graph, *semantic))
    asked = ChatMessage("user", cut_to_tokens(question, max(room - fixed - PER_MESSAGE, 64)))
    kept = _newest(history, room - fixed - cost(asked.content))
    parts = {"system": [system], "graph": graph, "semantic": semantic, "history": kept, "question": [asked]}
    tokens = {name: sum(cost(m.content) for m in messages) for name, messages in parts.items()}
    tokens["total"] = sum(tokens.values())
    return Context(tuple(m for messages in parts.values() for m in messages), tokens)


def _block(header: str, lines: Sequence[str]) -> list[ChatMessage]:
    return [ChatMessage("system", "\n".join([header, *(f"- {line}" for line in lines)]))] if lines else []


def _newest(history: Sequence[Message], room: int) -> list[ChatMessage]:
    kept: list[ChatMessage] = []
    for message in reversed(history):
        if message.role not in ("user", "assistant") or not message.text.strip():
            continue
        needed = cost(message.text)
        if needed > room:
            break
        room -= needed
        kept.append(ChatMessage(message.role, message.text))
    return kept[::-1]
