"""Settings from files, variables and options: who wins, and what is said about what is wrong."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from zeph.config.load import Loaded, load_settings
from zeph.config.trusted_files import TrustedFiles, offer_of
from zeph.errors import ConfigError


class Desk:
    """A home, a working folder and an environment of one's own."""

    def __init__(self, root: Path) -> None:
        self.user = root / "home" / "config" / "config.toml"
        self.user.parent.mkdir(parents=True)
        self.work = root / "work"
        self.work.mkdir()
        self.project = self.work / "zeph.toml"
        self.given = root / "given.toml"
        self.env = {"ZEPH_HOME": str(root / "home")}

    def load(self, config: Path | None = None, overrides: Mapping[str, Any] | None = None) -> Loaded:
        return load_settings(config, self.env, self.work, overrides)

    def trust(self, file: Path | None = None) -> None:
        """The person trusts the file as it is now."""
        path = file or self.project
        data = path.read_bytes()
        try:
            values = tomllib.loads(data.decode())
        except tomllib.TOMLDecodeError:
            values = {}
        TrustedFiles(Path(self.env["ZEPH_HOME"]) / "state").remember(offer_of(path, data, values), True)

    def refused(self, config: Path | None = None, overrides: Mapping[str, Any] | None = None) -> list[str]:
        with pytest.raises(ConfigError) as seen:
            self.load(config, overrides)
        return str(seen.value).splitlines()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_nothing_is_needed(desk: Desk) -> None:
    loaded = desk.load()
    assert loaded.files == ()
    assert loaded.warnings == ()
    assert loaded.settings.memory.graph.enabled


def test_each_layer_wins_over_the_one_before(desk: Desk) -> None:
    def hops(**options: Any) -> int:
        return desk.load(**options).settings.memory.graph.max_hops

    assert hops() == 2
    desk.user.write_text("[memory.graph]\nmax_hops = 3\nrecall_limit = 7\n")
    assert hops() == 3
    desk.project.write_text("[memory.graph]\nmax_hops = 4\n")
    desk.trust()
    assert hops() == 4
    desk.given.write_text("memory.graph.max_hops = 5\n")
    assert hops(config=desk.given) == 5
    desk.env["ZEPH_MEMORY__GRAPH__MAX_HOPS"] = "6"
    assert hops(config=desk.given) == 6
    assert hops(config=desk.given, overrides={"memory.graph.max_hops": 7}) == 7
    assert hops(config=desk.given, overrides={"memory": {"graph": {"max_hops": 8}}}) == 8
    loaded = desk.load(desk.given)
    assert loaded.settings.memory.graph.recall_limit == 7
    assert loaded.files == (desk.user, desk.project, desk.given)


@pytest.mark.parametrize(
    ("variable", "text", "expected"),
    [
        ("ZEPH_MEMORY__GRAPH__ENABLED", "false", ("memory", "graph", "enabled", False)),
        ("ZEPH_MEMORY__GRAPH__ENABLED", "True", ("memory", "graph", "enabled", True)),
        ("ZEPH_MEMORY__GRAPH__TEMPORAL_DECAY_RATE", "0.5", ("memory", "graph", "temporal_decay_rate", 0.5)),
        ("ZEPH_MEMORY__GRAPH__TEMPORAL_DECAY_RATE", " 2 ", ("memory", "graph", "temporal_decay_rate", 2)),
        ("ZEPH_MODEL__NAME", "123", ("model", "name", "123")),
        ("ZEPH_MODEL__NAME", "true", ("model", "name", "true")),
        ("ZEPH_MODEL__NAME", "a\udc80b", ("model", "name", "a�b")),
        ("ZEPH_MODEL__PROVIDER", "openai", ("model", "provider", "openai")),
    ],
)
def test_variables_are_read_as_the_keys_type(desk: Desk, variable: str, text: str, expected: tuple[Any, ...]) -> None:
    desk.env[variable] = text
    value: Any = desk.load().settings
    for name in expected[:-1]:
        value = getattr(value, name)
    assert value == expected[-1]


@pytest.mark.parametrize(
    ("variable", "text", "line"),
    [
        (
            "ZEPH_MEMORY__GRAPH__MAX_HOP",
            "3",
            "ZEPH_MEMORY__GRAPH__MAX_HOP: unknown variable; did you mean ZEPH_MEMORY__GRAPH__MAX_HOPS?",
        ),
        ("ZEPH_MEMORY__GRAPH", "3", "ZEPH_MEMORY__GRAPH: this names a section"),
        ("ZEPH_X__Y", "3", "ZEPH_X__Y: unknown variable"),
        ("ZEPH_MEMORY__GRAPH__MAX_HOPS", "many", "memory.graph.max_hops: must be a whole number (in the environment)"),
        ("ZEPH_MEMORY__GRAPH__MAX_HOPS", "3\nx = 1", "memory.graph.max_hops: must be a whole number"),
        ("ZEPH_MEMORY__GRAPH__MAX_HOPS", "[" * 100_000, "memory.graph.max_hops: must be a whole number"),
        ("ZEPH_MEMORY__GRAPH__TEMPORAL_DECAY_RATE", "nan", "memory.graph.temporal_decay_rate: must be a finite number"),
        ("ZEPH_MEMORY__GRAPH__ENABLED", "maybe", "memory.graph.enabled: must be true or false"),
        ("ZEPH_MODEL__PROVIDER", "gpt", "model.provider: must be one of auto, ollama, openai, gguf, memory"),
    ],
)
def test_a_wrong_variable_is_refused(desk: Desk, variable: str, text: str, line: str) -> None:
    desk.env[variable] = text
    assert desk.refused()[0].startswith(line)


def test_other_variables_of_zeph_are_not_settings(desk: Desk) -> None:
    desk.env |= {"ZEPH_DEBUG": "1", "ZEPH": "1", "XZEPH_A__B": "1"}
    assert desk.load().warnings == ()


def test_all_problems_come_at_once_with_their_file(desk: Desk) -> None:
    desk.user.write_text("[memory.graph]\nmax_hops = 0\nmax_hop = 3\n[agent]\nreply_reserve_tokens = 1.5\n")
    desk.project.write_text('[memory.graph]\nextractor = "gpt"\n')
    desk.trust()
    assert sorted(desk.refused(overrides={"memory.space": ""})) == [
        f"agent.reply_reserve_tokens: must be a whole number (in {desk.user})",
        f"memory.graph.extractor: must be one of auto, llm, local, hybrid (in {desk.project})",
        f"memory.graph.max_hop: unknown key; did you mean max_hops? (in {desk.user})",
        f"memory.graph.max_hops: must be at least 1 (in {desk.user})",
        "memory.space: must not be empty (in the command line)",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "[agent]\nreply_reserve_tokens = 2000\n[model]\ncontext_window = 1500",
            "agent.reply_reserve_tokens: must be less",
        ),
        (
            "[memory.graph.spreading_activation]\nactivation_threshold = 0.9",
            "memory.graph.spreading_activation.inhibition",
        ),
        ("memory = 3", "memory: must be a section of its own, not a value"),
        ("[[memory]]\nspace = 'a'", "memory: must be a section of its own"),
        ("[model]\nname = ['a']", "model.name: must be text in quotes"),
        ("[memory.graph]\nmax_hops = 2024-01-01", "memory.graph.max_hops: must be a whole number"),
        ("[memory.graph]\ntemporal_decay_rate = inf", "memory.graph.temporal_decay_rate: must be a finite number"),
    ],
)
def test_each_problem_is_one_line_that_names_the_file(desk: Desk, text: str, line: str) -> None:
    desk.user.write_text(text)
    problems = desk.refused()
    assert len(problems) == 1
    assert problems[0].startswith(line)
    assert problems[0].endswith(f"(in {desk.user})")


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"[memory\n", "config.toml:1: this is not TOML"),
        (b"[model]\nname = \n", "config.toml:2: this is not TOML"),
        (b"[model]\nname = 'a'\nname = 'b'\n", "config.toml:3: this is not TOML"),
        (b"[model]\nname = 'a", "config.toml:2: this is not TOML"),
        (b"[model]\nname = '\xff'\n", "config.toml:2: this is not UTF-8 text"),
        ("[model]".encode("utf-16"), "config.toml:1: this is not UTF-8 text"),
        (b"x = " + b"[" * 50_000, "config.toml: it is nested too deeply"),
        (b"#" * 1_000_001, "config.toml: it is larger than"),
        (b"\x00", "config.toml:1: this is not TOML"),
    ],
)
def test_a_file_that_is_no_settings_file(desk: Desk, data: bytes, line: str) -> None:
    desk.user.write_bytes(data)
    assert line in desk.refused()[0]


def test_a_byte_order_mark_is_fine(desk: Desk) -> None:
    desk.user.write_bytes(b"\xef\xbb\xbf[model]\r\nname = 'a'\r\n")
    assert desk.load().settings.model.name == "a"


def test_a_missing_file_matters_only_when_it_was_asked_for(desk: Desk) -> None:
    assert desk.refused(desk.given) == [f"{desk.given}: there is no such file."]


def test_a_folder_or_a_broken_link_in_place_of_a_file(desk: Desk) -> None:
    assert "this is a folder" in desk.refused(desk.work)[0]
    desk.project.symlink_to(desk.work / "nowhere")
    assert "there is no such file" in desk.refused()[0]


def test_an_unreadable_file(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.user.write_text("")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("zeph.config.files.open", refuse, raising=False)
    assert desk.refused() == [f"{desk.user}: it cannot be read: Permission denied."]


def test_an_open_file_with_a_key_is_told(desk: Desk) -> None:
    desk.user.write_text("[model]\napi_key = 'sk-abc'\n")
    desk.user.chmod(0o644)
    assert "chmod 600" in desk.load().warnings[0]
    desk.user.chmod(0o600)
    assert desk.load().warnings == ()


def test_empty_sections_change_nothing(desk: Desk) -> None:
    desk.user.write_text("[memory.graph]\n[model]\n")
    assert desk.load().settings == load_settings(None, {"ZEPH_HOME": "/nowhere"}, desk.work).settings
    desk.user.write_text("[memry]\n")
    assert desk.refused() == [f"memry: unknown key; did you mean memory? (in {desk.user})"]


def test_a_misspelt_choice_is_told_the_nearest(desk: Desk) -> None:
    desk.given.write_text('[memory.graph]\nextractor = "hybird"\n[interface]\nscreen = 3\n')
    assert desk.refused(desk.given) == [
        f"interface.screen: must be one of full, line (in {desk.given})",
        f"memory.graph.extractor: must be one of auto, llm, local, hybrid; did you mean hybrid? (in {desk.given})",
    ]
