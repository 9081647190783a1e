"""Things of the memory as an answer shows them: to another program, or to a model that looks something up.

In: records. Out: pydantic models, each with the line by which a model reads it: id, day, text. Texts are what people
said and wrote: data, which orders nobody about.
"""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from zeph.memory.recall.render.recall_lines import change_told
from zeph.records.community import Community
from zeph.records.edge import Edge, Form
from zeph.records.entity import Entity
from zeph.records.message import Message
from zeph.records.profile import ProfileLine
from zeph.records.recalled import Change
from zeph.safety.text import clean_text, one_line, strip_format_characters

QUOTED = 600
"""Characters of a message that an answer quotes."""
MOST_SOURCES = 20
"""Messages of one fact, the first ones."""


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Item(Model):
    """One thing of a list; ``line`` is how a model reads it."""

    def line(self) -> str:
        raise NotImplementedError


class FactItem(Item):
    """A fact with its dates and sources."""

    id: int = Field(description="For graph_history, memory_forget.")
    fact: str
    source: str
    relation: str
    target: str
    confidence: float
    valid_from: str | None = Field(description="UTC; null: unknown.")
    valid_until: str | None = Field(description="UTC; null: still so.")
    precision: str | None = Field(description="Of valid_from: year, month, day or instant.")
    stated: bool = Field(description="Whether somebody said valid_from; else it is when it was told.")
    current: bool = Field(description="Whether it is so now.")
    learned_at: str = Field(description="UTC.")
    sources: list[int] = Field(description="Ids of the messages that say it.")

    @classmethod
    def of(cls, edge: Edge, now: str) -> "FactItem":
        return cls(
            id=edge.id, fact=seen(edge.fact)[:QUOTED], source=seen(edge.source), relation=edge.canonical_relation,
            target=seen(edge.target), confidence=round(edge.confidence, 3), valid_from=edge.valid_from,
            valid_until=edge.valid_until, precision=edge.valid_from_precision, stated=edge.valid_from_stated,
            current=edge.current(now), learned_at=edge.created_at, sources=list(edge.sources[:MOST_SOURCES]),
        )  # fmt: skip

    def line(self) -> str:
        said = f" (said in {', '.join(f'm{i}' for i in self.sources[:3])})" if self.sources else ""
        return f"#{self.id} {one_line(self.fact)}{self._dates()}{said}"

    def _dates(self) -> str:
        width = {"year": 4, "month": 7}.get(self.precision or "", 10)
        since = f"since {self.valid_from[:width]}" if self.valid_from and self.stated else ""
        until = f"until {self.valid_until[:10]}" if self.valid_until else ""
        over = "" if self.current or until else "no longer so"
        told = ", ".join(filter(None, (since, until, over)))
        return f" [{told}]" if told else ""


class MessageItem(Item):
    """Something that was said."""

    id: int
    by: str
    role: str
    said_at: str = Field(description="UTC.")
    text: str
    cut: bool = Field(description="Whether the text goes on.")
    changed_since: list[str] = Field(default=[], description="What of it is otherwise now.")

    @classmethod
    def of(cls, message: Message, passage: str = "", changes: Sequence[Change] = ()) -> "MessageItem":
        text = seen(passage or message.text)
        return cls(
            id=message.id, by=seen(message.person), role=message.role, said_at=message.sent_at, text=text[:QUOTED],
            cut=len(text) > QUOTED or len(text) < len(seen(message.text)),
            changed_since=[*dict.fromkeys(seen(change_told(change)) for change in changes)],
        )  # fmt: skip

    def line(self) -> str:
        since = f" (changed since: {'; '.join(map(one_line, self.changed_since))})" if self.changed_since else ""
        return f"m{self.id} {self.said_at[:10]} {one_line(self.by)}: {one_line(self.text)}{' …' * self.cut}{since}"


class EntityItem(Item):
    """A person, place or thing that is known."""

    id: int
    name: str
    type: str
    summary: str
    aliases: list[str]
    facts: int = Field(description="How many facts are about it.")
    last_seen_at: str

    @classmethod
    def of(cls, entity: Entity) -> "EntityItem":
        return cls(
            id=entity.id, name=seen(entity.name), type=entity.entity_type, summary=seen(entity.summary)[:QUOTED],
            aliases=[seen(alias) for alias in entity.aliases[:20]], facts=entity.degree,
            last_seen_at=entity.last_seen_at,
        )  # fmt: skip

    def line(self) -> str:
        return f"{one_line(self.name)} ({self.type}), {self.facts} facts. {one_line(self.summary)}".strip()


class CommunityItem(Item):
    """A group of things that belong together."""

    id: int
    name: str
    summary: str
    size: int
    members: list[str]

    @classmethod
    def of(cls, community: Community) -> "CommunityItem":
        return cls(
            id=community.id, name=seen(community.name), summary=seen(community.summary)[:QUOTED], size=community.size,
            members=[seen(name) for name in community.members[:20]],
        )  # fmt: skip

    def line(self) -> str:
        return f"{one_line(self.name)} ({self.size}): {one_line(self.summary)}"


class FormItem(Item):
    """What was believed of one fact for a while."""

    known_from: str
    known_until: str | None
    fact: str
    confidence: float
    valid_from: str | None
    valid_until: str | None
    ended_by: str | None = Field(description="superseded, retracted, merged or evicted; null: it was in use.")

    @classmethod
    def of(cls, form: Form) -> "FormItem":
        return cls(
            known_from=form.known_from, known_until=None if form.known_until == "9999" else form.known_until,
            fact=seen(form.fact), confidence=round(form.confidence, 3), valid_from=form.valid_from,
            valid_until=form.valid_until, ended_by=form.expired_reason,
        )  # fmt: skip

    def line(self) -> str:
        ended = f" ({self.ended_by})" if self.ended_by else ""
        return f"from {self.known_from[:10]} to {(self.known_until or 'now')[:10]}: {one_line(self.fact)}{ended}"


class ProfileItem(Item):
    """A line of who the person is."""

    text: str
    section: str = Field(description="home, work, people …; empty for what the person wrote.")
    kind: str = Field(description="written or pinned by the person, or derived from facts.")
    facts: list[int]
    sources: list[int]

    @classmethod
    def of(cls, line: ProfileLine) -> "ProfileItem":
        return cls(
            text=seen(line.text), section=line.section, kind=line.kind, facts=list(line.facts),
            sources=list(line.sources),
        )  # fmt: skip

    def line(self) -> str:
        return one_line(self.text)


def seen(text: str) -> str:
    """Text of the memory without what cannot be seen or steers."""
    return strip_format_characters(clean_text(text))
