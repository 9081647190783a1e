"""The spaces of one memory: what each holds; made, found by name, taken out whole.

In: names. Out: spaces, and what would go with one. A name is one line of at most 200 characters.
"""

from collections.abc import Callable
from difflib import get_close_matches

from zeph.clock import Moment
from zeph.errors import NotFound, UsageError
from zeph.records.forgetting import Forgotten
from zeph.records.space import LONGEST_SPACE, Space
from zeph.safety.text import one_line
from zeph.storage.ports import Store

NEAR = 0.6
"""How alike (difflib's ratio) a mistyped name is to the one that was meant."""


class Spaces:
    """All spaces of the file, whichever of them is in use."""

    def __init__(self, store: Store, in_use: int, now: Callable[[], Moment]) -> None:
        self._store = store
        self._in_use = in_use
        self._now = now

    async def all(self) -> list[Space]:
        """By name, each with what it holds."""
        return await self._store.spaces.all()

    async def named(self, name: str) -> Space:
        """Raises NotFound, with the nearest name."""
        return await of_name(self._store, name)

    async def make(self, name: str) -> Space:
        """A new one. Raises UsageError for a name that is none, or is taken."""
        wanted = space_name(name)
        if await self._store.find_space(wanted) is not None:
            raise UsageError(f"There is a space {wanted} already.")
        await self._store.space(wanted)
        return await self.named(wanted)

    async def would_go(self, space: Space) -> tuple[Forgotten, frozenset[str]]:
        """What goes with it, and words that nothing else in it holds. Raises UsageError for one that stays."""
        from zeph.memory.edits.forget_targets import ForgetTargets

        if space.id == self._in_use:
            raise UsageError(f"{space.name} is in use: use another space first.")
        if space.id == min(one.id for one in await self.all()):
            raise UsageError(f"A memory begins with {space.name}, which stays: `/forget --everything` empties it.")
        targets = ForgetTargets(self._store, space.id, self._now(), None)
        try:
            gone = await targets.preview(await targets.everything())
        except NotFound:
            gone = Forgotten((), (), (), (), {})
        return gone, await targets.telling_words(gone)

    async def remove(self, space: Space) -> str:
        """The space goes with all that is in it; why its bytes are in the file for a while yet, or nothing."""
        return await self._store.spaces.remove(space.id)


async def of_name(store: Store, name: str) -> Space:
    """Raises NotFound, with the nearest name."""
    wanted = space_name(name)
    known = {space.name: space for space in await store.spaces.all()}
    if wanted not in known:
        near = get_close_matches(wanted, known, 1, NEAR)
        meant = f" Did you mean {near[0]}?" if near else f" There is: {', '.join(known)}."
        raise NotFound(f"There is no space {wanted}.{meant} `zeph spaces new {wanted}` makes it.")
    return known[wanted]


def space_name(text: str) -> str:
    """As it is stored. Raises UsageError for what cannot be one."""
    name = one_line(text).strip()
    if not name or len(name) > LONGEST_SPACE:
        raise UsageError(f"A space's name is one line of at most {LONGEST_SPACE} characters.")
    return name
