"""What to forget, as a person names it: a message, an entity, a fact, or what some words mean.

In: ids, names and words as they are typed. Out: a target, and what would go with it; :meth:`Memory.forget` takes it
out. With a fact go the sentences that told it, with a thing those that name it, unless they are to be kept; what else a
message says stays. Raises NotFound where nothing is meant, and UsageError where too much is.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from zeph.clock import Moment
from zeph.errors import NotFound, UsageError
from zeph.memory.blocks.block_sentences import holding, sentences_of, speaking_of
from zeph.memory.edits.clauses_about import clauses_about, clauses_with_most
from zeph.memory.edits.facts_of_cuts import MOST_CLAIMS, standing_on, tells_others
from zeph.memory.edits.sentences_about import (
    SAYS_NOTHING,
    around,
    beginning,
    begins_with_self,
    cuts_with_stems,
    holding_all,
    is_owned,
    is_to_person,
    naming,
    once,
    said_behind,
    searched_words,
    stems_in_order,
    tells_of,
    told_stems,
)  # fmt: skip
from zeph.memory.edits.telling_words import telling_words
from zeph.memory.ingest.intents.heeded import heeded, orders_forgetting, tells_nothing
from zeph.memory.ingest.intents.order_of import let_be_of
from zeph.memory.language.names import OWNING, PRONOUNS, asked_name, canonical_name
from zeph.memory.recall.query.vocabulary import words
from zeph.memory.recall.query.words_typed import beginnings, every_word
from zeph.memory.views.lookup import entity_of_name, fact_of_number
from zeph.records.block import Author
from zeph.records.edge import Edge
from zeph.records.forgetting import Cut, Forgotten, Target
from zeph.records.message import PERSON, Message
from zeph.records.view import View
from zeph.safety.text import clean_text
from zeph.storage.ports import Reader, Store, TextQuery

MATCHING = 1000
"""Messages, and facts, that one search may mean."""
SELF = frozenset({"user", "assistant"}) | PRONOUNS
SEVERAL = 2
"""Words that say something, from which a message that holds them all is what somebody means who names no fact."""
LAST, EVERY = 20, 1_000_000
"""Messages among which the last one is looked for; all conversations."""
NEAR, MOST_OF, FEW = 50, 2 / 3, 3
"""Messages that are looked at where none holds every word; the share of the words that one must hold; the most
sentences that the first word alone may mean."""
BEGINNING = 4
"""Letters of a word from which one that begins so is meant where there is none."""
AS_GOOD = 0.8
"""Of the best fact's score, from which another one that a search finds is meant too."""
Search = Callable[[str], Awaitable[Sequence[tuple[Edge, float]]]]
"""The facts that a search of the memory finds for some words, best first, with their scores."""


class ForgetTargets:
    """Finds what is to be forgotten in one space."""

    def __init__(self, store: Store, space_id: int, now: Moment, search: Search | None) -> None:
        self._store = store
        self._space_id = space_id
        self._now = now
        self._search = search

    async def message(self, message_id: int) -> Target:
        """One message."""
        found = await self._store.read(lambda r: r.messages.by_id([message_id]))
        if message_id not in found or found[message_id].space_id != self._space_id:
            raise NotFound(f"There is no message {message_id}.")
        return Target(messages=(message_id,))

    async def fact(self, fact_id: int, *, keep_messages: bool = False) -> Target:
        """One fact, whatever said it, and the sentences that did."""
        fact = await fact_of_number(self._store, self._space_id, fact_id)
        return Target(facts=(fact_id,), cuts=() if keep_messages else await self._told([fact]))

    async def entity(self, name: str, *, with_messages: bool = False, keep_messages: bool = False) -> Target:
        """A thing with every fact about it and the sentences that name it; ``with_messages``: whole messages."""
        entity = await entity_of_name(self._store, self._space_id, name)
        if canonical_name(entity.name) in SELF:
            raise UsageError(f"“{entity.name}” is part of every talk: forget conversations or messages instead.")
        if keep_messages:
            return Target(entities=(entity.id,))
        would = await self.preview(Target(entities=(entity.id,)))
        if with_messages:
            return Target(entities=(entity.id,), messages=tuple(message.id for message in would.mentioned_in))
        names = [entity.name, *entity.aliases]
        cuts = [cut for message in would.mentioned_in for cut in naming(message, names)]
        return Target(entities=(entity.id,), cuts=once([*cuts, *await self._told(would.facts)]))

    async def meant(self, text: str, *, keep_messages: bool = False) -> Target:
        """What a person means who says no more than that: a fact (#12), a thing by its name, else the facts that hold
        these words or that a search for them finds, and the sentences that do."""
        what = clean_text(text).strip()
        if what.startswith("#") and what[1:].strip().isdecimal():
            return await self.fact(int(what[1:]), keep_messages=keep_messages)
        if (named := await self._named(what)) is not None:
            return await self.entity(named, keep_messages=keep_messages)
        stems = told_stems(what, but=SELF)
        messages = await self._messages(what)
        if not messages and (begun := await self._begun(what)):
            return Target(cuts=begun)
        if all(map(tells_nothing, messages)) and (nearest := await self._nearest(what, ordered=True)):
            ordered = (cut for message in messages for cut in holding_all(message, stems))
            cuts = () if keep_messages else once([*nearest, *ordered])
            return Target(cuts=cuts, facts=await self._told_by(nearest, stems))
        if name := await self._called_so(what, messages):
            whole = await self.entity(name, keep_messages=keep_messages)
            told = [fact.id for fact in await self._claimed(messages) if told_stems(fact.fact, but=SELF) >= stems]
            return replace(whole, facts=tuple(told))
        return await self._holding(what, messages, stems, keep_messages=keep_messages)

    async def _holding(
        self, what: str, messages: Sequence[Message], stems: frozenset[str], *, keep_messages: bool
    ) -> Target:
        facts = {fact.id: fact for fact in await self._facts(what, messages, stems)}
        cuts = () if keep_messages else await self._cuts(what, messages, stems, facts)
        lines = await self._lines(set(every_word(what).terms))
        block_sentences = tuple(holding(await self._block_sentences(), stems))
        orders = {message.id for message in messages if orders_forgetting(message)}
        if orders.issuperset(cut.message_id for cut in cuts) and not (facts or lines or block_sentences):
            raise NotFound(f"Nothing that I remember is about “{what}”.")
        standing = await standing_on(self._store, self._space_id, cuts, sure_too=not facts)
        return Target(
            facts=tuple(dict.fromkeys((*facts, *standing))), lines=lines, cuts=cuts, block_sentences=block_sentences
        )

    async def _cuts(
        self, what: str, messages: Iterable[Message], stems: frozenset[str], facts: Mapping[int, Edge]
    ) -> tuple[Cut, ...]:
        telling, own = frozenset().union(*map(_telling, facts.values())) or stems, begins_with_self(what)
        saying = [cut for m in messages for cut in await self._saying(m, stems, telling, facts, own=own)]
        return once([*saying, *await self._told(facts.values())])

    async def knows(self, text: str) -> bool:
        """Whether something remembered is called so: a thing by that name, a fact that holds these words, or a message
        where they are several."""
        what = clean_text(text).strip()
        if await self._named(what) is not None:
            return True
        stems, said = told_stems(what, but=SELF), await self._messages(what)
        if len(stems) >= SEVERAL and any(holding_all(message, stems) for message in said):
            return True
        claimed = await self._claimed(said) or await self._worded(what)
        return any(told_stems(fact.fact, but=SELF) >= stems for fact in claimed) or bool(await self._nearest(what))

    async def speaking_of(
        self, what: str, before_id: int, tells: Callable[[str], bool]
    ) -> tuple[tuple[str, Sequence[object]], ...]:
        """The facts, and the person's messages before a number, that are of what the words mean; those of which no more
        is to be said than ``tells`` admits are none."""
        try:
            would = await self.preview(await self.meant(what))
        except NotFound:
            return ()
        said = [m for m in (*would.messages, *(m for m, _ in would.cut)) if m.role == "user"]
        messages = [m for m in said if m.id < before_id and tells(m.text)]
        return (("fact", would.facts), ("message", messages))

    async def last_messages(self, conversation_id: int, count: int = 1) -> Target:
        """What the person said last in a conversation, so many messages of it, with the answers to them."""
        said = await self.said_last(conversation_id, count)
        if not said:
            raise NotFound("Nothing was said in this conversation yet.")
        return await self.said(said)

    async def said_last(self, conversation_id: int, count: int = 1) -> list[Message]:
        """So many of the person's last messages that say more than "never mind", and all that came after them."""
        said = await self._store.messages.history(conversation_id, LAST)
        own = [i for i, one in enumerate(said) if one.role == "user" and not let_be_of(one.text)][-count:]
        return list(said[own[0] :]) if own else []

    async def said(self, messages: Sequence[Message]) -> Target:
        """These messages, and the lines of the profile that orders in them wrote."""
        ordered = {found.remember for message in messages if (found := heeded(message)).remember}
        choices = await self._store.read(lambda r: r.profile.choices(self._space_id))
        lines = tuple(one.id for one in choices if one.kind == "written" and one.text in ordered)
        return Target(messages=tuple(message.id for message in messages), lines=lines)

    async def everything(self) -> Target:
        """All conversations, facts and lines of the profile there are."""
        talks = await self._store.messages.conversations(self._space_id, EVERY)
        facts = await self._store.read(lambda r: r.picture.ends(self._space_id))
        choices = await self._store.read(lambda r: r.profile.choices(self._space_id))
        blocks = await self._store.read(lambda r: r.blocks.all(self._space_id))
        if not talks and not facts and not choices and not blocks:
            raise NotFound("Nothing is remembered yet.")
        return Target(
            conversations=tuple(t.id for t in talks), facts=tuple(f for f, _, _ in facts),
            lines=tuple(choice.id for choice in choices if choice.kind == "written"),
            blocks=tuple(block.id for block in blocks),
        )  # fmt: skip

    async def _named(self, what: str) -> str | None:
        """The name that is meant: all of it, or what stands in capitals behind "my ex"."""
        head = what.split()
        while head and not head[0][:1].isupper():
            head.pop(0)
        for name in dict.fromkeys((what, " ".join(head))) if is_owned(what, head) else (what,):
            found = await self._store.graph.entities_matching(self._space_id, asked_name(name), TextQuery(), 2)
            if name and len(found) == 1 and canonical_name(found[0].name) not in SELF:
                return name
        return None

    async def _messages(self, what: str) -> list[Message]:
        """Those that hold every word that says something."""
        query = every_word(" ".join(word for word in words(what) if word not in SAYS_NOTHING) or what)
        said = await self._store.read(lambda r: r.search.messages(self._space_id, query, MATCHING + 1, None))
        if len(said) > MATCHING:
            raise UsageError(f"More than {MATCHING} messages hold these words: say it more narrowly.")
        found = await self._store.read(lambda r: r.messages.by_id([i for i, _ in said]))
        return [found[i] for i in sorted(found)]

    async def _begun(self, what: str) -> tuple[Cut, ...]:
        """Sentences with a word that begins so, where one word is named that nothing has: a part of a key."""
        named = words(what)
        if len(named) != 1 or len(what) < BEGINNING:
            return ()
        query = beginnings(what)
        said = await self._store.read(lambda r: r.search.messages(self._space_id, query, MATCHING + 1, None))
        found = await self._store.read(lambda r: r.messages.by_id([i for i, _ in said]))
        return once(cut for i in sorted(found) for cut in beginning(found[i], named[0]))

    async def _nearest(self, what: str, *, ordered: bool = False) -> tuple[Cut, ...]:
        """The clauses of the sentences with the most of the words, where that is most of them ("owes the bank money" of
        one that says how much); else with the first of them, as it may be said behind them why."""
        stems, leading = told_stems(what, but=SELF), stems_in_order(what, but=SELF)[:SEVERAL]
        asked = TextQuery(tuple(sorted(stems)))
        said = await self._store.read(lambda r: r.search.messages(self._space_id, asked, NEAR, None))
        found = await self._store.read(lambda r: r.messages.by_id([i for i, _ in said]))
        told = [found[i] for i in sorted(found) if not tells_nothing(found[i])]
        said_in = [(cut, there) for message in told for cut, there in cuts_with_stems(message)]
        best = max((len(there & stems) for _, there in said_in), default=0)
        near = [cut for cut, there in said_in if len(there & stems) == best]
        if best < max(SEVERAL, MOST_OF * len(stems)):
            near = [cut for cut, there in said_in if there.issuperset(leading) and len(leading) == SEVERAL]
            first = [cut for cut, there in said_in if leading[0] in there] if ordered and len(stems) > SEVERAL else []
            near = near or first * (len(first) <= FEW)
        return once(clause for cut in near for clause in clauses_with_most(found[cut.message_id], cut, stems))

    async def _told_by(self, cuts: Sequence[Cut], stems: frozenset[str]) -> tuple[int, ...]:
        """The facts that these sentences tell and that are of most of the words themselves."""
        messages = await self._store.read(partial(_by_id, sorted({cut.message_id for cut in cuts})))
        facts = await self._claimed(messages.values())
        return tuple(f.id for f in facts if len(told_stems(f.fact, but=SELF) & stems) >= MOST_OF * len(stems))

    async def _called_so(self, what: str, messages: Sequence[Message]) -> str | None:
        """The name of a thing that the person said right behind the words: "my car, the Morris Minor"."""
        for message in messages:
            if message.role != "user" or OWNING.isdisjoint(words(what)[:1]):
                continue
            behind = said_behind(message.text, what)
            ends = {end for fact in await self._claimed([message]) for end in (fact.source, fact.target)}
            named = (name for name in ends - {PERSON} if behind.casefold().startswith(name.casefold()))
            if (name := max(named, key=len, default=None)) and await self._named(name):
                return name
        return None

    async def _facts(self, what: str, messages: Sequence[Message], stems: frozenset[str]) -> list[Edge]:
        """Of all times those with every word that says something, and the current ones that a search finds."""
        claimed = {fact.id: fact for fact in (*await self._claimed(messages), *await self._worded(what))}
        holding = [fact for fact in claimed.values() if told_stems(fact.fact, but=SELF) >= stems]
        if holding:
            own = [fact for fact in holding if SELF & {fact.source.casefold(), fact.target.casefold()}]
            return own if own and begins_with_self(what) else holding
        found = await self._search(what) if self._search else ()
        near = [fact for fact, score in found if score >= found[0][1] * AS_GOOD]
        said = {message.id for message in messages if not tells_nothing(message)}
        if said:  # else it is told in other words
            near = [f for f in near if said.intersection(f.sources) or stems & told_stems(f.fact)]
        return [fact for fact in near if tells_of(fact.fact, f"{fact.source} {fact.target}", stems)]

    async def _claimed(self, messages: Iterable[Message]) -> list[Edge]:
        """The facts that claims of these messages touched."""
        read = [await self._store.graph.claims(self._space_id, one.id, MOST_CLAIMS) for one in messages]
        told = sorted({fact for claims in read for claim in claims for fact, _ in claim.facts})
        return list(await self._store.read(lambda r: r.picture.facts(told)))

    async def _worded(self, what: str) -> list[Edge]:
        """The facts that are worded so, though no message is: "61 years old" of who only said "61", the broken wrist of
        who said "not Kev, Ron"."""
        query = every_word(" ".join(word for word in words(what) if word not in SAYS_NOTHING) or what)
        view = View(self._space_id, self._now)
        found = await self._store.read(lambda r: r.search.edges(view, query, MATCHING))
        return list(await self._store.read(lambda r: r.picture.facts([i for i, _ in found])))

    async def _told(self, facts: Iterable[Edge]) -> tuple[Cut, ...]:
        """The sentences that claims of these facts stand on, and those that say the same."""
        cuts: list[Cut] = []
        for fact in facts:
            sources = await self._store.read(partial(_by_id, fact.sources))
            stems = told_stems(fact.fact, but={PERSON.casefold()})
            for message in sources.values():
                claims = await self._store.graph.claims(self._space_id, message.id, MOST_CLAIMS)
                spans = [claim.span for claim in claims if any(number == fact.id for number, _ in claim.facts)]
                found = around(message, spans) if spans else holding_all(message, stems)
                cuts += (clause for cut in found for clause in clauses_about(message, cut, _telling(fact)))
            own = PERSON in (fact.source, fact.target)
            for message in await self._messages(searched_words(fact.fact)):
                whole = message.id in sources  # its claims tell where it stands
                cuts += await self._saying(message, stems, _telling(fact), {fact.id}, own=own, whole=whole)
        return once(cuts)

    async def _saying(
        self, message: Message, stems: frozenset[str], telling: frozenset[str], facts: Collection[int], *, own: bool,
        whole: bool = False,
    ) -> list[Cut]:  # fmt: skip
        """Of the sentences with all of the stems the clauses with those that are ``telling``, where facts are meant but
        for those that tell others alone; ``own``: said of the person; ``whole``: none that has but some of them."""
        found = [
            c
            for c in holding_all(message, stems, whole=whole)
            if not own or is_to_person(message.text[c.start : c.stop])
        ]
        claims = await self._store.graph.claims(self._space_id, message.id, MOST_CLAIMS) if found else []
        meant = [cut for cut in found if not facts or not tells_others(cut, claims, facts)]
        return [clause for cut in meant for clause in clauses_about(message, cut, telling)]

    async def matching(self, text: str) -> Target:
        """Messages, facts and the person's own lines in the profile that hold every word of ``text``."""
        query = every_word(clean_text(text))
        view = View(self._space_id, self._now)
        said = await self._store.read(lambda r: r.search.messages(self._space_id, query, MATCHING + 1, None))
        facts = await self._store.read(lambda r: r.search.edges(view, query, MATCHING + 1))
        lines = await self._lines(set(query.terms))
        block_sentences = tuple(one for one in await self._block_sentences() if set(query.terms) <= {*words(one)})
        if not said and not facts and not lines and not block_sentences:
            raise NotFound(f"Nothing that is remembered holds all of these words: {text}")
        if max(len(said), len(facts)) > MATCHING:
            raise UsageError(f"More than {MATCHING} messages or facts hold these words: say it more narrowly.")
        return Target(
            messages=tuple(i for i, _ in said), facts=tuple(i for i, _ in facts), lines=lines,
            block_sentences=block_sentences,
        )  # fmt: skip

    async def _lines(self, terms: set[str]) -> tuple[int, ...]:
        choices = await self._store.read(lambda r: r.profile.choices(self._space_id))
        return tuple(one.id for one in choices if terms and terms.issubset(words(one.text)))

    async def with_traces(self, target: Target) -> Target:
        """The same with what core memory says of it (sentences, and blocks that are called so), and what tools were
        asked and gave."""
        blocks, calls = await self._store.read(
            lambda r: (r.blocks.all(self._space_id), r.messages.has_calls(self._space_id))
        )
        if not blocks and not calls:
            return target
        found = await self._block_sentences()
        would = await self._store.care.forget(self._space_id, target, dry=True)
        telling = await self.telling_words(would)
        speaking = speaking_of(found, would, telling)
        names = {word for name in would.entities for word in words(name)}
        called = (block.id for block in blocks if not names.isdisjoint(words(block.label)))
        return replace(
            target, blocks=tuple({*target.blocks, *called}),
            block_sentences=tuple(dict.fromkeys((*target.block_sentences, *speaking))),
            traces=tuple(_texts_of(would) | telling | set(target.block_sentences)) if calls else (),
        )  # fmt: skip

    async def _block_sentences(self) -> dict[str, Author]:
        return sentences_of(await self._store.read(lambda r: r.blocks.texts(self._space_id)))

    async def telling_words(self, gone: Forgotten) -> frozenset[str]:
        """Words of what :meth:`preview` shows that nothing else remembered holds, folded."""
        return await telling_words(self._store, View(self._space_id, self._now), gone)

    async def preview(self, target: Target) -> Forgotten:
        """What would go; nothing does."""
        return await self._store.care.forget(self._space_id, await self.with_traces(target), dry=True)


def _texts_of(would: Forgotten) -> set[str]:
    """Names, sentences and lines of what would go."""
    texts = {fact.fact for fact in would.facts} | {name for name in would.entities if canonical_name(name) not in SELF}
    texts |= {line for message in would.messages for line in message.text.splitlines()}
    return texts | {line for _, cut in would.cut for line in cut.splitlines()} | set(would.lines)


def _by_id(ids: Sequence[int], reader: Reader) -> dict[int, Message]:
    return reader.messages.by_id(ids)


def _telling(fact: Edge) -> frozenset[str]:
    """Stems of what it tells of whom or what its sentence begins with."""
    stems, sentence = told_stems(fact.fact, but={PERSON.casefold()}), fact.fact.casefold()
    about = (name for name in (fact.source, fact.target) if sentence.startswith(name.casefold()))
    return stems.difference(*map(told_stems, about)) or stems
