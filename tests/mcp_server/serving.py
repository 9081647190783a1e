"""`zeph mcp` in a process of its own, driven by the official SDK's client."""

import contextlib
import json
import re
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, TextContent

from tests.cli.zeph_process import Home

START_SECS = 60.0


@dataclass
class Served:
    client: Client

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The typed answer of a tool that succeeds."""
        result = await self.client.call_tool(tool, arguments)
        assert isinstance(result, CallToolResult)
        assert not result.is_error, text_of(result)
        assert result.structured_content is not None
        found: dict[str, Any] = result.structured_content
        return found

    async def text(self, tool: str, **arguments: Any) -> str:
        """What a model reads."""
        result = await self.client.call_tool(tool, arguments)
        assert isinstance(result, CallToolResult)
        assert not result.is_error, text_of(result)
        return text_of(result)

    async def refused(self, tool: str, **arguments: Any) -> str:
        """The sentence of a tool that refuses."""
        result = await self.client.call_tool(tool, arguments)
        assert isinstance(result, CallToolResult)
        assert result.is_error, text_of(result)
        assert "Traceback" not in text_of(result)
        return text_of(result)

    async def tools(self) -> set[str]:
        return {tool.name for tool in (await self.client.list_tools()).tools}

    async def resource(self, uri: str) -> dict[str, Any]:
        (content,) = (await self.client.read_resource(uri)).contents
        shape: dict[str, Any] = json.loads(content.text)  # type: ignore[union-attr]  # ours are texts
        return shape


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


@asynccontextmanager
async def served(
    home: Home, *words: str, mode: str = "auto", cwd: Path | None = None, **more: Any
) -> AsyncIterator[Served]:
    """Over stdio; ``mode`` as the SDK's: auto (2026-07-28) or legacy (the handshake)."""
    if not (home.path / "config" / "config.toml").exists():
        home.write_config()
    command, *arguments = home.command("mcp", *words)
    parameters = StdioServerParameters(command=command, args=arguments, env=home.environment(), cwd=cwd)
    async with Client(parameters, mode=mode, read_timeout_seconds=START_SECS, **more) as client:
        yield Served(client)


@contextmanager
def serving_http(home: Home, *words: str, **env: str) -> Iterator[tuple[str, str, subprocess.Popen[str]]]:
    """The address, the token, the process."""
    if not (home.path / "config" / "config.toml").exists():
        home.write_config()
    process = subprocess.Popen(
        home.command("mcp", "--http", "--port", str(_free_port()), *words), env=home.environment(**env),
        stderr=subprocess.PIPE, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"(http://127\.0\.0\.1:\d+/mcp)", line)
        assert found, line
        file = home.path / "state" / "mcp-token"
        yield found[1], env.get("ZEPH_MCP_TOKEN") or file.read_text().strip(), process
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(15)
        process.kill()
        process.communicate()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@asynccontextmanager
async def over_http(url: str, token: str, mode: str = "auto", **more: Any) -> AsyncIterator[Served]:
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=START_SECS) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode, **more) as client:
            yield Served(client)


class RawServer:
    """`zeph mcp` spoken to frame by frame, as clients do that are not the SDK's."""

    def __init__(self, home: Home, *words: str, before: tuple[str, ...] = ()) -> None:
        if not (home.path / "config" / "config.toml").exists():
            home.write_config()
        self.process = subprocess.Popen(
            home.command(*before, "mcp", *words), env=home.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

    def send(self, frame: dict[str, Any] | str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write((frame if isinstance(frame, str) else json.dumps(frame)) + "\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def ask(self, number: int, method: str, **params: Any) -> dict[str, Any]:
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        answer = self.receive()
        assert answer["id"] == number, answer
        return answer

    def __enter__(self) -> "RawServer":
        return self

    def __exit__(self, *exc: object) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()


HANDSHAKE = {
    "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "old editor", "version": "1"},
}  # fmt: skip


def envelope(**capabilities: Any) -> dict[str, Any]:
    """What every request of protocol 2026-07-28 carries."""
    return {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "new editor", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    }


def wait_until_ended(process: subprocess.Popen[str], seconds: float = 15) -> int:
    until = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    code = process.poll()
    assert code is not None, "it runs on"
    return code
