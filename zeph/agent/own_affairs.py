"""What the person has to do, has on, owes and is owed, told whole from what they typed.

In: a text, a memory. Out: the lines of an answer, which go before a model too; empty where something else is asked.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from zeph.agent.answers.about_person import FACTS
from zeph.agent.answers.agenda import (
    asked_for_agenda,
    dated_facts,
    lines_of_agenda,
    moved_facts,
    of_what_is_asked,
    told_moved,
    told_of_agenda,
    told_off,
    without_changed,
)
from zeph.agent.answers.dated import Dated
from zeph.agent.answers.dated_things import dated_things
from zeph.agent.answers.debts import OWES, about_whom, as_owed_now, asks_of_debts, told_of_debts, told_since
from zeph.agent.answers.lent_things import RELATIONS, asks_of_lending, told_of_lending
from zeph.agent.answers.moved_things import may_move, moved_since
from zeph.agent.answers.open_tasks import (
    SAID,
    asked_beside,
    asked_for_tasks,
    asked_of_task,
    list_asked,
    may_tell_tasks,
    name_asked,
    spoken_of,
    surely_asks_for_tasks,
    tasks_of,
    told_of_change,
    told_of_list,
    told_of_named,
    told_of_none,
    told_of_task,
    told_undone,
)  # fmt: skip
from zeph.agent.answers.second_person import said_to_you
from zeph.agent.answers.standing import standing
from zeph.agent.answers.talk_kinds import is_civil
from zeph.agent.answers.undone import undoes, undone_next, without_undone
from zeph.memory.debts import debt_reader
from zeph.memory.debts.speaking import may_tell, words_said
from zeph.memory.facade import Memory
from zeph.memory.language.questions import is_question
from zeph.memory.recall.query.time_intent import local_moment
from zeph.records.message import PERSON, Message
from zeph.records.recalled import Recalled
from zeph.records.revision import Receipt
from zeph.records.stretch import FOR_EVER, Stretch
from zeph.safety.text import one_line

UNDONE = "{} (`/graph undo {}` takes it back.)"
TAKEN_BACK = "Taken back, and told no more: “{}”."


class OwnAffairs:
    """Reads one memory."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def planned(self, text: str, before_id: int | None) -> str:
        """What the person has to do, or has on, where all that is asked is that; else empty."""
        if asks_of_lending(text) and (lent := await self._lent(text)):
            return "\n".join(filter(None, (lent, await self._owed(text, before_id))))
        asked, name, now = asked_for_tasks(text), name_asked(text), self._memory.now
        said = await self.said(before_id) if asked or name or asked_of_task(text) else []
        if left := (asked and told_of_list(text, said, now)) or (name and told_of_named(name, said, now)):
            return left
        if owed := await self._owed(text, before_id):
            return owed
        if asked_of_task(text) and (one := told_of_task(text, tasks_of(said), now)):
            return one
        days = asked_for_agenda(text, local_moment(now))
        told = of_what_is_asked(await self._dated(before_id), text, days) if days else None
        return told_of_agenda(*told, text) if told else ""

    async def _lent(self, text: str) -> str:
        """What is lent or borrowed, where something is; else empty."""
        return told_of_lending(text, await self._memory.facts_of_relations(RELATIONS))

    async def _owed(self, text: str, before_id: int | None) -> str:
        """What somebody owes, where it asks for that; else empty."""
        if not asks_of_debts(text):
            return ""
        said = await self._standing(debt_reader.SAID, before_id)
        debts = await self._memory.debts.read(said, about_whom(text))
        return told_of_debts(text, debts, said, self._memory.now)

    async def up_to_date(self, recalled: Recalled, before_id: int | None) -> Recalled:
        """With what is owed now in the place of what was once, and without days from which a later message that was
        recalled too moved something."""
        recalled = await self._without_moved(recalled)
        if all(fact.edge.canonical_relation != OWES for fact in recalled.facts):
            return recalled
        debts = await self._memory.debts.read(await self._standing(debt_reader.SAID, before_id))
        now = self._memory.now
        facts = (as_owed_now(fact, debts, now) for fact in recalled.facts)
        return replace(recalled, facts=tuple(fact for fact in facts if fact is not None))

    async def _without_moved(self, recalled: Recalled) -> Recalled:
        dated = [fact.edge for fact in recalled.facts if fact.edge.valid_from_stated]
        first = min((source for edge in dated for source in edge.sources), default=0)
        said = sorted((one.message for one in recalled.messages if one.message.role == "user"), key=lambda m: m.id)
        if not dated or not any(message.id > first and may_move(message.text) for message in said):
            return recalled
        things = await asyncio.to_thread(dated_things, said, local_moment(self._memory.now))
        gone = moved_since(dated, things)
        return replace(recalled, facts=tuple(fact for fact in recalled.facts if fact.edge.id not in gone))

    async def told_beside(self, tasks: str, whole: str, question: str, text: str, before_id: int | None) -> str:
        """What it asks of plans, beside what it said of ``tasks``."""
        if tasks:
            asks = question != whole and not asked_beside(whole)
            return await self.planned(text, before_id) if asks else ""
        return await self.planned(text, before_id) or await self._coming_instead(text, before_id)

    async def undone(self, talk: int, before_id: int | None) -> str:
        """What the last message of a talk told and changed is taken back: a line each; empty where it did neither."""
        said = await self.said(before_id)
        last = undone_next(said, talk)
        if last is None:
            return ""
        done = await self._memory.edits.undo_of(last.id)
        facts = UNDONE.format(said_to_you(done.sentence), done.revision_id) if done is not None else ""
        changed = "\n".join(filter(None, (facts, told_undone(said, last))))
        off = changed or told_off(await asyncio.to_thread(dated_things, [last], local_moment(last.sent_at)))
        return off or TAKEN_BACK.format(one_line(last.text))

    async def without_taken_back(
        self, recalled: Recalled, behind: Mapping[int, Sequence[Message]], before_id: int | None
    ) -> Recalled:
        """Without the messages that were taken back. ``behind``: what was typed next, of which one that undoes nothing
        needs no look at the talk."""
        if not any(undoes(message.text) for said in behind.values() for message in said):
            return recalled
        said = await self.said(before_id)
        stays = {message.id for message in without_undone(said)}
        gone = {message.id for message in said if message.id not in stays}
        return replace(recalled, messages=tuple(one for one in recalled.messages if one.message.id not in gone))

    async def changed_tasks(self, text: str, before_id: int) -> str:
        """What a message puts on the list or takes off it, and what is left then where it asks for that too."""
        said = await self.said(before_id)
        told = told_of_change(text, said if may_tell_tasks(text) else spoken_of(text, said), self._memory.now)
        if not told or not (rest := asked_beside(text)):
            return told
        left = told_of_list(rest if list_asked(rest) else text, await self.said(before_id + 1))
        return "\n".join(filter(None, (told, left.partition("\n- ")[0])))

    async def changed(self, text: str, message: int, receipt: Receipt | None) -> str:
        """What a message, by its id, puts on a list or takes off, else moves to another day that no fact tells."""
        told = bool(receipt and (receipt.changed or receipt.superseded))
        changed = await self.changed_tasks(text, message) or ("" if told else await self._moved(text, message))
        return changed or await self._owed_since(text, message)

    async def _owed_since(self, text: str, message: int) -> str:
        """What is owed since a message, by its id, that tells of money which moved; empty for any other."""
        if is_question(text) or not may_tell(text, words_said(text)):
            return ""
        said = await self._standing(debt_reader.SAID, message + 1)
        return told_since(await self._memory.debts.read(said), message)

    async def _moved(self, text: str, message: int) -> str:
        if not may_move(text) or is_question(text):
            return ""
        now = local_moment(self._memory.now)
        since = await asyncio.to_thread(dated_things, await self._standing(SAID, message + 1), now)
        if all(one.source != message for one in since):
            return ""
        before = await asyncio.to_thread(dated_things, await self._standing(SAID, message), now)
        return told_moved(before, since, message, text)

    async def _coming_instead(self, text: str, before_id: int | None) -> str:
        """Where it asks for what is to be done and none of that was told, what is coming up; else empty."""
        if not surely_asks_for_tasks(text):
            return ""
        ahead = Stretch(local_moment(self._memory.now), FOR_EVER)
        return told_of_none(lines_of_agenda(await self._dated(before_id), ahead))

    async def said(self, before_id: int | None) -> list[Message]:
        """What they typed last, before that message."""
        return await self._memory.conversations.said_lately(SAID, before_id=before_id)

    async def _standing(self, most: int, before_id: int | None) -> list[Message]:
        """The same as it stands: without what was taken back, and with what was put right."""
        said = await self._memory.conversations.said_lately(most, before_id=before_id)
        return await asyncio.to_thread(standing, said)

    async def _dated(self, before_id: int | None) -> list[Dated]:
        """Things with their days, as they were told."""
        now = local_moment(self._memory.now)
        said = await self._standing(SAID, before_id)
        _, facts = await self._memory.facts(PERSON, limit=FACTS, to_come=True)
        said = [m for m in said if not is_civil(m.text) and not (is_question(m.text) and asked_for_agenda(m.text, now))]
        ids = [message.id for message in said]
        things = await asyncio.to_thread(dated_things, said, now)
        changes = await self._memory.graph.changed_since([*{one.source for one in things}], self._memory.now)
        moved = moved_facts(facts, things, changes, now)
        stays = [one for one in without_changed(things, changes, moved) if one.source not in moved]
        return [*stays, *dated_facts(facts, ids, now), *dated_facts([*moved.values()], (), now)]
