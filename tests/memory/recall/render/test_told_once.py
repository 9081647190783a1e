"""One line for one fact."""

import pytest

from tests.memory.recall.conftest import EDGE
from zeph.memory.recall.render.told_once import told_once
from zeph.records.edge import Edge

KEPT = EDGE._replace(
    source_id=1, source="User", canonical_relation="allergic_to", target="walnuts", fact="User is allergic to walnuts",
    edge_type="semantic",
)  # fmt: skip


def left(edge: Edge) -> bool:
    return len(list(told_once((KEPT, edge._replace(id=KEPT.id + 1))))) == 1


@pytest.mark.parametrize(
    "other",
    [
        KEPT._replace(target="walnut"),
        KEPT._replace(edge_type="temporal", canonical_relation="has_event"),
        KEPT._replace(canonical_relation="has_condition", fact="User has a walnut allergy."),
        KEPT._replace(source_id=7, source="User's walnuts", fact="User is allergic to User's walnuts"),
    ],
)
def test_the_same_in_other_words_is_left_out(other: Edge) -> None:
    assert left(other)


@pytest.mark.parametrize(
    "other",
    [
        KEPT._replace(source_id=7, source="Runa", fact="Runa is allergic to walnuts"),
        KEPT._replace(fact="User is not allergic to walnuts"),
        KEPT._replace(target="hazelnuts", fact="User is allergic to hazelnuts"),
        KEPT._replace(valid_until="2024-06-01 00:00:00"),
        KEPT._replace(edge_type="temporal", fact="User has a walnut allergy"),
        KEPT._replace(canonical_relation="member_of", fact="User has a walnut club"),
    ],
)
def test_what_says_more_or_of_another_time_or_one_is_told(other: Edge) -> None:
    assert not left(other)
