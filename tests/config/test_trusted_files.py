"""A settings file of the folder is a stranger's until the person trusts it."""

import os
import shutil
import stat
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from tests.config.test_load import Desk
from zeph.config.keys import Key, all_keys, is_personal, value_of
from zeph.config.layers import nested
from zeph.config.load import load_settings, settings_of
from zeph.config.schema import Settings

HARMLESS = {"interface.screen", "interface.theme", "interface.mouse"}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def another(key: Key) -> Any:
    """A value that the key takes and that is not its default."""
    if key.kind == "choice":
        return next(name for name in key.allowed.split(", ") if name != key.default)
    if key.kind == "true or false":
        return not key.default
    if key.kind == "list":
        return ["run_command"]
    if key.kind in ("text", "secret"):
        return "elsewhere"
    for value in (0.5, 0.75, 1, 2, 1500, 5000) if key.kind == "number" else (2, 3, 1500):
        try:
            Settings.model_validate(nested({key.dotted: value}))
        except ValueError:
            continue
        if value != key.default:
            return value
    raise AssertionError(key)


OWN = [key for key in all_keys() if is_personal(key.path)]


@pytest.mark.parametrize("key", OWN, ids=lambda key: key.dotted)
def test_what_tools_may_do_is_never_set_by_a_folder(desk: Desk, key: Key) -> None:
    """Trusted or not; the rest of the file counts."""
    desk.project.write_text(tomli_w.dumps(nested({key.dotted: another(key), "memory.graph.max_hops": 7})))
    desk.project.chmod(0o600)
    for trusted in (False, True):
        if trusted:
            desk.trust()
        loaded = desk.load()
        assert value_of(loaded.settings, key.dotted) == key.default
        assert loaded.settings.memory.graph.max_hops == (7 if trusted else 2)
        assert any(key.dotted in warning and "your own settings alone" in warning for warning in loaded.warnings)
    desk.project.write_text(tomli_w.dumps(nested({key.dotted: another(key)})))
    assert desk.load().offers == ()


def test_a_folder_names_no_program_that_is_started(desk: Desk) -> None:
    desk.project.write_text("[mcp.servers.evil]\ncommand = 'touch'\n[memory.graph]\nmax_hops = 7\n")
    desk.project.chmod(0o600)
    assert "mcp.servers.evil.command" in str(desk.load().warnings)
    desk.trust()
    loaded = desk.load()
    assert not loaded.settings.mcp.servers and loaded.settings.memory.graph.max_hops == 7


@pytest.mark.parametrize("key", [key for key in all_keys() if key not in OWN], ids=lambda key: key.dotted)
def test_a_stranger_sets_looks_alone(desk: Desk, key: Key) -> None:
    """All keys: one that is added tomorrow is refused unless it is marked."""
    desk.project.write_text(tomli_w.dumps(nested({key.dotted: another(key)})))
    desk.project.chmod(0o600)
    loaded = desk.load()
    kept = value_of(loaded.settings, key.dotted) != key.default
    assert kept is (key.dotted in HARMLESS) is key.harmless
    assert bool(loaded.offers) is not kept
    if not kept:
        (warning,) = loaded.warnings
        assert key.dotted in warning and "zeph trust" in warning and str(desk.project) in warning
        desk.trust()
        assert desk.load().warnings == () and desk.load().offers == ()


def test_what_is_refused_leaves_the_rest_of_the_file(desk: Desk) -> None:
    desk.project.write_text("interface.theme = 'light'\nmemory.graph.max_hops = 7\n[model]\nbase_url = 'http://x'\n")
    loaded = desk.load()
    assert loaded.settings.interface.theme == "light"
    assert loaded.settings.memory.graph.max_hops == 2 and loaded.settings.model.base_url == ""
    assert loaded.origins == {"interface.theme": str(desk.project)}


@pytest.mark.parametrize(
    "text",
    [
        "model = 3",
        "[[model]]\nbase_url = 'http://x'",
        "x = 1",
        "[model]\nbase_url = ['http://x']",
        "'model.base_url' = 1",
    ],
)
def test_odd_shapes_of_a_stranger_change_nothing(desk: Desk, text: str) -> None:
    desk.user.write_text("[model]\nbase_url = 'http://mine'\n")
    desk.project.write_text(text)
    assert desk.load().settings.model.base_url == "http://mine"
    assert len(desk.load().offers) == 1


def test_names_and_values_of_a_stranger_cannot_steer_the_terminal(desk: Desk) -> None:
    desk.project.write_text('"a\\u202e\\u001b[2Jb" = 1\n[agent]\nsystem_prompt = "x\\u001b]0;t\\u0007\\n\\u2066y"\n')
    loaded = desk.load()
    for text in (*loaded.warnings, *loaded.offers[0].lines()):
        assert text.isprintable(), text


def test_what_matters_stands_next_to_the_question(desk: Desk) -> None:
    junk = "".join(f"junk{n} = 1\n" for n in range(5_000))
    desk.project.write_text(f"model.base_url = 'http://elsewhere'\n{junk}")
    lines = desk.load().offers[0].lines()
    assert len(lines) < 20 and "model.base_url = http://elsewhere" in lines[-1]
    assert "4988 more" in lines[-2]


def test_trust_ends_with_the_content_it_was_given_for(desk: Desk) -> None:
    desk.project.write_text("memory.graph.max_hops = 3")
    desk.trust()
    assert desk.load().settings.memory.graph.max_hops == 3
    desk.project.write_text("memory.graph.max_hops = 4")
    loaded = desk.load()
    assert loaded.settings.memory.graph.max_hops == 2
    assert "has changed since you trusted it" in loaded.warnings[0]
    desk.project.write_text("memory.graph.max_hops = 3")
    assert desk.load().settings.memory.graph.max_hops == 3


def test_trust_is_for_one_path(desk: Desk, tmp_path: Path) -> None:
    desk.project.write_text("memory.graph.max_hops = 3")
    desk.trust()
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(desk.project, other / "zeph.toml")
    assert load_settings(None, desk.env, other).settings.memory.graph.max_hops == 2


def test_a_linked_folder_is_the_folder_itself_and_a_linked_file_its_content(desk: Desk, tmp_path: Path) -> None:
    target = tmp_path / "settings"
    target.write_text("memory.graph.max_hops = 3")
    desk.project.symlink_to(target)
    assert desk.load().settings.memory.graph.max_hops == 2
    desk.trust()
    (tmp_path / "way").symlink_to(desk.work)
    assert load_settings(None, desk.env, tmp_path / "way").settings.memory.graph.max_hops == 3
    target.write_text("memory.graph.max_hops = 4")
    assert desk.load().settings.memory.graph.max_hops == 2


def test_a_file_that_a_trusted_one_names_is_trusted_as_it_was(desk: Desk) -> None:
    desk.project.write_text("memory.graph.ontology_file = 'words.toml'")
    (desk.work / "words.toml").write_text("")
    desk.trust()
    assert desk.load().settings.memory.graph.ontology_file == str(desk.work / "words.toml")
    (desk.work / "words.toml").write_text("[relations]")
    assert "has changed" in desk.load().warnings[0]


def test_neither_a_folder_above_nor_a_dotenv_is_read(desk: Desk, tmp_path: Path) -> None:
    below = desk.work / "below"
    below.mkdir()
    desk.project.write_text("memory.space = 'above'")
    for name in (".env", ".envrc", "config.toml", ".zeph.toml"):
        (below / name).write_text("ZEPH_MODEL__BASE_URL=http://x\n")
    loaded = load_settings(None, desk.env, below)
    assert loaded.files == () and loaded.settings == Settings()


@pytest.mark.parametrize("answers", ["", "[]", '{"files": 3}', '{"files": {"/x": 3}}', "\udcff", "[" * 100_000])
def test_damaged_answers_trust_nothing(desk: Desk, answers: str) -> None:
    desk.project.write_text("memory.graph.max_hops = 3")
    desk.trust()
    file = Path(desk.env["ZEPH_HOME"]) / "state" / "trusted.json"
    file.write_bytes(answers.encode("utf-8", "surrogateescape"))
    assert desk.load().settings.memory.graph.max_hops == 2


def test_the_answers_are_the_persons_alone(desk: Desk) -> None:
    desk.project.write_text("memory.graph.max_hops = 3")
    old = os.umask(0)
    try:
        desk.trust()
    finally:
        os.umask(old)
    file = Path(desk.env["ZEPH_HOME"]) / "state" / "trusted.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_pipe_or_a_device_in_place_of_the_file_holds_nobody_up(desk: Desk) -> None:
    os.mkfifo(desk.project)
    assert "no ordinary file" in desk.refused()[0]
    desk.project.unlink()
    desk.project.symlink_to("/dev/zero")
    assert "no ordinary file" in desk.refused()[0]


def _open_file(path: Path) -> None:
    path.chmod(0o666)


def _open_folder(path: Path) -> None:
    path.parent.chmod(0o777)


def _open_sticky_folder(path: Path) -> None:
    path.parent.chmod(0o1777)


def _open_above(path: Path) -> None:
    path.parent.parent.chmod(0o777)


@pytest.mark.parametrize("opened", [_open_file, _open_folder, _open_sticky_folder, _open_above])
def test_a_named_file_that_others_can_write_is_a_strangers(desk: Desk, tmp_path: Path, opened: Any) -> None:
    given = tmp_path / "above" / "place" / "given.toml"
    given.parent.mkdir(parents=True)
    given.write_text("memory.graph.max_hops = 3\ninterface.theme = 'light'")
    given.chmod(0o600)
    assert desk.load(given).settings.memory.graph.max_hops == 3
    opened(given)
    loaded = desk.load(given)
    assert loaded.settings.memory.graph.max_hops == 2 and loaded.settings.interface.theme == "light"
    assert f"zeph trust {given}" in loaded.warnings[0]
    link = tmp_path / "link.toml"
    link.symlink_to(given)
    assert desk.load(link).settings.memory.graph.max_hops == 2
    desk.trust(given)
    assert desk.load(given).settings.memory.graph.max_hops == 3


def test_the_folders_file_named_by_the_person_is_read_once(desk: Desk) -> None:
    desk.project.write_text("memory.graph.max_hops = 3")
    loaded = desk.load(desk.project)
    assert loaded.settings.memory.graph.max_hops == 3 and loaded.files == (desk.project,) and not loaded.warnings


def test_what_the_folder_says_never_becomes_the_persons_own(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """`zeph init` offers what it writes from the person's file alone, though the folder's is trusted."""
    desk.project.write_text("model.base_url = 'http://x'")
    desk.trust()
    monkeypatch.chdir(desk.work)
    assert settings_of(desk.user).model.base_url == ""


def test_a_file_named_in_the_persons_settings_is_not_the_folders(desk: Desk) -> None:
    desk.user.write_text("memory.graph.ontology_file = 'words.toml'\nmodel.path = 'smollm2'\n")
    (desk.work / "words.toml").write_text("")
    settings = desk.load().settings
    assert settings.memory.graph.ontology_file == str(desk.user.parent / "words.toml")
    assert settings.model.path == "smollm2"
    desk.user.write_text("model.path = '~/a.gguf'")
    assert desk.load().settings.model.path == "~/a.gguf"
