"""What of a message is shown: all of it, or the passage of a long one that answers.

In: a message, the evidence, the plan. Out: a text.
"""

from zeph.memory.language.passages import passages_of
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.vocabulary import Terms
from zeph.records.message import Message
from zeph.records.passage import Passage


def excerpt(message: Message, evidence: Evidence, plan: QueryPlan) -> str:
    """The passage that search found; of a long message that came otherwise, or is not split yet, the one that has most
    of the question's words."""
    found = evidence.hits.passages.get(message.id) or _by_words(message, plan)
    return found.of(message.text) if found else message.text


def _by_words(message: Message, plan: QueryPlan) -> Passage | None:
    stretches = passages_of(message.text)
    if not stretches:
        return None
    terms = Terms(plan.query.terms)
    best = max(stretches, key=lambda each: terms.coverage(message.text[slice(*each)]) if plan.query.terms else 0.0)
    return Passage(message.id, *best)
