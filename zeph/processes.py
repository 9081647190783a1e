"""Who holds a lease, and whether that process still runs.

In: nothing but this machine. Out: a name for whoever works here ("laptop:4711-9f03ab12"), and of such a name whether
its process is known to be over. Of a process on another machine, and on systems where asking after a process would end
it, nothing is known: then a lease runs out by itself.
"""

import os
import platform
import re
import secrets

_OWNER = re.compile(r"(?P<machine>.*):(?P<pid>\d+)-[0-9a-f]+")

_own: set[str] = set()
"""Names that this process gave."""


def new_owner() -> str:
    """A name that no other worker has, here or elsewhere."""
    owner = f"{platform.node()}:{os.getpid()}-{secrets.token_hex(4)}"
    _own.add(owner)
    return owner


def is_gone(owner: str) -> bool:
    """Whether the process of that name ran on this machine and is over."""
    named = _OWNER.fullmatch(owner)
    if named is None or named["machine"] != platform.node() or os.name != "posix":
        return False
    if int(named["pid"]) == os.getpid():  # in a container each start may have the number of the one before
        return owner not in _own
    try:
        os.kill(int(named["pid"]), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):  # somebody else's, or no number of a process
        return False
    return False
