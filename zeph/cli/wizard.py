"""`zeph init`: a few questions, each with a default, written to a commented config.toml.

In: what the person answers. Out: the settings file; what is not asked about stays as it is.
"""

import os
import sys
from typing import Any

from zeph.cli.console import note, say
from zeph.cli.options import GlobalOptions
from zeph.config.keys import value_of
from zeph.config.load import settings_of
from zeph.config.providers import chat_providers, embedding_providers, provider_named
from zeph.config.schema import Settings
from zeph.config.write import write_config
from zeph.errors import UsageError
from zeph.paths import resolve_paths

MOST_DAYS = 1_000_000


def run_wizard(*, yes: bool, options: GlobalOptions) -> int:
    """Without a terminal, or with ``yes``, every default is taken."""
    paths = resolve_paths(os.environ)
    path = options.config or paths.config_file
    settings = settings_of(path)
    ask = _take_default if yes or not (sys.stdin.isatty() and sys.stderr.isatty()) else _ask
    written = write_config(path, _answers(settings, ask))
    say(f"Settings written to {written}. `zeph chat` starts talking, `zeph doctor` looks at everything.")
    return 0


def _answers(settings: Settings, ask: Any) -> dict[str, Any]:
    graph = settings.memory.graph
    changes: dict[str, Any] = {}
    changes["model.provider"] = name = ask("Who answers?", settings.model.provider, chat_providers())
    provider = provider_named(name)
    for key, question in provider.asks:
        changes[key] = ask(question, value_of(settings, key), ())
    enabled = ask("Enable knowledge graph memory?", "yes" if graph.enabled else "no", ("yes", "no"))
    changes["memory.graph.enabled"] = enabled == "yes"
    if enabled == "yes" and provider.factory:
        question = "LLM model for entity extraction (empty = same as agent)"
        changes["memory.graph.extract_model"] = ask(question, graph.extract_model, ())
    if enabled == "yes":
        changes["memory.graph.expired_edge_retention_days"] = _days(ask, graph.expired_edge_retention_days)
    changes["embedding.provider"] = ask("Who makes the embeddings?", settings.embedding.provider, embedding_providers())
    return changes


def _days(ask: Any, default: int) -> int:
    """History is what makes past dates answerable, so the person says how long it stays."""
    for _ in range(5):
        answer = ask("Days that facts are kept after something newer replaced them (0 = for ever)", str(default), ())
        if answer.isdecimal() and int(answer) <= MOST_DAYS:
            return int(answer)
        note(f"Please type a whole number from 0 to {MOST_DAYS}.")
    raise UsageError("Nothing was written: the days that facts are kept need a whole number.")


def _take_default(question: str, default: str, choices: tuple[str, ...]) -> str:
    return default


def _ask(question: str, default: str, choices: tuple[str, ...]) -> str:
    offered = f" ({'/'.join(choices)})" if choices else ""
    for _ in range(5):
        note(f"{question}{offered} [{default}]")
        line = sys.stdin.readline()
        if not line:
            raise UsageError("Nothing was written: the questions were not answered.")
        answer = line.strip() or default
        if not choices or answer in choices:
            return answer
        note(f"Please type one of: {', '.join(choices)}")
    raise UsageError(f"Nothing was written: “{question}” needs one of {', '.join(choices)}.")
