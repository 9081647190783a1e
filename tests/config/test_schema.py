"""Defaults and ranges of the settings, the page's among them."""

from typing import Any

import pytest
from pydantic import ValidationError

from zeph.config.keys import all_keys, all_sections, find_key, nearest
from zeph.config.schema import Settings

PAGE: dict[str, Any] = {
    "extract_model": "",
    "max_entities_per_message": 10,
    "max_edges_per_message": 15,
    "max_hops": 2,
    "recall_limit": 10,
    "extraction_timeout_secs": 15,
    "entity_similarity_threshold": 0.85,
    "entity_ambiguous_threshold": 0.70,
    "use_embedding_resolution": False,
    "community_refresh_interval": 100,
    "community_summary_concurrency": 4,
    "community_summary_max_prompt_bytes": 8192,
    "lpa_edge_chunk_size": 10000,
    "expired_edge_retention_days": 0,
    "max_entities": 0,
    "temporal_decay_rate": 0.0,
    "edge_history_limit": 100,
    "link_weight_decay_lambda": 0.95,
    "link_weight_decay_interval_secs": 86400,
    "conflict_resolution_strategy": "recency",
    "pool_size": 3,
    "note_linking.enabled": False,
    "note_linking.similarity_threshold": 0.85,
    "note_linking.top_k": 10,
    "note_linking.timeout_secs": 5,
    "belief_revision.enabled": False,
    "belief_revision.similarity_threshold": 0.85,
    "rpe.enabled": False,
    "rpe.threshold": 0.3,
    "rpe.max_skip_turns": 5,
    "spreading_activation.enabled": False,
    "spreading_activation.decay_lambda": 0.85,
    "spreading_activation.max_hops": 3,
    "spreading_activation.activation_threshold": 0.1,
    "spreading_activation.inhibition_threshold": 0.8,
    "spreading_activation.max_activated_nodes": 50,
    "spreading_activation.seed_structural_weight": 0.4,
    "spreading_activation.seed_community_cap": 3,
    "enabled": True,
}


def nested(dotted: str, value: Any) -> dict[str, Any]:
    for name in reversed(dotted.split(".")):
        value = {name: value}
    return dict(value)


@pytest.mark.parametrize(("name", "default"), PAGE.items())
def test_the_pages_keys_have_its_defaults(name: str, default: Any) -> None:
    value: Any = Settings().memory.graph
    for part in name.split("."):
        value = getattr(value, part)
    assert value == default


@pytest.mark.parametrize(
    ("dotted", "good", "bad"),
    [
        ("memory.graph.max_hops", [1, 10], [0, 11, -1, 2.5, "2", True]),
        (
            "memory.graph.temporal_decay_rate",
            [0, 0.0, 10.0],
            [-0.1, 10.1, float("nan"), float("inf"), float("-inf"), "1"],
        ),
        ("memory.graph.link_weight_decay_lambda", [0.01, 1.0], [0, -1, 1.01, float("nan")]),
        ("memory.graph.spreading_activation.decay_lambda", [0.01, 1], [0, 1.01]),
        ("memory.graph.rpe.threshold", [0.0, 1.0], [-0.01, 1.01]),
        ("memory.graph.pool_size", [1, 32], [0, 33]),
        ("memory.graph.lpa_edge_chunk_size", [0, 1], [-1]),
        ("memory.graph.community_summary_concurrency", [1], [0]),
        ("memory.graph.enabled", [True, False], [1, "yes"]),
        ("memory.graph.extractor", ["auto", "llm", "local", "hybrid"], ["both", "LLM", ""]),
        ("memory.graph.conflict_resolution_strategy", ["recency", "confidence", "llm"], ["newest"]),
        ("memory.graph.extraction_timeout_secs", [0.5, 15], [0, -1, float("inf")]),
        ("memory.graph.max_entities", [0, 10**9], [-1, 10**30]),
        ("memory.space", ["personal", "päge"], ["", "x" * 201]),
        ("model.context_window", [0, 1025, 200_000], [1, 1023, -1]),
        ("model.provider", ["auto", "ollama", "openai", "gguf", "memory"], ["gpt"]),
        ("agent.reply_reserve_tokens", [64, 1024], [0, 63]),
    ],
)
def test_ranges(dotted: str, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        Settings.model_validate(nested(dotted, value))
    for value in bad:
        with pytest.raises(ValidationError):
            Settings.model_validate(nested(dotted, value))


@pytest.mark.parametrize(
    ("section", "values"),
    [
        ("memory.graph.spreading_activation", {"activation_threshold": 0.8}),
        ("memory.graph.spreading_activation", {"inhibition_threshold": 0.1}),
        ("memory.graph.spreading_activation", {"activation_threshold": 0.5, "inhibition_threshold": 0.5}),
        ("memory.graph", {"entity_similarity_threshold": 0.6}),
        ("memory.graph", {"entity_ambiguous_threshold": 0.9}),
    ],
)
def test_two_keys_that_contradict_each_other(section: str, values: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate(nested(section, values))


def test_an_answer_must_fit_its_window() -> None:
    with pytest.raises(ValidationError, match=r"less than model\.context_window"):
        Settings.model_validate({"model": {"context_window": 1024}})
    Settings.model_validate({"model": {"context_window": 1024}, "agent": {"reply_reserve_tokens": 256}})


def test_settings_are_frozen_and_keep_the_key_secret() -> None:
    settings = Settings.model_validate({"model": {"api_key": "sk-very-secret"}})
    assert "very-secret" not in repr(settings)
    with pytest.raises(ValidationError):
        settings.memory.space = "other"  # type: ignore[misc]  # that it is refused is the point


@pytest.mark.parametrize("key", all_keys(), ids=lambda key: key.dotted)
def test_every_key_has_a_sentence(key: Any) -> None:
    assert key.description.endswith(".")


def test_every_section_says_what_it_is_for() -> None:
    assert all(model.__doc__ for path, model in all_sections().items() if path)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("memory.graph.max_hop", "max_hops"),
        ("memory.graph.rcall_limit", "recall_limit"),
        ("memory.grph", "graph"),
        ("memroy", "memory"),
        ("memory.graph.note_linking.link_weight_decay_lambda", "memory.graph.link_weight_decay_lambda"),
        ("max_edges_per_message", "memory.graph.max_edges_per_message"),
        ("memory.graph.qqqqqq", None),
    ],
)
def test_the_nearest_key(wrong: str, right: str | None) -> None:
    assert nearest(tuple(wrong.split("."))) == right


def test_a_key_knows_its_variable() -> None:
    key = find_key(("memory", "graph", "max_hops"))
    assert key is not None
    assert key.variable == "ZEPH_MEMORY__GRAPH__MAX_HOPS"
