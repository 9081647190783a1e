"""The tool that runs a command in a shell: in the workspace, for so long, with no key of the environment.

In: a command. Out: what it printed, both streams as they came, and its exit code. All that it starts ends with it,
after the time limit, or where the turn is interrupted: on Linux by a parent of its own, elsewhere its process group
alone. It reads from nothing, and what it prints beyond the limit is read and let go, so that it does not wait for a
reader.
"""

import asyncio
import contextlib
import ctypes
import os
import re
import signal
import sys
from asyncio.subprocess import Process, create_subprocess_exec
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from pydantic import BaseModel, Field

from zeph.agent.tools import command_keeper
from zeph.agent.tools.tool import ToolContext, ToolResult, tool
from zeph.errors import UsageError
from zeph.safety.text import clean_text

MOST_BYTES = 256 * 1024
"""Of what it prints: the first half and the last half of it."""
AFTER_SECS = 2.0
"""For what was started and stays behind to close the pipe."""
_KEPT = sys.platform == "linux"
_SET_DUMPABLE = 4
PASSED = re.compile(
    r"(?i)^(?:path|home|user|logname|shell|lang|language|lc_\w+|tz|term|tmpdir|temp|tmp|pwd|columns|lines|systemroot"
    r"|comspec|pathext|virtual_env|conda_prefix|pyenv_root|nvm_dir|gopath|goroot|cargo_home|rustup_home|java_home"
    r"|xdg_(?:config|data|cache|runtime|state)_\w+|no_color|editor)$"
)
"""Variables that a command gets; no others, since a name tells little of whether a value is a key."""


class Running(BaseModel):
    command: str = Field(min_length=1, max_length=20_000, description="For the shell; runs in the workspace.")


def environment(env: Mapping[str, str]) -> dict[str, str]:
    """What a command sees of this process's variables."""
    return {name: value for name, value in env.items() if PASSED.match(name)}


class Printed:
    """The beginning and the end of what a command prints."""

    def __init__(self) -> None:
        self._head, self._tail, self._all = bytearray(), bytearray(), 0

    def take(self, piece: bytes) -> None:
        self._all += len(piece)
        room = MOST_BYTES // 2 - len(self._head)
        self._head += piece[: max(0, room)]
        self._tail += piece[max(0, room) :]
        del self._tail[: max(0, len(self._tail) - MOST_BYTES // 2)]

    def text(self) -> str:
        left = self._all - len(self._head) - len(self._tail)
        gap = f"\n… {left:,} bytes are left out here …\n".encode() if left else b""
        return bytes(self._head + gap + self._tail).decode("utf-8", errors="replace")


async def _run(asked: Running, context: ToolContext) -> ToolResult:
    if not context.workspace.is_dir():
        raise UsageError(f"There is no folder {context.workspace} to run it in.")
    if os.name != "posix":
        raise UsageError("Commands run on Linux and macOS alone.")
    # A pipe of our own: asyncio's process waits until everybody has closed its pipe, also what stays behind.
    end, begin = os.pipe()
    try:
        process = await _begun(asked.command, context, begin)
    except BaseException:
        os.close(end)
        raise
    finally:
        os.close(begin)
    printed = Printed()
    stopped = ""
    async with _reading(end, printed) as reading:
        try:
            secs = max(0.05, context.settings.tools.timeout_secs - AFTER_SECS)
            async with asyncio.timeout(secs):
                await process.wait()
                await asyncio.wait((reading,), timeout=AFTER_SECS)
        except TimeoutError:
            stopped = f"\n(stopped after {secs:g} s)"
        finally:
            await _end(process)
    code = process.returncode if process.returncode is not None else -1
    text = clean_text(printed.text()).rstrip()
    return ToolResult(f"{text}{stopped}\n(exit code {code})".lstrip("\n"), failed=bool(stopped or code), code=code)


async def _begun(command: str, context: ToolContext, output: int) -> Process:
    """Whoever is interrupted while it begins leaves nothing of it."""
    shell = (sys.executable, "-I", "-S", command_keeper.__file__) if _KEPT else ("/bin/sh", "-c")
    close_own_process()
    beginning = asyncio.ensure_future(
        create_subprocess_exec(
            *shell, command, stdin=asyncio.subprocess.DEVNULL, stdout=output, stderr=output, cwd=context.workspace,
            env=environment(os.environ), start_new_session=True,
        )
    )  # fmt: skip
    try:
        return await asyncio.shield(beginning)
    except asyncio.CancelledError:
        await _end(await beginning)
        raise


def close_own_process() -> None:
    """From now on programs of the person's cannot look into this one's memory and variables, nor trace it (Linux)."""
    if _KEPT:
        ctypes.CDLL(None).prctl(_SET_DUMPABLE, 0, 0, 0, 0)


@asynccontextmanager
async def _reading(end: int, printed: Printed) -> AsyncIterator["asyncio.Task[None]"]:
    """Reads what comes out of a pipe, which is closed afterwards."""
    stream = asyncio.StreamReader()
    pipe = os.fdopen(end, "rb", buffering=0)
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stream), pipe)
    reading = asyncio.create_task(_pump(stream, printed))
    try:
        yield reading
    finally:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        transport.close()


async def _pump(stream: asyncio.StreamReader, printed: Printed) -> None:
    while piece := await stream.read(65536):
        printed.take(piece)


async def _end(process: Process) -> None:
    """Nothing of it runs on."""
    if _KEPT and process.returncode is None:
        process.terminate()
        await _wait(process)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    await _wait(process)


async def _wait(process: Process) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(AFTER_SECS):
            await process.wait()


def _subject(asked: Running, context: ToolContext) -> str:
    return asked.command.strip()


TOOLS = (tool("run_command", f"Run a command in a shell ({sys.platform}).", "run", Running, _run, subject=_subject),)
