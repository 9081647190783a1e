"""Recall: from a question to the facts and messages worth putting before a model.

In: a store, perhaps an embedder, a question, a view, budgets. Out: :class:`Recalled`, best first, each item
with why. One snapshot gives all there is (``gather``), its search by words while the question is embedded;
outside of it the findings are judged (``judge``) and cut to their budgets.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from zeph.errors import ModelError
from zeph.memory.recall.gather.evidence import gather
from zeph.memory.recall.query import time_intent as times
from zeph.memory.recall.query.query_plan import Ask, Found, GraphSettings
from zeph.memory.recall.query.question import abridged, analyse, words
from zeph.memory.recall.ranking import fact_ranking as judge
from zeph.memory.recall.ranking.node_ranking import Listed
from zeph.memory.recall.render import recall_lines as render
from zeph.memory.recall.rerankers.diversity import Methods
from zeph.memory.recall.rerankers.second_pass import SecondLook
from zeph.models.ports import Embedder, Reranker
from zeph.records.edge import Edge
from zeph.records.message import Message
from zeph.records.recall_request import EVERYWHERE, Scope
from zeph.records.recalled import NOTHING_KNOWN, Recalled
from zeph.records.view import View
from zeph.storage.ports import Store

VECTOR_FLOOR = 0.5
"""Cosine below which likeness means nothing by itself."""


@dataclass(frozen=True, slots=True)
class Plain:
    """The methods without any settings: scaled scores and nothing else."""

    fusion: str = "scaled"
    mmr_lambda: float = 1.0
    mention_weight: float = 0.0
    distance_weight: float = 0.0


async def recall(
    store: Store,
    embedder: Embedder | None,
    settings: GraphSettings,
    question: str,
    view: View,
    *,
    fact_tokens: int,
    message_tokens: int,
    k_messages: int,
    already_said: Sequence[str],
    before_id: int | None,
    conversation_id: int | None,
    count_tokens: Callable[[str], int],
    k_facts: int | None = None,
    vector_floor: float = VECTOR_FLOOR,
    scope: Scope = EVERYWHERE,
    methods: Methods | None = None,
    reranker: Reranker | None = None,
) -> Recalled:
    methods = methods or Plain()
    embedding = asyncio.create_task(_embedded(embedder, question))
    try:
        if embedder is None or not embedder.in_process:
            await embedding  # a server may be slow, and no snapshot is held meanwhile
        model = embedder.model_id if embedder is not None else ""
        vector = _promise(embedding)
        read = abridged(question)
        past, period = times.past(read, int(view.now[:4])), times.period(read, view.now)
        ask = Ask(
            analyse(read),
            looking(view, past, period),
            settings,
            model,
            vector.result,
            before_id,
            conversation_id,
            vector_floor,
            k_messages,
            scope,
            methods.fusion,
            past,
            period,
            methods.distance_weight > 0,
        )
        found = await store.read(lambda reader: gather(reader, ask))
        _, notes = await embedding
    finally:
        embedding.cancel()
    notes += notes_on(found)
    seeds = tuple(found.names.get(s.entity_id, "") for s in found.seeds)
    listed = Listed(found, k_facts or settings.recall_limit) if set(scope.kinds) & {"entities", "communities"} else None
    entities, communities = (listed.entities(), listed.communities()) if listed else ((), ())
    base = Recalled(question, (), (), seeds, found.partial, tuple(notes), entities, communities, view)
    if not judge.anything_known(found, ask) and not (entities or communities):
        return replace(base, notes=(*notes, NOTHING_KNOWN))
    second = SecondLook(store, ask, methods, reranker)
    ranked = judge.rank_facts(found, ask)
    facts = await second.facts(judge.readable(ranked, found, ask), found)
    cited = {source: ranked.scores[i] for i in reversed(ranked.order) for source in found.edges[i].sources}
    messages = await second.messages(judge.rank_messages(found, ask, cited), found)
    said = Said(already_said)
    new_facts = (f for f in judge.facts(found, facts, view.at) if not said.has_fact(f.edge, found.messages))
    new_messages = (m for m in judge.messages(found, messages) if not said.has_text(m.message.text))
    return replace(
        base,
        facts=tuple(cut(new_facts, fact_tokens, k_facts or settings.recall_limit, count_tokens)),
        messages=tuple(cut(new_messages, message_tokens, k_messages, count_tokens)),
        notes=(*notes, *second.notes),
    )


def looking(view: View, past: times.Past, days: times.Period | None) -> View:
    """The view with what the question turns to; one at a moment of the past stays as it is."""
    if view.as_of is not None or view.known_at is not None or not view.ahead:
        return view
    return replace(view, ended=past is not times.Past.NO, to_come=days is not None and days.end > view.now)


def notes_on(found: Found) -> list[str]:
    """What the person should know about this search."""
    notes = [f"Took “{word}” for {name}." for word, name in found.misspelt.items()]
    if found.partial:
        notes.append("The walk of the graph reached its time limit; the hops done until then are used.")
    return notes


async def _embedded(embedder: Embedder | None, question: str) -> tuple[Any, list[str]]:
    if embedder is None or not question.strip():
        return None, []
    try:
        return (await embedder.embed([question]))[0], []
    except ModelError as error:
        return None, [f"Searched by words alone: the embedding model failed ({error})."]


def _promise(embedding: "asyncio.Task[tuple[Any, list[str]]]") -> "Future[Any]":
    """The vector for a thread that comes to need it; None where there is none."""
    vector: Future[Any] = Future()

    def done(task: "asyncio.Task[tuple[Any, list[str]]]") -> None:
        vector.set_result(None if task.cancelled() or task.exception() else task.result()[0])

    embedding.add_done_callback(done)
    return vector


# ---------------------------------------------------------------- what may be injected


class Said:
    """What the window already says."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._whole = {" ".join(words(text)) for text in texts}
        self._all = " | ".join(f" {text} " for text in sorted(self._whole))

    def has_text(self, text: str) -> bool:
        if not self._all:
            return False
        plain = " ".join(words(text))
        return bool(plain) and f" {plain} " in self._all

    def has_fact(self, edge: Edge, messages: Mapping[int, Message]) -> bool:
        """Word for word, or by a message it came from."""
        if not self._whole:
            return False
        if self.has_text(edge.fact) or self.has_text(render.statement(edge)):
            return True
        return any(i in messages and " ".join(words(messages[i].text)) in self._whole for i in edge.sources)


class Lined(Protocol):
    @property
    def line(self) -> str: ...


L = TypeVar("L", bound=Lined)


def cut(items: Iterable[L], tokens: int, most: int, count: Callable[[str], int]) -> list[L]:
    """Best first until the budget is full; one that does not fit is passed over for a shorter one."""
    kept: list[L] = []
    for item in items:
        if len(kept) >= most or tokens <= 0:
            break
        cost = count(f"\n- {item.line}")
        if cost <= tokens:
            kept.append(item)
            tokens -= cost
    return kept
