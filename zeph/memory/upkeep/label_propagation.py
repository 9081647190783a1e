"""Label propagation: everybody takes the label that most neighbours have, until nobody changes (Raghavan et al. 2007).

In: a network. Out: a label for each node; equal labels are one community. Asynchronous, deterministic, bounded: nodes
are visited in a fixed order (id order in small networks), see the labels as they are by then, keep their own on a tie,
else take the smallest; only neighbours of changed nodes are visited again.

Visits are vectorised a block at a time. Of neighbours in one block that would change at once only the smallest
does, the others look again: so each step is one that visits one by one could have taken, the number of links between
equals only grows, and no labels swap for ever as they do in synchronous variants.
"""

import numpy as np
from numpy.typing import NDArray

from zeph.memory.upkeep.link_network import Ints, Network

MAX_ROUNDS = 50
BLOCKS = 64
"""At least so many blocks a round: a network of up to 64 nodes is visited one by one."""
BLOCK_LINKS = 32_768
"""Links of a block, about: its arrays stay in the cache, and no single call keeps the interpreter for long."""
LOOKS = 2
"""Times that a block's nodes look before the next block's turn."""


def propagate(net: Network) -> Ints:
    """A label for each node."""
    labels = np.arange(net.size, dtype=np.int64)
    waiting = net.degrees > 0
    stride = max(BLOCKS, len(net.around) // BLOCK_LINKS)
    scratch = np.zeros(net.size, np.bool_)
    for _ in range(MAX_ROUNDS):
        if not waiting.any():
            break
        for first in range(min(stride, net.size)):
            # Every so manieth node: what was said together has ids side by side, and would be in one block.
            block = np.flatnonzero(waiting[first::stride]) * stride + first
            for _ in range(LOOKS):
                if not len(block):
                    break
                block = _visit(net, block, labels, waiting, scratch)
    return labels


def _visit(net: Network, block: Ints, labels: Ints, waiting: NDArray[np.bool_], scratch: NDArray[np.bool_]) -> Ints:
    """Gives the nodes of ``block`` their labels; those that have to look again."""
    waiting[block] = False
    degrees = net.starts[block + 1] - net.starts[block]
    around = net.around[spans(net.starts[block], degrees)]
    local = np.repeat(np.arange(len(block)), degrees)
    own = labels[block]
    new = _majority(local, labels[around], own)
    changes = new != own
    scratch[block] = changes
    clash = local[scratch[around] & changes[local] & (around < block[local])]
    scratch[block] = False
    changes[clash] = False
    labels[block[changes]] = new[changes]
    waiting[around[changes[local]]] = True
    again: Ints = block[np.unique(clash)]
    waiting[again] = True
    return again


def _majority(local: Ints, seen: Ints, own: Ints) -> Ints:
    """For each node the label it sees most often: on a tie its own, else the smallest.

    ``local`` says, ascending, which node sees each label of ``seen``; each sees one at least.
    """
    votes = local << 32 | seen
    votes.sort()
    at = np.flatnonzero(np.append(True, votes[1:] != votes[:-1]))
    voter, label = votes[at] >> 32, votes[at] & 0xFFFFFFFF
    score = 2 * np.diff(np.append(at, len(votes))) + (label == own[voter])
    best = np.maximum.reduceat(score, np.flatnonzero(np.append(True, voter[1:] != voter[:-1])))
    winners = np.flatnonzero(score == best[voter])
    voter = voter[winners]
    chosen: Ints = label[winners[np.append(True, voter[1:] != voter[:-1])]]
    return chosen


def spans(starts: Ints, lengths: Ints) -> Ints:
    """The numbers ``starts[i]``, ``starts[i] + 1`` … of each i, ``lengths[i]`` of them (one at least), in one row."""
    steps = np.ones(int(lengths.sum()), np.int64)
    steps[0] = starts[0]
    steps[np.cumsum(lengths)[:-1]] = starts[1:] - starts[:-1] - lengths[:-1] + 1
    return np.cumsum(steps)
