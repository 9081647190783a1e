"""What `zeph init` writes, and what `zeph config show` prints."""

import stat
import tomllib
from pathlib import Path

import pytest

from zeph.config.effective import settings_as_toml
from zeph.config.files import read_toml
from zeph.config.keys import all_keys
from zeph.config.load import load_settings
from zeph.config.schema import Settings
from zeph.config.template import default_as_toml, render_template
from zeph.config.write import write_config
from zeph.errors import ConfigError


def test_a_new_file_is_explained_private_and_loads(tmp_path: Path) -> None:
    path = write_config(tmp_path / "new" / "config.toml", {"model.name": "qwen3:4b", "memory.graph.enabled": False})
    text = path.read_text("utf-8")
    assert 'name = "qwen3:4b"' in text
    assert "# The chat model's name" in text
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    settings = load_settings(path, {"ZEPH_HOME": str(tmp_path)}, tmp_path).settings
    assert settings.model.name == "qwen3:4b"
    assert not settings.memory.graph.enabled
    assert read_toml(path) == {
        "model": {"name": "qwen3:4b"},
        "embedding": {},
        "reranking": {},
        "agent": {},
        "tools": {"permissions": {}},
        "interface": {},
        "mcp": {},
        "memory": {
            "profile": {},
            "blocks": {},
            "recall": {},
            "graph": {
                "enabled": False,
                "rpe": {},
                "note_linking": {},
                "belief_revision": {},
                "spreading_activation": {},
            },
        },
    }


def test_a_second_run_keeps_what_it_does_not_ask_about(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('# mine\n[model]\nhost = "http://box:1" # the box\nname = "old"\n\n[memory]\nspace = "work"\n')
    write_config(path, {"model.name": "new", "model.provider": "ollama", "memory.graph.max_hops": 3})
    text = path.read_text()
    assert "# mine" in text
    assert "# the box" in text
    assert tomllib.loads(text) == {
        "model": {"host": "http://box:1", "name": "new", "provider": "ollama"},
        "memory": {"space": "work", "graph": {"max_hops": 3}},
    }
    before = text
    write_config(path, {"model.name": "new"})
    assert path.read_text() == before


@pytest.mark.parametrize(
    "text",
    [
        'memory = { space = "a", graph = { max_hops = 4 } }\n',
        '[agent]\nsystem_prompt = """\nname = "x"\n[model]\nname = "y"\n"""\n[model]\nname = "z"\n',
        'model.host = "h"\nmemory.graph.max_hops = 4\n',
        '["model"]\nhost = "h"\n',
    ],
)
def test_a_file_of_another_shape_keeps_its_values_and_a_copy(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    before = load_settings(path, {"ZEPH_HOME": str(tmp_path / "h")}, tmp_path).settings
    write_config(path, {"model.name": "new", "memory.graph.recall_limit": 7})
    after = load_settings(path, {"ZEPH_HOME": str(tmp_path / "h")}, tmp_path).settings
    assert after.model.name == "new"
    assert after.memory.graph.recall_limit == 7
    assert after.memory.graph.max_hops == before.memory.graph.max_hops
    assert after.model.host == before.model.host
    assert after.agent.system_prompt == before.agent.system_prompt


def test_a_file_it_cannot_read_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[model\n")
    with pytest.raises(ConfigError, match="not TOML"):
        write_config(path, {"model.name": "a"})
    path.write_text("[model]\nnme = 'a'\n")
    with pytest.raises(ConfigError, match="did you mean name"):
        write_config(path, {"model.provider": "auto"})
    assert path.read_text() == "[model]\nnme = 'a'\n"


@pytest.mark.parametrize(
    ("key", "value"), [("memory.graph.max_hops", 99), ("model.nme", "x"), ("memory.graph.enabled", 1)]
)
def test_a_wrong_change_writes_nothing(tmp_path: Path, key: str, value: object) -> None:
    with pytest.raises(ConfigError, match=key):
        write_config(tmp_path / "config.toml", {key: value})
    assert list(tmp_path.iterdir()) == []


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    real.write_text("")
    link = tmp_path / "config.toml"
    link.symlink_to(real)
    write_config(link, {"model.name": "a"})
    assert link.is_symlink()
    assert read_toml(real) == {"model": {"name": "a"}}


def test_the_template_with_every_line_uncommented_is_the_defaults() -> None:
    lines = render_template({}).splitlines()
    names = tuple(f"# {key.path[-1]} = " for key in all_keys())
    text = "\n".join(line.removeprefix("# ") if line.startswith(names) else line for line in lines)
    values = tomllib.loads(text)
    assert values["model"].pop("api_key") == ""
    assert values["reranking"].pop("api_key") == ""
    assert Settings.model_validate(values) == Settings()


def test_show_is_toml_without_secrets() -> None:
    values = {"model": {"api_key": "sk-very-secret-thing", "base_url": "http://me:hunter22@box/v1"}}
    text = settings_as_toml(Settings.model_validate(values))
    assert "very-secret" not in text
    assert "hunter22" not in text
    shown = tomllib.loads(text)
    assert shown["model"]["api_key"] == "[redacted]"
    assert shown["memory"]["graph"]["spreading_activation"]["max_hops"] == 3


def test_show_of_the_defaults_loads_again() -> None:
    assert Settings.model_validate(tomllib.loads(settings_as_toml(Settings()))) == Settings()


def test_a_default_is_written_as_toml() -> None:
    written = {key.dotted: default_as_toml(key) for key in all_keys()}
    assert written["memory.graph.enabled"] == "true"
    assert written["memory.space"] == '"personal"'


def test_servers_of_the_persons_own_names_stay_where_a_file_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(
        "tools = {permissions = {allow = ['ls']}}\n[mcp.servers.files]\ncommand = 'npx'\nargs = ['-y', 'x']\n"
        "env = {KEY = 'v'}\n"
    )
    write_config(path, {"tools.permissions.allow": ["ls", "git"]})
    found = read_toml(path)
    assert found["mcp"]["servers"]["files"] == {"command": "npx", "args": ["-y", "x"], "env": {"KEY": "v"}}
    assert found["tools"]["permissions"]["allow"] == ["ls", "git"]
    assert load_settings(path, {"ZEPH_HOME": str(tmp_path)}, tmp_path).settings.mcp.servers["files"].command == "npx"
