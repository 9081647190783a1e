"""Which chat models may do more than talk: extract, decide, sum up.

In: a model, the graph settings. Out: whether it is big enough. What a model of a few hundred million weights makes up
would stand in the memory, and in every later prompt.
"""

from zeph.config.schema import GraphSettings
from zeph.models.model_size import weights_of
from zeph.models.ports import ChatModel

TOO_SMALL = ("smollm2",)
"""Models that hold a conversation badly and must never extract, however big they are."""
LEAST_WEIGHTS = 1_000_000_000


def big_enough(chat: ChatModel) -> bool:
    """As far as is known; a model of which nothing is known counts as big."""
    weights, name = weights_of(chat), chat.name.lower()
    return (not weights or weights >= LEAST_WEIGHTS) and not any(small in name for small in TOO_SMALL)


def capable(graph: GraphSettings, chat: ChatModel | None) -> bool:
    """Whether there is a chat model that may extract and decide: big enough, or named by the person."""
    return chat is not None and (bool(graph.extract_model) or big_enough(chat))
