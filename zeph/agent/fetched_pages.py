"""What stands at an address: fetched with limits of size and time, and never from a private network.

In: an address of the web. Out: its text; UsageError, with nothing sent, where it cannot be had. Whoever wrote a page
(or a message with its address) must not reach what only this machine can: the name is looked up here, every address
that it has must be public, the connection goes to the one that was looked at, and a redirect is a new address, looked
at anew.
Neither proxies, cookies nor keys are used.
"""

import ipaddress
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import SplitResult, urljoin, urlsplit

from zeph.agent.html_text import html_text
from zeph.errors import UsageError
from zeph.safety.secrets import shown_address
from zeph.safety.text import clean_text
from zeph.version import __version__

MOST_BYTES = 2 << 20
"""Of a page as it is sent."""
MOST_SECS = 15.0
"""For all of it, redirects too."""
STEP_SECS = 8.0
"""Without a byte."""
MOST_REDIRECTS = 5
PORTS = {"http": 80, "https": 443}
TEXTS = ("text/", "application/json", "application/xml", "application/xhtml", "application/ld+json", "+xml", "+json")
ASKED = {
    "Accept": "text/html, text/plain, text/markdown, application/json;q=0.9, */*;q=0.1",
    "Accept-Encoding": "identity",
    "User-Agent": f"zeph/{__version__}",
}
Allowed = Callable[[str], bool]
"""Whether an IP address may be connected to."""
Leave = Callable[[str], bool]
"""Whether an address of the web may be fetched."""


@dataclass(frozen=True, slots=True)
class Page:
    address: str
    """Where it was in the end, without user, password and query."""
    text: str
    cut: bool
    """Whether there is more of it."""


def is_public(address: str) -> bool:
    """Whether an IP address is one of the open internet: no loopback, private, link-local, shared or reserved one, in
    none of the forms in which IPv6 carries IPv4."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    inner = _carried(found)
    if any(found in net for net in CLOSED if net.version == found.version):
        return False
    if isinstance(found, ipaddress.IPv6Address) and found not in UNICAST and found not in TRANSLATED:
        return False
    return found.is_global and not found.is_multicast and (inner is None or is_public(str(inner)))


def fetch(url: str, allowed: Allowed = is_public, may: Leave | None = None) -> Page:
    """Blocks for at most about 15 s. ``may``: whether an address that the page leads to may be fetched as well. Raises
    UsageError."""
    came: SimpleQueue[Page | Exception] = SimpleQueue()

    def work() -> None:
        try:
            came.put(_fetched(url, allowed, may))
        except Exception as error:  # noqa: BLE001  # raised again below
            came.put(error)

    # A server that sends a byte now and then keeps a reader for as long as it likes, but not us.
    threading.Thread(target=work, daemon=True, name="zeph-fetch").start()
    try:
        found = came.get(timeout=MOST_SECS + 0.5)
    except Empty:
        raise _refused(url, f"it takes longer than {MOST_SECS:g} s") from None
    if isinstance(found, Exception):
        raise found
    return found


def _fetched(url: str, allowed: Allowed, may: Leave | None) -> Page:
    import httpx

    until, seen = time.monotonic() + MOST_SECS, url
    try:
        for _ in range(MOST_REDIRECTS + 1):
            page, moved = _step(seen, allowed, until)
            if page is not None:
                return page
            if seen.startswith("https:") and not moved.startswith("https:"):
                raise _refused(url, "it leads to an address without encryption")
            if may is not None and not may(moved):
                raise _refused(url, f"it leads to {clean_text(moved)[:500]}, which has to be asked for by itself")
            seen = moved
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
        raise _refused(url, f"it cannot be reached ({type(error).__name__})") from error
    raise _refused(url, "it leads from one address to the next without end")


def _step(url: str, allowed: Allowed, until: float) -> tuple[Page | None, str]:
    """The page, or the address that this one leads to."""
    import httpx

    parts = urlsplit(url)
    target = _pinned(parts, url, allowed)
    headers = {**ASKED, "Host": parts.netloc}
    extensions = {"sni_hostname": parts.hostname or ""} if parts.scheme == "https" else {}
    with (
        httpx.Client(trust_env=False, timeout=STEP_SECS, follow_redirects=False) as client,
        client.stream("GET", target, headers=headers, extensions=extensions) as answer,
    ):
        if answer.is_redirect:
            return None, urljoin(url, answer.headers["location"])
        if answer.status_code != httpx.codes.OK:
            raise _refused(url, f"it answers with status {answer.status_code}")
        kind = answer.headers.get("content-type", "text/plain").partition(";")[0].strip().lower()
        if not any(kind.startswith(text) or kind.endswith(text) for text in TEXTS):
            raise _refused(url, f"it is no text ({clean_text(kind)[:60]})")
        content, cut = _content(answer, url, until)
        text = content.decode(_encoding(answer), errors="replace")
        plain = html_text(text) if "html" in kind else text
        return Page(shown_address(url), clean_text(plain).strip(), cut), ""


def _content(answer: Any, url: str, until: float) -> tuple[bytes, bool]:
    """At most so many bytes, and whether there are more."""
    content = bytearray()
    for piece in answer.iter_raw():
        content += piece
        if time.monotonic() > until:
            raise _refused(url, f"it takes longer than {MOST_SECS:g} s")
        if len(content) > MOST_BYTES:
            return bytes(content[:MOST_BYTES]), True
    return bytes(content), False


def _encoding(answer: Any) -> str:
    named = answer.charset_encoding or "utf-8"
    try:
        "".encode(named)
    except LookupError:
        return "utf-8"
    return str(named)


def _pinned(parts: SplitResult, url: str, allowed: Allowed) -> str:
    """The same address with the host's IP address in place of its name, so that nobody gives another one later."""
    if parts.scheme not in PORTS or not parts.hostname:
        raise _refused(url, "it is no address of the web")
    if parts.username or parts.password:
        raise _refused(url, "it holds a user or a password")
    port = parts.port or PORTS[parts.scheme]
    try:
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise _refused(url, "there is no such host") from error
    addresses = [str(row[4][0]) for row in found]
    if not addresses or not all(map(allowed, addresses)):
        raise _refused(url, "it is in a private network, which no page may reach into")
    host = f"[{addresses[0]}]" if ":" in addresses[0] else addresses[0]
    return parts._replace(netloc=f"{host}:{port}", fragment="").geturl()


def _carried(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 one stands for."""
    if isinstance(address, ipaddress.IPv4Address):
        return None
    teredo = address.teredo
    translated = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if address in TRANSLATED else None
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None) or translated


TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
"""NAT64 (RFC 6052): the last 32 bits are an IPv4 address."""
UNICAST = ipaddress.IPv6Network("2000::/3")
"""All of IPv6 that was given out to the open internet (RFC 4291, IANA's registry of address space)."""
CLOSED = (
    ipaddress.IPv4Network("192.0.0.0/24"), ipaddress.IPv4Network("192.88.99.0/24"),
    ipaddress.IPv4Network("168.63.129.16/32"), ipaddress.IPv6Network("3fff::/20"),
)  # fmt: skip
"""Special parts of it (RFC 6890, RFC 7526, RFC 9637) that Python 3.11 does not know as such, and the address by which
every machine in Azure reaches what gives it its keys."""


def _refused(url: str, why: str) -> UsageError:
    return UsageError(f"{clean_text(shown_address(url))[:200]} is not fetched: {why}. Nothing was sent.")
