"""How big a model is: the number of its weights.

In: a chat model. Out: what its file or server tells, else what its name does (``gemma3:270m``, ``Qwen2.5-1.5B``); 0
where neither says anything. Of ``30b-a3b`` all weights count, of ``8x7b`` nothing is known.
"""

import re

from zeph.models.ports import ChatModel, KnowsSize

_SIZE = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)([mb])(?![a-z])")
_MILLIONS = {"m": 1, "b": 1000}


def weights_of(chat: ChatModel) -> int:
    """As far as it is known now."""
    told = chat.weights if isinstance(chat, KnowsSize) else 0
    return told or named_weights(chat.name)


def named_weights(name: str) -> int:
    """What a name tells, or a size as servers write it (``1.5B``)."""
    found = _SIZE.search(name.lower())
    return round(float(found[1]) * _MILLIONS[found[2]] * 1_000_000) if found else 0
