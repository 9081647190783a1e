"""A sentence that takes for so what is over says so; where the present is asked for, it stands behind what is so."""

from typing import Any

import pytest

from tests.memory.recall.conftest import Life, lines

OVER = {"valid_until": "2026-05-01 00:00:00", "live": 0}


def boss(life: Life, **over: Any) -> int:
    """The one that told of a post."""
    priya = life.graph.entity("Priya", "person")
    life.graph.edge(priya, "manages", life.user, fact="Priya manages User", valid_from="2025-01-01 00:00:00", **over)
    post = life.graph.entity("post")
    life.graph.edge(
        priya, "takes", post, fact="Priya, User's boss, takes a post in Leeds", valid_from="2026-03-01 00:00:00"
    )
    return priya


async def test_what_a_sentence_leans_on_and_is_over_is_told_behind_it(life: Life) -> None:
    boss(life, **OVER)
    (line,) = [line for line in lines(await life.ask("Which post does Priya take?")) if "Leeds" in line]
    assert line.endswith(", no longer: Priya manages User)")


async def test_what_still_stands_or_stands_again_is_not(life: Life) -> None:
    boss(life)
    assert "no longer" not in " ".join(lines(await life.ask("Which post does Priya take?")))


@pytest.mark.parametrize(
    ("relation", "values"),
    [
        ("plans", OVER),  # it was carried out
        ("manages", OVER | {"expired_reason": "retracted", "expired_at": "2026-05-02 00:00:00"}),
        ("manages", OVER | {"valid_until": "2026-02-01 00:00:00"}),  # it was over when the sentence was told
        ("manages", OVER | {"valid_from": "2026-05-01 00:00:00", "valid_from_stated": 1}),  # it happened
    ],
)
async def test_only_states_that_ended_since(life: Life, relation: str, values: dict[str, Any]) -> None:
    priya = life.graph.entity("Priya", "person")
    life.graph.edge(priya, relation, life.user, fact="Priya manages User", **values)
    life.graph.edge(
        priya, "takes", life.graph.entity("post"), fact="Priya, User's boss, takes a post in Leeds",
        valid_from="2026-03-01 00:00:00", created_at="2026-03-01 00:00:00",
    )  # fmt: skip
    assert "no longer" not in " ".join(lines(await life.ask("Which post does Priya take?")))


async def test_what_goes_on_between_the_same_two_is_no_end(life: Life) -> None:
    priya = boss(life, **OVER)
    life.graph.edge(priya, "manages", life.user, fact="Priya manages User", valid_from="2026-06-01 00:00:00")
    assert "no longer" not in " ".join(lines(await life.ask("Which post does Priya take?")))


async def test_where_the_present_is_asked_for_what_is_so_stands_first(life: Life) -> None:
    levi, organ, recording, stops = (life.graph.entity(name) for name in ("Levi", "organ", "recording", "stops"))
    for source, relation, target, fact, values in (
        (levi, "plays", organ, "Levi plays the organ", OVER),
        (levi, "tries", stops, "Levi tries the stops of the organ", {}),
        (recording, "replaces", organ, "A recording plays instead of the organ", {}),
    ):
        life.graph.edge(source, relation, target, fact=fact, valid_from="2026-03-01 00:00:00", **values)
    told = lines(await life.ask("Does Levi or a recording play the organ now?"))
    assert told[0].startswith("A recording"), told
    assert told[-1].endswith(", no longer: Levi plays organ)") or "until" in told[-1], told


async def test_what_took_its_place_and_what_is_of_somebody_else_leans_on_nothing(life: Life) -> None:
    hull, leeds, sister = (life.graph.entity(name) for name in ("Hull", "Leeds", "User's sister"))
    started = {"valid_from": "2026-05-01 00:00:00", "created_at": "2026-05-01 00:00:00"}
    life.graph.edge(life.user, "lives_in", hull, fact="User lives in Hull", valid_from="2025-01-01 00:00:00", **OVER)
    life.graph.edge(life.user, "lives_in", leeds, fact="User moved from Hull to Leeds", **started)
    life.graph.edge(sister, "lives_in", hull, fact="User's sister lives in Hull", valid_from="2025-01-01 00:00:00")
    assert "no longer" not in " ".join(lines(await life.ask("where do I live now? and my sister in Hull?")))


async def test_what_was_told_on_the_day_of_an_end_leans_on_it(life: Life) -> None:
    pill, ankles = life.graph.entity("pink pill"), life.graph.entity("swollen ankles")
    life.graph.edge(life.user, "takes_medicine", pill, fact="User takes the pink pill", **OVER)
    life.graph.edge(
        life.user, "has_condition", ankles, fact="User has swollen ankles from the pink pill",
        valid_from="2026-05-01 00:00:00", created_at="2026-05-01 00:00:00",
    )  # fmt: skip
    (line,) = [one for one in lines(await life.ask("Are my ankles swollen?")) if "ankles" in one]
    assert line.endswith(", no longer: User takes medicine pink pill)")
