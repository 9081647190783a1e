"""Models that fit a machine."""

import pytest

from zeph.models.ollama.catalogue import catalogue, first_model, fitting

GB = 1_000_000_000


@pytest.mark.parametrize(("memory", "largest"), [(4 * GB, 2), (8 * GB, 5), (16 * GB, 11), (64 * GB, 47), (None, 6)])
def test_what_fits_leaves_room_for_the_rest(memory: int | None, largest: int) -> None:
    found = fitting(memory)
    assert found and found[0].size <= largest * GB
    assert [model.size for model in found] == sorted((model.size for model in found), reverse=True)


def test_the_list_is_in_order_and_the_first_one_is_of_it() -> None:
    sizes = [model.size for model in catalogue()]
    assert sizes == sorted(sizes) and first_model() in {model.name for model in catalogue()}
    assert fitting(1 * GB) == ()
