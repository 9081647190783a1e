"""`zeph mcp install`: each client's file gets one entry, and every other character stays."""

import json
import stat
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.zeph_process import Home
from zeph.commands.clients.json_places import read_places
from zeph.commands.clients.known_clients import known_clients
from zeph.commands.clients.written_entry import pasted, with_entry
from zeph.errors import BadInput

ENTRY: dict[str, Any] = {"command": "zeph", "args": ["mcp"]}
COMMENTED = """\
// My settings, which I wrote by hand.
{
    "theme": "One Dark", // the dark one
    /* servers */
    "context_servers": {
        "other": { "command": "other", "args": ["a // b", "\\"}"], },
    },
    "tab_size": 2,
}
"""


def _install(home: Home, client: str, *words: str) -> Any:
    return home.data("mcp", "install", client, "--yes", *words, HOME=str(home.path), XDG_CONFIG_HOME="")


def test_comments_and_everything_else_stay(home: Home) -> None:
    file = home.path / ".config" / "zed" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_text(COMMENTED, encoding="utf-8")
    file.chmod(0o640)
    done = _install(home, "zed")
    after = file.read_text(encoding="utf-8")
    kept = [line for line in after.splitlines() if line in COMMENTED.splitlines()]
    assert kept == COMMENTED.splitlines()
    servers = read_places(after).value["context_servers"]
    assert list(servers) == ["zeph", "other"] and servers["zeph"]["args"] == ["mcp"]
    assert servers["zeph"]["env"] == {"ZEPH_HOME": str(home.path)}
    assert Path(done["copy"]).read_text(encoding="utf-8") == COMMENTED
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert _install(home, "zed") == {"client": "zed", "file": str(file), "changed": False}


def test_it_shows_and_asks_first(home: Home) -> None:
    file = home.path / ".cursor" / "mcp.json"
    home.run("mcp", "install", "cursor", HOME=str(home.path)).failed(2, "nothing was changed")
    assert not file.exists()
    done = home.ok("mcp", "install", "cursor", "--yes", HOME=str(home.path))
    assert '+    "zeph": {' in done.out and str(file) in done.out
    assert json.loads(file.read_text())["mcpServers"]["zeph"]["type"] == "stdio"


@pytest.mark.parametrize("client", sorted(known_clients()))
def test_every_client_gets_what_its_page_says(home: Home, client: str) -> None:
    done = _install(home, client, "--tools", "all")
    text = Path(done["file"]).read_text(encoding="utf-8")
    assert str(home.path) in done["file"] and done["copy"] is None
    assert "mcp" in text and "--tools" in text
    row = known_clients()[client]
    if row.format == "json":
        found = json.loads(text)
        for key in row.under:
            found = found[key]
        assert set(found["zeph"]) == set(row.entry)
    elif row.format == "toml":
        assert tomllib.loads(text)["mcp_servers"]["zeph"]["env"] == {"ZEPH_HOME": str(home.path)}
    else:
        assert text.startswith('extensions:\n  zeph:\n    type: "stdio"\n')


def test_a_project_has_its_own_file_and_space(home: Home) -> None:
    done = _install(home, "claude-code", "--project")
    assert Path(done["file"]) == home.path / ".mcp.json"
    assert "--project" in json.loads((home.path / ".mcp.json").read_text())["mcpServers"]["zeph"]["args"]
    home.run("mcp", "install", "goose", "--project", "--yes").failed(2, "no file for one project")


def test_an_entry_of_before_is_replaced(home: Home) -> None:
    file = home.path / ".codex" / "config.toml"
    file.parent.mkdir()
    mine = 'model = "x" # mine\n\n[mcp_servers.other]\ncommand = "o"\n'
    file.write_text(
        mine + '\n[mcp_servers.zeph]\ncommand = "old"\n\n[mcp_servers.zeph.env]\nA = "1"\n\n[tui]\nbell = true\n'
    )
    _install(home, "codex")
    text = file.read_text()
    found = tomllib.loads(text)
    assert text.startswith(mine) and found["tui"] == {"bell": True}
    assert found["mcp_servers"]["zeph"]["args"] == ["mcp"] and "A" not in found["mcp_servers"]["zeph"]["env"]


def test_a_newer_form_is_gone_along_with(home: Home) -> None:
    file = home.path / ".config" / "opencode" / "opencode.jsonc"
    file.parent.mkdir(parents=True)
    file.write_text('{"mcp": {"servers": {"other": {"type": "local", "command": ["o"]}}}, } // mine\n')
    _install(home, "opencode")
    found = read_places(file.read_text()).value["mcp"]
    assert list(found) == ["servers"] and list(found["servers"]) == ["zeph", "other"]


def test_a_link_stays_a_link(home: Home) -> None:
    real = home.path / "dotfiles" / "mcp.json"
    real.parent.mkdir()
    real.write_text("{}")
    (home.path / ".cursor").mkdir()
    (home.path / ".cursor" / "mcp.json").symlink_to(real)
    _install(home, "cursor")
    assert (home.path / ".cursor" / "mcp.json").is_symlink() and "zeph" in real.read_text()


@pytest.mark.parametrize("text", ["{", "[1]", '{"mcpServers": 3}', '{"mcpServers": {]}', "{'a': 1}", "[" * 5000])
def test_what_cannot_be_read_is_left_alone(home: Home, text: str) -> None:
    file = home.path / ".claude.json"
    file.write_text(text)
    home.run("mcp", "install", "claude-code", "--yes", HOME=str(home.path)).failed(1, "left as it is", "by hand")
    assert file.read_text() == text
    assert [path.name for path in home.path.glob(".claude*")] == [".claude.json"]


def test_an_unknown_client_is_told_the_nearest(home: Home) -> None:
    home.run("mcp", "install", "cursr").refused(2, "cursor")


YAML = """\
GOOSE_MODE: auto # mine
extensions:
    # my own
    developer:
        enabled: true

    zeph:
        cmd: old
        args:
        - x
    memory:
        enabled: false
GOOSE_TOOLSHIM: true
"""


def test_yaml_keeps_its_lines_and_its_indent() -> None:
    done = with_entry(YAML, "yaml", ["extensions"], ENTRY)
    assert done == YAML.replace(
        "        cmd: old\n        args:\n        - x\n", '      command: "zeph"\n      args: ["mcp"]\n'
    )
    new = with_entry(
        YAML.replace("    zeph:\n        cmd: old\n        args:\n        - x\n", ""), "yaml", ["extensions"], ENTRY
    )
    assert new.index("zeph:") < new.index("# my own") and "GOOSE_TOOLSHIM: true\n" in new
    assert with_entry(done, "yaml", ["extensions"], ENTRY) == done
    assert "extensions:\n  zeph:" in with_entry("extensions: {}\n", "yaml", ["extensions"], ENTRY)
    with pytest.raises(BadInput):
        with_entry("extensions: {developer: {enabled: true}}\n", "yaml", ["extensions"], ENTRY)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(), inside, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.text(), JSON, max_size=4), st.sampled_from([None, 1, 4, "\t"]))
def test_any_json_keeps_all_but_the_entry(value: dict[str, Any], indent: int | str | None) -> None:
    value.pop("servers", None)
    text = json.dumps(value, indent=indent)
    assert read_places(text).value == value
    done = with_entry(text, "json", ["servers"], ENTRY)
    assert json.loads(done) == {"servers": {"zeph": ENTRY}, **value}
    assert with_entry(done, "json", ["servers"], ENTRY) == done


def test_the_page_has_the_lines_to_paste() -> None:
    page = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text(encoding="utf-8")
    for client in known_clients().values():
        lines = pasted(client.format, client.under, client.entry_for(["zeph", "mcp"], {}))
        assert lines in page, f"{client.name}:\n{lines}"
        assert client.page in page
