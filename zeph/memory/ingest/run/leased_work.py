"""One lease: the messages of one conversation on their way into the graph (graph-memory §3.3–5).

In: a lease and its messages. Out: commits in the store, and :class:`Ingested`. Extraction and what models decide happen
outside any transaction, each commit is one closure; a message that fails keeps its error and is tried again later.
"""

import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from zeph.errors import ModelError, ModelMissing, ModelTimeout, ModelUnreachable, ZephError
from zeph.memory.index.vector_filler import VectorFiller
from zeph.memory.ingest.extraction import Extracted, Extraction, ExtractionCost, Extractor
from zeph.memory.ingest.intents.contrast_claims import claims_of_change, claims_put_right
from zeph.memory.ingest.intents.contrasts import Change, contrasted
from zeph.memory.ingest.intents.corrected_claims import as_corrections, corrected
from zeph.memory.ingest.intents.heeded import heeded, said_instead
from zeph.memory.ingest.intents.put_right import PutRight, as_put_right, found_behind, put_right
from zeph.memory.ingest.model_questions import ModelNeeded
from zeph.memory.ingest.planning import Rules, make_plan
from zeph.memory.ingest.run.choose_extractor import fallback_extractor
from zeph.memory.ingest.run.decider import Decider
from zeph.memory.ingest.structured.read_structured import read_json, with_fields
from zeph.memory.ingest.structured.statements import read_statement, with_times
from zeph.records.claim import Claim, Span
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.entity import Origin
from zeph.records.ledger import Budget
from zeph.records.message import Message
from zeph.records.plan import LedgerEntry, Plan
from zeph.records.revision import Receipt
from zeph.records.told_before import ToldBefore
from zeph.storage.ports import Committed, Lease, Queue, Reader, Work

if TYPE_CHECKING:
    from zeph.memory.index.note_linking import NoteLinker
    from zeph.memory.ingest.run.gate_check import Gatekeeper

log = logging.getLogger(__name__)

BACKOFF_SECS = (5.0, 60.0, 300.0)
ABSENT_SECS = 30.0
"""Until a model that was not there is looked for again. That is no fault of the message, and never makes it fail."""
MAX_DECISION_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class WorkerDeps:
    """What a worker works with."""

    queue: Queue
    space_id: int
    extractor: Extractor
    rules: Rules
    decider: Decider
    """Answers what planning asks of models."""
    vectors: VectorFiller
    timeout_secs: float
    """Of one call to a model; a lease lasts a little longer."""
    upkeep: Callable[[int], Awaitable[object]]
    """Called after messages were ingested, with their number."""
    refresh: Callable[[], Awaitable[object]]
    """Called after bulk work."""
    gate: "Gatekeeper | None" = None
    """None: every message is extracted."""
    linker: "NoteLinker | None" = None
    """None: notes are not linked."""
    budget: Callable[[], Awaitable[Budget]] | None = None
    """What a model may spend today; None: there is no limit."""
    told_before: MutableMapping[tuple[int, str], ToldBefore] = field(default_factory=dict)
    """Of a message that corrects what was told last, by its conversation and its text: the facts that were told."""
    on_change: Callable[[Receipt], None] = lambda _: None
    """Told of each message that changed the graph."""
    on_status: Callable[[str], None] = lambda _: None
    """Told in a few words what is going on; empty: nothing is."""


@dataclass
class Ingested:
    """What one lease brought."""

    done: int = 0
    facts: int = 0
    failed: int = 0
    gated: int = 0
    receipts: list[Receipt] = field(default_factory=list)
    no_model: bool = False
    """It failed because no model answers: the next conversation would fare no better."""
    waits: str = ""
    """Why messages that are due were not taken, as a sentence; empty where they were."""

    @property
    def handled(self) -> int:
        """Messages that left the queue or their place in it."""
        return self.done + self.failed + self.gated

    def add(self, other: "Ingested") -> None:
        """Counts another lease's worth in; its receipts are not kept."""
        self.done += other.done
        self.facts += other.facts
        self.failed += other.failed
        self.gated += other.gated
        self.waits = other.waits


@dataclass(frozen=True, slots=True)
class _Failure:
    message: Message
    error: Exception
    seconds: float


class LeasedWork:
    """Ingests what one lease holds."""

    def __init__(self, deps: WorkerDeps, lease: Lease, work: Sequence[Work], *, gated: bool = False) -> None:
        """``gated``: the gate skips none."""
        self._deps = deps
        self._lease = lease
        self._heeded = {item.message.id: heeded(item.message) for item in work}
        """Each message as it is to be read."""
        self._work = [replace(item, message=self._heeded[item.message.id].message) for item in work]
        self._gated = gated
        self.fallback_reason = ""
        """Why the local reader did the model's work, as a sentence; empty where they did not."""
        self._result = Ingested()
        self._ready: list[tuple[Message, Extracted]] = []
        self._spent_here = 0
        """Tokens of what was committed by now."""
        self.given_back = False
        """Whether the lease went with its last message."""

    async def ingest(self) -> Ingested:
        """Extracts, up to the first failure, and commits. Raises LeaseLost."""
        failure = await self._extract_all()
        await self._commit_all(last=failure is None)
        if failure:
            await self._failed(failure)
        return self._result

    # ------------------------------------------------------------ extracting

    async def _extract_all(self) -> _Failure | None:
        """Fills what is ready to be committed, in order; what went wrong with the message after it."""
        deps, work = self._deps, self._work
        budget = await deps.budget() if deps.budget and deps.extractor.name != "local" else None
        passes = await deps.gate.decide(work) if deps.gate and not self._gated else [True] * len(work)
        await self._prepare([item.message for item, passed in zip(work, passes, strict=True) if passed])
        for item, passed in zip(work, passes, strict=True):
            if not passed:
                await deps.queue.mark_gated(self._lease, item.message)
                self._result.gated += 1
                continue
            extractor = self._within(budget)
            if extractor is None:
                return None
            if failure := await self._extract(extractor, item):
                return failure
            if extractor.name != "local":
                await self._commit_all(last=item is work[-1])  # the next prompt tells what is known by now
        return None

    async def _prepare(self, messages: Sequence[Message]) -> None:
        """What an extractor can do for several messages at once."""
        prepare = getattr(self._deps.extractor, "prepare", None)
        if prepare is None or len(messages) < 2:
            return
        try:
            await prepare(messages)
        except Exception:
            # The one that cannot be read is found when each is read by itself, and keeps its error.
            log.exception("messages could not be prepared together")

    def _within(self, budget: Budget | None) -> Extractor | None:
        """Who extracts the next message; None where the model's budget is used up and nobody stands in."""
        if budget is None or not (spent := budget.after(self._spent_here)).used_up:
            return self._deps.extractor
        rules = fallback_extractor(self._deps.extractor)
        if rules is None:
            self._result.waits = spent.sentence
        else:
            self.fallback_reason = spent.sentence
        return rules

    async def _extract(self, extractor: Extractor, item: Work) -> _Failure | None:
        started = time.monotonic()
        try:
            self._ready.append((item.message, await self._read(extractor, item)))
        except ModelError as error:
            return _Failure(item.message, error, time.monotonic() - started)
        except Exception as error:
            # One message that no extractor can read must not hold up the queue: it keeps its error and is retried.
            log.exception("extraction of message %s failed", item.message.id)
            return _Failure(item.message, error, time.monotonic() - started)
        return None

    async def _read(self, extractor: Extractor, item: Work) -> Extracted:
        """What is written as fields needs no reader of sentences."""
        message, ontology = item.message, self._deps.rules.ontology
        told, wrong = self._deps.told_before.get((message.conversation_id, message.text), ToldBefore())
        if told and (changes := contrasted(message.text, [told], message.person)):
            return await self._contrasted(extractor, item, changes)
        if not self._heeded[message.id].reads:
            return Extracted(Extraction(), ExtractionCost("local"))
        right = _found_behind(message, item.context, wrong) if extractor.name == "local" else None
        if made := _put_right_of(told, message, right):
            return Extracted(Extraction(), ExtractionCost("local"), claims=tuple(made))
        if (fields := read_statement(message) or read_json(message, ontology)) is not None:
            return fields
        order = self._heeded[message.id].corrects
        if order and told and order.about == "value" and (claims := corrected((), order, message, told, ontology)):
            return Extracted(Extraction(), ExtractionCost("local"), claims=claims)
        said = said_instead(message, order)
        read = with_fields(await extractor.extract(said, item.context), said, ontology)
        read = with_times(read, message)
        if right and not any(one.for_graph and one.confidence >= CANDIDATE_BELOW for one in read.claims):
            return await self._put_right(extractor, item, *right, told)
        return replace(read, claims=corrected(read.claims, order, message, told, ontology)) if order and told else read

    async def _contrasted(self, extractor: Extractor, item: Work, changes: Sequence[Change]) -> Extracted:
        """What it says of known facts, and what it tells beside that."""
        made = [claim for change in changes for claim in claims_of_change(change, item.message)]
        for change in changes:
            if change.told:
                alone = await extractor.extract(item.message._replace(text=change.told), item.context)
                made += (replace(claim, span=Span(change.start, change.stop)) for claim in alone.claims)
        read = await extractor.extract(item.message, item.context)
        beside = [c for c in read.claims if all(_apart(c.span, change) for change in changes)]
        return replace(read, claims=(*made, *beside))

    async def _put_right(
        self, extractor: Extractor, item: Work, right: PutRight, before: Message, told: Sequence[Edge]
    ) -> Extracted:
        """What the sentence that it puts right says as it should have been."""
        message = item.message._replace(text=right.sentence(before.text))
        read = await extractor.extract(message, tuple(one for one in item.context if one.id < before.id))
        span = Span(0, len(item.message.text))
        claims = as_corrections(read.claims, told, self._deps.rules.ontology)
        return replace(read, claims=tuple(replace(claim, span=span) for claim in claims))

    # ------------------------------------------------------------ committing

    async def _commit_all(self, *, last: bool) -> None:
        """``last``: nothing of the lease comes after what is ready."""
        ready, result = self._ready, self._result
        self._ready, self._spent_here = [], self._spent_here + _tokens(ready)
        while ready:
            committed = await self._commit(ready, last=last)
            for message, _ in ready[: len(committed)]:
                self._deps.told_before.pop((message.conversation_id, message.text), None)
            ready = ready[len(committed) :]
            self.given_back = last and not ready
            for one in committed:
                result.done += 1
                result.facts += len(one.receipt.learned)
                result.receipts.append(one.receipt)

    async def _commit(self, ready: list[tuple[Message, Extracted]], *, last: bool) -> list[Committed]:
        """Commits leading messages. What a model must decide is asked outside the transaction, which then runs again
        on the rows as they are by then; after three rounds what is still open is decided by rule."""
        rounds, count = 0, 1 if self._deps.rules.resolution else len(ready)
        try:
            while True:
                final = rounds == MAX_DECISION_ROUNDS
                work = [(m, self._decision(m, e, final=final)) for m, e in ready[:count]]
                try:
                    return await self._committed(work, last=last and len(work) == len(ready))
                except ModelNeeded as needed:
                    at = next(n for n, (message, _) in enumerate(ready) if message.id == needed.message_id)
                    if at:
                        count = at  # those before it need nothing
                        continue
                    rounds, count = rounds + 1, 1
                    ready[0] = (ready[0][0], await self._decide(ready[0][1], needed))
        finally:
            self._deps.rules.answers.forget_failures()

    async def _committed(
        self, work: Sequence[tuple[Message, Callable[[Reader], Plan]]], *, last: bool
    ) -> list[Committed]:
        done = await self._deps.queue.commit(self._lease, work, last=last)
        if self._deps.rules.resolution:
            await self._embed_new(done)
        return done

    async def _embed_new(self, done: Sequence[Committed]) -> None:
        """The next message may mean one of these by another name."""
        try:
            await self._deps.vectors.of("entity", [i for one in done for i in one.new_entities])
        except ModelError as error:
            log.warning("new names were not embedded: %s", error)

    def _decision(self, message: Message, extracted: Extracted, *, final: bool) -> Callable[[Reader], Plan]:
        origin: Origin = "local" if extracted.cost.extractor == "local" else "llm"
        remember = self._heeded[message.id].remember

        def decide(reader: Reader) -> Plan:
            plan = make_plan(self._deps.rules, message, extracted, origin, reader, final=final)
            return replace(plan, remember=remember)

        return decide

    async def _decide(self, extracted: Extracted, needed: ModelNeeded) -> Extracted:
        """Has the open questions answered; the extraction with what that cost added."""
        answered = await self._deps.decider.answers(needed.questions, chat=not self.fallback_reason)
        for question, answer in zip(needed.questions, answered.answers, strict=True):
            self._deps.rules.answers.put(question, answer)
        return replace(extracted, cost=extracted.cost.plus(answered.calls, answered.usage))

    # ------------------------------------------------------------ failing

    async def _failed(self, failure: _Failure) -> None:
        message, error = failure.message, failure.error
        absent = isinstance(error, (ModelUnreachable, ModelMissing))
        delay = ABSENT_SECS if absent else BACKOFF_SECS[min(message.attempts, len(BACKOFF_SECS) - 1)]
        sentence = str(error) if isinstance(error, ZephError) else f"{type(error).__name__}: {error}"
        spent = self._spent(error, failure.seconds)
        await self._deps.queue.mark_failed(self._lease, message, sentence, delay, spent, counts=not absent)
        self._result.failed = 1
        self._result.no_model = absent or isinstance(error, ModelTimeout)

    def _spent(self, error: Exception, seconds: float) -> LedgerEntry | None:
        """What an attempt in vain took; None where no model was asked."""
        if not isinstance(error, ModelError) or not error.calls:
            return None
        return LedgerEntry(
            self._deps.extractor.name, error.calls, error.prompt_tokens, error.answer_tokens, seconds, failed=1
        )


def _found_behind(
    message: Message, context: Sequence[Message], wrong: Message | None
) -> tuple[PutRight, Message] | None:
    """What it puts right of the messages right before it, or of that which was found ``wrong`` further back."""
    said = as_put_right(context)
    far = [wrong] if wrong is not None and all(one.id != wrong.id for one in said) else []
    return found_behind(message, [*far, *said])


def _put_right_of(told: Sequence[Edge], message: Message, right: tuple[PutRight, Message] | None) -> list[Claim]:
    """What a message puts right of facts: by the message before it that told them, or by their own sentences where that
    was long ago."""
    if right is not None:
        return claims_put_right(right[0], right[1].text, told, message)
    found = put_right(message.text, [fact.fact for fact in told], near=0) if told else None
    return claims_put_right(found, told[found.of].fact, [told[found.of]], message) if found else []


def _apart(span: Span, change: Change) -> bool:
    return span.end <= change.start or change.stop <= span.start


def _tokens(ready: Sequence[tuple[Message, Extracted]]) -> int:
    """What was spent on these messages."""
    return sum(extracted.cost.prompt_tokens + extracted.cost.answer_tokens for _, extracted in ready)
