"""What goes to the model in one turn, within its window: computed once, in two steps.

In: the system prompt (with what :mod:`zeph.agent.standing_context` adds), the window, the history and the question,
which give a :class:`ContextFrame` (how much each part may take, what of the history is sent whole); then what was
recalled for it. Out: a :class:`ContextPlan`, the messages in order (system, ``[knowledge graph]``, summary, ``[earlier
messages]``, history, question) and the tokens of each part. What is recalled stands there as quotation, and what reads
like an order to a model does not stand there at all.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from zeph.agent.attachments import as_data
from zeph.agent.tools.call_groups import Group, as_called, calls_of, groups, without_first
from zeph.agent.tools.offered_tools import spec_tokens
from zeph.memory.recall.render.recall_lines import known_line, premise_line
from zeph.models.ports import ChatMessage, ToolSpec
from zeph.models.tokens import count_messages, count_tokens, cut_to_tokens
from zeph.records.message import Message
from zeph.records.recalled import Recalled
from zeph.safety.fence import quoted
from zeph.safety.injection import is_planted
from zeph.safety.text import clean_text, one_line

GRAPH_HEADER = "[knowledge graph]"
SUMMARY_HEADER = "[earlier in this conversation]"
MESSAGES_HEADER = "[earlier messages]"
UNSURE = " (the nearest there are; they may not answer this)"
"""Behind the header where nothing that is remembered is like the question."""
PARTS = ("system", "graph", "summary", "messages", "history", "question")
TOOLS_PART = "tools"
"""What the model is told of its tools, beside the messages."""

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
CUT_RESULT = "(left out to make room; call again if it is needed)"
LEAST_CUT = 32
"""An old message is only cut, rather than left out, where this many tokens of it fit."""


@dataclass(frozen=True, slots=True)
class TokenBudget:
    """Tokens that each part may take."""

    facts: int
    messages: int
    summary: int

    @classmethod
    def within(
        cls, window: int, reserve: int, system_tokens: int, graph_enabled: bool, budget: int = -1
    ) -> "TokenBudget":
        """Shares of what the system prompt leaves, or of the ``budget`` where it is above 0; in a window that has room
        for it, no less than a floor. A budget of 0 is unlimited: there is nothing to share out, and facts have none."""
        available = max(0, _room(window, reserve) - system_tokens)
        if budget > 0:
            available = min(available, budget)
        graph_enabled = graph_enabled and budget != 0
        facts = int(available * GRAPH_SHARE) if graph_enabled else 0
        messages = int(available * (MESSAGES_SHARE if graph_enabled else MESSAGES_SHARE_ALONE))
        summary = int(available * SUMMARY_SHARE)
        if window >= FLOORS_FROM:
            facts = max(facts, GRAPH_FLOOR) if graph_enabled else 0
            messages = max(messages, MESSAGES_FLOOR)
            summary = max(summary, SUMMARY_FLOOR)
        return cls(min(facts, available), min(messages, available), min(summary, available))


@dataclass(frozen=True, slots=True)
class ContextPlan:
    """What goes to the model in one turn, and what is to be told about it."""

    messages: tuple[ChatMessage, ...]
    tokens: Mapping[str, int]
    """Tokens by part, each of :data:`PARTS`, and of tools where some are offered."""
    recalled: Recalled
    """What of the recalled facts and messages is in it, the best ones."""
    window: int
    reserve: int
    """Tokens of the window that are left for the answer."""
    tools: tuple[ToolSpec, ...] = ()
    """What the model is offered."""
    strange: bool = False
    """Whether strangers may speak in it."""

    def going_on(self, calls: Sequence[ChatMessage]) -> tuple[ChatMessage, ...]:
        """The messages with the turn's calls and results behind them, oldest first, within the same room: history gives
        way first, then the oldest results, then the oldest calls with them."""
        head, history, question = self._parted()
        said = list(calls)
        left = _room(self.window, self.reserve + spec_tokens(self.tools)) - count_messages(
            (*head, *history, question, *said)
        )
        while history and left < 0:
            shorter = without_first(history)
            left += sum(map(_alone, history[: len(history) - len(shorter)]))
            history = shorter
        for at, message in enumerate(said):
            if left < 0 and message.role == "tool":
                said[at] = replace(message, content=quoted(CUT_RESULT))
                left += _alone(message) - _alone(said[at])
        while said and left < 0:
            rest = without_first(said)
            left += sum(map(_alone, said[: len(said) - len(rest)]))
            said = list(rest)
        return (*head, *history, question, *said)

    def _parted(self) -> tuple[tuple[ChatMessage, ...], tuple[ChatMessage, ...], ChatMessage]:
        """What stands before the history, the history, the question."""
        *before, question = self.messages
        at = next((i for i, message in enumerate(before) if message.role != "system"), len(before))
        return tuple(before[:at]), tuple(before[at:]), question

    def showing(self, pictures: Sequence[bytes]) -> "ContextPlan":
        """The same with pictures beside the question."""
        *others, question = self.messages
        return replace(self, messages=(*others, replace(question, pictures=tuple(pictures)))) if pictures else self


@dataclass(frozen=True, slots=True)
class ContextFrame:
    """What is sure of a turn's context before anything is recalled."""

    system: ChatMessage
    question: ChatMessage
    history: Sequence[Message]
    window: int
    reserve: int
    graph_enabled: bool
    budget: TokenBudget
    sent_whole: Sequence[Message]
    """The latest messages that will be sent whole, whatever is recalled: what they say need not be recalled."""
    tools: tuple[ToolSpec, ...] = ()

    @classmethod
    def of(
        cls,
        system_prompt: str,
        history: Sequence[Message],
        question: str,
        window: int,
        reserve: int,
        graph_enabled: bool,
        budget_tokens: int = -1,
        tools: tuple[ToolSpec, ...] = (),
    ) -> "ContextFrame":
        """Without ``tools`` what was called earlier is not sent: not every model takes it."""
        if not tools:
            history = [message for message in history if _is_spoken(message)]
        taken = reserve + spec_tokens(tools)
        room = _room(window, taken)
        system = _cut(ChatMessage("system", clean_text(system_prompt)), room // 2)
        left = room - _cost(system)
        asked = _cut(ChatMessage("user", clean_text(question)), left)
        budget = TokenBudget.within(window, taken, _cost(system), graph_enabled, budget_tokens)
        left -= _cost(asked) + budget.facts + budget.messages + budget.summary
        return cls(system, asked, history, window, reserve, graph_enabled, budget, _whole(history, left), tools)

    @property
    def left_out(self) -> Sequence[Message]:
        """The messages before those: a summary stands for them."""
        first = self.sent_whole[0].id if self.sent_whole else None
        return [message for message in self.history if first is None or message.id < first]

    def plan(self, recalled: Recalled, summary: str = "") -> ContextPlan:
        """The context; it never has more tokens than the window without the reply's reserve.

        ``summary``: lines on what was said before the history that is sent; empty for none.
        """
        offered = spec_tokens(self.tools)
        room, budget = _room(self.window, self.reserve + offered), self.budget
        left = room - _cost(self.system) - _cost(self.question)
        facts: tuple[ChatMessage, ...] = ()
        if self.graph_enabled:
            facts = _block(GRAPH_HEADER, _graph_lines(recalled), min(budget.facts, left))
        left -= count_messages(facts)
        lines = (line.removeprefix("- ") for line in summary.splitlines() if not is_planted(line))
        summarised = _block(SUMMARY_HEADER, lines, min(budget.summary, left))
        left -= count_messages(summarised)
        header = MESSAGES_HEADER + UNSURE * recalled.unsure
        earlier = _block(header, (m.line for m in recalled.messages), min(budget.messages, left))
        left -= count_messages(earlier)
        history = _newest(self.history, left, tools=bool(self.tools))
        parts = dict(zip(PARTS, ((self.system,), facts, summarised, earlier, history, (self.question,)), strict=True))
        tokens = _give_up_what_is_too_much(parts, room) | ({TOOLS_PART: offered} if offered else {})
        injected = replace(
            recalled,
            facts=recalled.facts[: max(0, _lines(parts["graph"]) - len([*_lines_before_facts(recalled)]))],
            messages=recalled.messages[: _lines(parts["messages"])],
        )
        messages = tuple(message for name in PARTS for message in parts[name])
        return ContextPlan(messages, tokens, injected, self.window, self.reserve, self.tools)


def _graph_lines(recalled: Recalled) -> Iterator[str]:
    """Summaries last."""
    yield from _lines_before_facts(recalled)
    yield from (fact.line for fact in recalled.facts)
    yield from (summary.line for summary in recalled.overview)


def _lines_before_facts(recalled: Recalled) -> Iterator[str]:
    """What the question takes to be so and is over, what the person has on where it asks for that, how many are known
    of what it asks for."""
    yield from map(premise_line, recalled.premises)
    yield from (line for line in recalled.planned if not is_planted(line))
    if recalled.known:
        yield known_line(recalled.known)


def _room(window: int, reserve: int) -> int:
    """Tokens of the prompt; a reserve that would leave next to nothing leaves half of the window."""
    return window - reserve if window - reserve >= LEAST_ROOM else window // 2


def _cost(message: ChatMessage) -> int:
    return count_messages((message,))


def _alone(message: ChatMessage) -> int:
    """What it adds to others."""
    return _cost(message) - count_messages(())


def _cut(message: ChatMessage, limit: int) -> ChatMessage:
    over = _cost(message) - limit
    if over <= 0:
        return message
    left = max(0, limit - (_cost(message) - count_tokens(message.content)))
    while True:
        shorter = ChatMessage(message.role, cut_to_tokens(message.content, left))
        if left == 0 or _cost(shorter) <= limit:
            return shorter
        left = left * 9 // 10


def _block(header: str, lines: Iterable[str], limit: int) -> tuple[ChatMessage, ...]:
    """One system message with as many of the lines as fit; none where not even one does."""
    kept: list[str] = []
    left = limit - _cost(ChatMessage("system", f"{header}\n{quoted('')}"))
    for line in lines:
        item = f"- {one_line(line)}"
        left -= count_tokens(f"\n{item}")
        if left < 0:
            break
        kept.append(item)
    return (ChatMessage("system", "\n".join((header, quoted("\n".join(kept))))),) if kept else ()


def _newest(history: Sequence[Message], limit: int, cut: bool = True, *, tools: bool = True) -> tuple[ChatMessage, ...]:
    """The latest messages that fit, in their order; the oldest of them may be cut, but a call is never parted from its
    results."""
    kept: list[tuple[ChatMessage, ...]] = []
    for group in reversed([*groups(history)]):
        whole = _sent_group(group, tools)
        cost = sum(map(_cost, whole))
        if cost > limit:
            if cut and limit >= LEAST_CUT and len(whole) == 1:
                kept.append((_cut(whole[0], limit),))
            break
        kept.append(whole)
        limit -= cost
    return tuple(message for whole in reversed(kept) for message in whole)


def _sent_group(group: Group, tools: bool) -> tuple[ChatMessage, ...]:
    if tools and calls_of(group[0]):
        return as_called(group)
    return (_as_sent(group[0]),) if _is_spoken(group[0]) else ()


def _as_sent(message: Message) -> ChatMessage:
    text = clean_text(message.text)
    if message.is_attachment:
        return ChatMessage("user", as_data(message.speaker, text))
    if message.injection_flags:
        text = quoted(text)
    return ChatMessage("user" if message.role == "user" else "assistant", text)


def _whole(history: Sequence[Message], limit: int) -> Sequence[Message]:
    """The latest messages that fit uncut."""
    kept: list[Group] = []
    for group in reversed([*groups(history)]):
        limit -= sum(map(_cost, _sent_group(group, tools=True)))
        if limit < 0:
            break
        kept.append(group)
    return [message for group in reversed(kept) for message in group]


def _is_spoken(message: Message) -> bool:
    return (message.role in ("user", "assistant") or message.is_attachment) and bool(message.text.strip())


def _give_up_what_is_too_much(parts: dict[str, tuple[ChatMessage, ...]], room: int) -> dict[str, int]:
    """Tokens of each part; where their sum is too much, the oldest history goes, then what was recalled."""
    wrapping = count_messages(())
    tokens = {name: count_messages(parts[name]) - wrapping for name in PARTS}
    while wrapping + sum(tokens.values()) > room:
        part = next((name for name in ("history", "messages", "summary", "graph") if parts[name]), None)
        if part is None:
            break
        parts[part] = without_first(parts[part])
        tokens[part] = count_messages(parts[part]) - wrapping
    tokens["system"] += wrapping
    return tokens


def _lines(block: tuple[ChatMessage, ...]) -> int:
    """Lines of a block that :func:`_block` made."""
    return sum(message.content.count("\n- ") for message in block)
