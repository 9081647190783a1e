"""Findings cut to what a prompt has room for."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar


class Lined(Protocol):
    @property
    def line(self) -> str: ...


L = TypeVar("L", bound=Lined)


def within_budget(items: Iterable[L], tokens: int, most: int, count_tokens: Callable[[str], int]) -> tuple[L, ...]:
    """Best first until the budget is full; one that does not fit is passed over for a shorter one."""
    kept: list[L] = []
    for item in items:
        if len(kept) >= most or tokens <= 0:
            break
        cost = count_tokens(f"\n- {item.line}")
        if cost <= tokens:
            kept.append(item)
            tokens -= cost
    return tuple(kept)
