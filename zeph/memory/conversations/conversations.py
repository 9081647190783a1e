"""The conversations of one memory: found, read, named, summarised. To delete one is to forget it.

In: ids, beginnings of ids, words. Out: conversations and messages, as records.
"""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from typing import Any

from zeph.clock import Moment
from zeph.errors import NotFound, UsageError
from zeph.models.ports import ChatModel
from zeph.records.message import Conversation, Message
from zeph.records.stretch import Stretch
from zeph.records.summary import Summary
from zeph.safety.text import clean_text, one_line
from zeph.safety.told_secrets import hide_secrets
from zeph.storage.ports import Reader, Store, Where

SEARCHED_MESSAGES = 500
LONGEST_TITLE = 200
ARCHIVE = "archive"
TOLD_BY_MODEL = "tools"
LONGEST_TYPED = 4000
"""Characters from which a message is a text pasted in."""
EVER = ("0000-01-01 00:00:00", "9999-12-31 23:59:59")

Spawn = Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None]"]
"""Starts something that nobody waits for; what the storage refuses is logged."""


class Conversations:
    """The conversations of one space."""

    def __init__(
        self, store: Store, space_id: int, chat: ChatModel | None, now: Callable[[], Moment], spawn: Spawn
    ) -> None:
        """``chat`` writes summaries, and is big enough for it; without it they are sentences of the people
        themselves."""
        self._store = store
        self._space_id = space_id
        self._chat = chat
        self._now = now
        self._spawn = spawn
        self._summarising: dict[int, asyncio.Task[None]] = {}

    async def last(self) -> Conversation | None:
        """The latest chat; None where there was none."""
        found = await self._store.messages.conversations(self._space_id, 1, "chat")
        return found[0] if found else None

    async def of_agent(self, name: str, title: str) -> Conversation:
        """Where another program says what is to be kept; made with this title at first use."""
        return await self._store.messages.conversation(self._space_id, "agent", name, title)

    async def begun_with(self, prefix: str) -> Sequence[Conversation]:
        """Those whose ids begin so."""
        return await self._store.messages.find_conversation(self._space_id, prefix)

    async def stands_for(self, group: str, key: str, messages: Sequence[Message]) -> None:
        """What a program keeps under this key of its own says these messages from now on, and nothing else: facts that
        only what it said before tells have ended. ``group``: how the ids of its conversations begin."""
        said = [message.external_id for message in messages]
        await self._store.watched_notes.put(self._space_id, group, group, {key: (said, self._now())})

    async def archive(self) -> Conversation:
        """Where a model keeps notes of its own; made at first use."""
        return await self.of_agent(ARCHIVE, "Notes of the model's own")

    async def of_model(self) -> Conversation:
        """Where a model tells facts that are to be remembered; made at first use."""
        return await self.of_agent(TOLD_BY_MODEL, "Told by a model")

    async def find_archive(self) -> Conversation | None:
        """None where nothing was kept there yet."""
        return await self._of_agent_if_there(ARCHIVE)

    async def of_strangers(self, messages: Iterable[Message]) -> bool:
        """Whether one of them came in by a file or another program, or was said here with such before it; what a model
        kept by its own tools did not."""
        messages = [*messages]
        if any(message.strange for message in messages):
            return True
        others = {message.conversation_id for message in messages if message.imported or message.noted}
        if not others:
            return False
        own = [await self._of_agent_if_there(name) for name in (ARCHIVE, TOLD_BY_MODEL)]
        return bool(others - {one.id for one in own if one is not None})

    async def told_strangers(self) -> bool:
        """Whether anything that came in by a file or another program was ever kept here."""
        for kind in ("import", "agent"):
            for talk in await self._store.messages.conversations(self._space_id, SEARCHED_MESSAGES, kind):
                if kind == "import" or talk.external_id not in (ARCHIVE, TOLD_BY_MODEL):
                    return True
        return await self._store.read(lambda reader: reader.messages.has_strange(self._space_id))

    async def _of_agent_if_there(self, name: str) -> Conversation | None:
        found = await self._store.messages.find_conversation(self._space_id, name)
        return next((one for one in found if one.external_id == name and one.kind == "agent"), None)

    async def find(self, prefix: str) -> Conversation:
        """The one whose id begins so. Raises NotFound, and UsageError where several do."""
        found = await self._store.messages.find_conversation(self._space_id, prefix) if prefix.strip() else []
        if not found:
            raise NotFound(f"No conversation begins with {prefix!r}; `zeph sessions list` shows them.")
        if len(found) > 1:
            raise UsageError(f"{len(found)} conversations begin with {prefix!r}; type more of the id.")
        return found[0]

    async def search(self, text: str, limit: int = 20) -> list[tuple[Conversation, list[Message]]]:
        """Those with messages that hold every word of ``text``, best first, each with those messages."""
        from zeph.memory.recall.query.words_typed import beginnings

        query = beginnings(clean_text(text))
        hits = await self._store.read(lambda r: r.search.messages(self._space_id, query, SEARCHED_MESSAGES, None))
        said = await self._store.read(lambda r: r.messages.by_id([i for i, _ in hits]))
        found: dict[int, list[Message]] = {}
        for message_id, _ in hits:
            found.setdefault(said[message_id].conversation_id, []).append(said[message_id])
        talks = await self._store.messages.conversations_by_id([*found])
        return [(talks[i], found[i]) for i in [*found][:limit]]

    async def said_lately(self, limit: int, *, before_id: int | None = None) -> list[Message]:
        """What the person typed last in any talk, in the order of time, of the last ``limit`` messages."""
        where = Where(self._space_id, before_id)

        def read(reader: Reader) -> list[Message]:
            ids = reader.messages.said_in(Stretch(*EVER), where, limit, latest=True)
            typed = reader.messages.typed(ids, LONGEST_TYPED)
            said = reader.messages.by_id([*typed])
            return [said[i] for i in reversed(ids) if i in said]

        return await self._store.read(read)

    async def typed_behind(
        self, ids: Sequence[int], limit: int, *, before_id: int | None = None
    ) -> dict[int, list[Message]]:
        """The messages that the person typed next in the same talk, by the id of that before them."""
        return await self._store.read(lambda reader: reader.messages.typed_behind(ids, before_id, limit))

    async def rename(self, conversation_id: int, title: str) -> str:
        """The title as it is stored: one line, at most 200 characters. Raises UsageError for an empty one."""
        stored = hide_secrets(one_line(title)).text[:LONGEST_TITLE].strip()
        if not stored:
            raise UsageError("A title needs at least one character.")
        await self._store.messages.rename_conversation(conversation_id, stored)
        return stored

    async def message(self, message_id: int) -> Message:
        """One message of any conversation. Raises NotFound."""
        found = (await self._store.read(lambda r: r.messages.by_id([message_id]))).get(message_id)
        if found is None or found.space_id != self._space_id:
            raise NotFound(f"There is no message {message_id}.")
        return found

    async def messages(self, ids: Collection[int]) -> Sequence[Message]:
        """Those of them that are there."""
        found = await self._store.read(lambda r: r.messages.by_id([*ids])) if ids else {}
        return [one for one in found.values() if one.space_id == self._space_id]

    async def history(
        self, conversation_id: int, limit: int = 200, *, before_id: int | None = None, after_id: int | None = None
    ) -> list[Message]:
        """The last messages, oldest first; those before a message, or the first ones after it, where one is given."""
        return await self._store.messages.history(conversation_id, limit, before_id=before_id, after_id=after_id)

    async def said_between(self, since: Moment | None, until: Moment | None, limit: int) -> Sequence[Message]:
        """What was said from ``since`` until before ``until`` in any conversation, latest first."""
        stretch = Stretch(since or EVER[0], until or EVER[1])

        def read(reader: Reader) -> list[Message]:
            ids = reader.messages.said_in(stretch, Where(self._space_id), limit, latest=True)
            found = reader.messages.by_id(ids)
            return [found[i] for i in ids]

        return await self._store.read(read)

    async def summary(self, conversation_id: int) -> Summary | None:
        """What the conversation said before its latest part; None where it is short or not summarised yet."""
        return await self._store.summaries.of_conversation(conversation_id)

    def summarise(self, conversation_id: int, until_id: int) -> "asyncio.Task[None]":
        """The summary tells of everything up to that message before long; nobody need wait for it."""
        task = self._summarising.get(conversation_id)
        if task is None or task.done():
            task = self._spawn(self._refresh_summary(conversation_id, until_id))
            self._summarising[conversation_id] = task
        return task

    async def _refresh_summary(self, conversation_id: int, until_id: int) -> None:
        from zeph.memory.conversations.rolling_summary import RollingSummary

        await RollingSummary(self._store.summaries, self._chat, self._now).refresh(conversation_id, until_id)

    async def compact(self, conversation_id: int) -> Summary | None:
        """Sums up what was said so far, which is not sent to a model again (it is found as before); None where
        nothing was said."""
        from zeph.memory.conversations.rolling_summary import RollingSummary

        last = await self.history(conversation_id, 1)
        if not last:
            return None
        summary = RollingSummary(self._store.summaries, self._chat, self._now)
        return await summary.compact(conversation_id, last[-1].id)

    def stop_summarising(self) -> None:
        """Cuts off the summaries that are being written; the next turn of each conversation tries again."""
        for task in self._summarising.values():
            task.cancel()

    # The last method: below it, ``list`` in an annotation would mean this one.
    async def list(self, limit: int = 50) -> list[Conversation]:
        """Latest first."""
        return await self._store.messages.conversations(self._space_id, limit)
