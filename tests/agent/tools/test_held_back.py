"""What a rule or a name keeps back is kept back by every way to it: searches, lists, cuts, redirects."""

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.agent.scripted_turn import events_of
from tests.agent.tools.calling_model import Caller, Person, at_work, results
from zeph.agent import fetched_pages
from zeph.agent.fetched_pages import fetch
from zeph.agent.session import open_session
from zeph.agent.tools import calling
from zeph.agent.tools.fetch_url import address_of
from zeph.agent.tools.workspace import holds_keys
from zeph.config.schema import Settings
from zeph.errors import UsageError
from zeph.paths import resolve_paths
from zeph.safety.told_secrets import Hidden, hide_secrets

BODY = "".join(f"{'abcdEFGH0123' * 5}{number:04}\n" for number in range(30))
PEM = f"-----BEGIN RSA PRIVATE KEY-----\n{BODY}-----END RSA PRIVATE KEY-----\n"


async def told(path: Path, *calls: tuple[str, dict[str, Any]], person: Person | None = None, **tools: Any) -> list[str]:
    chat = Caller(rounds=([*calls], "Done."), context_window=64_000)
    async with at_work(path, chat, person, **tools) as (agent, conversation):
        await events_of(agent, conversation, "Go")
    return results(chat.sent[1])


@pytest.mark.parametrize(
    "rules",
    [
        {"deny": ["read_file(private/*)"]}, {"ask": ["read_file(private/*)"]}, {"deny": ["read_file(*wage*)"]},
        {"deny": ["search_files(private/*)", "list_files(private/*)"]},
        {"deny": ["*_file*(private/*)"], "allow": ["*"]},
    ],
    ids=str,
)  # fmt: skip
async def test_a_file_that_a_rule_keeps_back_is_not_found(tmp_path: Path, rules: dict[str, list[str]]) -> None:
    deep = tmp_path / "work" / "private" / "deep"
    deep.mkdir(parents=True)
    (deep / "wages.txt").write_text("wages 1\n")
    (tmp_path / "work" / "open.txt").write_text("wages 2\n")
    out = await told(
        tmp_path, ("search_files", {"text": "wages"}), ("list_files", {}),
        ("search_files", {"text": "wages", "folder": "private"}),
        ("list_files", {"folder": "private/deep"}), person=Person(("deny",)), permissions=rules,
    )  # fmt: skip
    assert out[0] == "open.txt:1: wages 2" and out[1].startswith("open.txt") and "\n" not in out[1]
    assert not any("wages.txt" in one or "wages 1" in one for one in out)


async def test_a_folder_of_which_all_is_denied_is_denied(tmp_path: Path) -> None:
    (tmp_path / "work" / "private").mkdir(parents=True)
    out = await told(tmp_path, ("list_files", {"folder": "private"}), permissions={"deny": ["list_files(private/*)"]})
    assert "settings deny it" in out[0]


async def test_no_part_of_a_key_is_read(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "notes.txt").write_text(f"one\n{PEM}two\n")
    calls = [("read_file", {"path": "notes.txt", "first_line": first, "lines": lines})
             for first, lines in ((1, 3), (3, 2), (20, 5), (30, 9))]  # fmt: skip
    out = await told(tmp_path, *calls, ("search_files", {"text": "abcdEFGH"}), ("search_files", {"text": "two"}))
    assert "abcdEFGH" not in "".join(out) and "34\ttwo" in out[3] and out[4] == "Nothing was found."
    assert out[5] == "notes.txt:34: two"


async def test_a_key_in_what_is_cut_is_not_told_and_little_is_looked_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking for keys takes time that the screen waits for."""
    looked: list[int] = []

    def hidden(text: str) -> Hidden:
        looked.append(len(text))
        return hide_secrets(text)

    monkeypatch.setattr(calling, "hide_secrets", hidden)
    whole = f"{'x y ' * 2900}\n{PEM}{'x y ' * 60_000}\n"
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "key.sh").write_text(f"cat <<X\n{whole}X\n")
    out = await told(tmp_path, ("run_command", {"command": "sh key.sh"}), person=Person())
    assert "abcdEFGH" not in out[0] and "left out here" in out[0]
    assert looked and max(looked) < len(whole) / 3


@pytest.mark.parametrize(
    "name",
    [
        ".env~", ".env-prod", ".env_prod", ".env.local", "server.key.bak", "prod.env.bak", ".vault-token", ".s3cfg",
        "id_rsa.old",
        "secrets/prod.yaml", "deploy/.secrets/a/db.txt", "a.pem.orig~", "cert.p12.2", "Credentials/x.json", ".ENV.BAK",
        "prod.tfvars", ".dockercfg", "rclone.conf", ".psql_history", "fish_history", "passwords.txt", "gcp-key.json",
        ".codex/auth.json", ".openai_api_key", "vault_pass.txt", "logins.json", "application_default_credentials.json",
    ],
)  # fmt: skip
def test_files_that_hold_keys_by_their_names(name: str) -> None:
    assert holds_keys(Path(name))


@pytest.mark.parametrize(
    "name",
    [
        "environment.md",
        "keys.py",
        "secrets/__init__.py",
        ".env.example",
        "a.bak",
        "~",
        "old/a.txt",
        "password_reset.html",
        "PasswordField.tsx",
        "ApiKeyForm.tsx",
        "tokenizer.json",
        "history.md",
        "hotkey.json",
        "cookies.js",
        "author.json",
    ],
)
def test_files_that_hold_none(name: str) -> None:
    assert not holds_keys(Path(name))


@pytest.mark.parametrize(
    ("url", "same"),
    [
        ("https://evil.example./x", "https://evil.example/x"), ("https://evil.example:443/x", "https://evil.example/x"),
        ("http://EVIL.example.:80", "http://evil.example/"), ("http://evil.example:443/", "http://evil.example:443/"),
        ("https://evil.example:/x#y", "https://evil.example/x"),
    ],
)  # fmt: skip
def test_an_address_has_one_form(url: str, same: str) -> None:
    assert address_of(url) == same


class Leading(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Tests are quiet."""

    def do_GET(self) -> None:
        here = self.headers["Host"].rpartition(":")[2]
        to = {"/far": f"http://localhost:{here}/x", "/near": "/x"}.get(self.path)
        self.send_response(302 if to else 200)
        self.send_header("Content-Length", "0" if to else "4")
        if to:
            self.send_header("Location", to)
        self.end_headers()
        if not to:
            self.wfile.write(b"Bees")


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """It counts as public."""
    monkeypatch.setattr(fetched_pages.fetch, "__defaults__", (lambda _: True, None))
    server = ThreadingHTTPServer(("127.0.0.1", 0), Leading)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("path", "more", "arrives"),
    [
        ("near", {}, True), ("far", {}, False), ("far", {"allow": ["fetch_url"]}, True),
        ("far", {"allow": ["fetch_url"], "deny": ["fetch_url(http://localhost*)"]}, False),
        ("near", {"allow": ["fetch_url"], "deny": ["fetch_url(*/x)"]}, False),
        ("near", {"ask": ["fetch_url(*/x)"]}, False),
    ],
)  # fmt: skip
async def test_where_a_page_leads_is_held_against_the_rules(
    tmp_path: Path, site: int, path: str, more: dict[str, list[str]], arrives: bool
) -> None:
    call = ("fetch_url", {"url": f"http://127.0.0.1:{site}/{path}"})
    out = await told(tmp_path, call, person=Person(), permissions=more)
    assert ("Bees" in out[0]) is arrives and ("it leads to http" in out[0]) is not arrives


def test_a_server_that_drips_holds_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on for as long as somebody may listen, and is given up while it does."""
    monkeypatch.setattr(fetched_pages, "MOST_SECS", 0.5)
    listening = socket.create_server(("127.0.0.1", 0))
    given_up = threading.Event()

    def drip() -> None:
        there, _ = listening.accept()
        with there:
            there.sendall(b"HTTP/1.1 200 OK\r\n")
            while not given_up.wait(0.05):
                try:
                    there.sendall(b"A: b\r\n")
                except OSError:
                    return

    server = threading.Thread(target=drip, daemon=True)
    server.start()
    with listening, pytest.raises(UsageError, match="longer than"):
        fetch(f"http://127.0.0.1:{listening.getsockname()[1]}/", lambda _: True)
    given_up.set()
    server.join()
    assert all(one.daemon for one in threading.enumerate() if one.name == "zeph-fetch")


async def test_settings_that_the_person_named_are_zephs_own(tmp_path: Path) -> None:
    config = tmp_path / "work" / "mine.toml"
    config.parent.mkdir()
    config.write_text("[tools.permissions]\n")
    settings = Settings.model_validate({"tools": {"workspace": str(config.parent)}})
    paths = resolve_paths({"HOME": str(tmp_path / "home")})
    async with open_session(settings, paths, tmp_path / "zeph.db", {}, models=False, config=config) as session:
        assert config.resolve() in session.agent.toolbox.protected
