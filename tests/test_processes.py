"""Who holds a lease, and whether that process is over."""

import os
import subprocess
import sys

from zeph.processes import is_gone, new_owner


def test_a_worker_here_is_not_gone() -> None:
    assert not is_gone(new_owner())


def test_a_process_that_ended_is_gone() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "from zeph.processes import new_owner; print(new_owner())"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert is_gone(told.stdout.strip())


def test_one_that_had_the_number_of_this_process_is_gone() -> None:
    """A container gives each start the number of the one before."""
    own = new_owner()
    earlier = own.rpartition("-")[0] + "-00000000"
    assert str(os.getpid()) in earlier and is_gone(earlier) and not is_gone(own)


def test_of_another_machine_nothing_is_known() -> None:
    assert not is_gone("elsewhere:1-00000000") and not is_gone("no name of ours")
