"""Providers are one table: each row can be made, and a row more is known everywhere."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeph.agent.session import open_session
from zeph.agent.session_models import Factories, factory_class
from zeph.cli import wizard
from zeph.cli.options import GlobalOptions
from zeph.commands.handlers.doctor import doctor
from zeph.commands.outputs import Data, Warn
from zeph.commands.types import CommandContext
from zeph.config import keys, providers
from zeph.config.load import load_settings
from zeph.config.providers import PROVIDERS, Provider
from zeph.config.reference import configuration_page
from zeph.config.schema import Settings
from zeph.errors import ConfigError
from zeph.models.provider_port import ModelFactory
from zeph.paths import resolve_paths

ECHO = Provider(
    "echo",
    chats=True,
    embeds=True,
    about="an echo",
    factory="tests.fakes.echo:EchoFactory",
    asks=(("model.base_url", "Which wall?"),),
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def echo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a Zeph whose table has a row more."""
    monkeypatch.setattr(providers, "PROVIDERS", (*PROVIDERS, ECHO))
    keys.all_keys.cache_clear()
    env = {"ZEPH_HOME": str(tmp_path)}
    monkeypatch.setenv("ZEPH_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    yield env
    keys.all_keys.cache_clear()


@pytest.mark.parametrize("provider", PROVIDERS, ids=lambda p: p.name)
def test_every_row_can_be_made_or_says_that_it_has_no_model(provider: Provider) -> None:
    assert provider.chats or provider.embeds
    known = {key.dotted for key in keys.all_keys()}
    assert {key for key, _ in provider.asks} <= known
    if not provider.factory:
        assert provider.no_model.endswith(".")
        return
    made = factory_class(provider)
    assert issubclass(made, ModelFactory)
    assert not provider.chats or made.chat is not ModelFactory.chat
    assert not provider.embeds or made.embedder is not ModelFactory.embedder


def test_one_choice_makes_each_factory_once() -> None:
    kind = factory_class(providers.provider_named("ollama"))
    factories = Factories(Settings(), {})
    assert factories.of(kind) is factories.of(kind)
    assert factories.of(kind) is not Factories(Settings(), {}).of(kind)


async def test_a_row_more_answers_embeds_and_is_looked_after(echo: dict[str, str], tmp_path: Path) -> None:
    text = '[model]\nprovider = "echo"\n[embedding]\nprovider = "echo"\n'
    paths = resolve_paths(echo)
    paths.config_file.parent.mkdir()
    paths.config_file.write_text(text)
    settings = load_settings(None, echo, tmp_path).settings
    async with open_session(settings, paths, paths.db, echo) as session:
        assert session.line == "Echoing from ."
        assert session.agent.model_name == "echo/parrot"
        assert await session.installed_models() == ("parrot",)
    outputs = [output async for output in doctor(CommandContext(echo, paths, paths.db), {})]
    report = next(output.value for output in outputs if isinstance(output, Data))
    assert report["models"]["answers"] == "echo/parrot"
    assert report["problems"] == ["The echo needs model.base_url."]
    assert any(isinstance(output, Warn) for output in outputs)


def test_the_wizard_offers_it_and_asks_what_it_needs(
    echo: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("echo\nhttp://cliff\nyes\n\n\nnone\n"))
    asked = Terminal()
    monkeypatch.setattr("sys.stderr", asked)
    assert wizard.run_wizard(yes=False, options=GlobalOptions()) == 0
    assert "Who answers? (auto/ollama/openai/gguf/memory/echo)" in asked.getvalue()
    assert "Which wall?" in asked.getvalue() and "Chat model" not in asked.getvalue()
    assert "LLM model for entity extraction" in asked.getvalue()
    model = load_settings(None, echo).settings.model
    assert (model.provider, model.base_url) == ("echo", "http://cliff")


def test_the_wizard_asks_for_no_model_where_there_is_none(
    echo: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("memory\nyes\n\nnone\n"))
    asked = Terminal()
    monkeypatch.setattr("sys.stderr", asked)
    assert wizard.run_wizard(yes=False, options=GlobalOptions()) == 0
    assert "LLM model" not in asked.getvalue() and "Chat model" not in asked.getvalue()


def test_the_reference_lists_it(echo: dict[str, str]) -> None:
    page = configuration_page()
    assert "| auto, ollama, openai, gguf, memory, echo |" in page
    assert "| auto, embedded, ollama, openai, none, echo |" in page
    assert providers.who_answers().endswith("the memory by itself, or an echo")


@pytest.mark.parametrize(
    ("section", "given", "allowed", "meant"),
    [
        ("model", "ecco", "auto, ollama, openai, gguf, memory, echo", "echo"),
        ("model", "olama", "auto, ollama, openai, gguf, memory, echo", "ollama"),
        ("embedding", "embeded", "auto, embedded, ollama, openai, none, echo", "embedded"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(
    echo: dict[str, str], tmp_path: Path, section: str, given: str, allowed: str, meant: str
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f'[{section}]\nprovider = "{given}"\n')
    with pytest.raises(ConfigError) as refused:
        load_settings(file, echo)
    told = f"{section}.provider: must be one of {allowed}; did you mean {meant}? (in {file})"
    assert str(refused.value) == told
