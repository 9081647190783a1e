"""Ctrl+C cancels between two steps of the event loop, never inside one."""

import os
import subprocess
import sys
import textwrap

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of another kind")

HEAD = """
import asyncio, os, signal, sys, time
from zeph.cli.interrupt import interrupt_cancels, run_interruptible

def press():
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(100): pass  # the handler runs between two instructions
"""


def run(script: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", HEAD + textwrap.dedent(script)], capture_output=True, text=True, timeout=60, check=False
    )


def test_a_future_about_to_be_set_is_still_unset_after_the_press() -> None:
    done = run("""
        async def main():
            future = asyncio.get_running_loop().create_future()
            def step():
                if not future.done():
                    press()
                    future.set_result(True)
            asyncio.get_running_loop().call_soon(step)
            try:
                await future
                await asyncio.sleep(30)
            except asyncio.CancelledError:
                print("cancelled, and tidied up")
                raise
            return 0
        try:
            run_interruptible(main())
        except KeyboardInterrupt:
            print("interrupted")
    """)
    assert (done.stdout, done.stderr) == ("cancelled, and tidied up\ninterrupted\n", "")


def test_a_second_press_ends_what_does_not_listen() -> None:
    done = run("""
        async def main():
            press()
            press()
            time.sleep(30)
            return 0
        try:
            run_interruptible(main())
        except KeyboardInterrupt:
            print("interrupted")
    """)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


def test_within_a_turn_every_press_is_the_turns() -> None:
    done = run("""
        async def turn():
            for _ in range(2):
                try:
                    asyncio.get_running_loop().call_soon(press)
                    await asyncio.sleep(30)
                except asyncio.CancelledError:
                    print("cancelled")
            raise asyncio.CancelledError
        async def main():
            task = asyncio.ensure_future(turn())
            with interrupt_cancels(task) as interrupted:
                try:
                    await task
                except asyncio.CancelledError:
                    print("the turn has ended", interrupted())
            return 7
        print(run_interruptible(main()))
        print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
    """)
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["cancelled", "cancelled", "the turn has ended True", "7", "True"]


def test_a_program_started_with_interrupts_ignored_goes_on() -> None:
    done = run("""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        async def main():
            press()
            await asyncio.sleep(0)
            return 3
        print(run_interruptible(main()))
    """)
    assert (done.stdout, done.stderr) == ("3\n", "")
