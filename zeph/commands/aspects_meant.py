"""What an order to forget names by its kind where nothing is called so: "Harriet's number" of a message that has it.

In: the words of the order, a memory. Out: a target of the facts and sentences that tell it, empty where none does.
"""

from typing import TYPE_CHECKING

from zeph.agent.answers.aspects import asked_aspect
from zeph.agent.answers.findings import findings
from zeph.memory.edits.sentences_about import sentences
from zeph.records.forgetting import Cut, Target
from zeph.safety.text import one_line

if TYPE_CHECKING:
    from zeph.memory.facade import Memory


async def aspect_meant(memory: "Memory", what: str) -> Target:
    """What tells somebody's number, address, birthday or e-mail address."""
    recalled = await memory.recall(what)
    found = await findings(what, recalled, None)
    aspect = asked_aspect(one_line(what), [one.around for one in found])
    if aspect is None:
        return Target()
    told = [one for one in found if aspect.is_told(one.text)]
    facts = tuple(one.fact.edge.id for one in told if one.fact)
    cuts = {
        Cut(one.said.message.id, start, stop)
        for one in told if one.said
        for start, stop in sentences(one.said.message.text)
        if one.said.overlaps((start, stop)) and aspect.value.search(one.said.message.text, start, stop)
    }  # fmt: skip
    return Target(facts=facts, cuts=tuple(sorted(cuts)))
