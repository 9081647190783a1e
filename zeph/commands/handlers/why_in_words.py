"""Why the last answer knew what it knew, as one would tell it: what was said when, and by what it was found.

In: an Explanation. Out: lines for a person, without scores and ranks; these are :mod:`zeph.commands.handlers.why`'s.
"""

from collections.abc import Iterator

from zeph.agent.answers.second_person import to_you
from zeph.commands.outputs import Output, Text, Warn
from zeph.records.message import PERSON, Message
from zeph.records.recalled import Explanation, RecalledFact, Why
from zeph.safety.text import one_line

PERSON_TOLD = "you"
QUOTED = 160
"""Characters of a message that are shown."""
REASONS = {
    "fact_text": "it has words of your question", "message_text": "it has words of your question",
    "fact_vector": "it means something like your question", "message_vector": "it means something like your question",
    "cited": "something I noted was said there", "cross_encoder": "the reranking model found that it answers",
}  # fmt: skip
"""By channel; the walk through the graph is told by its seeds."""


def told_why(found: Explanation) -> Iterator[Output]:
    recalled = found.recalled
    for note in recalled.notes:
        yield Warn(note)
    yield Text(f"You asked: {one_line(recalled.question)}")
    if not (recalled.facts or recalled.messages):
        yield Text("Nothing from memory went into the answer.")
    for fact in recalled.facts:
        yield Text("\n".join([f"\n{to_you(one_line(fact.edge.fact))} (#{fact.edge.id})", *_fact_lines(fact, found)]))
    for message in recalled.messages:
        yield Text("\n".join([f"\n{_said(message.message)}", *_because(message.why)]))
    yield Text("\n`/why --explain` has the numbers.")


def _fact_lines(fact: RecalledFact, found: Explanation) -> Iterator[str]:
    for source in fact.edge.sources:
        yield f"  {_said(found.sources[source])}" if source in found.sources else "  (what said it is gone)"
    if not fact.edge.sources:
        yield "  You set it by hand."
    yield from _because(fact.why)
    if fact.why.path:
        steps = [to_you(found.facts[i].fact) for i in fact.why.path if i in found.facts]
        yield f"  The way to it: {' → '.join(map(one_line, steps))}"


def _said(message: Message) -> str:
    who = "You" if message.person == PERSON else one_line(message.person)
    return f"{who} said on {message.sent_at[:10]} (#{message.id}): “{_cut(one_line(message.text))}”"


def _because(why: Why) -> Iterator[str]:
    """How it was found; nothing for what only stood beside what was found."""
    reasons = [REASONS[name] for name in why.channels if name in REASONS]
    seeds = [PERSON_TOLD if seed == PERSON else one_line(seed) for seed in why.seeds if seed]
    if why.hop is not None and seeds:
        reasons.append(
            f"it is about {' and '.join(seeds)}" if why.hop == 0 else f"it is linked to {' and '.join(seeds)}"
        )
    if reasons:
        yield f"  Found because {', and '.join(dict.fromkeys(reasons))}."


def _cut(line: str) -> str:
    return line if len(line) <= QUOTED else line[:QUOTED].rsplit(" ", 1)[0] + " …"
