"""Where Ollama is, and the one cheap look at what it has installed.

In: a host as people write it (``OLLAMA_HOST``: "0.0.0.0", ":11434", "box", "http://box/"). Out: a URL, and the
installed models, asked with a bare HTTP request because importing a client takes longer than the answer.
"""

import asyncio
import ipaddress
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

from zeph.errors import ConfigError
from zeph.models.endpoints import embeds_only
from zeph.models.streams import printable_line
from zeph.safety.secrets import redact, shown_address

DEFAULT_HOST = "http://127.0.0.1:11434"
PROBE_SECS = 0.15
"""For a server to take the connection: where none is, a start loses no more than this."""
LIST_SECS = 1.0
"""For its list of models, once it took the connection: it is there, and may be busy."""
MOST_BYTES = 4 << 20
"""Of the list of models."""


@dataclass(frozen=True, slots=True)
class InstalledModel:
    name: str
    embeds: bool
    """It only embeds: it cannot chat."""
    size: int = 0
    """Bytes, where the server says it."""


def ollama_host(value: str, env: Mapping[str, str]) -> str:
    """The URL of ``value``, else of ``OLLAMA_HOST``, else the default; read as the Ollama client reads it.

    An address to listen on ("0.0.0.0") becomes the loopback address that reaches it. Raises ConfigError.
    """
    host = (value or env.get("OLLAMA_HOST", "")).strip().strip("\"'")
    if not host:
        return DEFAULT_HOST
    scheme, sep, rest = host.partition("://")
    scheme, rest = (scheme.lower(), rest) if sep else ("http", host)
    port = {"http": 80, "https": 443}.get(scheme) if sep else 11434
    if port is None:
        raise ConfigError(f"The Ollama address {shown_address(host)!r} must begin with http:// or https://.")
    try:
        parts = urlsplit(f"{scheme}://{rest}")
        return f"{scheme}://{_reachable(parts)}:{parts.port or port}{parts.path.rstrip('/')}"
    except ValueError as error:
        raise ConfigError(
            f"The Ollama address {shown_address(host)!r} cannot be read: {printable_line(redact(str(error)), 80)}."
        ) from error


def is_ollama_com(url: str) -> bool:
    """Whether an address is that of Ollama's own service, over TLS."""
    parts = urlsplit(url)
    return parts.scheme == "https" and (parts.hostname or "").removeprefix("www.") == "ollama.com"


def first_chat_model(models: Sequence[InstalledModel]) -> str:
    """The first installed model that can chat; empty when there is none."""
    return next((model.name for model in models if not model.embeds), "")


async def probe(
    host: str, timeout_secs: float = LIST_SECS, *, connect_secs: float | None = None
) -> tuple[InstalledModel, ...] | None:
    """The models installed at ``host``; None when no Ollama answers there in time. Never raises.

    In: ``timeout_secs`` for the whole look; ``connect_secs`` for the connection alone, where it may take no longer.
    """
    try:
        async with asyncio.timeout(timeout_secs):
            return installed(json.loads(await _get(urlsplit(host), "/api/tags", connect_secs)))
    except (OSError, ValueError, EOFError, RecursionError, asyncio.LimitOverrunError):
        return None


def installed(tags: Any) -> tuple[InstalledModel, ...]:
    """The models in an answer of ``/api/tags``. Raises ValueError when it is none."""
    if not isinstance(tags, dict) or not isinstance(tags.get("models"), list):
        raise ValueError("no list of models")
    found = []
    for item in tags["models"]:
        name = item.get("name") or item.get("model") if isinstance(item, dict) else None
        if isinstance(name, str):
            details = item.get("details")
            family = str(details.get("family", "")) if isinstance(details, dict) else ""
            size = item.get("size")
            found.append(InstalledModel(name, embeds_only(name, family), size if isinstance(size, int) else 0))
    return tuple(found)


def _reachable(parts: SplitResult) -> str:
    name = parts.hostname or "127.0.0.1"
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name
    if address.is_unspecified:
        return "127.0.0.1" if address.version == 4 else "[::1]"
    return name if address.version == 4 else f"[{name}]"


async def _get(url: SplitResult, path: str, connect_secs: float | None) -> bytes:
    secure = url.scheme == "https"
    async with asyncio.timeout(connect_secs):
        reader, writer = await asyncio.open_connection(url.hostname, url.port, ssl=secure or None)
    try:
        target = f"{url.path}{path}"
        writer.write(f"GET {target} HTTP/1.1\r\nHost: {url.netloc}\r\nConnection: close\r\n\r\n".encode("ascii"))
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        if " 200 " not in head.partition("\r\n")[0] + " ":
            raise ValueError("not 200")
        return await _body(reader, head)
    finally:
        # Aborted, then one turn of the loop: closing politely may outlive a probe that ran out of time.
        writer.transport.abort()
        await asyncio.sleep(0)


async def _body(reader: asyncio.StreamReader, head: str) -> bytes:
    headers = dict(line.split(":", 1) for line in head.split("\r\n")[1:] if ":" in line)
    if "chunked" in headers.get("transfer-encoding", ""):
        return await _chunks(reader)
    size = int(headers["content-length"]) if "content-length" in headers else MOST_BYTES
    if not 0 <= size <= MOST_BYTES:
        raise ValueError("more than a list of models")
    return await reader.readexactly(size) if "content-length" in headers else await reader.read(size)


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while size := int((await reader.readline()).split(b";")[0], 16):
        if not 0 < size <= MOST_BYTES - len(body):
            raise ValueError("more than a list of models")
        body += await reader.readexactly(size)
        await reader.readline()
    return body
