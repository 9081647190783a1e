"""What a broad question gets beside facts, as lines: summaries of things and of groups.

In: the overview, facts that are told already. Out: ``Orion (project): …`` and ``Orion, Redis and Kestrel: …``; what a
told fact says is not said again, and a summary that says nothing else is left out."""

from collections.abc import Iterator, Sequence

from zeph.memory.recall.gather.broad_overview import Overview
from zeph.records.edge import Edge
from zeph.records.recalled import RecalledSummary
from zeph.safety.text import one_line


def overview_lines(overview: Overview, told: Sequence[Edge]) -> Iterator[RecalledSummary]:
    said = {one_line(edge.fact).rstrip(".") for edge in told}
    for entity in overview.entities:
        if rest := _unsaid(entity.summary, said):
            yield RecalledSummary(f"{one_line(entity.name)} ({entity.entity_type}): {rest}", rest)
    for community in overview.communities:
        if rest := _unsaid(community.summary, said):
            yield RecalledSummary(f"{one_line(community.name)}: {rest}", rest)


def _unsaid(summary: str, said: set[str]) -> str:
    """The sentences of a summary that are new; they are said from then on."""
    rest = [part for part in one_line(summary).removesuffix(".").split(". ") if part and part not in said]
    said.update(rest)
    return f"{'. '.join(rest)}." if rest else ""
