"""What is said to be over (graph-memory §4, its first row): "I no longer use vim", "I quit smoking".

In: a resolved fact that ends, and the rows as they now are. Out: in the draft, the end of what it means; where nothing
is known of it ("I worked there in 2019"), a fact that is over.
"""

from collections.abc import Collection
from datetime import timedelta

from zeph.clock import parse_moment, to_moment
from zeph.memory.ingest.model_questions import Asking
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.edge_changes import EdgeChanges
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.ingest.revision.matching import Matching
from zeph.memory.ingest.revision.policy import ConflictPolicy
from zeph.memory.language.families import Families
from zeph.memory.language.intervals import Dated, begin, compare
from zeph.memory.language.names import canonical_name, names
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.own_sentences import planned_verbs, says_verb
from zeph.memory.language.possessives import is_owned
from zeph.memory.language.roles import relations_of, role_of
from zeph.records.edge import CANDIDATE_BELOW, Edge, ExpiredReason
from zeph.records.plan import Ref, SeenEntity
from zeph.records.view import View

PLANS, PARTNERS = "plans", "partnership"
MONTHS = 12
LATELY = 366
"""Days: what was told to be so did not end longer before that."""


class Endings:
    """Ends facts for one message."""

    def __init__(
        self, draft: PlanDraft, ontology: Ontology, changes: EdgeChanges, policy: ConflictPolicy, asking: Asking
    ) -> None:
        self._draft = draft
        self._ontology = ontology
        self._changes = changes
        self._matching = Matching(draft, ontology, asking, self.still_holds, by_likeness=policy.by_likeness)
        self._families = Families.load()
        self._said_at = draft.message.sent_at
        self._view = View(draft.message.space_id, self._said_at)

    def end(self, fact: Fact) -> None:
        """Ends the stored facts that are meant; of something unknown a fact that is over is stored."""
        end = fact.end if fact.end.moment else Dated(self._said_at, "instant")
        if not fact.if_known:
            self._rename_former_partner(fact)
        if self._is_of_before(fact):
            return
        known_ended = self._end_known(fact, end)
        in_other_words = self._end_in_other_words(fact, end, also=known_ended)
        untold = fact.if_known or not fact.markers.isdisjoint(("one_time", "doubtful"))
        if known_ended or in_other_words or untold or self._ended_before(fact):
            return
        if fact.candidate or self._families.is_group(fact.canonical_relation):
            self._draft.dropped += fact.candidate
            return
        until = end if fact.end.moment else self._before_what_holds(fact, end)
        self._changes.insert(fact, until=until, start=fact.start if fact.start_stated else Dated(None))

    def _end_known(self, fact: Fact, end: Dated) -> bool:
        """Ends the facts of these two that are of the same relation or family, and what was said together with them."""
        known = self._draft.active_both_ways(fact.source, fact.target, symmetric=fact.symmetric)
        meant = (
            []
            if "one_of_kind" in fact.markers
            else [e for e in known if self.still_holds(e) and self.is_meant(e, fact) and self._may_be_over(e, fact)]
        )
        for edge in {edge.source_id: edge for edge in reversed(meant)}.values():  # the first from either end
            self.end_of(edge, fact, end)
        for edge in known:
            if self._said_with(edge, meant):
                self.end_of(edge, fact, end)
        return bool(meant)

    def _end_in_other_words(self, fact: Fact, end: Dated, *, also: bool) -> bool:
        """Where the words of the end name another relation, or the thing in another form, than the known fact does.
        ``also``: the very fact was known and has ended; others that its object names go with it."""
        if "one_of_kind" in fact.markers:
            return False
        meant = self._matching.meant(fact, also=also)
        over = [e for e in meant.edges if self._may_be_over(e, fact)]
        for edge in over:
            if not (also and edge.target_id == fact.target and self.same_family(edge, fact)):
                self.end_of(edge, fact, end)
        if meant.unclear and not also:
            self._changes.review(
                f"“{fact.text}”: which of these is over is not clear; all stand.", *(e.id for e in meant.unclear)
            )
        return bool(over or meant.unclear) or (not also and self._plan_dropped(fact, end))

    def _is_of_before(self, fact: Fact) -> bool:
        """Whether the one thing that its words may mean began after that: "I was laid off in 2015", and the job of
        today. Which one was meant is not known."""
        known = self._draft.active_between(fact.source, fact.target)
        meant = [e for e in known if self.is_meant(e, fact)]
        named = not meant or names(meant[0].target, fact.target_name) or names(fact.target_name, meant[0].target)
        return not named and all(self._began_after(e, fact) for e in meant)

    def _may_be_over(self, edge: Edge, fact: Fact) -> bool:
        """Whether it can be what ended then; one time of what has no day of its own ends nothing: it comes again."""
        return not self._began_after(edge, fact) and ("one_time" not in fact.markers or edge.valid_from_stated)

    def _began_after(self, edge: Edge, fact: Fact) -> bool:
        """Whether it cannot be what ended then: it began later, or was told to be so long after."""
        if not fact.end.moment or not edge.valid_from:
            return False
        if edge.valid_from_stated:
            return compare(begin(edge), fact.end) > 0
        return fact.end.moment < to_moment(parse_moment(edge.valid_from) - timedelta(days=LATELY))

    def still_holds(self, edge: Edge) -> bool:
        return self.goes_on(edge) and not self.learned_later(edge)

    def is_meant(self, edge: Edge, fact: Fact) -> bool:
        """Whether it is of a family that the words of an end admit."""
        admitted = self._families.described(fact.family) if fact.if_known else ()
        related = self.family(edge) in self._families.without_apart(admitted, fact.target_type)
        return related or self.same_family(edge, fact)

    def _said_with(self, edge: Edge, meant: list[Edge]) -> bool:
        """The same in the verb's own words: "plays in The Kites", beside being a member of it."""
        own = self._ontology.normalise(edge.canonical_relation) is None and says_verb(
            edge.fact, edge.canonical_relation
        )
        return own and self.goes_on(edge) and any(edge.created_at == e.created_at for e in meant)

    def _rename_former_partner(self, fact: Fact) -> None:
        """Whoever was only "User's boyfriend" is the ex-boyfriend from now on, and no later boyfriend."""
        entity = self._draft.entities.get(fact.target) if fact.target > 0 and fact.family == PARTNERS else None
        role = role_of(entity.name) if entity and is_owned(entity.name) else ""
        if entity is None or fact.candidate or not relations_of(role):
            return
        name = f"{entity.name[: -len(role)]}ex-{role}"
        if not self._draft.entities.named(canonical_name(name)):
            self._draft.seen_entities[entity.id] = SeenEntity(entity.id, name, canonical_name=canonical_name(name))

    def end_of(self, edge: Edge, fact: Fact, end: Dated) -> None:
        """One stored fact is over; a candidate's word only has a person look."""
        if fact.candidate:
            self._changes.review(f"“{edge.fact}” may be over: {fact.text}", edge.id)
        elif not self._changes.held_by_person(edge, fact):
            self._end_hanging(edge, fact, end)  # before it: what is undone first is the end that was said
            to_come = bool(edge.valid_from and edge.valid_from > self._said_at) and not fact.end.moment
            expired: ExpiredReason | None = "retracted" if to_come else None  # it was not so yet, nor will be
            self._changes.close(edge, end, expired, None, "end", f"said to be over: {fact.text}")
            if edge.valid_from and edge.valid_from > self._said_at:
                self.call_off(edge, fact.text)

    def end_named_with(self, closed: Collection[Ref], fact: Fact) -> None:
        """What hangs on something that gave way to another, and names it: the post at the firm that was left."""
        over = [self._draft.closes[edge] for edge in closed if self._draft.closes[edge].kind == "supersede"]
        gone = {close.edge: Dated(close.valid_until, close.valid_until_precision) for close in over}
        for edge in self._draft.reader.edges.by_id(sorted(gone), self._view) if gone else ():
            for hanging in self._hanging_on(edge):
                if names(hanging.fact, edge.target):
                    self._changes.close(
                        hanging, gone[edge.id], None, None, "end", f"over together with fact #{edge.id}"
                    )

    def _end_hanging(self, ended: Edge, fact: Fact, end: Dated) -> None:
        """What hangs on it, and was told together with it or names its thing: the post at the firm that was left."""
        for edge in self._hanging_on(ended) if not fact.candidate else ():
            if not set(ended.sources).isdisjoint(edge.sources) or names(edge.fact, ended.target):
                self._changes.close(edge, end, None, None, "end", f"over together with fact #{ended.id}")

    def _hanging_on(self, ended: Edge) -> list[Edge]:
        """Facts of the same subject in the families that end with this one's."""
        families = self._families.hanging_on(self.family(ended)) - {self.family(ended)}
        if not families:
            return []
        known = self._draft.active_from(ended.source_id, self._ontology.of_families(families))
        return [
            e for e in known
            if self.still_holds(e) and e.confidence >= CANDIDATE_BELOW and e.origin != "person"
        ]  # fmt: skip

    def call_off(self, plan: Edge, text: str) -> None:
        """What was to begin will not: the fact that it was to replace goes on."""
        for old in self._draft.reader.edges.replaced_by(plan.id):
            if old.id not in self._draft.closes and old.valid_until == plan.valid_from:
                self._changes.reopen(old, f"called off: {text}")

    def _plan_dropped(self, fact: Fact, end: Dated) -> bool:
        """ "I don't want to learn Rust anymore": it was no more than a plan."""
        known = self._draft.active_between(fact.source, fact.target)
        plans = [e for e in known if self.family(e) == PLANS and self.still_holds(e)]
        meant = [e for e in plans if fact.family in map(self._ontology.family, planned_verbs(e.fact))]
        for plan in meant:
            self.end_of(plan, fact, end)
        return bool(meant)

    def _ended_before(self, fact: Fact) -> bool:
        """An end that is known already ("I no longer use vim", said twice or after a replacement) adds nothing; "again
        from 2019 to 2021" is a second stretch."""
        known = self._draft.ever_between(fact.source, fact.target)
        over = (e for e in known if e.valid_until is not None or e.id in self._draft.closes)
        return any(self.same_family(e, fact) and not _is_second_stretch(fact, e) for e in over)

    def _before_what_holds(self, fact: Fact, end: Dated) -> Dated:
        """When it was over, where no end was told: after the time that was said, else before what holds now."""
        if fact.start_stated:
            return self._after_stated_time(fact, end)
        if not fact.functional:
            return end
        return self._start_of_current(fact, end)

    def _after_stated_time(self, fact: Fact, end: Dated) -> Dated:
        """ "I lived there for a year from May 2019", "in 2019"; of "since 2019" the end is the message's."""
        days = fact.days
        if days and fact.start.moment:
            over = Dated(to_moment(parse_moment(fact.start.moment) + timedelta(days=days)), fact.start.precision)
            return min(over, end, key=lambda d: d.moment or "")
        return end if "stretch" in fact.markers else _end_of_period(fact.start, end)

    def _start_of_current(self, fact: Fact, end: Dated) -> Dated:
        """ "I used to live in Rome": until the home began that is known now, where one has but one."""
        line = self._draft.active_from(fact.source, (fact.canonical_relation,))
        now = [begin(e) for e in line if e.current(self._said_at) and e.confidence >= CANDIDATE_BELOW]
        return min((d for d in now if d.moment and d.moment < (end.moment or "")), default=end)

    def goes_on(self, edge: Edge) -> bool:
        """Whether it was not over when the message was said."""
        return edge.valid_until is None or edge.valid_until > self._said_at

    def learned_later(self, edge: Edge) -> bool:
        """An older message that is read late says nothing of a fact that began, and was first told of, after it."""
        if edge.valid_from is None or edge.valid_from <= self._said_at:
            return False
        said = self._draft.reader.messages.by_id(edge.sources)
        return bool(said) and min(m.sent_at for m in said.values()) > self._said_at

    def same_family(self, edge: Edge, fact: Fact) -> bool:
        return edge.canonical_relation == fact.canonical_relation or self.family(edge) == fact.family

    def family(self, edge: Edge) -> str:
        return self._ontology.family(edge.canonical_relation)


def _is_second_stretch(fact: Fact, over: Edge) -> bool:
    later = fact.start.moment if fact.start_stated and fact.end.moment else None
    return later is not None and over.valid_until is not None and later >= over.valid_until


def _end_of_period(start: Dated, end: Dated) -> Dated:
    """ "I worked there in 2019": all of that year, and who knows of the others."""
    if start.moment is None or start.precision not in ("year", "month"):
        return end
    year, month = int(start.moment[:4]), int(start.moment[5:7])
    year, month = (year + 1, 1) if start.precision == "year" or month == MONTHS else (year, month + 1)
    return min(Dated(f"{year:04d}-{month:02d}-01 00:00:00", start.precision), end, key=lambda d: d.moment or "")
