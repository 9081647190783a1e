"""What to forget, as a person names it: a message, an entity, a fact, or whatever holds some words.

In: ids and names as they are typed. Out: a target, and what would go with it; :meth:`Memory.forget` takes it out.
Raises NotFound where nothing is meant, and UsageError where too much is.
"""

from zeph.clock import Moment
from zeph.errors import NotFound, UsageError
from zeph.memory.edits.telling_words import telling_words
from zeph.memory.language.names import PRONOUNS, canonical_name
from zeph.memory.recall.query.vocabulary import words
from zeph.memory.recall.query.words_typed import every_word
from zeph.memory.views.lookup import entity_of_name, fact_of_number
from zeph.records.forgetting import Forgotten, Target
from zeph.records.view import View
from zeph.safety.text import clean_text
from zeph.storage.ports import Store

MATCHING = 1000
"""Messages, and facts, that one search may mean."""
SELF = frozenset({"user", "assistant"}) | PRONOUNS


class ForgetTargets:
    """Finds what is to be forgotten in one space."""

    def __init__(self, store: Store, space_id: int, now: Moment) -> None:
        self._store = store
        self._space_id = space_id
        self._now = now

    async def message(self, message_id: int) -> Target:
        """One message."""
        found = await self._store.read(lambda r: r.messages.by_id([message_id]))
        if message_id not in found or found[message_id].space_id != self._space_id:
            raise NotFound(f"There is no message {message_id}.")
        return Target(messages=(message_id,))

    async def fact(self, fact_id: int) -> Target:
        """One fact, whatever said it."""
        await fact_of_number(self._store, self._space_id, fact_id)
        return Target(facts=(fact_id,))

    async def entity(self, name: str, *, with_messages: bool = False) -> Target:
        """A thing with every fact about it; ``with_messages`` also what was said about it."""
        entity = await entity_of_name(self._store, self._space_id, name)
        if canonical_name(entity.name) in SELF:
            raise UsageError(f"“{entity.name}” is part of every talk: forget conversations or messages instead.")
        target = Target(entities=(entity.id,))
        if not with_messages:
            return target
        spoken = (await self.preview(target)).mentioned_in
        return Target(entities=(entity.id,), messages=spoken)

    async def matching(self, text: str) -> Target:
        """Messages, facts and the person's own lines in the profile that hold every word of ``text``."""
        query = every_word(clean_text(text))
        view = View(self._space_id, self._now)
        said = await self._store.read(lambda r: r.search.messages(self._space_id, query, MATCHING + 1, None))
        facts = await self._store.read(lambda r: r.search.edges(view, query, MATCHING + 1))
        lines = await self._lines(set(query.terms))
        if not said and not facts and not lines:
            raise NotFound(f"Nothing that is remembered holds all of these words: {text}")
        if max(len(said), len(facts)) > MATCHING:
            raise UsageError(f"More than {MATCHING} messages or facts hold these words: say it more narrowly.")
        return Target(messages=tuple(i for i, _ in said), facts=tuple(i for i, _ in facts), lines=lines)

    async def _lines(self, terms: set[str]) -> tuple[int, ...]:
        choices = await self._store.read(lambda r: r.profile.choices(self._space_id))
        return tuple(one.id for one in choices if terms and terms.issubset(words(one.text)))

    async def telling_words(self, gone: Forgotten) -> frozenset[str]:
        """Words of what :meth:`preview` shows that nothing else remembered holds, folded."""
        return await telling_words(self._store, View(self._space_id, self._now), gone)

    async def preview(self, target: Target) -> Forgotten:
        """What would go; nothing does."""
        return await self._store.care.forget(self._space_id, target, dry=True)
