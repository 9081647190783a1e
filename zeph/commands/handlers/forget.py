"""`zeph memory forget` and `/forget`: something goes for good, after it was shown."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from zeph.agent.answers.second_person import to_you
from zeph.agent.file_traces import forget_traces, own_copies
from zeph.commands import json_shapes
from zeph.commands.aspects_meant import meant_or_aspect, nearest_meant
from zeph.commands.orders import forgetting
from zeph.commands.outputs import Data, Output, Rewritten, Rows, Status, Text, Warn, counted
from zeph.commands.owner_meant import of_whom
from zeph.commands.types import CommandContext
from zeph.errors import NotFound, UsageError
from zeph.memory.edits.sentences_about import told_stems
from zeph.memory.ingest.intents.order_of import fits, let_be_of, order_of
from zeph.records.forgetting import Forgotten, Target
from zeph.records.message import PERSON, Message

SHOWN = 20
STAYING = 5
"""Messages that are shown of those that stay."""
QUOTED = 100
GOING = 1_000
"""Characters that are shown of a message that stays, and of what goes or stays of one that is cut."""
NAMES = {
    "graph_edges": "fact", "messages": "message", "cut_messages": "sentence", "conversations": "conversation",
    "graph_entities": "name", "profile_lines": "profile line", "graph_relations": "learned relation",
    "memory_blocks": "block", "block_sentences": "line of a block|lines of blocks",
    "tool_messages": "call of a tool|calls of tools",
    "reopened": "earlier fact current again|earlier facts current again",
    "history_entries": "line of the input history|lines of the input history", "log_lines": "log line",
    "automatic_copies": "automatic copy", "pictures": "picture of the graph|pictures of the graph",
}  # fmt: skip
"""What a person calls what went: singular and plural; rows of other tables go with these and are not told."""
LEFT_ALONE = (
    "Nothing was forgotten: “forget my last message” takes out what you said last{}, “forget my address” what you name."
)
NEAREST = "Nothing that I remember says “{}” in these words. Nearest to it is this:"
NOTHING_KEPT = "Nothing was forgotten: this is private, and what you say here is kept nowhere anyhow."
LAST_QUOTED = 60
IN_PART = (
    "“{}” is but a part of what I noted: “{}”. All of that would go. "
    "To put the part right instead, say no, and then how it is."
)
ONLY_SO = "Nothing was forgotten: it is told only where you say what is so instead (“{}”)."
SEVERAL = 2
"""Words that say something, of a fact beside the part that is named."""
OWN = frozenset({PERSON.casefold()})
OWNED = f"{PERSON}'s "
"""How things of the person begin that have no name: their sister."""
ORDERED = "forget"
"""The order that the words behind `/forget` are."""
KINDS = ("message", "conversation", "entity", "fact", "matching")


async def forget(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    target = await _target(context, values)
    async for output in _forget(context, target, sure=values["yes"], hint="--yes forgets without asking."):
        yield output


async def slash(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """`/forget WHAT`: a fact by its number, a thing by its name, else what is said in these words."""
    what = str(values["what"] or "").strip()
    if let_be_of(what) or let_be_of(f"{ORDERED} {what}"):
        yield Text(await _left_alone(context))
        return
    order = order_of(f"{ORDERED} {what}") if what else None
    if order is not None and order.kind == "forget" and order.about != "what":
        values = values | forgetting(order)
    if values["last"] and context.chat and context.chat.unkept is not None and context.chat.unkept.messages:
        yield Text(NOTHING_KEPT)
        return
    try:
        target = await _meant(context, values)
    except NotFound:
        nearest = None if values["yes"] or not what else await nearest_meant(context.memory, what)
        if nearest is None:
            raise
        yield Text(NEAREST.format(what))
        target = nearest
    target = await of_whom(context.memory, what, values.get("before", ""), target)
    if instead := values.get("instead"):
        target = await _but_what_is_so(context, target, instead)
    for fact in await _named_in_part(context, what, target):
        yield Text(IN_PART.format(what, to_you(fact)))
    hint = "say it again with -y (--yes), which forgets without asking."
    async for output in _forget(context, target, sure=values["yes"], hint=hint):
        yield output


async def _but_what_is_so(context: CommandContext, target: Target, instead: str) -> Target:
    """Without the messages and facts that tell what is so instead, in the words of the order itself."""
    so, would = told_stems(instead), await context.memory.edits.forgetting.preview(target)
    said = [*would.messages, *(message for message, _ in would.cut)]
    stays = {message.id for message in said if so <= told_stems(message.text)}
    facts = {fact.id for fact in would.facts if so <= told_stems(fact.fact)}
    left = replace(
        target,
        messages=tuple(one for one in target.messages if one not in stays),
        cuts=tuple(one for one in target.cuts if one.message_id not in stays),
        facts=tuple(one for one in target.facts if one not in facts),
    )
    if (stays or facts) and not (left.messages or left.cuts or left.facts or left.entities):
        raise NotFound(ONLY_SO.format(instead))
    return left


async def _named_in_part(context: CommandContext, what: str, target: Target) -> list[str]:
    """The sentences of facts that would go whole, where what is named is a claim that is but a part of them."""
    named = told_stems(what)
    if not named or not fits("told_beside", what):
        return []
    would = await context.memory.edits.forgetting.preview(target)
    told = {one.fact: told_stems(one.fact, but=OWN) for one in would.facts}
    return [fact for fact, stems in told.items() if named <= stems and len(stems - named) >= SEVERAL]


async def _left_alone(context: CommandContext) -> str:
    """What to say to "forget it", which names nothing that could go."""
    assert context.chat is not None, "this command only runs in a chat"
    if context.chat.unkept is not None:
        return NOTHING_KEPT
    last = await context.memory.edits.forgetting.said_last(context.chat.conversation.id)
    return LEFT_ALONE.format(f" (“{_short(last[0].text, LAST_QUOTED)}”)" if last else "")


async def _meant(context: CommandContext, values: Mapping[str, Any]) -> Target:
    targets, what = context.memory.edits.forgetting, str(values["what"] or "").strip()
    if values["everything"]:
        return await targets.everything()
    if values["last"] or values["conversation"]:
        assert context.chat is not None, "this command only runs in a chat"
        talk = context.chat.conversation.id
        count = int(values["last"])
        return await targets.last_messages(talk, count) if count else Target(conversations=(talk,))
    if not what:
        raise UsageError("Say what to forget: a fact's number (#12), a name, or words; or --last, --conversation.")
    return await meant_or_aspect(context.memory, what, keep_messages=values["keep_messages"])


async def _target(context: CommandContext, values: dict[str, Any]) -> Target:
    asked = [kind for kind in KINDS if values[kind] is not None]
    if len(asked) != 1:
        raise UsageError(
            "Say what to forget: --message ID, --conversation ID, --entity NAME, --fact ID or --matching WORDS."
        )
    targets, kind, keep = context.memory.edits.forgetting, asked[0], values["keep_messages"]
    if kind == "conversation":
        return Target(conversations=((await context.memory.conversations.find(values[kind])).id,))
    if kind == "entity":
        return await targets.entity(values[kind], with_messages=values["with_messages"], keep_messages=keep)
    if kind == "message":
        return await targets.message(values[kind])
    if kind == "fact":
        return await targets.fact(values[kind], keep_messages=keep)
    return await targets.matching(values[kind])


async def _forget(context: CommandContext, target: Target, *, sure: bool, hint: str) -> AsyncIterator[Output]:
    would = await context.memory.edits.forgetting.preview(target)
    for output in _shown(would):
        yield output
    if not sure and not context.confirm("Forget this for good?"):
        raise UsageError(f"Nothing was forgotten; {hint}")
    yield Status("Forgetting, and writing the file anew without it…")
    gone, counts = await remove(context, target, would)
    if context.session is not None:
        context.session.agent.since.forgot(", ".join(_told(counts)), len(gone.mentioned_in), gone.lingers)
    for output in removal_receipt(
        "Forgotten", counts, gone, await asyncio.to_thread(own_copies, context.paths, context.db)
    ):
        yield output
    yield Data(
        {
            "deleted": counts,
            "messages": [m.id for m in gone.messages],
            "cut": [m.id for m, _ in gone.cut],
            "facts": [json_shapes.fact(f) for f in gone.facts],
            "entities": list(gone.entities),
            "still_mentioned_in": [m.id for m in gone.mentioned_in],
            "profile_lines": list(gone.lines),
            "profile_lines_kept": list(gone.lines_kept),
            "blocks": [{"label": label, "sentence": sentence} for label, sentence in gone.blocks],
        }
    )


async def remove(context: CommandContext, target: Target, would: Forgotten) -> tuple[Forgotten, dict[str, int]]:
    """(what went, rows and traces per kind). Traces go first: without the rows nobody could say what to look for."""
    words = await context.memory.edits.forgetting.telling_words(would)
    traces = await asyncio.to_thread(forget_traces, context.paths, context.db, would, words)
    gone = await context.memory.forget(target)
    return gone, dict(gone.rows) | traces


def removal_receipt(word: str, counts: Mapping[str, int], gone: Forgotten, copies: Iterable[Path]) -> Iterator[Output]:
    """The receipt."""
    yield Rewritten(f"{word}: " + (", ".join(_told(counts)) or "nothing that has a name of its own") + ".")
    if gone.lingers:
        where = f"Its bytes are in the file for a while yet: {gone.lingers}."
        yield Warn(f"{where} The next `zeph chat` or `zeph db vacuum` removes them.", True)
    for copy in copies:
        yield Text(f"{copy} was made of this memory and may still hold it; delete it or make it anew.")


def _told(counts: Mapping[str, int]) -> list[str]:
    return [_counted(counts[name], noun) for name, noun in NAMES.items() if counts.get(name)]


def _counted(number: int, noun: str) -> str:
    """ "2 facts"; a noun that changes elsewhere than at its end has its plural behind a bar."""
    one, _, several = noun.partition("|")
    return counted(number, one) if not several or number == 1 else f"{number:,} {several}"


def _shown(what: Forgotten) -> Iterator[Output]:
    """In plain words: what was noted, and what people said; answers that say it again are counted."""
    if what.facts:
        yield Rows(("what I noted",), [(to_you(f.fact),) for f in what.facts[:SHOWN]], "")
    yield from _said(what)
    names = [name for name in what.entities if name != PERSON]
    counts = {
        "fact": len(what.facts), "message": len(what.messages), "sentence": len(what.cut), "name": len(names),
        "profile line": len(what.lines), "block": what.rows.get("memory_blocks", 0),
        "line of a block|lines of blocks": what.rows.get("block_sentences", 0),
    }  # fmt: skip
    yield Text("To go: " + ", ".join(_counted(n, noun) for noun, n in counts.items() if n) + ".")
    if named := [name for name in names if not name.islower() and not name.startswith(OWNED)]:
        yield Text(f"Names to go: {', '.join(named[:SHOWN])}{', …' if len(named) > SHOWN else ''}")
    for line in what.lines:
        yield Text(f"To go from your profile: {line}")
    for label, sentence in what.blocks:
        yield Text(f"To go from the block {label}: {sentence}" if sentence else f"To go: the block {label}, whole")
    yield from _staying(what.mentioned_in, what.lines_kept)


def _said(what: Forgotten) -> Iterator[Output]:
    """What people said of it, whole, and what of that stays."""
    texts = [*((m, m.text) for m in what.messages), *what.cut]
    said = [(_who(m), m.sent_at[:10], _short(text, GOING)) for m, text in texts if m.role != "assistant"]
    if said:
        yield Rows(("who said it", "when", "what"), said[:SHOWN], "")
    for (message, _), left in zip(what.cut, what.left, strict=True):
        if message.role != "assistant" and any(map(str.isalnum, left)):
            yield Text(f"Of what {_who(message)} said there stays: “{_short(left, GOING)}”")
    if len(texts) > len(said):
        yield Text(f"With it go {_counted(len(texts) - len(said), 'place|places')} in my answers that say it again.")


def _staying(messages: Sequence[Message], lines: Sequence[str]) -> Iterator[Output]:
    if messages:
        several = f"{len(messages):,} messages also speak of it and stay"
        several += f"; the first {STAYING}:" if len(messages) > STAYING else ":"
        yield Text("1 message also speaks of it and stays:" if len(messages) == 1 else several)
        rows = [(_who(m), m.sent_at[:10], _short(m.text)) for m in messages[:STAYING]]
        yield Rows(("who said it", "when", "what"), rows, "")
    for line in lines:
        yield Text(f"Stays in your profile, where you wrote it (`/profile drop` takes it out): {line}")


def _who(message: Message) -> str:
    if message.role == "assistant":
        return "I"
    return "you" if message.person == PERSON else message.person


def _short(text: str, most: int = QUOTED) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[:most].rsplit(" ", 1)[0] + " …"
