"""Leiden communities by igraph (Traag, Waltman, van Eck 2019), in a process of its own.

In: a network. Out: a label for each node. igraph holds the interpreter's lock while it works, so in this process it
would stop every turn for seconds. Optional: ``pip install zeph[leiden]``.
"""

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from zeph.errors import ConfigError, ZephError

if TYPE_CHECKING:
    from zeph.memory.upkeep.link_network import Ints, Network

PROGRAM = Path(__file__).with_name("leiden_process.py")
TIMEOUT_SECS = 600


def require() -> None:
    """Raises ConfigError where igraph is not installed."""
    if importlib.util.find_spec("igraph") is None:
        raise ConfigError(
            'memory.graph.community_algorithm is "leiden", which needs igraph: install it with '
            "`pip install 'zeph[leiden]'`, or use \"label_propagation\"."
        )


def leiden(net: "Network") -> "Ints":
    """A label for each node, the same for the same network. Raises ConfigError, and ZephError where igraph fails."""
    import numpy as np

    require()
    nodes = np.repeat(np.arange(net.size, dtype=np.int64), net.degrees)
    once = nodes < net.around
    given = np.concatenate([[net.size], nodes[once], net.around[once].astype(np.int64)]).tobytes()
    try:
        # -P: the folder of the program must not stand in for installed packages.
        done = subprocess.run(
            [sys.executable, "-P", str(PROGRAM)], input=given, capture_output=True, timeout=TIMEOUT_SECS, check=True
        )
    except subprocess.TimeoutExpired as error:
        raise ZephError(f"Leiden found no communities within {TIMEOUT_SECS} s.") from error
    except subprocess.CalledProcessError as error:
        raise ZephError(f"Leiden failed: {error.stderr.decode(errors='replace').strip()[-300:]}") from error
    return np.frombuffer(done.stdout, np.int64)
