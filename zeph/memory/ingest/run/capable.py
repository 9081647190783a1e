"""Which chat models may do more than talk: extract, decide, sum up.

In: a model, the graph settings. Out: whether it is big enough. What a model of a few hundred million weights makes up
would stand in the memory, and in every later prompt.
"""

import re

from zeph.config.schema import GraphSettings
from zeph.models.ports import ChatModel

TOO_SMALL = ("smollm2",)
"""Models that hold a conversation badly and must never extract, whatever size their name tells."""
MILLIONS = re.compile(r"(?<![\w.])\d{2,3}m(?![a-z])")
"""A size below a thousand million weights, as names tell it: ``gemma3:270m``, ``SmolLM2-135M-Instruct``."""


def big_enough(chat: ChatModel) -> bool:
    """As far as its name tells."""
    name = chat.name.lower()
    return MILLIONS.search(name) is None and not any(small in name for small in TOO_SMALL)


def capable(graph: GraphSettings, chat: ChatModel | None) -> bool:
    """Whether there is a chat model that may extract and decide: big enough, or named by the person."""
    return chat is not None and (bool(graph.extract_model) or big_enough(chat))
