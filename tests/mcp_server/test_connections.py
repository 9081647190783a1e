"""Connections: both eras of the protocol, clients that discover first, bad frames, HTTP, ends."""

import asyncio
import contextlib
import json
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import types
from mcp.client.session import ClientRequestContext

from tests.cli.zeph_process import Home
from tests.mcp_server.serving import (
    HANDSHAKE,
    RawServer,
    envelope,
    over_http,
    served,
    serving_http,
    wait_until_ended,
)
from zeph.mcp_server.over_http import _Guarded

NOTE = "Mirela works at Tandoor Labs."
SEARCH = {"name": "memory_search", "arguments": {"question": "Where does Mirela work?"}}


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_both_eras_over_stdio(home: Home, mode: str) -> None:
    async with served(home, mode=mode) as zeph:
        await zeph.call("memory_add", note=NOTE)
        assert (await zeph.call("memory_search", question="Where does Mirela work?"))["facts"]
        assert (await zeph.resource("zeph://profile"))["space"] == "personal"


def test_who_discovers_may_still_shake_hands(home: Home) -> None:
    with RawServer(home) as zeph:
        found = zeph.ask(1, "server/discover", _meta=envelope())["result"]
        assert "2026-07-28" in found["supportedVersions"]
        assert zeph.ask(2, "server/discover", _meta=envelope())["result"] == found
        hello = zeph.ask(3, "initialize", **HANDSHAKE)["result"]
        assert hello["protocolVersion"] == "2025-06-18" and hello["serverInfo"]["name"] == "zeph"
        zeph.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        assert not zeph.ask(4, "tools/call", **SEARCH)["result"].get("isError")


def test_who_discovers_may_go_on_the_new_way(home: Home) -> None:
    with RawServer(home) as zeph:
        zeph.ask(1, "server/discover", _meta=envelope())
        answer = zeph.ask(2, "tools/call", **SEARCH, _meta=envelope())["result"]
        assert answer["resultType"] == "complete" and answer["structuredContent"]["space"] == "personal"
        # From here on the connection is of that era.
        assert zeph.ask(3, "initialize", **HANDSHAKE)["error"]["code"] == -32022


def test_bad_frames_are_no_end(home: Home) -> None:
    with RawServer(home) as zeph:
        for frame in ("", "{", "[]", "null", '{"jsonrpc": "2.0"}', '"x"', "\ufffd\x00", "9" * 5000, "[" * 3000):
            zeph.send(frame)
        assert "result" in zeph.ask(1, "initialize", **HANDSHAKE)
        zeph.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        zeph.send("{" * 100)
        assert zeph.ask(2, "nothing/known")["error"]["code"] == -32601
        assert zeph.ask(3, "tools/call", name="no_such_tool")["result"]["isError"]
        assert "error" in zeph.ask(4, "tools/call", name=3)
        assert zeph.ask(5, "ping")["result"] == {}
        for number, name in enumerate(("recall", "nothing"), 6):
            assert zeph.ask(number, "prompts/get", name=name)["error"]["code"] == -32602
        assert zeph.ask(9, "resources/read", uri="zeph://messages/x")["error"]["code"] == -32602
        assert zeph.ask(10, "resources/read", uri="file:///etc/passwd")["error"]["code"] in (-32602, -32002)


def test_a_file_that_is_no_memory_is_told(home: Home) -> None:
    home.db.parent.mkdir(parents=True, exist_ok=True)
    home.db.write_text("no database at all, but a text that is long enough to be taken for one " * 9)
    with RawServer(home) as zeph:
        zeph.ask(1, "initialize", **HANDSHAKE)
        zeph.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        answer = zeph.ask(2, "tools/call", **SEARCH)["result"]
        assert answer["isError"] and "Traceback" not in answer["content"][0]["text"]
        assert zeph.ask(3, "resources/read", uri="zeph://profile")["error"]["code"] == -32603
        home.db.unlink()
        assert not zeph.ask(4, "tools/call", **SEARCH)["result"].get("isError")


def test_the_server_ends_with_its_client(home: Home) -> None:
    with RawServer(home) as zeph:
        zeph.ask(1, "initialize", **HANDSHAKE)
        assert zeph.process.stdin is not None
        zeph.process.stdin.close()
        assert wait_until_ended(zeph.process) == 0
    assert home.run("mcp", given="").code == 0
    with RawServer(home) as zeph:
        zeph.ask(1, "initialize", **HANDSHAKE)
        zeph.process.send_signal(signal.SIGTERM)
        assert wait_until_ended(zeph.process) == 128 + signal.SIGTERM


@pytest.mark.parametrize("asked", ["initialize", "server/discover", "tools/call"])
def test_a_client_that_is_gone_before_it_is_answered_is_no_fault(home: Home, asked: str) -> None:
    """Such as one whose patience ends while the server starts."""
    about = {"initialize": HANDSHAKE, "server/discover": {}, "tools/call": SEARCH}[asked]
    with RawServer(home) as zeph:
        meta = {} if asked == "initialize" else {"_meta": envelope()}
        zeph.send({"jsonrpc": "2.0", "id": 1, "method": asked, "params": {**about, **meta}})
        assert zeph.process.stdout is not None
        zeph.process.stdout.close()
        assert wait_until_ended(zeph.process, 60) == 0
    assert not [*home.path.glob("state/crash-*")]


def _kept(home: Home) -> int:
    with contextlib.closing(sqlite3.connect(f"{home.db.as_uri()}?mode=ro", uri=True)) as file:
        count: int = file.execute("SELECT count(*) FROM messages").fetchone()[0]
    return count


def _wait_for(ready: Callable[[], bool], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not ready() and time.monotonic() < until:
        time.sleep(0.02)


def test_a_killed_server_loses_nothing_that_it_took(home: Home) -> None:
    said = [
        {"role": "user", "text": f"My friend Tarik{number} works at Bright{number} Harbour."} for number in range(30)
    ]
    with RawServer(home) as zeph:
        zeph.ask(1, "initialize", **HANDSHAKE)
        zeph.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        zeph.ask(2, "tools/call", **SEARCH)
        adds = {"name": "memory_add", "arguments": {"messages": said}}
        zeph.send({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": adds})
        _wait_for(lambda: _kept(home) >= 5)
        zeph.process.kill()
    home.ok("graph", "backfill")
    (talk,) = home.data("sessions", "list")
    kept = home.data("sessions", "show", talk["id"])["messages"]
    assert [message["text"] for message in kept] == [one["text"] for one in said[: len(kept)]] and kept
    stats = home.data("graph", "stats")
    assert stats["waiting"] == stats["failed"] == 0
    home.ok("db", "check")


async def test_clients_and_a_chat_write_side_by_side(home: Home) -> None:
    home.write_config()
    talks = [
        subprocess.Popen(
            home.command("chat", "-p", f"My colleague Ferran{number} lives in Lisbon."), env=home.environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )
        for number in range(3)
    ]  # fmt: skip
    async with served(home) as one, served(home, mode="legacy") as other:
        for number in range(8):
            await one.call("memory_add", note=f"My friend Tarik{number} works at Harbour{number} Ltd.")
            await other.call("memory_add", note=f"My cousin Noor{number} works at Mill{number} Ltd.")
        for talk in talks:
            _, complaints = talk.communicate(timeout=100)
            assert talk.returncode == 0, complaints
        for _ in range(60):  # a busy machine reads it later
            found = await other.call("memory_search", question="Where does Tarik3 work?")
            if found["facts"] and "Harbour3" in found["facts"][0]["fact"]:
                break
            await asyncio.sleep(1)
        assert "Harbour3" in found["facts"][0]["fact"]
        assert (await one.call("graph_facts", name="Ferran1"))["facts"]
    home.ok("graph", "backfill")  # where the machine was busy, some wait when the servers end
    assert all(home.data("graph", "facts", f"Noor{number}") for number in range(8))
    stats = home.data("graph", "stats")
    assert stats["waiting"] == stats["failed"] == 0
    home.ok("db", "check")


# ------------------------------------------------------------ which memory


def _rooted(folder: Path) -> dict[str, Any]:
    async def roots(_: ClientRequestContext) -> types.ListRootsResult:
        return types.ListRootsResult(roots=[types.Root(uri=folder.as_uri())])

    return {"list_roots_callback": roots}


def _chosen_in(folder: Path, home: Home, space: str) -> None:
    command = home.command("spaces", "use", space, "--here")
    done = subprocess.run(command, cwd=folder, env=home.environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


async def test_a_project_has_a_memory_of_its_own(home: Home) -> None:
    orion, vega = home.path / "orion", home.path / "vega with blanks"
    for folder in (orion / ".git", orion / "src", vega):
        folder.mkdir(parents=True)
    async with served(home, "--project", mode="legacy", **_rooted(orion / "src")) as zeph:
        space = (await zeph.call("memory_add", note=NOTE))["space"]
        assert space.startswith("orion-")
    async with served(home, "--project", mode="legacy", **_rooted(vega)) as zeph:
        found = await zeph.call("memory_search", question="Where does Mirela work?")
        assert found["space"].startswith("vega-with-blanks-") and not found["facts"] and not found["messages"]
    # A client without roots works in the folder that it started the server in; and what was chosen by hand is used.
    async with served(home, "--project", cwd=orion) as zeph:
        assert (await zeph.call("memory_profile"))["space"] == space
    home.ok("spaces", "new", "stars")
    _chosen_in(orion, home, "stars")
    async with served(home, "--project", mode="legacy", **_rooted(orion)) as zeph:
        assert (await zeph.call("memory_profile"))["space"] == "stars"


async def test_a_space_that_is_not_there_is_told(home: Home) -> None:
    with RawServer(home, before=("--space", "nowhere")) as zeph:
        zeph.ask(1, "initialize", **HANDSHAKE)
        zeph.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        answer = zeph.ask(2, "tools/call", **SEARCH)["result"]
        assert answer["isError"] and "There is no space nowhere" in answer["content"][0]["text"]


# ------------------------------------------------------------ over HTTP


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_both_eras_over_http(home: Home, mode: str) -> None:
    with serving_http(home) as (url, token, process):
        async with over_http(url, token, mode) as zeph:
            await zeph.call("memory_add", note=NOTE)
            assert (await zeph.call("memory_search", question="Where does Mirela work?"))["facts"]
            if mode == "legacy":
                async with over_http(url, token, mode) as other:
                    await other.client.get_prompt("pause")
                    assert "off for this session" in await other.refused("memory_profile")
                    assert (await zeph.call("memory_profile"))["space"] == "personal"
        process.send_signal(signal.SIGTERM)
        assert wait_until_ended(process) == 128 + signal.SIGTERM


def test_only_who_has_the_token_is_heard(home: Home) -> None:
    ask = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HANDSHAKE}
    accepts = {"Accept": "application/json, text/event-stream"}
    given = "a-token-of-my-own-choice"
    with serving_http(home, ZEPH_MCP_TOKEN=given) as (url, token, _):
        assert token == given and not (home.path / "state" / "mcp-token").exists()
        right = accepts | {"Authorization": f"Bearer {token}"}
        assert httpx.post(url, json=ask, headers=right).status_code == 200
        for wrong in ("", "Bearer", f"Bearer {token}x", f"Basic {token}", f"Bearer {token[:-1]}", "Bearer \u00e9"):
            sent = accepts | ({"Authorization": wrong.encode("utf-8")} if wrong else {})
            answer = httpx.post(url, json=ask, headers=sent)  # type: ignore[arg-type]  # bytes are sent as they are
            assert answer.status_code == 401, wrong
        assert httpx.get(url.replace("/mcp", "/"), headers=accepts).status_code == 401
        assert httpx.post(url, json=ask, headers=right | {"Host": "evil.example"}).status_code in (403, 421)
        assert httpx.post(url, json=ask, headers=right | {"Origin": "https://evil.example"}).status_code == 403
        assert httpx.post(url, content=b"x" * 3_000_000, headers=right).status_code in (400, 413)


def test_a_session_ends_with_its_clients_delete(home: Home) -> None:
    with serving_http(home) as (url, token, _):
        sent = {"Accept": "application/json, text/event-stream", "Authorization": f"Bearer {token}"}

        def ask(session: str, method: str = "tools/list", **params: Any) -> httpx.Response:
            asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            return httpx.post(url, json=asked, headers=sent | ({"Mcp-Session-Id": session} if session else {}))

        one, other = (ask("", "initialize", **HANDSHAKE).headers["mcp-session-id"] for _ in range(2))
        paused = ask(other, "prompts/get", name="pause")
        assert paused.status_code == ask(one).status_code == 200
        ended = sent | {"Mcp-Session-Id": one}
        assert httpx.delete(url, headers=ended | {"Authorization": "Bearer x"}).status_code == 401
        assert httpx.delete(url, headers=ended).status_code == 200
        assert [ask(one).status_code, httpx.delete(url, headers=ended).status_code] == [404, 404]
        assert "off for this session" in ask(other, "tools/call", name="memory_profile", arguments={}).text


def test_only_what_was_ended_is_forgotten_of_the_visits() -> None:
    ended: list[str] = []

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": int(scope["path"])})

    async def heard(_message: Any) -> None: ...

    guarded = _Guarded(answer, "t", ended.append)
    for method, status, session in (
        ("DELETE", 404, b"a"),
        ("POST", 200, b"b"),
        ("DELETE", 200, b""),
        ("DELETE", 200, b"d"),
    ):
        headers = [(b"authorization", b"Bearer t"), (b"mcp-session-id", session)]
        scope = {"type": "http", "method": method, "path": str(status), "headers": headers}
        asyncio.run(guarded(scope, heard, heard))  # type: ignore[arg-type]  # nothing is received
    assert ended == ["d"]


def test_a_port_that_is_taken_is_told(home: Home) -> None:
    with serving_http(home) as (url, _, __):
        port = url.split(":")[2].split("/")[0]
        home.run("mcp", "--http", "--port", port).refused(2, f"Port {port}", "--port")
        file = home.path / "state" / "mcp-token"
        assert file.stat().st_mode & 0o777 == 0o600 and len(json.dumps(file.read_text())) > 30
