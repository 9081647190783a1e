"""Recall: from a question to the facts and messages worth putting before a model. Begin to read here.

In: a :class:`RecallRequest`, and :class:`RecallDeps` to work with. Out: :class:`Recalled`, best first, each item with
why. The rooms in their order: ``query`` (what the question says), ``gather`` (all that one snapshot gives, its search
by words while the question is embedded), ``ranking`` (whether anything is relevant, then scores), ``rerankers`` (a
second pass where the settings ask for one), ``render`` (lines, cut to their budgets)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo

from zeph.clock import Moment
from zeph.config.schema import MemorySettings
from zeph.errors import NotFound
from zeph.memory.recall.gather.evidence import Evidence, gather
from zeph.memory.recall.query.foreseen_question import ForeseenQuestion, question_vector
from zeph.memory.recall.query.query_plan import QueryPlan, plan_query
from zeph.memory.recall.query.question_vector import QuestionVector
from zeph.memory.recall.query.several import Several
from zeph.memory.recall.query.time_intent import leans
from zeph.memory.recall.ranking import message_ranking
from zeph.memory.recall.ranking.connected_facts import connected
from zeph.memory.recall.ranking.fact_ranking import for_reader, rank_facts
from zeph.memory.recall.ranking.node_ranking import (
    rank_communities,
    rank_entities,
    recalled_communities,
    recalled_entities,
)
from zeph.memory.recall.ranking.relevance import Relevance, relevance
from zeph.memory.recall.render.already_said import AlreadySaid
from zeph.memory.recall.render.in_order import in_order
from zeph.memory.recall.render.known_things import known_things
from zeph.memory.recall.render.last_said import last_said
from zeph.memory.recall.render.no_longer import no_longer, standing_first
from zeph.memory.recall.render.overview_lines import overview_lines
from zeph.memory.recall.render.planted_lines import without_planted_lines
from zeph.memory.recall.render.recall_lines import known_line
from zeph.memory.recall.render.recalled_items import recalled_fact, recalled_messages, told_facts
from zeph.memory.recall.render.since_said import Changes
from zeph.memory.recall.render.token_budget import within_budget
from zeph.memory.recall.rerankers.second_pass import SecondPass
from zeph.models.ports import Embedder, Reranker
from zeph.models.tokens import count_tokens
from zeph.records.edge import Edge
from zeph.records.recall_request import RecallRequest
from zeph.records.recalled import NOTHING_KNOWN, Recalled, RecalledFact
from zeph.records.view import View
from zeph.safety.text import clean_text
from zeph.storage.ports import Store

SPARE = 4
"""Messages beyond those that are shown, as some are said already or do not fit."""
OVERVIEW_SHARE = 1 / 3
"""Of the tokens for facts, that a broad question gives to summaries."""
MOST_OVERVIEW = 4
LATEST = "9999"
"""After all that was told."""


@dataclass(frozen=True, slots=True)
class RecallDeps:
    """What recall works with, whatever is asked."""

    store: Store
    space_id: int
    """The settings' own space."""
    now: Moment
    settings: MemorySettings
    embedder: Embedder | None = None
    reranker: Reranker | None = None
    count_tokens: Callable[[str], int] = count_tokens
    zone: tzinfo | None = None
    """Where the person is, by whose calendar "yesterday" goes; None: where this machine is."""
    foreseen: ForeseenQuestion | None = None
    """A question whose vectors are in the making."""


async def recall(request: RecallRequest, deps: RecallDeps) -> Recalled:
    """Raises NotFound where there is no space of the request's name."""
    request = replace(request, question=clean_text(request.question))
    view, asked = await _view(request, deps), request.question
    request = await _with_what_it_leans_on(request, deps)
    async with await _vector(request, view, deps) as vector:
        plan = plan_query(request, view, deps.settings, vector.source, deps.zone)
        evidence = await deps.store.read(lambda reader: gather(reader, plan))
        notes = (*await vector.notes(), *_notes_on(evidence))
    recalled = Recalled(
        asked,
        seeds=evidence.seed_names,
        partial=evidence.walked.partial,
        notes=notes,
        view=view,
        broad=evidence.overview.broad,
        about=tuple(entity.id for entity in evidence.overview.entities),
        called=evidence.named.called,
    )
    second = SecondPass(deps.store.vectors, plan, deps.reranker)
    recalled = await _with_nodes(recalled, evidence, plan, second)
    relevant = relevance(evidence, plan)
    if relevant is Relevance.NONE and not (recalled.entities or recalled.communities):
        return replace(recalled, notes=(*notes, NOTHING_KNOWN))
    if not {"facts", "messages"}.intersection(request.scope.kinds):
        return replace(recalled, notes=(*notes, *second.notes))
    recalled = replace(recalled, unsure=relevant is Relevance.UNSURE)
    found = await _with_facts_and_messages(recalled, evidence, plan, deps, second)
    return found if request.sought else without_planted_lines(found)


async def _with_what_it_leans_on(request: RecallRequest, deps: RecallDeps) -> RecallRequest:
    """ "And before that?" after the question that it goes on from."""
    talk = request.conversation_id
    if talk is None or not leans(request.question):
        return request
    before = await deps.store.read(lambda reader: reader.messages.last_of_person(talk, request.before_id))
    return replace(request, question=f"{before} {request.question}")


async def _vector(request: RecallRequest, view: View, deps: RecallDeps) -> QuestionVector:
    foreseen = deps.foreseen.take(view.space_id, request.question) if deps.foreseen else None
    return await (foreseen or question_vector(deps.store, deps.embedder, view.space_id, request.question))


async def _view(request: RecallRequest, deps: RecallDeps) -> View:
    space_id = deps.space_id
    if request.space and request.space != deps.settings.space:
        other = await deps.store.find_space(request.space)
        if other is None:
            raise NotFound(f"There is no space {request.space!r}.")
        space_id = other
    return View(space_id, deps.now, request.as_of, request.known_at, request.within, ahead=request.as_of is None)


async def _with_nodes(recalled: Recalled, evidence: Evidence, plan: QueryPlan, second: SecondPass) -> Recalled:
    """With entities and communities, where the request asks for them."""
    entities = await second.entities(rank_entities(evidence), evidence)
    communities = await second.communities(rank_communities(evidence), evidence)
    return replace(
        recalled,
        entities=recalled_entities(entities, evidence, plan.most_facts),
        communities=recalled_communities(communities, evidence, plan.most_facts),
    )


async def _with_facts_and_messages(
    recalled: Recalled, evidence: Evidence, plan: QueryPlan, deps: RecallDeps, second: SecondPass
) -> Recalled:
    ranked = rank_facts(evidence, plan)
    messages = message_ranking.rank_messages(evidence, plan, ranked)
    facts = await second.facts(for_reader(ranked, messages, evidence, plan), evidence)
    facts = connected(facts, evidence)
    messages = message_ranking.for_reader(await second.messages(messages, evidence), evidence, plan)
    known = evidence.loaded.messages
    said = AlreadySaid(plan.request.already_said, plan.request.already_told)
    new_facts = said.new(told_facts(facts, evidence), known)
    shown = messages.order[: plan.most_messages + SPARE]
    edges = [evidence.loaded.edges[i] for i in facts.order]
    changes = Changes(await deps.store.read(lambda reader: reader.edges.changed_since(shown, _told_by(plan))))
    several = await _known(evidence, plan, edges, deps)
    premises = changes.presumed(plan, [known[i] for i in shown])
    last = None if premises else last_said(plan, [known[i] for i in shown])
    lines = recalled_messages(messages, evidence, plan, changes, last)
    new_messages = (m for m in lines if any(map(str.isalnum, m.said)) and not said.has_text(m.said))
    tokens = plan.request.tokens
    fact_tokens = tokens.facts if plan.settings.graph.enabled else 0
    fact_tokens -= deps.count_tokens(known_line(several)) if several else 0
    quoted = within_budget(new_messages, tokens.messages, plan.most_messages, deps.count_tokens)
    if recalled.unsure and quoted:
        new_facts = (edge for edge in new_facts if _may_be_told_unsure(edge, evidence))
    over = await deps.store.read(lambda reader: no_longer(reader, plan, edges))
    standing = standing_first(new_facts, over, plan)
    lines_of_facts = (recalled_fact(edge, facts, evidence, plan.view.at, over) for edge in standing)
    recalled = _with_facts(recalled, lines_of_facts, fact_tokens, evidence, plan, deps)
    told, quoted = in_order(recalled.facts, quoted, evidence, plan)
    nothing = recalled.unsure and not (told or quoted)
    return replace(
        recalled,
        unsure=recalled.unsure and not nothing,
        messages=quoted,
        notes=(*recalled.notes, *second.notes, *([NOTHING_KNOWN] if nothing else [])),
        premises=premises if fact_tokens else (),
        known=several,
        facts=told,
    )


def _may_be_told_unsure(edge: Edge, evidence: Evidence) -> bool:
    """Where nothing is like the question: what was read without a model may be another by now, and people's own words
    tell as much, unless it is about whom the question names."""
    return edge.origin != "local" or not evidence.named.others.isdisjoint((edge.source_id, edge.target_id))


def _with_facts(
    recalled: Recalled,
    facts: Iterable[RecalledFact],
    tokens: int,
    evidence: Evidence,
    plan: QueryPlan,
    deps: RecallDeps,
) -> Recalled:
    """As many as fit, and for a broad question summaries."""
    room = int(tokens * OVERVIEW_SHARE) if recalled.broad else 0
    told = within_budget(facts, tokens - room, plan.most_facts, deps.count_tokens)
    about = overview_lines(evidence.overview, [fact.edge for fact in told])
    return replace(
        recalled,
        facts=told,
        overview=within_budget(about, room, MOST_OVERVIEW, deps.count_tokens),
        connected=evidence.connections.shown([fact.edge.id for fact in told]),
    )


async def _known(evidence: Evidence, plan: QueryPlan, facts: Sequence[Edge], deps: RecallDeps) -> tuple[str, ...]:
    """What is known of the several things that are asked for."""
    if plan.several is Several.NO or not (plan.settings.graph.enabled and plan.request.tokens.facts):
        return ()
    return await deps.store.read(lambda reader: known_things(reader, plan, evidence.named, facts))


def _told_by(plan: QueryPlan) -> Moment:
    """A look at the past does not know what was told later."""
    return plan.view.known_at or plan.view.as_of or LATEST


def _notes_on(evidence: Evidence) -> list[str]:
    """What the person should know about this search."""
    notes = [f"Took “{word}” for {name}." for word, name in evidence.named.misspelt.items()]
    if evidence.walked.partial:
        notes.append("The walk of the graph reached its time limit; the hops done until then are used.")
    return notes
