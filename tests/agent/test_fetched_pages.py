"""Pages of the web as attachments: text alone, with limits, and never from where only this machine can reach."""

import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.agent.scripted_turn import Scripted, opened
from zeph.agent import fetched_pages
from zeph.agent.attachments import attachments_of
from zeph.agent.fetched_pages import MOST_BYTES, fetch, is_public
from zeph.agent.html_text import html_text, title_of_page
from zeph.errors import UsageError
from zeph.records.events import Notice

PAGE = b"""<html><head><title>Bees &amp; more</title><script>evil()</script><style>p {}</style></head>
<body><nav>Home</nav><h1>Bees</h1><p>Bees   live in <a href="/x">hives</a>.</p><ul><li>Wax<li>Honey</ul>
<pre>a
  b</pre><footer>Imprint</footer></body></html>"""
ANSWERS: dict[str, tuple[int, dict[str, str], bytes]] = {
    "/page": (200, {"Content-Type": "text/html; charset=utf-8"}, PAGE),
    "/plain": (200, {"Content-Type": "text/plain"}, b"One.\nTwo."),
    "/latin": (200, {"Content-Type": "text/plain; charset=latin-1"}, "é".encode("latin-1")),
    "/unknown": (200, {"Content-Type": "text/plain; charset=no-such"}, "é".encode()),
    "/long": (200, {"Content-Type": "text/plain"}, b"x" * (MOST_BYTES + 5)),
    "/empty": (200, {"Content-Type": "text/html"}, b"<script>only()</script>"),
    "/binary": (200, {"Content-Type": "application/pdf"}, b"%PDF"),
    "/gone": (404, {"Content-Type": "text/html"}, b"no"),
    "/moved": (302, {"Location": "/plain"}, b""),
    "/round": (302, {"Location": "/round"}, b""),
    "/inside": (302, {"Location": "http://169.254.169.254/latest/meta-data"}, b""),
    "/file": (302, {"Location": "file:///etc/passwd"}, b""),
}


class Handler(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Tests are quiet."""

    def do_GET(self) -> None:
        if self.path == "/slow":
            self.send_response(200)
            self.end_headers()
            for _ in range(20):
                self.wfile.write(b"x")
                time.sleep(0.2)
            return
        status, headers, content = ANSWERS[self.path]
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def here_too(address: str) -> bool:
    """The test's own server counts as public; nothing else of this machine's does."""
    return address == "127.0.0.1" or is_public(address)


@pytest.mark.parametrize(
    ("path", "text"), [("/plain", "One.\nTwo."), ("/moved", "One.\nTwo."), ("/latin", "é"), ("/unknown", "é")]
)
def test_text_is_text(site: str, path: str, text: str) -> None:
    assert fetch(site + path, here_too).text == text


def test_of_a_page_what_a_reader_would_read(site: str) -> None:
    page = fetch(f"{site}/page", here_too)
    assert page.text.splitlines() == ["Bees", "Bees live in hives.", "- Wax", "- Honey", "a", "b"]
    assert title_of_page(PAGE.decode()) == "Bees & more"


@pytest.mark.parametrize(
    "html",
    ["", "<", "<p", "</div></div>", "<script>", "<p>a<script>b", "&#xfffffff;", "<!-- a", "<![CDATA[x", "<a " * 5000],
)
def test_what_is_no_page_is_no_error(html: str) -> None:
    assert "b" not in html_text(html)
    title_of_page(html)


def test_what_is_too_long_is_cut(site: str) -> None:
    page = fetch(f"{site}/long", here_too)
    assert page.cut and len(page.text) == MOST_BYTES


@pytest.mark.parametrize(
    ("path", "why"),
    [("/binary", "no text"), ("/gone", "status 404"), ("/round", "without end"), ("/inside", "private"), ("/file", "")],
)
def test_what_cannot_be_had_is_refused(site: str, path: str, why: str) -> None:
    with pytest.raises(UsageError, match=f"{why}.*Nothing was sent"):
        fetch(site + path, here_too)


def test_a_page_without_end_is_left(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetched_pages, "MOST_SECS", 0.5)
    begun = time.monotonic()
    with pytest.raises(UsageError, match="longer than"):
        fetch(f"{site}/slow", here_too)
    assert time.monotonic() - begun < 3


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.0.0.1", "172.16.5.4", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.2.1", "::1", "::", "fe80::1", "fe80::1%eth0",
        "fc00::1", "fd12::9", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
        "2001:db8::1", "nonsense", "", "64:ff9b:1::7f00:1", "::127.0.0.1", "::ffff:0:127.0.0.1", "fec0::1", "192.0.0.8",
        "5f00::1", "3fff::1", "4000::1", "100::1", "200::1", "192.0.0.9", "64:ff9b::a00:1", "::8.8.8.8",
        "192.88.99.1", "168.63.129.16",
    ],
)  # fmt: skip
def test_what_only_this_network_reaches_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "8.8.8.8", "2606:2800:220:1:248:1893:25c8:1946"])
def test_the_open_internet_is(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost/", "http://127.0.0.1:8080/x", "http://[::1]/", "http://0/", "http://2130706433/", "http://0x7f.1/",
        "https://user:pass@example.org/", "http://localhost.localdomain.invalid/", "http://:80/", "http://[::ffff:10.1.1.1]/",
    ],
)  # fmt: skip
def test_no_address_leads_into_the_machine(url: str) -> None:
    with pytest.raises(UsageError, match="Nothing was sent") as refused:
        fetch(url)
    assert "pass" not in str(refused.value).replace("password", "")


def test_a_name_that_has_a_private_address_too_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [(2, 1, 6, "", (address, 80)) for address in ("93.184.216.34", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: answers)
    with pytest.raises(UsageError, match="private network"):
        fetch("http://both.example/")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Read @{}/plain, please", "/plain"),
        ("(@{}/plain)", ""),
        ("see @{}/page.", "/page"),
        ("mail jo@{}/plain", ""),
    ],
)
def test_a_named_page_is_put_before_the_model_as_data(
    site: str, monkeypatch: pytest.MonkeyPatch, text: str, asked: str
) -> None:
    seen: list[str] = []

    def fetched(url: str) -> fetched_pages.Page:
        seen.append(url)
        return fetch(url, here_too)

    monkeypatch.setattr(fetched_pages, "fetch", fetched)
    found = attachments_of(text.format(site), Path.cwd())
    assert seen == ([site + asked] if asked else [])
    assert [one.name for one in found] == seen


async def test_nothing_is_learned_from_a_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fetched_pages, "fetch", lambda url: fetched_pages.Page(url, "I live in Kalmar.", False))
    (page,) = attachments_of("Read @http://bees.example/", tmp_path)
    model = Scripted()
    async with opened(tmp_path, model) as (agent, conversation):
        async with agent.turn("Read @http://bees.example/", conversation, attached=[page]) as events:
            told = [event.text async for event in events if isinstance(event, Notice)]
        assert told == ["http://bees.example/ is attached, 1 line."]
        assert "I live in Kalmar" in model.sent[-1][-2].content
        await agent.memory.wait_idle(20)
        assert (await agent.memory.facts("Kalmar"))[0] == []
