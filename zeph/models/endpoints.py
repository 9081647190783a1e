"""What an address says about how to reach it, and a name about what a model is for.

In: a URL, or a model's name as an endpoint lists it. Out: how an HTTP client is opened, whether the model only embeds.
"""

import ipaddress
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from zeph.models.foreign_answers import bound

if TYPE_CHECKING:
    import httpx

_EMBEDDING_NAMES = ("embed", "bge-", "bge:", "minilm", "paraphrase-", "gte-", "e5-")


def is_loopback(url: str) -> bool:
    """Whether ``url`` points at this machine; proxies are never asked then."""
    name = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def client_options(url: str) -> dict[str, Any]:
    """What an HTTP client for ``url`` is opened with: its answers are bounded, and this machine is reached without
    proxies and certificates."""
    # Identity: of compressed bytes nobody knows how many they become.
    bounded: dict[str, Any] = {"event_hooks": {"response": [bound]}, "headers": {"Accept-Encoding": "identity"}}
    if not (is_loopback(url) and url.startswith("http://")):
        return bounded
    import ssl

    # A context without any authority loads in no time, and trusts nobody should it ever be used.
    return bounded | {"trust_env": False, "verify": ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)}


def own_key_alone(key: str) -> Callable[["httpx.Request"], "httpx.Request"]:
    """Authentication with ``key``, or with nothing: what a client found in the environment by itself is not sent."""

    def sign(request: "httpx.Request") -> "httpx.Request":
        request.headers.pop("authorization", None)
        if key:
            request.headers["authorization"] = f"Bearer {key}"
        return request

    return sign


def embeds_only(name: str, family: str = "") -> bool:
    """Whether a model of this name (and family, as ``/api/tags`` says it) only embeds."""
    return "bert" in family.lower() or any(part in f"{name.lower()}:" for part in _EMBEDDING_NAMES)
