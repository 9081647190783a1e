"""The official inspector's command line drives `zeph mcp` through every tool while a chat writes to the same file.

In: the inspector (`npm install @modelcontextprotocol/inspector`, 2.12 or newer, Node 22). Out: for either era of the
protocol, over stdio and HTTP, which tools answered, what `--strict` says of their schemas, and what calls take under
`--load`. Ends with 1 where anything failed, a line of the chat is missing, or the file is not sound.

    python -m benchmarks.mcp_inspector [--inspector mcp-inspector] [--facts 50000] [--requests 400] [--keep FOLDER]
"""

import argparse
import contextlib
import json
import re
import shlex
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pexpect

from benchmarks.measure import Row, table
from benchmarks.scale import graph_of
from benchmarks.startup import ZEPH, environment

ERAS = ("legacy", "modern")
AT_ONCE = 4
CALL_SECS = 120
PATIENCE = 12
TOLD = {"note": "Mirela works at Tandoor Labs."}
CALLS: Sequence[tuple[str, Mapping[str, str]]] = (
    ("memory_add", TOLD),
    ("memory_search", {"question": "Where does Mirela work?"}),
    ("memory_context", {"message": "Where does Mirela work?", "again": "true"}),
    ("memory_profile", {}),
    ("graph_facts", {"name": "Mirela"}),
    ("graph_history", {"name": "Mirela"}),
    ("memory_explain", {"question": "Where does Mirela work?"}),
    ("graph_entities", {"limit": "5"}),
    ("graph_communities", {"limit": "5"}),
    ("graph_path", {"start": "Mirela", "goal": "Tandoor Labs"}),
)
LAST = {"legacy": "I moved to Bergen.", "modern": "I moved to Porto."}
"""Each ends what the one before said, which can be undone."""
REFUSED = re.compile("of this session|session was shown")
LOADED = ("memory_search", "memory_context")


@dataclass
class Inspector:
    """One server, however it is reached."""

    command: Sequence[str]
    target: Sequence[str]
    env: Mapping[str, str]
    failures: list[str] = field(default_factory=list)

    def ask(self, era: str, method: str, *words: str) -> tuple[int, dict[str, Any], str]:
        asked = [*self.command, "--cli", "--protocol-era", era, "--format", "json", "--method", method, *words]
        done = subprocess.run(
            [*asked, *self.target], env=self.env, capture_output=True, text=True, timeout=CALL_SECS, check=False
        )
        try:
            found = json.loads(done.stdout)["result"]
        except (ValueError, KeyError):
            self.failures.append(f"{era} {method} {' '.join(words)}: {done.stdout[-200:]}{done.stderr[-400:]}")
            return done.returncode, {}, done.stderr
        return done.returncode, found, done.stderr

    def call(self, era: str, tool: str, arguments: Mapping[str, Any], *words: str) -> dict[str, Any]:
        given = [word for name, value in arguments.items() for word in ("--tool-arg", f"{name}={value}")]
        return self.ask(era, "tools/call", "--tool-name", tool, *given, *words)[1]

    def answers(self, era: str, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        result = self.call(era, tool, arguments)
        if result.get("isError", not result):
            self.failures.append(f"{era} {tool}: {result}")
        found: dict[str, Any] = result.get("structuredContent") or {}
        return found

    def strict(self, era: str) -> set[str]:
        """The names of its tools."""
        code, found, said = self.ask(era, "tools/list", "--strict")
        if code:
            self.failures.append(f"{era} --strict ended with {code}: {said[-400:]}")
        return {tool["name"] for tool in found.get("tools", ())}


def every_tool(inspector: Inspector, era: str, *, one_visit: bool) -> int:
    """How many were called. ``one_visit``: calls share a session, so that what is for one session alone works; else it
    is refused with a sentence."""
    there = inspector.strict(era)
    for tool, arguments in CALLS:
        inspector.answers(era, tool, arguments)
    added = inspector.answers(era, "memory_add", {"note": LAST[era]})
    revisions = added.get("revisions") or [1]
    for tool, arguments in (("memory_undo", {"revision": revisions[0]}), ("memory_forget", _ids(added))):
        if one_visit:
            inspector.answers(era, tool, arguments)
        elif not REFUSED.search(str(inspector.call(era, tool, arguments))):
            inspector.failures.append(f"{era} {tool} of another session is not refused")
    if missed := there - {tool for tool, _ in CALLS} - {"memory_undo", "memory_forget"}:
        inspector.failures.append(f"{era}: {', '.join(sorted(missed))} not called")
    return len(there)


def _ids(added: dict[str, Any]) -> dict[str, Any]:
    return {"facts": json.dumps([fact["id"] for message in added.get("messages", ()) for fact in message["facts"]])}


def load(inspector: Inspector, era: str, tool: str, requests: int) -> dict[str, Any]:
    name = "question" if tool == "memory_search" else "message"
    words = ("--load", "--load-requests", str(requests), "--load-concurrency", str(AT_ONCE))
    return inspector.call(era, tool, {name: "Where does Mirela work?"}, *words)


class WritingChat:
    """`zeph chat`, told one line after the other until it is stopped."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._env = dict(env)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._write, daemon=True)
        self.said = 0
        self.stuck = ""
        """What it showed when it answered no more."""

    def _write(self) -> None:
        chat = pexpect.spawn(
            ZEPH, ["chat", "--plain"], env=self._env, timeout=60, encoding="utf-8", dimensions=(30, 200)
        )
        chat.expect("›")
        while not self._stop.is_set():
            chat.send(f"Tarik{self.said} lives in Vale{self.said}.\r")
            # Typed while the prompt is drawn, the line's end may be taken for a line of the text.
            for _ in range(PATIENCE):
                if chat.expect(["Noted: |Kept[.]", pexpect.TIMEOUT], timeout=5) == 0:
                    break
                chat.send("\r")
            else:
                self.stuck = chat.before[-400:]
                break
            chat.expect("›")
            self.said += 1
        chat.close(force=True)

    def __enter__(self) -> "WritingChat":
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._stop.set()
        self._thread.join()


@contextmanager
def over_http(env: Mapping[str, str]) -> Iterator[list[str]]:
    """How the inspector reaches it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [ZEPH, "mcp", "--http", "--port", port, "--tools", "all"]
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as server:
        assert server.stderr is not None
        line = server.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/mcp", line)
        assert found, line
        token = (Path(env["ZEPH_HOME"]) / "state" / "mcp-token").read_text().strip()
        threading.Thread(target=server.stderr.read, daemon=True).start()
        try:
            yield ["--server-url", found[0], "--transport", "http", "--header", f"Authorization: Bearer {token}"]
        finally:
            server.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(15)
            server.kill()


def drive(command: Sequence[str], home: Path, requests: int) -> tuple[list[Row], list[str]]:
    """Figures, and what went wrong."""
    own = {"MODEL__PROVIDER": "memory", "EMBEDDING__PROVIDER": "none", "MEMORY__GRAPH__EXTRACTOR": "local",
           "MCP__ALLOW_FORGET": "true"}  # fmt: skip
    env = environment(str(home)) | {f"ZEPH_{name}": value for name, value in own.items()}
    rows: list[Row] = []
    failures: list[str] = []
    with WritingChat(env) as chat, over_http(env) as url:
        # It gives a server nothing of its own environment.
        given = [word for name in env if name.startswith("ZEPH_") for word in ("-e", f"{name}={env[name]}")]
        for where, target in (("stdio", [*given, "--", ZEPH, "mcp", "--tools", "all"]), ("HTTP", url)):
            inspector = Inspector(command, target, env, failures)
            for era in ERAS:
                called = every_tool(inspector, era, one_visit=where == "HTTP" and era == "modern")
                rows.append(Row(f"{where}, {era}: tools called, `--strict`", str(called), "all", not failures))
                for tool in LOADED if requests else ():
                    rows.append(_loaded(f"{where}, {era}: {tool}", load(inspector, era, tool, requests)))
    failures += [f"the chat is stuck: {chat.stuck!r}"] if chat.stuck else []
    failures += [row.what for row in rows if not row.met and not failures]
    rows.append(_kept(env, chat.said, failures))
    return rows, failures


def _loaded(what: str, found: dict[str, Any]) -> Row:
    took = found.get("latencyMs", {})
    told = (
        f"p50 {took.get('p50', 0):.0f} ms, p90 {took.get('p90', 0):.0f} ms, {found.get('throughput', 0):.0f} a second"
    )
    errors = found.get("toolErrors", 1) + found.get("errors", 1)
    return Row(f"{what}, {AT_ONCE} at once", f"{told}, {errors} errors", "0 errors", not errors)


def _kept(env: Mapping[str, str], said: int, failures: list[str]) -> Row:
    """Each line of the chat stands in the file, once, and the file is sound."""
    with contextlib.closing(sqlite3.connect(Path(env["ZEPH_HOME"]) / "data" / "zeph.db")) as file:
        there = [row[0] for row in file.execute("SELECT text FROM messages WHERE text LIKE 'Tarik% lives in Vale%'")]
    sound = subprocess.run([ZEPH, "db", "check"], env=env, capture_output=True, text=True, check=False).returncode == 0
    if said == 0 or not sound or sorted(there) != sorted(f"Tarik{n} lives in Vale{n}." for n in range(said)):
        failures.append(f"{len(there)} of {said} lines are there, the file is {'sound' if sound else 'not sound'}")
    return Row("lines that the chat wrote meanwhile", str(said), "each kept", not failures)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--inspector", default="mcp-inspector", help="the command, or how to start it")
    parser.add_argument("--facts", type=int, default=50_000)
    parser.add_argument("--requests", type=int, default=400, help="calls of each tool under load")
    parser.add_argument("--keep", type=Path, help="folder where the database stays")
    chosen = parser.parse_args()
    command = shlex.split(chosen.inspector)
    if shutil.which(command[0]) is None:
        parser.error(f"{command[0]} is not there. Install it with: npm install -g @modelcontextprotocol/inspector")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        (home / "data").mkdir(parents=True)
        if chosen.facts:
            shutil.copyfile(graph_of(chosen.facts, Path(folder), chosen.keep), home / "data" / "zeph.db")
        rows, failures = drive(command, home, chosen.requests)
    print(table(f"The inspector's command line ({chosen.facts:,} facts, a chat writing)", rows))
    print("\n".join(failures), file=sys.stderr)
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
