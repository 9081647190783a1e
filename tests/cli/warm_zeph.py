"""Zeph in processes of their own that have imported everything already: each is a fork of one that waits.

In: the words, the environment, the folder and the three streams of a call. Out: its exit code. What a person would see
is the same as with ``python -m zeph``, except that it need not start first: folders, streams, signals and the end of
the process are real, and nothing of one call is left for the next.
"""

import atexit
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import zeph
from zeph.cli.main import run
from zeph.memory.ingest.reader.parse.tagging import SpacyTagger
from zeph.memory.ingest.reader.read_message import Reader
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology
from zeph.models.local.embed import verified_weights

ROOT = Path(__file__).resolve().parents[2]
START_SECS = 60


class WarmZeph:
    """The process that waits, seen from the test."""

    def __init__(self) -> None:
        self._channel, theirs = socket.socketpair()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.cli.warm_zeph", str(theirs.fileno())],
            pass_fds=[theirs.fileno()], cwd=ROOT, start_new_session=True, stdin=subprocess.DEVNULL,
            env={k: v for k, v in os.environ.items() if not k.startswith(("ZEPH_", "OLLAMA_", "OPENAI_"))},
        )  # fmt: skip
        theirs.close()
        self._channel.settimeout(START_SECS)
        assert self._channel.recv(16) == b"ready"

    def run(
        self, words: Sequence[str], env: Mapping[str, str], cwd: Path, given: bytes, timeout: float,
        constants: Mapping[str, float] | None = None,
    ) -> subprocess.CompletedProcess[bytes]:  # fmt: skip
        """As ``subprocess.run`` of ``python -m zeph`` with everything captured. Raises subprocess.TimeoutExpired.

        ``constants``: other values for some, as ``{"zeph.module.PATIENCE_SECS": 0.5}``, where the real wait is long.
        """
        ours, theirs = socket.socketpair()
        with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
            stdin.write(given)
            stdin.seek(0)
            with ours, theirs:
                fds = [stdin.fileno(), stdout.fileno(), stderr.fileno(), theirs.fileno()]
                call = {"words": list(words), "env": dict(env), "cwd": str(cwd), "constants": dict(constants or {})}
                request = json.dumps(call).encode()
                socket.send_fds(self._channel, [len(request).to_bytes(4, "big")], fds)
                self._channel.sendall(request)
                theirs.close()
                code = _outcome(ours, timeout, words)
            stdout.seek(0)
            stderr.seek(0)
            return subprocess.CompletedProcess(list(words), code, stdout.read(), stderr.read())

    def close(self) -> None:
        self._channel.close()
        self._process.wait(10)


def _outcome(report: socket.socket, timeout: float, words: Sequence[str]) -> int:
    report.settimeout(timeout)
    pid = int.from_bytes(report.recv(4), "big")
    try:
        return int.from_bytes(report.recv(4), "big", signed=True)
    except TimeoutError:
        os.kill(pid, signal.SIGKILL)
        raise subprocess.TimeoutExpired(list(words), timeout) from None


@cache
def warm_zeph() -> WarmZeph:
    """One for all tests of this process."""
    server = WarmZeph()
    atexit.register(server.close)
    return server


# ---------------------------------------------------------------- in the process that waits


def _serve(channel: socket.socket) -> list[str]:
    """Forks for each request; returns, in the fork, the words it shall run."""
    wake, poke = socket.socketpair()
    for end in (wake, poke):
        end.setblocking(False)
    signal.set_wakeup_fd(poke.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    reports: dict[int, int] = {}
    channel.send(b"ready")
    while True:
        readable, _, _ = select.select([channel, wake], [], [])
        if wake in readable:
            wake.recv(4096)
            _reap(reports)
        if channel not in readable:
            continue
        length, fds, _, _ = socket.recv_fds(channel, 4, 4)
        if not length:
            for pid in reports:
                os.kill(pid, signal.SIGKILL)
            os._exit(0)
        request = json.loads(_exactly(channel, int.from_bytes(length, "big")))
        pid = os.fork()
        if pid == 0:
            for fd in (*reports.values(), fds[3], *(end.detach() for end in (channel, wake, poke))):
                os.close(fd)
            return _become(request, fds[:3])
        os.write(fds[3], pid.to_bytes(4, "big"))
        reports[pid] = fds[3]
        for fd in fds[:3]:
            os.close(fd)


def _reap(reports: dict[int, int]) -> None:
    while reports:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        fd = reports.pop(pid)
        os.write(fd, os.waitstatus_to_exitcode(status).to_bytes(4, "big", signed=True))
        os.close(fd)


def _exactly(channel: socket.socket, length: int) -> bytes:
    data = b""
    while len(data) < length:
        data += channel.recv(length - len(data))
    return data


def _become(request: dict[str, Any], streams: list[int]) -> list[str]:
    """What a process that was just started has: its streams, folder, environment, signals and garbage collector."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number, fd in enumerate(streams):
        os.dup2(fd, number)
        os.close(fd)
    encoding, errors = sys.stdin.encoding, sys.stdin.errors
    sys.stdin = open(0, encoding=encoding, errors=errors, closefd=False)  # noqa: SIM115  # it stays open
    sys.stdout = open(1, "w", encoding=encoding, errors=errors, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, encoding=encoding, errors="backslashreplace", closefd=False)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    for name, value in request["constants"].items():
        module, _, constant = name.rpartition(".")
        assert hasattr(sys.modules[module], constant), name
        setattr(sys.modules[module], constant, value)
    return list(request["words"])


def _warm() -> None:
    """Imports what any command imports, and reads a sentence. onnxruntime is left out: its threads survive no fork."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    for module in pkgutil.walk_packages(zeph.__path__, "zeph."):
        if not module.name.endswith(("__main__", "_process")):
            importlib.import_module(module.name)
    if SpacyTagger.available():
        Reader(Ontology.load(), Gazetteer.load()).claims("I moved to Oslo last May.")
        verified_weights()


def _end(main: Callable[[], None]) -> NoReturn:
    """As the interpreter ends, except that it takes nothing apart: that would copy every page of what was imported."""
    code: Any = 0
    try:
        main()
    except SystemExit as error:
        code = error.code
    threading._shutdown()  # type: ignore[attr-defined]  # waits for threads, as the interpreter does
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):
            stream.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    _warm()
    gc.collect()
    gc.freeze()
    sys.argv = ["zeph", *_serve(socket.socket(fileno=int(sys.argv[1])))]
    _end(run)
