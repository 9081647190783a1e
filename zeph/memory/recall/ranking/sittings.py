"""Several things are gathered over sittings: what else one of them holds goes down a little for each message above it.

In: message ids, best first, with scores. Out: the same in another order. A sitting is one day of a conversation; what
was said in one is mostly of one sub-topic, which would fill all places.
"""

from collections.abc import Mapping, Sequence

from zeph.memory.recall.gather.channels import Scores
from zeph.records.message import Message

AGAIN = 0.06
"""Of the best score: what a message loses for each better one of its sitting. More lost answers that lie together."""
MOST_AGAIN = 2
"""Better ones of its sitting that count: a whole sitting is not put below all else."""
NEAR = 0.4
"""Share of the best score from which a message may be one of the several."""


def over_sittings(order: Sequence[int], scores: Scores, messages: Mapping[int, Message]) -> list[int]:
    top = max((scores[i] for i in order), default=0.0)
    turns: dict[tuple[int, str], int] = {}
    left: dict[int, float] = {}
    for i in order:
        sitting = messages[i].conversation_id, messages[i].sent_at[:10]
        left[i] = scores[i] - AGAIN * top * min(MOST_AGAIN, turns.get(sitting, 0))
        turns[sitting] = turns.get(sitting, 0) + 1
    return sorted(order, key=lambda i: -left[i])


def near_the_best(order: Sequence[int], scores: Scores) -> list[int]:
    """Without what is far below the best one."""
    least = NEAR * max((scores[i] for i in order), default=0.0)
    return [i for i in order if scores[i] >= least]
