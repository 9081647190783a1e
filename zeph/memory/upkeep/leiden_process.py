"""The program of the process that :mod:`zeph.memory.upkeep.leiden` starts; it imports nothing of Zeph.

In, on stdin, as 64-bit integers: how many nodes, the one end of every link, the other end of every link. Out, on
stdout, as 64-bit integers: a label for each node.
"""

import random
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

SEED = 1
ITERATIONS = 4


def communities(nodes: int, ends: NDArray[np.int64]) -> list[int]:
    """The label of each node; ``ends`` has shape (links, 2)."""
    import igraph

    random.seed(SEED)  # igraph draws from it
    graph: Any = igraph.Graph(n=nodes, edges=ends, directed=False)
    found = graph.community_leiden(objective_function="modularity", n_iterations=ITERATIONS)
    return list(found.membership)


def main() -> None:
    given = np.frombuffer(sys.stdin.buffer.read(), np.int64)
    labels = communities(int(given[0]), given[1:].reshape(2, -1).T)
    sys.stdout.buffer.write(np.asarray(labels, np.int64).tobytes())


if __name__ == "__main__":
    main()
