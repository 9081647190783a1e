"""`zeph config set`: one key of the person's file, typed on a command line."""

from pathlib import Path

import pytest

from tests.cli.zeph_program import zeph
from zeph.config.keys import Key, all_keys, value_of
from zeph.config.layers import nested
from zeph.config.schema import Settings
from zeph.config.template import default_as_toml
from zeph.config.typed_values import typed_value
from zeph.errors import ConfigError


def test_a_setting_is_written_and_comments_stay(tmp_path: Path) -> None:
    file = tmp_path / "config" / "config.toml"
    file.parent.mkdir()
    file.write_text('# mine\n[model]\nname = "one"  # the small one\n')
    done = zeph(tmp_path, "config", "set", "model.name", "qwen3:4b")
    assert (done.returncode, done.stdout.count('model.name = "qwen3:4b"')) == (0, 1)
    assert file.read_text().startswith('# mine\n[model]\nname = "qwen3:4b"')
    assert zeph(tmp_path, text="/config set memory.graph.enabled off").returncode == 0
    assert "enabled = false" in file.read_text()


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("model.nam", "x"), 2, "Did you mean name?"),
        (("modle.name", "x"), 2, "Did you mean model.name?"),
        (("memory.graph.max_hops", "many"), 3, "is a whole number, not many"),
        (("memory.graph.max_hops", "99"), 3, "max_hops"),
        (("memory.graph.enabled", "perhaps"), 3, "is true or false"),
        (("interface.theme", "pink"), 3, "theme"),
    ],
)
def test_what_cannot_be_set_is_refused(tmp_path: Path, words: tuple[str, str], code: int, sentence: str) -> None:
    refused = zeph(tmp_path, "config", "set", *words)
    assert refused.returncode == code
    assert sentence in refused.stderr
    assert not (tmp_path / "config" / "config.toml").exists()


def test_what_the_environment_says_wins_and_is_told(tmp_path: Path) -> None:
    done = zeph(tmp_path, "config", "set", "model.name", "one", ZEPH_MODEL__NAME="two")
    assert "which wins" in done.stderr


@pytest.mark.parametrize("key", all_keys(), ids=lambda key: key.dotted)
def test_every_default_can_be_typed(key: Key) -> None:
    if key.default is None or key.kind == "secret":
        pytest.skip("it has no default")
    typed = typed_value(key, default_as_toml(key) if key.kind == "list" else str(key.default))
    assert value_of(Settings.model_validate(nested({key.dotted: typed})), key.dotted) == key.default


def test_a_list_is_typed_as_toml_or_as_the_one_thing_in_it() -> None:
    key = next(key for key in all_keys() if key.kind == "list")
    assert typed_value(key, '["a(b*)", "c"]') == ["a(b*)", "c"]
    assert typed_value(key, "run_command(git status*)") == ["run_command(git status*)"]
    for wrong in ('["a"', "[1] extra"):
        with pytest.raises(ConfigError, match="is a list"):
            typed_value(key, wrong)


def test_a_word_is_no_number() -> None:
    key = next(key for key in all_keys() if key.kind == "number")
    with pytest.raises(ConfigError):
        typed_value(key, "half")
