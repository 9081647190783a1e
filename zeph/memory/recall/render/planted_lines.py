"""What reads like an order to a model is recalled for no prompt; who searches finds it.

In: what was recalled. Out: the same without such lines. Whatever field of a record an order stands in, it stands in its
line, also where it was stored before the rules knew it; what stands where a name or a relation should is judged by
itself.
"""

from dataclasses import replace

from zeph.memory.recall.render.recall_lines import premise_line
from zeph.records.edge import Edge
from zeph.records.qualifiers import parse_qualifiers
from zeph.records.recalled import Recalled
from zeph.safety.injection import is_planted
from zeph.safety.name_shape import gives_order


def without_planted_lines(recalled: Recalled) -> Recalled:
    return replace(
        recalled,
        facts=tuple(fact for fact in recalled.facts if not (is_planted(fact.line) or names_order(fact.edge))),
        messages=tuple(message for message in recalled.messages if not is_planted(message.line)),
        overview=tuple(summary for summary in recalled.overview if not is_planted(summary.line)),
        premises=tuple(change for change in recalled.premises if not is_planted(premise_line(change))),
        known=tuple(name for name in recalled.known if not (is_planted(name) or gives_order(name))),
    )


def names_order(fact: Edge) -> bool:
    """Whether an order stands where one of its things, its relation or what belongs to it is named."""
    beside = parse_qualifiers(fact.qualifiers).values()
    return any(map(gives_order, (fact.source, fact.target, fact.relation, *beside)))
