"""Messages, facts and recalled items, made from as little as a test needs to say."""

from collections.abc import Sequence

from zeph.records.edge import Edge
from zeph.records.message import GraphState, Message, Role
from zeph.records.recalled import Recalled, RecalledFact, RecalledMessage, Why

AT = "2024-06-01 12:00:00"


def message(number: int, text: str, role: Role = "user", speaker: str = "") -> Message:
    return Message(number, 1, 1, str(number), role, speaker, text, AT, (), GraphState.DONE)


def edge(number: int, sentence: str, *, stated: bool = False, sources: tuple[int, ...] = ()) -> Edge:
    return Edge(
        id=number, space_id=1, source_id=1, target_id=2, source="User", target="it", relation="likes",
        canonical_relation="likes", fact=sentence, edge_type="semantic", confidence=0.9, origin="local",
        valid_from=AT, valid_from_precision="month", valid_from_stated=stated, valid_until=None,
        valid_until_precision=None, created_at=AT, expired_at=None, expired_reason=None, supersedes_id=None,
        superseded_by=None, sources=sources,
    )  # fmt: skip


def fact(number: int, line: str, *, stated: bool = False, sources: tuple[int, ...] = ()) -> RecalledFact:
    return RecalledFact(edge(number, line, stated=stated, sources=sources), 1.0, line, Why())


def said(number: int, text: str, role: Role = "user") -> RecalledMessage:
    return RecalledMessage(message(number, text, role), 1.0, text, Why(), said=text)


def recalled(facts: Sequence[RecalledFact], messages: Sequence[RecalledMessage]) -> Recalled:
    return Recalled("?", tuple(facts), tuple(messages))
