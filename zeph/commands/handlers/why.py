"""`/why --explain`, and `--explain` of a search: where each finding came from and how its score came to be.

In: an Explanation. Out: lines for a person, and the same as data.
"""

from collections.abc import AsyncIterator, Iterator
from typing import Any

from zeph.commands import json_shapes
from zeph.commands.handlers.why_in_words import told_why
from zeph.commands.outputs import Data, Output, Text, Warn
from zeph.commands.types import CommandContext
from zeph.records.recalled import Explanation, RecalledFact, RecalledMessage, Why
from zeph.safety.text import one_line

QUOTED = 160
"""Characters of a source message that are shown."""
CHANNELS = {
    "fact_text": "words", "fact_vector": "meaning", "graph": "walk", "message_text": "words",
    "message_vector": "meaning", "cited": "a fact's source", "entity_name": "name", "entity_text": "words",
    "entity_vector": "meaning", "community_text": "words", "community_vector": "meaning",
    "cross_encoder": "reranking model",
}  # fmt: skip
MOST_REASONS = 3
_SAYS = {
    "has the question's words": "fact_text message_text words speaker_says first_by_words phrase related topic",
    "means what is asked": "fact_vector message_vector first_by_meaning likeness",
    "is about whom it names": "named",
    "said by whom it names": "speaker",
    "follows what was asked alike": "reply asked before",
    "stands beside what has its words": "beside beside_others sitting_others around around_alike after sitting",
    "is of the days asked about": "date days message_days time",
    "tells when": "when",
    "tells a number": "number",
    "was said last": "latest",
    "connected with what it names": "graph connected",
    "a fact came from it": "cited led_to",
}
REASONS = {name: said for said, names in _SAYS.items() for name in names.split()}
"""Parts of a score in plain words."""


async def why(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    assert context.session is not None
    assert context.chat is not None
    found = await context.session.agent.why(context.chat.conversation)
    if found is None:
        yield Text("Nothing was answered in this conversation yet; ask something first.")
        yield Data(None)
        return
    if found.anew:
        yield Warn("That answer was given in an earlier session; this is what its question finds now.")
    for output in explained(found) if values["explain"] else told_why(found):
        yield output
    yield Data(as_data(found))


def explained(found: Explanation) -> Iterator[Output]:
    recalled = found.recalled
    for note in recalled.notes:
        yield Warn(note)
    yield Text(f"Question: {one_line(recalled.question)}")
    if recalled.seeds:
        yield Text(f"Walked from: {', '.join(filter(None, recalled.seeds))}")
    if not (recalled.facts or recalled.messages):
        yield Text("Nothing from memory went into the answer.")
    for number, fact in enumerate(recalled.facts, 1):
        yield Text("\n".join([f"\nFact {number} (#{fact.edge.id}): {fact.line}", *_fact_lines(fact, found)]))
    for number, message in enumerate(recalled.messages, 1):
        head = f"\nMessage {number} (#{message.message.id}): {_cut(message.line)}"
        yield Text("\n".join([head, *_message_lines(message)]))


def _fact_lines(fact: RecalledFact, found: Explanation) -> Iterator[str]:
    yield f"  found by  {found_by(fact.why)}"
    if fact.why.hop is not None:
        away = "touches it" if fact.why.hop == 0 else "1 hop away" if fact.why.hop == 1 else f"{fact.why.hop} hops away"
        yield f"  walk      from {', '.join(fact.why.seeds) or 'the seeds'}: {away}"
    if fact.why.path:
        steps = [found.facts[i].fact if i in found.facts else f"fact #{i}, changed since" for i in fact.why.path]
        yield f"  path      {' → '.join(one_line(step) for step in [*steps, fact.edge.fact])}"
    yield f"  helps     {helps(fact.why)}"
    yield f"  score     {_sum(fact.why, fact.score)}"
    for source in fact.edge.sources:
        if source in found.sources:
            said = found.sources[source]
            reader = found.read_by.get((fact.edge.id, source), "")
            by = f" (read by {reader})" if reader else ""
            yield f"  source    #{said.id} {said.sent_at[:16]} {one_line(said.person)}: {_cut(one_line(said.text))}{by}"
        else:
            yield f"  source    #{source}, which is gone"


def _message_lines(message: RecalledMessage) -> Iterator[str]:
    yield f"  found by  {found_by(message.why) or 'what was said around it'}"
    yield f"  helps     {helps(message.why)}"
    yield f"  score     {_sum(message.why, message.score)}"


def found_by(reason: Why) -> str:
    """``words #1, walk #3``."""
    return ", ".join(f"{CHANNELS.get(name, name)} #{rank}" for name, rank in reason.channels.items())


def _sum(reason: Why, score: float) -> str:
    parts = sorted(reason.parts.items(), key=lambda part: -abs(part[1]))
    return f"{score:.2f} = " + " + ".join(f"{name} {value:.2f}" for name, value in parts if abs(value) >= 0.005)


def helps(reason: Why) -> str:
    """``62 %: has the question's words, said by whom it names``, or nothing for what was not judged."""
    if reason.helps is None:
        return ""
    sums: dict[str, float] = {}
    for name, value in reason.parts.items():
        if name in REASONS:
            sums[REASONS[name]] = sums.get(REASONS[name], 0.0) + value
    best = sorted((said for said in sums if sums[said] > 0), key=lambda said: -sums[said])[:MOST_REASONS]
    return f"{100 * reason.helps:.0f} %" + (f": {', '.join(best)}" if best else "")


def _cut(line: str) -> str:
    return line if len(line) <= QUOTED else line[:QUOTED].rsplit(" ", 1)[0] + " …"


def as_data(found: Explanation) -> dict[str, Any]:
    recalled = found.recalled
    return {
        "question": recalled.question,
        "seeds": [name for name in recalled.seeds if name],
        "anew": found.anew,
        "notes": list(recalled.notes),
        "facts": [explained_fact(fact, found) for fact in recalled.facts],
        "messages": [json_shapes.recalled_message(message) for message in recalled.messages],
    }


def explained_fact(fact: RecalledFact, found: Explanation) -> dict[str, Any]:
    """A recalled fact with the facts on its path and the messages it came from in full."""
    shape = json_shapes.recalled_fact(fact)
    shape["why"]["path"] = [json_shapes.fact(found.facts[i]) if i in found.facts else {"id": i} for i in fact.why.path]
    sources = [json_shapes.message(found.sources[i]) for i in fact.edge.sources if i in found.sources]
    return shape | {"source_messages": sources}
